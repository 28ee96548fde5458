"""Inputs that once cost minutes, gigabytes or a whole batch -> what each costs now: docs/hardening.md.

python -m benches.attacks               every attack, each in a process of its own; a table
python -m benches.attacks --write       also a dated record, and the table in docs/hardening.md
python -m benches.attacks --only NAME   one attack
"""

"""`python -m maintext` is `maintext`."""

from maintext.cli import main

main()

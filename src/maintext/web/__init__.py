"""What the web pages that maintext serves have in common: who gets in, what they may load, where they listen.

access     names and tokens: who gets in
answers    files, HTML and JSON, with the headers that keep a visited page in its frame
listening  a socket on an address, and a server behind it
"""

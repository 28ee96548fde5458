"""The parts that the web servers of `serve` and `label` share.

access        which host names and tokens get in
answers       files, HTML and JSON, with the headers that keep a visited page in its frame
slow_clients  time limits for clients that send or read too slowly
listening     a socket on an address, and a server behind it
"""

"""Requests -> the main content of pages: a REST service with a web page, and tools for language models (MCP).

asked      a request -> what is wanted             workers   what is wanted -> an answer, in guarded processes
task       the work in such a process              service   the above in order, with fetching where it is allowed
batches    many pages over one connection          metrics   what happened so far, for Prometheus
problems   errors -> problem+json                  openapi   the description of it all
app        the addresses                           tools     the same as tools of an MCP server
"""

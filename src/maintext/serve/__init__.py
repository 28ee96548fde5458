"""Requests -> the main content of pages: a REST service with a web page, and tools for language models (MCP).

requests   JSON or HTML -> ExtractRequest          workers   ExtractRequest -> answer, in guarded processes
bodies     reading request bodies within limits    task      the work in such a process
batches    many pages over one connection          service   the above in order, with fetching where it is allowed
problems   errors -> problem+json                  metrics   counts and times for Prometheus
app        paths -> endpoints                      openapi   the description of the service
tools      the same as tools of an MCP server
"""

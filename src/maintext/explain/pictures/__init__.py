"""Page -> the pictures with which the papers explain themselves, drawn for this page; one module a paper."""

"""Page -> the figures of the papers, drawn for this page; one module per paper."""

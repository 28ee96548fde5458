"""Page -> answers in the shape of the page: structured data, product, posts, items, verdict; read when asked for."""

"""Page -> answers in the shape of the page: structured data, product, posts, verdict. Each is read when asked for."""

"""Page -> answers in the shape of the page: structured data, product, posts. Each is read when it is asked for."""

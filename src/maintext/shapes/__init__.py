"""Page -> answers in the shape of the page: structured data, the product. Each is read when it is first asked for."""

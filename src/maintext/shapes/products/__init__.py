"""Page -> the product that it sells, each field with its source.

product      Product: the fields
money        text -> amount and currency
declared     structured data, <meta> tags and data attributes -> claims
shown        what readers see -> claims: prices, codes, availability
details      what readers see -> specification
reading      the claims of each field in order, and the rule for contradictions
"""

from maintext.shapes.products.product import Product, Rating
from maintext.shapes.products.reading import read_product

__all__ = ["Product", "Rating", "read_product"]

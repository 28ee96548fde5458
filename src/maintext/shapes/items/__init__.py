"""Page -> the items of a listing or a collection.

item         Item: name, link, text, price, date, image, blocks
groups       page, keep mask -> the repeated elements that hold the main content
reading      repeated elements -> items
"""

from maintext.shapes.items.item import Item
from maintext.shapes.items.reading import read_items

__all__ = ["Item", "read_items"]

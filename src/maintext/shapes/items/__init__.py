"""Page -> the items of a listing or a collection.

item         Item: name, link, text, price, date, image, blocks
reading      page, keep mask -> items; the native core finds the lists and what each entry shows
"""

from maintext.shapes.items.item import Item
from maintext.shapes.items.reading import read_items

__all__ = ["Item", "read_items"]

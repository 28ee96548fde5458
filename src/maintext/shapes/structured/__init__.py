"""Page -> the things that it describes for machines, from JSON-LD, microdata and RDFa, as one list.

thing        Thing: types, properties and sources; search among things
json_ld      JSON-LD scripts -> things
microdata    elements with itemscope and itemprop -> things
rdfa         elements with typeof and property -> things
reading      all of them, without repetitions
"""

from maintext.shapes.structured.reading import read_structured
from maintext.shapes.structured.thing import Thing, Value, nodes_of

__all__ = ["Thing", "Value", "nodes_of", "read_structured"]

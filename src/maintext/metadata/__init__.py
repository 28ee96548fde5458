"""Page -> Metadata: title, authors, dates and other fields of a page, each with the source that it comes from.

order        which source is used first, field by field: the native core follows it
reading      the fields of a page, by the native core
outside      what the core leaves to Python
sources/     addresses, broken JSON, words by which elements are marked, images
values/      texts -> usable values: dates, names, languages
"""

from maintext.metadata.reading import Reading, read_metadata
from maintext.metadata.record import Metadata
from maintext.metadata.sources.images import Image

__all__ = ["Image", "Metadata", "Reading", "read_metadata"]

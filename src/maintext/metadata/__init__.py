"""Page -> Metadata: title, authors, dates and other fields of a page, each with the source that it comes from.

sources/     page -> claims: one module per kind of source
order        which source is used first, field by field
evidence     the claims of a page, read when they are first needed
values/      claims -> usable values: dates, names, languages
reading      the fields of a page, in order
"""

from maintext.metadata.reading import Reading, read_metadata
from maintext.metadata.record import Metadata
from maintext.metadata.sources.images import Image

__all__ = ["Image", "Metadata", "Reading", "read_metadata"]

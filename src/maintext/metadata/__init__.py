"""Page -> Metadata: what a page says about itself, and which of its sources said so.

evidence     every source is read when it is asked for: one module each
order        which source is believed first, field by field
fields       claims -> a value that can be used
"""

from maintext.metadata.reading import read_metadata
from maintext.metadata.record import Metadata
from maintext.metadata.sources.images import Image

__all__ = ["Image", "Metadata", "read_metadata"]

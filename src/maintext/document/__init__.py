"""(Page, Scores) -> Document: text, blocks, metadata, and the record that JSON is made from."""

from maintext.document.blocks import Block, Dropped, all_shared
from maintext.document.document import Document

__all__ = ["Block", "Document", "Dropped", "all_shared"]

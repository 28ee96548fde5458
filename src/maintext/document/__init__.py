"""(Page, Scores) -> Document: text, blocks, metadata, and the record that JSON is made from."""

from maintext.document.document import Block, Document, Dropped, all_shared

__all__ = ["Block", "Document", "Dropped", "all_shared"]

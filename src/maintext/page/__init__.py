"""HTML -> the page table: parsing, its columns, the facts of the head, tags and flags."""

from maintext.page.table import Blocks, Column, Elements, Lines, Page, Runs, Table

__all__ = ["Blocks", "Column", "Elements", "Lines", "Page", "Runs", "Table"]

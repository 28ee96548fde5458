"""Document, options -> its sections, chunks or shortened Markdown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maintext.document.parts.chunks import Chunk, ChunkRequest, Origin, make_chunks
from maintext.document.parts.long_pieces import Room
from maintext.document.parts.sections import Section, make_sections
from maintext.document.parts.shortening import Shortened, shorten
from maintext.document.parts.text_fragments import KeptBlocks
from maintext.document.parts.tokens import Tokenizer, token_counter
from maintext.errors import OptionError
from maintext.render.metadata_fields import front_matter
from maintext.render.options import Choices, Options
from maintext.render.pieces import Piece, markdown_pieces

if TYPE_CHECKING:
    from maintext.document.document import Document
    from maintext.render import Source


def sections(document: Document) -> tuple[Section, ...]:
    """The headings of a document as a tree."""
    source = document.source_of({})
    return make_sections(markdown_pieces(source, Options()), _blocks(source))


def chunks(document: Document, request: ChunkRequest, choices: Choices) -> list[Chunk]:
    """A document in chunks."""
    if choices.get("with_metadata"):
        raise OptionError("chunks have no metadata: take it from the document")
    _refuse_references(choices, "chunks")
    source = document.source_of(choices)
    options = Options.of(choices)
    origin = Origin(_blocks(source), document.url, source.headline if options.include_title else "")
    return make_chunks(markdown_pieces(source, options), request, origin)


def shortened(document: Document, max_tokens: int, tokenizer: Tokenizer | None, choices: Choices) -> Shortened:
    """The Markdown of a document, cut after this many tokens."""
    request = ChunkRequest(max_tokens, 0, tokenizer)
    _refuse_references(choices, "Markdown with max_tokens")
    options = Options.of(choices)
    metadata = front_matter(document.fields) if options.with_metadata else ""
    room = Room(token_counter(request.tokenizer), max_tokens)
    inner = replace(room, max_tokens=max_tokens - room.count(metadata))
    if 2 * inner.max_tokens < max_tokens:
        n_metadata = max_tokens - inner.max_tokens
        raise OptionError(f"the metadata has {n_metadata} tokens, which is more than half of max_tokens={max_tokens}")
    source = document.source_of(choices)

    def heading_of(piece: Piece) -> str:
        return piece.heading if piece.source else source.headline

    found = shorten(markdown_pieces(source, options), inner, heading_of)
    return replace(found, text=metadata + found.text)


def _refuse_references(choices: Choices, what: str) -> None:
    # A part of a document would be without the addresses at its end.
    if choices.get("links") == "references":
        raise OptionError(f"{what} can't have links='references': the addresses are at the end of the whole document")


def _blocks(source: Source) -> KeptBlocks:
    return KeptBlocks(source.page, source.keep)

"""(Page, Scores) -> Document: the page's main content in every format, with its metadata."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from maintext.document.decision import Decision
from maintext.page.head import read_canonical

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from maintext.document.parts.chunks import Chunk
    from maintext.document.parts.sections import Section
    from maintext.document.parts.shortening import Shortened
    from maintext.document.parts.tokens import Tokenizer
    from maintext.document.record import RecordChoices
    from maintext.metadata import Metadata, Reading
    from maintext.render import Choices, Rendering, Source
    from maintext.shapes.items import Item
    from maintext.shapes.posts import Post, Thread
    from maintext.shapes.products import Product
    from maintext.shapes.structured import Thing
    from maintext.shapes.verdicts import Permissions, Verdict


@dataclass(frozen=True, eq=False, repr=False)
class Document(Decision):
    """The main content of a page: its text in every format, its metadata, and answers in the shape of the page."""

    @cached_property
    def text(self) -> str:
        """The text of the kept blocks, a blank line between them; empty if nothing was kept."""
        return self.page.text_of(self.mask)

    def render(self, output_format: str = "markdown", **choices: Unpack[Choices]) -> str:
        """The document in a format of `render.FORMATS`, or as JSON. The options are those of `to_markdown`."""
        if output_format == "json":
            return self.to_json(**choices)
        return self.rendering(output_format, **choices).text

    def rendering(self, output_format: str = "markdown", **choices: Unpack[Choices]) -> Rendering:
        """The document in a format of `render.FORMATS`, with counts of the addresses and table spans left out of it."""
        from maintext.render import render

        thread = None
        if self.page_type == "forum":
            # Other pages need nothing of what reads posts, not even its modules.
            from maintext.document.threads import thread_rendering

            thread = thread_rendering(self, output_format, choices)
        return thread or render(self.source_of(choices), output_format, choices, lambda: self.fields)

    def source_of(self, choices: Choices) -> Source:
        """What a rendering with some options is made from."""
        from maintext.render import Source

        comments = self.comment_mask if choices.get("include_comments") else None
        mask = self.mask if comments is None else self.keep | comments
        # Also where it is not written: its copy in the text is left out then.
        return Source(self.page, mask, self.url, self._headline if mask.any() else "")

    def body_in(self, output_format: str, choices: Choices) -> str:
        """The kept text in a format, with nothing added and with the headline where the kept text has it."""
        from maintext.render import render

        source = replace(self.source_of(choices), headline="")
        return render(source, output_format, {**choices, "include_title": False}, lambda: self.fields).text

    @cached_property
    def _headline(self) -> str:
        """The title, without reading all of the metadata for it."""
        known = self.__dict__.get("metadata")
        return (known.title if known else self._reading.title) or ""

    @cached_property
    def _reading(self) -> Reading:
        """The reading of the metadata, of which the headline may be needed first."""
        from maintext.metadata import Reading

        return Reading(self.page, self.given_url)

    def to_markdown(
        self, *, max_tokens: int | None = None, tokenizer: Tokenizer | None = None, **choices: Unpack[Choices]
    ) -> str:
        """The document as CommonMark with tables.

        include_title       the headline before the text, as the only heading of level 1 (default: True);
                            False leaves out its copy in the text too
        include_links       addresses of links; the texts of links stay (True)
        links               "references": [text][1] and the addresses at the end of the text ("inline")
        include_images      images with their alternative texts (True)
        include_tables      tables of data with their text (True)
        include_formatting  emphasis, inline code, sub- and superscript; the texts stay (True)
        include_comments    readers' comments, if the extractor finds them (False)
        include_posts       author and date before each post of a forum's thread, and a rule between posts (True)
        with_metadata       title, author, date and so on, as YAML front matter (False)
        max_tokens          cut between blocks after this many tokens, with a note on what was left out (None: no limit)
        tokenizer           a function from a text to its tokens or their number (None: an estimate)
        """
        if max_tokens is None:
            return self.render("markdown", **choices)
        return self.shortened(max_tokens, tokenizer, **choices).text

    def shortened(self, max_tokens: int, tokenizer: Tokenizer | None = None, **choices: Unpack[Choices]) -> Shortened:
        """`to_markdown(max_tokens=...)`, with the sections and the number of tokens that were left out."""
        from maintext.document.parts.making import shortened

        return shortened(self, max_tokens, tokenizer, choices)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The headings of the document as a tree, each with its text. The first section has no heading if the
        document begins with text. The title is not one of them."""
        from maintext.document.parts.making import sections

        return sections(self)

    def chunks(
        self, max_tokens: int = 512, overlap: int = 0, tokenizer: Tokenizer | None = None, **choices: Unpack[Choices]
    ) -> list[Chunk]:
        """The document as Markdown in chunks of at most `max_tokens`, cut at headings and between paragraphs.

        A code block or table row is only cut if it alone is too long. A chunk knows the headings above it, its place in
        the source of the page, and a link to it on the page. `overlap` is how many tokens at the end of a chunk the
        next one may repeat, if it continues the same section. `tokenizer` is a function from a text to its tokens or
        their number; without it, tokens are estimated. The options are those of `to_markdown`.
        """
        from maintext.document.parts.chunks import ChunkRequest
        from maintext.document.parts.making import chunks

        return chunks(self, ChunkRequest(max_tokens, overlap, tokenizer), choices)

    def to_text(self, **choices: Unpack[Choices]) -> str:
        """Text in which lists, tables and code are laid out. `text` has the same words, block by block."""
        return self.render("text", **choices)

    def to_html(self, **choices: Unpack[Choices]) -> str:
        """HTML of a few harmless tags, safe to put on a page."""
        return self.render("html", **choices)

    def to_xml(self, **choices: Unpack[Choices]) -> str:
        """XML with a few tags of TEI."""
        return self.render("xml", **choices)

    def to_tei(self, **choices: Unpack[Choices]) -> str:
        """A TEI P5 document."""
        return self.render("tei", **choices)

    @cached_property
    def markdown(self) -> str:
        """The document as Markdown with the default options; see `to_markdown`."""
        return self.to_markdown()

    def to_dict(self, **choices: Unpack[RecordChoices]) -> dict[str, object]:
        """Everything that is known, as a dictionary with the keys of `to_json`.

        with_blocks         every block of the page, kept or not (default: False)
        with_markdown       the document as Markdown (False)
        with_sections       the headings as a tree with their text (False)
        max_tokens          cut the Markdown after this many tokens (None: no limit)
        chunk_tokens        the document in chunks of at most this many tokens (None: no chunks)
        chunk_overlap       how many tokens a chunk may repeat of the one before (0)
        shapes              names of properties to add: verdict, permissions, product, posts, items, structured (none)

        The other options are those of `to_markdown`, except for title and comments, which have keys of their own.
        """
        from maintext.document.record import to_record

        return to_record(self, choices)

    def to_json(self, **choices: Unpack[RecordChoices]) -> str:
        """Everything that is known, as one JSON object; see `to_dict` for the options."""
        from maintext.document.record import to_json

        return to_json(self, choices)

    @cached_property
    def comments(self) -> str | None:
        """What readers wrote below the text; None if the extractor does not find comments."""
        return None if self.comment_bits is None else self.page.text_of(self.comment_bits)

    @property
    def fields(self) -> dict[str, object]:
        """What is known about the document, by the names that all formats use; None where nothing is."""
        from maintext.document.record import fields_of

        return fields_of(self)

    @cached_property
    def metadata(self) -> Metadata:
        """The metadata of the page, and the source of each value."""
        found = self._reading.metadata()
        # What it was chosen from may be as large as the page.
        self.__dict__.pop("_reading", None)
        return found

    @cached_property
    def url(self) -> str | None:
        """The address that was given, or else the canonical address that the page names; see `url_source`."""
        return self.given_url or read_canonical(self.page)

    @property
    def url_source(self) -> Literal["given", "canonical"] | None:
        """Where the address is from; None if it is not known."""
        if self.given_url:
            return "given"
        return "canonical" if self.url else None

    @cached_property
    def structured(self) -> tuple[Thing, ...]:
        """What the page describes for machines, in JSON-LD, microdata or RDFa: recipes, events, jobs, products."""
        from maintext.shapes.structured import read_structured

        return read_structured(self.page)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """What people wrote on a forum, a page of questions or below an article, post by post; empty if nobody did."""
        return self._thread.posts

    @cached_property
    def _thread(self) -> Thread:
        from maintext.shapes.posts import read_posts

        return read_posts(self.page, self.keep, lambda: self.structured, self.page_type)

    @property
    def is_thread(self) -> bool:
        """Whether the posts have most of the kept words; comments below an article have not."""
        from maintext.shapes.posts.reading import is_main_text

        return is_main_text(self.page, self.keep, self._thread)

    def following_posts(self) -> Document:
        """The document of a thread with all that its posts have and without the controls between them; the document
        itself if it has no posts, or too few of the kept words are in them."""
        from maintext.shapes.posts.reading import followed

        keep = followed(self.page, self.keep, self._thread)
        return self if keep is self.keep else replace(self, scores=replace(self.scores, keep=keep))

    def write_posts(self, output_format: Literal["markdown", "text"] = "markdown") -> str:
        """The posts with author and date before each and a rule between them, after the headline."""
        from maintext.shapes.posts import written_posts

        return written_posts(self.posts, output_format, self._headline)

    @cached_property
    def verdict(self) -> Verdict:
        """What the page is: content, or a login page, an error, a block page, a paywall and so on."""
        from maintext.shapes.verdicts import read_verdict

        return read_verdict(self.page, self.url, self.keep, self.structured)

    @cached_property
    def permissions(self) -> Permissions:
        """What the publisher asks of machines in the page's `<meta>` tags: `noindex`, `noai` and the like."""
        from maintext.shapes.verdicts import read_permissions

        return read_permissions(self.page)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items of a listing or a collection; empty for pages of other types."""
        from maintext.shapes.items import read_items

        is_probability = self.page_types is not None
        score = self.scores.score if is_probability else None
        return read_items(self.page, self.url, self.keep, self.page_types, score)

    @cached_property
    def product(self) -> Product | None:
        """The product that the page sells, each field with its source; None if it sells none."""
        from maintext.shapes.products import read_product

        return read_product(self.page, self.url, self.structured, self.page_type, lambda: self.verdict.is_content)

    @property
    def title(self) -> str | None:
        """The page's title, without the name of the site."""
        return self.metadata.title

    @property
    def author(self) -> str | None:
        """The authors, with semicolons between them."""
        return self.metadata.author

    @property
    def date(self) -> str | None:
        """The day the page was published, YYYY-MM-DD."""
        return self.metadata.date

    @property
    def language(self) -> str | None:
        """The language of the text, or else the one that the page declares."""
        return self.metadata.language

    @property
    def description(self) -> str | None:
        """What the page is about, in its own words."""
        return self.metadata.description

    @property
    def image(self) -> str | None:
        """The address of the lead image."""
        return self.metadata.image

    @property
    def tags(self) -> tuple[str, ...]:
        """The keywords of the page."""
        return self.metadata.tags

    @property
    def sitename(self) -> str | None:
        """The name of the site."""
        return self.metadata.sitename

    @cached_property
    def p_value(self) -> float:
        """The P value of the page: low if it is made of links and menus. See docs/algorithms/pvalue.md."""
        from maintext.extractors.papers.pvalue import page_value

        return page_value(self.page)

    def _repr_html_(self) -> str:
        """The document in a notebook."""
        from maintext.document.notebook import document_html

        return document_html(self)

    def __repr__(self) -> str:
        n_kept = int(self.keep.sum())
        why = f", empty: {self.reason}" if self.reason else ""
        return f"<Document by {self.by}: {n_kept} of {len(self.page.blocks)} blocks kept{why}>"

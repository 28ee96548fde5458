"""`maintext label FOLDER`: label pages in a browser, and write what was labelled as a corpus."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from maintext.extractors.registry import DEFAULT

if TYPE_CHECKING:
    from maintext.label.desk import Desk


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--by", default=DEFAULT, show_default=True, help="The extractor that labels the blocks beforehand.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8640, show_default=True, help="0 for any that is free.")
@click.option(
    "--export", "target", type=click.Path(path_type=Path), help="Write the pages that are done there, and end."
)
def label(folder: Path, by: str, host: str, port: int, target: Path | None) -> None:
    """Label the main content of the pages in a FOLDER, in a browser. Needs maintext[serve].

    Pages are its .html files. Labels are written at once to labels.jsonl in the folder; several people may label at
    the same time. The pages that are most worth labelling come first. Only this machine can reach the server, unless
    --host names another address: then the address that is printed has a token in it, and nobody gets in without.
    """
    from maintext.label.desk import Desk

    desk = Desk(folder, by)
    if desk.log.n_torn:
        click.echo(
            f"maintext: {desk.log.n_torn} lines of {desk.log.path.name} are no events and do not count", err=True
        )
    if target is not None:
        from maintext.label.export import export

        click.echo(f"{target}: {export(desk, target):,} of {len(desk.pages):,} pages")
        return
    _rank(desk)
    _serve(desk, host, port)


def _rank(desk: Desk) -> None:
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=len(desk.pages), label="pages", file=sys.stderr, show_pos=True, hidden=hidden) as bar:
        desk.rank(lambda _: bar.update(1))
    for reason in desk.unreadable.values():
        click.echo(f"maintext: left out: {reason}", err=True)


def _serve(desk: Desk, host: str, port: int) -> None:
    from maintext.label.app import make_app
    from maintext.web.access import is_loopback
    from maintext.web.listening import address_of, answer_on, listen

    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    # Behind a token any name will do: a page that borrows ours has no cookie.
    app = make_app(desk, token=token) if token is None else make_app(desk, ["*"], token)
    with listen(host, port) as listener:
        n_done = sum(row["is_done"] for row in desk.listing())
        click.echo(f"{len(desk.pages):,} pages, {n_done:,} done: {address_of(listener, host, token)}")
        sys.stdout.flush()
        answer_on(listener, app, lifespan="off")

"""`maintext serve` and `maintext mcp`: the main content of pages over HTTP, and as tools for language models."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from maintext.cli.shared_options import by_option
from maintext.errors import InputError, ServeError
from maintext.extractors.registry import IN_BROWSER

if TYPE_CHECKING:
    from maintext.serve.service import OpenedPage, Settings

MIN_TOKEN_CHARS = 16
_Command = TypeVar("_Command", bound=Callable[..., Any])


def _limits(command: _Command) -> _Command:
    """Adds the options that both commands have."""
    for option in reversed(
        [
            by_option("Extractor of requests that name none"),
            click.option(
                "--allow-fetch", is_flag=True, help="Fetch pages by their addresses, from public networks only."
            ),
            click.option(
                "--allow-network", multiple=True, metavar="NETWORK", help="Fetch from this network, too: 10.1.0.0/16."
            ),
            click.option("--workers", type=click.IntRange(1), help="Pages at the same time.  [default: cores + 1]"),
            click.option(
                "--max-seconds",
                type=click.FloatRange(0.1),
                default=10.0,
                show_default=True,
                help="Time limit per page.",
            ),
            click.option(
                "--max-memory",
                type=click.IntRange(64),
                default=1024,
                show_default=True,
                help="MB of memory per page.",
            ),
            click.option(
                "--max-body",
                type=click.IntRange(1),
                default=20,
                show_default=True,
                help="MB of a request or page.",
            ),
        ]
    ):
        command = option(command)
    return command


@click.command()
@click.argument("page", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8641, show_default=True, help="0 for any free port.")
@click.option("--token", envvar="MAINTEXT_TOKEN", help="Token that callers must send. [env: MAINTEXT_TOKEN]")
@click.option("--name", "names", multiple=True, help="Another host name of the service, such as a proxy's.")
@click.option("--queue", type=click.IntRange(0), default=64, show_default=True, help="Waiting requests at most.")
@_limits
def serve(page: str | None, host: str, port: int, token: str | None, **given: Any) -> None:
    """Serve a web page, a REST service and MCP tools. Needs maintext[serve]; for the tools maintext[mcp], too.

    With a PAGE (a file, or '-' for standard input) the web page shows it first.

    Only this machine can reach it, unless --host names another address. Then a token is required: that of --token, or
    a random one that is printed. Addresses are fetched only with --allow-fetch. Callers may choose registered
    extractors and their parameters; modules and files of this machine are not open to them.
    """
    from dataclasses import replace

    from maintext.serve.app import make_app
    from maintext.web.access import LOCAL_HOSTS, is_loopback
    from maintext.web.listening import address_of, answer_on, listen

    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(24)
    if token is not None and len(token) < MIN_TOKEN_CHARS:
        raise ServeError(f"the token must have at least {MIN_TOKEN_CHARS} characters, got {len(token)}")
    names = given.pop("names")
    hosts = (*LOCAL_HOSTS, *names) if token is None else ("*",)
    settings = replace(_settings(**given), hosts=hosts, token=token, opened=_opened(page))
    with listen(host, port) as listener:
        app = make_app(settings)
        click.echo(f"maintext serves {address_of(listener, host, token)}")
        sys.stdout.flush()
        answer_on(listener, app, lifespan="on", timeout_graceful_shutdown=5)


@click.command()
@_limits
def mcp(**limits: Any) -> None:
    """Serve MCP tools over standard input and output: extract_page, extract_html, extract_shapes, judge_page. Needs
    maintext[mcp]."""
    from maintext.serve.service import Service
    from maintext.serve.stdio import limit_lines
    from maintext.serve.tools import make_tools

    if sys.stdin.isatty():
        click.echo("maintext: waiting for an MCP client on standard input; Ctrl + C ends it", err=True)

    settings = _settings(**limits)
    # Twice, because JSON escapes quotes and line feeds.
    limit_lines(2 * settings.max_body_bytes)

    async def run() -> None:
        service = Service(settings)
        tools = make_tools(service)
        try:
            await service.workers.start()
            await tools.run_stdio_async()
        finally:
            await service.close()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


def _opened(page: str | None) -> OpenedPage | None:
    from maintext.cli.inputs import is_address, read_input
    from maintext.serve.service import OpenedPage

    if page is None:
        return None
    if is_address(page):
        raise ServeError(f"{page} is an address; start with --allow-fetch and enter it in the web page")
    try:
        content = read_input(page).raw
    except OSError as error:
        raise InputError(f"{click.format_filename(page)}: {error.strerror or error}") from error
    return OpenedPage("standard input" if page == "-" else Path(page).name, content)


def _settings(
    *,
    by: str,
    allow_fetch: bool,
    allow_network: tuple[str, ...],
    workers: int | None,
    max_seconds: float,
    max_memory: int,
    max_body: int,
    queue: int = 64,
) -> Settings:
    from maintext.fetch import Policy
    from maintext.fetch.networks import read_networks
    from maintext.guard import GuardLimits
    from maintext.serve.service import Settings
    from maintext.serve.workers import ConcurrencyLimits

    if by.partition(":")[0] in IN_BROWSER:
        raise ServeError(f"--by {by} opens pages in a browser, which the service does not offer")
    n_body = max_body * 10**6
    if allow_network and not allow_fetch:
        raise ServeError("--allow-network needs --allow-fetch")
    # An error now, not when the first page is fetched.
    read_networks(allow_network)
    policy = Policy(allowed_networks=allow_network, max_body_bytes=n_body, max_page_bytes=n_body)
    return Settings(
        limits=GuardLimits(max_seconds, max_memory * 10**6),
        concurrency=ConcurrencyLimits(n_waiting=queue, **({} if workers is None else {"n_quick": workers})),
        max_body_bytes=n_body,
        policy=policy if allow_fetch else None,
        by=by,
    )

"""HTML -> Rendered, in a Chromium of its own that ends with the call.

What keeps a page in: every request passes one handler, which answers it, with the caller's `answer`, or blocks it;
whatever would pass it by (WebSockets, workers, prefetching) finds a proxy that does not exist. The wall clock and the
memory of the browser's processes are watched from outside, because a page may keep its own process busy for ever.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from maintext.browser.layout import READ_LAYOUT, Layout, layout_of, marked_source, numbered_rows
from maintext.coroutines import run_to_end
from maintext.errors import MissingPackageError, RenderError
from maintext.page.parsing import parse

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

    from maintext.page import Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
NO_ADDRESS = "http://page.invalid/"
"""The address of a page that has none; nothing can be fetched from it."""
NO_PROXY = "http://127.0.0.1:9"
"""The port of the discard service, where nothing listens: what no handler answered ends there."""
WATCH_SECONDS = 0.1
CLOSE_SECONDS = 30
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--renderer-process-limit=1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)


@dataclass(frozen=True)
class RenderLimits:
    """What one page may take."""

    seconds: float = 60.0
    """From opening the page to its layout; starting the browser does not count."""
    memory_mb: int = 1500
    """Of all processes of the browser together. An empty page takes about 300 MB."""
    max_elements: int = 50_000
    quiet_ms: int = 500
    """How long to wait for scripts after the page has loaded."""
    width: int = 1280
    """Of the window, in CSS pixels."""
    height: int = 1024

    def __post_init__(self) -> None:
        for name in ("seconds", "memory_mb", "max_elements", "width", "height"):
            if not getattr(self, name) > 0:
                raise RenderError(f"RenderLimits: {name} must be above 0, got {getattr(self, name)}")


@dataclass(frozen=True)
class Resource:
    """The answer to a request of a page: a style sheet, a script, a picture."""

    body: bytes
    content_type: str | None = None


Answer: TypeAlias = Callable[[str], Awaitable[Resource | None]]
"""The response at an address; None to block it."""


@dataclass(frozen=True, eq=False)
class Rendered:
    """A page after its scripts have run."""

    html: str
    page: Page
    """The page table of `html`."""
    layout: Layout
    """What the browser laid out, in the rows of `page.elements`."""
    n_blocked: int
    """Requests that were blocked."""


@dataclass(frozen=True, eq=False)
class _Job:
    """What the browser is to open."""

    source: bytes
    address: str
    limits: RenderLimits
    mark: str
    """The attribute with the numbers of elements: one that no page can know."""
    runs_scripts: bool = True
    answer: Answer | None = None


def render(html: bytes | str, url: str | None = None, limits: RenderLimits = RenderLimits()) -> Rendered:
    """The page as a browser has it, offline. RenderError names the limit that a page exceeds."""
    return run_to_end(arender(html, url, limits=limits))


def lay_out(page: Page, limits: RenderLimits = RenderLimits()) -> Layout:
    """What a browser lays out of a page, offline and without its scripts: columns beside `page.elements`."""
    mark = _new_mark()
    job = _Job(marked_source(page, mark), NO_ADDRESS, limits, mark, runs_scripts=False)
    found, _ = run_to_end(_opened(job))
    return layout_of(np.arange(len(page.elements)), found["values"])


def _new_mark() -> str:
    return f"data-maintext-{secrets.token_hex(8)}"


async def arender(
    html: bytes | str,
    url: str | None = None,
    *,
    limits: RenderLimits = RenderLimits(),
    answer: Answer | None = None,
) -> Rendered:
    """`render` for coroutines; with `answer`, requests of the page are answered by it."""
    # Decoded here, so that the browser and the page table agree on every character.
    source = parse(html).source
    address = url or NO_ADDRESS
    if not address.startswith(("http://", "https://")):
        raise RenderError(f"url must be an http or https address, got {address!r}")
    mark = _new_mark()
    found, n_blocked = await _opened(_Job(source, address, limits, mark, answer=answer))
    marked = parse(found["html"])
    unmarked = _unmarked(found["html"], mark)
    return Rendered(unmarked, parse(unmarked), layout_of(numbered_rows(marked, mark), found["values"]), n_blocked)


async def _opened(job: _Job) -> tuple[dict[str, Any], int]:
    """What the browser reports about a page, and how many requests it blocked, within the limits."""
    found, n_blocked = await _watched(job)
    if "html" not in found or "values" not in found:
        n_elements, most = found.get("n_elements"), job.limits.max_elements
        raise RenderError(f"the rendered page has {n_elements} elements, more than {most:,}")
    return found, n_blocked


async def _watched(job: _Job) -> tuple[dict[str, Any], int]:
    async with _chromium() as browser:
        work = asyncio.create_task(asyncio.wait_for(_loaded(browser, job), job.limits.seconds))
        watch = asyncio.create_task(_watch_memory(browser, job.limits.memory_mb))
        try:
            done, _ = await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
            # The watch only ends with an error.
            return await (work if work in done else watch)
        except asyncio.TimeoutError as error:
            raise RenderError(f"rendering took longer than {job.limits.seconds:g} seconds") from error
        finally:
            for task in (work, watch):
                task.cancel()
            await asyncio.gather(work, watch, return_exceptions=True)


async def _loaded(browser: Browser, job: _Job) -> tuple[dict[str, Any], int]:
    """What the browser reports about the page once it has loaded, and how many requests were blocked."""
    context = await browser.new_context(
        viewport={"width": job.limits.width, "height": job.limits.height},
        accept_downloads=False,
        java_script_enabled=job.runs_scripts,
        service_workers="block",
    )
    view = await context.new_page()
    handler = _Handler(job)
    await context.route("**/*", handler)
    await context.route_web_socket("**/*", lambda socket: socket.close())
    view.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
    await view.goto(job.address, wait_until="load", timeout=0)
    if job.runs_scripts:
        await view.wait_for_timeout(job.limits.quiet_ms)
    found = await view.evaluate(READ_LAYOUT, [job.mark, job.runs_scripts, job.limits.max_elements])
    if not isinstance(found, dict):
        raise RenderError(f"the browser reported {type(found).__name__} instead of a layout")
    return found, handler.n_blocked


class _Handler:
    """Answers the requests of one page."""

    def __init__(self, job: _Job) -> None:
        self.n_blocked = 0
        self._job, self._is_served = job, False

    async def __call__(self, route: Route) -> None:
        if not self._is_served and route.request.is_navigation_request():
            # The page itself; a script that leaves it is blocked.
            self._is_served = True
            await route.fulfill(body=self._job.source, content_type="text/html; charset=utf-8")
            return
        is_frame = route.request.is_navigation_request()
        answer = self._job.answer
        found = await answer(route.request.url) if answer and not is_frame else None
        if found is None:
            self.n_blocked += 1
            await route.abort()
        else:
            await route.fulfill(body=found.body, content_type=found.content_type)


@asynccontextmanager
async def _chromium() -> AsyncIterator[Browser]:
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError as error:
        raise MissingPackageError("playwright", "render") from error
    program = find_chromium()
    # Chromium's own sandbox does not start for root, as in most containers.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=program,
                args=list(ARGUMENTS),
                chromium_sandbox=not is_root,
                # Loopback, too, must not pass the proxy by.
                proxy={"server": NO_PROXY, "bypass": "<-loopback>"},
            )
            try:
                yield browser
            finally:
                # Should it not close, it ends with its driver, right after this.
                with suppress(Error, asyncio.TimeoutError):
                    await asyncio.wait_for(browser.close(), CLOSE_SECONDS)
    except Error as error:
        raise RenderError(f"the browser failed: {str(error).splitlines()[0]}") from error


def find_chromium() -> str:
    """The path of the browser: MAINTEXT_CHROMIUM, or the first of its usual names."""
    program = os.environ.get("MAINTEXT_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise RenderError(f"no browser: install chromium, or set MAINTEXT_CHROMIUM (looked for {', '.join(PROGRAMS)})")
    return program


async def _watch_memory(browser: Browser, memory_mb: int) -> tuple[dict[str, Any], int]:
    """Raises once the browser's processes have more memory than they may; never returns otherwise."""
    session = await browser.new_browser_cdp_session()
    while True:
        info = await session.send("SystemInfo.getProcessInfo")
        n_mb = sum(_resident_mb(int(process["id"])) for process in info["processInfo"])
        if n_mb > memory_mb:
            raise RenderError(f"rendering took more than {memory_mb} MB of memory")
        await asyncio.sleep(WATCH_SECONDS)


def _resident_mb(process: int) -> float:
    """Private memory of a process, so that what all share is not counted for each; 0 where the system has no /proc."""
    try:
        fields = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _unmarked(html: str, mark: str) -> str:
    """The HTML without the numbers of its elements."""
    pieces = html.split(f' {mark}="')
    return pieces[0] + "".join(piece.partition('"')[2] for piece in pieces[1:])

"""The MCP tools, called by the client of the `mcp` package: over standard input and output, and over HTTP."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import maintext
from tests.served import Served
from tests.shared_data import ROOT
from tests.web_server import Answer, web_server

DEMO = (ROOT / "demo" / "html" / "harbour-news.html").read_text(encoding="utf-8")
# The client would hand over a few variables only, and PYTHONPATH is not among them.
OVER_STDIO = StdioServerParameters(
    command=sys.executable, args=["-m", "maintext", "mcp", "--workers", "1"], env=dict(os.environ)
)


@pytest.fixture(scope="module", params=["stdio", "http"])
def way(request: pytest.FixtureRequest) -> Iterator[Any]:
    """What a client connects to."""
    if request.param == "stdio":
        yield OVER_STDIO
        return
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "1")
    yield f"{server.address}/mcp"
    server.kill()


def talk(way: Any, *calls: tuple[str, dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    """The tools, and the results of some calls."""

    async def run() -> tuple[list[Any], list[Any]]:
        async with Client(way, read_timeout_seconds=120) as client:
            tools = (await client.list_tools()).tools
            return tools, [await client.call_tool(name, arguments) for name, arguments in calls]

    return asyncio.run(run())


def text_of(result: Any) -> str:
    return str(result.content[0].text)


def test_a_client_lists_the_tools_and_calls_them(way: Any) -> None:
    tools, results = talk(
        way,
        ("extract_html", {"html": DEMO}),
        ("extract_html", {"html": DEMO, "output_format": "text", "by": "cetr", "include_links": False}),
        ("judge_page", {"html": DEMO}),
        ("judge_page", {"html": "<ul><li><a href=/>Home</a></ul>"}),
    )
    assert {tool.name for tool in tools} == {"extract_page", "extract_html", "extract_shapes", "judge_page"}
    assert all(tool.description and tool.input_schema["properties"] for tool in tools)
    assert not any(result.is_error for result in results)
    assert text_of(results[0]) == maintext.extract(DEMO).to_markdown()
    assert text_of(results[1]) == maintext.extract(DEMO, by="cetr").to_text(include_links=False)
    judged, empty = (json.loads(text_of(result)) for result in results[2:])
    assert judged["has_main_text"] is True
    assert judged["title"] == maintext.extract(DEMO).title
    assert 0 < judged["n_blocks_kept"] < judged["n_blocks"]
    assert empty["n_blocks_kept"] == 0


def test_a_client_gets_data_in_the_shape_of_the_page(way: Any) -> None:
    login = "<title>Log in</title><h1>Log in</h1><form><input type=password></form>"
    sold = '<meta property="product:price:amount" content="39.90"><h1>Kettle</h1><a href=/k2>K2</a>'
    _, results = talk(
        way,
        ("extract_shapes", {"html": sold, "shapes": ["product", "items"], "url": "https://shop.example/"}),
        ("judge_page", {"html": login, "url": "https://shop.example/login"}),
        ("extract_shapes", {"html": sold, "shapes": ["price"]}),
        ("extract_shapes", {"html": sold, "shapes": []}),
    )
    data, judged = (json.loads(text_of(result)) for result in results[:2])
    assert (data["product"]["price"], data["items"], len(data)) == ("39.90", [], 2)
    assert judged["verdict"]["kind"] == "login"
    assert [result.is_error for result in results] == [False, False, True, True]
    assert "unknown shape 'price'" in text_of(results[2])


def test_what_can_not_be_done_is_told_as_the_tools_own_error(way: Any) -> None:
    _, results = talk(
        way,
        ("extract_page", {"url": "https://example.org/"}),
        ("extract_html", {"html": "x", "by": "magic"}),
        ("judge_page", {}),
    )
    assert all(result.is_error for result in results)
    told = [text_of(result) for result in results]
    assert "does not fetch pages" in told[0]
    assert "unknown extractor 'magic'" in told[1]
    assert "html or url is required" in told[2]


def test_a_page_is_fetched_where_that_is_allowed_and_private_addresses_are_not() -> None:
    args = [*OVER_STDIO.args, "--allow-fetch"]
    page = Answer(DEMO.encode(), headers={"Content-Type": "text/html; charset=utf-8"})
    with web_server({"/a": page}) as web:
        call = ("extract_page", {"url": f"{web.url}/a"})
        _, (refused,) = talk(OVER_STDIO.model_copy(update={"args": args}), call)
        assert refused.is_error
        assert not web.hits
        args = [*args, "--allow-network", "127.0.0.0/8"]
        _, (fetched,) = talk(OVER_STDIO.model_copy(update={"args": args}), call)
    assert text_of(fetched) == maintext.extract(DEMO, f"{web.url}/a").to_markdown(with_metadata=True)


BROKEN_FRAMES = (
    b"not JSON at all",
    b"",
    b"\xff\xfe\x00",
    b"\0" * 1000,
    b"{}",
    b"[]",
    b"[" * 200_000,
    b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
    b'{"jsonrpc":"1.0","id":5,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":{},"method":"tools/call"}',
    b'{"jsonrpc":"2.0","id":77,"result":{}}',
    b'{"jsonrpc":"2.0","id":"7","method":"tools/call","params":{"name":"extract_html","arguments":{"html":"\\ud800"}}}',
)
ANSWERED_FRAMES = {
    b'{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"name":5}}': "Invalid request parameters",
    b'{"jsonrpc":"2.0","id":12,"method":"nonsense"}': "Method not found",
    b'{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"extract_html","arguments":{"html":7}}}': "str",
    b'{"jsonrpc":"2.0","id":"14","method":"ping","params":{"x":"' + b"x" * 3_000_000 + b'"}}': "the limit is 2,000,000",
    b'{"params":{"x":"' + b"x" * 3_000_000 + b'"},"jsonrpc":"2.0","method":"ping","id":15}': "the limit is 2,000,000",
}


def frame(id_: int, method: str, params: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params}).encode()


def test_broken_frames_over_stdio_cost_nobody_else_an_answer() -> None:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    good = frame(99, "tools/call", {"name": "extract_html", "arguments": {"html": "<p>Tea, at last.", "by": "all"}})
    lines = [frame(1, "initialize", client), b'{"jsonrpc":"2.0","method":"notifications/initialized"}']
    command = [sys.executable, "-m", "maintext", "mcp", "--workers", "1", "--max-body", "1"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"\n".join([*lines, *BROKEN_FRAMES, *ANSWERED_FRAMES, good, b""]))
    process.stdin.flush()
    answers: dict[Any, str] = {}
    while 99 not in answers:
        line = process.stdout.readline()
        assert line, process.stderr and process.stderr.read()
        answers[json.loads(line).get("id")] = line.decode()
    # The last frame has no end: the client is gone.
    _, errors = process.communicate(b'{"jsonrpc":"2.0","id":100', timeout=120)
    assert (process.returncode, b"Traceback" in errors) == (0, False)
    assert "Tea, at last." in answers.pop(99)
    assert answers.keys() == {1, 11, 12, 13, "14", 15}
    for id_, reason in zip((11, 12, 13, "14", 15), ANSWERED_FRAMES.values(), strict=True):
        assert reason in answers[id_]

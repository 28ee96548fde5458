"""The experiment of the matching paper, remade: a Thai site in windows-874 with gzip and relative links.

The paper crawled a Thai news site from a seed page and extracted fifteen of its pages. This site is made up; its pages
have what made that one hard: a single-byte encoding that only a <meta> names, compressed responses, links relative to a
`<base>`, and blocks that repeat on every page inside the column of the text.
"""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web_server import Answer, Asked, WebServer, web_server

N_PAGES = 15
SUBJECTS = ["ท่าเรือ", "ตลาดน้ำ", "โรงเรียน", "สวนผลไม้", "หอสมุด", "สะพานไม้", "โรงละคร", "สถานีรถไฟ"]
EVENTS = [
    "เปิดทำการเมื่อวันจันทร์",
    "ปิดซ่อมแซมเป็นเวลาสองเดือน",
    "มีผู้เข้าชมจำนวนมาก",
    "ได้รับรางวัลประจำปี",
    "ย้ายไปอยู่ริมแม่น้ำ",
    "จัดงานฉลองครบรอบ",
    "ถูกน้ำท่วมอีกครั้ง",
]
NOTICES = [
    "สงวนลิขสิทธิ์ตามกฎหมายห้ามคัดลอกเนื้อหาส่วนใดส่วนหนึ่งของเว็บไซต์",
    "อ่านข่าวอื่นที่น่าสนใจได้ทุกวันบนเว็บไซต์ของเรา",
]


def paragraphs(number: int) -> list[str]:
    """Texts that no other page has."""
    chance = random.Random(number)
    return [
        " ".join(f"{chance.choice(SUBJECTS)}{chance.choice(EVENTS)}" for _ in range(5)) + " เจ้าหน้าที่กล่าวในรายงาน"
        for _ in range(4)
    ]


def headline(number: int) -> str:
    return f"{SUBJECTS[number % 5]} ข่าวที่ {number}"


def html(number: int) -> str:
    links = "".join(f'<a href="page.cfm?contentID={other}">ข่าวที่ {other}</a> ' for other in range(N_PAGES))
    text = "".join(f"<p>{text}</p>" for text in paragraphs(number))
    notices = "".join(f"<p>{text}</p>" for text in NOTICES)
    return (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-874">'
        f'<base href="/newstartpage/"><title>ข่าวที่ {number} เดลินิวส์</title></head><body><div id=menu>{links}</div>'
        f"<table><tr><td><div class=content><h1>{headline(number)}</h1>{text}{notices}</div></table>"
    )


def thai_page(number: int) -> Any:
    body = gzip.compress(html(number).encode("cp874"))

    def answer(asked: Asked) -> Answer:
        assert "gzip" in asked.headers["accept-encoding"]
        # No charset: as on old servers, only the page itself names it.
        return Answer(body, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"})

    return answer


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    routes = {f"/newstartpage/page.cfm?contentID={number}": thai_page(number) for number in range(N_PAGES)}
    with web_server({**routes, "/": thai_page(99)}) as running:
        yield running


def crawl(server: WebServer, folder: Path, *options: str) -> dict[str, dict[str, Any]]:
    command = [sys.executable, "-m", "maintext", "site", f"{server.url}/", "--delay", "0", "--allow-private"]
    output = ["-o", str(folder / "site.jsonl"), "--warc", str(folder / "site.warc.gz")]
    done = subprocess.run([*command, *output, *options], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (folder / "site.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["url"].removeprefix(server.url): row for row in rows}


@pytest.mark.parametrize(
    "options",
    [("--by", "xpath-blocks", "--rule", "paper"), ("--by", "xpath-blocks"), ("--by", "model"), ("--by", "all")],
    ids=" ".join,
)
def test_every_page_has_its_own_text_and_nothing_that_all_share(
    server: WebServer, tmp_path: Path, options: tuple[str, ...]
) -> None:
    rows = crawl(server, tmp_path, *options)
    assert set(rows) == {"/", *(f"/newstartpage/page.cfm?contentID={number}" for number in range(N_PAGES))}
    for number in range(N_PAGES):
        row = rows[f"/newstartpage/page.cfm?contentID={number}"]
        assert row["title"] == headline(number), "what readers see, not the shorter title of the head"
        assert all(text in row["text"] for text in paragraphs(number)), "recall is 1, as in the paper"
        assert not any(notice in row["text"] for notice in NOTICES)
        assert set(NOTICES) <= set(row["dropped"])


def test_a_warc_of_the_crawl_is_matched_by_the_papers_rule(server: WebServer, tmp_path: Path) -> None:
    crawl(server, tmp_path, "--by", "xpath-blocks")
    command = [sys.executable, "-m", "maintext", "match", str(tmp_path / "site.warc.gz"), "--by", "xpath-blocks"]
    options = ["--rule", "paper", "--minimum", "2", "-o", str(tmp_path / "matched.jsonl"), "--json"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "matched.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == N_PAGES + 1
    for row in rows:
        assert set(NOTICES) <= set(row["shared"])
        assert not any(notice in row["text"] for notice in NOTICES)
    listed = {tuple(block["examples"]): block["n_with"] for block in map(json.loads, done.stdout.splitlines())}
    assert {listed[(notice,)] for notice in NOTICES} == {N_PAGES + 1}

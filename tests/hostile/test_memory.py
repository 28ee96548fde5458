"""Peak memory: a fixed multiple of the page, measured in a process of its own."""

import subprocess
import sys

import pytest

from tests.shared_data import shared

pytestmark = pytest.mark.slow

# Reads the page that BUILD gives and prints the growth of the peak over the page's size.
PROGRAM = """
import resource, sys, tarfile
import maintext, maintext.page, maintext.page.parsing
{build}
maintext.parse(b"<p>warm-up")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
table = maintext.parse(page, limits=maintext.Limits(max_bytes=100_000_000))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * 1024 / len(page))
"""

ONLY_TAGS = {
    "unclosed": "page = b'<b>' * 3_000_000",
    "nested and closed": "page = b'<i>' * 1_500_000 + b'</i>' * 1_500_000",
    "paragraphs": "page = b'<p>' * 3_000_000",
    "paragraphs in formatting": "page = b'<b><i><u>' * 10 + b'<p>' * 3_000_000",
    "cells": "page = b'<table>' + b'<td>' * 2_000_000",
    "tables": "page = b'<table><td>' * 1_000_000",
    "with ids": "page = b'<p id=ab class=cd>' * 500_000",
    "a tag a line": "page = b'<p>\\n' * 2_000_000",
}


def growth(build: str) -> float:
    program = PROGRAM.format(build=build)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    return float(done.stdout)


@pytest.mark.parametrize("name", ONLY_TAGS)
def test_a_page_of_nothing_but_tags_takes_less_than_25_times_its_size(name: str) -> None:
    assert growth(ONLY_TAGS[name]) < 24  # The page itself is the 25th.


@pytest.mark.parametrize("corpus", ["wcxb_train", "cleaneval_final", "newspaper_train"])
def test_a_real_page_takes_less_than_ten_times_its_size(corpus: str) -> None:
    archive = shared("corpora", f"{corpus}.tar.xz")
    # Real pages are too small to measure one by one: a hundred of them, one after the other in one page.
    build = f"""
pages = []
with tarfile.open({str(archive)!r}) as tar:
    for member in tar:
        if "/html/" in member.name and member.isfile():
            pages.append(tar.extractfile(member).read())
        if len(pages) == 100:
            break
page = b"</plaintext>".join(pages)
del pages
"""
    assert growth(build) < 9

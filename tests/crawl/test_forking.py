"""A process that forks after it has imported and used maintext: both halves go on fetching, crawling and matching."""

import subprocess
import sys
from pathlib import Path

from tests.shared_data import ROOT
from tests.web_server import Answer, web_server

SCRIPT = """
import os, sys, tempfile, warnings
import maintext
from maintext.crawl import Pace, Scope, open_state, read_rows, run_crawl
from maintext.fetch import Policy, fetch_page
from maintext.shared_blocks import match

# Python warns of forks while threads run; that they are harmless here is what this tests.
warnings.simplefilter("ignore", DeprecationWarning)
url, policy = sys.argv[1], Policy(allowed_networks=("127.0.0.1/32",))

def use():
    assert fetch_page(url, policy).checked().status == 200
    documents = [maintext.extract(f"<p>Own text of {n}.<p>Shared text!", by="all") for n in ("a", "b", "c")]
    assert [document.text for document in match(documents)][0] == "Own text of a."
    with tempfile.TemporaryDirectory() as folder, open_state(f"{folder}/state", Scope((url,))) as state:
        assert run_crawl(state, policy, Pace(delay_s=0.0)).n_done == 2
        assert sum(bool(row.text) for row in read_rows(state)) == 2

for before in sys.argv[2]:
    if before == "u":
        use()
    child = os.fork()
    use()
    if child == 0:
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0, status
print("both")
"""


def test_both_halves_of_a_forked_process_work(tmp_path: Path) -> None:
    text = "<p>" + "The ferry was late again, and nobody on the pier was surprised by that. " * 5
    routes = {
        "/": Answer(f"<title>Home</title>{text}Home.<a href=/a>a</a>".encode(), headers={"Content-Type": "text/html"}),
        "/a": Answer(f"<title>A</title>{text}Away.".encode(), headers={"Content-Type": "text/html"}),
    }
    (tmp_path / "script.py").write_text(SCRIPT)
    with web_server(routes) as server:
        command = [sys.executable, str(tmp_path / "script.py"), f"{server.url}/", "iu"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=ROOT)
    assert done.stdout.split() == ["both"], done.stderr

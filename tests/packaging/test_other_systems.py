"""Windows has neither `resource` nor `fcntl`; every module is importable without what only Unix has."""

import subprocess
import sys

import pytest

from tests.shared_data import ROOT

UNIX_ONLY = ("fcntl", "grp", "posix_ipc", "pty", "pwd", "resource", "syslog", "termios")
PROGRAM = f"""
import importlib, pathlib, sys
hidden = {UNIX_ONLY!r}
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name in hidden:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
for name in hidden:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Blocker())
top = pathlib.Path({str(ROOT / "src")!r})
for path in sorted(top.rglob("*.py")):
    module = ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")
    if module.endswith("__main__"):
        continue
    try:
        importlib.import_module(module)
    except ImportError as error:
        if error.name in hidden:
            # Other packages may need them; ours must not. The innermost file outside the import system asks.
            frame, asking = error.__traceback__, ""
            while frame:
                file = frame.tb_frame.f_code.co_filename
                asking = asking if "importlib" in file or file.startswith("<") else file
                frame = frame.tb_next
            print(module, "needs", error.name, "in", asking)
"""


@pytest.mark.slow
def test_every_module_is_importable_without_what_only_unix_has() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=300)
    assert [line for line in done.stdout.splitlines() if str(ROOT / "src") in line] == []


def test_the_memory_of_the_server_is_unknown_where_nothing_reports_it() -> None:
    program = """
import sys; sys.modules["resource"] = None
import pathlib; pathlib.Path.exists = lambda path: False
from maintext.serve.metrics import _resident_bytes
print(_resident_bytes())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"

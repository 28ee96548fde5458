"""axe-core on a page in a browser. Tests that need it are skipped without it, and say so: `make .venv/axe`."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.shared_data import ROOT


def serious_findings(view: Page) -> list[str]:
    """What axe calls serious or critical, with the elements; frames apart, which run no scripts, so no axe either."""
    found = sorted((ROOT / ".cache").glob("axe-*.min.js"))
    if not found:
        pytest.skip("NO AXE: needs axe-core (make .venv/axe fetches it from the npm registry)")
    # By the debugger: a script element would be refused by the content security policy.
    view.evaluate(Path(found[-1]).read_text(encoding="utf-8"))
    result = view.evaluate("async () => (await axe.run(document, { iframes: false })).violations")
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:200]}"
        for rule in result
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]

"""`make audit` and `make deny` never take dependencies that they could not check for good ones."""

import json
import re

from tests.shared_data import ROOT
from tools.audit import Audit, exit_code, read_cargo_audit, read_pip_audit
from tools.deny import Verdict, read_verdict
from tools.deny import exit_code as deny_code

NO_NETWORK = "error: couldn't fetch advisory database: git operation failed\nCaused by:\n  -> no route"
GOOD = {"lockfile": {"dependency-count": 75}, "vulnerabilities": {"list": []}}
BAD = {
    **GOOD,
    "vulnerabilities": {
        "list": [{"package": {"name": "tea", "version": "1.0"}, "advisory": {"id": "RUSTSEC-1", "title": "leaks"}}]
    },
}


def test_crates_without_advisories_are_good() -> None:
    audit = read_cargo_audit("Cargo.lock", json.dumps(GOOD), "")
    assert str(audit) == "Cargo.lock: 75 compared, 0 with advisories"
    assert exit_code([audit]) == 0


def test_an_advisory_is_named_and_the_exit_code_is_1() -> None:
    audit = read_cargo_audit("Cargo.lock", json.dumps(BAD), "")
    assert "tea 1.0: RUSTSEC-1 leaks" in str(audit)
    assert exit_code([audit, Audit("x", unchecked="no network")]) == 1


def test_advisory_data_that_can_not_be_had_is_an_exit_code_of_its_own() -> None:
    audit = read_cargo_audit("Cargo.lock", "", NO_NETWORK)
    assert "NOT COMPARED: the advisory data can't be had: error: couldn't fetch" in str(audit)
    assert exit_code([audit]) == 2


def test_packages_that_pip_audit_skips_are_not_good() -> None:
    skipped = [{"name": "numpy", "skip_reason": "Dependency not found on PyPI"}]
    good = [{"name": "click", "version": "8", "vulns": []}]
    audit = read_pip_audit("constraints.txt", json.dumps({"dependencies": [*skipped, *good]}), "")
    assert (audit.n_compared, exit_code([audit])) == (1, 2)
    assert "NOT COMPARED: 1 packages: Dependency not found" in str(audit)
    bad = [{"name": "click", "version": "8", "vulns": [{"id": "PYSEC-1"}]}]
    assert exit_code([read_pip_audit("c", json.dumps({"dependencies": bad}), "")]) == 1
    assert exit_code([read_pip_audit("c", "", "no network")]) == 2


def test_versions_of_dependencies_are_bounded_on_both_sides() -> None:
    manifest = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.maturin]")[0]
    # The versions of peers are measured ones: requirements-peers.txt has them.
    manifest = re.sub(r"^peers = \[.*?^\]", "", manifest, flags=re.MULTILINE | re.DOTALL)
    lists = re.findall(r"^(?:dependencies|[a-z]+) = (\[.*\])$", manifest, re.MULTILINE)
    names = [name for found in lists for name in re.findall(r'"([^"]+)"', found) if ">=" in name]
    assert len(names) > 20
    assert [name for name in names if not re.search(r">=[\d.]+,<\d", name)] == []


def test_a_licence_that_is_not_allowed_fails_and_missing_advisories_are_not_ok() -> None:
    refused = "error[rejected]: failed to satisfy license requirements\n  at tea 1.0\nlicenses FAILED\n"
    offline = "2026-01-31 12:00:00 [ERROR] failed to fetch advisory database https://example.org/db\n"
    verdicts = [
        read_verdict("Cargo.toml", "licenses", 4, refused),
        read_verdict("Cargo.toml", "advisories", 1, offline),
        read_verdict("Cargo.toml", "bans", 0, "bans ok"),
    ]
    assert verdicts[0].problems == ("error[rejected]: failed to satisfy license requirements",)
    assert "failed to fetch advisory database" in verdicts[1].not_made
    assert verdicts[2] == Verdict("Cargo.toml", "bans")
    assert (deny_code(verdicts), deny_code(verdicts[1:]), deny_code(verdicts[2:])) == (1, 2, 0)

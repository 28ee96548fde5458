"""The Dockerfile, as far as it can be checked without Docker."""

import re

from maintext.cli.serve import MIN_TOKEN_CHARS
from tests.shared_data import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def copied() -> list[str]:
    """What is copied from the build context."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    return [name for line in lines for name in line.split()[:-1]]


def test_everything_that_is_copied_exists_and_is_part_of_the_build_context() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert set(copied()) == allowed
    for name in copied():
        assert (ROOT / name).exists(), name


def test_the_wheel_is_built_from_what_is_copied() -> None:
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in re.findall(r'^(?:readme|manifest-path|python-source) = "([^"]+)"', pyproject, re.MULTILINE):
        assert name.split("/")[0] in copied(), name
    (licences,) = re.findall(r"^license-files = \[(.+)\]", pyproject, re.MULTILINE)
    assert {name.strip('" ') for name in licences.split(",")} <= set(copied())


def test_the_command_in_its_comment_gives_a_token_that_is_long_enough() -> None:
    (n_bytes,) = re.findall(r'MAINTEXT_TOKEN="\$\(openssl rand -hex (\d+)\)"', DOCKERFILE)
    assert 2 * int(n_bytes) >= MIN_TOKEN_CHARS


def test_it_runs_without_rights_and_has_a_health_check() -> None:
    last_stage = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!0$|root$)\S+$", last_stage, re.MULTILINE)
    assert "HEALTHCHECK" in last_stage
    assert "/healthz" in last_stage

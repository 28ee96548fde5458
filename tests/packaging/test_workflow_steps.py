"""The steps of the workflows that can be run by hand."""

import subprocess
from pathlib import Path

import pytest

from tools.workflow_steps import Step, linux_steps, run


def test_every_linux_step_is_found_and_those_that_publish_are_marked() -> None:
    steps = list(linux_steps())
    jobs = {step.job for step in steps}
    assert {"docs/build", "test/full", "test/installed", "test/crate", "wheels/wheel", "release/version"} <= jobs
    assert {step.job for step in steps if step.publishes} == {"release/crate", "release/github"}
    assert not [step for step in steps if "${{" in step.command]


def test_make_targets_of_the_workflows_exist() -> None:
    makefile = Path("Makefile").read_text(encoding="utf-8")
    targets = [word.split()[1] for step in linux_steps() for word in [step.command] if word.startswith("make ")]
    assert targets
    for target in targets:
        assert f"\n{target}:" in makefile, target


def test_a_step_that_fails_ends_its_job(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    commands = ["echo one", "gh release create x", "false | cat", "echo never"]
    monkeypatch.setattr("tools.workflow_steps.linux_steps", lambda: iter([Step("a/b", text, {}) for text in commands]))
    assert run("a/b", tmp_path) == 1
    printed = capfd.readouterr().out
    assert "one" in printed
    assert "not run, because it publishes" in printed
    assert "never" not in printed.replace("echo never", "")


def test_the_version_step_of_a_release_accepts_our_own_version_once_the_changelog_names_it(tmp_path: Path) -> None:
    (step,) = [step for step in linux_steps() if step.job == "release/version"]
    clone = tmp_path / "clone"
    for name in ("src/maintext/__init__.py", "Cargo.toml", "CHANGELOG.md"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_text(Path(name).read_text(encoding="utf-8"), encoding="utf-8")
    changelog = clone / "CHANGELOG.md"
    shell = ["bash", "-e", "-c", step.command]
    changelog.write_text("# Changelog\n")
    assert subprocess.run(shell, cwd=clone, env=step.environment, check=False).returncode
    changelog.write_text(f"# Changelog\n\n## {step.environment['TAG'].removeprefix('v')}\n")
    assert subprocess.run(shell, cwd=clone, env=step.environment, check=False).returncode == 0

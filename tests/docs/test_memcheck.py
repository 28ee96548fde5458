"""`make memcheck` counts the errors of the core alone, and never takes a check that was not run for one that passed."""

from tools.memcheck import CORE, Check, errors_of_core, exit_code

ERROR = "<error><kind>{}</kind><stack><frame><obj>{}</obj><fn>read</fn></frame></stack></error>"


def report(*errors: str) -> str:
    return f"<?xml version='1.0'?><valgrindoutput>{''.join(errors)}</valgrindoutput>"


def test_only_errors_in_the_core_count() -> None:
    python, ours = "/usr/bin/python3", f"/x/{CORE}"
    found = errors_of_core(
        report(
            ERROR.format("InvalidRead", python),
            ERROR.format("InvalidRead", ours),
            ERROR.format("UninitCondition", ours),
        )
    )
    assert found == ("InvalidRead: read", "UninitCondition: read")
    assert errors_of_core(report(ERROR.format("Leak_PossiblyLost", ours))) == ()


def test_a_check_that_was_not_run_has_an_exit_code_of_its_own() -> None:
    assert exit_code([Check("miri"), Check("valgrind")]) == 0
    assert exit_code([Check("miri", not_run="no nightly"), Check("valgrind")]) == 2
    assert exit_code([Check("miri", not_run="no nightly"), Check("valgrind", ("InvalidRead: read",))]) == 1
    assert "NOT RUN: no nightly" in str(Check("miri", not_run="no nightly"))

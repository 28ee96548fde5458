"""A panic of the native core -> a named error.

The core has no unsafe code, so what it did not expect is a panic, never a crash. But PyO3 makes an exception of it that
is no `Exception`: it would end every loop over pages that catches only those.
"""

from __future__ import annotations

from types import TracebackType

from maintext.errors import PageFailedError

KIND = "PanicException"


class _NamedPanics:
    """`with named_panics:` around what works on one page. One for all: it remembers nothing."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Its class can't be imported; only its name is known.
        if kind is not None and kind.__name__ == KIND:
            raise PageFailedError(KIND, str(error)) from None


named_panics = _NamedPanics()

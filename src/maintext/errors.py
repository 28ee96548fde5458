"""Every error that maintext raises on purpose.

MaintextError
+-- InputError               what was given can't be a page
|   +-- PageTooLargeError
+-- ModelError               a model file is not what it should be
+-- UnknownExtractorError    no extractor has that name
+-- UnknownFormatError       no output format has that name
+-- CorpusError              a data set can't be read
+-- EvaluationError          a measurement can't be made, or is below its floor
+-- MatchingError            pages of a site can't be matched, or their counts can't be read
+-- MissingPackageError      an optional package is not installed
+-- GuardError               a guarded process can't be started
+-- PageLostError            a page that its guarded process did not survive
|   +-- PageTimeoutError
|   +-- PageMemoryError
|   +-- PageCrashError
+-- PageFailedError          work on a page raised an error that has no name here
+-- DamagedRecordError       a record of an archive is not whole
+-- BatchError               a batch can't be run, or not with what its folder holds
"""

from collections.abc import Iterable


class MaintextError(Exception):
    """The base of all errors of maintext."""


class InputError(MaintextError):
    """What was given can't be read as a page."""


class PageTooLargeError(InputError):
    """A page has more bytes than the limit allows."""

    def __init__(self, n_bytes: int, max_bytes: int) -> None:
        super().__init__(f"the page has {n_bytes:,} bytes, the limit is {max_bytes:,}")
        self.n_bytes = n_bytes
        self.max_bytes = max_bytes

    def __reduce__(self) -> tuple[type["PageTooLargeError"], tuple[int, int]]:
        # Two arguments, one message: without this the error can't cross a process boundary.
        return type(self), (self.n_bytes, self.max_bytes)


class ModelError(MaintextError):
    """A model file can't be read, or is not of the kind that is needed."""


class UnknownExtractorError(MaintextError):
    """No extractor has that name."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"there is no extractor {name!r}; there are: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type["UnknownExtractorError"], tuple[object, tuple[str, ...]]]:
        return type(self), (self.name, self.known)


class UnknownFormatError(MaintextError):
    """No output format has that name."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"there is no format {name!r}; there are: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type["UnknownFormatError"], tuple[object, tuple[str, ...]]]:
        return type(self), (self.name, self.known)


class CorpusError(MaintextError):
    """A data set can't be read."""


class EvaluationError(MaintextError):
    """A measurement can't be made, or is below its floor."""


class MatchingError(MaintextError):
    """Pages of a site can't be matched, or their counts can't be read."""


class MissingPackageError(MaintextError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is not installed: pip install 'maintext[{extra}]'")

    def __reduce__(self) -> tuple[type["MissingPackageError"], tuple[str, str]]:
        return type(self), (self.package, self.extra)


class GuardError(MaintextError):
    """A guarded process can't be started, or stopped before it was ready."""


class PageLostError(MaintextError):
    """A page that its guarded process did not survive."""


class PageTimeoutError(PageLostError):
    """A page took longer than the limit allows."""

    def __init__(self, max_seconds: float) -> None:
        # Not how long it ran: the same page gives the same error.
        super().__init__(f"the page took longer than {max_seconds:g} s")
        self.max_seconds = max_seconds

    def __reduce__(self) -> tuple[type["PageTimeoutError"], tuple[float]]:
        return type(self), (self.max_seconds,)


class PageMemoryError(PageLostError):
    """A page took more memory than the limit allows."""

    def __init__(self, max_bytes: int) -> None:
        super().__init__(f"the page needed more than {max_bytes:,} bytes of memory")
        self.max_bytes = max_bytes

    def __reduce__(self) -> tuple[type["PageMemoryError"], tuple[int]]:
        return type(self), (self.max_bytes,)


class PageCrashError(PageLostError):
    """A page ended its process."""

    def __init__(self, ending: str, last_words: str = "") -> None:
        super().__init__(f"the page's process ended: {ending}" + (f"; it said: {last_words}" if last_words else ""))
        self.ending = ending
        self.last_words = last_words

    def __reduce__(self) -> tuple[type["PageCrashError"], tuple[str, str]]:
        return type(self), (self.ending, self.last_words)


class PageFailedError(MaintextError):
    """Work on a page raised an error that has no name in maintext."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}" if message else kind)
        self.kind = kind
        self.message = message

    def __reduce__(self) -> tuple[type["PageFailedError"], tuple[str, str]]:
        return type(self), (self.kind, self.message)


class DamagedRecordError(MaintextError):
    """A record of an archive is not whole. It stands in the rows of a batch, in place of the page."""


class BatchError(MaintextError):
    """A batch can't be run, or not with what its folder holds."""

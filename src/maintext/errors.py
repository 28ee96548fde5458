"""Every error that maintext raises on purpose.

MaintextError
+-- InputError               what was given can't be a page
|   +-- PageTooLargeError
+-- ModelError               a model file is not what it should be
+-- UnknownExtractorError    no extractor has that name
+-- UnknownFormatError       no output format has that name
+-- CorpusError              a data set can't be read
+-- EvaluationError          a measurement can't be made, or is below its floor
+-- MissingPackageError      an optional package is not installed
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


class MissingPackageError(MaintextError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is not installed: pip install 'maintext[{extra}]'")

    def __reduce__(self) -> tuple[type["MissingPackageError"], tuple[str, str]]:
        return type(self), (self.package, self.extra)

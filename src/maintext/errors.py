"""Every error that maintext raises on purpose.

MaintextError
+-- InputError               what was given can't be a page
|   +-- PageTooLargeError
|   +-- NotHtmlError             it is a PDF, an image or another file
+-- ModelError               a model file is not what it should be
|   +-- ModelMismatchError       it was trained on other features than this version has
+-- OptionError              an option makes no sense, or not for this extractor
+-- UnknownExtractorError    no extractor has that name
+-- ExtractorError           an extractor returned something other than Scores
+-- UnknownFormatError       no output format has that name
+-- CorpusError              a data set can't be read
+-- EvaluationError          a measurement can't be made, or is below its floor
+-- MatchingError            pages of a site can't be matched, or their counts can't be read
+-- LabelError               pages can't be labelled, or what was asked for is no label
+-- MissingPackageError      an optional package is not installed
+-- FetchError               an address gives no page
|   +-- AddressError             no http or https address
|   +-- ForbiddenAddressError    it leads to a network that is not to be asked
|   +-- NameResolutionError      its host name has no address
|   +-- ConnectionFailedError    nobody answers there, or not safely
|   +-- FetchTimeoutError        it takes too long
|   +-- TooManyRedirectsError    it leads on and on
|   +-- HeadersTooLargeError
|   +-- ResponseTooLargeError    before or after decompression
|   +-- BrokenResponseError      what comes back is not HTTP, or is cut off
|   +-- HttpStatusError          the server says no
|   +-- NotHtmlResponseError     the response is not HTML; also a NotHtmlError
|   +-- RobotsRefusedError       robots.txt says no
|   +-- OutOfScopeError          it leads out of the crawl
+-- CrawlError               a crawl can't be started or taken up again
+-- GuardError               a guarded process can't be started
+-- PageLostError            a page that its guarded process did not survive
|   +-- PageTimeoutError
|   +-- PageMemoryError
|   +-- PageCrashError
+-- PageFailedError          work on a page raised an error that has no name here
+-- DamagedRecordError       a record of an archive is not whole
+-- BatchError               a batch can't be run, or not with what its folder holds
+-- ServeError               a service can't be started
|   +-- RequestError             a request is malformed, or asks for something that does not exist
|   |   +-- RequestTimeoutError      the client sent its request too slowly
|   +-- FetchingIsOffError       it is asked for an address, and is not to fetch
|   +-- BusyError                too much is asked of it at once
"""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """A suggestion for a name that may be mistyped; empty if no known name is like it.

    >>> did_you_mean("cert", ["cetr", "cetr-tm", "pvalue"])
    ' (did you mean cetr?)'
    """
    close = get_close_matches(str(name), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


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


class NotHtmlError(InputError):
    """The input is a PDF, an image, an archive or another file that is not HTML."""


class ModelError(MaintextError):
    """A model file can't be read, or is not of the kind that is needed."""


class ModelMismatchError(ModelError):
    """A model was trained on other features than this version computes."""

    def __init__(self, found: str, needed: str) -> None:
        self.found = found
        self.needed = needed
        super().__init__(f"the model was trained on features {found}, this version has {needed}: train it anew")

    def __reduce__(self) -> tuple[type["ModelMismatchError"], tuple[str, str]]:
        return type(self), (self.found, self.needed)


class OptionError(MaintextError):
    """An option makes no sense, or not for this extractor."""


class UnknownExtractorError(MaintextError):
    """No extractor has that name."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        # Of `cert:deviations=1` only the name is looked up.
        suggestion = did_you_mean(str(name).partition(":")[0], self.known)
        super().__init__(f"unknown extractor {name!r}{suggestion}; available: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type["UnknownExtractorError"], tuple[object, tuple[str, ...]]]:
        return type(self), (self.name, self.known)


class ExtractorError(MaintextError):
    """An extractor returned something other than Scores with one value per block."""


class UnknownFormatError(MaintextError):
    """No output format has that name."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        suggestion = did_you_mean(name, self.known)
        super().__init__(f"unknown format {name!r}{suggestion}; available: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type["UnknownFormatError"], tuple[object, tuple[str, ...]]]:
        return type(self), (self.name, self.known)


class CorpusError(MaintextError):
    """A data set can't be read."""


class EvaluationError(MaintextError):
    """A measurement can't be made, or is below its floor."""


class MatchingError(MaintextError):
    """Pages of a site can't be matched, or their counts can't be read."""


class LabelError(MaintextError):
    """Pages can't be labelled, or what was asked for is no label."""


class MissingPackageError(MaintextError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is not installed: pip install 'maintext[{extra}]'")

    def __reduce__(self) -> tuple[type["MissingPackageError"], tuple[str, str]]:
        return type(self), (self.package, self.extra)


class FetchError(MaintextError):
    """An address gives no page. The class says why."""


class AddressError(FetchError):
    """What was given is no address of a web page: not http or https, or not an address at all."""


class ForbiddenAddressError(FetchError):
    """The address leads to a network that pages have no business in, such as one's own."""


class NameResolutionError(FetchError):
    """The name of the host has no address."""


class ConnectionFailedError(FetchError):
    """No connection could be made, or it was not safe."""


class FetchTimeoutError(FetchError):
    """A page took longer than the limit allows."""


class TooManyRedirectsError(FetchError):
    """An address leads on to others more often than the limit allows."""


class HeadersTooLargeError(FetchError):
    """A response has more bytes of headers than the limit allows."""


class ResponseTooLargeError(FetchError):
    """A response has more bytes than the limit allows, as sent or after decompression."""


class BrokenResponseError(FetchError):
    """A response is not HTTP, is cut off, or its compression is broken."""


class HttpStatusError(FetchError):
    """The server answered, but with no page."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} has status {status}")
        self.url = url
        self.status = status

    def __reduce__(self) -> tuple[type["HttpStatusError"], tuple[str, int]]:
        return type(self), (self.url, self.status)


class NotHtmlResponseError(FetchError, NotHtmlError):
    """A response is an image, a video or another file that is not HTML."""


class RobotsRefusedError(FetchError):
    """The site's robots.txt asks not to fetch the page, or can't be read just now."""


class OutOfScopeError(FetchError):
    """An address of the crawl leads to one that is not of the crawl."""


class CrawlError(MaintextError):
    """A crawl can't be started or taken up again, or its pages can't be written."""


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


class ServeError(MaintextError):
    """A service can't be started."""


class RequestError(ServeError):
    """A request to the service is malformed, or asks for something that does not exist."""


class RequestTimeoutError(RequestError):
    """The client sent its request too slowly, or stopped in the middle of it."""


class FetchingIsOffError(ServeError):
    """A service is asked for an address, and is not to fetch."""


class BusyError(ServeError):
    """Too much is asked of a service at once; later there may be room."""

    def __init__(self, reason: str, retry_seconds: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_seconds = retry_seconds

    def __reduce__(self) -> tuple[type["BusyError"], tuple[str, int]]:
        return type(self), (self.reason, self.retry_seconds)

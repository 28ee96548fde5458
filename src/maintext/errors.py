"""Every error that maintext raises on purpose.

MaintextError
+-- InputError               the input can't be read as a page
|   +-- PageTooLargeError
|   +-- NotHtmlError             the input is a PDF, an image or another file
+-- ModelError               a model file can't be read, or has the wrong kind
|   +-- ModelMismatchError       the model was trained on other features
+-- OptionError              an option has a wrong value, or does not apply here
|   +-- SelectorError            a CSS selector or XPath is not understood
+-- UnknownExtractorError    no extractor has that name
+-- ExtractorError           an extractor returned something other than Scores
+-- UnknownFormatError       no output format has that name
+-- CorpusError              a data set can't be read
+-- EvaluationError          a measurement failed, or is below its floor
+-- MatchingError            pages of a site can't be matched, or their counts can't be read
+-- LabelError               pages can't be labelled, or a label is not valid
+-- MissingPackageError      an optional package is not installed
+-- RenderError              a browser could not render a page, or the page exceeded a limit
+-- FetchError               a page can't be fetched
|   +-- AddressError             not an http or https address
|   +-- ForbiddenAddressError    the address is in a network that may not be fetched
|   +-- NameResolutionError      the host name can't be resolved
|   +-- ConnectionFailedError    no connection, or no secure one
|   +-- FetchTimeoutError        the fetch took too long
|   +-- TooManyRedirectsError
|   +-- HeadersTooLargeError
|   +-- ResponseTooLargeError    before or after decompression
|   +-- BrokenResponseError      the response is not HTTP, or is cut off
|   +-- HttpStatusError          the status is not 2xx
|   +-- NotHtmlResponseError     the response is not HTML; also a NotHtmlError
|   +-- RobotsRefusedError       robots.txt disallows it
|   +-- OutOfScopeError          a redirect leaves the crawl's scope
+-- CrawlError               a crawl can't be started or resumed
+-- GuardError               a guarded process can't be started
+-- PageLostError            a page ended its guarded process
|   +-- PageTimeoutError
|   +-- PageMemoryError
|   +-- PageCrashError
+-- PageFailedError          a page raised an unexpected error
+-- DamagedRecordError       a record of an archive is incomplete
+-- BatchError               a batch can't be run, or not in this output folder
|   +-- JobLockedError           another run is writing to the output
|   +-- StorageError             an object store does not answer, or refuses
|       +-- BucketNotFoundError      the bucket or container does not exist
|       +-- StoragePermissionError   no credentials, or no permission
+-- ServeError               a service can't be started
|   +-- RequestError             a request is malformed, or asks for something that does not exist
|   |   +-- RequestTimeoutError      the client sent its request too slowly
|   +-- FetchingIsOffError       a request names an address, but fetching is off
|   +-- BusyError                the service has too many requests
"""

from collections.abc import Iterable


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """A suggestion for a name that may be mistyped; empty if no known name is like it.

    >>> did_you_mean("cert", ["cetr", "cetr-tm", "pvalue"])
    ' (did you mean cetr?)'
    """
    # Not at the top: most programs make no such mistake, and its import takes as long as several pages.
    from difflib import get_close_matches

    close = get_close_matches(str(name), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


class MaintextError(Exception):
    """The base of all errors of maintext."""


class InputError(MaintextError):
    """The input can't be read as a page."""


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
    """A model file can't be read, or has the wrong kind."""


class ModelMismatchError(ModelError):
    """A model was trained on other features than those of this version."""

    def __init__(self, found: str, needed: str) -> None:
        self.found = found
        self.needed = needed
        super().__init__(f"the model was trained on features {found}, this version has {needed}: train it again")

    def __reduce__(self) -> tuple[type["ModelMismatchError"], tuple[str, str]]:
        return type(self), (self.found, self.needed)


class OptionError(MaintextError):
    """An option has a wrong value, or does not apply here."""


class SelectorError(OptionError):
    """A CSS selector or XPath is not understood."""

    def __init__(self, selector: str, problem: str, known: str = "") -> None:
        super().__init__(f"in the selector {selector[:100]!r}, {problem}" + (f"; {known}" if known else ""))
        self.arguments = (selector, problem, known)

    def __reduce__(self) -> tuple[type["SelectorError"], tuple[str, str, str]]:
        return type(self), self.arguments


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
    """A measurement failed, or is below its floor."""


class MatchingError(MaintextError):
    """Pages of a site can't be matched, or their counts can't be read."""


class LabelError(MaintextError):
    """Pages can't be labelled, or a label is not valid."""


class MissingPackageError(MaintextError):
    """An optional package is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        self.extra = extra
        super().__init__(f"{package} is not installed: pip install 'maintext[{extra}]'")

    def __reduce__(self) -> tuple[type["MissingPackageError"], tuple[str, str]]:
        return type(self), (self.package, self.extra)


class RenderError(MaintextError):
    """A browser could not render a page, or the page exceeded a limit."""


class FetchError(MaintextError):
    """A page can't be fetched. The class names the reason."""


class AddressError(FetchError):
    """The text is not an http or https address."""


class ForbiddenAddressError(FetchError):
    """The address is in a network that may not be fetched, such as a private one."""


class NameResolutionError(FetchError):
    """The host name can't be resolved."""


class ConnectionFailedError(FetchError):
    """No connection could be made, or no secure one."""


class FetchTimeoutError(FetchError):
    """A page took longer than the limit allows."""


class TooManyRedirectsError(FetchError):
    """An address redirects more often than the limit allows."""


class HeadersTooLargeError(FetchError):
    """A response has more bytes of headers than the limit allows."""


class ResponseTooLargeError(FetchError):
    """A response has more bytes than the limit allows, as sent or after decompression."""


class BrokenResponseError(FetchError):
    """A response is not HTTP, is cut off, or its compression is broken."""


class HttpStatusError(FetchError):
    """The server answered with a status other than 2xx."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} has status {status}")
        self.url = url
        self.status = status

    def __reduce__(self) -> tuple[type["HttpStatusError"], tuple[str, int]]:
        return type(self), (self.url, self.status)


class NotHtmlResponseError(FetchError, NotHtmlError):
    """A response is an image, a video or another file that is not HTML."""


class RobotsRefusedError(FetchError):
    """The site's robots.txt disallows the page, or can't be read."""


class OutOfScopeError(FetchError):
    """An address redirects to one outside the crawl's scope."""


class CrawlError(MaintextError):
    """A crawl can't be started or resumed, or its pages can't be written."""


class GuardError(MaintextError):
    """A guarded process can't be started, or stopped before it was ready."""


class PageLostError(MaintextError):
    """A page ended its guarded process."""


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
    """A page raised an error that maintext did not expect."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}" if message else kind)
        self.kind = kind
        self.message = message

    def __reduce__(self) -> tuple[type["PageFailedError"], tuple[str, str]]:
        return type(self), (self.kind, self.message)


class DamagedRecordError(MaintextError):
    """A record of an archive is incomplete. The page's row of a batch has this error."""


class BatchError(MaintextError):
    """A batch can't be run, or not in this output folder."""


class JobLockedError(BatchError):
    """Another run is writing to the output."""


class StorageError(BatchError):
    """An object store does not answer, or refuses a request."""


class BucketNotFoundError(StorageError):
    """The bucket or container of an address does not exist."""


class StoragePermissionError(StorageError):
    """There are no credentials for an object store, or they don't permit the request."""


class ServeError(MaintextError):
    """A service can't be started."""


class RequestError(ServeError):
    """A request to the service is malformed, or asks for something that does not exist."""


class RequestTimeoutError(RequestError):
    """The client sent its request too slowly, or stopped in the middle of it."""


class FetchingIsOffError(ServeError):
    """A request names an address, but the service does not fetch."""


class BusyError(ServeError):
    """The service has too many requests; try again later."""

    def __init__(self, reason: str, retry_seconds: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_seconds = retry_seconds

    def __reduce__(self) -> tuple[type["BusyError"], tuple[str, int]]:
        return type(self), (self.reason, self.retry_seconds)

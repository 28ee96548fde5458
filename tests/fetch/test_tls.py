"""TLS goes to the judged address under the name of the page, and a wrong certificate is refused."""

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme

from maintext.errors import ConnectionFailedError
from maintext.fetch import FetchedPage, Policy
from maintext.fetch.transport import HttpTransport
from tests.web_server import Answer, web_server

LOOPBACK = Policy(allowed_networks=("127.0.0.1/32",))


async def to_loopback(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


async def fetch(url: str) -> FetchedPage:
    transport = HttpTransport(LOOPBACK, to_loopback)
    try:
        return await transport.get(url)
    finally:
        await transport.close()


def test_the_name_of_the_page_is_in_the_handshake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("secure.example").configure_cert(tls)
    names: list[str | None] = []
    tls.sni_callback = lambda connection, name, context: names.append(name)
    with web_server({"/": Answer(b"safe")}, tls=tls) as server:
        assert asyncio.run(fetch(f"https://secure.example:{server.port}/")).body == b"safe"
        with pytest.raises(ConnectionFailedError, match=r"[Hh]ostname mismatch"):
            asyncio.run(fetch(f"https://other.example:{server.port}/"))
        assert names == ["secure.example", "other.example"]
        assert len(server.asked) == 1


def test_a_certificate_of_nobody_is_refused() -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("secure.example").configure_cert(tls)
    with web_server({"/": Answer(b"safe")}, tls=tls) as server:
        with pytest.raises(ConnectionFailedError, match="CERTIFICATE_VERIFY_FAILED"):
            asyncio.run(fetch(f"https://secure.example:{server.port}/"))
        assert server.asked == []

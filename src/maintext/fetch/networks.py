"""An IP address -> why connections to it are refused, or None: only public addresses are allowed.

A page, or whoever controls a host name, can point anywhere: to the machine itself, to the network around it, to the
cloud service that hands out its credentials. So addresses are checked after the name was resolved, and the connection
is made to the address that was checked. Networks that embed an IPv4 address in an IPv6 address are refused as a whole,
because they are used to get around such checks far more often than to reach a page.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from maintext.errors import AddressError

_REFUSED = {
    "0.0.0.0/8": "unspecified",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "carrier-grade NAT",
    "127.0.0.0/8": "loopback",
    "168.63.129.16/32": "cloud service",
    "169.254.0.0/16": "link-local or cloud metadata",
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "protocol",
    "192.0.2.0/24": "documentation",
    "192.88.99.0/24": "6to4 relay",
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "benchmarking",
    "198.51.100.0/24": "documentation",
    "203.0.113.0/24": "documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    "::1/128": "loopback",
    "::/96": "IPv4-compatible",
    "::ffff:0:0/96": "IPv4-mapped",
    "::ffff:0:0:0/96": "IPv4-translated",
    "64:ff9b::/96": "NAT64",
    "64:ff9b:1::/48": "local NAT64",
    "100::/64": "discard-only",
    "2001::/32": "Teredo",
    "2001::/23": "protocol",
    "2001:db8::/32": "documentation",
    "2002::/16": "6to4",
    "3fff::/20": "documentation",
    "5f00::/16": "segment routing",
    "fc00::/7": "private or cloud metadata",
    "fe80::/10": "link-local",
    "fec0::/10": "site-local",
    "ff00::/8": "multicast",
}
"""IANA's registries of special-purpose addresses, and those that clouds use. The first match gives the reason."""

# Bits to the right of the IPv4 address that addresses of these networks embed.
_EMBEDDED_AT = {
    "::/96": 0,
    "::ffff:0:0/96": 0,
    "::ffff:0:0:0/96": 0,
    "64:ff9b::/96": 0,
    "2002::/16": 80,
}
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
_GLOBAL_IPV6 = IPv6Network("2000::/3")

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def read_networks(texts: tuple[str, ...]) -> tuple[Network, ...]:
    """Networks from texts such as 10.1.0.0/16; a single address is a network, too."""
    try:
        return tuple(ip_network(text, strict=False) for text in texts)
    except ValueError as error:
        raise AddressError(f"not a network: {error}") from error


def why_refused(address: str, allowed: tuple[Network, ...] = ()) -> str | None:
    """Why connections to an address are refused; None if they are allowed.

    >>> why_refused("10.1.2.3"), why_refused("::ffff:10.1.2.3"), why_refused("93.184.216.34")
    ('private', 'IPv4-mapped', None)
    """
    # A scope (fe80::1%eth0) names a network interface, not an address.
    return _check(ip_address(address.partition("%")[0]), allowed)


def _check(ip: Address, allowed: tuple[Network, ...]) -> str | None:
    inner = _embedded(ip)
    if any(ip in network for network in allowed):
        # Allowing a network of embedding addresses does not allow every address that they embed.
        return _check(inner, allowed) if inner is not None else None
    for network, name in _refused_networks():
        if ip in network:
            return name
    if isinstance(ip, IPv6Address) and ip not in _GLOBAL_IPV6:
        return "reserved"
    reason = _check(inner, allowed) if inner is not None else None
    return f"ISATAP of {inner}: {reason}" if reason else None


def _embedded(ip: Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address embeds, if it is of a kind that does."""
    if isinstance(ip, IPv4Address):
        return None
    number = int(ip)
    for network, shift in _embedding_networks():
        if ip in network:
            return IPv4Address(number >> shift & 0xFFFF_FFFF)
    return IPv4Address(number & 0xFFFF_FFFF) if number >> 32 & 0xFFFF_FFFF in _ISATAP else None


@lru_cache(maxsize=1)
def _refused_networks() -> tuple[tuple[Network, str], ...]:
    return tuple((ip_network(text), name) for text, name in _REFUSED.items())


@lru_cache(maxsize=1)
def _embedding_networks() -> tuple[tuple[IPv6Network, int], ...]:
    return tuple((IPv6Network(text), shift) for text, shift in _EMBEDDED_AT.items())

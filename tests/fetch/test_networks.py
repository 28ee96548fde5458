"""Which addresses may be connected to."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import AddressError
from maintext.fetch.networks import read_networks, why_refused
from maintext.fetch.policy import EVERY_NETWORK

PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "192.0.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"]
REFUSED = {
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd12::1"],
    "loopback": ["127.0.0.1", "127.255.255.254", "::1"],
    "link-local": ["169.254.1.1", "fe80::1", "fe80::1%eth0"],
    "metadata": ["169.254.169.254", "fd00:ec2::254"],
    "multicast": ["224.0.0.1", "239.255.255.255", "ff02::1"],
    "reserved": ["240.0.0.1", "255.255.255.255", "4000::1", "::2:0:0:1"],
    "carrier": ["100.64.0.1", "100.100.100.200"],
    "unspecified": ["0.0.0.0", "0.1.2.3"],  # noqa: S104 - nothing is bound
    "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"],
    "IPv4-compatible": ["::127.0.0.1", "::10.0.0.1", "::"],
    "NAT64": ["64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "64:ff9b:1:ffff::a9fe:a9fe"],
    "6to4": ["2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::"],
    "Teredo": ["2001::1", "2001:0:53aa:64c:0:0:80ff:fffe"],
    "ISATAP": ["2a00:1450::5efe:10.0.0.1", "2a00:1450::200:5efe:7f00:1"],
    "cloud": ["168.63.129.16"],
    "protocol": ["192.0.0.192"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1"],
}


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_may_be_connected_to(address: str) -> None:
    assert why_refused(address) is None


@pytest.mark.parametrize(("name", "address"), [(name, a) for name, addresses in REFUSED.items() for a in addresses])
def test_an_address_that_is_not_public_is_refused_by_its_name(name: str, address: str) -> None:
    assert name in (why_refused(address) or "")


@pytest.mark.parametrize("address", [a for addresses in REFUSED.values() for a in addresses])
def test_everything_may_be_connected_to_when_every_network_is_allowed(address: str) -> None:
    assert why_refused(address, read_networks(EVERY_NETWORK)) is None


def test_an_allowed_network_allows_no_other() -> None:
    allowed = read_networks(("10.1.0.0/16",))
    assert why_refused("10.1.2.3", allowed) is None
    assert why_refused("10.2.2.3", allowed) == "private"
    assert why_refused("::ffff:10.1.2.3", allowed) == "IPv4-mapped"


def test_an_allowed_nat64_network_does_not_let_private_addresses_through() -> None:
    allowed = read_networks(("64:ff9b::/96",))
    assert why_refused("64:ff9b::8.8.8.8", allowed) is None
    assert why_refused("64:ff9b::10.0.0.1", allowed) == "private"


def test_a_network_that_is_none_is_a_named_error() -> None:
    with pytest.raises(AddressError, match="not a network"):
        read_networks(("10.0.0/33",))


@given(st.ip_addresses())
def test_what_may_be_connected_to_is_global_for_python_too(address: object) -> None:
    if why_refused(str(address)) is None:
        assert ip_address(str(address)).is_global

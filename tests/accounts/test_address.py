"""Whose address a request has: nobody can invent one, and one subscriber is one network."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from travelagent.accounts.address import address_of, address_of_scope, counted_by, network_of

PEER, CLIENT, INVENTED = "10.0.0.9", "198.51.100.7", "203.0.113.1"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "found"),
    [
        (0, "", PEER),
        (0, CLIENT, PEER),
        (1, "", PEER),
        (1, CLIENT, CLIENT),
        (1, f"{INVENTED}, {CLIENT}", CLIENT),
        (1, f" {INVENTED} ,, {CLIENT} ", CLIENT),
        (2, f"{INVENTED}, {CLIENT}, 10.0.0.1", CLIENT),
        (2, CLIENT, PEER),
        (1, "unknown", PEER),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
    ],
)
def test_the_address_is_what_the_trusted_proxies_saw(
    proxies: int, forwarded: str, found: str, rf: RequestFactory, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = rf.get("/", REMOTE_ADDR=PEER, headers={"X-Forwarded-For": forwarded} if forwarded else {})

    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []

    assert address_of(request) == found
    assert address_of_scope({"client": (PEER, 4711), "headers": headers}) == found


@pytest.mark.parametrize(
    ("address", "network"),
    [
        (CLIENT, CLIENT),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", CLIENT),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_limits_are_counted_by_networks(address: str, network: str) -> None:
    assert network_of(address) == network


def test_failures_to_sign_in_are_counted_by_the_network(rf: RequestFactory) -> None:
    assert counted_by(rf.get("/", REMOTE_ADDR="2001:db8:1:2:3:4:5:6")) == "2001:db8:1:2::"

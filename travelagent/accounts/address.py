"""From which address somebody comes, also behind proxies."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

IPV6_PREFIX: Final = 64
"""What one subscriber has of IPv6: any of its addresses may be the next one."""


def address_of(request: HttpRequest) -> str:
    """Return the address of a request's peer, or the one that `TRUSTED_PROXIES` proxies in a row pass on.

    Each of them appends the address of its own peer to `X-Forwarded-For`; what stands before these may be anybody's
    invention, and is ignored.
    """
    return _address(request.META.get("REMOTE_ADDR") or "", request.headers.get("X-Forwarded-For", ""))


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the address of a socket's peer, by its ASGI scope; see `address_of`."""
    headers = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return _address((scope.get("client") or ("",))[0], ",".join(headers))


def _address(peer: str, forwarded_for: str) -> str:
    proxies: int = settings.TRUSTED_PROXIES
    forwarded = [part.strip() for part in forwarded_for.split(",") if part.strip()]
    if not proxies or len(forwarded) < proxies:
        return peer
    found = forwarded[-proxies].removeprefix("[").partition("]")[0]
    return found if is_address(found) else peer


def is_address(text: str) -> bool:
    """Return whether the text is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def network_of(address: str) -> str:
    """Return what limits are counted by: an IPv4 address or an IPv6 network; a text that is neither is returned as it
    is.
    """
    if not is_address(address):
        return address
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((int(found), IPV6_PREFIX), strict=False))
    return str(found)


def counted_by(request: HttpRequest) -> str:
    """Return the network of a request, by which failures to sign in are counted."""
    return network_of(address_of(request)).partition("/")[0]

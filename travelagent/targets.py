"""Where a webhook or a push service may be: at a public address over https, and nowhere in the server's own network.

A name is resolved once for each connection; every address it has must be public, and one of those that were checked is
connected to. So a name that leads elsewhere a moment later leads nowhere. Redirects are never followed.
"""

import asyncio
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpcore
from django.conf import settings
from django.utils.translation import gettext as _

from travelagent.public_addresses import is_public

URL_CHARS = 2000

PORTS = frozenset({443, 8443})
"""Where webhooks are listened for; others would let a partner knock at any service."""


class Forbidden(ValueError):
    """A target that is not to be called."""


def addresses_of(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a host. Raises OSError when it has none, or can have none."""
    try:
        return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except UnicodeError as error:  # of a label that is empty or longer than 63 characters
        raise OSError(f"{host} is no name of a host") from error


def check_target(url: str) -> None:
    """Check the address of a webhook, as far as can be known now. Raises Forbidden for one that no webhook may have."""
    host, port = _place(url)
    if settings.WEBHOOK_ALLOW_LOCAL:
        return
    try:
        checked(host, addresses_of(host, port))
    except OSError as error:
        raise Forbidden(_("The host %(host)s is not known.") % {"host": host}) from error


def checked(host: str, addresses: Iterable[str]) -> str:
    """Return the first of a host's addresses. Raises Forbidden when any of them is not public."""
    found = list(dict.fromkeys(addresses))
    if not found or not all(is_public(address) for address in found):
        raise Forbidden(_("%(host)s is not a public address.") % {"host": host})
    return found[0]


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to the public addresses of hosts alone: resolves, checks, and connects to what was checked."""

    def __init__(
        self,
        resolve: Callable[[str, int], Sequence[str]] | None = None,
        connector: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._resolve = resolve or addresses_of
        self._connector = connector or httpcore.AnyIOBackend()

    async def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> httpcore.AsyncNetworkStream:
        """Connect to a public address of the host. Raises Forbidden, OSError, httpcore.ConnectError."""
        addresses = await asyncio.to_thread(self._resolve, host, port)
        return await self._connector.connect_tcp(checked(host, addresses), port, *args, **kwargs)

    async def sleep(self, seconds: float) -> None:
        """Sleep for that many seconds."""
        await asyncio.sleep(seconds)


def network() -> httpcore.AsyncNetworkBackend:
    """Return the network backend by which webhooks connect, according to the settings."""
    return httpcore.AnyIOBackend() if settings.WEBHOOK_ALLOW_LOCAL else PublicOnly()


def _place(url: str) -> tuple[str, int]:
    """Host and port. Raises Forbidden."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden(_("This is not an address.")) from error
    schemes = ("https", "http") if settings.WEBHOOK_ALLOW_LOCAL else ("https",)
    if parts.scheme not in schemes or not parts.hostname:
        raise Forbidden(_("An https address is needed."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Forbidden(_("An address without user, password and fragment is needed."))
    if len(url) > URL_CHARS or not url.isascii() or any(c.isspace() or not c.isprintable() for c in url):
        raise Forbidden(_("At most %(limit)s ASCII characters, without spaces.") % {"limit": URL_CHARS})
    port = port or (443 if parts.scheme == "https" else 80)
    if port not in PORTS and not settings.WEBHOOK_ALLOW_LOCAL:
        allowed = ", ".join(map(str, sorted(PORTS)))
        raise Forbidden(_("One of these ports is needed: %(ports)s.") % {"ports": allowed})
    return parts.hostname, port

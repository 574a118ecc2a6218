"""Who may open a socket: requests for one of the site's own names, from the site itself or with a key, of callers that
are not barred for a while for having sent too much.

A browser sends the site's cookie along from any page, so a socket that relies on it must come from this very host, port
included. A request with a bearer token carries its own proof and, coming from a server, usually no Origin. Any other
scheme proves nothing: a page can make a browser send `Basic` with a user name in the socket's address.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host

from travelagent.accounts.actors import bearer
from travelagent.chat.budget import Claim, is_barred

DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOriginOrBearer:
    """ASGI middleware: refuses a cross-origin socket before it is accepted; adds the scope's `claim`."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        proven = bearer(headers.get(b"authorization", "")) is not None
        allowed = is_served(host) and (proven or same_host(headers.get(b"origin", ""), host))
        claim = claim_of(headers)
        allowed = allowed and not is_barred(claim)
        scope = {**scope, "claim": claim}
        return await (self._application if allowed else WebsocketDenier.as_asgi())(scope, receive, send)


def claim_of(headers: Mapping[bytes, str]) -> Claim:
    """Return the proof of identity of a socket: a bearer token, else the key of the site's session, "" for neither."""
    token = bearer(headers.get(b"authorization", ""))
    if token is not None:
        return Claim(token, is_key=True)
    return Claim(parse_cookie(headers.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME, ""), is_key=False)


def is_served(host: str) -> bool:
    """Return whether a Host header names this site, according to `ALLOWED_HOSTS`."""
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def same_host(origin: str, host: str) -> bool:
    """Return whether an Origin header has the host and the port of the Host header."""
    try:
        parts, own = urlsplit(origin), urlsplit(f"//{host}")
        default = DEFAULT_PORTS.get(parts.scheme)
        same_port = (parts.port or default) == (own.port or default)
    except ValueError:
        return False
    return default is not None and parts.hostname is not None and parts.hostname == own.hostname and same_port

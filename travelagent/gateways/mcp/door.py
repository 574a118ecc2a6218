"""`/mcp` in front of Django: the caller is authenticated and authorised here, the protocol is the SDK's.

Daphne sends no lifespan events, so what the SDK keeps for a process is begun with the first request, on its loop. The
SDK is imported no earlier: most processes never serve it.
"""

import asyncio
import io
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation
from django.utils.translation import gettext as _

from travelagent.accounts.actors import actor_of_key, bearer
from travelagent.accounts.address import address_of, network_of
from travelagent.accounts.models import Scope
from travelagent.chat.threads import DATABASE_GONE, in_db_thread
from travelagent.gateways.mcp.callers import CALLER, FORBIDDEN, Caller, Refusal, refusal_of

PATH = "/mcp"
METADATA = "/.well-known/oauth-protected-resource"
BODY_BYTES = 1024 * 1024
END_USER_HEADER = "X-End-User"
END_USER_CHARS = 200
INVALID = -32600
UNAVAILABLE = -32003

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

log = logging.getLogger(__name__)


class McpDoor:
    """ASGI application: what is not MCP's goes on to `http`."""

    def __init__(self, http: Application) -> None:
        self._http = http
        self._hosting: asyncio.Task[Application] | None = None

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        path = scope["path"].rstrip("/")
        if path not in (PATH, METADATA, METADATA + PATH):
            await self._http(scope, receive, send)
            return
        request = ASGIRequest(scope, io.BytesIO())
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            await self._http(scope, receive, send)
            return
        try:
            site = request.build_absolute_uri("/").rstrip("/")
        except DisallowedHost:
            await _answer(send, 400, _error(None, INVALID, "unknown host"))
            return
        with translation.override(translation.get_language_from_request(request)):
            if path == PATH:
                await self._serve(request, site, scope, receive, send)
            else:
                await _answer(send, 200, metadata(site))

    async def _serve(self, request: ASGIRequest, site: str, scope: Any, receive: Receive, send: Send) -> None:
        if request.method != "POST":
            await _answer(send, 405, _error(None, INVALID, _("Only POST is answered here.")), Allow="POST")
            return
        body = await _body(receive)
        if body is None:
            await _answer(send, 413, _error(None, INVALID, _("The request is too large.")))
            return
        message = _message(body)
        try:
            found = await in_db_thread(partial(_admitted, request, message), repeatable=True)
        except DATABASE_GONE as error:
            log.warning("the database cannot be used", extra={"error": str(error), "path": PATH})
            detail = _("This cannot be done at the moment. Please try again.")
            await _answer(send, 503, _error(message.get("id"), UNAVAILABLE, detail), **{"Retry-After": "5"})
            return
        if isinstance(found, Refusal):
            await _answer(send, found.status, _refusal(message, found), **_headers(found, site))
            return
        serve = await self._hosted()
        replayed = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def received() -> Any:
            first = next(replayed, None)
            return await receive() if first is None else first

        await serve({**scope, CALLER: found}, received, send)

    async def _hosted(self) -> Application:
        """Return the SDK's application, begun with the first request that needs it."""
        if self._hosting is None or (self._hosting.done() and self._hosting.exception()):
            self._hosting = asyncio.create_task(_begun(), name="mcp")
        return await asyncio.shield(self._hosting)


async def _begun() -> Application:
    hosting = await asyncio.to_thread(import_module, "travelagent.gateways.mcp.hosting")
    serve: Application = await hosting.begin()
    return serve


def metadata(site: str) -> dict[str, Any]:
    """Protected-resource metadata (RFC 9728): keys are given by the operator, no authorization server issues them."""
    return {
        "resource": site + PATH,
        "resource_name": "TravelAgent",
        "resource_documentation": f"{site}/api/docs/",
        "bearer_methods_supported": ["header"],
        "scopes_supported": [Scope.RUNS, Scope.TOOLS, Scope.TRIPS],
    }


def _admitted(request: ASGIRequest, message: Mapping[str, Any]) -> Caller | Refusal:
    """Return the caller, where the key opens something and may do what is requested; else the refusal."""
    actor = actor_of_key(bearer(request.headers.get("Authorization", "")) or "")
    if actor is None:
        detail = _("Send a partner's key as “Authorization: Bearer tk_…”.")
        return Refusal(401, FORBIDDEN, detail, {"code": "invalid_key"})
    end_user = request.headers.get(END_USER_HEADER, "").strip()
    if len(end_user) > END_USER_CHARS or not end_user.isascii():
        detail = _("X-End-User holds at most %(limit)s ASCII characters.") % {"limit": END_USER_CHARS}
        return Refusal(400, INVALID, detail, {"code": "invalid"})
    locale = "zh" if (translation.get_language() or "").startswith("zh") else "en"
    caller = Caller(actor, locale, end_user, network_of(address_of(request)))
    params = message.get("params")
    return refusal_of(caller, str(message.get("method", "")), params if isinstance(params, dict) else {}) or caller


async def _body(receive: Receive) -> bytes | None:
    """Return the request's body, None for one that is too large or was broken off."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _message(body: bytes) -> dict[str, Any]:
    """Return the JSON-RPC message, empty for a body that is none: the SDK reports what is wrong with it."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _refusal(message: Mapping[str, Any], refused: Refusal) -> dict[str, Any]:
    return _error(message.get("id"), refused.code, refused.message, refused.data)


def _headers(refused: Refusal, site: str) -> dict[str, str]:
    if refused.status == 429:
        return {"Retry-After": str(refused.retry_after)}
    if refused.status not in (401, 403):
        return {}
    parts = [f'resource_metadata="{site}{METADATA}{PATH}"']
    if refused.status == 401:
        parts.insert(0, 'error="invalid_token"')
    else:
        parts[:0] = ['error="insufficient_scope"', f'scope="{refused.scope}"']
    return {"WWW-Authenticate": f"Bearer {', '.join(parts)}"}


def _error(id: Any, code: int, message: str, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
    known = id if isinstance(id, str | int) and not isinstance(id, bool) else None
    error = {"code": code, "message": message, **({"data": dict(data)} if data else {})}
    return {"jsonrpc": "2.0", "id": known, "error": error}


async def _answer(send: Send, status: int, value: Mapping[str, Any], **headers: str) -> None:
    body = json.dumps(value, ensure_ascii=False).encode()
    every = {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        **headers,
    }
    lines = [(name.lower().encode(), text.encode()) for name, text in every.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})

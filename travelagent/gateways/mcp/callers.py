"""Who calls, what a request needs, and what it is refused for: the API's own keys, scopes and limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost, count_call
from travelagent.assistant.tools import TOOLS

ASK, DECIDE = "ask_assistant", "decide_proposal"
CARD_SCHEME = "ui://"
CALLER = "travelagent.caller"
"""The name of a request's caller in its ASGI scope."""
FORBIDDEN, TOO_MANY = -32001, -32029


@dataclass(frozen=True, slots=True)
class Caller:
    """`end_user`: the partner's traveller that all calls are for, "" for the partner itself; `network` as limits count
    it; `locale` is "en" or "zh"."""

    actor: Actor
    locale: str
    end_user: str = ""
    network: str = ""

    @property
    def principal(self) -> str:
        """Whom a confirmation that was begun belongs to."""
        return f"{self.actor.owner}/{self.end_user}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not worked on, as a JSON-RPC error and by its HTTP status. `retry_after` is in seconds."""

    status: int
    code: int
    message: str
    data: Mapping[str, Any]
    scope: str = ""
    retry_after: int = 0


def scopes_of_tool(name: str) -> frozenset[str]:
    """Return the scopes that a key needs for a tool."""
    if name in (ASK, DECIDE):
        return frozenset({Scope.RUNS})
    tool = TOOLS.get(name)
    return frozenset({Scope.RUNS, Scope.TRIPS}) if tool is not None and tool.writes else frozenset({Scope.TOOLS})


def refusal_of(caller: Caller, method: str, params: Mapping[str, Any]) -> Refusal | None:
    """Return why a caller may not do this, or not now; None where it may, and then the call is counted."""
    missing = sorted(_scopes_of(method, params) - caller.actor.scopes)
    if missing:
        message = _("This key lacks the scope %(scope)s.") % {"scope": missing[0]}
        return Refusal(403, FORBIDDEN, message, {"code": "missing_scope", "scope": missing[0]}, scope=missing[0])
    wait_s = count_call(caller.actor, caller.network, Cost.RUN if method == "tools/call" else Cost.READ)
    if wait_s:
        message = _("Too many calls; there is room again in %(seconds)s seconds.") % {"seconds": int(wait_s)}
        data = {"code": "throttled", "retry_after": int(wait_s)}
        return Refusal(429, TOO_MANY, message, data, retry_after=int(wait_s))
    return None


def _scopes_of(method: str, params: Mapping[str, Any]) -> frozenset[str]:
    if method == "tools/call":
        return scopes_of_tool(str(params.get("name", "")))
    if method == "resources/read" and not str(params.get("uri", "")).startswith(CARD_SCHEME):
        return frozenset({Scope.TRIPS})
    return frozenset()

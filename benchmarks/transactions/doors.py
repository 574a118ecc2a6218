"""The doors by which a plan is changed: the tool of the assistant, the session and the trip of the HTTP API."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

import httpx

from agent_core.tools import NeedsConsent, ToolContext, ToolError, ToolResult
from benchmarks.served import Served
from travelagent.assistant.tools.change_route import change_route
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.wire import brief_from_wire

Payload: TypeAlias = Mapping[str, Any]
Locale: TypeAlias = Literal["zh", "en"]
Result: TypeAlias = ToolResult | ToolError | NeedsConsent
Door: TypeAlias = Literal["tool", "session", "trip"]
PLANNED: Final = 1
"""The version of a trip that was planned once."""
PLAN = "run_1_a1"


def was_held_back(result: Result) -> bool:
    """Return whether a call changed nothing yet: it proposes the change, or refuses it with a reason."""
    return isinstance(result, ToolError | NeedsConsent) and bool(str(result))


def change_by_tool(plan: Payload, locale: Locale, call: Mapping[str, Any], *, is_approved: bool = False) -> Result:
    """Call `change_route` on the plan at hand with these arguments; what holds it back is returned.

    No message speaks of the change. `is_approved`: its owner has consented to it.
    """

    def ignore_progress(fraction: float, note: str = "") -> None:
        pass

    at_hand = TripAtHand(1, brief_from_wire(plan["brief"]), PLAN, plan)
    injected = {"artifacts": lambda id, kind: plan, "trip": lambda: at_hand, "person": 0, "session": ""}
    try:
        values = change_route.validated(call, injected)
        context = ToolContext("run_2", "call", locale, ignore_progress, is_approved=is_approved)
        found: ToolResult = change_route.bind(values, context)()
    except (ToolError, NeedsConsent) as error:
        return error
    return found


@dataclass(frozen=True, slots=True)
class Answer:
    """What a door answered: the plan that stands then, None where it refused, and why."""

    plan: Payload | None
    why: str = ""


def by_tool(plan: Payload, locale: Locale, call: Mapping[str, Any]) -> Answer:
    """Return what the tool makes of a plan once its owner has consented, as JSON values."""
    result = change_by_tool(plan, locale, call, is_approved=True)
    if isinstance(result, ToolError | NeedsConsent):
        return Answer(None, f"{getattr(result, 'code', 'proposal')}: {result}")
    if call.get("preview"):
        is_harmless = result.value["changed"] and not result.shown and not result.events
        return Answer(plan) if is_harmless else Answer(None, "the preview shows no change, or makes it")
    return Answer(json.loads(json.dumps(result.shown[0].payload)))


@dataclass(frozen=True)
class Api:
    """A partner's calls to a running server, in one language."""

    server: Served
    locale: Locale
    client: httpx.Client = field(default_factory=lambda: httpx.Client(timeout=120))

    def post(self, path: str, body: Mapping[str, Any], method: str = "POST") -> httpx.Response:
        """Send JSON to a path of the API."""
        headers = {**self.server.headers, "Accept-Language": self.locale}
        return self.client.request(method, f"{self.server.url}/api/v1/{path}", json=body, headers=headers)

    def planned(self, brief: Payload) -> tuple[str, Payload]:
        """Return a new session with a plan of the brief."""
        session: str = self.post("sessions/", {}).raise_for_status().json()["id"]
        shown = self.post(f"sessions/{session}/plan/", {"brief": brief}).raise_for_status().json()
        return session, shown["itinerary"]

    def by_session(self, plan: Payload, call: Mapping[str, Any]) -> Answer:
        """Return what the session's door makes of a plan of the same brief."""
        session, begun = self.planned(plan["brief"])
        if shape(begun) != shape(plan):
            return Answer(None, "another plan to begin with")
        answer = _answer(self.post(f"sessions/{session}/plan/", call))
        if not call.get("preview") or answer.plan is None:
            return answer
        version = self.post(f"sessions/{session}/brief/", {}, "GET").raise_for_status().json()["version"]
        is_harmless = shape(answer.plan) != shape(begun) and version == PLANNED
        return Answer(begun) if is_harmless else Answer(None, "the preview shows no change, or makes it")

    def by_trip(self, plan: Payload, edits: Sequence[Mapping[str, Any]]) -> Answer:
        """Return what the door of saved trips makes of the plan: edited, and mended where that left clashes."""
        trip: str = self.post("trips/", {"title": "A trip", "itinerary": plan}).raise_for_status().json()["id"]
        answer = self.post(f"trips/{trip}/edits/", {"edits": edits})
        if answer.status_code < 400 and not answer.json()["certificate"]["feasible"]:
            answer = self.post(f"trips/{trip}/replan/", {})
        return _answer(answer)


def _answer(response: httpx.Response) -> Answer:
    found = response.json()
    if response.status_code >= 400:
        return Answer(None, f"{response.status_code} {found.get('code')}: {found.get('errors') or found.get('detail')}")
    return Answer(found["itinerary"])


def shape(plan: Payload) -> list[dict[str, Any]]:
    """Return the days of a plan without the fields that only describe its visits."""
    return [
        {
            **day,
            "visits": [
                {name: value for name, value in visit.items() if name not in ("why", "alternates")}
                for visit in day["visits"]
            ],
        }
        for day in plan["days"]
    ]

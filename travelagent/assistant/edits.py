"""A change of the trip that was made beside the conversation, as a model reads it: a call that has its result."""

import json
from typing import Any

from agent_core.messages import AssistantMessage, Message, ToolCall, ToolMessage
from travelagent.assistant.tool_results import EDITED
from travelagent.assistant.tools.itineraries import compact
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.wire import brief_to_wire
from travelagent.wire.itinerary import itinerary_from_wire


def edit_messages(id: str, trip: TripAtHand, locale: str) -> tuple[Message, ...]:
    """Return the messages that tell a model of the trip at hand after a change by its owner; `id` is the change's."""
    brief = brief_to_wire(trip.brief)
    brief.pop("sources", None)
    if trip.itinerary is None:
        name = "set_brief"
        args: dict[str, Any] = {"brief": brief}
        value: dict[str, Any] = {EDITED: True, "brief": brief}
    else:
        plan = compact(trip.itinerary, itinerary_from_wire(trip.itinerary), locale)
        shown = [{"id": trip.plan, "kind": "itinerary"}]
        first, days = trip.itinerary["days"][0]["city"], len(trip.itinerary["days"])
        name, args = "generate_route", {"city": first, "days": days, "brief": brief}
        value = {**plan, EDITED: True, "brief": brief, "artifacts": shown}
    call = ToolCall(id, name, args)
    return AssistantMessage("", (call,)), ToolMessage(id, name, json.dumps(value, ensure_ascii=False))

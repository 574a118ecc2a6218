"""set_brief: what is wanted of the trip, written down once, for every plan that follows."""

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, changes_of, no_trip, patched, trip_events
from travelagent.assistant.trip_planner import missing_fields, resolved
from travelagent.assistant.views.brief import brief_view
from travelagent.briefs.values import UNPLANNED
from travelagent.briefs.wire import BriefPatch, brief_to_wire


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在记下出行需求…" if locale == "zh" else "Writing down what the trip needs…"


@tool(category="planning", tags=("brief",), sequential=True, label=_label, view=brief_view)
def set_brief(
    brief: Annotated[
        BriefPatch, Field(description="Fields to set; what is left out stays, in an object too; null unsets.")
    ],
    trip: CurrentTrip = no_trip,
    *,
    context: ToolContext,
) -> ToolResult:
    """Write down what the traveller wants, before planning and whenever something new is mentioned. Example: brief
    {"stays": [{"place": "Rome", "days": 3}], "party": {"adults": 2, "children": [6]}, "arrival": {"at": "10:00"}}.

    A plan that stands follows by change_route. Returns the whole brief as it stands now, what of it is still missing,
    and what was `rejected`: not set.
    """
    at_hand = trip()
    wanted = resolved(patched(at_hand.brief, brief, "model", context.locale), context.locale)
    value: dict[str, Any] = {"brief": brief_to_wire(wanted), "missing": list(missing_fields(wanted))}
    changed = {each["field"] for each in changes_of(at_hand.brief, wanted)}
    if at_hand.itinerary is not None and changed - UNPLANNED:
        value["plan_follows"] = False
    if brief.rejected:
        value["rejected"] = [dataclasses.asdict(each) for each in brief.rejected]
    return ToolResult(value, events=trip_events(at_hand, wanted, "model"))

"""undo_change: the trip as it was before the last change, or as it was before the undo."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import cited, localize
from travelagent.assistant.tools.itineraries import compact
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, TripHistory, no_history, no_trip, trip_events
from travelagent.assistant.views.plan import plan_view
from travelagent.planning.diff import diff
from travelagent.plans.values import LocalizedText
from travelagent.wire.itinerary import itinerary_from_wire
from travelagent.wire.outcomes import difference_to_wire

NOTHING_TO_UNDO = LocalizedText("There is no change that could be undone", "没有可以撤销的修改")
NOTHING_TO_REDO = LocalizedText("There is no change that was undone", "没有撤销过的修改")


def _label(args: Mapping[str, Any], locale: str) -> str:
    if args.get("forth"):
        return "正在恢复修改…" if locale == "zh" else "Making the change again…"
    return "正在撤销修改…" if locale == "zh" else "Undoing the last change…"


@tool(category="planning", tags=("itinerary",), sequential=True, label=_label, view=plan_view)
def undo_change(
    trip: CurrentTrip = no_trip,
    history: TripHistory = no_history,
    forth: Annotated[bool, Field(description="Make the change again that was undone last.")] = False,
    *,
    context: ToolContext,
) -> ToolResult:
    """Undo the last change of the plan or of what is wanted, all that one message changed; or make it again.

    Returns the itinerary that stands then.
    """
    now, to = trip(), history(forth)
    if to is None or to.itinerary is None:
        code = "nothing_to_redo" if forth else "nothing_to_undo"
        raise ToolError(code, localize(NOTHING_TO_REDO if forth else NOTHING_TO_UNDO, context.locale))
    after = itinerary_from_wire(to.itinerary)
    before = itinerary_from_wire(now.itinerary) if now.itinerary else after
    difference = {**difference_to_wire(diff(before, after)), "of": now.plan}
    payload = {**to.itinerary, "difference": difference}
    back = {"restores": to.version, "forth": forth}
    return ToolResult(
        compact(payload, after, context.locale),
        shown=(Shown("itinerary", payload),),
        sources=cited(context.locale, "curated", places=after.cities),
        events=trip_events(now, to.brief, "model", plan=context.artifact_id(), difference=difference, restores=back),
    )

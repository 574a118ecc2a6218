"""The trip at hand as a hidden argument of tools, and the events that tell of its change."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from agent_core.events import CustomEvent
from agent_core.tools import HIDDEN, NeedsConsent, ToolContext
from travelagent.assistant.plannable_cities import stop_id
from travelagent.assistant.refusals import unfit
from travelagent.briefs.acts import PatchBrief, SetField
from travelagent.briefs.apply import apply
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.consent import NOTHING_SPOKEN, Losses, Spoken
from travelagent.briefs.events import BRIEF_CHANGED, PLAN_CHANGED
from travelagent.briefs.values import FieldSource, TripBrief
from travelagent.briefs.wire import brief_to_wire, patch_from_wire
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import sentence

# The trip at hand in this conversation, as it stands after all that the run has done so far.
CurrentTrip: TypeAlias = Annotated[Callable[[], TripAtHand], HIDDEN]


# The trip before the last change of this conversation, or, forth, before the last undo; None where there is none.
TripHistory: TypeAlias = Annotated[Callable[[bool], TripAtHand | None], HIDDEN]


# What the message of the run speaks of, by its reading.
CurrentSpeech: TypeAlias = Annotated[Callable[[], Spoken], HIDDEN]


def no_speech() -> Spoken:
    """Return that nothing was spoken of, for use outside of a conversation."""
    return NOTHING_SPOKEN


def no_history(forth: bool) -> None:
    """Return None: outside of a conversation there is nothing to undo or redo."""


def no_trip() -> TripAtHand:
    """Return an empty trip at hand, for use outside of a conversation."""
    return TripAtHand()


def patch_of(payload: Mapping[str, Any], locale: str) -> PatchBrief:
    """Return the patch of a payload. Raises ToolError `invalid_arguments`."""
    try:
        return patch_from_wire(payload)
    except InvalidRequest as error:
        raise unfit(error, locale) from error


def patched(brief: TripBrief, act: PatchBrief, source: FieldSource, locale: str) -> TripBrief:
    """Return the brief after a patch, with the ids of its cities in place of their names.

    What belongs to a city and goes with it is identified by that id. Raises ToolError `invalid_arguments`,
    `unknown_city`, `ambiguous_city`.
    """
    ops = tuple(_with_ids(op, locale) if isinstance(op, SetField) and op.field == "stays" else op for op in act.ops)
    try:
        return apply(brief, [PatchBrief(ops)], source).brief
    except InvalidRequest as error:
        raise unfit(error, locale) from error


def _with_ids(op: SetField, locale: str) -> SetField:
    """Stays with the ids of their cities."""
    stays = tuple(replace(stay, place=stop_id(stay.place, locale)) for stay in op.value)
    return replace(op, value=stays)


def with_ops(brief: TripBrief, ops: Iterable[SetField]) -> TripBrief:
    """Return the brief after these operations of a model."""
    return apply(brief, [PatchBrief(tuple(ops))], "model").brief


def check_consent(found: Losses, done: Iterable[LocalizedText], context: ToolContext) -> None:
    """Raise NeedsConsent where a change takes away what nobody mentioned and its owner has not approved of it.

    `done`: what the change does, in sentences.
    """
    if found and not context.is_approved:
        raise NeedsConsent(" ".join(getattr(text, context.locale) for text in (sentence(found.text), *done)))


def changes_of(before: TripBrief, after: TripBrief) -> list[dict[str, Any]]:
    """Return the fields that differ, in their wire form: `[{"field", "from", "to"}]`."""
    old, new = brief_to_wire(before), brief_to_wire(after)
    fields = [name for name in dict.fromkeys([*old, *new]) if name != "sources" and old.get(name) != new.get(name)]
    return [{"field": name, "from": old.get(name), "to": new.get(name)} for name in fields]


def trip_events(
    trip: TripAtHand,
    brief: TripBrief,
    source: FieldSource,
    *,
    plan: str = "",
    difference: Mapping[str, Any] | None = None,
    restores: Mapping[str, Any] | None = None,
) -> tuple[CustomEvent, ...]:
    """Return the events of one change of the trip at hand.

    They are `brief_changed` where the brief differs, and `plan_changed` where an artifact `plan` becomes the current
    itinerary. `source` is the writer's, unless the user stated every changed field; `restores`: the extra fields of the
    events of an undo.
    """
    version, events, back = trip.version + 1, [], dict(restores or {})
    if changes := changes_of(trip.brief, brief):
        filled = {brief.sources[each["field"]].source for each in changes if each["field"] in brief.sources}
        who: FieldSource = "said" if filled == {"said"} else source
        data = {"version": version, "source": who, "changes": changes, "brief": brief_to_wire(brief), **back}
        events.append(CustomEvent(BRIEF_CHANGED, data))
    if plan:
        events.append(
            CustomEvent(PLAN_CHANGED, {"version": version, "artifact": plan, "difference": difference, **back})
        )
    return tuple(events)

"""Edits of a trip's plan with its brief: the one way for conversation, page, API and tools to the same plan.

On top of the planner's own editing stands what the rules of travel add: an evening that may be late for what does not
fit before the children's bedtime, and what the plan takes for granted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from travelagent.briefs.acts import PatchBrief
from travelagent.briefs.apply import apply
from travelagent.briefs.changed import ops_of_edits
from travelagent.briefs.compile import ONE_TRAVELLER
from travelagent.briefs.plan import NO_REST, Engine, with_a_late_evening, without_rest
from travelagent.briefs.standing import REST_WISH, given_up
from travelagent.briefs.values import DayWish, FieldSource, TripBrief
from travelagent.catalog.origins import notices_of
from travelagent.planning.diff import describe
from travelagent.planning.editing import Edited
from travelagent.planning.edits.apply import apply_edits
from travelagent.planning.edits.days import EndBy, StartAt
from travelagent.planning.edits.trip import RestAt, SetTravellers
from travelagent.planning.hardship import TOO_HARD
from travelagent.plans.errors import Infeasible
from travelagent.plans.requests import window_of
from travelagent.plans.values import Assumption, Edit, Itinerary, LocalizedText, PlanRequest, Sight

COUNTED_PARTY = "counted_party"
STATED_ANEW = frozenset({TOO_HARD, NO_REST})
"""Rules whose notes are made of every plan anew."""


@dataclass(frozen=True, slots=True)
class TripPlan:
    """A plan, the request that it answers, and the brief that it follows from."""

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary


@dataclass(frozen=True, slots=True)
class EditedTrip:
    """A trip's plan after edits, with the planner's report of them."""

    plan: TripPlan
    edited: Edited


def edit_trip_plan(
    plan: TripPlan,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    engine: Engine,
    source: FieldSource,
    *,
    mend: bool = True,
    days: Collection[int] = (),
) -> EditedTrip:
    """Return the plan after the edits, and the brief that follows it. `mend`, `days`: see `planning.editing`.

    Raises InvalidRequest, Infeasible (then nothing is changed), and what the engine raises.
    """
    before, request = plan.itinerary, plan.request
    wanted = (*edits, *_of_every_day(plan, edits, sights))
    try:
        found = engine.edit(before, request, wanted, sights, mend=mend, days=days)
    except Infeasible as error:
        late = with_a_late_evening(plan.brief, before, request, wanted, sights)
        if late is None:
            raise
        try:
            found = engine.edit(before, request, late, sights, mend=mend, days=days)
        except Infeasible:
            raise error from None
    ops = ops_of_edits(plan.brief, edits, request, found.request)
    brief = apply(plan.brief, [PatchBrief(ops)], source).brief if ops else plan.brief
    restless = without_rest(brief, found.request, found.itinerary)
    notices = notices_of(found.itinerary.cities)
    assumptions = [*notices, *_kept(before, edits), *restless, *found.itinerary.assumptions]
    itinerary = dataclasses.replace(found.itinerary, assumptions=tuple(dict.fromkeys(assumptions)))
    gave = given_up((plan.brief, before), (brief, itinerary), sights, _named(edits))
    difference = dataclasses.replace(found.difference, given_up=gave)
    done = (*describe(difference)[: bool(gave)], *found.done)
    edited = dataclasses.replace(found, itinerary=itinerary, difference=difference, done=done)
    return EditedTrip(TripPlan(brief, found.request, itinerary), edited)


def _of_every_day(plan: TripPlan, edits: Sequence[Edit], sights: Sequence[Sight]) -> Iterator[Edit]:
    """Yield the edits that hold a trip of another length to what is wanted for every day: its hours and its rests."""
    after = apply_edits(plan.request, edits, plan.itinerary, sights)
    if after.request.days == plan.request.days:
        return
    wishes = [wish for wish in plan.brief.day_wishes if wish.day == "every"]
    for wish in wishes:
        if wish.kind == "hours":
            yield from _hours_of_every_day(wish, plan.brief, after.request)
    new = set(range(1, after.request.days + 1)) - set(after.numbers.values())
    for wish in wishes:
        if wish.kind == "rest" and new:
            rest = RestAt(wish.start, days=tuple(sorted(new)))
            yield rest if wish.minutes is None else dataclasses.replace(rest, minutes=wish.minutes)


def _hours_of_every_day(wish: DayWish, brief: TripBrief, request: PlanRequest) -> Iterator[Edit]:
    """Yield the hours wanted for every day, on the days that would begin earlier or end later and have none of their
    own.
    """
    own = {each.day for each in brief.day_wishes if each.kind == "hours"}
    for day in range(1, request.days + 1):
        window = window_of(request, day)
        if day in own:
            continue
        if wish.start is not None and (window.start is None or window.start < wish.start):
            yield StartAt(day, wish.start)
        if wish.end is not None and (window.end is None or window.end > wish.end):
            yield EndBy(day, wish.end)


def _named(edits: Sequence[Edit]) -> frozenset[str]:
    """The ids of sights that edits speak of, and whether one wishes for a rest."""
    single = {value for edit in edits for name in ("sight", "visit", "term") if (value := getattr(edit, name, None))}
    rests = {REST_WISH} if any(isinstance(edit, RestAt) for edit in edits) else set()
    return frozenset(single | rests | {term for edit in edits for term in getattr(edit, "terms", ())})


def _kept(before: Itinerary, edits: Sequence[Edit]) -> Iterator[LocalizedText]:
    """What rules of travel took for granted, and still do."""
    counted = any(isinstance(edit, SetTravellers) for edit in edits)
    for text in before.assumptions:
        if isinstance(text, Assumption) and text.rule not in STATED_ANEW and not (counted and _is_of_party(text)):
            yield text


def _is_of_party(text: Assumption) -> bool:
    """Return whether it reports how many people are counted; plans of 0.1.0 do so without the id of a rule."""
    return text.rule == COUNTED_PARTY or text.en == ONE_TRAVELLER.en

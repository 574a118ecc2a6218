"""Edits of a trip's plan with its brief: the one way for conversation, page, API and tools to the same plan.

On top of the planner's own editing stands what the rules of travel add: an evening that may be late for what does not
fit before the children's bedtime, and what the plan takes for granted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from travelagent.briefs.acts import PatchBrief
from travelagent.briefs.apply import apply
from travelagent.briefs.changed import ops_of_edits
from travelagent.briefs.compile import ONE_TRAVELLER, RULES
from travelagent.briefs.following import following, with_home
from travelagent.briefs.ledger import Entry, account
from travelagent.briefs.own_places import located
from travelagent.briefs.plan import Engine
from travelagent.briefs.search import EditSearched, edit_searched
from travelagent.briefs.search_rules import NO_REST, NOTES_OF_PLANS, notes_of_plan, without_rest
from travelagent.briefs.values import DayWish, FieldSource, TripBrief
from travelagent.briefs.wire import without_sources
from travelagent.catalog.adapter import with_day_trips
from travelagent.catalog.origins import notices_of
from travelagent.planning.diff import describe, diff
from travelagent.planning.editing import Edited
from travelagent.planning.edits.apply import apply_edits
from travelagent.planning.edits.days import EndBy, StartAt
from travelagent.planning.edits.trip import RestAt, SetTravellers
from travelagent.planning.hardship import THIN_AIR, TOO_HARD
from travelagent.plans.outcomes import Alternative
from travelagent.plans.requests import window_of
from travelagent.plans.values import Assumption, Edit, Itinerary, LocalizedText, PlanRequest, Sight

COUNTED_PARTY = "counted_party"
REST_WISH = "rest"
RECOMPUTED = frozenset({NO_REST, *NOTES_OF_PLANS})
"""Rules whose notes are made here of every plan anew."""
OF_THE_ENGINE = frozenset({TOO_HARD, THIN_AIR})
"""Rules whose notes the engine makes of every plan."""
COMPILED = frozenset(rule.name for rule in RULES)
"""Rules that act on a brief."""


@dataclass(frozen=True, slots=True)
class TripPlan:
    """A plan, the request that it answers, and the brief that it follows from."""

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary


@dataclass(frozen=True, slots=True)
class EditedTrip:
    """A trip's plan after edits, with the planner's report of them, and what else it could be now.

    `named`: the ids of the sights and the terms that the change mentions.
    """

    plan: TripPlan
    edited: Edited
    named: frozenset[str] = frozenset()
    alternatives: tuple[Alternative, ...] = ()


def edit_trip_plan(
    plan: TripPlan,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    engine: Engine,
    source: FieldSource,
    *,
    brief: TripBrief | None = None,
    today: date | None = None,
    mend: bool = True,
    days: Collection[int] = (),
    varies: bool = True,
) -> EditedTrip:
    """Return the plan after the edits, and the brief that follows it. `mend`, `days`: see `planning.editing`.

    Without any edit the plan is mended, or stands as it is where a brief is given and nothing of its days is new.
    `varies`: whether alternatives are wanted. `brief`: what is wanted from now on, which the plan follows before the
    edits, as of `today`. Raises InvalidRequest, Infeasible (then nothing is changed), and what the engine raises.
    """
    before, request = plan.itinerary, plan.request
    edits = [located(edit, request, before) for edit in edits]
    followed = None
    if brief is not None and without_sources(brief) != without_sources(plan.brief):
        followed = following(plan.brief, brief, request, before, sights, request.today or today or date.min)
    now = plan.brief if followed is None else followed.brief
    first = () if followed is None else followed.edits
    sights = with_day_trips(sights, request.day_trips)
    sights = with_day_trips(sights, apply_edits(request, (*first, *edits), before, sights).request.day_trips)
    wanted = (*first, *edits, *(_of_every_day(plan, edits, sights) if followed is None else ()))
    if not wanted and not days and followed is not None:
        searched = EditSearched(Edited(request, before, diff(before, before), is_unchanged=True), ())
    else:
        job = partial(edit_searched, mend=mend, days=tuple(days), varies=varies)
        searched = engine.compute(job, now, before, request, wanted, tuple(sights), request=request)
    found = searched.edited
    basis = apply_edits(request, first[:1], before, sights).request if first else request
    ops = ops_of_edits(now, edits, basis, found.request) if edits else ()
    after = apply(now, [PatchBrief(ops)], source).brief if ops else now
    kept = [text for text in _kept(before, edits) if followed is None or text.rule not in COMPILED]
    applied = () if followed is None else followed.compiled.applied
    rules = [*applied, *notes_of_plan(after, found.request, found.itinerary)]
    assumptions = [
        *notices_of(found.itinerary.cities),
        *kept,
        *(Assumption(rule.text.en, rule.text.zh, rule.name) for rule in rules),
        *without_rest(after, found.request, found.itinerary),
        *(
            text
            for text in found.itinerary.assumptions
            if not isinstance(text, Assumption) or text.rule in OF_THE_ENGINE
        ),
    ]
    itinerary = dataclasses.replace(found.itinerary, assumptions=tuple(dict.fromkeys(assumptions)))
    named = _named(edits) | (_new_in(plan.brief, now) if followed else frozenset())
    made = TripPlan(after, with_home(found.request, plan.brief, after), itinerary)
    gave = given_up(plan, made, sights, named)
    difference = dataclasses.replace(found.difference, given_up=gave)
    done = (*describe(difference)[: bool(gave)], *found.done)
    edited = dataclasses.replace(found, itinerary=itinerary, difference=difference, done=done)
    return EditedTrip(made, edited, named, searched.alternatives)


def given_up(
    before: TripPlan, after: TripPlan, sights: Sequence[Sight], named: Collection[str]
) -> tuple[LocalizedText, ...]:
    """Return the wishes that had to give way in the step from one plan to the next, by the ledgers of the two.

    `named`: the ids of the sights and the terms that the change mentions, and `REST_WISH`; what the change withdraws of
    these is no loss, what it requests of them and does not get is one.
    """
    known = {sight.id: sight for sight in sights}
    old, new = (account(each.brief, each.request, each.itinerary, known, None).entries for each in (before, after))
    held = {(entry.field, entry.key): entry for entry in old if entry.subject not in named}
    lost = [entry.words for entry in new if _is_lost(held.get((entry.field, entry.key)), entry)]
    loose = set(_loosened(before.brief, after.brief, named))
    loosened = [entry.words for entry in old if entry.field == "day_wishes" and entry.subject in loose & known.keys()]
    return tuple(dict.fromkeys([*loosened, *lost]))


def _is_lost(before: Entry | None, now: Entry) -> bool:
    """Return whether a wish that was kept, or that is new (None), is not kept now.

    A new one that no plan can keep all of, as far as the data goes, is none that gave way.
    """
    if now.is_kept or now.verdict == "not_understood":
        return False
    if before is None:
        return now.hard or now.verdict != "kept_in_part"
    return before.is_kept or (before.verdict == "kept_in_part" and now.verdict != "kept_in_part")


def _loosened(before: TripBrief, after: TripBrief, named: Collection[str]) -> Iterator[str]:
    """Yield the visits that the change does not mention and that are not held to their day, hour or part of it any
    more.
    """
    now = {wish.value: wish for wish in after.day_wishes if wish.kind == "visit"}
    for wish in before.day_wishes:
        if wish.kind != "visit" or wish.value in named or wish.value in after.avoid:
            continue
        held = now.get(wish.value)
        is_loose = held is None or (held.day == "every" and wish.day != "every")
        if is_loose or (held and (held.start, held.part) != (wish.start, wish.part)):
            yield wish.value


def _new_in(before: TripBrief, after: TripBrief) -> frozenset[str]:
    """The ids of the sights and terms that one brief has and the other one has not, and whether rests differ."""
    terms = [{*each.must_see, *each.avoid, *(wish.value for wish in each.day_wishes)} for each in (before, after)]
    rests = [[wish for wish in each.day_wishes if wish.kind == "rest"] for each in (before, after)]
    return frozenset(terms[0] ^ terms[1]) | ({REST_WISH} if rests[0] != rests[1] else set())


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


def _kept(before: Itinerary, edits: Sequence[Edit]) -> Iterator[Assumption]:
    """What rules of travel took for granted, and still do."""
    counted = any(isinstance(edit, SetTravellers) for edit in edits)
    for text in before.assumptions:
        if not isinstance(text, Assumption) or text.rule in OF_THE_ENGINE or _is_recomputed(text):
            continue
        if not (counted and _is_of_party(text)):
            yield text


def _is_recomputed(text: LocalizedText) -> bool:
    """Return whether it is a note that is made of every plan anew."""
    return isinstance(text, Assumption) and text.rule in RECOMPUTED


def _is_of_party(text: Assumption) -> bool:
    """Return whether it reports how many people are counted; plans of 0.1.0 do so without the id of a rule."""
    return text.rule == COUNTED_PARTY or text.en == ONE_TRAVELLER.en

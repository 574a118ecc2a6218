"""Random towns and random wishes, and what must hold of whatever the engine makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise

from hypothesis import strategies as st

from tests.planning.cast import TUESDAY, request, sight, text
from travelagent.planning.edits.apply import requested
from travelagent.planning.engine import plan
from travelagent.planning.hours import windows_of
from travelagent.planning.relax import with_only_demands
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import (
    PACES,
    DayPlan,
    DayWindow,
    FixedVisit,
    Itinerary,
    LocalizedText,
    Pin,
    PlanRequest,
    Point,
    Sight,
)
from travelagent.travel.legs import EstimatedLegs
from travelagent.verifier import verify

OPENING = "24/7|09:00-17:00|Tu-Su 10:00-18:00; Mo off|08:00-12:00,14:00-18:00|18:00-02:00|sunrise-sunset|off|junk"
HOURS = st.none() | st.sampled_from(OPENING.split("|"))
CATEGORIES = st.sampled_from(["museum", "park", "show", "tower", "market", "temple"])
NOWHERE = LocalizedText("", "")


@st.composite
def sights(draw) -> tuple[Sight, ...]:
    """Up to 14 sights, some of which are never open, last a whole day or lie an hour away."""
    return tuple(
        sight(
            f"s{index}",
            48.0 + draw(st.floats(-0.3, 0.3)),
            11.0 + draw(st.floats(-0.4, 0.4)),
            category=draw(CATEGORIES),
            minutes=draw(st.integers(1, 700)),
            score=draw(st.floats(0, 10)),
            hours=draw(HOURS),
            indoor=draw(st.booleans()),
            booking=draw(st.sampled_from(["none", "recommended", "required"])),
            last_entry_minutes=draw(st.sampled_from([0, 30, 60])),
        )
        for index in range(draw(st.integers(0, 14)))
    )


@st.composite
def requests(draw, candidates: Sequence[Sight]) -> PlanRequest:
    """Up to 5 days with demands, pins, bookings, windows and wishes that may or may not be kept together."""
    days = draw(st.integers(1, 5))
    ids = [candidate.id for candidate in candidates]
    some = st.just([]) if not ids else st.just([]) | st.lists(st.sampled_from(ids), max_size=3, unique=True)
    windows = draw(
        st.just([]) | st.lists(st.tuples(st.integers(1, days), st.integers(0, 1000), st.integers(1, 1440)), max_size=2)
    )
    return request(
        days=days,
        start_date=draw(st.none() | st.just(TUESDAY + timedelta(days=draw(st.integers(0, 400))))),
        today=TUESDAY,
        pace=draw(st.sampled_from(["relaxed", "normal", "packed"])),
        must_see=tuple(draw(some)),
        avoid=tuple(draw(st.lists(st.sampled_from(["museum", "park", "show"]), max_size=1))),
        interests=tuple(draw(st.lists(st.sampled_from(["art", "food"]), max_size=2))),
        pinned=tuple(Pin(s, draw(st.none() | st.integers(1, days))) for s in draw(some)),
        day_windows=tuple(
            DayWindow(day, start, min(start + length, 1440))
            for day, start, length in {w[0]: w for w in windows}.values()
        ),
        fixed=tuple(
            FixedVisit(text("Own"), 48.01, 11.01, start, 60, draw(st.none() | st.integers(1, days)))
            for start in draw(st.just([]) | st.lists(st.integers(0, 1380), max_size=2))
        ),
        rainy_days=tuple(draw(st.lists(st.integers(1, days), max_size=1))),
        iterations=60,
    )


def hold_to_account(plan_request: PlanRequest, candidates: Sequence[Sight], chosen: int) -> str:
    """Plan, and check all that is promised. Returns what came of it: `planned` or `infeasible`.

    Of the sights that are left out the one of number `chosen` (modulo their count) has its relaxation applied.
    """
    try:
        found = plan(plan_request, candidates)
    except Infeasible as refused:
        _check_refusal(plan_request, candidates, refused)
        return "infeasible"
    assert verify(found, plan_request, candidates).failures == ()
    assert found.bound is None or found.score <= found.bound
    known = {candidate.id: candidate for candidate in candidates}
    for left in found.left_out:
        if not left.reason.en.startswith(("It fits", "It would fit", "It is in the open")):
            places = list(insertions(found, plan_request, known[left.sight]))
            assert not places, f"{left.sight} ({left.reason.en}) would fit: {places}"
    changed = [left for left in found.left_out if left.edits is not None]
    if changed:
        left = changed[chosen % len(changed)]
        assert left.edits is not None
        again = plan(requested(plan_request, left.edits, candidates), candidates)
        assert left.sight in {visit.sight for visit in again.visits}, left
    return "planned"


def _check_refusal(plan_request: PlanRequest, candidates: Sequence[Sight], refused: Infeasible) -> None:
    """The clash does not hold by itself, does so without any one of its members, and the change helps."""
    assert refused.clash
    assert refused.text.en
    assert refused.relaxation.zh
    assert refused.partial is None or refused.partial.certificate.feasible
    assert plan(requested(plan_request, refused.edits, candidates), candidates).certificate.feasible
    assert is_refused(only(plan_request, refused.clash), candidates)
    for member in refused.clash:
        rest = tuple(other for other in refused.clash if other != member)
        assert not is_refused(only(plan_request, rest), candidates), f"{refused.clash} clash without {member}"


def only(plan_request: PlanRequest, demands: Sequence[str]) -> PlanRequest:
    """The request with these of its demands and bookings alone."""
    fixed = tuple(booking for index, booking in enumerate(plan_request.fixed) if f"fixed/{index + 1}" in demands)
    reduced = with_only_demands(plan_request, demands)
    assert set(reduced.demanded) | {d for d in demands if d.startswith("fixed/")} == set(demands)
    return PlanRequest(**{**{f: getattr(reduced, f) for f in reduced.__dataclass_fields__}, "fixed": fixed})


def is_refused(plan_request: PlanRequest, candidates: Sequence[Sight]) -> bool:
    try:
        plan(plan_request, candidates)
    except Infeasible:
        return True
    return False


def insertions(found: Itinerary, plan_request: PlanRequest, candidate: Sight) -> Iterator[tuple[int, int]]:
    """(day, minute) at which the sight could be visited with nothing else of the plan moved, by the hours alone."""
    for day in found.days:
        visits = [visit for visit in day.visits if visit.sight is not None]
        if day.city == candidate.city and len(visits) < PACES[plan_request.pace].visits:
            for begin in _begins(day, candidate):
                yield day.day, begin


def _begins(day: DayPlan, candidate: Sight) -> Iterator[int]:
    """Starts in the gaps between the day's stops: after one stop and the way, before the next one and the way."""
    stops = [(day.origin.lat, day.origin.lon, day.start, day.start)]
    stops += [(visit.lat, visit.lon, visit.arrive, visit.depart) for visit in day.visits]
    stops.append((day.destination.lat, day.destination.lon, day.end, day.end))
    here = (candidate.lat, candidate.lon)
    for (*before, _, leaves), (*after, due, _) in pairwise(stops):
        meals = sum(m.end - m.start for m in day.meals if m.visit is None and m.start >= leaves and m.end <= due)
        points = [Point(NOWHERE, *place) for place in (before, here, after)]
        minutes = EstimatedLegs().matrix(points, "medium").minutes
        if meals:
            continue
        for opens, closes in windows_of(candidate, day.date):
            begin = max(opens, leaves + int(minutes[0, 1]))
            done = begin + candidate.minutes
            if done <= closes and begin <= closes - candidate.last_entry_minutes and done + minutes[1, 2] <= due:
                yield begin

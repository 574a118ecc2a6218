"""Wishes for a kind of sight, and how a plan keeps them: by at least one sight of each kind.

Interests only raise what a sight is worth, so a plan that gets shorter or calmer might lose the one thing its traveller
came for. A wish that a plan has met therefore binds its changes like a demand for the best sight that met it, until the
wish or the sight is taken back. An unmissable sight counts as everybody's wish, unless money is to be saved.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence

from travelagent.planning.edits.days import StartAt
from travelagent.planning.edits.sights import Add
from travelagent.planning.taste import UNMISSABLE, worth
from travelagent.plans.values import PACES, Itinerary, PlanRequest, Sight

SPARING = 1.0
"""The thrift of who watches the money but still buys what nobody should miss."""


def kept(before: Itinerary, requested: PlanRequest, wanted: PlanRequest, sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return the sights by which a change of `before` keeps the interests of the request.

    Of every interest the best one that is visited, of a new one that nothing meets yet the best there is.
    """
    visited = {visit.sight for visit in before.visits}
    found = []
    for interest in wanted.interests:
        suiting = list(_suiting(interest, wanted, sights))
        met = [sight for sight in suiting if sight.id in visited]
        if met or interest not in requested.interests:
            found += _best(met or suiting, wanted)
    return tuple(dict.fromkeys(found))


def unmissable(before: Itinerary, wanted: PlanRequest, sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return the sights of a plan that nobody should miss, as far as the request still allows them."""
    if wanted.thrift > SPARING:
        return ()
    visited = {visit.sight for visit in before.visits}
    return tuple(s.id for s in _allowed(wanted, sights) if s.id in visited and s.score >= UNMISSABLE)


def unmet(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return for every interest that the plan has nothing of the sight most worth seeing, where there is one."""
    visited = {visit.sight for visit in itinerary.visits}
    found = []
    for interest in request.interests:
        suiting = list(_suiting(interest, request, sights))
        if not any(sight.id in visited for sight in suiting):
            found += _best(suiting, request)
    return tuple(dict.fromkeys(found))


def early_starts(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> dict[str, StartAt]:
    """Return the edits by which days begin early enough for unmissable sights that the plan leaves out, by the sight's
    id.

    Only for sights that need nothing but a day that begins earlier. None where money is to be saved.
    """
    known = {sight.id: sight for sight in sights}
    found = {}
    for left in itinerary.left_out if request.thrift <= SPARING else ():
        match left.edits:
            case (StartAt() as early, Add()) if known[left.sight].score >= UNMISSABLE:
                day = _inner_day(itinerary, request, known[left.sight].city) or early.day
                found[left.sight] = dataclasses.replace(early, day=day)
    return found


def timely_starts(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> dict[str, StartAt]:
    """Return the edits by which calm days begin like usual ones for their first sight, by the sight's id.

    Only for sights that the plan sees first on a day, but later than they are best begun.
    """
    known = {sight.id: sight for sight in sights}
    begun = {window.day for window in request.day_windows if window.start is not None}
    found = {}
    for day in itinerary.days:
        first = known.get(day.visits[0].sight or "") if day.visits else None
        if first is None or first.begin_by is None or day.day in begun or day.legs[0].is_move:
            continue
        start = day.start - (day.visits[0].arrive - first.begin_by)
        if PACES["normal"].start <= start < day.start:
            found[first.id] = StartAt(day.day, start)
    return found


def _inner_day(itinerary: Itinerary, request: PlanRequest, city: str) -> int | None:
    """Return a day between others in that city without hours of the traveller's, if there is one."""
    days = [day.day for day in itinerary.days if day.city == city]
    windowed = {window.day for window in request.day_windows}
    return next((day for day in days[1:-1] if day not in windowed), None)


def with_demands(request: PlanRequest, sights: Collection[str]) -> PlanRequest:
    """Return the request with these sights demanded besides."""
    return dataclasses.replace(request, held=tuple(dict.fromkeys([*request.held, *sights])))


def _suiting(interest: str, request: PlanRequest, sights: Sequence[Sight]) -> Iterator[Sight]:
    return (sight for sight in _allowed(request, sights) if interest in {sight.category, *sight.tags})


def _allowed(request: PlanRequest, sights: Sequence[Sight]) -> Iterator[Sight]:
    """The sights in the request's cities that it does not refuse."""
    cities, avoided = {stay.id for stay in request.cities}, set(request.avoid)
    for sight in sights:
        if sight.city in cities and not avoided & sight.terms:
            yield sight


def _best(sights: Sequence[Sight], request: PlanRequest) -> list[str]:
    best = max(sights, key=lambda sight: (worth(sight, request.interests), sight.id), default=None)
    return [best.id] if best else []

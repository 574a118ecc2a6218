"""What each sight of a problem is worth to the traveller beside what a visit of it costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from travelagent.planning.frame import DayFrame
from travelagent.planning.places import FAR_MINUTES, UNREACHABLE, Ints, Places
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.planning.taste import UNMISSABLE, worth
from travelagent.plans.values import PlanRequest, Sight, Walker
from travelagent.travel.legs import TRAVELLERS_A_CAR

VERY_HIGH_METRES, TOO_HIGH = 4_000, 0.2
"""From this height on a sight is worth this share to those whom thin air is hard on."""
FRAIL = frozenset[Walker]({"senior", "small_child", "child", "pregnant"})


def merits(
    request: PlanRequest,
    frames: Sequence[DayFrame],
    places: Places,
    sights: Sequence[Sight],
    feeding: Sequence[Sight],
    together: Ints,
) -> list[float]:
    """Return the points of each sight: its worth, less what it costs where money is to be saved, and less what of the
    way to it is wasted. `feeding`: those that may be visited with lunch, too, and count twice for the usual ticket;
    `together`: for every sight those that it is best seen with (`places.mates`). Whom long ways are hard on bears the
    usual price of one to what nobody should miss; very high places are little to children and the old."""
    dearness = _dearness(request, frames, places, [*sights, *feeding])
    away = places.travel[np.ix_(places.starts(frames), [places.of(sight) for sight in sights])].min(axis=0)
    found = []
    for index, minutes in enumerate(_futile(places, frames, sights, together).tolist()):
        sight = sights[index]
        merit = worth(sight, request.interests) - request.thrift * dearness[sight.id]
        merit -= min(MINUTE_WORTH * minutes, merit / 2)
        if request.short_ways and sight.score >= UNMISSABLE and away[index] < UNREACHABLE:
            merit += 2 * MINUTE_WORTH * float(away[index])
        if sight.altitude >= VERY_HIGH_METRES and not FRAIL.isdisjoint(request.walkers):
            merit *= TOO_HIGH
        found.append(merit)
    return found


def _futile(places: Places, frames: Sequence[DayFrame], sights: Sequence[Sight], together: Ints) -> Ints:
    """By how many minutes the way to each sight and back is longer than the visit, 0 where it is not far out or has
    others beside it: nobody leaves town for a short look."""
    at = [places.of(sight) for sight in sights]
    away = places.travel[np.ix_(places.starts(frames), at)].min(axis=0)
    alone = (together[: len(sights)] < 0).all(axis=1) & (away >= FAR_MINUTES) & (away < UNREACHABLE)
    return np.where(alone, np.maximum(2 * away - np.array([sight.minutes for sight in sights], dtype=np.int64), 0), 0)


def _dearness(
    request: PlanRequest, frames: Sequence[DayFrame], places: Places, sights: Sequence[Sight]
) -> dict[str, float]:
    """What each sight costs one person, its ticket and the share in a taxi out and back, as a multiple of its city's
    usual ticket (the mean of those that cost something)."""
    tickets = {sight.id: float(sight.price_on(frames[0].date) or 0) for sight in sights}
    paid: dict[str, list[float]] = {}
    for sight in sights:
        if tickets[sight.id]:
            paid.setdefault(sight.city, []).append(tickets[sight.id])
    usual = {city: sum(prices) / len(prices) for city, prices in paid.items()}
    share = -(-request.travellers // TRAVELLERS_A_CAR) / request.travellers if request.thrift else 0.0
    fares = {sight.id: share * _taxi_there_and_back(frames, places, sight) for sight in sights}
    prices = {sight.id: tickets[sight.id] + fares[sight.id] for sight in sights}
    return {s.id: prices[s.id] / usual.get(s.city, prices[s.id]) if prices[s.id] else 0.0 for s in sights}


def _taxi_there_and_back(frames: Sequence[DayFrame], places: Places, sight: Sight) -> float:
    """The fare of a taxi to the sight and back from where the days start, 0 where one goes otherwise."""
    here = places.of(sight)
    fares = [0.0]
    for frame in frames:
        hop = places.hops[places.index(frame.home, frame.stay.id)][here] if frame.is_in_reach(sight) else None
        if hop is not None and hop.mode == "taxi":
            fares.append(2 * hop.km * float(frame.stay.taxi_km))
    return max(fares)

"""A place that several cities of a trip have as a sight of theirs is visited once, from the nearest of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from travelagent.plans.values import CityStay, Sight
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.values import Place

BESIDE_KM = 0.3
"""Sights of one category that lie nearer than this are one place."""
NAMESAKES_KM = 5.0
"""Sights of one name that lie nearer than this are one place: lakes and mountains are marked at different ends."""
NEAR_DEGREES = NAMESAKES_KM / 110
"""Degrees of latitude behind which no sight is near."""


def each_place_once(sights: Sequence[Sight], stays: Sequence[CityStay], demanded: Collection[str]) -> tuple[Sight, ...]:
    """Return the sights without those that are the place of another stay's sight: of each pair the one that is demanded
    stays, else the one that is nearer to its city."""
    if len(stays) < 2:
        return tuple(sights)
    centres = {stay.id: stay for stay in stays}

    def rank(sight: Sight) -> tuple[bool, float]:
        stay = centres[sight.city]
        return sight.id not in demanded, _apart(sight, stay)

    dropped = {max(pair, key=rank).id for pair in _pairs(sights) if not all(one.id in demanded for one in pair)}
    return tuple(sight for sight in sights if sight.id not in dropped)


def _pairs(sights: Sequence[Sight]) -> Iterator[tuple[Sight, Sight]]:
    """The pairs of sights of different cities that are one place."""
    ordered = sorted(sights, key=lambda sight: sight.lat)
    for index, one in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if other.lat - one.lat > NEAR_DEGREES:
                break
            if one.city != other.city and _is_one_place(one, other):
                yield one, other


def _is_one_place(one: Sight, other: Sight) -> bool:
    apart = _apart(one, other)
    if apart <= BESIDE_KM and one.category == other.category:
        return True
    same_name = one.name.en.casefold() == other.name.en.casefold() or one.name.zh == other.name.zh
    return same_name and apart <= NAMESAKES_KM


def _apart(one: Sight, other: Sight | CityStay) -> float:
    return air_km(Place(one.lat, one.lon), Place(other.lat, other.lon))

"""Places of the traveller's own that are known by name alone: looked up in the catalogue, else kept in the centre.

A place that nobody knows is never replaced by another one. It keeps its name, is taken to be in the centre of its city
and is marked as `unlocated`, so that plan and notes state that its position is not known.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from travelagent.briefs.lodging import point_near
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.names import resolve_city
from travelagent.catalog.text import key
from travelagent.planning.edits.day_trip import GoTo, GoToCity
from travelagent.planning.edits.sights import AddPlace
from travelagent.planning.edits.trip import SetHotel
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import CityStay, Edit, Itinerary, LocalizedText, PlanRequest, Point


def place_named(name: str, stays: Sequence[CityStay], near: str = "") -> Point:
    """Return where a place lies by its name, or by that of what it is near; in the centre where neither is known.

    The centre is that of the first stay, or of the one that the name itself mentions.
    """
    found = point_near(near or name, [stay.id for stay in stays])
    if found is not None:
        return dataclasses.replace(found, name=LocalizedText(name, name))
    words = key(name)
    named = (stay for stay in stays if any(key(each) in words for each in (stay.name.en, stay.name.zh) if key(each)))
    stay = next(named, stays[0])
    return Point(LocalizedText(name, name), stay.lat, stay.lon, stay.land, unlocated=True)


def located(edit: Edit, request: PlanRequest, plan: Itinerary) -> Edit:
    """Return the edit with the position of a place that it has by name alone."""
    if isinstance(edit, AddPlace) and (edit.lat is None or edit.lon is None):
        point = place_named(edit.name, _stays_on(edit.day, request, plan), edit.near)
        return dataclasses.replace(edit, lat=point.lat, lon=point.lon, unlocated=point.unlocated)
    if isinstance(edit, SetHotel) and isinstance(edit.hotel, str):
        stays = [stay for stay in request.cities if stay.id == edit.city] or _stays_on(edit.since, request, plan)
        return dataclasses.replace(edit, hotel=place_named(edit.hotel, stays))
    if isinstance(edit, GoToCity) and edit.city is not None:
        return GoTo(edit.day, city_stay(source.cities()[city_named(edit.city)]))
    return edit


def city_named(name: str) -> str:
    """Return the id of the covered city of a name or an id. Raises InvalidRequest."""
    if name in source.cities():
        return name
    match resolve_city(name):
        case CityMatch(id=city, covered=True):
            return city
    raise InvalidRequest("city", LocalizedText(f"The catalogue has no city called {name}.", f"没有收录城市“{name}”。"))


def _stays_on(day: int | None, request: PlanRequest, plan: Itinerary) -> list[CityStay]:
    """Return the stay of that day alone, all of them without one."""
    cities = {each.day: each.city for each in plan.days}
    return [stay for stay in request.cities if stay.id == cities.get(day or 0)] or list(request.cities)

"""Where the first plan of a trip leads whose brief has no stay yet: what the message names, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from travelagent.assistant.embedded.turn import Turn
from travelagent.briefs.usual import usual_days
from travelagent.catalog import names
from travelagent.catalog.routes import route_named
from travelagent.plans.fields import MAX_DAYS
from travelagent.providers.towns import are_fetched


@dataclass(frozen=True, slots=True)
class Named:
    """Places by the names in the message: an area with a usual route, or places to be fetched because they are unknown.

    `areas`: those whose cities are searched where the places cannot be had.
    """

    places: tuple[str, ...]
    days: int
    areas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitiesOf:
    """The best cities of areas, as many as the days hold: they are yet to be looked for."""

    areas: tuple[str, ...]


Destination: TypeAlias = Named | CitiesOf


def destination_of(turn: Turn) -> Destination | None:
    """Return where the areas and the unknown names of a message lead; None where it names neither, or an area and no
    days."""
    areas, unknown, days = turn.understood.areas, turn.understood.unknown, turn.brief.days
    if not areas:
        return Named(unknown, min(days or usual_days(len(unknown)), MAX_DAYS)) if unknown and are_fetched() else None
    if len(areas) == 1 and (route := route_named(areas[0])):
        return Named((route.area,), min(days or route.days, MAX_DAYS))
    if len(areas) == 1 and is_to_be_fetched(areas[0]):
        return Named(areas, min(days or usual_days(1), MAX_DAYS), areas)
    return CitiesOf(areas) if days is not None else None


def is_to_be_fetched(area: str) -> bool:
    """Return whether an area has no city of the catalogue and live services may know what is there."""
    return are_fetched() and names.spot_of(area) is not None and not names.area_members(area)


def is_unknown_alone(turn: Turn) -> bool:
    """Return whether unknown names are all that a message states of the destination: no area, no interest, season,
    budget or origin.
    """
    details = (
        turn.understood.areas,
        turn.brief.interests,
        turn.brief.dates.season,
        turn.brief.budget,
        turn.brief.origin,
    )
    return bool(turn.understood.unknown) and not any(details)

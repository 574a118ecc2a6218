"""Cities by name, including those outside the catalogue: they are fetched from live services and planned like any."""

from typing import Final

from agent_core.tools import ToolError
from travelagent.assistant.places import covered_city, localize
from travelagent.catalog import names, source
from travelagent.catalog.matches import CityMatch, Unknown
from travelagent.catalog.open_data import world_city
from travelagent.catalog.routes import route_named
from travelagent.catalog.values import City
from travelagent.osm.places import Town
from travelagent.providers.failures import Off
from travelagent.providers.towns import Unplannable, make_plannable, town_at, town_called, town_of

FETCH_SECONDS: Final = 60.0
"""What a tool may take that fetches a place."""


def stop_id(text: str, locale: str) -> str:
    """Return the id of a city by its name, fetched if need be; of an area with a usual route its English name.

    Raises ToolError as `plannable_city` does.
    """
    route = route_named(text)
    return route.area if route else plannable_city(text, locale).id


def plannable_city(text: str, locale: str) -> City:
    """Return a city by its name in either language; one that the catalogue does not cover is fetched from live
    services, which may take half a minute.

    Raises ToolError as `covered_city` does; `why` in its data is the reason why the services provided nothing.
    """
    try:
        return covered_city(text, locale)
    except ToolError as unknown:
        found = _fetched(text, locale) if unknown.code == "unknown_city" else None
        if isinstance(found, str):
            return source.cities()[found]
        if found is None or isinstance(found, Off):
            raise
        raise ToolError(unknown.code, str(unknown), **unknown.data, why=localize(found.text, locale)) from unknown


def _fetched(text: str, locale: str) -> str | Unplannable | None:
    """The id of a place that was fetched; None for a region or country of which cities are to be named."""
    match names.resolve_city(text):
        case CityMatch(id=city) if place := world_city(int(city.removeprefix("geonames:"))):
            return make_plannable(town_of(place))
        case Unknown(region=None):
            town = town_called(text, "zh" if locale == "zh" else "en")
            return make_plannable(town) if isinstance(town, Town) else town
        case Unknown(region=str(area), members=()) if spot := names.spot_of(area):
            return make_plannable(town_at(area, *spot))
        case _:
            return None

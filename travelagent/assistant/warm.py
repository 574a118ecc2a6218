"""Loads what the first question would otherwise wait for: the names, the climate, the compiled planner."""

from travelagent.catalog import gazetteer
from travelagent.catalog.search import CityQuery, search_cities
from travelagent.planning.warm import warm


def warm_up() -> None:
    """Takes about two seconds; call it before the server listens, since much of it holds the interpreter's lock."""
    gazetteer.known()
    gazetteer.world()
    search_cities(CityQuery(month=1))
    warm()

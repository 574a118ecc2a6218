"""Loads what the first question would otherwise wait for: the names, the climate, the readers' tables."""

from travelagent.assistant import clock
from travelagent.assistant.embedded.understanding import understand_turns
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.cities import FoundCities
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.parsing import prepare
from travelagent.assistant.results.route import Route
from travelagent.assistant.results.sights import FoundSights
from travelagent.catalog import gazetteer
from travelagent.catalog.search import CityQuery, search_cities
from travelagent.planning.warm import load_daylight
from travelagent.startup import loading


def warm_up() -> None:
    """Load the data that answers need; call it before the server listens, since it holds the interpreter's lock for
    about two seconds."""
    with loading():
        gazetteer.known()
        gazetteer.world()
        search_cities(CityQuery(month=1))
        understand_turns(("京都三日游",), clock.today())
        prepare(Route, Budget, CityFacts, FoundCities, FoundSights)
        load_daylight()

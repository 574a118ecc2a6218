"""Loads what the first question would otherwise wait for: the names, the climate, the readers' tables."""

import gc

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


def warm_up() -> None:
    """Load the data that answers need; call it before the server listens, since it holds the interpreter's lock for
    about two seconds.

    What is loaded then stays, and is taken out of the garbage collector's sight: every full collection would look at
    all of it again, and stop every thread for half a second.
    """
    gazetteer.known()
    gazetteer.world()
    search_cities(CityQuery(month=1))
    understand_turns(("京都三日游",), clock.today())
    prepare(Route, Budget, CityFacts, FoundCities, FoundSights)
    load_daylight()
    gc.collect()
    gc.freeze()

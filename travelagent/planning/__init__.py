"""The planning engine: itinerary optimiser, independent verifier, budget. Pure Python, knows nothing of the project.

from travelagent.planning.engine import plan            # plan(request, sights, legs=None) -> Itinerary
from travelagent.planning.replan import replan          # replan(itinerary, request, change, sights) -> Replanned
from travelagent.planning.variants import alternatives  # alternatives(itinerary, request, sights) -> Alternative, …
from travelagent.planning.verify import verify          # verify(itinerary, request, sights) -> Certificate
from travelagent.planning.budget import budget          # budget(request, rates=None) -> Budget
from travelagent.planning.wire import itinerary_to_wire, itinerary_from_wire, budget_to_wire

docs/planning.md tells how it works.
"""

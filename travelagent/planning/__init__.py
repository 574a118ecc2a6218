"""The planning engine: itinerary optimiser, independent verifier, budget. Pure Python, knows nothing of the project.

from travelagent.planning.engine import plan        # plan(request, sights, legs=None, *, progress, cancelled)
from travelagent.planning.verify import verify      # verify(itinerary, request, sights) -> Certificate
from travelagent.planning.budget import budget      # budget(request, rates=None) -> Budget
from travelagent.planning.wire import itinerary_to_wire, itinerary_from_wire, budget_to_wire
"""

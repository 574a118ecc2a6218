"""The planning engine: the itinerary optimiser and the edits of what it makes. Pure Python, knows no framework.

from travelagent.planning.engine import plan            # plan(request, sights, legs=None) -> Itinerary
from travelagent.planning.editing import edit_plan      # edit_plan(itinerary, request, edits, sights) -> Edited
from travelagent.planning.variants import alternatives  # alternatives(itinerary, request, sights) -> Alternative, …

docs/planning.md describes how it works, and which packages hold the values, the legs, the costs and the verifier.
"""

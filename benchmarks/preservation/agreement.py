"""Whether a plan's request holds just what its brief does: what a later plan of the brief alone would lose."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.preservation.scenes import TODAY
from travelagent.briefs.compile import compile_request
from travelagent.briefs.values import TripBrief
from travelagent.catalog.adapter import planning_sights
from travelagent.plans.values import PlanRequest
from travelagent.plans.words import REST

STATED = ("days", "start_date", "travellers", "pace", "way", "any_order", "home")
"""The fields of a request that are one value, and that no rule or search changes once it was compiled."""
LISTED = ("interests", "must_see", "avoid", "avoid_on", "rainy_days", "constraints", "pinned")
"""Those that are lists, whose order means nothing."""


def disagreements(brief: TripBrief, request: PlanRequest) -> Iterator[str]:
    """Yield the fields in which the request differs from what the brief compiles to: a plan anew would change them.

    Hours of days, nights and stops on the way are the search's own.
    """
    compiled = compile_request(brief, planning_sights(brief.places), TODAY).request
    yield from (name for name in STATED if getattr(compiled, name) != getattr(request, name))
    yield from (name for name in LISTED if set(getattr(compiled, name)) != set(getattr(request, name)))
    if [stay.id for stay in compiled.cities] != [stay.id for stay in request.cities]:
        yield "cities"
    bookings = [{own for own in each.fixed if own.name != REST} for each in (compiled, request)]
    if bookings[0] != bookings[1]:
        yield "fixed"
    for name in ("arrival", "departure"):
        ours, theirs = getattr(compiled, name), getattr(request, name)
        if (ours and ours.at) != (theirs and theirs.at):
            yield name

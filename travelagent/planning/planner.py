"""The engine as one job uses it: with its travel times, and with those who hear of its progress and may stop it."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from travelagent.planning.editing import Edited, edit_plan
from travelagent.planning.engine import plan
from travelagent.planning.solve import Cancelled, Progress
from travelagent.planning.variants import alternatives
from travelagent.plans.outcomes import Alternative
from travelagent.plans.values import Edit, Itinerary, PlanRequest, Sight
from travelagent.travel.legs import EstimatedLegs, LegProvider


@dataclass(frozen=True, slots=True)
class Planner:
    """What plans and edits; all methods raise what the functions of the engine raise.

    `progress` gets the share done (0 to 1); `varies`: whether alternatives are wanted.
    """

    legs: LegProvider = EstimatedLegs()  # noqa: RUF009  # it has no state
    progress: Progress | None = None
    cancelled: Cancelled | None = None
    varies: bool = True

    def plan(self, request: PlanRequest, sights: Sequence[Sight]) -> Itinerary:
        """Return the plan of a request."""
        return plan(request, sights, self.legs, progress=self.progress, cancelled=self.cancelled)

    def edit(
        self,
        before: Itinerary,
        request: PlanRequest,
        edits: Sequence[Edit],
        sights: Sequence[Sight],
        *,
        mend: bool = True,
        days: Collection[int] = (),
    ) -> Edited:
        """Return the plan after the edits, in their order; `mend` and `days` as `edit_plan` takes them."""
        return edit_plan(
            before, request, edits, sights, self.legs,
            mend=mend, days=days, progress=self.progress, cancelled=self.cancelled,
        )  # fmt: skip

    def alternatives(
        self, itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight], *, until: float
    ) -> tuple[Alternative, ...]:
        """Return the other plans for the same request that are found until then (monotonic seconds); none where they
        are not wanted.
        """

        def is_over() -> bool:
            return time.monotonic() > until or bool(self.cancelled and self.cancelled())

        return alternatives(itinerary, request, sights, self.legs, cancelled=is_over) if self.varies else ()

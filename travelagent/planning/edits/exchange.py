"""The edit that exchanges a visit for another sight that is described and not named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Final, Literal, TypeAlias

from travelagent.planning.edits.base import Names, edit, in_words
from travelagent.planning.edits.draft import Draft
from travelagent.planning.edits.sights import SightEdit, Swap
from travelagent.planning.hours import windows_of
from travelagent.planning.messages import message, refuse
from travelagent.planning.taste import worth
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import EditContext, Itinerary, LocalizedText, PlanRequest, Sight
from travelagent.travel.legs import km_between

Like: TypeAlias = Literal["alike", "free", "near", "indoor"]
LONGER: Final = 45
"""The minutes by which what is visited instead may last longer."""
NEAR_KM: Final = 1.5


@edit
class Exchange(SightEdit):
    """The best other sight of that description takes the place of a visit: one `alike`, a `free` one, one `near` it, or
    an `indoor` one.
    """

    visit: str
    like: Like
    op: Literal["exchange"] = "exchange"

    def apply(self, context: EditContext) -> PlanRequest:
        return self._swap(context).apply(context)

    def words(self, names: Names) -> LocalizedText:
        return in_words(self, names, f"exchange_{self.like}")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        return self._swap(context).arrange(draft, context)

    def _swap(self, context: EditContext) -> Swap:
        """The exchange by name. Raises InvalidRequest where there is no such visit, or no sight of that description."""
        known = context.known
        day = next((day for day in context.itinerary.days if any(v.id == self.visit for v in day.visits)), None)
        if day is None or self.visit not in known:
            refuse("visit", "visit", sight=self.visit)
        held = known[self.visit]
        found = [
            sight
            for sight in _candidates(held, context.itinerary, context)
            if windows_of(sight, day.date) and _IS[self.like](sight, held, day.date)
        ]
        if not found:
            raise InvalidRequest("like", message(f"nothing.{self.like}", visit=held.name))
        interests = context.request.interests
        best = max(found, key=lambda sight: (_kinship(sight, held), worth(sight, interests), sight.id))
        return Swap(self.visit, best.id)


def _candidates(held: Sight, plan: Itinerary, context: EditContext) -> Iterator[Sight]:
    """The sights of the same city that are not in the plan, not refused, and not much longer."""
    planned, refused = {visit.sight for visit in plan.visits}, set(context.request.avoid)
    for sight in context.sights:
        fits = sight.city == held.city and sight.minutes <= held.minutes + LONGER
        if fits and sight.id not in planned and refused.isdisjoint(sight.terms):
            yield sight


def _kinship(sight: Sight, other: Sight) -> int:
    """How much two sights have in common: their category counts like four tags."""
    return 4 * (sight.category == other.category) + len({*sight.tags} & {*other.tags})


def _is_alike(sight: Sight, held: Sight, day: date) -> bool:
    return _kinship(sight, held) > 1


def _is_free(sight: Sight, held: Sight, day: date) -> bool:
    return sight.price_on(day) == 0


def _is_near(sight: Sight, held: Sight, day: date) -> bool:
    return bool(km_between([sight, held])[0, 1] <= NEAR_KM)


def _is_indoor(sight: Sight, held: Sight, day: date) -> bool:
    return sight.indoor


_IS: Final[Mapping[Like, Callable[[Sight, Sight, date], bool]]] = {
    "alike": _is_alike,
    "free": _is_free,
    "near": _is_near,
    "indoor": _is_indoor,
}

"""All that a brief wants from now on, as one edit of the plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from travelagent.plans.values import Edit, EditContext, LocalizedText, PlanRequest


@dataclass(frozen=True)
class Become(Edit):
    """The request is this one; what the plan holds and the request still allows stays.

    `numbers`: every day's new number by its old one, those of days that are gone behind the last one; `cancelled`: the
    ids of the bookings that are gone.
    """

    request: PlanRequest
    numbers: Mapping[int, int]
    cancelled: frozenset[str] = frozenset()

    def apply(self, context: EditContext) -> PlanRequest:
        return self.request

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        return self.numbers

    def cancelled_bookings(self) -> frozenset[str]:
        return self.cancelled

    def words(self, names: Mapping[str, LocalizedText]) -> LocalizedText | None:
        return None

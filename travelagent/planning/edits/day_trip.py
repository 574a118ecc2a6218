"""Edits by which a day of a stay is spent in another city."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from travelagent.planning.edits.base import Names, check_day, edit
from travelagent.planning.messages import message, refuse
from travelagent.plans.requests import with_day_trip
from travelagent.plans.values import CityStay, DayTrip, Edit, EditContext, LocalizedText, PlanRequest
from travelagent.plans.words import term


@edit
class GoToCity(Edit):
    """The day is spent in another city, and one is back for the night; None: in its own city again. What the other city
    is, is looked up in the catalogue (briefs/own_places.py)."""

    day: int
    city: str | None = None
    op: Literal["day_trip"] = "day_trip"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        if self.city is not None:
            refuse("city", "city", city=self.city)
        trips = tuple(trip for trip in context.request.day_trips if trip.day != self.day)
        return replace(context.request, day_trips=trips)

    def words(self, names: Names) -> LocalizedText:
        if self.city is None:
            return message("edit.no_day_trip", day=self.day)
        return message("edit.day_trip", day=self.day, city=names.get(self.city) or term(self.city))


@dataclass(frozen=True)
class GoTo(Edit):
    """The day is spent in that city, and one is back for the night."""

    day: int
    city: CityStay

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        base = next(day.city for day in context.itinerary.days if day.day == self.day)
        return with_day_trip(context.request, DayTrip(self.day, self.city, base))

    def words(self, names: Mapping[str, LocalizedText]) -> LocalizedText:
        return message("edit.day_trip", day=self.day, city=self.city.name)

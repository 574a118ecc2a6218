"""Edits of the trip's days: how many there are, in which order, when they begin and end, and what they hold."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Annotated, Literal

from pydantic import Field

from travelagent.planning.checks import check_rides
from travelagent.planning.edits.base import Names, check_day, edit, in_words
from travelagent.planning.messages import message, refuse
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.fields import MAX_DAYS, CalendarDate, Clock, clock
from travelagent.plans.requests import day_hours, window_of, with_days_renumbered, with_window, within_days
from travelagent.plans.rides import SHORTEST_DAY, overlay_window, ride_window
from travelagent.plans.stretches import by_turn, joined, stays_of, stretches, turns
from travelagent.plans.values import (
    PACES,
    CityStay,
    DayWindow,
    Edit,
    EditContext,
    LocalizedText,
    PartOfDay,
    PlanRequest,
    Refusal,
    Sight,
)
from travelagent.plans.wire import OwnPlace
from travelagent.plans.words import listed, term

DATE_WORTH, ASSUMED_DATE_WORTH, DAY_WORTH = 8.0, 0.5, 15.0
"""What another date (of one that was given, of one that was assumed) and a further day cost."""
FREE_FROM: Mapping[PartOfDay, int] = {"afternoon": 13 * 60 + 30, "evening": 18 * 60}
"""When a day ends that leaves its afternoon, or its evening, free."""
FREE_UNTIL = 13 * 60
"""When a day begins that leaves its morning free."""


@edit
class AddDays(Edit):
    """The trip has so many days more or, below 0, fewer, in that city; without one the last city's, or whichever city
    they serve best where the days of each city are not given."""

    count: int = 1
    city: str | None = None
    op: Literal["add_days"] = "add_days"

    def apply(self, context: EditContext) -> PlanRequest:
        request = self._with_days_each(context)
        days = request.days + self.count
        if not 1 <= days <= MAX_DAYS:
            refuse("days", "days", most=MAX_DAYS)
        numbers = self.day_numbers(context)
        moved = with_days_renumbered(request, numbers)
        by_day = {window.day: window for window in moved.day_windows}
        windows = _shifted(moved, self.count) if numbers[request.days] == request.days else by_day
        windows |= _of_new_days(moved, range(1, days + 1), windows)
        return within_days(
            dataclasses.replace(
                moved,
                days=days,
                cities=_with_more_days(moved.cities, self.count, self.city),
                day_windows=tuple(windows.values()),
            )
        )

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        request = self._with_days_each(context)
        until, extra = _last_day_of(request, self.city), self.count
        gone = range(until + extra + 1, until + 1)
        after = range(until + 1, request.days + 1)
        order = [*range(1, until + 1 + min(extra, 0)), *after, *gone]
        numbers = {day: number for number, day in enumerate(order, start=1)}
        return {day: number + max(extra, 0) if day in after else number for day, number in numbers.items()}

    def _with_days_each(self, context: EditContext) -> PlanRequest:
        if self.city is None:
            return context.request
        stays = planned_stays(context)
        if self.city not in {stay.id for stay in stays}:
            refuse("city", "city", city=self.city)
        return dataclasses.replace(context.request, cities=stays)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return DAY_WORTH * max(self.count, 0)

    def words(self, names: Names) -> LocalizedText:
        days = message("days.one") if abs(self.count) == 1 else message("days.several", count=abs(self.count))
        there = names.get(self.city or "")
        where = message("place.in", city=there) if there else ""
        return message("edit.add_days" if self.count > 0 else "edit.take_days", days=days, where=where)


@edit
class SetCityDays(Edit):
    """The city has so many days, in all of its stays."""

    city: str
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)]
    op: Literal["city_days"] = "city_days"

    def apply(self, context: EditContext) -> PlanRequest:
        return self._more(context).apply(context)

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        return self._more(context).day_numbers(context)

    def _more(self, context: EditContext) -> AddDays:
        there = [stay.days or 0 for stay in planned_stays(context) if stay.id == self.city]
        if not there:
            refuse("city", "city", city=self.city)
        return AddDays(self.days - sum(there), self.city)


@edit
class RemoveDay(Edit):
    """That day is left out with what it holds, but for the sights that are asked for by name; the days after it follow
    one day sooner."""

    day: int
    op: Literal["remove_day"] = "remove_day"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        request = context.request
        if request.days == 1:
            refuse("day", "no_days")
        stays = planned_stays(context)
        ends = accumulate(stay.days or 0 for stay in stays)
        of_day = next((at for at, end in enumerate(ends) if self.day <= end), len(stays) - 1)
        left = [dataclasses.replace(s, days=(s.days or 0) - (at == of_day)) for at, s in enumerate(stays)]
        moved = with_days_renumbered(request, self.day_numbers(context))
        shorter = within_days(
            dataclasses.replace(moved, days=request.days - 1, cities=joined(stay for stay in left if stay.days))
        )
        return _with_ends_of(shorter, request)

    def given_up(self, context: EditContext) -> frozenset[str]:
        visits = {visit.id for day in context.itinerary.days if day.day == self.day for visit in day.visits}
        return frozenset(visits.difference(context.request.demanded))

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        last = context.request.days
        return {day: last if day == self.day else day - (day > self.day) for day in range(1, last + 1)}


@edit
class SwapDays(Edit):
    """What two days of one city hold changes places; hours, bookings and refusals stay with their dates."""

    first: int
    second: int
    op: Literal["swap_days"] = "swap_days"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.first)
        check_day(context, self.second)
        cities = {day.city for day in context.itinerary.days if day.day in (self.first, self.second)}
        if len(cities) > 1:
            refuse("second", "two_cities")
        moved = with_days_renumbered(context.request, self.day_numbers(context))
        return dataclasses.replace(context.request, pinned=moved.pinned)

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        swapped = {self.first: self.second, self.second: self.first}
        return {day: swapped.get(day, day) for day in range(1, context.request.days + 1)}


@edit
class ReorderCities(Edit):
    """The cities are visited in this order, each for as many days as now; hours of the first morning and of the last
    evening, rain and bookings stay with their dates."""

    cities: tuple[str, ...]
    op: Literal["reorder_cities"] = "reorder_cities"

    def apply(self, context: EditContext) -> PlanRequest:
        request = context.request
        stays, order = by_turn(planned_stays(context)), turns(self.cities)
        if sorted(stays) != sorted(order):
            refuse("cities", "each_city")
        moved = with_days_renumbered(request, self.day_numbers(context))
        reordered = dataclasses.replace(
            moved,
            cities=tuple(stays[turn] for turn in order),
            any_order=False,
            fixed=request.fixed,
            rainy_days=request.rainy_days,
        )
        return _with_ends_of(reordered, request)

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        planned = by_turn(stretches(context.itinerary.days))
        order = [day.day for turn in turns(self.cities) if turn in planned for day in planned[turn].days]
        return {day: number for number, day in enumerate(order, start=1)}

    def words(self, names: Names) -> LocalizedText:
        order = listed((names.get(city) or term(city) for city in self.cities), ", then ")
        return message("edit.reorder_cities", cities=order)


@edit
class SetStartDate(Edit):
    """The trip begins on that date."""

    date: CalendarDate
    op: Literal["start_date"] = "start_date"

    def apply(self, context: EditContext) -> PlanRequest:
        request = context.request
        is_of_dates = self.date != request.start_date and len(request.rainy_days) < request.days
        rainy = () if is_of_dates else request.rainy_days
        return dataclasses.replace(request, start_date=self.date, rainy_days=rainy)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return ASSUMED_DATE_WORTH if request.start_date is None else DATE_WORTH


class _HoursEdit(Edit):
    """An edit of when a day begins or ends; what it does not say stays."""

    keeps_order = True
    day: int

    @property
    def window(self) -> DayWindow:
        raise NotImplementedError

    def apply(self, context: EditContext) -> PlanRequest:
        check_rides(context.request, self.window)
        return with_window(context.request, overlay_window(window_of(context.request, self.day), self.window))

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return _longer_minutes(self.window, window_of(request, self.day), request) * MINUTE_WORTH


@edit
class StartAt(_HoursEdit):
    """The day begins at that hour, at that place."""

    day: int
    at: Clock | None = None
    origin: OwnPlace | None = None
    op: Literal["start_at"] = "start_at"

    @property
    def window(self) -> DayWindow:
        """The day's window with this start."""
        return DayWindow(self.day, start=self.at, origin=self.origin)

    def words(self, names: Names) -> LocalizedText | None:
        return None if self.at is None else in_words(self, names)


@edit
class EndBy(_HoursEdit):
    """The day ends by that hour, at that place."""

    day: int
    at: Clock | None = None
    destination: OwnPlace | None = None
    op: Literal["end_by"] = "end_by"

    @property
    def window(self) -> DayWindow:
        """The day's window with this end."""
        return DayWindow(self.day, end=self.at, destination=self.destination)

    def words(self, names: Names) -> LocalizedText | None:
        return None if self.at is None else in_words(self, names)


@edit
class SetHours(Edit):
    """When a day begins and ends; None: as usual at the trip's pace, or as the ride there or home leaves it."""

    keeps_order = True
    day: int
    start: Clock | None = None
    end: Clock | None = None
    op: Literal["hours"] = "hours"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        request = context.request
        check_rides(request, DayWindow(self.day, self.start, self.end))
        own = dataclasses.replace(window_of(request, self.day), start=self.start, end=self.end)
        return with_window(request, overlay_window(ride_window(request, self.day), own))

    def words(self, names: Names) -> LocalizedText:
        ends = (("hours.from", self.start), ("hours.until", self.end))
        parts = [message(id, at=clock(at)) for id, at in ends if at is not None] or [message("hours.usual")]
        return message("edit.hours", day=self.day, hours=listed(parts, " "))


@edit
class FreeDay(Edit):
    """The day, or its morning, or what follows its noon or its afternoon, is left free."""

    day: int
    part: PartOfDay | None = None
    op: Literal["free"] = "free"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        return with_window(context.request, overlay_window(window_of(context.request, self.day), self._window(context)))

    def _window(self, context: EditContext) -> DayWindow:
        if self.part is None:
            begins, _ = day_hours(context.request, window_of(context.request, self.day))
            return DayWindow(self.day, begins, begins + SHORTEST_DAY)
        if self.part == "morning":
            return DayWindow(self.day, start=FREE_UNTIL)
        return DayWindow(self.day, end=FREE_FROM[self.part])

    def words(self, names: Names) -> LocalizedText:
        if self.part is None:
            return in_words(self, names)
        if self.part == "morning":
            return message("edit.free_until", day=self.day, until=clock(FREE_UNTIL))
        return message("edit.free_from", day=self.day, begins=clock(FREE_FROM[self.part]))


@edit
class KeepIndoors(Edit):
    """It rains on that day: it is spent indoors as far as possible."""

    day: int
    op: Literal["indoors"] = "indoors"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        days = tuple(sorted({*context.request.rainy_days, self.day}))
        return dataclasses.replace(context.request, rainy_days=days)


@edit
class Without(Edit):
    """A sight, category, tag or strain is not wanted on that day."""

    day: int
    term: str
    op: Literal["without"] = "without"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        return _refusing(context.request, [Refusal(self.day, self.term)])


@edit
class OnlyKinds(Edit):
    """The day holds sights of these categories or tags alone."""

    day: int
    kinds: Annotated[tuple[str, ...], Field(min_length=1)]
    op: Literal["only"] = "only"

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        others = (sight.id for sight in context.sights if sight.terms.isdisjoint(self.kinds))
        return _refusing(context.request, [Refusal(self.day, sight) for sight in others])


def _refusing(request: PlanRequest, refusals: Sequence[Refusal]) -> PlanRequest:
    return dataclasses.replace(request, avoid_on=tuple(dict.fromkeys([*request.avoid_on, *refusals])))


def planned_stays(context: EditContext) -> tuple[CityStay, ...]:
    """Return the cities in the order of the plan, each with as many days as the plan gives it where they are not all
    given.
    """
    stays = context.request.cities
    if all(stay.days is not None for stay in stays) or not context.itinerary.days:
        return stays
    return stays_of(stays, context.itinerary.days)


def _longer_minutes(window: DayWindow, before: DayWindow, request: PlanRequest) -> int:
    """By how many minutes the day gets longer."""
    start, end = day_hours(request, before)
    later = max(window.end - end, 0) if window.end is not None else 0
    return later + (max(start - window.start, 0) if window.start is not None else 0)


def _last_day_of(request: PlanRequest, city: str | None) -> int:
    """The last day in that city, as the days of each are given; else the trip's."""
    if city is None or any(stay.days is None for stay in request.cities):
        return request.days
    return sum(stay.days or 0 for stay in request.cities[: _longest(request.cities, city) + 1])


def _longest(stays: Sequence[CityStay], city: str | None) -> int:
    """The longest stay in that city, the first of several; without a city the last one of all."""
    own = [at for at, stay in enumerate(stays) if stay.id == city]
    return max(own, key=lambda at: stays[at].days or 0) if own else len(stays) - 1


def _with_more_days(stays: tuple[CityStay, ...], count: int, city: str | None) -> tuple[CityStay, ...]:
    """The cities; where the days of each are given, one of them takes those that are more or fewer."""
    if any(stay.days is None for stay in stays):
        return stays
    chosen = _longest(stays, city)
    return tuple(
        dataclasses.replace(s, days=(s.days or 0) + count) if at == chosen else s for at, s in enumerate(stays)
    )


def _of_new_days(request: PlanRequest, days: Iterable[int], windows: Mapping[int, DayWindow]) -> dict[int, DayWindow]:
    """The windows of the days that have none, where every day of the request, of more than one, has one: the widest
    hours of those."""
    if len({window.day for window in request.day_windows}) < max(request.days, 2):
        return {}
    starts, ends = ([getattr(window, bound) for window in request.day_windows] for bound in ("start", "end"))
    start = None if None in starts else min(starts)
    end = None if None in ends else max(ends)
    return {day: DayWindow(day, start, end) for day in days if day not in windows and (start, end) != (None, None)}


def _shifted(request: PlanRequest, extra_days: int) -> dict[int, DayWindow]:
    """The day windows by day. How the last day ends stays with the last day of a trip that is longer or shorter; of a
    day that ends before days of any pace begin, how it begins does, too. An end that all days have is no journey's."""
    windows = {window.day: window for window in request.day_windows}
    last = windows.get(request.days)
    if last is None:
        return windows
    others = {windows.get(day, DayWindow(day)).end for day in range(1, request.days)}
    if others == {last.end} and last.destination is None:
        return windows
    del windows[last.day]
    day = request.days + extra_days
    before = windows.get(day, DayWindow(day))
    if last.end is not None and last.end <= max(pace.start for pace in PACES.values()):
        windows[day] = dataclasses.replace(last, day=day)
        return windows
    if last.start is not None or last.origin is not None:
        windows[last.day] = DayWindow(last.day, start=last.start, origin=last.origin)
    windows[day] = dataclasses.replace(before, end=last.end, destination=last.destination)
    return windows


def _with_ends_of(request: PlanRequest, before: PlanRequest) -> PlanRequest:
    """The request whose first day begins and whose last day ends as those of the trip before."""
    first, last = window_of(before, 1), window_of(before, before.days)
    begins = dataclasses.replace(window_of(request, 1), start=first.start, origin=first.origin)
    request = with_window(request, begins)
    ends = dataclasses.replace(window_of(request, request.days), end=last.end, destination=last.destination)
    windows = with_window(request, ends).day_windows
    return dataclasses.replace(request, day_windows=tuple(w for w in windows if w != DayWindow(w.day)))

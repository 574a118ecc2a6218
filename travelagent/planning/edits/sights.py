"""Edits of what is visited: a sight added, dropped, moved, swapped, pinned or given another length."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field

from travelagent.planning.edits.base import Names, check_day, edit, refuse
from travelagent.planning.edits.draft import Draft
from travelagent.planning.taste import worth
from travelagent.planning.visits import visit_of, visit_of_booking
from travelagent.plans.requests import (
    booking_id,
    booking_index,
    pin_of,
    with_booking,
    with_pin,
    without_bookings,
)
from travelagent.plans.values import (
    MIDNIGHT,
    Edit,
    EditContext,
    FixedVisit,
    LocalizedText,
    PartOfDay,
    Pin,
    PlaceInDay,
    PlanRequest,
    Sight,
    Visit,
)
from travelagent.plans.wire_fields import NAME_CHARS, Clock, Latitude, Longitude
from travelagent.plans.words import clock, term, when_said

BOOKING_WORTH, HOUR_WORTH = 20.0, 0.25
"""What giving up a booking and another hour for a visit cost."""
PLACES_IN_DAY = frozenset(get_args(PlaceInDay))
AT_THE_END = 1000
"""A place behind all sights of a day."""
Position = Annotated[int | None, Field(ge=0)]
VisitMinutes = Annotated[int, Field(ge=1, le=MIDNIGHT)]


class SightEdit(Edit):
    """An edit of one visit that can be laid out as it is said."""

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        """Do it in the draft, and return what was done in a sentence."""
        raise NotImplementedError


@edit
class Add(SightEdit):
    """The sight is wanted; on that `day` if one is given, at that place of it (from 0) if a `position` is."""

    sight: str
    day: int | None = None
    position: Position = None
    op: Literal["add"] = "add"

    @property
    def is_exact(self) -> bool:
        return self.position is not None

    def apply(self, context: EditContext) -> PlanRequest:
        request = context.request
        _known_sight(context, self.sight)
        asked = dataclasses.replace(
            request,
            must_see=tuple(dict.fromkeys([*request.must_see, self.sight])),
            avoid=tuple(term for term in request.avoid if term != self.sight),
        )
        if self.day is None:
            return asked
        check_day(context, self.day)
        return asked if self.is_exact else with_pin(asked, Pin(self.sight, self.day))

    def words(self, names: Names) -> LocalizedText:
        name = names.get(self.sight) or term(self.sight)
        if self.day is None:
            return LocalizedText(f"add {name.en}", f"加入{name.zh}")
        return LocalizedText(f"add {name.en} to day {self.day}", f"第 {self.day} 天加入{name.zh}")

    def spelt_out(self) -> Edit | None:
        return self if self.is_exact or self.day is None else dataclasses.replace(self, position=AT_THE_END)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        sight = _known_sight(context, self.sight)
        if self.day is None:
            refuse("day", "A place in a day needs its day.", "指定顺序时须说明是哪一天。")
        if context.day_of(sight.id) is not None:
            refuse("sight", f"{sight.name.en} is in the plan already.", f"{sight.name.zh}已在行程中。")
        draft.insert(self.day, visit_of(sight, draft.day(self.day).date), self.position)
        return LocalizedText(f"Added: {sight.name.en}, day {self.day}.", f"新增：{sight.name.zh}（第 {self.day} 天）。")


@edit
class Drop(Edit):
    """Sights, categories, tags or strains that are no longer wanted, and bookings `fixed/N` that are given up; the time
    is used for something else."""

    terms: Annotated[tuple[str, ...], Field(min_length=1)]
    op: Literal["drop"] = "drop"

    def apply(self, context: EditContext) -> PlanRequest:
        request, dropped = context.request, set(self.terms)
        kept = without_bookings(request, self.cancelled_bookings())
        return dataclasses.replace(
            kept,
            must_see=tuple(sight for sight in request.must_see if sight not in dropped),
            pinned=tuple(pin for pin in request.pinned if pin.sight not in dropped),
            avoid=tuple(dict.fromkeys([*request.avoid, *(each for each in self.terms if not _is_booking(each))])),
        )

    def cancelled_bookings(self) -> frozenset[str]:
        return frozenset(filter(_is_booking, self.terms))

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return sum(worth(known[each], request.interests) if each in known else BOOKING_WORTH for each in self.terms)

    def words(self, names: Names) -> LocalizedText:
        dropped = [names.get(each) or term(each) for each in self.terms]
        return LocalizedText(
            f"drop {', '.join(name.en for name in dropped)}", f"去掉{'、'.join(name.zh for name in dropped)}"
        )


@edit
class Remove(SightEdit):
    """The visit is taken out; its time is left free."""

    visit: str
    op: Literal["remove"] = "remove"

    @property
    def is_exact(self) -> bool:
        return True

    def apply(self, context: EditContext) -> PlanRequest:
        _visit(context, self.visit)
        return Drop((self.visit,)).apply(context)

    def cancelled_bookings(self) -> frozenset[str]:
        return frozenset(filter(_is_booking, (self.visit,)))

    def words(self, names: Names) -> LocalizedText:
        return Drop((self.visit,)).words(names)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.take_out(day, visit)
        draft.renumber_bookings(context.request, self.cancelled_bookings())
        return LocalizedText(f"Removed: {visit.name.en}.", f"移除：{visit.name.zh}。")


@edit
class Swap(SightEdit):
    """Another sight takes the place of a visit, at its point of the day."""

    visit: str
    sight: str
    op: Literal["swap"] = "swap"

    @property
    def is_exact(self) -> bool:
        return True

    def apply(self, context: EditContext) -> PlanRequest:
        day, _ = _visit(context, self.visit)
        without = dataclasses.replace(context, request=Remove(self.visit).apply(context))
        return Add(self.sight, day, 0).apply(without)

    def cancelled_bookings(self) -> frozenset[str]:
        return Remove(self.visit).cancelled_bookings()

    def words(self, names: Names) -> LocalizedText:
        old, new = (names.get(each) or term(each) for each in (self.visit, self.sight))
        return LocalizedText(f"visit {new.en} instead of {old.en}", f"把{old.zh}换成{new.zh}")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        sight = _known_sight(context, self.sight)
        at = [each.id for each in draft.day(day).visits].index(visit.id)
        Remove(self.visit).arrange(draft, context)
        Add(self.sight, day, at).arrange(draft, context)
        return LocalizedText(f"{visit.name.en} → {sight.name.en}.", f"{visit.name.zh} → {sight.name.zh}。")


@edit
class AddPlace(SightEdit):
    """A place or booking of the traveller's own, at its hour."""

    name: Annotated[str, Field(min_length=1, max_length=NAME_CHARS)]
    lat: Latitude
    lon: Longitude
    day: int
    start: Clock
    minutes: Annotated[int, Field(ge=5, le=MIDNIGHT // 2)]
    op: Literal["add_place"] = "add_place"

    @property
    def is_exact(self) -> bool:
        return True

    @property
    def booking(self) -> FixedVisit:
        name = LocalizedText(self.name, self.name)
        return FixedVisit(name, self.lat, self.lon, self.start, self.minutes, self.day)

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        if not 0 <= self.start <= self.start + self.minutes <= MIDNIGHT:
            refuse("start", f"{self.name}: no such time.", f"{self.name}：时间无效。")
        return dataclasses.replace(context.request, fixed=(*context.request.fixed, self.booking))

    def words(self, names: Names) -> LocalizedText:
        at = clock(self.start)
        return LocalizedText(f"add {self.name} at {at} on day {self.day}", f"第 {self.day} 天 {at} 加入{self.name}")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        before = sum(visit.arrive < self.start for visit in draft.day(self.day).visits)
        visit = visit_of_booking(booking_id(len(context.request.fixed)), self.booking)
        draft.insert(self.day, visit, before)
        return LocalizedText(
            f"Added: {self.name}, day {self.day} at {clock(self.start)}.",
            f"新增：{self.name}（第 {self.day} 天 {clock(self.start)}）。",
        )


@edit
class Move(SightEdit):
    """The visit goes to another day, hour or part of the day; to that place of the day (from 0) if a `position` is
    given, else to where it fits best. What is left out stays as it was asked; without a `day` the visit stays on its
    own if it can. A sight that is not in the plan comes in; a booking keeps its hour unless another is given."""

    visit: str
    day: int | None = None
    position: Position = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    any_day: bool = False
    op: Literal["move"] = "move"

    @property
    def is_exact(self) -> bool:
        return self.position is not None or _is_booking(self.visit)

    def apply(self, context: EditContext) -> PlanRequest:
        request, day = context.request, self.day
        if day is not None:
            check_day(context, day)
        if (booking := booking_index(request, self.visit)) is not None:
            fixed = request.fixed[booking]
            start = fixed.start if self.start is None else self.start
            return with_booking(request, booking, day=day or fixed.day, start=start)
        _known_sight(context, self.visit, "visit")
        held, stands = pin_of(request, self.visit), context.day_of(self.visit)
        if self.is_exact:
            return request if held is None else with_pin(request, Pin(self.visit, day, minutes=held.minutes))
        return with_pin(_allowing(request, self.visit), self._wished(held or Pin(self.visit), stands, context))

    def _wished(self, held: Pin, stands: int | None, context: EditContext) -> Pin:
        start, when = self.start, self.when
        if start is None and when is None:
            start, when = held.start, held.when
        day = self.day or (None if self.any_day else held.day or stands)
        if day is None and when in PLACES_IN_DAY:
            days = [each.day for each in context.itinerary.days if each.city == context.known[self.visit].city]
            day = days[0 if when == "first" else -1]
        return Pin(self.visit, day, start, when, minutes=held.minutes)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return HOUR_WORTH

    def words(self, names: Names) -> LocalizedText:
        return Visiting(self.visit, self.day, self.start, self.when).words(names)

    def weaker(self) -> Edit | None:
        if self.day is not None or self.any_day or self.is_exact or self.when in PLACES_IN_DAY:
            return None
        return dataclasses.replace(self, any_day=True)

    def spelt_out(self) -> Edit | None:
        return self if self.is_exact or self.day is None else dataclasses.replace(self, position=AT_THE_END)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        origin, visit = _visit(context, self.visit)
        day = self.day or origin
        draft.take_out(origin, visit)
        position = self.position
        if position is None:
            begins = visit.arrive if self.start is None else self.start
            position = sum(other.arrive < begins for other in draft.day(day).visits)
        draft.insert(day, visit, position)
        name = visit.name
        if origin == day:
            return LocalizedText(f"{name.en}: moved within day {origin}.", f"{name.zh}：在第 {origin} 天内调整顺序。")
        return LocalizedText(f"{name.en}: day {origin} → day {day}.", f"{name.zh}：第 {origin} 天 → 第 {day} 天。")


@edit
class Visiting(Edit):
    """The sight is visited exactly so: on that day, at that hour, in that part of the day, for so many minutes; what is
    left out is free. `said`: by the traveller."""

    sight: str
    day: int | None = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    minutes: VisitMinutes | None = None
    said: bool = True
    op: Literal["visit"] = "visit"

    @classmethod
    def of(cls, pin: Pin) -> Visiting:
        return cls(pin.sight, pin.day, pin.start, pin.when, pin.minutes, pin.said)

    def apply(self, context: EditContext) -> PlanRequest:
        pin = Pin(self.sight, self.day, self.start, self.when, self.said, self.minutes)
        return with_pin(context.request, pin)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return HOUR_WORTH

    def words(self, names: Names) -> LocalizedText:
        name, at = (
            names.get(self.sight) or term(self.sight),
            when_said(Pin(self.sight, start=self.start, when=self.when)),
        )
        on = LocalizedText(f"on day {self.day}", f"第 {self.day} 天") if self.day else None
        otherwise = on or LocalizedText("on another day", "其他日子")
        if self.day is not None and not at.en:
            otherwise = LocalizedText("at another hour", "其他时段")
        return LocalizedText(f"visit {name.en} {at.en or otherwise.en}", f"把{name.zh}安排在{at.zh or otherwise.zh}")


@edit
class SetPin(SightEdit):
    """The visit stays on its day, or need not any more."""

    visit: str
    pinned: bool = True
    op: Literal["pin"] = "pin"

    @property
    def is_exact(self) -> bool:
        return True

    def apply(self, context: EditContext) -> PlanRequest:
        day, visit = _visit(context, self.visit)
        if visit.sight is None:
            refuse("visit", f"{visit.name.en} is kept anyway.", f"{visit.name.zh}本来就固定。")
        request, held = context.request, pin_of(context.request, visit.sight)
        if self.pinned:
            return with_pin(request, Pin(visit.sight, day, minutes=held.minutes if held else None))
        return dataclasses.replace(request, pinned=tuple(pin for pin in request.pinned if pin.sight != visit.sight))

    def words(self, names: Names) -> LocalizedText:
        name = names.get(self.visit) or term(self.visit)
        if self.pinned:
            return LocalizedText(f"keep {name.en} on its day", f"把{name.zh}固定在当天")
        return LocalizedText(f"let {name.en} be on any day", f"不再固定{name.zh}")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.replace(day, dataclasses.replace(visit, pinned=self.pinned), is_retimed=False)
        if self.pinned:
            return LocalizedText(f"Pinned: {visit.name.en}, day {day}.", f"固定：{visit.name.zh}（第 {day} 天）。")
        return LocalizedText(f"No longer pinned: {visit.name.en}.", f"取消固定：{visit.name.zh}。")


@edit
class SetMinutes(SightEdit):
    """The visit lasts so long."""

    visit: str
    minutes: int
    op: Literal["minutes"] = "minutes"

    @property
    def is_exact(self) -> bool:
        return True

    def apply(self, context: EditContext) -> PlanRequest:
        _, visit = _visit(context, self.visit)
        if not 1 <= self.minutes <= MIDNIGHT:
            refuse("minutes", "A visit lasts 1 to 1440 minutes.", "游览时长须为 1 到 1440 分钟。")
        request = context.request
        if visit.sight is None:
            booking = booking_index(request, visit.id)
            return request if booking is None else with_booking(request, booking, minutes=self.minutes)
        held = pin_of(request, visit.sight) or Pin(visit.sight)
        return with_pin(request, dataclasses.replace(held, minutes=self.minutes))

    def words(self, names: Names) -> LocalizedText:
        name = names.get(self.visit) or term(self.visit)
        return LocalizedText(f"stay {self.minutes} minutes at {name.en}", f"{name.zh}停留 {self.minutes} 分钟")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.replace(day, dataclasses.replace(visit, minutes=self.minutes, pinned=True), is_retimed=True)
        return LocalizedText(
            f"{visit.name.en}: {visit.minutes} → {self.minutes} min.",
            f"{visit.name.zh}：{visit.minutes} → {self.minutes} 分钟。",
        )


def _is_booking(term: str) -> bool:
    return term.startswith("fixed/")


def _visit(context: EditContext, id: str) -> tuple[int, Visit]:
    """The visit and its day. Raises InvalidRequest."""
    for day in context.itinerary.days:
        for visit in day.visits:
            if visit.id == id:
                return day.day, visit
    refuse("visit", f"There is no visit {id}.", f"行程中没有 {id}。")


def _known_sight(context: EditContext, id: str, field: str = "sight") -> Sight:
    """The sight of the trip's cities. Raises InvalidRequest for that field of the edit."""
    sight = context.known.get(id)
    if sight is None or sight.city not in {stay.id for stay in context.request.cities}:
        refuse(field, f"{id} is not a sight of these cities.", f"{id} 不是这些城市的景点。")
    return sight


def _allowing(request: PlanRequest, sight: str) -> PlanRequest:
    """The request that no longer refuses the sight by name."""
    return dataclasses.replace(request, avoid=tuple(each for each in request.avoid if each != sight))

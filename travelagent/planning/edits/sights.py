"""Edits of what is visited: a sight added, dropped, moved, swapped, pinned or given another length."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from pydantic import Field

from travelagent.planning.edits.base import Names, check_day, edit, in_words
from travelagent.planning.edits.draft import Draft
from travelagent.planning.messages import message, refuse
from travelagent.planning.taste import worth
from travelagent.planning.visits import visit_of, visit_of_booking
from travelagent.plans.fields import MIDNIGHT, NAME_CHARS, Clock, Latitude, Longitude, clock
from travelagent.plans.requests import (
    booking_id,
    booking_index,
    pin_of,
    with_booking,
    with_pin,
    without_bookings,
)
from travelagent.plans.rides import with_day_open_for
from travelagent.plans.values import (
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
from travelagent.plans.words import pinned_time, term

BOOKING_WORTH, HOUR_WORTH = 20.0, 0.25
"""What giving up a booking and another hour for a visit cost."""
PLACES_IN_DAY = frozenset(get_args(PlaceInDay))
AT_THE_END = 1000
"""A place behind all sights of a day."""
Position = Annotated[int | None, Field(ge=0)]
VisitMinutes = Annotated[int, Field(ge=1, le=MIDNIGHT)]


class SightEdit(Edit):
    """An edit of one visit that can be laid out as it is asked for."""

    @property
    def is_exact(self) -> bool:
        return True

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
        changed = dataclasses.replace(
            request,
            must_see=tuple(dict.fromkeys([*request.must_see, self.sight])),
            avoid=tuple(term for term in request.avoid if term != self.sight),
        )
        if self.day is None:
            return changed
        check_day(context, self.day)
        return changed if self.is_exact else with_pin(changed, Pin(self.sight, self.day))

    def words(self, names: Names) -> LocalizedText:
        return in_words(self, names, "add" if self.day is None else "add_to_day")

    def spelt_out(self) -> Edit | None:
        return self if self.is_exact or self.day is None else dataclasses.replace(self, position=AT_THE_END)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        sight = _known_sight(context, self.sight)
        if self.day is None:
            refuse("day", "position")
        if context.day_of(sight.id) is not None:
            refuse("sight", "planned_already", sight=sight.name)
        draft.insert(self.day, visit_of(sight, draft.day(self.day).date), self.position)
        return message("done.added", sight=sight.name, day=self.day)


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


@edit
class Remove(SightEdit):
    """The visit is taken out; its time is left free."""

    visit: str
    op: Literal["remove"] = "remove"

    def apply(self, context: EditContext) -> PlanRequest:
        _visit(context, self.visit)
        return Drop((self.visit,)).apply(context)

    def cancelled_bookings(self) -> frozenset[str]:
        return frozenset(filter(_is_booking, (self.visit,)))

    def words(self, names: Names) -> LocalizedText | None:
        return Drop((self.visit,)).words(names)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.take_out(day, visit)
        draft.renumber_bookings(context.request, self.cancelled_bookings())
        return message("done.removed", visit=visit.name)


@edit
class Swap(SightEdit):
    """Another sight takes the place of a visit, at its point of the day."""

    visit: str
    sight: str
    op: Literal["swap"] = "swap"

    def apply(self, context: EditContext) -> PlanRequest:
        day, _ = _visit(context, self.visit)
        without = dataclasses.replace(context, request=Remove(self.visit).apply(context))
        return Add(self.sight, day, 0).apply(without)

    def cancelled_bookings(self) -> frozenset[str]:
        return Remove(self.visit).cancelled_bookings()

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        sight = _known_sight(context, self.sight)
        at = [each.id for each in draft.day(day).visits].index(visit.id)
        Remove(self.visit).arrange(draft, context)
        Add(self.sight, day, at).arrange(draft, context)
        return message("done.swapped", visit=visit.name, sight=sight.name)


@edit
class AddPlace(SightEdit):
    """A place or booking of the traveller's own, at its hour.

    Without `lat` and `lon` its place is looked up by its name, or by that of what it is `near`
    (briefs/own_places.py); `unlocated`: nobody knows it, and it is taken to be in the city's centre.
    """

    name: Annotated[str, Field(min_length=1, max_length=NAME_CHARS)]
    lat: Annotated[Latitude | None, Field(default=None)]
    lon: Annotated[Longitude | None, Field(default=None)]
    day: int
    start: Clock
    minutes: Annotated[int, Field(ge=5, le=MIDNIGHT // 2)]
    near: Annotated[str, Field(max_length=NAME_CHARS)] = ""
    unlocated: bool = False
    op: Literal["add_place"] = "add_place"

    @property
    def booking(self) -> FixedVisit:
        """The place as a booking of the request. Raises InvalidRequest where its place was not looked up."""
        if self.lat is None or self.lon is None:
            refuse("lat", "unlocated", name=self.name)
        name = LocalizedText(self.name, self.name)
        return FixedVisit(name, self.lat, self.lon, self.start, self.minutes, self.day, unlocated=self.unlocated)

    def apply(self, context: EditContext) -> PlanRequest:
        check_day(context, self.day)
        if not 0 <= self.start <= self.start + self.minutes <= MIDNIGHT:
            refuse("start", "time_of", name=self.name)
        request = dataclasses.replace(context.request, fixed=(*context.request.fixed, self.booking))
        return with_day_open_for(request, self.booking)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        before = sum(visit.arrive < self.start for visit in draft.day(self.day).visits)
        visit = visit_of_booking(booking_id(len(context.request.fixed)), self.booking)
        draft.insert(self.day, visit, before)
        return message("done.place_added", name=self.name, day=self.day, start=clock(self.start))


@edit
class Move(SightEdit):
    """The visit goes to another day, hour or part of the day; to that place of the day (from 0) if a `position` is
    given, else to where it fits best. What is left out stays as it was asked; without a `day` the visit stays on its
    own if it can; on another day it is held there from then on. A sight that is not in the plan comes in; a booking
    keeps its hour unless another is given."""

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
            moved = with_booking(request, booking, day=day or fixed.day, start=start)
            return with_day_open_for(moved, moved.fixed[booking])
        _known_sight(context, self.visit, "visit")
        held, stands = pin_of(request, self.visit), context.day_of(self.visit)
        if self.is_exact:
            if held is None and day in (None, stands):
                return request
            return with_pin(request, Pin(self.visit, day, minutes=held.minutes if held else None))
        allowing = dataclasses.replace(request, avoid=tuple(each for each in request.avoid if each != self.visit))
        return with_pin(allowing, self._target_pin(held or Pin(self.visit), stands, context))

    def _target_pin(self, held: Pin, stands: int | None, context: EditContext) -> Pin:
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
        is_pinned = visit.pinned or (visit.sight is not None and origin != day)
        draft.insert(day, dataclasses.replace(visit, pinned=is_pinned), position)
        name = visit.name
        if origin == day:
            return message("done.reordered", name=name, origin=origin)
        return message("done.moved", name=name, origin=origin, day=day)


@edit
class Visiting(Edit):
    """The sight is visited exactly so: on that day, at that hour, in that part of the day, for so many minutes; what is
    left out is free.
    """

    sight: str
    day: int | None = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    minutes: VisitMinutes | None = None
    said: bool = True  # by the traveller
    op: Literal["visit"] = "visit"

    @classmethod
    def of(cls, pin: Pin) -> Visiting:
        """Return the edit that makes this pin."""
        return cls(pin.sight, pin.day, pin.start, pin.when, pin.minutes, pin.by_traveller)

    def apply(self, context: EditContext) -> PlanRequest:
        pin = Pin(self.sight, self.day, self.start, self.when, self.said, self.minutes)
        return with_pin(context.request, pin)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return HOUR_WORTH

    def words(self, names: Names) -> LocalizedText:
        name = names.get(self.sight) or term(self.sight)
        at = pinned_time(Pin(self.sight, start=self.start, when=self.when))
        if self.day is not None:
            at = message("when.of_day" if at.en else "when.on_day", day=self.day, at=at)
        return message("edit.visit", sight=name, at=at if at.en else message("when.other_day"))


@edit
class SetPin(SightEdit):
    """The visit stays on its day, or need not any more."""

    visit: str
    pinned: bool = True
    op: Literal["pin"] = "pin"

    def apply(self, context: EditContext) -> PlanRequest:
        day, visit = _visit(context, self.visit)
        if visit.sight is None:
            refuse("visit", "kept_anyway", visit=visit.name)
        request, held = context.request, pin_of(context.request, visit.sight)
        if self.pinned:
            return with_pin(request, Pin(visit.sight, day, minutes=held.minutes if held else None))
        return dataclasses.replace(request, pinned=tuple(pin for pin in request.pinned if pin.sight != visit.sight))

    def words(self, names: Names) -> LocalizedText:
        return in_words(self, names, "pin" if self.pinned else "unpin")

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.replace(day, dataclasses.replace(visit, pinned=self.pinned), is_retimed=False)
        if self.pinned:
            return message("done.pinned", visit=visit.name, day=day)
        return message("done.unpinned", visit=visit.name)


@edit
class SetMinutes(SightEdit):
    """The visit lasts so long."""

    visit: str
    minutes: int
    op: Literal["minutes"] = "minutes"

    def apply(self, context: EditContext) -> PlanRequest:
        _, visit = _visit(context, self.visit)
        if not 1 <= self.minutes <= MIDNIGHT:
            refuse("minutes", "minutes")
        request = context.request
        if visit.sight is None:
            booking = booking_index(request, visit.id)
            return request if booking is None else with_booking(request, booking, minutes=self.minutes)
        held = pin_of(request, visit.sight) or Pin(visit.sight)
        return with_pin(request, dataclasses.replace(held, minutes=self.minutes))

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        day, visit = _visit(context, self.visit)
        draft.replace(day, dataclasses.replace(visit, minutes=self.minutes, pinned=True), is_retimed=True)
        return message("done.minutes", visit=visit.name, before=visit.minutes, minutes=self.minutes)


def _is_booking(term: str) -> bool:
    return term.startswith("fixed/")


def _visit(context: EditContext, id: str) -> tuple[int, Visit]:
    """The visit and its day. Raises InvalidRequest."""
    for day in context.itinerary.days:
        for visit in day.visits:
            if visit.id == id:
                return day.day, visit
    refuse("visit", "visit", sight=id)


def _known_sight(context: EditContext, id: str, field: str = "sight") -> Sight:
    """The sight of the trip's cities. Raises InvalidRequest for that field of the edit."""
    sight = context.known.get(id)
    if sight is None or sight.city not in {stay.id for stay in context.request.cities}:
        refuse(field, "sight", sight=id)
    return sight

"""Edits of the whole trip: pace, interests, party, money, transport and where one stays."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Annotated, Literal

from pydantic import Field

from travelagent.planning.edits.base import Names, check_day, edit, in_words
from travelagent.planning.messages import message, refuse
from travelagent.plans.fields import NAME_CHARS, Clock, DayOfTrip
from travelagent.plans.requests import window_of, with_night, with_window
from travelagent.plans.rides import overlay_window, ride_window
from travelagent.plans.values import (
    Edit,
    EditContext,
    IntercityMode,
    LocalizedText,
    Night,
    Pace,
    PlanRequest,
    Point,
    Rest,
    Ride,
    Sight,
)
from travelagent.plans.wire import OwnPlace
from travelagent.plans.words import listed
from travelagent.travel.legs import km_between

PACE_WORTH = 4.0
"""What a faster pace costs."""
CHEAPER_THRIFT, FURTHER = 9.0, 3.0
"""The thrift of who wants to spend less, and how many times as hard the next try of who wants it cheaper still is."""
MOST_TRAVELLERS = 50
PACE_ORDER: tuple[Pace, ...] = ("relaxed", "normal", "packed")


@edit
class SetPace(Edit):
    """How full a day is."""

    pace: Pace
    op: Literal["pace"] = "pace"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, pace=self.pace)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return PACE_WORTH * abs(PACE_ORDER.index(self.pace) - PACE_ORDER.index(request.pace))

    def words(self, names: Names) -> LocalizedText:
        return message("edit.pace", pace=message(f"pace.{self.pace}"))


@edit
class SetInterests(Edit):
    """All that the trip is for from now on: categories and tags."""

    interests: tuple[str, ...]
    op: Literal["interests"] = "interests"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, interests=self.interests)

    def words(self, names: Names) -> LocalizedText:
        return in_words(self, names, "interests" if self.interests else "no_interests")


@edit
class SetTravellers(Edit):
    """So many people go."""

    count: Annotated[int, Field(ge=1, le=MOST_TRAVELLERS)]
    op: Literal["travellers"] = "travellers"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, travellers=self.count)


@edit
class SetThrift(Edit):
    """The worth that a ticket of the usual price must bring besides its own to be bought."""

    thrift: Annotated[float, Field(ge=0)]
    op: Literal["thrift"] = "thrift"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, thrift=self.thrift)


@edit
class Cheaper(Edit):
    """Less is to be spent than by now; the plan stays as it is where it has nothing cheaper."""

    op: Literal["cheaper"] = "cheaper"

    def apply(self, context: EditContext) -> PlanRequest:
        thrift = max(CHEAPER_THRIFT, FURTHER * context.request.thrift)
        return dataclasses.replace(context.request, thrift=thrift)

    def words(self, names: Names) -> LocalizedText:
        return message("edit.thrift")


@edit
class SetTransport(Edit):
    """How one travels between the cities wherever that is possible."""

    way: IntercityMode
    op: Literal["between"] = "between"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, way=self.way)

    def words(self, names: Names) -> LocalizedText:
        return message("edit.between", way=message(f"way.{self.way}"))


class _RideEdit(Ride, Edit):
    """A ride: when it arrives or leaves, the minutes between it and the town, and how one travels."""

    keeps_order = True

    @property
    def ride(self) -> Ride:
        return Ride(self.at, self.minutes, self.way)


@edit
class SetArrival(_RideEdit):
    """The ride there: when it arrives, the minutes from it into town, and how one comes."""

    op: Literal["arrival"] = "arrival"

    def apply(self, context: EditContext) -> PlanRequest:
        request = dataclasses.replace(context.request, arrival=self.ride)
        return _with_hours_of_ride(request, dataclasses.replace(request, departure=None), 1)


@edit
class SetDeparture(_RideEdit):
    """The ride home: when it leaves, the minutes from town to it, and how one goes."""

    op: Literal["departure"] = "departure"

    def apply(self, context: EditContext) -> PlanRequest:
        request = dataclasses.replace(context.request, departure=self.ride)
        return _with_hours_of_ride(request, dataclasses.replace(request, arrival=None), request.days)


def _with_hours_of_ride(request: PlanRequest, of_ride: PlanRequest, day: int) -> PlanRequest:
    """The request with the hours that the one ride of `of_ride` leaves of that day."""
    return with_window(request, overlay_window(window_of(request, day), ride_window(of_ride, day)))


@edit
class SetHotel(Edit):
    """Where the days in that city begin and end; None: in its centre. Without a `city` it is the nearest one's.

    `hotel`: a point, or a name whose place is looked up (briefs/own_places.py); `since`: from the night after that day
    on, in its city; None: the hotel of the days before.
    """

    keeps_order = True
    city: str = ""
    hotel: OwnPlace | Annotated[str, Field(min_length=1, max_length=NAME_CHARS)] | None = None
    since: DayOfTrip | None = None
    op: Literal["hotel"] = "hotel"

    @property
    def place(self) -> Point | None:
        """The hotel as a point. Raises InvalidRequest for a name whose place was not looked up."""
        if isinstance(self.hotel, str):
            refuse("hotel", "unlocated", name=self.hotel)
        return self.hotel

    def city_of(self, context: EditContext) -> str:
        """Return the city whose hotel it is. Raises InvalidRequest where the trip does not have it."""
        request, city = context.request, self.city
        if self.since is not None:
            check_day(context, self.since)
            there = next((day.city for day in context.itinerary.days if day.day == self.since), "")
            if city not in ("", there):
                refuse("since", "day_elsewhere", day=self.since, city=city)
            city = there
        city = city or self._nearest(request)
        if city not in {stay.id for stay in request.cities}:
            refuse("city", "city", city=city)
        return city

    def apply(self, context: EditContext) -> PlanRequest:
        request, city = context.request, self.city_of(context)
        own = [day.day for day in context.itinerary.days if day.city == city]
        if self.since is None or self.since in own[:1]:
            stays = (dataclasses.replace(s, hotel=self.place) if s.id == city else s for s in request.cities)
            return _without_later_hotels(dataclasses.replace(request, cities=tuple(stays)), own)
        if self.since == request.days:
            refuse("since", "no_night", day=self.since)
        kept = _without_later_hotels(request, [day for day in own if day >= self.since])
        return kept if self.place is None else with_night(kept, Night(self.since, self.place, onward=True))

    def _nearest(self, request: PlanRequest) -> str:
        if self.place is None:
            refuse("hotel", "whose_hotel")
        return request.cities[int(km_between([self.place, *request.cities])[0, 1:].argmin())].id

    def words(self, names: Names) -> LocalizedText:
        given, there = self.hotel, names.get(self.city)
        hotel = message("place.centre") if given is None else given if isinstance(given, str) else given.name
        if self.since is not None:
            hotel = message("place.hotel_before") if given is None else hotel
            return message("edit.hotel_since", hotel=hotel, since=self.since)
        return message("edit.hotel_in", hotel=hotel, city=there) if there else message("edit.hotel", hotel=hotel)


def _without_later_hotels(request: PlanRequest, days: Collection[int]) -> PlanRequest:
    """The request without another hotel from the night after one of these days on."""
    nights = tuple(night for night in request.nights if not (night.onward and night.day in days))
    return dataclasses.replace(request, nights=nights)


@edit
class RestAt(Edit):
    """Hours in the middle of the day are spent at the hotel. `start` None: after lunch; `days`: all if empty."""

    start: Clock | None = None
    minutes: Annotated[int, Field(ge=15, le=300)] = 90
    days: tuple[DayOfTrip, ...] = ()
    op: Literal["rest"] = "rest"

    @property
    def rest(self) -> Rest:
        """The rest as a value of the request."""
        return Rest(self.start, self.minutes, self.days)

    def apply(self, context: EditContext) -> PlanRequest:
        for day in self.days:
            check_day(context, day)
        return context.request

    def words(self, names: Names) -> LocalizedText:
        return message("edit.rest_on", days=listed(map(str, self.days))) if self.days else message("edit.rest")


def faster(pace: Pace) -> Pace | None:
    """Return the next faster pace, None after the fastest."""
    index = PACE_ORDER.index(pace) + 1
    return PACE_ORDER[index] if index < len(PACE_ORDER) else None


def calmer(pace: Pace) -> Pace | None:
    """Return the next calmer pace, None before the calmest."""
    index = PACE_ORDER.index(pace)
    return PACE_ORDER[index - 1] if index else None

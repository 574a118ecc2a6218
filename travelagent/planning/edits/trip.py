"""Edits of the whole trip: pace, interests, party, money, transport and where one stays."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from travelagent.planning.edits.base import Names, edit, refuse
from travelagent.plans.requests import window_of, with_window
from travelagent.plans.rides import overlaid, ride_window
from travelagent.plans.values import (
    MIDNIGHT,
    Edit,
    EditContext,
    LocalizedText,
    Pace,
    PlanRequest,
    Point,
    Rest,
    Ride,
    Sight,
    Way,
)
from travelagent.plans.wire_fields import Clock, OwnPlace
from travelagent.plans.words import clock, joined
from travelagent.travel.legs import great_circle_km

PACE_WORTH = 4.0
"""What a faster pace costs."""
CHEAPER_THRIFT, FURTHER = 9.0, 3.0
"""The thrift of who wants to spend less, and how many times as hard the next try of who wants it cheaper still is."""
MOST_TRAVELLERS = 50
RideMinutes = Annotated[int, Field(ge=0, le=MIDNIGHT)]
PACE_ORDER: tuple[Pace, ...] = ("relaxed", "normal", "packed")
PACE_NAMES: Mapping[Pace, LocalizedText] = {
    "relaxed": LocalizedText("relaxed", "轻松"),
    "normal": LocalizedText("normal", "适中"),
    "packed": LocalizedText("packed", "紧凑"),
}
WAY_NAMES: Mapping[Way, LocalizedText] = {
    "train": LocalizedText("train", "火车"),
    "flight": LocalizedText("plane", "飞机"),
    "bus": LocalizedText("bus", "大巴"),
    "car": LocalizedText("car", "汽车"),
}


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
        name = PACE_NAMES[self.pace]
        return LocalizedText(f"go at a {name.en} pace", f"改为{name.zh}的节奏")


@edit
class SetInterests(Edit):
    """All that the trip is for from now on: categories and tags."""

    interests: tuple[str, ...]
    op: Literal["interests"] = "interests"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, interests=self.interests)

    def words(self, names: Names) -> LocalizedText:
        if not self.interests:
            return LocalizedText("plan for no interest in particular", "不限兴趣")
        kinds = joined(self.interests)
        return LocalizedText(f"plan for {kinds.en}", f"以{kinds.zh}为主")


@edit
class SetTravellers(Edit):
    """So many people go."""

    count: Annotated[int, Field(ge=1, le=MOST_TRAVELLERS)]
    op: Literal["travellers"] = "travellers"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, travellers=self.count)

    def words(self, names: Names) -> LocalizedText:
        return LocalizedText(f"plan for {self.count}", f"按 {self.count} 人计算")


@edit
class SetThrift(Edit):
    """The worth that a ticket of the usual price must bring besides its own to be bought."""

    thrift: Annotated[float, Field(ge=0)]
    op: Literal["thrift"] = "thrift"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, thrift=self.thrift)

    def words(self, names: Names) -> LocalizedText:
        return LocalizedText("spend less on tickets and taxis", "少花门票和打车钱")


@edit
class Cheaper(Edit):
    """Less is to be spent than by now; the plan stays as it is where it has nothing cheaper."""

    op: Literal["cheaper"] = "cheaper"

    def apply(self, context: EditContext) -> PlanRequest:
        thrift = max(CHEAPER_THRIFT, FURTHER * context.request.thrift)
        return dataclasses.replace(context.request, thrift=thrift)

    def words(self, names: Names) -> LocalizedText:
        return SetThrift(0).words(names)


@edit
class SetTransport(Edit):
    """How one travels between the cities wherever that is possible."""

    way: Way
    op: Literal["between"] = "between"

    def apply(self, context: EditContext) -> PlanRequest:
        return dataclasses.replace(context.request, way=self.way)

    def words(self, names: Names) -> LocalizedText:
        name = WAY_NAMES[self.way]
        return LocalizedText(f"travel between the cities by {name.en}", f"城市之间坐{name.zh}")


class _RideEdit(Edit):
    """A ride: when it arrives or leaves, the minutes between it and the town, and how one travels."""

    at: int
    minutes: int
    way: Way | None

    @property
    def ride(self) -> Ride:
        return Ride(self.at, self.minutes, self.way)


@edit
class SetArrival(_RideEdit):
    """The ride there: when it arrives, the minutes from it into town, and how one comes."""

    at: Clock
    minutes: RideMinutes = 0
    way: Way | None = None
    op: Literal["arrival"] = "arrival"

    def apply(self, context: EditContext) -> PlanRequest:
        request = dataclasses.replace(context.request, arrival=self.ride)
        return _with_hours_of_ride(request, dataclasses.replace(request, departure=None), 1)

    def words(self, names: Names) -> LocalizedText:
        return LocalizedText(f"arrive at {clock(self.at)}", f"{clock(self.at)} 抵达")


@edit
class SetDeparture(_RideEdit):
    """The ride home: when it leaves, the minutes from town to it, and how one goes."""

    at: Clock
    minutes: RideMinutes = 0
    way: Way | None = None
    op: Literal["departure"] = "departure"

    def apply(self, context: EditContext) -> PlanRequest:
        request = dataclasses.replace(context.request, departure=self.ride)
        return _with_hours_of_ride(request, dataclasses.replace(request, arrival=None), request.days)

    def words(self, names: Names) -> LocalizedText:
        return LocalizedText(f"leave for home at {clock(self.at)}", f"{clock(self.at)} 返程")


def _with_hours_of_ride(request: PlanRequest, of_ride: PlanRequest, day: int) -> PlanRequest:
    """The request with the hours that the one ride of `of_ride` leaves of that day."""
    return with_window(request, overlaid(window_of(request, day), ride_window(of_ride, day)))


@edit
class SetHotel(Edit):
    """Where the days in that city begin and end; None: in its centre. Without a `city` it is the nearest one's."""

    city: str = ""
    hotel: OwnPlace | None = None
    op: Literal["hotel"] = "hotel"

    def apply(self, context: EditContext) -> PlanRequest:
        request, city = context.request, self.city or self._nearest(context.request)
        if city not in {stay.id for stay in request.cities}:
            refuse("city", f"{city} is no city of this trip.", f"{city} 不是本次行程的城市。")
        stays = (dataclasses.replace(s, hotel=self.hotel) if s.id == city else s for s in request.cities)
        return dataclasses.replace(request, cities=tuple(stays))

    def _nearest(self, request: PlanRequest) -> str:
        if self.hotel is None:
            refuse("hotel", "Name the city whose hotel is given up.", "请说明是哪个城市的住宿。")
        points: list[Point] = [self.hotel, *(Point(s.name, s.lat, s.lon) for s in request.cities)]
        away = great_circle_km([point.lat for point in points], [point.lon for point in points])[0, 1:]
        return request.cities[int(away.argmin())].id

    def words(self, names: Names) -> LocalizedText:
        name = self.hotel.name if self.hotel else LocalizedText("city centre", "市中心")
        there = names.get(self.city)
        where = LocalizedText(f" in {there.en}", there.zh) if there else LocalizedText("", "")
        return LocalizedText(f"stay at {name.en}{where.en}", f"{where.zh}住{name.zh}")


@edit
class RestAt(Edit):
    """Hours in the middle of the day are spent at the hotel. `start` None: after lunch; `days`: all if empty."""

    start: Clock | None = None
    minutes: Annotated[int, Field(ge=15, le=300)] = 90
    days: tuple[int, ...] = ()
    op: Literal["rest"] = "rest"

    @property
    def rest(self) -> Rest:
        return Rest(self.start, self.minutes, self.days)

    def apply(self, context: EditContext) -> PlanRequest:
        return context.request

    def words(self, names: Names) -> LocalizedText:
        days = [str(day) for day in self.days]
        en, zh = (f" on day {', '.join(days)}", f"第 {'、'.join(days)} 天") if days else (" every day", "每天")
        return LocalizedText(f"rest at the hotel{en}", f"{zh}回酒店休息")


def faster(pace: Pace) -> Pace | None:
    """The next faster pace."""
    index = PACE_ORDER.index(pace) + 1
    return PACE_ORDER[index] if index < len(PACE_ORDER) else None


def calmer(pace: Pace) -> Pace | None:
    """The next calmer pace."""
    index = PACE_ORDER.index(pace)
    return PACE_ORDER[index - 1] if index else None

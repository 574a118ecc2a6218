"""What the formats share: a trip as values, and its words, dates and amounts in one language."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias, assert_never
from zoneinfo import ZoneInfo

from travelagent.catalog import source
from travelagent.catalog.money import amount_text, ticket_text
from travelagent.costs.values import Budget
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.values import DayPlan, Itinerary, Leg, LocalizedText, Meal, Money, PlanRequest, Ride, Visit
from travelagent.plans.words import calendar_day, duration, week_day
from travelagent.trips.models import Trip
from travelagent.wire.budget import budget_from_wire
from travelagent.wire.itinerary import itinerary_from_wire
from travelagent.wire.request import request_from_wire

DAY = LocalizedText("Day {day}", "第 {day} 天")
FREE = LocalizedText("free", "免费")
TICKET = LocalizedText("ticket {amount}", "门票 {amount}")
OPEN = LocalizedText("open {opens}–{closes}", "开放 {opens}–{closes}")
SHUT = LocalizedText("closed that day", "当天不开放")
OPEN_ALWAYS = LocalizedText("open all day", "全天开放")
KILOMETRES = LocalizedText("{km} km", "{km} 公里")
BUDGET = LocalizedText("Budget", "预算")
TOTAL = LocalizedText("Total", "合计")
LIKELY = LocalizedText("likely between {low} and {high}", "大致区间：{low}～{high}")
TRAVELLERS = LocalizedText("Travellers: {count}", "出行人数：{count}")
MOVE, PLACE = LocalizedText("{mode}: {way}", "{mode}：{way}"), LocalizedText("{name}, {city}", "{city}{name}")
ASIDE, SEMICOLON = LocalizedText(" ({facts})", "（{facts}）"), LocalizedText("; ", "；")
NOTES = LocalizedText("Notes", "备注")
VERIFIED = LocalizedText("Every opening hour and every way was checked.", "开放时间与路程均已逐项校验。")
UNVERIFIED = LocalizedText("Problems in this plan", "行程中的问题")
ESTIMATES = LocalizedText(
    "Opening hours, prices and travel times are estimates: check before you go.",
    "开放时间、票价与路程时间均为估算，出发前请再次确认。",
)
CHINESE_COUNTRIES = frozenset({"CN", "HK", "MO", "TW"})
MEALS = {"lunch": LocalizedText("Lunch", "午餐"), "dinner": LocalizedText("Dinner", "晚餐")}
ON_SITE = {
    "lunch": LocalizedText("lunch on site {start}–{end}", "午餐就地解决 {start}–{end}"),
    "dinner": LocalizedText("dinner on site {start}–{end}", "晚餐就地解决 {start}–{end}"),
}
BOOKINGS = {
    "required": LocalizedText("book ahead", "需预约"),
    "recommended": LocalizedText("booking advised", "建议预约"),
}
MODES = {
    "walk": LocalizedText("on foot", "步行"),
    "transit": LocalizedText("by public transport", "公共交通"),
    "taxi": LocalizedText("by taxi", "出租车"),
    "shuttle": LocalizedText("by the area's bus", "景区车"),
    "ferry": LocalizedText("by ferry", "轮渡"),
    "train": LocalizedText("by train", "火车"),
    "flight": LocalizedText("by plane", "飞机"),
    "bus": LocalizedText("by coach", "长途汽车"),
    "car": LocalizedText("by car", "自驾"),
}

RIDES = {**MODES, "train": LocalizedText("by train", "高铁/火车")}
"""How one comes or leaves; a train may be a fast one."""
ARRIVAL, DEPARTURE = LocalizedText("Arrival", "到达"), LocalizedText("Departure", "返程")
IN_TOWN, SET_OFF = (
    LocalizedText("in town by {time}", "{time} 前到市区"),
    LocalizedText("set off by {time}", "{time} 前动身"),
)


@dataclass(frozen=True, slots=True)
class Journey:
    """The ride that brings one to a trip's first day, or takes one home from its last, and what it is called."""

    called: LocalizedText
    ride: Ride


Entry: TypeAlias = Leg | Visit | Meal | Journey


@dataclass(frozen=True, slots=True)
class Reading:
    """A trip to be written in `lang`, "en" or "zh"."""

    trip: Trip
    itinerary: Itinerary
    request: PlanRequest
    budget: Budget | None
    lang: str

    def say(self, text: LocalizedText, **values: object) -> str:
        """Return the text in the export's language, with the values filled in."""
        return (text.zh if self.lang == "zh" else text.en).format(**values)

    def name(self, text: LocalizedText) -> str:
        """Return a name in the language, or in the other one."""
        return (text.zh or text.en) if self.lang == "zh" else (text.en or text.zh)

    def local_name(self, visit: Visit) -> str:
        """Return the name as it is written on the spot: in Chinese where that is written, else in English.

        Empty where it is the reader's own.
        """
        city = source.cities().get(visit.city)
        chinese = city is not None and city.country in CHINESE_COUNTRIES
        other = visit.name.zh if chinese else visit.name.en
        return "" if other == self.name(visit.name) else other

    def date(self, day: date) -> str:
        """Return the date in words."""
        return self.say(calendar_day(day))

    def money(self, money: Money) -> str:
        """Return the amount with its currency, without cents where they are zero."""
        return self.name(amount_text(money.amount, money.currency))

    def price(self, money: Money) -> str:
        """Return what is paid on the spot, and what that is in the budget's currency."""
        return self.name(ticket_text(money.amount, money.currency, self.budget.currency if self.budget else ""))

    def heading(self, day: DayPlan) -> str:
        """Day 2 · Wednesday, 2 December 2026."""
        return f"{self.say(DAY, day=day.day)} · {self.say(week_day(day.date))}"

    def weekday(self, day: DayPlan) -> str:
        """Wednesday 2 December 2026."""
        return self.say(week_day(day.date))

    def city(self, city: str) -> str:
        """Return the name of a city by its id."""
        known = source.cities().get(city)
        named = self.itinerary.city_names.get(city)
        if known is not None:
            return known.name_zh if self.lang == "zh" else known.name_en
        return self.name(named) if named else city

    def moment(self, day: DayPlan, minutes: int) -> datetime:
        """Return a minute of a day as a time in the zone of its city; naive where the zone is not known."""
        known = source.cities().get(day.city)
        stay = next((stay for stay in self.request.cities if stay.id == day.city), None)
        zone = known.timezone if known else stay.timezone if stay else None
        return datetime.combine(day.date, time(), ZoneInfo(zone) if zone else None) + timedelta(minutes=minutes)

    def entries(self, day: DayPlan) -> list[Entry]:
        """Return a day in order: rides there and home, moves between cities, visits, meals outside visits.

        A marker of where one was is left out.
        """
        moves = [leg for leg in day.legs if leg.is_move or (leg.origin == "start" and self._drives_there(day))]
        meals = [meal for meal in day.meals if meal.visit is None]
        visits = [visit for visit in day.visits if not visit.marker]
        return sorted([*moves, *visits, *meals, *self._journeys(day)], key=_begins)

    def _drives_there(self, day: DayPlan) -> bool:
        """Return whether the day drives to its city by way of sights: its first leg is then shown like a move."""
        first = next(each for each in self.itinerary.days if each.city == day.city)
        return day == first and day.city in self.request.stopovers

    def _journeys(self, day: DayPlan) -> Iterator[Journey]:
        days = self.itinerary.days
        if self.request.arrival is not None and day == days[0]:
            yield Journey(ARRIVAL, self.request.arrival)
        if self.request.departure is not None and day == days[-1]:
            yield Journey(DEPARTURE, self.request.departure)

    def legs_by_destination(self, day: DayPlan) -> dict[str, Leg]:
        """Return a day's legs by the id of their destination, without those that take no time."""
        return {leg.destination: leg for leg in day.legs if leg.minutes}

    def facts(self, day: DayPlan, visit: Visit) -> list[str]:
        """Return duration, price, opening hours and booking of a visit, where known, and the meals inside."""
        found = [self.say(duration(visit.minutes))]
        if visit.ticket is not None:
            amount = self.price(visit.ticket)
            found.append(self.say(FREE) if visit.ticket.amount == 0 else self.say(TICKET, amount=amount))
        if visit.sight is not None:
            found.append(self._hours(visit))
            found.extend(self._booking(visit.sight))
        inside = [meal for meal in day.meals if meal.visit == visit.id]
        found.extend(self.say(ON_SITE[m.kind], start=clock(m.start), end=clock(m.end)) for m in inside)
        return found

    def _booking(self, sight: str) -> list[str]:
        known = source.sights().get(sight)
        return [self.say(BOOKINGS[known.booking])] if known is not None and known.booking in BOOKINGS else []

    def _hours(self, visit: Visit) -> str:
        if visit.opens == visit.closes:
            return self.say(SHUT)
        if (visit.opens, visit.closes) == (0, MIDNIGHT):
            return self.say(OPEN_ALWAYS)
        return self.say(OPEN, opens=clock(visit.opens), closes=clock(visit.closes))

    def move(self, leg: Leg) -> str:
        """Return a move in words: "By train: Tokyo → Kyoto"."""
        route = f"{self.name(leg.origin_name)} → {self.name(leg.destination_name)}"
        return self.say(MOVE, mode=self.say(MODES[leg.mode]), way=route)

    def journey(self, journey: Journey) -> str:
        """Return a ride there or home in words: "Departure: by train · set off by 14:30"."""
        ride, called = journey.ride, self.say(journey.called)
        named = self.say(MOVE, mode=called, way=self.say(RIDES[ride.way])) if ride.way else called
        if not ride.minutes:
            return named
        arrives = journey.called == ARRIVAL
        town = (ride.at + ride.minutes if arrives else ride.at - ride.minutes) % MIDNIGHT
        return f"{named} · {self.say(IN_TOWN if arrives else SET_OFF, time=clock(town))}"

    def leg(self, leg: Leg) -> str:
        """Return a leg in words: "By public transport · 20 min · 3.4 km"."""
        return " · ".join([self.say(MODES[leg.mode]), *self.length(leg)])

    def length(self, leg: Leg) -> list[str]:
        """20 min, 3.4 km; a few steps by their time alone."""
        lasts = self.say(duration(leg.minutes))
        return [lasts, self.say(KILOMETRES, km=f"{leg.km:g}")] if leg.km else [lasts]

    def problems(self) -> list[str]:
        """Return the failures of the certificate in words."""
        names = {visit.id: visit.name for visit in self.itinerary.visits}
        found = []
        for check in self.itinerary.certificate.failures:
            evidence = self.say(_verbatim(check.evidence))
            where = self.name(names[check.visit]) if check.visit in names else ""
            day = self.say(DAY, day=check.day) if check.day else ""
            parts = (day, "" if evidence.startswith(where) else where, evidence)
            found.append(" · ".join(part for part in parts if part))
        return found


def read(trip: Trip, lang: str) -> Reading:
    """Return the trip's values, to be written in that language."""
    budget = budget_from_wire(trip.budget) if trip.budget else None
    request = request_from_wire(trip.itinerary["request"])
    return Reading(trip, itinerary_from_wire(trip.itinerary), request, budget, lang)


def _begins(entry: Entry) -> int:
    match entry:
        case Leg():
            return entry.depart
        case Visit():
            return entry.arrive
        case Meal():
            return entry.start
        case Journey():
            return entry.ride.at
        case _:
            assert_never(entry)


def _verbatim(text: LocalizedText) -> LocalizedText:
    """Return the text with its braces escaped, so that they are not read as fields."""
    return LocalizedText(*(each.replace("{", "{{").replace("}", "}}") for each in (text.en, text.zh)))

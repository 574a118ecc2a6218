"""Edits of a plan by hand: a visit moved, removed, added, pinned, the hotel or a day's hours set.

An edit is done as it was said, even when the plan then no longer holds: the days it touches are laid out anew in the
order given (by_hand.py), all others stay to the minute, and the certificate names what is wrong. What was said is also
written into the request, so that a later replanning (replan.py) keeps to it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from travelagent.planning.by_hand import Stop, laid_out_by_hand
from travelagent.planning.changes import booking_id
from travelagent.planning.errors import InvalidRequest
from travelagent.planning.frame import frame, meals_booked
from travelagent.planning.reasons import BOOKING
from travelagent.planning.replan import on_the_same_dates, renumbered
from travelagent.planning.rides import overlaid, ride_window
from travelagent.planning.schedule import estimated_of
from travelagent.planning.taste import worth
from travelagent.planning.travel import EstimatedLegs, LegProvider
from travelagent.planning.values import (
    MIDNIGHT,
    Change,
    DayPlan,
    DayWindow,
    FixedVisit,
    Itinerary,
    LeftOut,
    LocalizedText,
    Pin,
    PlanRequest,
    Point,
    Sight,
    Visit,
)
from travelagent.planning.verify import verify
from travelagent.planning.words import MEAL_NAMES, clock


@dataclass(frozen=True, slots=True)
class Move:
    """The visit goes to that place of that day, counted from 0; None: to its end."""

    visit: str
    day: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """The visit is not wanted any more, nor is its sight."""

    visit: str


@dataclass(frozen=True, slots=True)
class Add:
    """The sight is wanted at that place of that day, counted from 0; None: at its end."""

    sight: str
    day: int
    position: int | None = None


@dataclass(frozen=True, slots=True)
class AddPlace:
    """A place or booking of the traveller's own, at its hour."""

    name: LocalizedText
    lat: float
    lon: float
    day: int
    start: int
    minutes: int


@dataclass(frozen=True, slots=True)
class SetPin:
    """The sight stays on its day, or need not any more."""

    visit: str
    pinned: bool


@dataclass(frozen=True, slots=True)
class SetMinutes:
    """The visit lasts so long."""

    visit: str
    minutes: int


@dataclass(frozen=True, slots=True)
class SetHotel:
    """Where the days in that city begin and end; None: in its centre."""

    city: str
    hotel: Point | None


@dataclass(frozen=True, slots=True)
class SetHours:
    """When a day begins and ends; None: as usual at the trip's pace, or as the ride there or home leaves it."""

    day: int
    start: int | None = None
    end: int | None = None


Edit: TypeAlias = Move | Remove | Add | AddPlace | SetPin | SetMinutes | SetHotel | SetHours


@dataclass(frozen=True, slots=True)
class Edited:
    """A plan after edits: the request as it is asked now, the plan with its certificate, and what was done."""

    request: PlanRequest
    itinerary: Itinerary
    told: tuple[LocalizedText, ...]


def edited(
    before: Itinerary,
    request: PlanRequest,
    edits: Iterable[Edit],
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
) -> Edited:
    """The plan after the edits, in their order. Raises InvalidRequest for a visit, sight, day or city that is not."""
    draft = _Draft(before, as_planned(before, request), sights)
    told = tuple(draft.apply(edit) for edit in edits)
    days = draft.days_laid_out(legs or EstimatedLegs())
    visited = {visit.sight for day in days for visit in day.visits}
    itinerary = dataclasses.replace(
        before,
        days=tuple(_without_taken_alternates(day, visited) for day in days),
        left_out=_left_out(before, visited, draft.known),
        score=round(sum(worth(draft.known[s], request.interests) for s in visited if s in draft.known), 2),
    )
    asked = dataclasses.replace(draft.request, start_date=request.start_date)
    certificate = verify(itinerary, asked, sights)
    said = (*told, *_meals_lost(before, days, asked))
    return Edited(asked, dataclasses.replace(itinerary, certificate=certificate), said)


def as_planned(itinerary: Itinerary, request: PlanRequest) -> PlanRequest:
    """The request with the dates of the plan and the days that the plan gives each city."""
    counts = {stay.id: sum(day.city == stay.id for day in itinerary.days) for stay in request.cities}
    cities = tuple(dataclasses.replace(s, days=counts[s.id]) for s in request.cities if counts[s.id])
    return dataclasses.replace(on_the_same_dates(itinerary, request), cities=cities, days=len(itinerary.days))


class _Draft:
    """The plan while it is edited: each day's visits in order, and which days must be laid out anew."""

    def __init__(self, before: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> None:
        self.request, self.sights = request, sights
        self.known = {sight.id: sight for sight in sights}
        self.days = {day.day: day for day in before.days}
        self.touched: set[int] = set()

    def apply(self, edit: Edit) -> LocalizedText:
        """Do it, and say what was done."""
        match edit:
            case Move():
                return self._move(edit)
            case Remove():
                return self._remove(edit)
            case Add():
                return self._add(edit)
            case AddPlace():
                return self._add_place(edit)
            case SetPin():
                return self._set_pin(edit)
            case SetMinutes():
                return self._set_minutes(edit)
            case SetHotel():
                return self._set_hotel(edit)
            case SetHours():
                return self._set_hours(edit)

    def days_laid_out(self, legs: LegProvider) -> tuple[DayPlan, ...]:
        """All days, those that an edit touched laid out anew. Raises InvalidRequest."""
        if not self.touched:
            return tuple(self.days.values())
        frames = {here.day: here for here in frame(self.request, self.sights, legs)}
        return tuple(
            laid_out_by_hand(frames[day.day], [self._stop(visit) for visit in day.visits], self.request, legs)
            if day.day in self.touched
            else day
            for day in self.days.values()
        )

    def _stop(self, visit: Visit) -> Stop:
        if visit.sight is None:
            booking = self._booking(visit.id)
            return Stop(visit, begin=visit.arrive if booking is None else self.request.fixed[booking].start)
        start = next((pin.start for pin in self.request.pinned if pin.sight == visit.sight), None)
        return Stop(visit, self.known.get(visit.sight), start)

    # ---- one method an edit

    def _move(self, edit: Move) -> LocalizedText:
        origin, visit = self._found(edit.visit)
        self._take_out(origin, visit)
        self._insert(edit.day, visit, edit.position)
        booking = self._booking(visit.id)
        if booking is not None:
            fixed = list(self.request.fixed)
            fixed[booking] = dataclasses.replace(fixed[booking], day=edit.day)
            self._ask(fixed=tuple(fixed))
        self._ask(
            pinned=tuple(
                dataclasses.replace(pin, day=edit.day, start=None, when=None) if pin.sight == visit.sight else pin
                for pin in self.request.pinned
            )
        )
        name = visit.name
        if origin == edit.day:
            return LocalizedText(f"{name.en}: moved within day {origin}.", f"{name.zh}：在第 {origin} 天内调整顺序。")
        return LocalizedText(
            f"{name.en}: day {origin} → day {edit.day}.", f"{name.zh}：第 {origin} 天 → 第 {edit.day} 天。"
        )

    def _remove(self, edit: Remove) -> LocalizedText:
        day, visit = self._found(edit.visit)
        self._take_out(day, visit)
        booking = self._booking(visit.id)
        if booking is not None:
            change = Change(drop=(visit.id,))
            self.days = {number: renumbered(plan, self.request, change) for number, plan in self.days.items()}
            self._ask(fixed=tuple(f for index, f in enumerate(self.request.fixed) if index != booking))
        elif visit.sight is not None:
            self._ask(
                must_see=tuple(sight for sight in self.request.must_see if sight != visit.sight),
                pinned=tuple(pin for pin in self.request.pinned if pin.sight != visit.sight),
                avoid=tuple(dict.fromkeys([*self.request.avoid, visit.sight])),
            )
        return LocalizedText(f"Removed: {visit.name.en}.", f"移除：{visit.name.zh}。")

    def _add(self, edit: Add) -> LocalizedText:
        sight = self.known.get(edit.sight)
        if sight is None or sight.city not in {stay.id for stay in self.request.cities}:
            raise _invalid(
                "sight", f"{edit.sight} is not a sight of these cities.", f"{edit.sight} 不是这些城市的景点。"
            )
        if any(visit.sight == sight.id for day in self.days.values() for visit in day.visits):
            raise _invalid("sight", f"{sight.name.en} is in the plan already.", f"{sight.name.zh}已在行程中。")
        self._insert(edit.day, _visit_of(sight, self._day(edit.day).date), edit.position)
        self._ask(
            must_see=tuple(dict.fromkeys([*self.request.must_see, sight.id])),
            avoid=tuple(term for term in self.request.avoid if term != sight.id),
        )
        return LocalizedText(f"Added: {sight.name.en}, day {edit.day}.", f"新增：{sight.name.zh}（第 {edit.day} 天）。")

    def _add_place(self, edit: AddPlace) -> LocalizedText:
        if not 0 <= edit.start <= edit.start + edit.minutes <= MIDNIGHT or edit.minutes < 1:
            raise _invalid("start", f"{edit.name.en}: no such time.", f"{edit.name.zh}：时间无效。")
        booking = FixedVisit(edit.name, edit.lat, edit.lon, edit.start, edit.minutes, edit.day)
        ident = booking_id(len(self.request.fixed))
        self._ask(fixed=(*self.request.fixed, booking))
        before = sum(visit.arrive < edit.start for visit in self._day(edit.day).visits)
        self._insert(edit.day, _visit_of_booking(ident, booking), before)
        return LocalizedText(
            f"Added: {edit.name.en}, day {edit.day} at {clock(edit.start)}.",
            f"新增：{edit.name.zh}（第 {edit.day} 天 {clock(edit.start)}）。",
        )

    def _set_pin(self, edit: SetPin) -> LocalizedText:
        day, visit = self._found(edit.visit)
        if visit.sight is None:
            raise _invalid("visit", f"{visit.name.en} is kept anyway.", f"{visit.name.zh}本来就固定。")
        held = next((pin for pin in self.request.pinned if pin.sight == visit.sight), Pin(visit.sight))
        others = tuple(pin for pin in self.request.pinned if pin.sight != visit.sight)
        self._ask(pinned=(*others, Pin(visit.sight, day, minutes=held.minutes)) if edit.pinned else others)
        self._replace(day, dataclasses.replace(visit, pinned=edit.pinned))
        if edit.pinned:
            return LocalizedText(f"Pinned: {visit.name.en}, day {day}.", f"固定：{visit.name.zh}（第 {day} 天）。")
        return LocalizedText(f"No longer pinned: {visit.name.en}.", f"取消固定：{visit.name.zh}。")

    def _set_minutes(self, edit: SetMinutes) -> LocalizedText:
        day, visit = self._found(edit.visit)
        if not 1 <= edit.minutes <= MIDNIGHT:
            raise _invalid("minutes", "A visit lasts 1 to 1440 minutes.", "游览时长须为 1 到 1440 分钟。")
        booking = self._booking(visit.id)
        if booking is not None:
            fixed = list(self.request.fixed)
            fixed[booking] = dataclasses.replace(fixed[booking], minutes=edit.minutes)
            self._ask(fixed=tuple(fixed))
        self._ask(
            pinned=tuple(
                dataclasses.replace(pin, minutes=edit.minutes) if pin.sight == visit.sight and pin.minutes else pin
                for pin in self.request.pinned
            )
        )
        self._replace(day, dataclasses.replace(visit, minutes=edit.minutes))
        self.touched.add(day)
        return LocalizedText(
            f"{visit.name.en}: {visit.minutes} → {edit.minutes} min.",
            f"{visit.name.zh}：{visit.minutes} → {edit.minutes} 分钟。",
        )

    def _set_hotel(self, edit: SetHotel) -> LocalizedText:
        stay = next((stay for stay in self.request.cities if stay.id == edit.city), None)
        if stay is None:
            raise _invalid("city", f"{edit.city} is no city of this trip.", f"{edit.city} 不是本次行程的城市。")
        at = list(self.request.cities).index(stay)
        renewed = dataclasses.replace(stay, hotel=edit.hotel)
        self._ask(cities=(*self.request.cities[:at], renewed, *self.request.cities[at + 1 :]))
        following = self.request.cities[at + 1].id if at + 1 < len(self.request.cities) else None
        self.touched |= {day.day for day in self.days.values() if day.city in (stay.id, following)}
        name = edit.hotel.name if edit.hotel else LocalizedText("city centre", "市中心")
        return LocalizedText(f"{stay.name.en}: you stay at {name.en}.", f"{stay.name.zh}：住宿改为{name.zh}。")

    def _set_hours(self, edit: SetHours) -> LocalizedText:
        self._day(edit.day)
        windows = {window.day: window for window in self.request.day_windows}
        old = windows.get(edit.day, DayWindow(edit.day))
        said = dataclasses.replace(old, start=edit.start, end=edit.end)
        windows[edit.day] = overlaid(ride_window(self.request, edit.day), said)
        self._ask(day_windows=tuple(windows[day] for day in sorted(windows)))
        self.touched.add(edit.day)
        en = [f"{word} {clock(at)}" for word, at in (("from", edit.start), ("until", edit.end)) if at is not None]
        zh = [f"{clock(at)}{word}" for word, at in (("出发", edit.start), ("结束", edit.end)) if at is not None]
        return LocalizedText(
            f"Day {edit.day}: {' '.join(en) or 'usual hours'}.", f"第 {edit.day} 天：{'、'.join(zh) or '通常时间'}。"
        )

    # ---- the days

    def _day(self, number: int) -> DayPlan:
        if number not in self.days:
            raise _invalid("day", f"There is no day {number}.", f"没有第 {number} 天。")
        return self.days[number]

    def _found(self, visit: str) -> tuple[int, Visit]:
        for day in self.days.values():
            for here in day.visits:
                if here.id == visit:
                    return day.day, here
        raise _invalid("visit", f"There is no visit {visit}.", f"行程中没有 {visit}。")

    def _booking(self, visit: str) -> int | None:
        """The index of the request's booking that a visit stands for."""
        return next((index for index in range(len(self.request.fixed)) if booking_id(index) == visit), None)

    def _ask(self, **changes: object) -> None:
        self.request = dataclasses.replace(self.request, **changes)  # type: ignore[arg-type]

    def _with_visits(self, day: int, visits: Iterable[Visit]) -> None:
        self.days[day] = dataclasses.replace(self._day(day), visits=tuple(visits))

    def _take_out(self, day: int, visit: Visit) -> None:
        self._with_visits(day, (other for other in self._day(day).visits if other.id != visit.id))
        self.touched.add(day)

    def _insert(self, day: int, visit: Visit, position: int | None) -> None:
        visits = self._day(day).visits
        at = len(visits) if position is None else max(0, min(position, len(visits)))
        self._with_visits(day, (*visits[:at], visit, *visits[at:]))
        self.touched.add(day)

    def _replace(self, day: int, visit: Visit) -> None:
        self._with_visits(day, (visit if other.id == visit.id else other for other in self._day(day).visits))


def _visit_of(sight: Sight, on: date) -> Visit:
    """A visit that has no time yet."""
    ticket = sight.ticket_on(on)
    return Visit(
        id=sight.id, sight=sight.id, city=sight.city, name=sight.name, lat=sight.lat, lon=sight.lon, arrive=0, depart=0,
        minutes=sight.minutes, ticket=ticket, opens=0, closes=0, slack_minutes=0, why=BOOKING,
        estimated=estimated_of(sight, ticket), shared_ticket=sight.shared_ticket, ticket_days=sight.ticket_days,
    )  # fmt: skip


def _visit_of_booking(ident: str, booking: FixedVisit) -> Visit:
    ends = booking.start + booking.minutes
    return Visit(
        id=ident, sight=None, city="", name=booking.name, lat=booking.lat, lon=booking.lon, arrive=booking.start,
        depart=ends, minutes=booking.minutes, ticket=None, opens=booking.start, closes=ends, slack_minutes=0,
        why=BOOKING, pinned=True, marker=booking.marker,
    )  # fmt: skip


def _meals_lost(before: Itinerary, days: Iterable[DayPlan], request: PlanRequest) -> Iterator[LocalizedText]:
    """A sentence for every meal that a day had and has no time for after the edits."""
    had = {day.day: {meal.kind for meal in day.meals} for day in before.days}
    for day in days:
        has = {*(meal.kind for meal in day.meals), *meals_booked(request, day.day)}
        for kind, name in MEAL_NAMES.items() if day.visits else ():
            if kind in had.get(day.day, ()) and kind not in has:
                yield LocalizedText(
                    f"Day {day.day} has no time left for {name.en}.", f"第 {day.day} 天没有时间吃{name.zh}了。"
                )


def _without_taken_alternates(day: DayPlan, visited: set[str | None]) -> DayPlan:
    """The day without alternates that are in the plan by now."""
    return dataclasses.replace(
        day,
        visits=tuple(
            dataclasses.replace(visit, alternates=tuple(a for a in visit.alternates if a.sight not in visited))
            for visit in day.visits
        ),
    )


def _left_out(before: Itinerary, visited: set[str | None], known: dict[str, Sight]) -> tuple[LeftOut, ...]:
    """What is left out now: what was and still is, and what was taken out by hand."""
    taken_out = [
        LeftOut(
            visit.sight,
            visit.name,
            LocalizedText("You took it out.", "你已将它移除。"),
            LocalizedText("Add it to a day again.", "可重新加入某一天。"),
        )
        for visit in before.visits
        if visit.sight in known and visit.sight not in visited
    ]
    return (*taken_out, *(left for left in before.left_out if left.sight not in visited))


def _invalid(field: str, en: str, zh: str) -> InvalidRequest:
    return InvalidRequest(field, LocalizedText(en, zh))

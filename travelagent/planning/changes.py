"""Changes of a request: applied, priced against one another, and put into words.

Relaxations ("start at 08:30 on day 2"), edits of a plan and alternatives all speak in `Change`s. Their prices are in
worth (taste.py), by the same measure with which the search weighs minutes against sights.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from travelagent.planning.renumbering import day_numbers
from travelagent.planning.rides import framed, overlaid
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.planning.taste import worth
from travelagent.planning.values import (
    MIDNIGHT,
    PACES,
    PARTS_OF_DAY,
    Change,
    CityStay,
    DayWindow,
    FixedVisit,
    LocalizedText,
    Pace,
    Pin,
    PlanRequest,
    Refusal,
    Sight,
)
from travelagent.planning.words import clock, term, week_day, when_said

PACE_WORTH, DATE_WORTH, ASSUMED_DATE_WORTH, BOOKING_WORTH, DAY_WORTH, HOUR_WORTH = 4.0, 8.0, 0.5, 20.0, 15.0, 0.25
"""What a faster pace, another date (one that was given, one that was assumed), giving up a booking, a further day and
another hour for a visit cost."""
PACE_ORDER: tuple[Pace, ...] = ("relaxed", "normal", "packed")
PACE_NAMES: Mapping[Pace, LocalizedText] = {
    "relaxed": LocalizedText("relaxed", "轻松"),
    "normal": LocalizedText("normal", "适中"),
    "packed": LocalizedText("packed", "紧凑"),
}

Bound = TypeVar("Bound", Pin, DayWindow, FixedVisit, Refusal)


def booking_id(index: int) -> str:
    """The id of a request's booking, counted from 0: `fixed/1` is the first."""
    return f"fixed/{index + 1}"


def applied(request: PlanRequest, change: Change) -> PlanRequest:
    """The request as it would be asked after the change. It may make no sense then; the engine says so."""
    dropped = set(change.drop)
    now = day_numbers(request, change)
    request = _renumbered(request, now)
    windows = _shifted(request, change.extra_days) if now[request.days] == request.days else _by_day(request)
    windows |= _of_new_days(request, range(1, request.days + change.extra_days + 1), windows)
    for window in (*_of_rides(request, change), *change.windows):
        windows[window.day] = overlaid(windows.get(window.day, DayWindow(window.day)), window)
    repinned = {pin.sight for pin in change.pins}
    days = request.days + change.extra_days
    return dataclasses.replace(
        request,
        cities=_longer(request, change),
        days=days,
        start_date=change.start_date or request.start_date,
        interests=request.interests if change.interests is None else change.interests,
        pace=change.pace or request.pace,
        must_see=tuple(dict.fromkeys([*(sight for sight in request.must_see if sight not in dropped), *change.insist])),
        avoid=tuple(
            dict.fromkeys(
                [
                    *(term for term in request.avoid if term not in change.insist),
                    *(sight for sight in change.drop if not sight.startswith("fixed/")),
                ]
            )
        ),
        pinned=(
            *(_within(pin, days) for pin in request.pinned if pin.sight not in dropped | repinned),
            *change.pins,
        ),
        day_windows=tuple(windows[day] for day in sorted(windows) if day <= days),
        fixed=tuple(booking for index, booking in enumerate(request.fixed) if booking_id(index) not in dropped),
        rainy_days=tuple(sorted({*(day for day in _rainy(request, change) if day <= days), *change.rainy_days})),
        avoid_on=tuple(
            dict.fromkeys([*(refusal for refusal in request.avoid_on if refusal.day <= days), *change.avoid_on])
        ),
        thrift=request.thrift if change.thrift is None else change.thrift,
        way=change.way or request.way,
        arrival=change.arrival or request.arrival,
        departure=change.departure or request.departure,
        constraints=tuple(held for held in request.constraints if held.kind not in change.lift),
    )


def _renumbered(request: PlanRequest, now: Mapping[int, int]) -> PlanRequest:
    """The request with all that is bound to a day bound to that day's new number."""

    def moved(bound: Bound) -> Bound:
        return bound if bound.day is None else dataclasses.replace(bound, day=now.get(bound.day, bound.day))

    return dataclasses.replace(
        request,
        pinned=tuple(map(moved, request.pinned)),
        day_windows=tuple(map(moved, request.day_windows)),
        fixed=tuple(map(moved, request.fixed)),
        rainy_days=tuple(now.get(day, day) for day in request.rainy_days),
        avoid_on=tuple(map(moved, request.avoid_on)),
    )


def _rainy(request: PlanRequest, change: Change) -> tuple[int, ...]:
    """The days that stay rainy: none on other dates, unless the whole trip is planned for the rain."""
    redated = change.start_date not in (None, request.start_date)
    return () if redated and len(request.rainy_days) < request.days else request.rainy_days


def _within(pin: Pin, days: int) -> Pin:
    """The pin in a trip of so many days: one of a day that is gone may be on any, at its hour or part of the day."""
    if pin.day is None or pin.day <= days:
        return pin
    return dataclasses.replace(pin, day=None, when=pin.when if pin.when in PARTS_OF_DAY else None)


def as_long_as_pinned(sights: Sequence[Sight], request: PlanRequest) -> tuple[Sight, ...]:
    """The sights, those that the request pins to a length lasting so long."""
    minutes = {pin.sight: pin.minutes for pin in request.pinned if pin.minutes is not None}
    return tuple(dataclasses.replace(s, minutes=minutes[s.id]) if s.id in minutes else s for s in sights)


def _by_day(request: PlanRequest) -> dict[int, DayWindow]:
    return {window.day: window for window in request.day_windows}


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
    windows = _by_day(request)
    last = windows.get(request.days)
    if extra_days == 0 or last is None or request.days + extra_days < 1:
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


def _of_rides(request: PlanRequest, change: Change) -> Iterable[DayWindow]:
    """The windows that the rides of the change leave."""
    asked = dataclasses.replace(
        request,
        days=request.days + change.extra_days,
        pace=change.pace or request.pace,
        arrival=change.arrival,
        departure=change.departure,
    )
    return framed(dataclasses.replace(asked, day_windows=())).day_windows


def _longer(request: PlanRequest, change: Change) -> tuple[CityStay, ...]:
    """The cities; where the days of each were given, one of them takes those that are more or fewer."""
    if not change.extra_days or any(stay.days is None for stay in request.cities):
        return request.cities
    chosen = change.city or request.cities[-1].id
    return tuple(
        dataclasses.replace(stay, days=(stay.days or 0) + change.extra_days) if stay.id == chosen else stay
        for stay in request.cities
    )


def price(change: Change, request: PlanRequest, known: Mapping[str, Sight]) -> float:
    """What the change costs the traveller, in worth. Insisting on a sight is free."""
    dates = ASSUMED_DATE_WORTH if request.start_date is None else DATE_WORTH
    usual = {window.day: window for window in request.day_windows}
    return (
        sum(worth(known[sight], request.interests) if sight in known else BOOKING_WORTH for sight in change.drop)
        + sum(window_minutes(window, usual.get(window.day), request) for window in change.windows) * MINUTE_WORTH
        + (PACE_WORTH * abs(PACE_ORDER.index(change.pace) - PACE_ORDER.index(request.pace)) if change.pace else 0.0)
        + (dates if change.start_date else 0.0)
        + DAY_WORTH * max(change.extra_days, 0)
        + HOUR_WORTH * (len(change.pins) + len(change.lift))
    )


def window_minutes(window: DayWindow, before: DayWindow | None, request: PlanRequest) -> int:
    """By how many minutes the day gets longer."""
    start, end = day_hours(request, before)
    later = max(window.end - end, 0) if window.end is not None else 0
    return later + (max(start - window.start, 0) if window.start is not None else 0)


def day_hours(request: PlanRequest, window: DayWindow | None) -> tuple[int, int]:
    """(start, end) of a day with that window, in minutes; None: the pace's usual hours."""
    usual = PACES[request.pace]
    start = usual.start if window is None or window.start is None else window.start
    return start, usual.end if window is None or window.end is None else min(window.end, MIDNIGHT)


def faster(pace: Pace) -> Pace | None:
    """The next faster pace."""
    index = PACE_ORDER.index(pace) + 1
    return PACE_ORDER[index] if index < len(PACE_ORDER) else None


def calmer(pace: Pace) -> Pace | None:
    """The next calmer pace."""
    index = PACE_ORDER.index(pace)
    return PACE_ORDER[index - 1] if index else None


def said(change: Change, names: Mapping[str, LocalizedText]) -> LocalizedText:
    """The change as a demand without its full stop: "drop the zoo and add a day", “去掉动物园，增加一天”.

    `names` are those of the sights and bookings that are dropped or pinned, and of the constraints that are lifted.
    """
    parts = list(_parts(change, names))
    return LocalizedText(" and ".join(part.en for part in parts), "，".join(part.zh for part in parts))


def _parts(change: Change, names: Mapping[str, LocalizedText]) -> Iterable[LocalizedText]:
    if change.drop:
        dropped = [names.get(sight) or term(sight) for sight in change.drop]
        yield LocalizedText(
            f"drop {', '.join(name.en for name in dropped)}", f"去掉{'、'.join(name.zh for name in dropped)}"
        )
    for pin in change.pins:
        name, at = names.get(pin.sight) or term(pin.sight), when_said(pin)
        otherwise = ("on another day", "其他日子") if pin.day is None else ("at another hour", "其他时段")
        yield LocalizedText(f"visit {name.en} {at.en or otherwise[0]}", f"把{name.zh}安排在{at.zh or otherwise[1]}")
    for window in change.windows:
        if window.start is not None:
            yield LocalizedText(
                f"start at {clock(window.start)} on day {window.day}", f"第 {window.day} 天 {clock(window.start)} 出发"
            )
        if window.end is not None:
            yield LocalizedText(
                f"stay out until {clock(window.end)} on day {window.day}",
                f"第 {window.day} 天 {clock(window.end)} 结束",
            )
    for lifted in change.lift:
        name = names.get(lifted) or term(lifted)
        yield LocalizedText(f"do without “{name.en}”", f"不再要求“{name.zh}”")
    if change.pace is not None:
        name = PACE_NAMES[change.pace]
        yield LocalizedText(f"go at a {name.en} pace", f"改为{name.zh}的节奏")
    if change.start_date is not None:
        day = week_day(change.start_date)
        yield LocalizedText(f"begin on {day.en}", f"改为{day.zh}出发")
    if change.extra_days:
        many = change.extra_days > 1
        yield LocalizedText(
            f"add {change.extra_days} days" if many else "add a day",
            f"增加{'一' if not many else f' {change.extra_days} '}天",
        )

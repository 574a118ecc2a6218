"""Edits as a change: the form of releases before 0.2, which had one object with a field for each kind of edit.

It stands in the itineraries, variants and refusals of these releases and of this one, and is still read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from travelagent.planning.edits.days import AddDays, EndBy, KeepIndoors, SetStartDate, StartAt, Without
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.sights import Add, Drop, Visiting
from travelagent.planning.edits.trip import SetArrival, SetDeparture, SetInterests, SetPace, SetThrift, SetTransport
from travelagent.plans.fields import MAX_DAYS, CalendarDate, DayOfTrip, Few, Value
from travelagent.plans.rides import overlay_window
from travelagent.plans.values import DayWindow, Edit, IntercityMode, Pace, Pin, Refusal, Ride
from travelagent.plans.wire import read, without_unset


@dataclass(frozen=True, slots=True)
class Change(Value):
    """A field for each kind of edit; what is not set is left out."""

    insist: Few[str] = ()
    drop: Few[str] = ()
    windows: Annotated[Few[DayWindow], Field(alias="day_windows")] = ()
    pins: Few[Pin] = ()
    pace: Pace | None = None
    interests: Few[str] | None = None
    extra_days: Annotated[int, Field(ge=-MAX_DAYS, le=MAX_DAYS)] = 0
    city: str | None = None
    start_date: CalendarDate | None = None
    rainy_days: Few[DayOfTrip] = ()
    avoid_on: Few[Refusal] = ()
    thrift: float | None = None
    way: IntercityMode | None = None
    arrival: Ride | None = None
    departure: Ride | None = None
    lift: Few[str] = ()


_CHANGE = TypeAdapter(Change)


def change_to_wire(edits: Sequence[Edit]) -> dict[str, Any]:
    """Return edits as a change; what is not set is left out. Of the kinds that a change cannot tell none."""
    return without_unset(_CHANGE.dump_python(_change_of(edits), mode="json", by_alias=True))


def _change_of(edits: Sequence[Edit]) -> Change:
    lists: dict[str, list[Any]] = {name: [] for name in ("insist", "drop", "pins", "rainy_days", "avoid_on", "lift")}
    windows: dict[int, DayWindow] = {}
    single: dict[str, Any] = {}
    for edit in edits:
        match edit:
            case Add():
                lists["insist"].append(edit.sight)
            case Drop():
                lists["drop"] += edit.terms
            case StartAt() | EndBy():
                windows[edit.day] = overlay_window(windows.get(edit.day, DayWindow(edit.day)), edit.window)
            case Visiting():
                lists["pins"].append(Pin(edit.sight, edit.day, edit.start, edit.when, minutes=edit.minutes))
            case KeepIndoors():
                lists["rainy_days"].append(edit.day)
            case Lift():
                lists["lift"].append(edit.kind)
            case Without():
                lists["avoid_on"].append(Refusal(edit.day, edit.term))
            case AddDays():
                single |= {"extra_days": edit.count, "city": edit.city}
            case SetStartDate():
                single["start_date"] = edit.date
            case SetArrival():
                single["arrival"] = edit.ride
            case SetDeparture():
                single["departure"] = edit.ride
            case SetPace() | SetInterests() | SetThrift() | SetTransport():
                single |= {name: value for name, value in vars(edit).items() if name != "op"}
    single |= {name: tuple(each) for name, each in lists.items()}
    return Change(windows=tuple(windows.values()), **single)


def change_from_wire(payload: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Return the edits of a change. Raises InvalidRequest with the wrong field."""
    return tuple(_edits_of(read(_CHANGE, payload, "change")))


def _edits_of(change: Change) -> Iterator[Edit]:
    if change.extra_days:
        yield AddDays(change.extra_days, change.city)
    if change.pace is not None:
        yield SetPace(change.pace)
    if (ride := change.arrival) is not None:
        yield SetArrival(ride.at, ride.minutes, ride.way)
    if (ride := change.departure) is not None:
        yield SetDeparture(ride.at, ride.minutes, ride.way)
    if change.start_date is not None:
        yield SetStartDate(change.start_date)
    if change.interests is not None:
        yield SetInterests(change.interests)
    if change.drop:
        yield Drop(change.drop)
    yield from (Add(sight) for sight in change.insist)
    for window in change.windows:
        if window.start is not None or window.origin is not None:
            yield StartAt(window.day, window.start, window.origin)
        if window.end is not None or window.destination is not None:
            yield EndBy(window.day, window.end, window.destination)
    yield from (Visiting(pin.sight, pin.day, pin.start, pin.when, pin.minutes) for pin in change.pins)
    yield from (KeepIndoors(day) for day in change.rainy_days)
    yield from (Without(refusal.day, refusal.term) for refusal in change.avoid_on)
    yield from (Lift(kind) for kind in change.lift)
    if change.thrift is not None:
        yield SetThrift(change.thrift)
    if change.way is not None:
        yield SetTransport(change.way)

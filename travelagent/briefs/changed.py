"""The brief after a change of the plan: what the planner was told to change is wanted from now on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from travelagent.briefs.acts import SetField
from travelagent.briefs.values import DayWish, Ride, Stay, TripBrief
from travelagent.planning.changes import booking_id
from travelagent.planning.values import Change
from travelagent.planning.values import Ride as PlannedRide


def ops_of_change(brief: TripBrief, change: Change, days: int) -> tuple[SetField, ...]:
    """Return the operations by which the brief of a trip that had so many days follows a change of its plan."""
    return tuple(op for op in _ops(brief, change, days) if getattr(brief, op.field) != op.value)


def _ops(brief: TripBrief, change: Change, days: int) -> Iterator[SetField]:
    dropped = set(change.drop)
    kept = [sight for sight in brief.must_see if sight not in dropped]
    yield SetField("must_see", tuple(dict.fromkeys([*kept, *change.insist])))
    avoid = [term for term in brief.avoid if term not in change.insist]
    avoid += [term for term in change.drop if not term.startswith("fixed/")]
    yield SetField("avoid", tuple(dict.fromkeys(avoid)))
    yield SetField(
        "bookings", tuple(each for index, each in enumerate(brief.bookings) if booking_id(index) not in dropped)
    )
    yield SetField("day_wishes", _wishes(brief, change))
    dates = brief.dates
    if change.extra_days:
        dates = dataclasses.replace(dates, days=days + change.extra_days)
        yield SetField("stays", tuple(_stays(brief, change)))
    if change.start_date is not None:
        dates = dataclasses.replace(dates, start=change.start_date, end=None)
    yield SetField("dates", dates)
    if change.interests is not None:
        yield SetField("interests", change.interests)
    if change.pace is not None:
        yield SetField("pace", change.pace)
    if change.thrift is not None:
        yield SetField("thrift", "cheapest")
    if change.way is not None:
        yield SetField("travel", dataclasses.replace(brief.travel, between=change.way))
    for name, ride in (("arrival", change.arrival), ("departure", change.departure)):
        if ride is not None:
            yield SetField(name, _ride(getattr(brief, name), ride))


def _stays(brief: TripBrief, change: Change) -> Iterator[Stay]:
    """The stays with the days more or fewer in the city that has them; of no city where that was not said."""
    for stay in brief.stays:
        if change.city is None or stay.days is None:
            yield dataclasses.replace(stay, days=None)
        else:
            more = change.extra_days if stay.place == change.city else 0
            yield dataclasses.replace(stay, days=max(1, stay.days + more))


def _ride(before: Ride, ride: PlannedRide) -> Ride:
    """The ride of the brief with what the change says; the minutes are a rule's again where the way or hour is new."""
    return dataclasses.replace(before, at=ride.at, mode=ride.way or before.mode, part_of_day=None, minutes=None)


def _wishes(brief: TripBrief, change: Change) -> tuple[DayWish, ...]:
    gone = {*change.drop, *(pin.sight for pin in change.pins)}
    hours = {window.day for window in change.windows}
    kept = [
        wish
        for wish in brief.day_wishes
        if not (wish.kind == "visit" and wish.value in gone)
        and not (wish.kind in ("hours", "free") and wish.day in hours)
    ]
    held = {wish.day: wish for wish in brief.day_wishes if wish.kind == "hours"}
    for window in change.windows:
        before = held.get(window.day, DayWish(window.day, "hours"))
        kept.append(
            dataclasses.replace(
                before,
                start=before.start if window.start is None else window.start,
                end=before.end if window.end is None else window.end,
                origin=window.origin or before.origin,
                destination=window.destination or before.destination,
            )
        )
    kept += [
        DayWish(pin.day or "every", "visit", value=pin.sight, start=pin.start, part=pin.when, minutes=pin.minutes)
        for pin in change.pins
    ]
    kept += [DayWish(day, "indoors") for day in change.rainy_days]
    kept += [DayWish(refusal.day, "without", value=refusal.term) for refusal in change.avoid_on]
    return tuple(dict.fromkeys(kept))

"""What became of a plan: the difference between two itineraries, visit by visit and in figures.

Visits are matched by their ids. A visit that is on another day has moved; one that is on its day at another hour is
retimed. Days are the same when all that happens in them is, to the minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import groupby

from travelagent.costs.tickets import bought_at
from travelagent.planning.hours import windows_of
from travelagent.planning.messages import message
from travelagent.plans.fields import clock
from travelagent.plans.outcomes import Closed, Difference, Figures, Moved
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Sight, Visit
from travelagent.plans.words import REST, closed_day, listed, short_day

NONE_GONE: Mapping[int, int] = {}


def diff(before: Itinerary, after: Itinerary, gone: Mapping[int, int] = NONE_GONE) -> Difference:
    """Compare two plans and return what changed from the one to the other.

    `gone`: by their numbers, the days of `before` that no longer exist, and what they are to be called.
    """
    old, new = _by_id(before), _by_id(after)
    both = [id for id in new if id in old]
    moved = tuple(
        Moved(id, new[id][1].name, gone.get(old[id][0], old[id][0]), new[id][0], old[id][1].arrive, new[id][1].arrive)
        for id in both
        if (old[id][0], old[id][1].arrive) != (new[id][0], new[id][1].arrive)
    )
    days = {day.day: day for day in before.days}
    return Difference(
        added=tuple(_at(*new[id]) for id in new if id not in old),
        removed=tuple(_at(gone.get(day, day), visit) for id, (day, visit) in old.items() if id not in new),
        moved=tuple(move for move in moved if move.from_day != move.to_day),
        retimed=tuple(move for move in moved if move.from_day == move.to_day),
        same_days=tuple(day.day for day in after.days if day.day in days and _is_same(day, days[day.day])),
        before=figures(before),
        after=figures(after),
        unshared=tuple(new[id][1].name for id in _unshared(_tickets_of(before), _tickets_of(after))),
    )


def _is_same(day: DayPlan, before: DayPlan) -> bool:
    return day.city == before.city and _happens(day) == _happens(before)


def _tickets_of(itinerary: Itinerary) -> dict[str, str]:
    """Return for each visit the one where its ticket is bought."""
    dated = [(day.date, visit) for day in itinerary.days for visit in day.visits]
    return {visit.id: bought for (_, visit), bought in zip(dated, bought_at(dated), strict=True)}


def _unshared(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """Yield the visits that were on one ticket and are on several now."""
    for ticket in dict.fromkeys(before.values()):
        left = [id for id, bought in before.items() if bought == ticket and id in after]
        if len({after[id] for id in left}) > 1:
            yield from left


def closed_then(before: Itinerary, after: Itinerary, sights: Mapping[str, Sight]) -> tuple[Closed, ...]:
    """Return the visits that would be closed all day if each day, on its new date, had those of before.

    `sights`: by id.
    """
    dates = {day.day: day.date for day in after.days}
    return tuple(
        Closed(visit.id, visit.name, day.day, dates[day.day], sight.closure_on(dates[day.day]))
        for day in before.days
        if dates.get(day.day, day.date) != day.date
        for visit in day.visits
        if (sight := sights.get(visit.sight or "")) and not windows_of(sight, dates[day.day])
    )


def figures(itinerary: Itinerary) -> Figures:
    """Return a plan in numbers: visits, score, minutes, kilometres, slack and tickets."""
    legs = [leg for day in itinerary.days for leg in day.legs]
    spare = [visit.slack_minutes for visit in itinerary.visits]
    return Figures(
        visits=sum(visit.name != REST and not visit.marker for visit in itinerary.visits),
        score=itinerary.score,
        travel_minutes=sum(leg.minutes for leg in legs),
        walking_km=round(sum((leg.km for leg in legs if leg.mode == "walk"), 0.0), 1),
        out_minutes=sum(day.end - day.start for day in itinerary.days if day.visits),
        least_slack=min(spare, default=0),
        tickets=_tickets(itinerary),
    )


def _tickets(itinerary: Itinerary) -> dict[str, Decimal]:
    """One adult's tickets by currency: of the visits that share one, the dearest."""
    dearest: dict[tuple[str, str], Decimal] = {}
    paid = [(day.date, visit) for day in itinerary.days for visit in day.visits if visit.ticket is not None]
    for (_, visit), bought in zip(paid, bought_at(paid), strict=True):
        if visit.ticket is not None:
            key = (visit.ticket.currency, bought)
            dearest[key] = max(dearest.get(key, Decimal(0)), visit.ticket.amount)
    totals: dict[str, Decimal] = {}
    for (currency, _), amount in dearest.items():
        totals[currency] = totals.get(currency, Decimal(0)) + amount
    return totals


def describe(difference: Difference) -> tuple[LocalizedText, ...]:
    """Describe the difference in sentences, the weightiest first; return none when nothing changed."""
    found = []
    if difference.given_up:
        found.append(message("change.given_up", wishes=listed(difference.given_up)))
    if difference.added:
        names = _joined(difference.added)
        found.append(message("change.added", names=names))
    if difference.removed:
        names = _joined(difference.removed)
        found.append(message("change.dropped", names=names))
    for (day, closure), closed in groupby(difference.closed, key=lambda visit: (visit.date, visit.closure)):
        names, shut = _joined(closed), closed_day(short_day(day), closure)
        found.append(message("change.closed", shut=shut, names=names))
    for (was, now), moves in groupby(sorted(difference.moved, key=_days), key=_days):
        names = _joined(moves)
        found.append(message("change.moved", names=names, was=was, now=now))
    if difference.unshared:
        found.append(message("change.unshared", names=listed(difference.unshared)))
    if len(difference.retimed) == 1:
        visit = difference.retimed[0]
        times = f"{clock(visit.from_arrive)} → {clock(visit.to_arrive)}"
        found.append(message("change.retimed", visit=visit.name, times=times, day=visit.to_day))
    elif difference.retimed:
        count = len(difference.retimed)
        found.append(message("change.several_retimed", count=count))
    if len(found) > bool(difference.given_up) and difference.same_days:
        same = "change.same_days" if len(difference.same_days) > 1 else "change.same_day"
        found.append(message(same, days=listed(map(str, difference.same_days))))
    return tuple(found)


def _by_id(itinerary: Itinerary) -> dict[str, tuple[int, Visit]]:
    return {visit.id: (day.day, visit) for day in itinerary.days for visit in day.visits}


def _at(day: int, visit: Visit) -> Moved:
    return Moved(visit.id, visit.name, day, day, visit.arrive, visit.arrive)


def _days(move: Moved) -> tuple[int, int]:
    return move.from_day, move.to_day


def _joined(visits: Iterable[Moved | Closed]) -> LocalizedText:
    return listed(dict.fromkeys(visit.name for visit in visits))


def _happens(day: DayPlan) -> tuple[object, ...]:
    """Return all that happens on a day, without its notes."""
    return (
        (day.city, day.date, day.start, day.end, day.origin, day.destination, day.meals),
        tuple((visit.id, visit.arrive, visit.depart) for visit in day.visits),
        tuple((leg.mode, leg.depart, leg.minutes) for leg in day.legs),
    )

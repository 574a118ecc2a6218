"""What became of a plan: the difference between two itineraries, visit by visit and in figures.

Visits are matched by their ids. A visit that is on another day has moved; one that is on its day at another hour is
retimed. Days are the same when all that happens in them is, to the minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from itertools import groupby

from travelagent.costs.tickets import bought_at
from travelagent.planning.hours import windows_of
from travelagent.plans.outcomes import Closed, Difference, Figures, Moved
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Sight, Visit
from travelagent.plans.words import REST, clock, short_day

NONE_GONE: Mapping[int, int] = {}


def diff(before: Itinerary, after: Itinerary, gone: Mapping[int, int] = NONE_GONE) -> Difference:
    """What changed from the one to the other. `gone`: by their numbers days of `before` that are no more, and what they
    are to be called."""
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
        same_days=tuple(day.day for day in after.days if day.day in days and _happens(day) == _happens(days[day.day])),
        before=figures(before),
        after=figures(after),
    )


def closed_then(before: Itinerary, after: Itinerary, sights: Mapping[str, Sight]) -> tuple[Closed, ...]:
    """The visits that would be closed all day if each day, on its new date, had those of before. `sights`: by id."""
    dates = {day.day: day.date for day in after.days}
    return tuple(
        Closed(visit.id, visit.name, day.day, dates[day.day])
        for day in before.days
        if dates.get(day.day, day.date) != day.date
        for visit in day.visits
        if (sight := sights.get(visit.sight or "")) and not windows_of(sight, dates[day.day])
    )


def figures(itinerary: Itinerary) -> Figures:
    """A plan in numbers."""
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


def told(difference: Difference) -> tuple[LocalizedText, ...]:
    """The difference in sentences, the weightiest first; empty when nothing changed."""
    found = []
    if difference.added:
        names = _joined(difference.added)
        found.append(LocalizedText(f"Added: {names.en}.", f"新增：{names.zh}。"))
    if difference.removed:
        names = _joined(difference.removed)
        found.append(LocalizedText(f"Dropped: {names.en}.", f"去掉：{names.zh}。"))
    for day, closed in groupby(difference.closed, key=lambda visit: visit.date):
        names, shut = _joined(closed), short_day(day)
        found.append(LocalizedText(f"Closed on {shut.en}: {names.en}.", f"{shut.zh}不开放：{names.zh}。"))
    for (was, now), moves in groupby(sorted(difference.moved, key=_days), key=_days):
        names = _joined(moves)
        found.append(LocalizedText(f"{names.en}: day {was} → day {now}.", f"{names.zh}：第 {was} 天 → 第 {now} 天。"))
    if len(difference.retimed) == 1:
        visit = difference.retimed[0]
        times = f"{clock(visit.from_arrive)} → {clock(visit.to_arrive)}"
        found.append(
            LocalizedText(
                f"{visit.name.en}: {times} on day {visit.to_day}.", f"{visit.name.zh}：第 {visit.to_day} 天 {times}。"
            )
        )
    elif difference.retimed:
        count = len(difference.retimed)
        found.append(LocalizedText(f"{count} visits at another hour.", f"{count} 处游览时间有调整。"))
    if found and difference.same_days:
        days = "、".join(str(day) for day in difference.same_days)
        plural = "s" if len(difference.same_days) > 1 else ""
        found.append(LocalizedText(f"Unchanged: day{plural} {days.replace('、', ', ')}.", f"第 {days} 天保持不变。"))
    return tuple(found)


def _by_id(itinerary: Itinerary) -> dict[str, tuple[int, Visit]]:
    return {visit.id: (day.day, visit) for day in itinerary.days for visit in day.visits}


def _at(day: int, visit: Visit) -> Moved:
    return Moved(visit.id, visit.name, day, day, visit.arrive, visit.arrive)


def _days(move: Moved) -> tuple[int, int]:
    return move.from_day, move.to_day


def _joined(visits: Iterable[Moved | Closed]) -> LocalizedText:
    names = dict.fromkeys(visit.name for visit in visits)
    return LocalizedText(", ".join(name.en for name in names), "、".join(name.zh for name in names))


def _happens(day: DayPlan) -> tuple[object, ...]:
    """All that happens on a day, without what is only said about it."""
    return (
        (day.city, day.date, day.start, day.end, day.origin, day.destination, day.meals),
        tuple((visit.id, visit.arrive, visit.depart) for visit in day.visits),
        tuple((leg.mode, leg.depart, leg.minutes) for leg in day.legs),
    )

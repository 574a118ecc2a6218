"""What was understood of a conversation as a brief: from here on the words count no more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any, Final

from travelagent.assistant.offline.day_wishes import free_days_said, rainy_days_said
from travelagent.assistant.offline.reading.asked import (
    begins_tonight,
    hours_of_every_day,
    rest_wished,
    wants_short_ways,
)
from travelagent.assistant.offline.reading.hours import NIGHTFALL
from travelagent.assistant.offline.reading.hours import Hours as WishedHours
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.visits import bound_to_days, first_days
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, BudgetSaid, Travellers, Understood
from travelagent.briefs import first_day as dates_of_trips
from travelagent.briefs.hours import LAST_MINUTE
from travelagent.briefs.rides import Rides, rides_between
from travelagent.briefs.values import (
    BudgetLimit,
    Dates,
    DayWish,
    Hours,
    Lodging,
    Need,
    Party,
    Ride,
    Stay,
    Travel,
    TripBrief,
)
from travelagent.plans.values import PACES, Pace
from travelagent.plans.wire_fields import minutes_of

NEEDS: Final[Mapping[str, Need]] = {
    "wheelchair": "wheelchair",
    "walking": "little_walking",
    "altitude": "no_altitude",
    "stroller": "stroller",
}


def brief_of(understood: Understood, cities: Sequence[str]) -> TripBrief:
    """The brief of a trip to these cities, by what was understood; who said what on which day is not in it."""
    e, journey = understood.entities, understood.journey
    return TripBrief(
        stays=tuple(Stay(city, count) for city, count in _days_each(understood, cities)),
        origin=e.origin or "",
        dates=dates_of(understood),
        arrival=Ride(journey.arrives, mode=journey.comes_by, port=journey.lands_at or "", sets_out=journey.sets_out),
        departure=Ride(journey.leaves, mode=journey.way_back or journey.way),
        party=party_of(understood),
        needs=tuple(NEEDS[need] for need in understood.needs if need in NEEDS),
        budget=BudgetLimit(Decimal(str(e.budget.amount)), e.budget.currency, e.budget.per or "total")
        if e.budget
        else None,
        currency=understood.currency or "",
        tier=e.tier,
        pace=e.pace,
        interests=e.interests,
        must_see=e.must_see,
        avoid=e.avoid,
        diet=e.diet,  # type: ignore[arg-type]  # the reading names diets by the same words
        lodging=Lodging(near=e.hotel_area or ""),
        travel=Travel(between=journey.way if len(cities) > 1 else None, fares=understood.fares),
    )


def _limit(said: BudgetSaid | None) -> BudgetLimit | None:
    return BudgetLimit(Decimal(str(said.amount)), said.currency, said.per or "total") if said else None


def dates_of(understood: Understood) -> Dates:
    """The time of the trip as it was said; its length the usual one where none was."""
    e, journey = understood.entities, understood.journey
    arrives, leaves = journey.arrives, journey.leaves
    if e.days == 1 and arrives is not None and leaves is not None and arrives < leaves and journey.comes_by == "flight":
        return Dates(start=e.start_date, layover=Hours(arrives, leaves))
    return Dates(
        start=e.start_date,
        days=e.days or DEFAULT_DAYS,
        month=e.month,
        season=e.season,
        part=understood.month_part,
        weekday=understood.begins_on,
        weekend=understood.weekend,
        spectacle=understood.spectacle,
    )


def first_day(understood: Understood, today: date) -> date | None:
    """The first day of the trip, None where nothing was said of the time."""
    dates = dates_of(understood)
    return dates_of_trips.first_day(dates, understood.entities.cities, dates.days or DEFAULT_DAYS, today)


def party_of(understood: Understood) -> Party:
    said = understood.entities.travellers or Travellers()
    children = said.children or 0
    known = understood.ages[:children]
    ages = (*known, *(None,) * (children - len(known)))
    return Party(said.adults, ages, said.seniors, group=understood.group, elders=understood.elders)


def rides_of(understood: Understood, cities: Sequence[str]) -> Rides:
    """The rides from home to the first of these cities and from the last one back, in the ways that were said."""
    journey = understood.journey
    return rides_between(understood.entities.origin or "", cities, journey.way, journey.way_back or journey.way)


def with_wishes_of_days(brief: TripBrief, turn: Turn, pace: Pace) -> TripBrief:
    """The brief with what the conversation wishes of the days of a new plan. Which day is free or wet was said of
    another plan where one stands already."""
    days = brief.days or DEFAULT_DAYS
    said = turn.said[-1:] if turn.standing_route else turn.said
    bound = bound_to_days(turn.said, brief.must_see, days, turn.today)
    hours = hours_of_every_day(turn.said, turn.today)
    wishes = [
        *_every_day(hours, pace),
        *(DayWish(day, "free") for day in free_days_said(said, days, turn.today)),
        *(DayWish(day, "indoors") for day in rainy_days_said(said, days)),
        *_rests(turn.said, turn.today),
        *(_visit(sight, wish) for sight, wish in bound.items()),
    ]
    if brief.dates.start == turn.today and begins_tonight(turn.said) and not _has_hours(brief):
        wishes.insert(0, DayWish(1, "hours", start=NIGHTFALL, end=LAST_MINUTE))
    cheapest = any(pattern("dialogue", "cheapest").search(text.lower()) for text in said)
    return replace(
        brief,
        stays=_by_first_days(brief, turn, days),
        needs=(*brief.needs, "short_trips") if wants_short_ways(turn.said) else brief.needs,
        thrift="cheapest" if cheapest else None,
        day_wishes=tuple(wishes),
    )


def _has_hours(brief: TripBrief) -> bool:
    return bool(brief.party.children) or brief.arrival.at is not None or brief.departure.at is not None


def _every_day(hours: WishedHours | None, pace: Pace) -> Iterable[DayWish]:
    """The hours that are wished for every day; earlier or later is counted from the usual ones."""
    if hours is None:
        return
    usual = PACES[pace]
    begins = hours.start if hours.start is not None else usual.start + hours.begins_by if hours.begins_by else None
    ends = hours.end if hours.end is not None else usual.end + hours.ends_by if hours.ends_by else None
    if begins is not None or ends is not None:
        yield DayWish("every", "hours", start=begins, end=None if ends is None else min(ends, LAST_MINUTE))


def _rests(said: Sequence[str], today: date) -> Iterable[DayWish]:
    rest = rest_wished(said, today)
    if rest is not None:
        yield DayWish("every", "rest", start=rest.start, minutes=rest.minutes)


def _visit(sight: str, wish: Mapping[str, Any]) -> DayWish:
    start = wish.get("start")
    return DayWish(
        wish["day"],
        "visit",
        value=sight,
        start=minutes_of(start) if start is not None else None,
        part=wish.get("when"),
        minutes=wish.get("minutes"),
    )


def _days_each(understood: Understood, cities: Sequence[str]) -> list[tuple[str, int | None]]:
    """These cities with their days, where they were said of all."""
    each = understood.days_each
    said = len(cities) > 1 and set(each) == set(cities)
    return [(city, each[city] if said else None) for city in cities]


def _by_first_days(brief: TripBrief, turn: Turn, days: int) -> tuple[Stay, ...]:
    """The stays with the days that follow where for each but the first one it was said on which day one gets there."""
    cities = brief.places
    said = first_days(turn.said, list(cities), days, turn.today)
    counted = all(stay.days is not None for stay in brief.stays)
    if counted or len(cities) < 2 or not set(cities[1:]) <= set(said) or said.get(cities[0], 1) != 1:
        return brief.stays
    begins = [1, *(said[city] for city in cities[1:]), days + 1]
    each = [later - first for first, later in pairwise(begins)]
    if min(each) <= 0:
        return brief.stays
    return tuple(replace(stay, days=count) for stay, count in zip(brief.stays, each, strict=True))

"""What a brief states about the costs of its trip: who pays, where one comes from, what is to be counted, the limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from travelagent.briefs.hours import comes_before, leaves_after
from travelagent.briefs.party import fullest, head_count, party_on, people_by_day, sharing_children, ticket_ages
from travelagent.briefs.rides import rides_between
from travelagent.briefs.values import Fares, Party, Tiers, TripBrief
from travelagent.catalog import source
from travelagent.catalog.money import current_rates
from travelagent.catalog.values import City
from travelagent.costs.values import Attendance
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import IntercityMode, Money, Tier

USUAL_TIER: Tier = "mid"
TO_SPARE: Final = Decimal("1.2")
"""A limit leaves something for tickets that is so many times what simple rooms and meals cost."""


@dataclass(frozen=True, slots=True)
class BudgetBasis:
    """What a budget is calculated with besides the plan: people, tiers, the journey, nights outside of the days."""

    party: Party
    tier: Tier
    tiers: Tiers
    origin: str
    ends_at: str
    mode: IntercityMode | None
    mode_back: IntercityMode | None
    between: IntercityMode | None
    night_before: bool
    night_after: bool
    fares: Fares | None
    currency: str
    night_limit: Money | None


def budget_basis(brief: TripBrief, cities: Sequence[str]) -> BudgetBasis:
    """Return the basis of the budget of a trip to these cities."""
    there = brief.arrival.mode or brief.travel.between
    back = brief.departure.mode or brief.travel.between
    rides = rides_between(brief.origin, cities, there, back, brief.ends_at)
    return BudgetBasis(
        party=brief.party,
        tier=brief.tier or USUAL_TIER,
        tiers=brief.tiers,
        origin=brief.origin if brief.origin not in cities else "",
        ends_at=brief.ends_at if rides.onward else "",
        mode=there,
        mode_back=back,
        between=brief.travel.between,
        night_before=comes_before(brief, rides),
        night_after=leaves_after(brief, rides),
        fares=brief.travel.fares,
        currency=_currency(brief),
        night_limit=night_limit(brief, cities),
    )


def attendance(party: Party) -> Attendance:
    """Return who is there on the day with the most people."""
    return _attendance(fullest(party))


def attendance_by_day(party: Party, days: int) -> tuple[Attendance, ...]:
    """Return who is there on each of so many days; empty where the same are there on all."""
    return tuple(_attendance(party_on(party, day)) for day in range(1, days + 1)) if party.changes else ()


def _attendance(party: Party) -> Attendance:
    return Attendance(head_count(party), ticket_ages(party), sharing_children(party))


def is_about_costs(brief: TripBrief) -> bool:
    """Return whether the brief has a wish that is judged by what the trip costs."""
    return any((brief.budget, brief.tier, brief.tiers != Tiers(), brief.lodging.night, brief.party.changes))


def night_limit(brief: TripBrief, cities: Sequence[str]) -> Money | None:
    """Return what a room may cost a night on a trip to these cities; None where no limit was stated."""
    limit = brief.lodging.night
    if limit is None:
        return None
    known = source.cities()
    of_place = next((known[city].currency for city in cities if city in known), "")
    return Money(limit, brief.lodging.currency or _currency(brief) or of_place)


def _currency(brief: TripBrief) -> str:
    """Return the currency that the brief counts in, empty for that of the place."""
    return brief.currency or (brief.budget.currency if brief.budget and brief.budget.currency else "")


def converted(amount: Money, currency: str) -> Money | None:
    """Return an amount in a currency; None where no rate is known."""
    try:
        return Money(current_rates().convert(amount.amount, amount.currency, currency).amount, currency)
    except MissingRate:
        return None


def total_limit(brief: TripBrief, days: int) -> Decimal | None:
    """Return the limit of the whole trip of so many days, in its own currency; None where none was stated."""
    limit = brief.budget
    if limit is None:
        return None
    match limit.per:
        case "total":
            return limit.amount
        case "person":
            return limit.amount * head_count(brief.party)
        case "day":
            return limit.amount * days
        case "person_day":
            return limit.amount * sum(people_by_day(brief.party, days))


def person_day_limit(brief: TripBrief) -> Decimal | None:
    """Return one person's limit for a day; None where none was stated, or the trip has no length yet."""
    if brief.budget is None or (brief.days is None and brief.budget.per in ("total", "person")):
        return None
    days = brief.days or 1
    total = total_limit(brief, days)
    return None if total is None else total / sum(people_by_day(brief.party, days))


def is_tight(brief: TripBrief) -> bool:
    """Return whether the limit is hardly more than simple rooms, meals and rides cost in the cities of the trip."""
    limit, cities = person_day_limit(brief), [source.cities()[place] for place in brief.places]
    if limit is None or brief.budget is None or not cities:
        return False
    currency = brief.budget.currency or brief.currency or cities[0].currency
    try:
        allowed = [current_rates().convert(limit, currency, city.currency).amount for city in cities]
    except MissingRate:
        return False
    alone = head_count(brief.party) == 1
    return any(may < TO_SPARE * _simple_day(city, alone=alone) for may, city in zip(allowed, cities, strict=True))


def _simple_day(city: City, *, alone: bool) -> Decimal:
    """What a day costs one person in simple rooms, two of them in one where they are several."""
    return city.lodging.of("budget") / (1 if alone else 2) + city.meals.of("budget") + city.transit_day

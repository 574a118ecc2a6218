"""The account of what the trip costs: the limits of the whole and of a night, the class, thrift."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, Literal, TypeAlias, get_args

from travelagent.briefs.costs import converted, night_limit, total_limit
from travelagent.briefs.ledger.entries import WHOLE_TRIP, Entry, Scope, Verdict
from travelagent.briefs.ledger.facts import Facts, money, share, text
from travelagent.catalog import source
from travelagent.costs.values import Budget
from travelagent.plans.values import LocalizedText, Money, Tier
from travelagent.plans.words import listed

ABOUT: Final = Decimal("1.05")
"""A total up to so many times the limit keeps it: limits are round figures, and a budget is an estimate."""
FIRM_LIMIT: Final = "budget:total"
"""The limit among the wishes that must hold."""
ROUNDED: Final = Decimal("1.001")
"""A price up to so many times another one may be the same, rounded in another currency."""

Line: TypeAlias = Literal["lodging", "meals"]
CLASSED: Final[tuple[Line, ...]] = get_args(Line)
"""The lines of the budget that have classes."""


def budget(facts: Facts) -> Iterator[Entry]:
    """Account for the limit where the total is known, in its currency. A limit is taken for a round figure unless it is
    firm.
    """
    wanted, found = facts.brief.budget, facts.budget
    limit = total_limit(facts.brief, len(facts.itinerary.days))
    if wanted is None or found is None or limit is None:
        return
    total = converted(Money(found.total, found.currency), wanted.currency or found.currency)
    if total is None:
        return
    words = text(f"words.budget_{wanted.per}", amount=money(Money(wanted.amount, total.currency)))
    over = total.amount - limit
    if over <= 0:
        verdict: Verdict = "kept"
        evidence = text("plan.cost", total=money(total))
    else:
        percent = f"{over / limit * 100:.1f}".removesuffix(".0")
        most = limit if FIRM_LIMIT in facts.brief.firm else limit * ABOUT
        verdict = "kept" if total.amount <= most else "given_up"
        evidence = text("plan.cost_over", total=money(total), limit=money(Money(limit, total.currency)), over=percent)
    yield Entry("budget", "total", words, False, verdict, evidence)


def tier(facts: Facts) -> Iterator[Entry]:
    """Account for the class of rooms and meals, as far as none has its own."""
    wanted, own = facts.brief.tier, facts.brief.tiers
    if wanted is not None:
        lines = [line for line in CLASSED if getattr(own, line) is None]
        yield Entry("tier", "tier", text(f"words.tier_{wanted}"), False, *_in_class(facts, wanted, lines))


def tiers(facts: Facts) -> Iterator[Entry]:
    """Account for the class of each line of the budget that has its own."""
    for line in CLASSED:
        wanted: Tier | None = getattr(facts.brief.tiers, line)
        if wanted is not None:
            words = text("words.tier_of", line=text(f"line.{line}"), tier=text(f"words.tier_{wanted}"))
            yield Entry("tiers", line, words, False, *_in_class(facts, wanted, [line]))


def _in_class(facts: Facts, wanted: Tier, lines: Sequence[Line]) -> tuple[Verdict, LocalizedText]:
    """Return the verdict on lines of the budget that are to be of a class, by the prices that it counts."""
    others = [line for line in lines if not _is_in_class(facts, wanted, line)]
    if not others:
        return "kept", text("plan.budget_so")
    names = listed(text(f"line.{line}") for line in others)
    return share(len(lines) - len(others), len(lines)), text("plan.other_class", lines=names)


def _is_in_class(facts: Facts, wanted: Tier, line: Line) -> bool:
    """Return whether each price of a line is that of the class in a city of the plan, or is not known."""
    if facts.budget is None:
        return True
    cities = (source.cities().get(id) for id in facts.itinerary.cities)
    prices = [Money(getattr(city, line).of(wanted), city.currency) for city in cities if city is not None]
    of_class = [each.amount for price in prices if (each := converted(price, facts.budget.currency)) is not None]
    counted = [item.unit_price for item in facts.budget.items if item.kind == line]
    return all(any(abs(price - each) <= each * (ROUNDED - 1) for each in of_class) for price in counted)


def thrift(facts: Facts) -> Iterator[Entry]:
    """Account for whether the plan weighs what tickets cost."""
    if facts.brief.thrift is not None:
        kept = facts.request.thrift > 0
        words = text(f"words.thrift_{facts.brief.thrift}")
        evidence = text("plan.prices_weighed" if kept else "plan.prices_ignored")
        yield Entry("thrift", "thrift", words, False, "kept" if kept else "given_up", evidence)


def night(facts: Facts) -> Iterator[Entry]:
    """Account for the limit of a night by the rooms that the budget counts.

    Not possible is a limit that the cheapest rooms known in a city exceed.
    """
    limit = night_limit(facts.brief, facts.itinerary.cities)
    if limit is None or facts.budget is None:
        return
    words, most = text("words.night", amount=money(limit)), limit.amount * ROUNDED
    price = _most_expensive_room(facts.budget, limit.currency)
    if price is None:
        yield Entry("lodging", "night", words, False, "kept", text("plan.no_rooms"))
        return
    verdict: Verdict = "kept" if price.amount <= most else "given_up"
    evidence, scope = text("plan.room_costs", price=money(price)), WHOLE_TRIP
    cheapest = max(_cheapest_rooms(facts, limit.currency), default=None)
    if cheapest is not None and most < price.amount <= cheapest[0] * ROUNDED:
        least, city = cheapest
        at_least = money(Money(least, limit.currency))
        verdict, scope = "not_possible", Scope(city=city)
        evidence = text("plan.no_cheaper_room", city=facts.city_name(city), price=at_least)
    yield Entry("lodging", "night", words, False, verdict, evidence, scope)


def _most_expensive_room(budget: Budget, currency: str) -> Money | None:
    """Return what the dearest room of a budget costs a night; None without rooms or a rate."""
    rooms = (Money(item.unit_price, budget.currency) for item in budget.items if item.kind == "lodging")
    found = (converted(room, currency) for room in rooms)
    return max((room for room in found if room is not None), key=lambda room: room.amount, default=None)


def _cheapest_rooms(facts: Facts, currency: str) -> Iterator[tuple[Decimal, str]]:
    """Yield what the cheapest room known in each city of the plan costs, with the city."""
    for id in facts.itinerary.cities:
        city = source.cities().get(id)
        room = converted(Money(city.lodging.of("budget"), city.currency), currency) if city else None
        if room is not None:
            yield room.amount, id

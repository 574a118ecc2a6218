"""What the trip costs, whether the budget is enough, the dearest items, and where to save."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, is_of_days, named_sights, visits_by_sight
from travelagent.assistant.asks.topics.tickets import price_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import (
    about_money,
    compose_answer,
    counted,
    in_locale,
    listed,
    money,
    name_of,
    say,
)
from travelagent.assistant.results.budget import Budget, ItemKind
from travelagent.assistant.results.route import Visit
from travelagent.briefs.acts import Ask
from travelagent.briefs.party import head_count
from travelagent.catalog.labels import TIER_NAMES
from travelagent.catalog.money import currency_name, current_rates, whole
from travelagent.catalog.values import TIERS
from travelagent.plans.errors import MissingRate

MOST_SIGHTS: Final = 3
_ITEMS: Final[Mapping[str, ItemKind]] = {
    "food": "meals", "train": "intercity", "flight": "intercity", "bus": "intercity", "car": "intercity",
    "taxi": "transport", "transit": "transport", "hotel": "lodging", "lodging": "lodging", "meals": "meals",
    "tickets": "tickets", "transport": "transport", "intercity": "intercity", "museum": "tickets",
}  # fmt: skip
"""What is mentioned to the kind of the budget's lines that it is about."""


@dataclass(frozen=True, slots=True)
class _Limit:
    """What the whole trip may cost, in a currency."""

    amount: Decimal
    currency: str


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the tickets of the sights that are named, else the budget of the plan, else a day's costs in the cities."""
    if sights := named_sights(question):
        parts = [price_of(sight, trip) for sight in sights[:MOST_SIGHTS]]
        return compose_answer(trip, (text for text, _ in parts), {"sights": [facts for _, facts in parts]})
    if trip.budget is None or question.about:
        return _of_cities(question, trip)
    return _of_budget(question, trip, trip.budget)


def _of_cities(question: Ask, trip: TripContext) -> TopicAnswer:
    cities = cities_of(question, trip)
    facts = [
        {"city": c.id, "currency": c.currency, "person_day": {tier: c.daily_cost(tier) for tier in TIERS}}
        for c in cities
    ]
    texts = [
        say(
            trip, "price.city", city=name_of(trip, c),
            **{tier: about_money(trip, c.daily_cost(tier), c.currency) for tier in TIERS},
        )
        for c in cities
    ]  # fmt: skip
    return compose_answer(trip, [*texts, say(trip, "price.city_without")], {"cities": facts})


def _of_budget(question: Ask, trip: TripContext, budget: Budget) -> TopicAnswer:
    limit, each = _limit(question, trip, budget), budget.total / budget.travellers
    sums = {kind: sum((i.amount for i in budget.items if i.kind == kind), Decimal(0)) for kind in _kinds(budget)}
    facts: dict[str, Any] = {
        "total": budget.total, "low": budget.low, "high": budget.high, "currency": budget.currency,
        "travellers": budget.travellers, "days": budget.days, "tier": budget.tier, "per_person": each,
        "per_person_day": budget.per_person_day, "by_kind": sums,
    }  # fmt: skip
    total = say(
        trip, "price.total", total=about_money(trip, budget.total, budget.currency),
        people=counted(trip, "people", budget.travellers), days=counted(trip, "days", budget.days),
        each=about_money(trip, each, budget.currency), tier=in_locale(trip, TIER_NAMES[budget.tier]),
    )  # fmt: skip
    wanted = [_ITEMS[kind] for kind in question.kinds if _ITEMS.get(kind) in sums]
    lead = [_share(trip, kind, sums[kind], budget.currency) for kind in dict.fromkeys(wanted)]
    if left_out := list(dict.fromkeys(_ITEMS[kind] for kind in question.without if _ITEMS.get(kind) in sums)):
        lead.insert(0, _without(left_out, trip, budget, sums, facts))
    verdict = list(_verdict(trip, budget, limit, facts)) if limit else []
    saving = list(_saving(question, trip, facts))
    first = [*verdict, total] if question.amount is not None else [total, *verdict]
    return compose_answer(trip, [*lead, *first, *_largest(trip, budget, sums, facts), *saving], facts)


def _kinds(budget: Budget) -> list[ItemKind]:
    return list(dict.fromkeys(item.kind for item in budget.items))


def _share(trip: TripContext, kind: ItemKind, amount: Decimal, currency: str) -> str:
    return say(trip, "price.share", kind=say(trip, f"kind.{kind}"), amount=about_money(trip, amount, currency))


def _without(
    kinds: list[ItemKind], trip: TripContext, budget: Budget, sums: Mapping[ItemKind, Decimal], facts: dict[str, Any]
) -> str:
    """The total without the lines of these kinds."""
    rest = budget.total - sum((sums[kind] for kind in kinds), Decimal(0))
    facts["without"] = {"kinds": kinds, "total": rest, "per_person": rest / budget.travellers}
    return say(
        trip, "price.without", kinds=listed(trip, (say(trip, f"kind.{kind}") for kind in kinds)),
        total=about_money(trip, rest, budget.currency),
        each=about_money(trip, rest / budget.travellers, budget.currency),
    )  # fmt: skip


def _limit(question: Ask, trip: TripContext, budget: Budget) -> _Limit | None:
    """The sum that is asked about, else the brief's budget, for the whole party and trip; a sum that is the brief's
    budget counts as the brief has it (per person, per day)."""
    wanted = trip.brief.budget
    if question.amount is not None and (wanted is None or wanted.amount != question.amount):
        return _Limit(question.amount, question.currency or budget.currency)
    if wanted is None:
        return None
    people = head_count(trip.brief.party)
    factor = {"total": 1, "person": people, "day": budget.days, "person_day": people * budget.days}[wanted.per]
    return _Limit(wanted.amount * factor, wanted.currency or budget.currency)


def _verdict(trip: TripContext, budget: Budget, limit: _Limit, facts: dict[str, Any]) -> Iterator[str]:
    """Whether a limit is enough, with what is left or missing in the budget's currency."""
    try:
        counted_as = current_rates().convert(limit.amount, limit.currency, budget.currency).amount
    except MissingRate:
        yield say(trip, "price.no_rate", currency=currency_name(limit.currency))
        return
    left = counted_as - budget.total
    facts |= {"limit": limit.amount, "limit_currency": limit.currency, "left": left, "enough": left >= 0}
    amounts = {
        "limit": money(trip, limit.amount, limit.currency),
        "rest": about_money(trip, abs(whole(counted_as) - whole(budget.total)), budget.currency),
    }
    yield say(trip, "price.enough" if left >= 0 else "price.short", **amounts)


def _largest(
    trip: TripContext, budget: Budget, sums: Mapping[ItemKind, Decimal], facts: dict[str, Any]
) -> Iterator[str]:
    kinds = [kind for kind in sums if kind != "reserve"]
    if kinds:
        most = max(kinds, key=lambda kind: sums[kind])
        facts["largest"] = most
        amount = about_money(trip, sums[most], budget.currency)
        yield say(trip, "price.largest", kind=say(trip, f"kind.{most}"), amount=amount)


def _saving(question: Ask, trip: TripContext, facts: dict[str, Any]) -> Iterator[str]:
    """The dearest ticket of the plan that is no must, with what it costs one person."""
    days = trip.route.days if trip.route else ()
    named = {day.day for day in days if not is_of_days(question, trip) or day.day in question.days}
    musts = set(trip.brief.must_see)
    visits = [v for day, v in visits_by_sight(trip).values() if day.day in named and v.sight not in musts]
    if dearest := max((v for v in visits if _paid(v)), key=_paid, default=None):
        ticket = dearest.ticket
        assert ticket is not None
        facts["dearest_ticket"] = {"sight": dearest.sight, "amount": ticket.amount, "currency": ticket.currency}
        yield say(trip, "price.dearest", name=dearest.name, amount=money(trip, ticket.amount, ticket.currency))


def _paid(visit: Visit) -> Decimal:
    return visit.ticket.amount if visit.ticket and not visit.shared_ticket else Decimal(0)

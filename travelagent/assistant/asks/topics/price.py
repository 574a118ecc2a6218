"""What the trip costs, whether the budget is enough, the dearest items, and where to save."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, is_of_days, named_sights, visits_by_sight
from travelagent.assistant.asks.topics.tickets import price_of
from travelagent.assistant.asks.values import Asked, TopicAnswer
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
from travelagent.catalog.money import currency_name, current_rates
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


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell the tickets of the sights that are named, else the budget of the plan, else a day's costs in the cities."""
    if sights := named_sights(question):
        parts = [price_of(sight, asked) for sight in sights[:MOST_SIGHTS]]
        return compose_answer(asked, (text for text, _ in parts), {"sights": [facts for _, facts in parts]})
    if asked.budget is None or question.about:
        return _of_cities(question, asked)
    return _of_budget(question, asked, asked.budget)


def _of_cities(question: Ask, asked: Asked) -> TopicAnswer:
    cities = cities_of(question, asked)
    facts = [
        {"city": c.id, "currency": c.currency, "person_day": {tier: c.daily_cost(tier) for tier in TIERS}}
        for c in cities
    ]
    texts = [
        say(
            asked, "price.city", city=name_of(asked, c),
            **{tier: about_money(asked, c.daily_cost(tier), c.currency) for tier in TIERS},
        )
        for c in cities
    ]  # fmt: skip
    return compose_answer(asked, [*texts, say(asked, "price.city_without")], {"cities": facts})


def _of_budget(question: Ask, asked: Asked, budget: Budget) -> TopicAnswer:
    limit, each = _limit(question, asked, budget), budget.total / budget.travellers
    sums = {kind: sum((i.amount for i in budget.items if i.kind == kind), Decimal(0)) for kind in _kinds(budget)}
    facts: dict[str, Any] = {
        "total": budget.total, "low": budget.low, "high": budget.high, "currency": budget.currency,
        "travellers": budget.travellers, "days": budget.days, "tier": budget.tier, "per_person": each,
        "per_person_day": budget.per_person_day, "by_kind": sums,
    }  # fmt: skip
    total = say(
        asked, "price.total", total=about_money(asked, budget.total, budget.currency),
        people=counted(asked, "people", budget.travellers), days=counted(asked, "days", budget.days),
        each=about_money(asked, each, budget.currency), tier=in_locale(asked, TIER_NAMES[budget.tier]),
    )  # fmt: skip
    wanted = [_ITEMS[kind] for kind in question.kinds if _ITEMS.get(kind) in sums]
    lead = [_share(asked, kind, sums[kind], budget.currency) for kind in dict.fromkeys(wanted)]
    if left_out := list(dict.fromkeys(_ITEMS[kind] for kind in question.without if _ITEMS.get(kind) in sums)):
        lead.insert(0, _without(left_out, asked, budget, sums, facts))
    verdict = list(_verdict(asked, budget, limit, facts)) if limit else []
    saving = list(_saving(question, asked, facts))
    first = [*verdict, total] if question.amount is not None else [total, *verdict]
    return compose_answer(asked, [*lead, *first, *_largest(asked, budget, sums, facts), *saving], facts)


def _kinds(budget: Budget) -> list[ItemKind]:
    return list(dict.fromkeys(item.kind for item in budget.items))


def _share(asked: Asked, kind: ItemKind, amount: Decimal, currency: str) -> str:
    return say(asked, "price.share", kind=say(asked, f"kind.{kind}"), amount=about_money(asked, amount, currency))


def _without(
    kinds: list[ItemKind], asked: Asked, budget: Budget, sums: Mapping[ItemKind, Decimal], facts: dict[str, Any]
) -> str:
    """The total without the lines of these kinds."""
    rest = budget.total - sum((sums[kind] for kind in kinds), Decimal(0))
    facts["without"] = {"kinds": kinds, "total": rest, "per_person": rest / budget.travellers}
    return say(
        asked, "price.without", kinds=listed(asked, (say(asked, f"kind.{kind}") for kind in kinds)),
        total=about_money(asked, rest, budget.currency),
        each=about_money(asked, rest / budget.travellers, budget.currency),
    )  # fmt: skip


def _limit(question: Ask, asked: Asked, budget: Budget) -> _Limit | None:
    """The sum that is asked about, else the brief's budget, for the whole party and trip; a sum that is the brief's
    budget counts as the brief has it (per person, per day)."""
    said = asked.brief.budget
    if question.amount is not None and (said is None or said.amount != question.amount):
        return _Limit(question.amount, question.currency or budget.currency)
    if said is None:
        return None
    people = head_count(asked.brief.party)
    factor = {"total": 1, "person": people, "day": budget.days, "person_day": people * budget.days}[said.per]
    return _Limit(said.amount * factor, said.currency or budget.currency)


def _verdict(asked: Asked, budget: Budget, limit: _Limit, facts: dict[str, Any]) -> Iterator[str]:
    """Whether a limit is enough, with what is left or missing in the budget's currency."""
    try:
        counted_as = current_rates().convert(limit.amount, limit.currency, budget.currency).amount
    except MissingRate:
        yield say(asked, "price.no_rate", currency=currency_name(limit.currency))
        return
    left = counted_as - budget.total
    facts |= {"limit": limit.amount, "limit_currency": limit.currency, "left": left, "enough": left >= 0}
    amounts = {
        "limit": money(asked, limit.amount, limit.currency),
        "rest": about_money(asked, abs(left), budget.currency),
    }
    yield say(asked, "price.enough" if left >= 0 else "price.short", **amounts)


def _largest(asked: Asked, budget: Budget, sums: Mapping[ItemKind, Decimal], facts: dict[str, Any]) -> Iterator[str]:
    kinds = [kind for kind in sums if kind != "reserve"]
    if kinds:
        most = max(kinds, key=lambda kind: sums[kind])
        facts["largest"] = most
        amount = about_money(asked, sums[most], budget.currency)
        yield say(asked, "price.largest", kind=say(asked, f"kind.{most}"), amount=amount)


def _saving(question: Ask, asked: Asked, facts: dict[str, Any]) -> Iterator[str]:
    """The dearest ticket of the plan that is no must, with what it costs one person."""
    days = asked.route.days if asked.route else ()
    named = {day.day for day in days if not is_of_days(question, asked) or day.day in question.days}
    musts = set(asked.brief.must_see)
    visits = [v for day, v in visits_by_sight(asked).values() if day.day in named and v.sight not in musts]
    if dearest := max((v for v in visits if _paid(v)), key=_paid, default=None):
        ticket = dearest.ticket
        assert ticket is not None
        facts["dearest_ticket"] = {"sight": dearest.sight, "amount": ticket.amount, "currency": ticket.currency}
        yield say(asked, "price.dearest", name=dearest.name, amount=money(asked, ticket.amount, ticket.currency))


def _paid(visit: Visit) -> Decimal:
    return visit.ticket.amount if visit.ticket and not visit.shared_ticket else Decimal(0)

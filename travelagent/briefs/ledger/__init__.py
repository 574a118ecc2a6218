"""The account of a trip's wishes: each one of the brief held against the plan, by code that makes no plans.

Every field of the brief has its account (ACCOUNTS); a wish that a plan keeps today and loses by a change is found by
two ledgers (`briefs/editing.py`). Texts are in `en.toml` and `zh.toml`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from travelagent.briefs.ledger import costs, days, people, route, sights
from travelagent.briefs.ledger.entries import ENTRIES, WHOLE_TRIP, Entry, Ledger, Scope, Verdict, ledger_to_wire
from travelagent.briefs.ledger.facts import Facts
from travelagent.briefs.values import FIELDS, TripBrief
from travelagent.costs.values import Budget
from travelagent.plans.values import Itinerary, PlanRequest, Sight

__all__ = [
    "ACCOUNTS", "ENTRIES", "NO_WISHES", "WHOLE_TRIP", "Entry", "Ledger", "Scope", "Verdict", "account",
    "ledger_to_wire",
]  # fmt: skip

Account: TypeAlias = Callable[[Facts], Iterator[Entry]]
ACCOUNTS: Final[Mapping[str, Account]] = {
    "stays": route.stays,
    "origin": route.origin,
    "ends_at": route.ends_at,
    "dates": route.dates,
    "arrival": route.arrival,
    "departure": route.departure,
    "party": people.party,
    "needs": people.needs,
    "budget": costs.budget,
    "tier": costs.tier,
    "tiers": costs.tiers,
    "thrift": costs.thrift,
    "pace": people.pace,
    "interests": sights.interests,
    "must_see": sights.must_see,
    "avoid": sights.avoid,
    "diet": people.diet,
    "lodging": route.lodging,
    "bookings": sights.bookings,
    "day_wishes": days.day_wishes,
    "constraints": sights.constraints,
    "travel": route.travel,
    "notes": sights.notes,
    "unserved": sights.unserved,
}
"""Field of the brief to its account."""
NO_WISHES: Final = frozenset({"order_free", "currency", "rules_off", "firm"})
"""Fields that ask nothing of a plan by themselves: they say how others are to be taken."""


def account(
    brief: TripBrief,
    request: PlanRequest,
    itinerary: Itinerary,
    sights: Mapping[str, Sight],
    budget: Budget | None,
) -> Ledger:
    """Return the ledger of a plan: an entry for every wish of the brief.

    `brief`: with ids in place of names; `request`: the one that the plan answers; `sights`: those of its cities by id;
    `budget`: what the plan costs; None: wishes about that are not accounted for.
    """
    facts = Facts.of(brief, request, itinerary, sights, budget)
    entries = (entry for field in FIELDS if field in ACCOUNTS for entry in ACCOUNTS[field](facts))
    return Ledger(tuple(dataclasses.replace(each, hard=True) if facts.is_firm(each) else each for each in entries))

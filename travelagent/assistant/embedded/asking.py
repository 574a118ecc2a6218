"""Questions as ask_plan takes them, and the currency in which costs are shown."""

from collections.abc import Sequence
from typing import Any, Final

from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.tool_results import ROUTES
from travelagent.briefs.acts import Ask, Restyle
from travelagent.catalog import source
from travelagent.catalog.money import usual_currency

SIGHTS_THERE: Final = Ask("sights")
"""What else there is to see in the cities of the plan."""
MOST_DAYS: Final = 10
"""The most days that are described in full."""


def overview(act: Restyle, turn: Turn) -> tuple[Ask, ...]:
    """Return the questions whose answers summarize the plan at hand or, in detail where its days are not at hand,
    describe it day by day.
    """
    plan = turn.trip.plan
    if plan is None or turn.results(*ROUTES):
        return ()
    if not act.detailed:
        return (Ask("plan"),)
    return () if turn.standing_route else tuple(Ask("plan", days=(day.day,)) for day in plan.days[:MOST_DAYS])


def covered_sights_question(places: Sequence[str]) -> Ask:
    """Return the question what there is to see in the covered ones of these places, or in all of them where none is
    covered.
    """
    return Ask("sights", tuple(place for place in places if place in source.cities()) or tuple(places))


def ask_arguments(act: Ask, turn: Turn) -> dict[str, Any]:
    """Return the arguments with which ask_plan takes a question."""
    currency = act.currency or (currency_of(turn) if act.amount is not None else "")
    given = {
        "about": list(act.about), "days": list(act.days), "dates": [day.isoformat() for day in act.dates],
        "months": list(act.months), "ends": list(act.ends or ()), "kinds": list(act.kinds),
        "length": act.length, "amount": None if act.amount is None else float(act.amount), "currency": currency,
        "without": list(act.without), "order": act.order, "within_km": act.within_km,
    }  # fmt: skip
    return {"topic": act.topic, **{name: value for name, value in given.items() if value}}


def currency_of(turn: Turn) -> str | None:
    """Return the currency in which a trip's costs are shown: the stated one, else the reader's; None for that of the
    place.
    """
    stated = turn.brief.budget.currency if turn.brief.budget else None
    return stated or turn.brief.currency or turn.currency or (usual_currency("zh") if turn.language == "zh" else None)

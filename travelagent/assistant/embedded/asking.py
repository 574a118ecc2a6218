"""Questions as ask_plan takes them, and the currency in which costs are told."""

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
"""So many days are told in full."""


def overview(act: Restyle, turn: Turn) -> tuple[Ask, ...]:
    """The questions whose answers are the plan at hand in short, or, where its days are not at hand, day by day."""
    plan = turn.trip.plan
    if plan is None or turn.results(*ROUTES):
        return ()
    if not act.detailed:
        return (Ask("plan"),)
    return () if turn.standing_route else tuple(Ask("plan", days=(day.day,)) for day in plan.days[:MOST_DAYS])


def covered_sights_question(places: Sequence[str]) -> Ask:
    """What there is to see where places cannot be compared: in those that the catalogue covers, if any."""
    return Ask("sights", tuple(place for place in places if place in source.cities()) or tuple(places))


def ask_arguments(act: Ask, turn: Turn) -> dict[str, Any]:
    """A question as ask_plan takes it."""
    currency = act.currency or (currency_of(turn) if act.amount is not None else "")
    given = {
        "about": list(act.about), "days": list(act.days), "dates": [day.isoformat() for day in act.dates],
        "months": list(act.months), "ends": list(act.ends or ()), "kinds": list(act.kinds),
        "length": act.length, "amount": None if act.amount is None else float(act.amount), "currency": currency,
        "without": list(act.without), "order": act.order, "within_km": act.within_km,
    }  # fmt: skip
    return {"topic": act.topic, **{name: value for name, value in given.items() if value}}


def currency_of(turn: Turn) -> str | None:
    """The currency in which a trip's costs are told: as said, else the reader's; None: that of the place."""
    said = turn.brief.budget.currency if turn.brief.budget else None
    return said or turn.brief.currency or turn.currency or (usual_currency("zh") if turn.language == "zh" else None)

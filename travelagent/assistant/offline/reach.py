"""How far from home a search for a place to go reaches, by what was said of that."""

from typing import Any

from travelagent.assistant.offline.reading.search_wish import SearchWish, search_wish
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood

NEAR_KM = 400
"""As the crow flies: how far from home a place is near for a few days, two or three hours by train."""
NEAR_DAYS = 3
"""A longer trip, or one of which it was not said how long it is, may begin with a short flight."""
SHORT_FLIGHT_HOURS = 3
FEW_DAYS = 4
"""A trip of so many days is a short one, for which one does not go far."""
HOURS_A_DAY = 2
"""For each day of a short trip one goes so many hours at most, from door to door."""


def wish_of(turn: Turn) -> SearchWish:
    """What the conversation wishes of a place to go: beside a plan the last message alone, unless that wants one nearer
    than what was shown."""
    whole = search_wish(turn.said, turn.today)
    beside = turn.standing_route is not None and not search_wish(("", turn.said[-1]), turn.today).nearer
    return search_wish(turn.said[-1:], turn.today) if beside else whole


def reach_arguments(understood: Understood, turn: Turn) -> dict[str, Any]:
    """From where a search counts the journey, and how far it goes: so many hours if they were said, the nearest first
    where it is to be nearer than before, a usual distance where it is only not to be far."""
    e, wish = understood.entities, wish_of(turn)
    if e.origin is None:
        return {}
    reach: dict[str, Any] = {"origin": e.origin}
    if wish.on_the_way:
        reach |= {"hours_max": wish.on_the_way.hours, "way": wish.on_the_way.way}
    if wish.nearer:
        reach["nearest"] = True
    elif wish.near and not wish.on_the_way and not (e.countries or e.regions):
        reach |= _usual(understood, wish)
    elif (hours := hours_of_few_days(understood)) and not wish.on_the_way:
        reach["hours_max"] = hours
    return reach


def hours_of_few_days(understood: Understood) -> int | None:
    """How many hours one goes at most for a trip of few days whose place is all open; None of another one."""
    e = understood.entities
    if e.origin is None or e.days is None or e.days > FEW_DAYS or e.countries or e.regions:
        return None
    return e.days * HOURS_A_DAY


def _usual(understood: Understood, wish: SearchWish) -> dict[str, Any]:
    """What is near where nothing else was said."""
    days = understood.entities.days
    if wish.near == "around" or understood.weekend or (days and days <= NEAR_DAYS):
        return {"km_max": NEAR_KM}
    return {"hours_max": SHORT_FLIGHT_HOURS, "way": "flight"}

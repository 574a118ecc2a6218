"""The plan at hand and its budget told once more, where an answer takes from them words of the other language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from travelagent.assistant.language import Language, language_of
from travelagent.assistant.offline.steps import Calls, Tools, available
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.tool_results import Found

_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
_AGAIN: Final = ("change_route", "calculate_budget")


def told_in(plan: Found) -> Language:
    """The language of a plan's texts."""
    reasons = (visit.why for day in plan.itinerary.days for visit in day.visits)
    return language_of(next(reasons, ""))


def retelling(answer: str, turn: Turn, language: Language, tools: Tools) -> Calls | None:
    """The calls that tell the plan of the turns before in this language, where the answer takes words of another one
    from it; None where it does not."""
    plan, budget = turn.plan_before, turn.newest_before("calculate_budget")
    if plan is None or turn.route or "change_route" not in tools or told_in(plan) == language:
        return None
    if not (_CHINESE.search(answer) if language == "en" else any(word in answer for word in _words(plan, budget))):
        return None
    beside = [("calculate_budget", dict(budget.call.args))] if budget else []
    return available(tools, ("change_route", {"itinerary": plan.artifact("itinerary")}), *beside)


def retold(turn: Turn) -> Turn | None:
    """The turn as if the plan had been told in its language before; None where it was not told once more for it."""
    plan = turn.plan_before
    again = {"itinerary": plan.artifact("itinerary")} if plan else {}
    begins = next((n for n, f in enumerate(turn.found) if f.tool == "change_route" and f.call.args == again), None)
    if begins is None or any(f.tool not in _AGAIN or f.error for f in turn.found[begins:]):
        return None
    return replace(turn, found=turn.found[:begins], earlier=(*turn.earlier, *turn.found[begins:]))


def _words(plan: Found, budget: Found | None) -> Iterator[str]:
    """What the plan and its budget call what they hold."""
    visits = [visit for day in plan.itinerary.days for visit in day.visits]
    yield from filter(None, (words for visit in visits for words in (visit.name, visit.why)))
    yield from (city.name for city in plan.itinerary.cities)
    yield from (item.label for item in budget.budget.items) if budget else ()

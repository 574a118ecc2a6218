"""The answer to a comparison: the tool's verdict, and its rows as a table with a column for each city."""

import re

from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.comparison import Cell, Comparison
from travelagent.assistant.results.values import Money
from travelagent.assistant.wording import money, speaker, table

# What of a question names an aspect; the aspects of compare_cities, in their usual order.
ASPECTS = {
    "costs": re.compile(
        r"便宜|贵|花费|花钱|消费|物价|预算|\b(?:cheap\w*|cost\w*|expensive|price\w*|budget|affordable)\b", re.I
    ),
    "climate": re.compile(
        r"天气|气候|暖|冷|热|凉|下雨|雨天|\b(?:weather|climate|warm\w*|cold\w*|hot\w*|cool\w*|rain\w*|dry|drier)\b",
        re.I,
    ),
    "sights": re.compile(r"景点|好玩|看|\b(?:sights?|attractions?|see|things to do)\b", re.I),
    "best_months": re.compile(r"几月|季节|什么时候|\b(?:when|season|months?)\b", re.I),
    "getting_around": re.compile(r"交通|出行|\b(?:transport\w*|get(?:ting)? around)\b", re.I),
}


def compared_aspects(said: str, *, liked: bool = False) -> list[str]:
    """All aspects, those that a message names first, the sights too where it says what is liked; none at all where it
    names none."""
    named = [aspect for aspect, pattern in ASPECTS.items() if pattern.search(said)]
    if liked and "sights" not in named:
        named.insert(0, "sights")
    return [*named, *(aspect for aspect in ASPECTS if aspect not in named)] if named else []


def comparison_answer(understood: Understood, turn: Turn) -> str:
    language = understood.language
    found = turn.last("compare_cities")
    if found is None:
        return speaker(language)("Comparing cities is not available right now.", "目前无法比较城市。")
    comparison = found.result(Comparison)
    head = [speaker(language)("Side by side", "对比"), *(city.name for city in comparison.cities)]
    rows = [[row.label, *(_cell(value, language) for value in row.values)] for row in comparison.rows]
    return "\n".join([f"**{comparison.verdict}**", "", *table(head, rows)])


def _cell(value: Cell, language: str) -> str:
    if isinstance(value, Money):
        return money(value.amount, value.currency, language)
    return str(value)

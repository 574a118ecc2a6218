"""The numbers of a data question: conditions (over 9 points, 不到400块, between 10 and 20 euros), and how many rows."""

import re
from typing import Final

from travelagent.assistant.questions import words
from travelagent.assistant.questions.numerals import amount, count
from travelagent.assistant.questions.text import KIND, Text
from travelagent.assistant.questions.values import Bound, Operator

_BEFORE: Final = "|".join(f"(?P<b{i}>{pattern})" for i, pattern in enumerate(words.BEFORE_NUMBER.values()))
_AFTER: Final = "|".join(f"(?P<a{i}>{pattern})" for i, pattern in enumerate(words.AFTER_NUMBER.values()))
_UNIT: Final = "|".join(f"(?P<{name}>{pattern})(?![a-z])" for name, pattern in words.UNITS.items())
_BEFORE_OPERATORS: Final[tuple[Operator, ...]] = ("<=", ">=", ">", "<", "=")
_AFTER_OPERATORS: Final[tuple[Operator, ...]] = (">=", "<=")
_APART: Final = r"(?<![\d.,一二两三四五六七八九十百千万])"
"""A number begins where no other character of one stands before it."""
_FIGURE: Final = re.compile(
    rf"(?:(?<![a-z])(?:{_BEFORE})(?![a-z])\s*+)?(?:of )?(?:(?:{words.MONEY.replace('(?P<', '(?P<pre_')})\s*+)?"
    rf"(?P<n>{words.NUMBER})\s*+(?:(?:{_UNIT})|(?:{words.MONEY})(?![a-z]))?(?:的)?\s*+(?:{_AFTER})?",
    re.ASCII,
)
_ANY_UNIT: Final = "|".join([*words.UNITS.values(), *words.CURRENCIES.values()])
_RANGE: Final = re.compile(
    rf"(?:\b(?:between|from)\s+|在)?(?:[$€£¥]\s*+)?{_APART}(?P<low>{words.NUMBER})\s*+(?:and|to|到|至|-|–|~)"
    rf"\s*+(?P<high>{words.NUMBER})(?P<unit>\s*(?:{_ANY_UNIT})(?![a-z]))(?:之间)?",
    re.ASCII,
)
_EACH_DAY: Final = re.compile(r"\s*(?:a|per)\s+(?:person|day|night)\b", re.ASCII)
_COUNTED: Final = re.compile(
    rf"\s*+(?:个|座|家|处|条)?(?:的)?\s*+(?:free |different |免费的?)?(?:{KIND}|{words.SIGHT.pattern})", re.ASCII
)
_TOP: Final = re.compile(rf"(?:\btop[- ]|\bfirst |前|排前)(?P<n>{words.NUMBER})", re.ASCII)
_ROWS: Final = re.compile(
    rf"(?:\b(?:top|first|best|the)\s+|前|最前(?:面)?的?)?{_APART}(?P<n>{words.NUMBER})\s*"
    rf"(?=个|座|家|处|名|位|大|[a-z {KIND}]{{0,24}}(?:\b(?:{words.ROWS})|{KIND})|\s*$|[?？。]|是)",
    re.ASCII,
)


def with_ranges_split(text: str) -> str:
    """`between 10 and 20 euros` as `at least 10 euros, at most 20 euros`."""
    return _RANGE.sub(r"at least \g<low>\g<unit> , at most \g<high>\g<unit> ", text)


def take_bounds(text: Text) -> tuple[Bound, ...]:
    """Take the conditions on figures out of the text and return them.

    The field of a condition is a figure's name, or `count` (of a row), or `money` and `degrees`, which other words of
    the question have to resolve.
    """
    bounds: list[Bound] = []
    for found in list(_FIGURE.finditer(text.left)):
        bound = _bound(found, text.left)
        if bound is None:
            continue
        suffix = _EACH_DAY.match(text.left, found.end())
        bounds.append(bound)
        text.blank(found.start(), suffix.end() if suffix else found.end())
    return tuple(dict.fromkeys(bounds))


def take_rows(text: Text) -> int | None:
    """Take the requested number of rows out of the text and return it; None where none is stated."""
    for pattern in (_TOP, _ROWS):
        if found := pattern.search(text.left):
            number = _number(found["n"])
            if number and number == int(number):
                text.blank(*found.span())
                return int(number)
    return None


def _bound(found: re.Match[str], text: str) -> Bound | None:
    """The condition that a figure is, None for one that is none."""
    value, operator = _number(found["n"]), _operator(found)
    unit = next((name for name in words.UNITS if found[name]), "")
    currency = next((c for c in words.CURRENCIES if found[c] or found[f"pre_{c}"]), "")
    if not unit and (found["b4"] or "").startswith(("rated", "scored")):
        unit = "score"
    if operator is None and unit == "score":
        operator = "="
    if value is None or operator is None:
        return None
    if currency:
        return Bound("money", operator, value, currency)
    match unit:
        case "hours":
            return Bound("minutes", operator, value * 60)
        case "metres":
            return Bound("elevation_m", operator, value)
        case "":
            return _bare(text[: found.start()], text[found.end() :], operator, value)
    return Bound(unit, operator, value)


def _bare(before: str, after: str, operator: Operator, value: float) -> Bound | None:
    """A condition without a unit: what it is on stands behind it (more than ten museums), or before (rated over 8)."""
    if _COUNTED.match(after):
        return Bound("count", operator, value)
    clause = re.split(r"[,.;，。；]", before)[-1]
    named = [(match.end(), field) for field, pattern in words.FIELDS.items() for match in pattern.finditer(clause)]
    if not named:
        return None
    field = max(named)[1]
    return Bound("money" if field in (*words.COSTS, "price", "transit_day") else field, operator, value)


def _operator(found: re.Match[str]) -> Operator | None:
    """Return the operator stated before the number, else the one after it; `rated 8 or higher` has one of each."""
    before = next((op for number, op in enumerate(_BEFORE_OPERATORS) if found[f"b{number}"]), None)
    after = next((op for number, op in enumerate(_AFTER_OPERATORS) if found[f"a{number}"]), None)
    return after if before in (None, "=") and after else before


def _number(text: str) -> float | None:
    if text == "半":
        return 0.5
    small = count(text)
    return float(small) if small is not None else amount(text)

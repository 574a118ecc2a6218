"""The pieces of a data question, each taken out of its text, conditions before measures, so no word counts twice."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from travelagent.assistant.questions import words
from travelagent.assistant.questions.figures import take_bounds, take_rows
from travelagent.assistant.questions.text import KIND, Text
from travelagent.assistant.questions.values import Bound, Scope
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.values import Category, Tag


@dataclass(frozen=True, slots=True)
class Pieces:
    """The parts of a data question.

    `rest` is the text that is left: how the question asks, and for rows of what. `bounds` are conditions on figures,
    counts of a row among them; `fields` the figures that are mentioned; `superlative` is the figure that orders,
    `count`, `compared_cost`, `figure` where another word states it, or "".
    """

    rest: Text
    scope: Scope
    named: str
    months: tuple[int, ...]
    best_month: int | None
    currency: str
    tier: str
    categories: tuple[Category, ...]
    tags: tuple[Tag, ...]
    bounds: tuple[Bound, ...]
    limit: int | None
    ordered_by: str | None
    superlative: str
    descending: bool | None
    free: bool | None
    booking: tuple[str, ...]
    indoor: tuple[str, ...]
    fields: tuple[str, ...]

    def matches(self, pattern: re.Pattern[str]) -> bool:
        """Return whether the rest of the text matches a pattern."""
        return self.rest.matches(pattern)


def take_pieces(text: Text, scope: Scope, question: str) -> Pieces:
    """Take every part that is recognized out of the text and return the parts; their order matters."""
    named = _take_named(text, question)
    months = take_months(text)
    best = text.take(words.BEST_MONTH)
    currency = _take_currency(text)
    tier = next((tier for tier, pattern in words.TIERS.items() if text.take(pattern)), "mid")
    categories, tags = take_kinds(text)
    bounds = take_bounds(text)
    limit = take_rows(text)
    ordered_by = _ordered_by(text.left)
    # 最高气温 is a figure by itself: it goes before the highest of anything.
    extremes = tuple(field for field in ("t_max", "t_min") if text.take(words.FIELDS[field]))
    superlative, descending = _take_order(text)
    free = text.take(words.FREE) or (False if text.take(words.PAID) else None)
    booking, indoor = _take_one(text, words.BOOKING), _take_one(text, words.INDOOR)
    fields = (*extremes, *(field for field, pattern in words.FIELDS.items() if text.take(pattern)))
    return Pieces(
        rest=text,
        scope=scope,
        named=named,
        months=months,
        best_month=months[0] if best and months else None,
        currency=currency,
        tier=tier,
        categories=categories,
        tags=tags,
        bounds=bounds,
        limit=limit,
        ordered_by=ordered_by,
        superlative=superlative,
        descending=descending,
        free=free,
        booking=booking,
        indoor=indoor,
        fields=fields,
    )


def take_months(text: Text) -> tuple[int, ...]:
    """Take the mentioned months out of the text and return them (1 to 12); a season counts as its three months."""
    months = [number for number, pattern in enumerate(words.MONTHS, 1) if text.take(pattern)]
    for season, pattern in words.SEASONS.items():
        if text.take(pattern):
            months += SEASON_MONTHS[season]
    return tuple(dict.fromkeys(months))


def take_kinds(text: Text) -> tuple[tuple[Category, ...], tuple[Tag, ...]]:
    """Categories and tags; a category leaves a mark, so that a number before it can be seen to count it."""
    categories: list[Category] = []
    for category, pattern in words.KINDS.items():
        if found := pattern.search(text.left):
            categories += ["street", "neighborhood"] if "街区" in found[0] else [category]
            text.take(pattern, KIND)
    meals = text.matches(words.FIELDS["meals"])
    tags = [tag for tag, pattern in words.SIGHT_TAGS.items() if not (tag == "food" and meals) and text.take(pattern)]
    return tuple(dict.fromkeys(categories)), tuple(tags)


def _take_named(text: Text, question: str) -> str:
    """A quoted piece of the names that are wanted."""
    found, quoted = words.NAMED.search(text.left), words.NAMED.search(question)
    if found is None or quoted is None:
        return ""
    text.blank(*found.span())
    return quoted["text"]


def _take_currency(text: Text) -> str:
    """The currency in which the amounts are wanted."""
    found = words.IN_CURRENCY.search(text.left)
    if found is None:
        return ""
    text.blank(*found.span())
    return next(currency for currency in words.CURRENCIES if found[currency])


def _take_one(text: Text, patterns: Mapping[str, re.Pattern[str]]) -> tuple[str, ...]:
    return next(((value,) for value, pattern in patterns.items() if text.take(pattern)), ())


def _ordered_by(left: str) -> str | None:
    """The figure that is named as the order."""
    for field, pattern in words.FIELDS.items():
        if any(words.ORDER_BY.search(left[: found.start()]) for found in pattern.finditer(left)):
            return field
    return None


def _take_order(text: Text) -> tuple[str, bool | None]:
    """The figure that orders, and whether its largest comes first."""
    descending: bool | None = None
    if text.take(words.ASCENDING):
        descending = False
    elif text.take(words.DESCENDING):
        descending = True
    for field, largest, pattern in words.SUPERLATIVES:
        if text.take(pattern):
            return field or "figure", largest
    cheaper, dearer = text.take(words.CHEAPER), text.take(words.DEARER)
    if text.take(words.MOST):
        return "count", True
    if text.take(words.FEWEST):
        return "count", False
    if cheaper or dearer:
        return "compared_cost", dearer
    return "", descending

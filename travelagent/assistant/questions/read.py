"""Reads a data question of the supported family: from its words to a DataQuery.

What is recognized is taken out of the text piece by piece, conditions before measures, measures before kinds of sights,
so that no word counts twice. The rest decides nothing; but a number that is left, or a word that the family cannot
answer, makes the question unsupported: better no answer than one to another question.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from travelagent.assistant.questions import words
from travelagent.assistant.questions.figures import with_ranges_split
from travelagent.assistant.questions.pieces import Pieces, take_kinds, take_months, take_pieces
from travelagent.assistant.questions.scope import EXCEPTION, prepared, unknown_names
from travelagent.assistant.questions.text import Text
from travelagent.assistant.questions.values import (
    CLIMATE_FIELDS,
    SIGHT_FIELDS,
    Bound,
    Counted,
    DataQuery,
    Filters,
    Function,
    Row,
    UnsupportedQuestion,
)
from travelagent.catalog.sql.check import MAX_ROWS
from travelagent.catalog.values import TAGS
from travelagent.plans.values import LocalizedText

RANKED: Final = 10
"""Rows of a ranking when no number was stated."""
WINNERS: Final = 5
"""Rows of a ranking when one winner was asked for: those behind it show by how much."""

MOST_CONDITIONS: Final = 4
FOLLOW_UP_CHARS: Final = 60
QUESTION_CHARS: Final = 400
"""A message of more characters is no data question: the rules for figures are not linear in its length."""
REMEMBERED: Final = 3
"""So many messages before it may be what a question goes on from."""

_WHICH: Final = r"\b(?:which|what|rank|the)\b|哪些?|哪几|个|各"
_LEFT: Final = re.compile(r"\d+|[“「『].*", re.ASCII)


def read_question(question: str) -> DataQuery:
    """Return the question as a query.

    Raises UnsupportedQuestion, also for places that are no covered city or area.
    """
    if len(question) > QUESTION_CHARS:
        raise UnsupportedQuestion(_TOO_LONG)
    sentence, scope = prepared(question)
    text = Text(with_ranges_split(sentence.masked))
    _refuse_unsupported(text)
    query = _Reader(take_pieces(text, scope, question)).query()
    if unknown := unknown_names(sentence, text.left, scope):
        raise UnsupportedQuestion(_UNKNOWN, unknown)
    return query


def asks_for_figures(question: str) -> bool:
    """Return whether a message that could be something else clearly requests a count, an average or a ranking by a
    figure.
    """
    try:
        query = read_question(question)
    except UnsupportedQuestion:
        return False
    folded = prepared(question)[0].masked
    if words.ADVICE.search(folded):
        return False
    filters = query.filters
    if query.row == "sight":
        return bool(filters.bounds) or query.field != "score"
    if query.function == "value":
        named = any(pattern.search(folded) for field, _, pattern in words.SUPERLATIVES if field)
        return not query.scope.cities and (named or bool(filters.bounds))
    if filters.tags and not words.SIGHT.search(folded):
        return False  # the most romantic cities are not those with the most romance
    compared = query.row in ("city", "area") and query.scope.count > 1 and bool(filters.categories)
    measures = (words.HOW_MANY, words.AVERAGE, words.SHARE, words.MOST, words.FEWEST)
    return compared or query.having is not None or any(pattern.search(folded) for pattern in measures)


def read_in_turn(question: str, before: Sequence[str]) -> DataQuery | None:
    """Return the query of a question that is worded as a follow-up (那四川呢, "and in July?"); None when it is no
    follow-up.

    `before` are the messages before it, the last one last; the newest of them that is a data question counts.
    """
    if len(question) > FOLLOW_UP_CHARS or not words.GOES_ON.search(question.lower()):
        return None
    follow_ups = (read_follow_up(question, earlier) for earlier in reversed(before[-REMEMBERED:]))
    return next((query for query in follow_ups if query is not None), None)


def read_follow_up(question: str, before: str) -> DataQuery | None:
    """Return the query of an earlier question with the places, kinds of sights or months of this one (那四川呢, "and
    temples?").

    None when this question mentions none of these, or the earlier one was no data question.
    """
    try:
        earlier = read_question(before)
        sentence, scope = prepared(question)
    except UnsupportedQuestion:
        return None
    text = Text(sentence.masked)
    months, (categories, tags) = take_months(text), take_kinds(text)
    if not (scope.count or categories or tags or months):
        return None
    filters = earlier.filters
    if categories or tags:
        filters = replace(filters, categories=categories, tags=tags)
    return replace(
        earlier, scope=scope if scope.count else earlier.scope, filters=filters, months=months or earlier.months
    )


_UNKNOWN: Final = LocalizedText("I know no such place.", "我不知道这个地方。")
_TOO_LONG: Final = LocalizedText("A question about figures is a short one.", "数据问题请简短一些。")
_TOGETHER: Final = LocalizedText("I cannot bring these conditions together.", "我无法把这些条件放在一起统计。")
_TWO_QUESTIONS: Final = LocalizedText(
    "These are two questions; ask me one after the other.", "这是两个问题，请分开来问。"
)
_STRAY_NUMBER: Final = LocalizedText("I do not know what this number is to mean.", "我不明白这个数字指什么。")


def _refuse_unsupported(text: Text) -> None:
    if found := words.UNSUPPORTED.search(text.left):
        raise UnsupportedQuestion(
            LocalizedText("The catalogue holds no such figures.", "我没有这类数据。"), (found[0],)
        )
    if found := words.EXCEPT.search(text.left):
        raise UnsupportedQuestion(EXCEPTION, (found[0],))


# -- the question ------------------------------------------------------------------------------------------------------


class _Reader:
    """Turns the parts of a question into its query."""

    def __init__(self, pieces: Pieces) -> None:
        counts = [bound for bound in pieces.bounds if bound.field == "count"]
        if len(pieces.bounds) > MOST_CONDITIONS or len(counts) > 1:
            raise UnsupportedQuestion(_TOGETHER)
        if left := _LEFT.search(pieces.rest.left):
            raise UnsupportedQuestion(_STRAY_NUMBER if left[0].isdigit() else _TOGETHER, (left[0],))
        self.pieces = pieces
        self.having = counts[0] if counts else None
        self.bounds = tuple(bound for bound in pieces.bounds if bound.field != "count")
        self.counting = pieces.matches(words.HOW_MANY) or pieces.superlative == "count" or bool(counts)
        self.averaging = pieces.matches(words.AVERAGE)

    def query(self) -> DataQuery:
        """Return the query. Raises UnsupportedQuestion where a stated condition has no place in it."""
        pieces = self.pieces
        if pieces.matches(words.HOW_MANY) and pieces.superlative not in ("", "count", "figure") and pieces.limit:
            raise UnsupportedQuestion(_TWO_QUESTIONS)
        query = self._query_of_rows()
        if query.row == "total" and pieces.limit is not None:
            raise UnsupportedQuestion(_STRAY_NUMBER, (str(pieces.limit),))
        if not _covers_conditions(query, self.having):
            raise UnsupportedQuestion(_TOGETHER)
        stated = next((bound.currency for bound in query.filters.bounds if bound.currency), "")
        return replace(query, currency=pieces.currency or stated)

    def _query_of_rows(self) -> DataQuery:
        pieces, group = self.pieces, self._group()
        filters = Filters(
            pieces.categories,
            pieces.tags,
            (),
            pieces.free,
            pieces.booking,
            pieces.indoor,
            pieces.named,
            pieces.best_month,
        )
        if self._asks_of_known_cities(group):
            return self._known_cities(filters)
        about_sights = self._about_sights_rather(filters, group)
        filters = replace(filters, bounds=tuple(self._resolved(bound, about_sights) for bound in self.bounds))
        return self._about_sights(filters, group) if about_sights else self._about_cities(filters, group)

    def _about_sights_rather(self, filters: Filters, group: Row | None) -> bool:
        """Whether sights are counted and measured, rather than cities."""
        pieces = self.pieces
        kinds = filters.of_sights or bool(filters.tags)
        figures = {"price", "minutes", "score"} & {*pieces.fields, pieces.superlative, *(b.field for b in self.bounds)}
        of_cities = self._city_field() is not None or any(b.field not in SIGHT_FIELDS for b in self.bounds)
        named = kinds or pieces.matches(words.SIGHT)
        if of_cities and not named and "price" not in pieces.fields:
            return group is None and bool(figures - {"score"})
        return named or bool(figures)

    def _asks_of_known_cities(self, group: Row | None) -> bool:
        """Return whether a kind of sights describes cities that are ranked by a figure of their own: the cheapest beach
        cities.
        """
        pieces = self.pieces
        ranked = pieces.superlative in (*CLIMATE_FIELDS, "cost", "elevation_m", "lat")
        return group == "city" and ranked and bool(pieces.categories or pieces.tags) and not pieces.matches(words.SIGHT)

    def _known_cities(self, filters: Filters) -> DataQuery:
        tags = tuple(dict.fromkeys((*filters.tags, *(tag for tag in TAGS if tag in filters.categories))))
        if not set(filters.categories) <= set(tags):
            raise UnsupportedQuestion(_TOGETHER)
        bounds = tuple(self._resolved(bound, about_sights=False) for bound in self.bounds)
        return self._about_cities(replace(filters, categories=(), tags=tags, bounds=bounds), "city")

    def _resolved(self, bound: Bound, about_sights: bool) -> Bound:
        """A bound on money or degrees as one on the figure that is meant."""
        if bound.field == "degrees":
            field = next((f for f in self.pieces.fields if f in ("t_max", "t_min", "t_mean")), "t_mean")
            return replace(bound, field=field)
        if bound.field != "money":
            return bound
        cost = next((f for f in self.pieces.fields if f in (*words.COSTS, "transit_day")), None)
        if "price" in self.pieces.fields or (about_sights and cost in (None, "day")):
            return replace(bound, field="price")
        return replace(bound, field=self._cost(cost or "day"))

    def _cost(self, field: str) -> str:
        return field if field == "transit_day" else f"{field}_{self.pieces.tier}"

    # -- what is asked -------------------------------------------------------------------------------------------------

    def _group(self) -> Row | None:
        text = self.pieces
        if text.matches(words.CATEGORY):
            return "category"
        if text.matches(words.COUNTRY):
            return "country"
        if text.matches(words.REGION):
            return "region"
        return "city" if text.matches(words.CITY) else None

    def _city_field(self) -> str | None:
        """The figure of cities that is asked for or orders."""
        if self.pieces.superlative in (*CLIMATE_FIELDS, "elevation_m", "lat"):
            stated = [f for f in self.pieces.fields if f in ("t_max", "t_min")]
            return stated[0] if stated and self.pieces.superlative == "t_mean" else self.pieces.superlative
        for field in self.pieces.fields:
            if field in CLIMATE_FIELDS or field in ("elevation_m", "transit_day"):
                return field
            if field in words.COSTS:
                return self._cost(field)
        if self.pieces.superlative in ("cost", "compared_cost"):
            return self._cost("day")
        return None

    def _sight_field(self) -> str | None:
        if self.pieces.ordered_by in SIGHT_FIELDS:
            return self.pieces.ordered_by
        if self.pieces.superlative in ("minutes", "score"):
            return self.pieces.superlative
        for field in self.pieces.fields:
            if field in SIGHT_FIELDS:
                return field
        return "price" if self.pieces.superlative in ("cost", "compared_cost") else None

    def _by_place(self) -> Row | None:
        """A row for each of several places that are set beside each other."""
        if self.pieces.scope.count < 2 or self.pieces.matches(words.TOGETHER):
            return None
        if not self.pieces.matches(words.COMPARED) and self.pieces.superlative in ("", "figure"):
            return None
        if self.pieces.scope.areas and self.pieces.scope.cities:
            why = LocalizedText(
                "I compare cities with cities and areas with areas.", "城市只能与城市比较，地区只能与地区比较。"
            )
            raise UnsupportedQuestion(why)
        return "area" if self.pieces.scope.areas else "city"

    def _about_sights(self, filters: Filters, group: Row | None) -> DataQuery:
        field = self._sight_field()
        by_place = self._by_place() if group is None or (self.pieces.scope.count > 1 and not self._ranks()) else None
        if self.pieces.matches(words.SHARE):
            return self._query("total", "share", "sights", None, filters)
        if self.averaging and field and (group or not self.pieces.superlative):
            return self._grouped(by_place or self._wanted_group(group) or "total", "average", field, filters)
        if group in words.PLACES and self._counts(words.PLACES[group]) and not self._ranks():
            return self._places_with(filters, group)
        if group and not (field and self.pieces.superlative and not self.counting):
            if self.counting and not self._wanted_group(group):
                return self._grouped(by_place or "total", "count", None, filters)
            return self._grouped(by_place or group, "count", None, filters)
        if self.counting:
            return self._grouped(by_place or "total", "count", None, filters)
        if by_place and field:
            return self._grouped(by_place, "average", field, filters)
        if not (self.pieces.superlative or self.pieces.ordered_by) and field in {
            bound.field for bound in filters.bounds
        }:
            field = "score"
        return self._sights(field or "score", filters)

    def _places_with(self, filters: Filters, group: Row) -> DataQuery:
        """How many cities, regions or countries have sights that are so."""
        if not (filters.of_sights or filters.tags) or self.having is not None:
            raise UnsupportedQuestion(_TOGETHER)
        counted: Mapping[Row, Counted] = {"city": "cities", "region": "regions", "country": "countries"}
        return self._query("total", "count", counted[group], None, filters)

    def _about_cities(self, filters: Filters, group: Row | None) -> DataQuery:
        field = self._city_field()
        wanted_group = self._wanted_group(group)
        if field is None and filters.bounds:
            field = filters.bounds[0].field
        if field is not None and (
            wanted_group in ("country", "region") or (self._averages_over(wanted_group) and not filters.bounds)
        ):
            by_place = self._by_place() if wanted_group is None else None
            return self._grouped(by_place or wanted_group or "total", "average", field, filters, "cities")
        if field is not None and not (self.counting and self.pieces.superlative != "count"):
            row = self._by_place() if self.pieces.scope.areas and wanted_group is None else None
            if row:
                return self._grouped(row, "average", field, filters, "cities")
            return self._cities(field, filters)
        if (
            group in ("country", "region")
            and self.pieces.matches(words.HOW_MANY)
            and not self.pieces.matches(words.CITY)
        ):
            counted: Counted = "countries" if group == "country" else "regions"
            return self._query("total", "count", counted, None, filters)
        if group is not None and (self.counting or filters.best_month):
            if filters.best_month and not self.pieces.matches(words.HOW_MANY):
                return self._cities("day_mid", filters)
            row = self._by_place() or (wanted_group if wanted_group in ("country", "region") else "total")
            return self._grouped(row, "count", None, filters, "cities")
        raise UnsupportedQuestion(
            LocalizedText("I do not see what is to be counted or compared.", "我没有看出要统计或比较的是什么。")
        )

    def _ranks(self) -> bool:
        return self.pieces.superlative == "count" or self.pieces.matches(words.RANK) or self.pieces.limit is not None

    def _wanted_group(self, group: Row | None) -> Row | None:
        """Return the group when a row for each of its members is requested, rather than the word describing the places
        in question.
        """
        if group is None:
            return None
        named = words.CATEGORY if group == "category" else words.PLACES[group]
        wanted = rf"(?:{words.EACH.pattern}|{_WHICH})\s*(?:\S{{0,20}}\s?)?(?:{named.pattern})"
        if self._ranks() or self.pieces.superlative or self.having:
            return group
        return group if re.search(wanted, self.pieces.rest.left, re.ASCII) and not self._counts(named) else None

    def _counts(self, named: re.Pattern[str]) -> bool:
        """Whether it is the places themselves that are counted: how many cities, 多少个城市."""
        return (
            re.search(rf"(?:{words.HOW_MANY.pattern})\s*(?:{named.pattern})", self.pieces.rest.left, re.ASCII)
            is not None
        )

    def _averages_over(self, wanted_group: Row | None) -> bool:
        return self.averaging and wanted_group is None and not self.pieces.scope.cities

    # -- the value -----------------------------------------------------------------------------------------------------

    def _grouped(
        self, row: Row, function: Function, field: str | None, filters: Filters, counted: Counted = "sights"
    ) -> DataQuery:
        query = self._query(row, function, counted, field, filters)
        if row == "total":
            return query
        descending = self.pieces.descending
        if descending is None:
            descending = function == "count" or field in ("score", "minutes")
        named = row == "area" or (row == "city" and self.pieces.scope.cities and not self.pieces.scope.areas)
        ranked = self._ranks() or self.pieces.superlative in ("count", "figure", "cost")
        limit = self.pieces.limit or (self._few() if ranked and not named else MAX_ROWS)
        return replace(query, descending=descending, limit=limit, having=self.having)

    def _few(self) -> int:
        singular = re.search(
            r"\b(?:which|what) (?:city|country|province|region|state)\b|哪个|哪座|哪国|哪一", self.pieces.rest.left
        )
        if singular:
            return WINNERS
        return MAX_ROWS if self.pieces.matches(words.RANK) and self.pieces.scope.areas else RANKED

    def _cities(self, field: str, filters: Filters) -> DataQuery:
        descending = self.pieces.descending
        if descending is None:
            descending = not field.startswith((*words.COSTS, "transit"))
        ranked = self.pieces.superlative or self._ranks()
        limit = self.pieces.limit or (self._few() if ranked else MAX_ROWS)
        return replace(self._query("city", "value", "cities", field, filters), descending=descending, limit=limit)

    def _sights(self, field: str, filters: Filters) -> DataQuery:
        if not (self.pieces.scope.count or filters != Filters() or self.pieces.superlative):
            raise UnsupportedQuestion(
                LocalizedText("I do not see what is asked of the sights.", "我没有看出要问景点的什么。")
            )
        descending = self.pieces.descending if self.pieces.descending is not None else field == "score"
        limit = self.pieces.limit or (RANKED if self.pieces.superlative else MAX_ROWS)
        return replace(self._query("sight", "value", "sights", field, filters), descending=descending, limit=limit)

    def _query(self, row: Row, function: Function, counted: Counted, field: str | None, filters: Filters) -> DataQuery:
        return DataQuery(row, function, counted, field, self.pieces.scope, filters, months=self.pieces.months)


def _covers_conditions(query: DataQuery, having: Bound | None) -> bool:
    """Return whether every stated condition takes part in the query."""
    filters = query.filters
    fields = {query.field, *(bound.field for bound in filters.bounds)}
    if query.counted == "sights":
        narrowed = replace(filters, categories=(), tags=(), best_month=None) != Filters()
        fitting = not filters.best_month and (query.function != "share" or narrowed)
    elif query.has_sights:
        fitting = not filters.best_month
    else:
        fitting = not filters.of_sights and query.field not in SIGHT_FIELDS
    dated = not query.months or bool(fields & set(CLIMATE_FIELDS)) or bool(filters.best_month)
    return fitting and dated and having == query.having

"""Reads a data question of the family: from its words to a DataQuery.

What is understood is taken out of the text piece by piece, conditions before measures, measures before kinds of sights,
so that no word says two things. What is left decides nothing; but a number that is left, or a word that the family
does not know how to answer, makes the question one beyond it: better no answer than one to another question.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from travelagent.assistant.offline.questions import words
from travelagent.assistant.offline.questions.figures import take_bounds, take_rows, with_ranges_split
from travelagent.assistant.offline.questions.scope import EXCEPTION, prepared, unknown_names
from travelagent.assistant.offline.questions.text import KIND, Text
from travelagent.assistant.offline.questions.values import (
    CLIMATE_FIELDS,
    SIGHT_FIELDS,
    BeyondFamily,
    Bound,
    Counted,
    DataQuery,
    Filters,
    Function,
    Row,
    Scope,
)
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.sql.check import MAX_ROWS
from travelagent.catalog.values import TAGS, Category, Tag
from travelagent.planning.values import LocalizedText

RANKED: Final = 10
"""Rows of a ranking when no number was said."""
WINNERS: Final = 5
"""Rows of a ranking when one winner was asked for: those behind it show by how much."""

MOST_CONDITIONS: Final = 4
FOLLOW_UP_CHARS: Final = 60
REMEMBERED: Final = 3
"""So many messages before it may be what a question goes on from."""

_WHICH: Final = r"\b(?:which|what|rank|the)\b|哪些?|哪几|个|各"
_LEFT_NUMBER: Final = re.compile(r"\d+", re.ASCII)


def read_question(question: str) -> DataQuery:
    """The question as a query. Raises BeyondFamily; places that are no covered city or area raise it too."""
    sentence, scope = prepared(question)
    text = Text(with_ranges_split(sentence.masked))
    _refuse_beyond(text)
    query = _Reader(text, scope, question).query()
    if unknown := unknown_names(sentence, text.left, scope):
        raise BeyondFamily(_UNKNOWN, unknown)
    return query


def asks_for_figures(question: str) -> bool:
    """Whether a message that may be something else too plainly wants a count, an average or a ranking by a figure."""
    try:
        query = read_question(question)
    except BeyondFamily:
        return False
    folded = prepared(question)[0].masked
    if words.ADVICE.search(folded) or query.row == "sight":
        return False
    if query.function == "value":
        named = any(pattern.search(folded) for field, _, pattern in words.SUPERLATIVES if field)
        return not query.scope.cities and (named or bool(query.filters.bounds))
    return any(
        pattern.search(folded) for pattern in (words.HOW_MANY, words.AVERAGE, words.SHARE, words.MOST, words.FEWEST)
    )


def read_in_turn(question: str, before: Sequence[str]) -> DataQuery | None:
    """A question worded as going on from one before it (那四川呢, "and in July?"), read so; None when it is none.

    `before` are the messages before it, the last one last; the newest of them that is a data question counts.
    """
    if len(question) > FOLLOW_UP_CHARS or not words.GOES_ON.search(question.lower()):
        return None
    asked = (read_follow_up(question, earlier) for earlier in reversed(before[-REMEMBERED:]))
    return next((query for query in asked if query is not None), None)


def read_follow_up(question: str, before: str) -> DataQuery | None:
    """The question before with the places, kinds of sights or months of this one in their stead (那四川呢,
    "and temples?"); None when this one names none, or the one before was no data question."""
    try:
        earlier = read_question(before)
        sentence, scope = prepared(question)
        reader = _Reader(Text(sentence.masked), scope, question)
    except BeyondFamily:
        return None
    new = reader.pieces()
    if new == (Scope(), (), (), ()):
        return None
    scope, categories, tags, months = new
    filters = earlier.filters
    if categories or tags:
        filters = replace(filters, categories=categories, tags=tags)
    return replace(
        earlier, scope=scope if scope.count else earlier.scope, filters=filters, months=months or earlier.months
    )


_UNKNOWN: Final = LocalizedText("I know no such place.", "我不知道这个地方。")
_TOGETHER: Final = LocalizedText("I cannot bring these conditions together.", "我无法把这些条件放在一起统计。")
_STRAY_NUMBER: Final = LocalizedText("I do not know what this number is to mean.", "我不明白这个数字指什么。")


def _refuse_beyond(text: Text) -> None:
    if found := words.BEYOND.search(text.left):
        raise BeyondFamily(LocalizedText("The catalogue holds no such figures.", "目录中没有这类数据。"), (found[0],))
    if found := words.EXCEPT.search(text.left):
        raise BeyondFamily(EXCEPTION, (found[0],))


# -- the question ------------------------------------------------------------------------------------------------------


class _Reader:
    """One reading, in the order in which words have to be taken out."""

    def __init__(self, text: Text, scope: Scope, question: str) -> None:
        self.text, self.scope, self.question = text, scope, question
        self.months: tuple[int, ...] = ()
        self.having: Bound | None = None
        self.categories: tuple[Category, ...] = ()
        self.tags: tuple[Tag, ...] = ()
        self.field: str | None = None
        self.descending: bool | None = None

    def query(self) -> DataQuery:
        text = self.text
        named = self._named()
        self._take_months()
        self.best = text.take(words.BEST_MONTH)
        self.currency = self._take_currency()
        self.tier = next((tier for tier, pattern in words.TIERS.items() if text.take(pattern)), "mid")
        self._take_kinds()
        found = take_bounds(text)
        self.having = next((bound for bound in found if bound.field == "count"), None)
        bounds = tuple(bound for bound in found if bound.field != "count")
        if len(bounds) > MOST_CONDITIONS or len(found) > len(bounds) + 1:
            raise BeyondFamily(_TOGETHER)
        self.limit = take_rows(text)
        self.ordered_by = self._ordered_by()
        extremes = tuple(field for field in ("t_max", "t_min") if text.take(words.FIELDS[field]))
        self._take_order()
        self.free = text.take(words.FREE) or (False if text.take(words.PAID) else None)
        booking = self._first_of(words.BOOKING)
        indoor = self._first_of(words.INDOOR)
        self.fields = (*extremes, *(field for field, pattern in words.FIELDS.items() if text.take(pattern)))
        self._refuse_left_numbers()
        best_month = self.months[0] if self.best and self.months else None
        filters = Filters(self.categories, self.tags, (), self.free, booking, indoor, named, best_month)
        return self._decided(filters, bounds)

    def pieces(self) -> tuple[Scope, tuple[Category, ...], tuple[Tag, ...], tuple[int, ...]]:
        """The places, kinds of sights and months that are named."""
        self._take_months()
        self._take_kinds()
        return self.scope, self.categories, self.tags, self.months

    def _named(self) -> str:
        """A quoted piece of the names that are wanted."""
        found = words.NAMED.search(self.text.left)
        if found is None:
            return ""
        said = words.NAMED.search(self.question)
        self.text.blank(*found.span())
        return said["text"] if said else ""

    def _first_of(self, said: Mapping[str, re.Pattern[str]]) -> tuple[str, ...]:
        return next(((value,) for value, pattern in said.items() if self.text.take(pattern)), ())

    def _take_months(self) -> None:
        months = [number for number, pattern in enumerate(words.MONTHS, 1) if self.text.take(pattern)]
        for season, pattern in words.SEASONS.items():
            if self.text.take(pattern):
                months += SEASON_MONTHS[season]
        self.months = tuple(dict.fromkeys(months))

    def _take_currency(self) -> str:
        """The currency in which the amounts are wanted."""
        found = words.IN_CURRENCY.search(self.text.left)
        if found is None:
            return ""
        self.text.blank(*found.span())
        return next(currency for currency in words.CURRENCIES if found[currency])

    def _ordered_by(self) -> str | None:
        """The figure that is named as the order."""
        left = self.text.left
        for field, pattern in words.FIELDS.items():
            if any(words.ORDER_BY.search(left[: found.start()]) for found in pattern.finditer(left)):
                return field
        return None

    def _take_kinds(self) -> None:
        """Categories and tags; each is left as a mark, so that a number before it can be seen to count it."""
        text = self.text
        categories: list[Category] = []
        for category, pattern in words.KINDS.items():
            if found := pattern.search(text.left):
                if category == "street" and "街区" in found[0]:
                    categories.append("neighborhood")
                categories.append(category)
                text.take(pattern, KIND)
        self.categories = tuple(dict.fromkeys(categories))
        for tag, pattern in words.SIGHT_TAGS.items():
            if tag == "food" and text.says(words.FIELDS["meals"]):
                continue
            if text.take(pattern):
                self.tags += (tag,)

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _resolved(self, bound: Bound, about_sights: bool) -> Bound:
        """A bound on money or degrees as one on the figure that is meant."""
        if bound.field == "degrees":
            field = next((f for f in self.fields if f in ("t_max", "t_min", "t_mean")), "t_mean")
            return replace(bound, field=field)
        if bound.field != "money":
            return bound
        cost = next((f for f in self.fields if f in (*words.COSTS, "transit_day")), None)
        if "price" in self.fields or (about_sights and cost in (None, "day")):
            return replace(bound, field="price")
        return replace(bound, field=self._cost(cost or "day"))

    def _cost(self, field: str) -> str:
        return field if field == "transit_day" else f"{field}_{self.tier}"

    # -- order ---------------------------------------------------------------------------------------------------------

    def _take_order(self) -> None:
        """The figure that orders, and its direction."""
        text = self.text
        self.superlative = ""
        if text.take(words.ASCENDING):
            self.descending = False
        elif text.take(words.DESCENDING):
            self.descending = True
        for field, descending, pattern in words.SUPERLATIVES:
            if text.take(pattern):
                self.superlative = field or "figure"
                self.descending = descending
                return
        cheaper, dearer = text.take(words.CHEAPER), text.take(words.DEARER)
        if text.take(words.MOST):
            self.superlative, self.descending = "count", True
        elif text.take(words.FEWEST):
            self.superlative, self.descending = "count", False
        elif cheaper or dearer:
            self.superlative, self.descending = "compared_cost", dearer

    def _refuse_left_numbers(self) -> None:
        if left := _LEFT_NUMBER.search(self.text.left):
            raise BeyondFamily(_STRAY_NUMBER, (left[0],))

    # -- what is asked -------------------------------------------------------------------------------------------------

    def _decided(self, filters: Filters, bounds: tuple[Bound, ...]) -> DataQuery:
        text = self.text
        self.counting = text.says(words.HOW_MANY) or self.superlative == "count" or self.having is not None
        self.averaging = text.says(words.AVERAGE)
        kinds = bool(filters.categories or filters.tags or filters.text or filters.free is not None)
        kinds = kinds or bool(filters.booking or filters.indoor)
        of_sights = {"price", "minutes", "score"} & {*self.fields, self.superlative, *(b.field for b in bounds)}
        group = self._group()
        if text.says(words.HOW_MANY) and self.superlative not in ("", "count", "figure") and self.limit:
            why = LocalizedText("These are two questions; ask me one after the other.", "这是两个问题，请分开来问。")
            raise BeyondFamily(why)
        city_figure = self._city_field() is not None or any(b.field not in SIGHT_FIELDS for b in bounds)
        about_sights = kinds or text.says(words.SIGHT) or bool(of_sights)
        if group == "city" and self.superlative in (*CLIMATE_FIELDS, "cost", "elevation_m", "lat"):
            if (filters.categories or filters.tags) and not text.says(words.SIGHT):
                return self._known_cities(filters, bounds)
        if about_sights and city_figure and not text.says(words.SIGHT) and not kinds and "price" not in self.fields:
            about_sights = group is None and bool(of_sights - {"score"})
        settled = tuple(self._resolved(bound, about_sights) for bound in bounds)
        filters = replace(filters, bounds=settled)
        query = self._about_sights(filters, group) if about_sights else self._about_cities(filters, group)
        if query.row == "total" and self.limit is not None:
            raise BeyondFamily(_STRAY_NUMBER, (str(self.limit),))
        if not _says_all(query, self.having):
            raise BeyondFamily(_TOGETHER)
        return replace(query, currency=self.currency or next((b.currency for b in settled if b.currency), ""))

    def _known_cities(self, filters: Filters, bounds: tuple[Bound, ...]) -> DataQuery:
        """Cities known for something, by a figure of their own: the cheapest beach cities."""
        tags = tuple(dict.fromkeys((*filters.tags, *(tag for tag in TAGS if tag in filters.categories))))
        if not set(filters.categories) <= set(tags):
            raise BeyondFamily(_TOGETHER)
        settled = tuple(self._resolved(bound, about_sights=False) for bound in bounds)
        query = self._about_cities(replace(filters, categories=(), tags=tags, bounds=settled), "city")
        if not _says_all(query, self.having):
            raise BeyondFamily(_TOGETHER)
        return replace(query, currency=self.currency or next((b.currency for b in settled if b.currency), ""))

    def _group(self) -> Row | None:
        text = self.text
        if text.says(words.CATEGORY):
            return "category"
        if text.says(words.COUNTRY):
            return "country"
        if text.says(words.REGION):
            return "region"
        return "city" if text.says(words.CITY) else None

    def _city_field(self) -> str | None:
        """The figure of cities that is asked for or orders."""
        if self.superlative in (*CLIMATE_FIELDS, "elevation_m", "lat"):
            stated = [f for f in self.fields if f in ("t_max", "t_min")]
            return stated[0] if stated and self.superlative == "t_mean" else self.superlative
        for field in self.fields:
            if field in CLIMATE_FIELDS or field in ("elevation_m", "transit_day"):
                return field
            if field in words.COSTS:
                return self._cost(field)
        if self.superlative in ("cost", "compared_cost"):
            return self._cost("day")
        return None

    def _sight_field(self) -> str | None:
        if self.ordered_by in SIGHT_FIELDS:
            return self.ordered_by
        if self.superlative in ("minutes", "score"):
            return self.superlative
        for field in self.fields:
            if field in SIGHT_FIELDS:
                return field
        return "price" if self.superlative in ("cost", "compared_cost") else None

    def _by_place(self) -> Row | None:
        """A row for each of several places that are set beside each other."""
        if self.scope.count < 2 or self.text.says(words.TOGETHER):
            return None
        if not self.text.says(words.COMPARED) and self.superlative in ("", "figure"):
            return None
        if self.scope.areas and self.scope.cities:
            why = LocalizedText(
                "I compare cities with cities and areas with areas.", "城市只能与城市比较，地区只能与地区比较。"
            )
            raise BeyondFamily(why)
        return "area" if self.scope.areas else "city"

    def _about_sights(self, filters: Filters, group: Row | None) -> DataQuery:
        field = self._sight_field()
        by_place = self._by_place() if group is None or (self.scope.count > 1 and not self._ranks()) else None
        if self.text.says(words.SHARE):
            return self._query("total", "share", "sights", None, filters)
        if self.averaging and field and (group or not self.superlative):
            return self._grouped(by_place or self._asked_group(group) or "total", "average", field, filters)
        if group in words.PLACES and self._counts(words.PLACES[group]) and not self._ranks():
            return self._places_with(filters, group)
        if group and not (field and self.superlative and not self.counting):
            if self.counting and not self._asked_group(group):
                return self._grouped(by_place or "total", "count", None, filters)
            return self._grouped(by_place or group, "count", None, filters)
        if self.counting:
            return self._grouped(by_place or "total", "count", None, filters)
        if by_place and field:
            return self._grouped(by_place, "average", field, filters)
        if not (self.superlative or self.ordered_by) and field in {bound.field for bound in filters.bounds}:
            field = "score"
        return self._sights(field or "score", filters)

    def _places_with(self, filters: Filters, group: Row) -> DataQuery:
        """How many cities, regions or countries have sights that are so."""
        if not (filters.of_sights or filters.tags) or self.having is not None:
            raise BeyondFamily(_TOGETHER)
        counted: Mapping[Row, Counted] = {"city": "cities", "region": "regions", "country": "countries"}
        return self._query("total", "count", counted[group], None, filters)

    def _about_cities(self, filters: Filters, group: Row | None) -> DataQuery:
        field = self._city_field()
        asked = self._asked_group(group)
        if field is None and filters.bounds:
            field = filters.bounds[0].field
        if field is not None and (
            asked in ("country", "region") or (self._averages_over(asked) and not filters.bounds)
        ):
            by_place = self._by_place() if asked is None else None
            return self._grouped(by_place or asked or "total", "average", field, filters, "cities")
        if field is not None and not (self.counting and self.superlative != "count"):
            row = self._by_place() if self.scope.areas and asked is None else None
            if row:
                return self._grouped(row, "average", field, filters, "cities")
            return self._cities(field, filters)
        if group in ("country", "region") and self.text.says(words.HOW_MANY) and not self.text.says(words.CITY):
            counted: Counted = "countries" if group == "country" else "regions"
            return self._query("total", "count", counted, None, filters)
        if group is not None and (self.counting or filters.best_month):
            if filters.best_month and not self.text.says(words.HOW_MANY):
                return self._cities("day_mid", filters)
            row = self._by_place() or (asked if asked in ("country", "region") else "total")
            return self._grouped(row, "count", None, filters, "cities")
        raise BeyondFamily(
            LocalizedText("I do not see what is to be counted or compared.", "我没有看出要统计或比较的是什么。")
        )

    def _ranks(self) -> bool:
        return self.superlative == "count" or self.text.says(words.RANK) or self.limit is not None

    def _asked_group(self, group: Row | None) -> Row | None:
        """The group when a row for each of it is wanted, rather than it being said of the places that are looked at."""
        if group is None:
            return None
        named = words.CATEGORY if group == "category" else words.PLACES[group]
        wanted = rf"(?:{words.EACH.pattern}|{_WHICH})\s*(?:\S{{0,20}}\s?)?(?:{named.pattern})"
        if self._ranks() or self.superlative or self.having:
            return group
        return group if re.search(wanted, self.text.left, re.ASCII) and not self._counts(named) else None

    def _counts(self, named: re.Pattern[str]) -> bool:
        """Whether it is the places themselves that are counted: how many cities, 多少个城市."""
        return re.search(rf"(?:{words.HOW_MANY.pattern})\s*(?:{named.pattern})", self.text.left, re.ASCII) is not None

    def _averages_over(self, asked: Row | None) -> bool:
        return self.averaging and asked is None and not self.scope.cities

    # -- the value -----------------------------------------------------------------------------------------------------

    def _grouped(
        self, row: Row, function: Function, field: str | None, filters: Filters, counted: Counted = "sights"
    ) -> DataQuery:
        query = self._query(row, function, counted, field, filters)
        if row == "total":
            return query
        descending = self.descending
        if descending is None:
            descending = function == "count" or field in ("score", "minutes")
        named = row == "area" or (row == "city" and self.scope.cities and not self.scope.areas)
        ranked = self._ranks() or self.superlative in ("count", "figure", "cost")
        limit = self.limit or (self._few() if ranked and not named else MAX_ROWS)
        return replace(query, descending=descending, limit=limit, having=self.having)

    def _few(self) -> int:
        singular = re.search(
            r"\b(?:which|what) (?:city|country|province|region|state)\b|哪个|哪座|哪国|哪一", self.text.left
        )
        return WINNERS if singular else RANKED

    def _cities(self, field: str, filters: Filters) -> DataQuery:
        descending = self.descending
        if descending is None:
            descending = not field.startswith((*words.COSTS, "transit"))
        ranked = self.superlative or self._ranks()
        limit = self.limit or (self._few() if ranked else MAX_ROWS)
        return replace(self._query("city", "value", "cities", field, filters), descending=descending, limit=limit)

    def _sights(self, field: str, filters: Filters) -> DataQuery:
        if not (self.scope.count or filters != Filters() or self.superlative):
            raise BeyondFamily(LocalizedText("I do not see what is asked of the sights.", "我没有看出要问景点的什么。"))
        descending = self.descending if self.descending is not None else field == "score"
        limit = self.limit or (RANKED if self.superlative else MAX_ROWS)
        return replace(self._query("sight", "value", "sights", field, filters), descending=descending, limit=limit)

    def _query(self, row: Row, function: Function, counted: Counted, field: str | None, filters: Filters) -> DataQuery:
        return DataQuery(row, function, counted, field, self.scope, filters, months=self.months)


def _says_all(query: DataQuery, having: Bound | None) -> bool:
    """Whether every condition that was said takes part in the query."""
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

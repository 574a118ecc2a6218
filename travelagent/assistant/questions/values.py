"""A data question as a value: what a row is, what is counted or measured, where, and under which conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from travelagent.catalog.values import Category, Tag
from travelagent.plans.values import LocalizedText

# One row of the answer: the whole, a place, one of the areas that were named, a sight.
Row: TypeAlias = Literal["total", "city", "region", "country", "area", "category", "sight"]
Counted: TypeAlias = Literal["sights", "cities", "regions", "countries"]
Function: TypeAlias = Literal["count", "average", "share", "value"]
AreaKind: TypeAlias = Literal["region", "country", "macro"]
Operator: TypeAlias = Literal[">", ">=", "<", "<=", "="]

SIGHT_FIELDS = ("price", "minutes", "score")
CLIMATE_FIELDS = ("t_mean", "t_max", "t_min", "precip_mm", "rain_days", "sun_hours")


def is_money(field: str) -> bool:
    """Return whether a figure is an amount of money."""
    return field not in (*CLIMATE_FIELDS, "elevation_m", "lat", "minutes", "score")


@dataclass(frozen=True, slots=True)
class Bound:
    """A condition on a figure. An amount of money has its currency, "" where none was stated."""

    field: str
    operator: Operator
    value: float
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A region by its English name, a country by its ISO code, or a macro-region by its English name."""

    kind: AreaKind
    name: str


@dataclass(frozen=True, slots=True)
class Scope:
    """The places that are looked at; everywhere when there are none."""

    cities: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()

    @property
    def count(self) -> int:
        """The number of cities and areas."""
        return len(self.cities) + len(self.areas)


@dataclass(frozen=True, slots=True)
class Filters:
    """What a sight, or a city, must be. `text` stands in a sight's name; a category is one of several, tags are all."""

    categories: tuple[Category, ...] = ()
    tags: tuple[Tag, ...] = ()
    bounds: tuple[Bound, ...] = ()
    free: bool | None = None
    booking: tuple[str, ...] = ()
    indoor: tuple[str, ...] = ()
    text: str = ""
    best_month: int | None = None

    @property
    def of_sights(self) -> bool:
        """Whether the filters distinguish sights; tags alone may be a city's."""
        sight_conditions = self.categories or self.free is not None or self.booking or self.indoor or self.text
        return bool(sight_conditions) or any(bound.field in SIGHT_FIELDS for bound in self.bounds)


@dataclass(frozen=True, slots=True)
class DataQuery:
    """One question of the family. `field` is what is measured or ordered by, None for a count.

    `having` bounds the count of a row. `months` are those of a climate figure, all twelve when there are none. A total
    has no order.
    """

    row: Row
    function: Function
    counted: Counted = "sights"
    field: str | None = None
    scope: Scope = Scope()
    filters: Filters = Filters()
    having: Bound | None = None
    months: tuple[int, ...] = ()
    descending: bool | None = None
    limit: int | None = None
    currency: str = ""

    @property
    def has_sights(self) -> bool:
        """Whether places are counted by what sights they have."""
        conditions = self.filters.of_sights or bool(self.filters.tags)
        return self.row == "total" and self.function == "count" and self.counted != "sights" and conditions


class UnsupportedQuestion(ValueError):
    """A question outside the supported family; `why` is the reason, `words` are the words of the question that cause
    it.
    """

    def __init__(self, why: LocalizedText, words: Sequence[str] = ()) -> None:
        super().__init__(why.en)
        self.why = why
        self.words = tuple(words)

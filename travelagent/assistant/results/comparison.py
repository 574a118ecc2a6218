"""Cities side by side, of compare_cities."""

from dataclasses import dataclass
from typing import TypeAlias

from travelagent.assistant.results.values import Money, NamedCity

Cell: TypeAlias = Money | str | int | float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of each city, in the order of the cities."""

    aspect: str
    label: str
    values: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cities, what they are compared by, and what stands out."""

    cities: tuple[NamedCity, ...]
    rows: tuple[Row, ...]
    verdict: str

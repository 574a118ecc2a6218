"""Cities side by side, of compare_cities."""

from dataclasses import dataclass
from typing import TypeAlias

from travelagent.assistant.results.values import Money, NamedCity, Omitted

Cell: TypeAlias = Money | str | int | float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of each city, in the order of the cities."""

    aspect: str
    label: str
    values: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cities, what they are compared by, the verdict, and the city that leads in most; empty where two do.

    `left_out`: a sentence for each requested city that is not among them, with the reason.
    """

    cities: tuple[NamedCity, ...]
    rows: tuple[Row, ...]
    verdict: str
    leader: Omitted[str] = ""
    left_out: Omitted[tuple[str, ...]] = ()

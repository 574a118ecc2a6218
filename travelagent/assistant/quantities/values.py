"""What a text states as a number: its kind, value, precision and bound."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

Bound: TypeAlias = Literal["", "about", "over", "under"]
Kind: TypeAlias = Literal[
    "clock", "date", "month", "weekday", "money", "minutes", "days", "metres", "celsius", "millimetres", "percent",
    "score", "count", "bare",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quantity:
    """`text[start:end]` states `value`, in the kind's own unit: minutes, metres, °C, minutes of the day for `clock`.

    A date is year × 10,000 + month × 100 + day, its year 0 where none is written; a weekday is 0 for Monday. `unit` is
    the step of what is stated (0.5 of it either way is rounding), `grain` the size of the last place that is not zero,
    `noun` what is counted or the unit's name. `currencies` are the codes that a sign may mean, empty for any.
    """

    start: int
    end: int
    kind: Kind
    value: float
    unit: float = 1.0
    grain: float = 1.0
    bound: Bound = ""
    currencies: frozenset[str] = frozenset()
    noun: str = ""


class Spanned(Protocol):
    """What stands at `text[start:end]`."""

    @property
    def start(self) -> int:
        """The index of the first character."""
        ...

    @property
    def end(self) -> int:
        """The index after the last character."""
        ...


T = TypeVar("T", bound=Spanned)


def apart(items: Iterable[T]) -> list[T]:
    """Return the items that overlap none before them in this order, as they stand in the text."""
    taken: set[int] = set()
    kept: list[T] = []
    for item in items:
        if taken.isdisjoint(range(item.start, item.end)):
            taken.update(range(item.start, item.end))
            kept.append(item)
    return sorted(kept, key=lambda item: item.start)

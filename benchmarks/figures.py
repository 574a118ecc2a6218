"""What a benchmark measures: figures, each beside its bound and its peers of the same run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure is held against: a `limit` fails the command when it is not met, a `goal` is only reported."""

    value: float
    kind: Literal["limit", "goal"] = "limit"
    at_least: bool = False

    def is_met_by(self, value: float) -> bool:
        """Return whether a value is on the right side of the bound, the bound itself included."""
        return value >= self.value if self.at_least else value <= self.value


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value in `unit` (a ratio has the unit ×), with the same figure of peers."""

    name: str
    value: float
    unit: str
    bound: Bound | None = None
    peers: Sequence[tuple[str, float]] = ()

    @property
    def is_met(self) -> bool:
        """Whether the bound is met; a figure without one is."""
        return self.bound is None or self.bound.is_met_by(self.value)

    def __str__(self) -> str:
        return f"{self.name}: {number(self.value)} {self.unit}{self._bound}".rstrip()

    @property
    def _bound(self) -> str:
        if self.bound is None:
            return ""
        return f" ({self.bound.kind}: {'at least' if self.bound.at_least else 'at most'} {number(self.bound.value)})"


def limit(value: float) -> Bound:
    """Return a limit that a figure may reach."""
    return Bound(value)


def at_least(value: float) -> Bound:
    """Return a limit that a figure must reach."""
    return Bound(value, at_least=True)


def goal(value: float) -> Bound:
    """Return a goal that a figure should not be over."""
    return Bound(value, "goal")


def goal_at_least(value: float) -> Bound:
    """Return a goal that a figure should reach."""
    return Bound(value, "goal", at_least=True)


def number(value: float) -> str:
    """Return a figure with three significant digits, whole from 100 on, with thousands separators."""
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:.3g}"

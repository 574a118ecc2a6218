"""The parts of the network: stops, the lines between neighbouring ones, airports."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

LineMode: TypeAlias = Literal["rail", "ferry", "road"]


class Place(NamedTuple):
    """A point of the earth, in degrees."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Stop:
    """A city, a junction, a port or a mountain town where lines meet; `country` is its ISO 3166 code.

    `on_island`: on one that no bridge and no tunnel leads to.
    """

    id: str
    at: Place
    country: str
    on_island: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line between two neighbouring stops: the minutes aboard and the kilometres of the way, the same in both
    directions. Trains of one `family` run through; from one family to another one changes."""

    mode: LineMode
    family: str
    ends: tuple[str, str]
    minutes: int
    km: float


@dataclass(frozen=True, slots=True)
class Airport:
    """An airport with scheduled flights; `minutes` from the middle of its city by the usual means.

    `size`: 3 flies to almost everywhere in its continent and far outside it, 2 to the large cities of its region, 1 to
    hubs only.
    """

    iata: str
    at: Place
    country: str
    minutes: int
    size: int


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey from door to door: `minutes` of it all, `aboard` those in vehicles, `km` of the way, and the minutes
    aboard of each mode."""

    minutes: float
    aboard: float
    km: float
    modes: tuple[tuple[str, float], ...]

    @property
    def main_mode(self) -> str:
        """The mode that one spends most of the time in."""
        return max(self.modes, key=lambda part: part[1])[0]

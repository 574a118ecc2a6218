"""The sights of query_attractions."""

from dataclasses import dataclass
from decimal import Decimal

from travelagent.assistant.results.values import NamedCity


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSight:
    """A sight; `minutes` is a usual visit, `open_on` its hours on the day that was asked about."""

    id: str
    category: str
    tags: tuple[str, ...] = ()
    score: int
    minutes: int
    hours: str
    open_on: tuple[tuple[str, str], ...] | None = None
    price: Decimal
    currency: str
    booking: str = "none"
    estimated: tuple[str, ...] = ()
    name: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightsOfCity(NamedCity):
    """A city's sights, best first."""

    sights: tuple[FoundSight, ...]


@dataclass(frozen=True, slots=True)
class FoundSights:
    """The sights of each city."""

    cities: tuple[SightsOfCity, ...]

    @property
    def sights(self) -> tuple[FoundSight, ...]:
        """Those of all cities."""
        return tuple(sight for city in self.cities for sight in city.sights)

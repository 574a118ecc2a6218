"""What one message wishes of a trip, as values: everything is optional, nothing is assumed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from travelagent.briefs.values import EMPTY, BudgetLimit, Dates, DayWish, Diet, Need, Ride, Travel
from travelagent.plans.values import CarriedConstraint, Pace, Tier


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that is to be visited. `place`: an id of the catalogue or of GeoNames, else a name; `days` there."""

    place: str
    days: int | None = None


@dataclass(frozen=True, slots=True)
class People:
    """Who travels, as one message counts and describes them.

    `complete`: everybody is counted; `added`: they come on top of those before; `ages` of children and `senior_ages` of
    elders, as far as stated; `group`: several who are not counted.
    """

    adults: int | None = None
    children: int | None = None
    seniors: int | None = None
    ages: tuple[int, ...] = ()
    complete: bool = False
    added: bool = False
    group: bool = False
    elders: bool = False
    elders_guessed: bool = False
    senior_ages: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of counted people."""
        return (self.adults or 0) + (self.children or 0) + (self.seniors or 0)


NOBODY = People()


@dataclass(frozen=True, slots=True)
class Wishes:
    """`areas`: regions and countries without a stop in them; `adds`: the stops come to those before, else they take
    their place; `dropped` are places given up, `withdrawn` the needs, diets and refused kinds that hold no longer.
    `days`: the length outright, `more` days on top of the one before (fewer, below 0). `near`: what the hotel shall be
    near to; `night`: what a night there may cost, and its currency where that is stated. `confidence`: how sure the
    first stop and home are, between 0 and 1."""

    stops: tuple[Stop, ...] = ()
    areas: tuple[str, ...] = ()
    adds: bool = False
    dropped: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    origin: str = ""
    ends_at: str = ""
    dates: Dates = EMPTY.dates
    days: int | None = None
    more: int = 0
    arrival: Ride = EMPTY.arrival
    departure: Ride = EMPTY.departure
    people: People = NOBODY
    needs: tuple[Need, ...] = ()
    budget: BudgetLimit | None = None
    night: tuple[Decimal, str | None] | None = None
    currency: str = ""
    tier: Tier | None = None
    pace: Pace | None = None
    interests: tuple[str, ...] = ()
    must_see: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    diet: tuple[Diet, ...] = ()
    near: str = ""
    day_wishes: tuple[DayWish, ...] = ()
    travel: Travel = EMPTY.travel
    constraints: tuple[CarriedConstraint, ...] = ()
    confidence: Mapping[str, float] = field(default_factory=dict)

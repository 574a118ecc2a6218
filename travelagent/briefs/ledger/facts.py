"""What the accounts of all fields share: the brief, its plan, and what is visited when; verdicts; texts by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from travelagent.briefs.ledger.entries import Entry, Verdict
from travelagent.briefs.values import TripBrief
from travelagent.catalog.names import place_name
from travelagent.costs.values import Budget
from travelagent.plans.fields import clock
from travelagent.plans.messages import Messages
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Money, PlanRequest, Point, Sight, Visit
from travelagent.plans.words import listed, term
from travelagent.verifier.trip import Trip, air_km

text: Final = Messages("travelagent.briefs.ledger")
SAME_PLACE_KM: Final = 0.2
"""Points no farther apart are the same place."""
MOST_NAMED: Final = 3
"""Maximum number of places or days that evidence names."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A visit with its day, and its sight where that is known. `words`: all by which it may be refused, `folded`."""

    day: DayPlan
    visit: Visit
    sight: Sight | None
    words: frozenset[str]

    @classmethod
    def of(cls, day: DayPlan, visit: Visit, sight: Sight | None) -> Stop:
        """Return the stop of a visit."""
        kinds = [term(each) for each in sight.terms - {sight.id}] if sight else []
        names = [word for each in (visit.name, *kinds) for word in (each.en, each.zh)]
        return cls(day, visit, sight, frozenset(map(folded, (visit.sight or "", *names))))

    @property
    def on_day(self) -> LocalizedText:
        """The name and the day: `Louvre (day 2)`."""
        return text("plan.on_day", name=self.visit.name, day=self.day.day)


@dataclass(frozen=True, slots=True)
class Facts:
    """A brief with the plan that is to answer it. `stops`: the visits to sights in their order."""

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary
    sights: Mapping[str, Sight]
    budget: Budget | None
    trip: Trip
    stops: tuple[Stop, ...]
    requested: frozenset[str]
    """The sights that the brief names, which outweigh what it refuses."""

    def is_firm(self, wish: Entry) -> bool:
        """Return whether the traveller has made a soft wish one that must hold."""
        return wish.id in self.brief.firm

    @classmethod
    def of(
        cls,
        brief: TripBrief,
        request: PlanRequest,
        itinerary: Itinerary,
        sights: Mapping[str, Sight],
        budget: Budget | None,
    ) -> Facts:
        """Return the facts of a plan."""
        visits = ((day, visit) for day in itinerary.days for visit in day.visits if visit.sight is not None)
        stops = tuple(Stop.of(day, visit, sights.get(visit.sight or "")) for day, visit in visits)
        wishes = (wish.value for wish in brief.day_wishes if wish.kind == "visit")
        trip = Trip.of(itinerary, request, tuple(sights.values()))
        return cls(brief, request, itinerary, sights, budget, trip, stops, frozenset([*brief.must_see, *wishes]))

    def city_name(self, city: str) -> LocalizedText:
        """Return the name of a city by its id; of one outside of the trip as the table of names has it."""
        known = self.trip.city_names.get(city)
        return known or LocalizedText(place_name(city, "en"), place_name(city, "zh"))

    def sight_name(self, sight: str) -> LocalizedText:
        """Return the name of a sight by its id, the id itself where it is not known."""
        return self.sights[sight].name if sight in self.sights else LocalizedText(sight, sight)

    def stops_at(self, sight: str) -> tuple[Stop, ...]:
        """Return the visits to that sight."""
        return tuple(stop for stop in self.stops if stop.visit.sight == sight)

    def missing(self, sight: str) -> tuple[Verdict, LocalizedText]:
        """Return the verdict on a sight that is not in the plan: the reason of the plan where it has one."""
        left = next((left for left in self.itinerary.left_out if left.sight == sight), None)
        if left is None:
            return "given_up", text("plan.missing")
        return "not_possible", listed([left.reason, left.relaxation], " ", "")


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """Return a word in one spelling: `Museums`, `hot_spring` as `museum`, `hot spring`."""
    return word.casefold().replace("_", " ").removesuffix("s")


def share(kept: int, of: int) -> Verdict:
    """Return the verdict on a wish of which so many parts are kept."""
    return "kept" if kept >= of else "kept_in_part" if kept else "given_up"


def named(names: Iterable[LocalizedText]) -> LocalizedText:
    """Return the first names in a list, with the number of those that it leaves out."""
    every = tuple(dict.fromkeys(names))
    shown = listed(every[:MOST_NAMED])
    more = len(every) - MOST_NAMED
    return text("plan.and_more", names=shown, count=more) if more > 0 else shown


def day_list(days: Iterable[int]) -> LocalizedText:
    """Return days in words: `day 2`, `days 2, 3`."""
    numbers = sorted(set(days))
    id = "plan.day" if len(numbers) == 1 else "plan.days"
    return text(id, days=listed(map(str, numbers)))


def money(amount: Money) -> str:
    """Return an amount in round figures: `1,250 EUR`."""
    return f"{amount.amount:,.0f} {amount.currency}"


def at(stop: Stop) -> LocalizedText:
    """Return when a visit is: `stands on day 2, 09:30`."""
    return text("plan.stands", day=stop.day.day, time=clock(stop.visit.arrive))


def counted(id: str, count: int, **values: object) -> LocalizedText:
    """Return the text of an id with a `count`, or that of its form for one."""
    return text(f"{id}_one" if count == 1 else id, count=count, **values)


def is_same_place(one: Point, other: Point) -> bool:
    """Return whether two points are the same place."""
    return air_km(one.lat, one.lon, other.lat, other.lon) < SAME_PLACE_KM

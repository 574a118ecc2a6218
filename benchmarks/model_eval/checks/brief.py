"""Checks of the brief as it stands after a turn."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

from benchmarks.model_eval.checks.values import Check, named
from benchmarks.model_eval.conversation import Moment
from benchmarks.model_eval.reading import minutes_of
from travelagent.briefs.party import head_count
from travelagent.briefs.values import Diet, Need, Per, Ride, TripBrief
from travelagent.briefs.wire import without_sources
from travelagent.catalog import source
from travelagent.plans.values import IntercityMode


def field_is(path: str, expected: object) -> Check:
    """Demand that the field at this dotted path, as `dates.month`, has this value."""

    def fault(moment: Moment) -> str:
        value: Any = moment.brief
        for name in path.split("."):
            value = getattr(value, name)
        return "" if value == expected else f"{path} is {value!r}"

    return Check(named("brief.field_is", path, expected), fault)


def places_are(*places: str) -> Check:
    """Demand that the trip goes to these places, in this order, and to no others."""
    return _of_brief(
        named("brief.places_are", *places), lambda brief: brief.places == places, lambda brief: brief.places
    )


def has_no_places() -> Check:
    return _of_brief("brief.has_no_places", lambda brief: not brief.places, lambda brief: brief.places)


def days_are(days: int) -> Check:
    return _of_brief(named("brief.days_are", days), lambda brief: brief.days == days, lambda brief: brief.days)


def starts_on(day: date) -> Check:
    return _of_brief(
        named("brief.starts_on", day), lambda brief: brief.dates.start == day, lambda brief: brief.dates.start
    )


def is_in_month(month: int) -> Check:
    """Demand that the trip is in this month, by its first day or by the month alone."""

    def holds(brief: TripBrief) -> bool:
        return (brief.dates.start.month if brief.dates.start else brief.dates.month) == month

    return _of_brief(named("brief.is_in_month", month), holds, lambda brief: brief.dates)


def origin_is(place: str) -> Check:
    return _of_brief(named("brief.origin_is", place), lambda brief: brief.origin == place, lambda brief: brief.origin)


def people_are(count: int, *, children: tuple[int, ...] = (), elders: bool = False) -> Check:
    """Demand that so many people travel, with children of these ages, and elders among them."""

    def holds(brief: TripBrief) -> bool:
        party = brief.party
        has_elders = bool(party.seniors) or party.elders
        ages = tuple(sorted(-1 if age is None else age for age in party.children))
        return head_count(party) == count and ages == tuple(sorted(children)) and (has_elders or not elders)

    return _of_brief(named("brief.people_are", count, *children), holds, lambda brief: brief.party)


def needs(*wanted: Need) -> Check:
    return _of_brief(
        named("brief.needs", *wanted), lambda brief: set(wanted) <= set(brief.needs), lambda brief: brief.needs
    )


def diet_has(*wanted: Diet) -> Check:
    return _of_brief(
        named("brief.diet_has", *wanted), lambda brief: set(wanted) <= set(brief.diet), lambda brief: brief.diet
    )


def budget_is(amount: int, per: Per, currency: str) -> Check:
    """Demand that the budget is this amount; its currency is named, or that of the first place."""

    def holds(brief: TripBrief) -> bool:
        budget = brief.budget
        if budget is None or (budget.amount, budget.per) != (Decimal(amount), per):
            return False
        return (budget.currency or brief.currency or _currency_of(brief)) == currency

    return _of_brief(named("brief.budget_is", amount, per, currency), holds, lambda brief: brief.budget)


def must_see_has(*sights: str) -> Check:
    return _of_brief(
        named("brief.must_see_has", *sights),
        lambda brief: set(sights) <= {*brief.must_see, *(wish.value for wish in brief.day_wishes)},
        lambda brief: brief.must_see,
    )


def avoids(term: str) -> Check:
    return _of_brief(named("brief.avoids", term), lambda brief: term in brief.avoid, lambda brief: brief.avoid)


def wants_none_of(*interests: str) -> Check:
    """Demand that none of these is taken for an interest of the traveller."""
    return _of_brief(
        named("brief.wants_none_of", *interests),
        lambda brief: not set(interests) & set(brief.interests),
        lambda brief: brief.interests,
    )


def arrives_at(clock: str, mode: IntercityMode) -> Check:
    return _ride(named("brief.arrives_at", clock, mode), clock, mode, lambda brief: brief.arrival)


def departs_at(clock: str, mode: IntercityMode) -> Check:
    return _ride(named("brief.departs_at", clock, mode), clock, mode, lambda brief: brief.departure)


def is_unchanged() -> Check:
    """Demand that the turn left the brief as it was."""

    def fault(moment: Moment) -> str:
        before = without_sources(moment.before.trip.brief)
        return "" if without_sources(moment.brief) == before else "the brief changed"

    return Check("brief.is_unchanged", fault)


def _ride(name: str, clock: str, mode: IntercityMode, ride: Callable[[TripBrief], Ride]) -> Check:
    return _of_brief(name, lambda brief: (ride(brief).at, ride(brief).mode) == (minutes_of(clock), mode), ride)


def _currency_of(brief: TripBrief) -> str:
    city = source.cities().get(brief.places[0]) if brief.places else None
    return city.currency if city else ""


def _of_brief(name: str, holds: Callable[[TripBrief], bool], shown: Callable[[TripBrief], object]) -> Check:
    return Check(name, lambda moment: "" if holds(moment.brief) else f"it is {shown(moment.brief)!r}")

"""How a change of the brief reaches the plan: by edits, so that the rest stays as it is, or by planning anew."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from travelagent.assistant.trip_view import PlanAtHand
from travelagent.briefs.hours import arrives_at, leaves_at
from travelagent.briefs.party import head_count
from travelagent.briefs.values import DayWish, Ride, TripBrief
from travelagent.catalog import source
from travelagent.planning.edits.days import AddDays, EndBy, ReorderCities, SetCityDays, SetStartDate, StartAt
from travelagent.planning.edits.sights import Add, Drop, Visiting
from travelagent.planning.edits.trip import SetInterests, SetPace, SetTransport, SetTravellers
from travelagent.plans.fields import clock
from travelagent.plans.values import Edit

UNPLANNED: Final = frozenset({"origin", "budget", "currency", "tier", "diet", "unserved"})
"""Fields that change a trip's costs or texts, not its days."""
_ARGUMENTS: Final = frozenset({"lodging", "arrival", "departure"})
"""Fields that are arguments of change_route of their own."""


def edits_between(
    before: TripBrief, after: TripBrief, changed: frozenset[str], plan: PlanAtHand
) -> tuple[Edit, ...] | None:
    """Return the edits of the plan that make a brief's change; None where the change requires a new plan."""
    fields = changed - UNPLANNED - _ARGUMENTS
    if not fields <= set(_EDITS) or (changed & _ARGUMENTS and arguments_of(after, changed) is None):
        return None
    edits: list[Edit] = []
    for name in sorted(fields):
        made = _EDITS[name](before, after, plan)
        if made is None:
            return None
        edits += made
    return tuple(edits)


def arguments_of(after: TripBrief, changed: frozenset[str]) -> dict[str, Any] | None:
    """Return the arguments of change_route for the hotel and the rides; None where these cannot be expressed."""
    found: dict[str, Any] = {}
    if "lodging" in changed:
        if not after.lodging.near:
            return None
        found["hotel"] = after.lodging.near
    for name in ("arrival", "departure"):
        if name in changed:
            ride: Ride = getattr(after, name)
            at = arrives_at(ride) if name == "arrival" else leaves_at(ride)
            if at is None:
                return None
            found[name] = {"at": clock(at), **({"way": ride.mode} if ride.mode else {})}
    return found


def _dates(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> list[Edit] | None:
    old, new = before.dates, after.dates
    same = dataclasses.replace(new, start=old.start, end=old.end, days=old.days)
    if same != dataclasses.replace(old, month=new.month, season=new.season) or new.layover != old.layover:
        return None
    if new.start is None and (new.month, new.season) != (old.month, old.season):
        return None
    moved: list[Edit] = [SetStartDate(new.start)] if new.start and new.start != plan.days[0].date else []
    more = (after.days or len(plan.days)) - len(plan.days)
    return [*moved, AddDays(more)] if more else moved


def _stays(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> list[Edit] | None:
    known = [stay for stay in after.stays if stay.place in source.cities()]  # of the others there is nothing to plan
    places = tuple(stay.place for stay in known)
    if set(places) != set(plan.cities):
        return None
    order: list[Edit] = [ReorderCities(places)] if places != plan.cities else []
    held = {stay.place: stay.days for stay in before.stays}
    changed = (stay for stay in known if stay.days and stay.days != held.get(stay.place))
    return [*order, *(SetCityDays(stay.place, stay.days or 1) for stay in changed)]


def _party(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> list[Edit] | None:
    same = dataclasses.replace(after.party, adults=before.party.adults)
    return [SetTravellers(head_count(after.party) or 1)] if same == before.party else None


def _travel(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> list[Edit] | None:
    same = dataclasses.replace(after.travel, between=before.travel.between, fares=before.travel.fares)
    if same != before.travel:
        return None
    between = after.travel.between
    return [SetTransport(between)] if between and between != before.travel.between else []


def _wishes(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> list[Edit] | None:
    new = [wish for wish in after.day_wishes if wish not in before.day_wishes]
    known = all(wish.kind == "visit" or (wish.kind, wish.day) == ("hours", "every") for wish in new)
    if not known or len(new) + len(before.day_wishes) < len(after.day_wishes):
        return None
    return [edit for wish in new for edit in (_visit if wish.kind == "visit" else _hours)(wish, plan)]


def _visit(wish: DayWish, plan: PlanAtHand) -> Iterator[Edit]:
    day = len(plan.days) if wish.day == "last" else wish.day if isinstance(wish.day, int) else None
    yield Visiting(wish.value, day, wish.start, wish.part, wish.minutes)


def _hours(wish: DayWish, plan: PlanAtHand) -> Iterator[Edit]:
    """The hours of every day; the journeys of the first and the last one stay as they are."""
    for day in plan.days:
        if wish.start is not None:
            yield StartAt(day.day, wish.start)
        if wish.end is not None:
            yield EndBy(day.day, wish.end)


def _new(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    return (each for each in after if each not in before)


_EDITS: Final[Mapping[str, Callable[[TripBrief, TripBrief, PlanAtHand], list[Edit] | None]]] = {
    "dates": _dates,
    "stays": _stays,
    "party": _party,
    "travel": _travel,
    "day_wishes": _wishes,
    "pace": lambda before, after, plan: [SetPace(after.pace)] if after.pace else None,
    "interests": lambda before, after, plan: [SetInterests(after.interests)],
    "must_see": lambda before, after, plan: [Add(sight) for sight in _new(before.must_see, after.must_see)],
    "avoid": lambda before, after, plan: [Drop((term,)) for term in _new(before.avoid, after.avoid)],
}
"""What makes the change of a field; None: only a new plan does."""

"""Which days of a plan a change touched, and a change taken out of a plan that others have changed since."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from travelagent.planning.diff import diff
from travelagent.plans.values import Itinerary
from travelagent.trips.plans import renewed_budget, verified
from travelagent.wire.itinerary import itinerary_from_wire

Payload = Mapping[str, Any]
OWN_TEXTS = ("title", "notes")
BY_POSITION = "fixed"
"""Visits name a place of one's own by its position in this list of the request."""


class Overlap(Exception):
    """Both changes touch the same part of the trip."""


class TripContent(Protocol):
    """What a trip or a version of it holds."""

    title: str
    notes: str
    itinerary: Any
    budget: Any


def changed_days(before: Payload, after: Payload) -> frozenset[int]:
    """Return the days that are not the same in both plans, those of only one of them included."""
    old, new = itinerary_from_wire(before), itinerary_from_wire(after)
    numbers = {day.day for day in (*old.days, *new.days)}
    pins = {day for day, visit in _pins(old) ^ _pins(new)}
    return frozenset((numbers - set(diff(old, new).same_days)) | pins)


def taken_back(before: TripContent, made: TripContent, now: TripContent) -> dict[str, Any]:
    """Return the fields of `now` without the change from `before` to `made`; empty where nothing of it is left.

    Raises Overlap where the same part was changed after it.
    """
    changes = {
        field: getattr(before, field)
        for field in OWN_TEXTS
        if _differs(getattr(before, field), getattr(made, field), getattr(now, field))
    }
    if _differs(before.itinerary, made.itinerary, now.itinerary, whole=False):
        itinerary = _plan_without(before.itinerary, made.itinerary, now.itinerary)
        if itinerary is not None:
            changes["itinerary"] = itinerary
            changes["budget"] = renewed_budget(now.budget, itinerary)
    elif before.itinerary == made.itinerary and _differs(before.budget, made.budget, now.budget):
        changes["budget"] = before.budget
    return changes


def _differs(before: Any, made: Any, now: Any, *, whole: bool = True) -> bool:
    """Return whether a part was changed and still is. Raises Overlap for one that is changed as a `whole` and was
    again.
    """
    if before == made or now == before:
        return False
    if whole and now != made:
        raise Overlap
    return True


def _plan_without(before: Payload, made: Payload, now: Payload) -> dict[str, Any] | None:
    """Return the plan `now` without the change from `before` to `made`; None where nothing of it is left."""
    if now == made:
        return dict(before)
    touched = changed_days(before, made)
    if touched & changed_days(made, now):
        if touched & changed_days(before, now):
            raise Overlap
        return None
    if not len(before["days"]) == len(made["days"]) == len(now["days"]):
        raise Overlap
    old = {day["day"]: day for day in before["days"]}
    merged = copy.deepcopy(dict(now))
    merged["days"] = [copy.deepcopy(old[day["day"]]) if day["day"] in touched else day for day in merged["days"]]
    for part in ("request", "brief"):
        if now.get(part):
            merged[part] = _request_without(*(payload.get(part) or {} for payload in (before, made, now)))
    return verified(merged)


def _request_without(before: Payload, made: Payload, now: Payload) -> dict[str, Any]:
    """Return what is asked `now` without what was asked between `before` and `made`."""
    found = dict(now)
    for name in {*before, *made}:
        old, then, current = before.get(name), made.get(name), now.get(name)
        if not _differs(old, then, current, whole=False):
            continue
        if current == then and (name != BY_POSITION or _begins_alike(old or [], then or [])):
            found[name] = old
        elif name != BY_POSITION and all(each is None or isinstance(each, list) for each in (old, then, current)):
            found[name] = _list_without(old or [], then or [], current or [])
        else:
            raise Overlap
        if not found[name] and old is None:
            del found[name]
    return found


def _list_without(before: Sequence[Any], made: Sequence[Any], now: Sequence[Any]) -> list[Any]:
    kept = [each for each in now if each in before or each not in made]
    return [*kept, *(each for each in before if each not in made and each not in kept)]


def _begins_alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))


def _pins(plan: Itinerary) -> set[tuple[int, str]]:
    return {(day.day, visit.id) for day in plan.days for visit in day.visits if visit.pinned}

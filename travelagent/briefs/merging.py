"""Parts of a field of the brief, merged into what it holds: `{"party": {"adults": 2}}` keeps the 78-year-old.

A part that is given stays with the others, as JSON Merge Patch (RFC 7396) has it. What the new part contradicts goes: a
first day puts the month aside, an hour the part of the day, a hotel's name the point of the one before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from travelagent.briefs.values import (
    BudgetLimit,
    Dates,
    Lodging,
    Party,
    Ride,
    Tiers,
    Travel,
    TripBrief,
    check_dates,
    check_hours,
)
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import LocalizedText

KINDS: Final[Mapping[str, type[Any]]] = {
    "dates": Dates,
    "arrival": Ride,
    "departure": Ride,
    "party": Party,
    "budget": BudgetLimit,
    "tiers": Tiers,
    "lodging": Lodging,
    "travel": Travel,
}
"""The fields that have parts, with the class of each."""
Parts = Mapping[str, Any]


def merged(brief: TripBrief, field: str, parts: Parts) -> Any:
    """Return the field's value with these parts in place of its own; None clears a part.

    Raises InvalidRequest where the parts contradict each other, or one that is needed is missing.
    """
    empty = _empty(field)
    given = {name: empty.get(name) if value is None else value for name, value in parts.items()}
    held = getattr(brief, field)
    stated = {name for name, value in given.items() if value != empty.get(name)}
    superseded = _SUPERSEDED.get(KINDS[field])
    gone = superseded(brief, given, stated) if superseded else {}
    values = {**(_values(held) if held is not None else {}), **gone, **given}
    try:
        found = KINDS[field](**values)
        if isinstance(found, Dates):
            check_hours(check_dates(found).layover)
    except (TypeError, ValueError) as error:
        reason = str(error) if isinstance(error, ValueError) else "a part is missing"
        raise InvalidRequest(f"brief.{field}", LocalizedText(f"{field}: {reason}", f"{field}：{reason}")) from error
    return found


def _empty(field: str) -> dict[str, Any]:
    """The values of the parts that nothing was stated of; a part without one has to be given."""
    missing = dataclasses.MISSING
    return {each.name: each.default for each in dataclasses.fields(KINDS[field]) if each.default is not missing}


def _values(held: Any) -> dict[str, Any]:
    return {each.name: getattr(held, each.name) for each in dataclasses.fields(held)}


def _of_dates(brief: TripBrief, given: Parts, stated: set[str]) -> dict[str, Any]:
    """A first day replaces the month or season, these replace the days; the length stays unless it is given."""
    gone: dict[str, Any] = {}
    vague = {"month": None, "season": None, "part": None, "weekday": None, "weekend": False, "spectacle": None}
    if "start" in stated:
        gone |= vague
    elif stated & {"month", "season", "spectacle"}:
        gone |= {"start": None, "season": None, "month": None, "spectacle": None, "part": None}
    if gone and "end" not in stated:
        gone |= {"end": None, "days": brief.days}
    if "days" in stated:
        gone["end"] = None
    elif "end" in stated:
        gone["days"] = None
    return gone


def _of_ride(brief: TripBrief, given: Parts, stated: set[str]) -> dict[str, Any]:
    """An hour replaces the part of the day and back; the minutes into town are those of the ride before."""
    gone: dict[str, Any] = {"minutes": None}
    if "at" in stated:
        gone |= {"part_of_day": None, "sets_out": None}
    elif stated & {"part_of_day", "sets_out"}:
        gone |= {"at": None, "part_of_day": None, "sets_out": None}
    return gone


def _of_lodging(brief: TripBrief, given: Parts, stated: set[str]) -> dict[str, Any]:
    """A place by name replaces a point, and back."""
    return {"near": "", "place": None} if stated & {"near", "place"} else {}


def _of_party(brief: TripBrief, given: Parts, stated: set[str]) -> dict[str, Any]:
    """A number replaces an uncounted group; there are as many ages of seniors as seniors, at most."""
    gone: dict[str, Any] = {"group": False} if "adults" in stated else {}
    if "seniors" in given and len(brief.party.senior_ages) > (given["seniors"] or 0):
        gone["senior_ages"] = ()
    return gone


def _of_travel(brief: TripBrief, given: Parts, stated: set[str]) -> dict[str, Any]:
    """A mode that is wanted is not refused any more."""
    wanted = {given.get("within"), given.get("between")}
    return {"refuse": tuple(mode for mode in brief.travel.refuse if mode not in wanted)}


_SUPERSEDED: Final[Mapping[type[Any], Callable[[TripBrief, Parts, set[str]], dict[str, Any]]]] = {
    Dates: _of_dates,
    Ride: _of_ride,
    Lodging: _of_lodging,
    Party: _of_party,
    Travel: _of_travel,
}
"""What the new parts of a field put aside of its old ones."""

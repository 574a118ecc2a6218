"""Changes of a plan by what their clauses do: each act of a frame is one operation, made of the roles of its parts.

An operation that misses a part which it cannot do without comes to nothing, and the clause is not read.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from travelagent.assistant.embedded.reading.edit_clauses import (
    LEAST_REST,
    MOST_REST,
    PARTS,
    days_of,
    minutes_of,
    place_of,
)
from travelagent.assistant.embedded.reading.reading import Frame, Reading
from travelagent.assistant.trip_view import PlanAtHand
from travelagent.catalog import source
from travelagent.catalog.text import fold
from travelagent.plans.fields import clock
from travelagent.plans.values import PartOfDay

Wire: TypeAlias = dict[str, Any]
_REFUSED: Final = frozenset({"avoid", "avoid_kind", "seen"})
_DAYS: Final = frozenset({"day", "on", "since"})
_LEAST_NAME: Final = 2
"""Least number of characters of a part of a name that means a stop."""
_DAY: Final = 24 * 60
_ALIKE: Final[Mapping[str, tuple[str, ...]]] = {
    "free": ("free", "免费", "不要钱", "不花钱"),
    "near": ("near", "close", "附近", "近"),
    "indoor": ("indoor", "inside", "室内", "屋里"),
    "alike": ("similar", "alike", "same kind", "类似", "差不多", "同类"),
}
"""Words for how something else is to be like."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a frame names: ids of sights that are wanted or refused, kinds, cities of the plan, days of the plan, the
    hours with their roles, the part of the day, minutes of a stay; `alike`: how something else is to be like;
    `foreign`: a place or a day that the plan cannot hold."""

    wanted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    no_kinds: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    days: tuple[int, ...] = ()
    hours: tuple[tuple[str, int], ...] = ()
    part: PartOfDay | None = None
    minutes: int | None = None
    alike: str = ""
    foreign: bool = False

    @property
    def sights(self) -> tuple[str, ...]:
        """All sights that are named."""
        return tuple(dict.fromkeys((*self.refused, *self.wanted)))

    @property
    def point(self) -> Wire:
        """The hour or the part of the day."""
        if self.hours:
            return {"start": clock(self.hours[0][1])}
        return {"when": self.part} if self.part else {}


Builder: TypeAlias = Callable[[Parts, PlanAtHand, str], list[Wire]]


def edits_of_frame(frame: Frame, reading: Reading, plan: PlanAtHand, today: dt.date, meant: str) -> list[Wire]:
    """Return the edits of a frame in their form on the wire; none where a part is missing, or lies outside the plan.

    `meant`: the sight of the plan that was spoken of before.
    """
    builder = _BUILDERS.get(frame.act)
    parts = parts_of(frame, reading, plan, today)
    return [] if builder is None or parts.foreign else builder(parts, plan, meant)


def parts_of(frame: Frame, reading: Reading, plan: PlanAtHand, today: dt.date) -> Parts:
    """Return what a frame names."""
    sights: dict[str, bool] = {}
    kinds: dict[str, bool] = {}
    cities: list[str] = []
    days: list[int] = []
    hours: list[tuple[str, int]] = []
    part, minutes, alike, foreign = None, None, "", False
    typed = [token for token in reading.tokens[frame.first : frame.last] if token.type in ("place", "kind")]
    for n in range(frame.first, frame.last):
        token, (role, sure) = reading.tokens[n], reading.roles.get(n, ("", 0.0))
        fine = reading.parts.get(n, role)
        match token.type:
            case "place":
                item = place_of(token, (role, sure), plan, n)
                if item.slot == "sight":
                    sights[item.value] = fine in _REFUSED
                elif item.slot == "city":
                    cities.append(item.value)
                elif role != "place.other":
                    foreign = True
            case "kind" if fine in _REFUSED or fine in ("like", "only", "about", "must"):
                kinds[token.value[1] or token.value[0]] = fine in _REFUSED
            case "day" | "date" if fine in _DAYS:
                found = days_of(token, plan, today)
                foreign |= found is not None and not all(1 <= day <= len(plan.days) for day in found or (0,))
                days += found or ()
            case "part":
                part = PARTS.get(token.value)
            case "clock":
                hours.append((fine, minutes_of(token)))
            case "span" if token.value.unit in ("hour", "minute"):
                minutes = round(token.value.number * (60 if token.value.unit == "hour" else 1))
    for span in reading.spans_within(frame.first, frame.last):
        if span.role == "alike":
            alike = next((kind for kind, words in _ALIKE.items() if any(w in fold(span.text) for w in words)), "")
        elif span.role in ("edit", "must", *_REFUSED):
            known = any(token.start < span.end and span.start < token.end for token in typed)
            if not known and (stop := _stop_called(span.text, plan)) is not None:
                sights.setdefault(stop, span.role in _REFUSED)
    return Parts(
        tuple(id for id, refused in sights.items() if not refused),
        tuple(id for id, refused in sights.items() if refused),
        tuple(kind for kind, refused in kinds.items() if not refused),
        tuple(kind for kind, refused in kinds.items() if refused),
        tuple(dict.fromkeys(cities)),
        tuple(dict.fromkeys(days)),
        tuple(hours),
        part,
        minutes,
        alike,
        foreign,
    )


def _stop_called(text: str, plan: PlanAtHand) -> str | None:
    """The one stop of the plan that a part of its name means."""
    known, folded = source.sights(), fold(text).strip()
    if len(folded) < _LEAST_NAME:
        return None
    names = {id: (fold(known[id].name_en), fold(known[id].name_zh)) for id in plan.sights if id in known}
    called = [id for id, both in names.items() if any(folded in name for name in both)]
    return called[0] if len(called) == 1 else None


def _day_of(sight: str, plan: PlanAtHand) -> int | None:
    return next((day.day for day in plan.days if sight in day.sights), None)


def _planned(sights: Sequence[str], plan: PlanAtHand) -> tuple[str, ...]:
    return tuple(sight for sight in sights if sight in plan.sights)


def _moved(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    sights = parts.wanted or _planned((meant,), plan)
    when = {**({"day": parts.days[0]} if parts.days else {}), **parts.point}
    if not when or parts.refused:
        return []
    return [*_placed(sights, when, plan)]


def _placed(sights: Sequence[str], when: Wire, plan: PlanAtHand) -> Iterator[Wire]:
    for sight in sights:
        if sight in plan.sights:
            yield {"op": "move", "visit": sight, **when}
        elif when.keys() - {"day"}:
            yield {"op": "visit", "sight": sight, **when}
        else:
            yield {"op": "add", "sight": sight, **when}


def _added(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    when = {**({"day": parts.days[0]} if parts.days else {}), **parts.point}
    return [each for each in _placed(parts.wanted, when, plan) if when or each["op"] == "add"]


def _dropped(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    terms = [*parts.refused, *parts.no_kinds] or ([] if parts.wanted else [*_planned((meant,), plan)])
    return [{"op": "drop", "terms": terms}] if terms else []


def _replaced(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    out = next(iter((*_planned(parts.refused, plan), *_planned(parts.wanted, plan), *_planned((meant,), plan))), "")
    new = next((sight for sight in parts.wanted if sight != out), "")
    if not out:
        return []
    if not new:
        return [{"op": "exchange", "visit": out, "like": parts.alike}] if parts.alike and not parts.kinds else []
    there, here = _day_of(out, plan), _day_of(new, plan)
    if here is None:
        return [{"op": "swap", "visit": out, "sight": new}]
    moved: list[Wire] = [{"op": "move", "visit": new, "day": there}] if here != there else []
    return [{"op": "drop", "terms": [out]}, *moved]


def _swapped(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    if len(parts.days) == 2 and not parts.sights:
        return [{"op": "swap_days", "first": parts.days[0], "second": parts.days[1]}]
    return []


def _kept(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    return [{"op": "pin", "visit": sight} for sight in _planned(parts.sights, plan)]


def _lightened(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    part = {"part": parts.part} if parts.part else {}
    return [{"op": "lighten", "day": day, **part} for day in parts.days]


def _freed(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    part = {"part": parts.part} if parts.part else {}
    return [] if parts.hours else [{"op": "free", "day": day, **part} for day in parts.days]


def _timed(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    days = parts.days or tuple(day.day for day in plan.days)
    begin = next((hour for role, hour in parts.hours if role == "begin"), None)
    finish = next((hour for role, hour in parts.hours if role == "finish"), None)
    begins: list[Wire] = [] if begin is None else [{"op": "start_at", "day": day, "at": clock(begin)} for day in days]
    ends: list[Wire] = [] if finish is None else [{"op": "end_by", "day": day, "at": clock(finish)} for day in days]
    return begins + ends


def _lasting(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    sights = _planned(parts.wanted, plan) or _planned((meant,), plan)
    if parts.minutes is None or len(sights) != 1 or not 0 < parts.minutes <= _DAY:
        return []
    return [{"op": "minutes", "visit": sights[0], "minutes": parts.minutes}]


def _rested(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    hours = [hour for _, hour in parts.hours]
    minutes = hours[1] - hours[0] if len(hours) > 1 else parts.minutes
    if minutes is not None and not LEAST_REST <= minutes <= MOST_REST:
        return []
    start = {"start": clock(hours[0])} if hours else {}
    lasts = {"minutes": minutes} if minutes is not None else {}
    days = {"days": list(parts.days)} if parts.days and len(parts.days) < len(plan.days) else {}
    return [{"op": "rest", **start, **lasts, **days}]


def _limited(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    kinds = [*parts.kinds, *parts.wanted]
    return [{"op": "only", "day": day, "kinds": kinds} for day in parts.days if kinds]


def _kept_off(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    terms = (*parts.refused, *parts.no_kinds)
    return [{"op": "without", "day": day, "term": term} for day in parts.days for term in terms]


def _indoors(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    return [] if parts.sights else [{"op": "indoors", "day": day} for day in parts.days]


def _left_out(parts: Parts, plan: PlanAtHand, meant: str) -> list[Wire]:
    return [{"op": "remove_day", "day": day} for day in sorted(parts.days, reverse=True)]


_BUILDERS: Final[Mapping[str, Builder]] = {
    "edit.move": _moved, "edit.add": _added, "edit.drop": _dropped, "edit.replace": _replaced, "edit.swap": _swapped,
    "edit.keep": _kept, "edit.lighten": _lightened, "edit.free": _freed, "edit.hours": _timed, "edit.length": _lasting,
    "edit.rest": _rested, "edit.only": _limited, "edit.without": _kept_off, "edit.rain": _indoors,
    "edit.day_off": _left_out,
}  # fmt: skip

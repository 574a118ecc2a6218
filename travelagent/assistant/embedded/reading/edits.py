"""The edits of a plan that a message asks for, made of its typed tokens by templates.

Each piece of a segment that is an edit is held against the templates from the most specific one on: the first whose
features it has all of, and none of the barred ones, and whose builder finds what it needs, makes its edits. What is
refused is never added or moved.
"""

import dataclasses
import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final, TypeAlias

from travelagent.assistant.embedded.reading.edit_clauses import LEAST_REST, MOST_REST, Hour, Piece, pieces
from travelagent.assistant.embedded.reading.frames import edits_of_frame
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.trip_view import PlanAtHand
from travelagent.briefs.usual import EARLY_START, LATE_START
from travelagent.catalog import source
from travelagent.plans.fields import clock, minutes_of

Wire: TypeAlias = dict[str, Any]
HALF_DAY, WHOLE_DAY = 240, 480
"""The minutes of half a day and of a day at a sight."""
LONGER, SHORTER, STEP = 1.5, 0.6, 15
"""By how much a visit gets longer or shorter where no time is named, and to how many minutes it is rounded."""
_FEW: Final = 3
"""A piece that drops what was spoken of before has no more words and values."""
_ACTS: Final = ("edit",)
_TAKES_BACK: Final = frozenset({"not", "nothing"})
_SURE_FRAME, _SURE_LOSS = 0.6, 0.8
_LOSES: Final = frozenset(
    {"edit.drop", "edit.day_off", "edit.only", "edit.without", "edit.replace", "edit.free", "edit.lighten"}
)
"""How sure a frame must be to be done, and one that takes something away."""
_LOSING: Final = frozenset({"drop", "remove_day"})
"""Edits that a template makes only where no frame surely says another thing."""
_QUESTION_MARKS: Final = frozenset("?？吗")
_ENDS: Final = frozenset(",，.。;；!！")
_REACH: Final = 9
"""So many tokens behind what a piece names its question may end."""
_ONE_A_DAY: Final = frozenset({"reorder_cities", "start_at", "end_by", "free"})
"""Edits of which a later one of the same day takes the place of the one before."""


@dataclass(frozen=True, slots=True)
class Editing:
    """`edits` in their form on the wire, in order; `unread`: the texts of pieces that ask for a change which could not
    be made into an edit; `failed`: the first tokens of segments no edit at all could be made of; `withheld`: the
    message where it would take days away and it is not understood what goes where instead."""

    edits: tuple[Wire, ...] = ()
    unread: tuple[str, ...] = ()
    failed: frozenset[int] = frozenset()
    withheld: str = ""


@dataclass(slots=True)
class _Context:
    """The plan and the state that the pieces before have left.

    That is the order of its cities, the sight that was dropped last, the last one mentioned, and whether something
    before could not be read (`lost`), or where something is to go (`unplaced`); `spoken_of`: the sight that the
    conversation was about before the message.
    """

    plan: PlanAtHand
    order: tuple[str, ...]
    dropped: str = ""
    named: str = ""
    lost: bool = False
    unplaced: bool = False
    spoken_of: str = ""
    edits: list[Wire] = field(default_factory=list)

    @property
    def meant(self) -> str:
        """The sight that an "it" means."""
        return self.named or self.spoken_of

    def day_of(self, sight: str) -> int | None:
        return next((day.day for day in self.plan.days if sight in day.sights), None)

    def sights_on(self, day: int) -> tuple[str, ...]:
        return next((each.sights for each in self.plan.days if each.day == day), ())


Builder: TypeAlias = Callable[[Piece, _Context], list[Wire] | None]


@dataclass(frozen=True, slots=True)
class Template:
    """A builder for pieces with all of some features and none of others; an empty list lets the next one try.

    None, as the builder or from it: no edit expresses what such a piece asks for, and no other template may try.
    """

    needs: frozenset[str]
    bars: frozenset[str]
    build: Builder | None


def _row(needs: str, bars: str, build: Builder | None) -> Template:
    return Template(frozenset(needs.split()), frozenset(bars.split()), build)


def edits_of(reading: Reading, plan: PlanAtHand, today: dt.date, spoken_of: str = "") -> Editing:
    """Return the edits of a message upon a plan. `today` resolves relative dates; `spoken_of`: the sight that the
    conversation was about before."""
    context = _Context(plan, plan.cities, spoken_of=spoken_of)
    unread: list[str] = []
    failed: set[int] = set()
    for segment in reading.segments:
        if segment.act in _ACTS:
            before = [*context.edits]
            unread += _of_segment(reading, segment, context, today)
            if context.edits == before:
                failed.add(segment.first)
    edits = tuple(_without_doubles(_without_lighter(_without_dropped(context.edits))))
    if context.unplaced and (certain := tuple(edit for edit in edits if not _shortens(edit))) != edits:
        return Editing(certain, (reading.text,), frozenset(failed), reading.text)
    return Editing(edits, tuple(unread), frozenset(failed))


def _shortens(edit: Wire) -> bool:
    """Whether an edit takes days away."""
    return bool(edit["op"] == "remove_day" or (edit["op"] == "add_days" and edit["count"] < 0))


def _of_segment(reading: Reading, segment: Segment, context: _Context, today: dt.date) -> Iterator[str]:
    """Put the edits of a segment to those before, and give the texts of pieces that none could be made of."""
    before, unread, alone = len(context.edits), [], ""
    closed: set[str] = set()
    context.named = _sight_before(reading, segment, context.plan) or context.named
    found = pieces(reading, segment, context.plan, today)
    for piece in found:
        piece = _on_that_day(piece, context)
        built = [] if _only_asks(piece, reading) else _built(piece, context)
        if any(edit["op"] in _LOSING for edit in built) and _keeps(piece, reading):
            built = []
        if not built and _asks_for_change(piece):
            unread.append(piece.text)
            closed |= {piece.text} if "foreign" in piece.features or piece.classes & _TAKES_BACK else set()
            context.lost = True
            context.unplaced |= bool(piece.classes & {"move", "put", "add"})
        elif built and alone in unread and context.named in (built[0].get("visit"), built[0].get("sight")):
            unread.remove(alone)
        alone = piece.text if not built and piece.wanted else ""
        context.edits += built
        context.dropped = piece.refused[-1] if piece.refused else context.dropped
        context.named = piece.sights[-1] if piece.sights else context.named
        context.lost |= "foreign" in piece.features or ("that_day" in piece.classes and not piece.days)
    if not unread and len(context.edits) == before and found:
        first, last = reading.tokens[segment.first], reading.tokens[segment.last - 1]
        unread = [reading.text[first.start : last.end]]
        closed |= {*unread} if any("foreign" in p.features or p.classes & _TAKES_BACK for p in found) else set()
    yield from (text for text in unread if text in closed)
    yield from _left_by_frames([text for text in unread if text not in closed], reading, segment, context, today)


def _keeps(piece: Piece, reading: Reading) -> bool:
    """Whether the clause of a piece is surely a change that takes nothing away ("don't put both on the same day")."""
    frames = (frame for frame in reading.frames if any(frame.first <= item.first < frame.last for item in piece.items))
    return any(frame.act not in _LOSES and frame.sure >= _SURE_LOSS for frame in frames)


def _left_by_frames(
    unread: Sequence[str], reading: Reading, segment: Segment, context: _Context, today: dt.date
) -> list[str]:
    """The texts of which frames make no edits either; the edits are put to those before."""
    left = [*unread]
    for frame in reading.frames:
        text = reading.text[reading.tokens[frame.first].start : reading.tokens[frame.last - 1].end]
        here = segment.first <= frame.first and frame.last <= segment.last
        touched = [each for each in left if each in text or text in each]
        if not (here and touched) or frame.sure < (_SURE_LOSS if frame.act in _LOSES else _SURE_FRAME):
            continue
        if built := edits_of_frame(frame, reading, context.plan, today, context.meant):
            context.edits += [edit for edit in built if edit not in context.edits]
            left = [each for each in left if each not in touched]
    return left


def _only_asks(piece: Piece, reading: Reading) -> bool:
    """Whether a piece ends as a question that requests nothing ("is it open on day 2?")."""
    end = piece.items[-1].last if piece.items else 0
    behind = takewhile(lambda token: token.text not in _ENDS, reading.tokens[max(0, end - 1) : end + _REACH])
    return "request" not in piece.classes and any(token.text in _QUESTION_MARKS for token in behind)


def _sight_before(reading: Reading, segment: Segment, plan: PlanAtHand) -> str:
    """The last sight of the plan that is named before a segment, as in a question that leads to it."""
    named = (token.value.id for token in reading.tokens[: segment.first] if token.type == "place")
    return next((id for id in reversed([*named]) if id in plan.sights), "")


def _on_that_day(piece: Piece, context: _Context) -> Piece:
    """A piece whose "that day" is the day of the sight named before it."""
    if "that_day" not in piece.classes or (piece.days and not piece.inherited):
        return piece
    edited_days = (
        edit.get("day") for edit in reversed(context.edits) if context.named in (edit.get("visit"), edit.get("sight"))
    )
    day = next((each for each in edited_days if each), None) or context.day_of(context.named)
    if day is None:
        return piece
    return dataclasses.replace(piece, days=(day,), features=piece.features | {"day", "own_day", "when"})


def _built(piece: Piece, context: _Context) -> list[Wire]:
    if "foreign" in piece.features or "w.asks" in piece.features:
        return []
    for template in TEMPLATES:
        if template.needs <= piece.features and template.bars.isdisjoint(piece.features):
            built = template.build(piece, context) if template.build else None
            if built is None:
                return []
            if built:
                return built
    return []


def _asks_for_change(piece: Piece) -> bool:
    """Whether a piece without an edit names what could be changed rather than a reason."""
    values = {"sight", "kind", "no_kind", "refused", "kept", "foreign", "own_day", "clock", "span", "city"}
    words = {"w.move", "w.put", "w.add", "w.drop", "w.swap", "w.replace", "w.free", "w.only", "w.lighter", "w.rest"}
    return bool(piece.features & values) and bool(piece.features & (words | {"sight", "foreign", "refused", "w.visit"}))


def _without_dropped(edits: Sequence[Wire]) -> list[Wire]:
    """The edits without those that would bring in or place what another one drops."""
    dropped = {term for edit in edits if edit["op"] == "drop" for term in edit["terms"]}
    return [edit for edit in edits if edit.get("visit") not in dropped and edit.get("sight") not in dropped]


def _without_lighter(edits: Sequence[Wire]) -> list[Wire]:
    """The edits without those that make a day lighter that is limited to some kinds, or begins later, anyway."""
    limited = {edit["day"] for edit in edits if edit["op"] in ("only", "start_at")}
    return [edit for edit in edits if not (edit["op"] == "lighten" and edit["day"] in limited)]


def _without_doubles(edits: Sequence[Wire]) -> Iterator[Wire]:
    """Each edit once; of several orders of the cities, and of several hours of a day, the last."""
    for n, edit in enumerate(edits):
        of_one = [each for each in edits[n + 1 :] if (each["op"], each.get("day")) == (edit["op"], edit.get("day"))]
        if edit not in edits[n + 1 :] and not (edit["op"] in _ONE_A_DAY and of_one):
            yield edit


# -- sights ------------------------------------------------------------------------------------------------------------
def _point(piece: Piece) -> Wire:
    """Hour, part or place in the day that a piece names."""
    if piece.clocks:
        return {"start": clock(piece.clocks[0].minutes)}
    if piece.classes & {"first", "begin"} and "last" not in piece.classes:
        return {"when": "first"}
    if piece.part:
        return {"when": piece.part}
    if "last" in piece.classes:
        return {"when": "last"}
    return {"when": "morning"} if "earlier" in piece.classes else {}


def _day(piece: Piece, context: _Context) -> Wire:
    """Return the day of a piece; one of a piece before counts beside a point of the day or where nothing else is
    stated.
    """
    chained = not piece.classes & {"add", "move", "drop"} or bool(_point(piece))
    if piece.days and (chained or not piece.inherited):
        return {"day": piece.days[0]}
    return {}


def _minutes_of(piece: Piece, base: int) -> int | None:
    """Return how long a visit shall last by the span of a piece, a visit having lasted `base` minutes; None if not
    stated.
    """
    if piece.span is None:
        return None
    span, role = piece.span
    match span.unit:
        case "hour":
            minutes = round(60 * span.number)
        case "minute":
            minutes = round(span.number)
        case "day":
            minutes = HALF_DAY if span.number < 1 else WHOLE_DAY if span.number == 1 else 0
        case _:
            minutes = 0
    if minutes and span.unit in ("hour", "minute") and role == "more" and base and piece.classes & {"more", "add"}:
        minutes += base
    elif minutes and role == "fewer" and base:
        minutes = max(STEP, base - minutes)
    return minutes if 0 < minutes <= 24 * 60 else None


def _usual_minutes(sight: str) -> int:
    known = source.sights().get(sight)
    return known.minutes if known else 0


def _visits(piece: Piece, context: _Context) -> list[Wire]:
    """Return the edits that move or add each requested sight to the stated day and time, for the stated duration."""
    found: list[Wire] = []
    for sight in piece.wanted:
        found += _visit(sight, piece, context)
    return found


def _visit(sight: str, piece: Piece, context: _Context) -> list[Wire]:
    day, point = _day(piece, context), _point(piece)
    minutes = _minutes_of(piece, _usual_minutes(sight)) if len(piece.wanted) == 1 else None
    if context.day_of(sight) is not None:
        moved: list[Wire] = [{"op": "move", "visit": sight, **day, **point}] if day or point else []
        return [*moved, *([{"op": "minutes", "visit": sight, "minutes": minutes}] if minutes else [])]
    if point or minutes:
        return [{"op": "visit", "sight": sight, **day, **point, **({"minutes": minutes} if minutes else {})}]
    return [{"op": "add", "sight": sight, **day}]


def _drops(piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": "drop", "terms": [*piece.refused, *piece.no_kinds]}, *_visits(piece, context)]


def _adds(piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": "add", "sight": sight} for sight in piece.wanted]


def _adds_it(piece: Piece, context: _Context) -> list[Wire]:
    sight = context.meant
    return [{"op": "add", "sight": sight}] if sight and sight != context.dropped else []


def _drops_kind(piece: Piece, context: _Context) -> list[Wire]:
    """Kinds that are refused; behind a sight they may be but the reason ("…, he hates museums")."""
    if (context.named or context.lost) and "drop" not in piece.classes:
        return []
    if "one" in piece.classes and len(piece.no_kinds) == 1:
        return _drops_one(piece.no_kinds[0], context)
    return [{"op": "drop", "terms": list(piece.no_kinds)}]


def _drops_one(kind: str, context: _Context) -> list[Wire]:
    """The one sight of a kind that is missed least."""
    known = source.sights()
    planned = (known[id] for id in context.plan.sights if id in known)
    of_kind = [sight for sight in planned if kind in (sight.category, *sight.tags)]
    least = min(of_kind, key=lambda sight: (sight.score, sight.id), default=None)
    return [{"op": "remove", "visit": least.id}] if least else []


def _drops_wanted(piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": "drop", "terms": list(piece.wanted)}]


def _refused_on_day(piece: Piece, context: _Context) -> list[Wire]:
    refused = [
        {"op": "without", "day": day, "term": term} for day in piece.days for term in (*piece.refused, *piece.no_kinds)
    ]
    return [*refused, *_only_later(piece)]


def _not_on_days(piece: Piece, context: _Context) -> list[Wire] | None:
    """A planned sight is not to be on some days; nothing where it is on none of them."""
    edits: list[Wire] = [
        {"op": "without", "day": day, "term": sight}
        for day in piece.days for sight in piece.wanted if context.day_of(sight) == day
    ]  # fmt: skip
    return edits or None


def _only_later(piece: Piece) -> list[Wire]:
    """Return the edits for the kinds that a day is limited to, if the piece states them beside what it refuses."""
    return [{"op": "only", "day": day, "kinds": list(piece.kinds)} for day in piece.days if "only" in piece.features]


def _replaced(piece: Piece, context: _Context) -> list[Wire]:
    """One sight for another: the refused one, else the first that is planned, goes out."""
    sights = piece.sights
    planned = [sight for sight in sights if context.day_of(sight) is not None]
    out = next(iter((*piece.refused, *planned)), "")
    new = next((sight for sight in sights if sight != out and sight not in piece.refused), "")
    return _exchange(out, new, piece, context)


def _instead(piece: Piece, context: _Context) -> list[Wire]:
    """A sight for the one that was dropped just before."""
    last = context.edits[-1] if context.edits else {}
    if last.get("op") != "drop" or last["terms"] != [context.dropped] or len(piece.wanted) != 1:
        return []
    built = _exchange(context.dropped, piece.wanted[0], piece, context)
    if built:
        context.edits.pop()
    return built


def _exchange(out: str, new: str, piece: Piece, context: _Context) -> list[Wire]:
    if not out or not new:
        return []
    there, here, day = context.day_of(out), context.day_of(new), _day(piece, context).get("day")
    if there is None:
        return [{"op": "drop", "terms": [out]}, *_visit(new, piece, context)]
    if here is not None:
        return [
            {"op": "drop", "terms": [out]},
            *([] if here == there else [{"op": "move", "visit": new, "day": there}]),
        ]
    if day is not None and day != there and not piece.inherited:
        return [{"op": "drop", "terms": [out]}, {"op": "add", "sight": new, "day": day}]
    return [{"op": "swap", "visit": out, "sight": new}]


def _trade_places(piece: Piece, context: _Context) -> list[Wire]:
    """Two visits of the plan each to the other's day and place in it."""
    if len(piece.sights) != 2:
        return []
    one, other = piece.sights
    days = context.day_of(one), context.day_of(other)
    if days[0] is None or days[1] is None:
        return []
    places = [context.sights_on(day).index(sight) for day, sight in zip(days, (one, other), strict=True) if day]
    if days[0] == days[1]:
        early, late = sorted((one, other), key=context.sights_on(days[0]).index)
        low, high = sorted(places)
        return [_placed(late, days[0], low), _placed(early, days[0], high)]
    return [_placed(one, days[1], places[1]), _placed(other, days[0], places[0])]


def _placed(sight: str, day: int, position: int) -> Wire:
    return {"op": "move", "visit": sight, "day": day, "position": position}


def _beside(piece: Piece, context: _Context) -> list[Wire]:
    """A visit right before or behind another one of the plan."""
    if len(piece.sights) != 2 or piece.refused:
        return []
    first = next(n for n, item in enumerate(piece.items) if item.slot == "sight" and item.value == piece.sights[0])
    behind = any("after" in item.classes for item in piece.items[first:])
    in_order = "first" in piece.classes
    one, other = piece.sights
    day = context.day_of(other)
    if day is None or context.day_of(one) is None:
        return []
    others = [sight for sight in context.sights_on(day) if sight != one]
    return [_placed(one, day, others.index(other) + (behind and not in_order))]


def _same_day(piece: Piece, context: _Context) -> list[Wire]:
    """Sights on one day: the one that is named, else that of the last of them which is planned."""
    planned = [sight for sight in piece.wanted if context.day_of(sight) is not None]
    day = piece.days[0] if piece.days else context.day_of(planned[-1]) if planned else None
    if day is None:
        return []
    moved = [sight for sight in piece.wanted if context.day_of(sight) != day]
    return [
        {"op": "move", "visit": sight, "day": day} if sight in planned else {"op": "add", "sight": sight, "day": day}
        for sight in moved
    ]


def _lasts(piece: Piece, context: _Context) -> list[Wire]:
    """A longer or shorter visit, where no time is named by half as much."""
    factor = SHORTER if "less" in piece.classes else LONGER
    found: list[Wire] = []
    for sight in piece.wanted:
        base = _usual_minutes(sight)
        minutes = _minutes_of(piece, base) or STEP * round(base * factor / STEP)
        if minutes and context.day_of(sight) is not None:
            found.append({"op": "minutes", "visit": sight, "minutes": minutes})
    return found


def _shifted(piece: Piece, context: _Context) -> list[Wire]:
    """A visit so many days, or else some hours, earlier or later."""
    step = -1 if "earlier" in piece.classes else 1
    found: list[Wire] = []
    for sight in piece.wanted:
        day = context.day_of(sight)
        if day is None:
            continue
        if piece.span and piece.span[0].unit == "day" and piece.span[0].number >= 1:
            to = day + step * round(piece.span[0].number)
            found += [{"op": "move", "visit": sight, "day": to}] if 1 <= to <= len(context.plan.days) else []
        elif piece.span is None:
            found.append({"op": "move", "visit": sight, "when": "morning" if step < 0 else "afternoon"})
    return found


def _pins(piece: Piece, context: _Context) -> list[Wire]:
    kept = piece.kept or piece.wanted
    return [{"op": "pin", "visit": sight} for sight in kept if context.day_of(sight) is not None]


def _named_before(piece: Piece, context: _Context) -> list[Wire]:
    """Return a day or hour for the sight that was mentioned before, in addition to what an edit of it sets already.

    An hour of a journey is none of a sight.
    """
    sight, day, point = context.meant, _day(piece, context), _point(piece)
    last = context.edits[-1] if context.edits else {}
    if any(item.slot == "clock" and item.value.of_ride for item in piece.items):
        return []
    if not (context.named or piece.classes & {"it", "first"}):
        return []
    if last.get("op") == "minutes" and not piece.classes & {"it", "put", "move"}:
        return []
    if not sight or sight == context.dropped or piece.foreign or not (point or (day and not piece.inherited)):
        return []
    if last.get("op") in ("move", "visit", "add") and sight in (last.get("visit"), last.get("sight")):
        if last.keys() & {"when", "start"} and not point.keys() & {"start"} and "it" not in piece.classes:
            return []
        context.edits.pop()
        kept = {name: value for name, value in last.items() if name not in ("when", "start", "position") or not point}
        return [{**kept, **day, **point, **({"op": "visit"} if last["op"] == "add" and point else {})}]
    return [{"op": "move", "visit": sight, **day, **point}] if context.day_of(sight) is not None else []


def _drops_it(piece: Piece, context: _Context) -> list[Wire]:
    negated = any("not" in item.classes and "drop" not in item.classes for item in piece.items)
    if not context.meant or negated or len(piece.items) > _FEW:
        return []
    context.dropped = context.meant
    return [{"op": "drop", "terms": [context.meant]}]


# -- days --------------------------------------------------------------------------------------------------------------
def _all_days(piece: Piece, context: _Context) -> tuple[int, ...]:
    """The days of a piece; where it names none that of the sight named before, and every one if there is none."""
    if piece.days:
        return piece.days
    if context.named:
        day = context.day_of(context.named)
        return (day,) if day else ()
    lost = context.lost or "that_day" in piece.classes
    return () if lost else tuple(day.day for day in context.plan.days)


def _hour(hour: Hour, op: str, piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": op, "day": day, "at": clock(hour.minutes)} for day in _all_days(piece, context)]


def _starts(piece: Piece, context: _Context) -> list[Wire]:
    """Days begin at the hour; of two hours they end by the second one."""
    last = context.edits[-1] if context.edits else {}
    if last.get("op") == "rest" and "start" in last and not piece.days:
        minutes = piece.clocks[0].late().minutes - minutes_of(last["start"])
        return [{**context.edits.pop(), "minutes": minutes}] if LEAST_REST <= minutes <= MOST_REST else []
    begins = _hour(piece.clocks[0], "start_at", piece, context)
    if len(piece.clocks) == 2 and "end" in piece.classes:
        return [*begins, *_hour(piece.clocks[1].late(), "end_by", piece, context)]
    return begins


def _ends(piece: Piece, context: _Context) -> list[Wire]:
    return _hour(piece.clocks[0].late(), "end_by", piece, context)


def _later_start(piece: Piece, context: _Context) -> list[Wire]:
    if context.edits and context.edits[-1]["op"] == "free" and not piece.features & {"own_day"}:
        return []
    at = clock(EARLY_START if "earlier" in piece.classes else LATE_START)
    return [{"op": "start_at", "day": day, "at": at} for day in _all_days(piece, context)]


def _lighter(piece: Piece, context: _Context) -> list[Wire]:
    part = {"part": piece.part} if piece.part else {}
    return [{"op": "lighten", "day": day, **part} for day in piece.days]


def _frees(piece: Piece, context: _Context) -> list[Wire]:
    """Days left free, each in the part that is named behind it."""
    parts: dict[int, Any] = {}
    days: tuple[int, ...] = ()
    for item in piece.items:
        days = item.value if item.slot == "day" else days
        if item.slot == "part":
            parts |= dict.fromkeys(days, item.value)
    parts = {day: parts.get(day, piece.part) for day in piece.days}
    return [{"op": "free", "day": day, **({"part": part} if part else {})} for day, part in parts.items()]


def _not_that_day(piece: Piece, context: _Context) -> list[Wire]:
    """The sight that was named before is not to be on some days."""
    return [{"op": "without", "day": day, "term": context.named} for day in piece.days if context.named]


def _swaps_days(piece: Piece, context: _Context) -> list[Wire]:
    if len(piece.days) != 2:
        return []
    return [{"op": "swap_days", "first": piece.days[0], "second": piece.days[1]}]


def _removes_days(piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": "remove_day", "day": day} for day in sorted(piece.days, reverse=True)]


def _more_days(piece: Piece, context: _Context) -> list[Wire] | None:
    """So many days more, or fewer, in the city that is named."""
    if piece.span is None or piece.span[0].number < 1:
        return []
    if (
        "less" in piece.classes and piece.classes & {"more", "more_days"} and len(piece.cities) < 2
    ):  # more days in a place that is not known
        return None
    fewer = piece.span[1] == "fewer" or bool(piece.classes & {"less", "drop"})
    count = round(piece.span[0].number) * (7 if piece.span[0].unit == "week" else 1)
    city = {"city": piece.cities[0]} if piece.cities else {}
    return [{"op": "add_days", "count": -count if fewer else count, **city}]


def _shifts_trip(piece: Piece, context: _Context) -> list[Wire]:
    """The whole trip some days or weeks earlier or later."""
    if piece.span is None or piece.span[0].unit not in ("day", "week"):
        return []
    days = round(piece.span[0].number * (7 if piece.span[0].unit == "week" else 1))
    first = context.plan.days[0].date + dt.timedelta(days=-days if "earlier" in piece.classes else days)
    return [{"op": "start_date", "date": first.isoformat()}]


def _only(piece: Piece, context: _Context) -> list[Wire]:
    """Days of nothing but some kinds, or but some sights, which come there."""
    kinds = [*piece.kinds, *piece.wanted]
    return [*_visits(piece, context), *({"op": "only", "day": day, "kinds": kinds} for day in piece.days)]


def _only_named(piece: Piece, context: _Context) -> list[Wire]:
    """Nothing on a day but the sight that was named before."""
    return [{"op": "only", "day": day, "kinds": [context.named]} for day in piece.days if context.named]


def _indoors(piece: Piece, context: _Context) -> list[Wire]:
    return [{"op": "indoors", "day": day} for day in piece.days]


def _rests(piece: Piece, context: _Context) -> list[Wire]:
    """Return hours at the hotel from the first stated time to the second one; else after lunch, for the stated
    duration.
    """
    minutes = None
    if len(piece.clocks) > 1:
        minutes = piece.clocks[1].minutes - piece.clocks[0].minutes
    elif piece.span is not None and piece.span[0].unit in ("hour", "minute"):
        minutes = round(piece.span[0].number * (60 if piece.span[0].unit == "hour" else 1))
    if minutes is not None and not LEAST_REST <= minutes <= MOST_REST:
        return []
    start = {"start": clock(piece.clocks[0].minutes)} if piece.clocks else {}
    days = {"days": list(piece.days)} if piece.days and not piece.every else {}
    return [{"op": "rest", **start, **({"minutes": minutes} if minutes is not None else {}), **days}]


def _busy(piece: Piece, context: _Context) -> list[Wire]:
    """Hours of a day that are taken: it begins after those of the morning, ends before those that go on into the
    evening, and leaves out those between."""
    first, last = piece.clocks[0], piece.clocks[-1]
    if len(piece.clocks) == 1 or first.minutes < LATE_START:
        return [{"op": "start_at", "day": day, "at": clock(last.minutes)} for day in piece.days]
    minutes = last.late().minutes - first.late().minutes
    if not LEAST_REST <= minutes <= MOST_REST:
        return []
    return [{"op": "rest", "start": clock(first.late().minutes), "minutes": minutes, "days": list(piece.days)}]


# -- cities ------------------------------------------------------------------------------------------------------------
def _reversed(piece: Piece, context: _Context) -> list[Wire]:
    return _ordered(tuple(reversed(context.order)), context)


def _ordered(order: tuple[str, ...], context: _Context) -> list[Wire]:
    if order == context.order or sorted(order) != sorted(context.order):
        return []
    context.order = order
    return [{"op": "reorder_cities", "cities": list(order)}]


def _reordered(piece: Piece, context: _Context) -> list[Wire]:
    """One city right before or behind another; of one alone to the begin or the end; else in the order named."""
    named = [city for city in piece.cities if city in context.order]
    rest = [city for city in context.order if city not in named]
    between = _words_between_cities(piece)
    if len(named) == 1:
        ahead = "first" in piece.classes
        return _ordered((*named, *rest) if ahead else (*rest, *named), context)
    if len(named) == 2 and "before" in between | _words_behind_cities(piece) and "first" not in piece.classes:
        return _ordered(_next_to(named[0], named[1], context.order, behind=False), context)
    if len(named) == 2 and "after" in between and not piece.classes & {"first", "and"}:
        return _ordered(_next_to(named[0], named[1], context.order, behind=True), context)
    if "swap" in piece.classes and len(named) == 2:
        named.sort(key=context.order.index, reverse=True)
    places = iter(named)
    return _ordered(tuple(next(places) if city in named else city for city in context.order), context)


def _next_to(city: str, other: str, order: Sequence[str], *, behind: bool) -> tuple[str, ...]:
    left = [each for each in order if each != city]
    left.insert(left.index(other) + behind, city)
    return tuple(left)


def _words_between_cities(piece: Piece) -> frozenset[str]:
    at = [n for n, item in enumerate(piece.items) if item.slot == "city"]
    return frozenset().union(*(item.classes for item in piece.items[at[0] : at[-1]])) if at else frozenset()


def _words_behind_cities(piece: Piece) -> frozenset[str]:
    at = [n for n, item in enumerate(piece.items) if item.slot == "city"]
    return frozenset().union(*(item.classes for item in piece.items[at[-1] :])) if at else frozenset()


_NO_SIGHT: Final = "sight refused kept"
_NOTHING: Final = f"{_NO_SIGHT} kind no_kind"
_OF_DAYS: Final = "w.free w.begin w.end w.rest w.not w.nothing w.lighter w.indoors w.only w.drop w.meal w.swap w.if"
_RESTS: Final = ("clock", "span", "part", "own_day", "every")
_OF_SIGHTS: Final = ("bare", "w.it", "w.visit", "w.put", "w.move", "w.first", "w.earlier")
"""Words of changes that are none of a sight, and those that may be one of the sight named before."""
TEMPLATES: Final = (
    _row("w.if", "w.indoors", None),
    # cities
    _row("w.reverse", f"{_NOTHING} two_days", _reversed),
    _row("two_cities w.before", f"{_NOTHING} days_span", _reordered),
    _row("two_cities w.after", f"{_NOTHING} days_span", _reordered),
    _row("two_cities w.first", f"{_NOTHING} days_span", _reordered),
    _row("two_cities w.swap", f"{_NOTHING} days_span", _reordered),
    _row("city w.first", f"{_NOTHING} two_cities own_day span clock", _reordered),
    _row("city w.last", f"{_NOTHING} two_cities own_day span clock", _reordered),
    _row("days_span w.later w.trip", f"{_NOTHING} own_day city", _shifts_trip),
    _row("days_span w.earlier w.trip", f"{_NOTHING} own_day city", _shifts_trip),
    _row("days_span w.more", _NOTHING, _more_days),
    _row("days_span w.add", _NOTHING, _more_days),
    _row("days_span w.less", _NOTHING, _more_days),
    _row("days_span w.drop", _NOTHING, _more_days),
    # days
    _row("w.swap two_days", _NO_SIGHT, _swaps_days),
    _row("w.replace two_days", _NO_SIGHT, _swaps_days),
    _row("w.move two_days", _NOTHING, _swaps_days),
    _row("w.indoors day", "w.if sight", _indoors),
    _row("w.busy clock own_day", _NOTHING, _busy),
    _row("w.busy part own_day", f"{_NOTHING} clock", _frees),
    _row("w.rest clock every", _NO_SIGHT, _rests),
    *(_row(f"w.rest {when}", f"{_NO_SIGHT} w.free w.not w.begin w.end", _rests) for when in _RESTS),
    _row("w.noon w.rest", f"{_NO_SIGHT} w.not", _rests),
    _row("w.rest hours_span", f"{_NO_SIGHT} w.not w.begin", _rests),
    _row("w.nothing clock w.after", _NOTHING, _ends),
    _row("w.not clock w.after day", f"{_NOTHING} w.begin", _ends),
    _row("w.not_before clock", _NOTHING, _starts),
    _row("w.nothing clock w.before", _NOTHING, _starts),
    _row("w.not clock w.before day", f"{_NOTHING} w.end", _starts),
    _row("w.only kind day", "refused no_kind", _only),
    _row("w.only sight own_day", "w.drop kind", _only),
    _row("no_kind w.lighter", "w.drop", None),
    _row("no_kind day", "w.drop sight", _refused_on_day),
    _row("refused own_day w.not", "w.drop sight", _refused_on_day),
    _row("planned w.not own_day", "refused two_sights w.only w.others w.lighter clock", _not_on_days),
    _row("sight w.others w.not", "w.only", None),
    _row("refused w.not part", "w.drop day sight", None),
    _row("refused w.not clock", "w.drop day sight", None),
    _row("w.free part day", f"{_NOTHING} w.not", _frees),
    _row("w.free day", f"{_NOTHING} w.not clock", _frees),
    _row("w.nothing part day", _NOTHING, _frees),
    _row("w.nothing w.others w.that_day day", f"{_NOTHING} clock part", _only_named),
    _row("w.nothing day", f"{_NOTHING} clock every w.earlier w.later", _frees),
    _row("w.not w.put own_day", f"{_NOTHING} clock part every w.others w.lighter", _not_that_day),
    _row("w.not w.put day", f"{_NOTHING} clock every w.others w.lighter", _frees),
    _row("w.drop part own_day", f"{_NOTHING} clock", _frees),
    _row("w.drop own_day", f"{_NOTHING} clock part w.lighter w.not", _removes_days),
    _row("w.lighter own_day", f"{_NOTHING} clock w.begin w.it w.add w.noon", _lighter),
    _row("w.lighter w.it day", f"{_NOTHING} clock w.begin own_day", _lighter),
    _row("w.begin w.first sight", "refused", _visits),
    _row("w.begin clock", _NOTHING, _starts),
    _row("w.later clock", f"{_NOTHING} w.end", _starts),
    _row("w.put w.after clock day", f"{_NOTHING} w.not w.end w.rest w.free w.meal two_days city", _starts),
    _row("w.end clock", f"{_NOTHING} w.meal", _ends),
    _row("w.end w.earlier own_day", f"{_NOTHING} w.begin", _lighter),
    _row("w.sleep_in clock", f"{_NOTHING} w.end", _starts),
    _row("w.sleep_in", f"{_NOTHING} w.end", _later_start),
    _row("w.later w.begin", f"{_NOTHING} w.end", _later_start),
    _row("w.earlier w.begin", f"{_NOTHING} w.end", _later_start),
    # sights
    _row("kept", "", _pins),
    _row("sight w.leave w.out", "refused", _drops_wanted),
    _row("sight own_day w.begin", "clock refused", _visits),
    _row("sight w.still", "refused w.move own_day", _pins),
    _row("new w.instead_of own_day", "two_sights refused clock part", _only),
    _row("sight w.something w.replace", "two_sights", None),
    _row("two_sights w.replace new", "", _replaced),
    _row("two_sights w.instead_of", "", _replaced),
    _row("two_sights w.replace refused", "", _replaced),
    _row("two_sights w.swap planned", "new refused", _trade_places),
    _row("sight w.instead", "refused two_sights", _instead),
    _row("sight w.replace", "refused two_sights", _instead),
    _row("refused w.together", "w.drop", None),
    _row("refused", "", _drops),
    _row("no_kind w.that_day", "day", None),
    _row("no_kind", "sight w.less part clock every", _drops_kind),
    _row("two_sights w.before planned", "when new", _beside),
    _row("two_sights w.after planned", "own_day part clock new", _beside),
    _row("two_sights w.together", "", _same_day),
    _row("two_sights span w.put", "clock", _same_day),
    _row("planned w.more", "own_day part clock", _lasts),
    _row("planned w.less", "own_day part clock", _lasts),
    _row("planned w.earlier", "own_day part clock", _shifted),
    _row("planned w.later", "own_day part clock", _shifted),
    _row("planned when", "", _visits),
    _row("planned span", "", _visits),
    _row("planned day w.put", "", _visits),
    _row("new nights_span", "", None),
    _row("new", "w.more w.less", _visits),
    _row("new w.add", "", _visits),
    _row("planned w.add", "", _adds),
    _row("w.add", f"{_NOTHING} foreign city w.not w.nothing span", _adds_it),
    _row("w.it w.drop", f"{_NOTHING} own_day", _drops_it),
    _row("w.drop", f"{_NOTHING} own_day city span clock part foreign w.that_day w.lighter", _drops_it),
    _row("w.it w.leave w.out", f"{_NOTHING} own_day", _drops_it),
    *(_row(f"when {does}", f"{_NOTHING} city two_days {_OF_DAYS}", _named_before) for does in _OF_SIGHTS),
)
"""The most specific first. Features: what a piece holds (edit_clauses.py), and `w.` with a class of words."""

"""The hours of a trip's days: the first begins when one is in town, the last ends in time to leave, and children are in
bed early."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from travelagent.assistant.offline.values import Journey
from travelagent.planning.values import PACES, Pace, Way
from travelagent.planning.words import clock

LAST_MINUTE = 24 * 60 - 1
SHORTEST_DAY = 30
"""Minutes of a day on which nothing but the journey has room."""
BEDTIME = 20 * 60 + 30
"""With children no day ends later, but where a sight that must be seen needs the evening."""
AFTER_ARRIVAL: dict[Way | None, int] = {"flight": 90, "train": 45, "bus": 45, "car": 30, None: 45}
"""Way to the minutes from the arrival to the town's centre; None: it was not said how one comes."""
BEFORE_LEAVING: dict[Way | None, int] = {"flight": 180, "train": 90, "bus": 90, "car": 30, None: 90}
"""Way to the minutes from the town's centre to the departure: the transfer, checks, and some to spare."""


@dataclass(frozen=True, slots=True)
class Frame:
    """When the first day begins and the last one ends, in minutes since midnight; None: as usual."""

    begins: int | None = None
    ends: int | None = None


def frame_of(journey: Journey) -> Frame:
    """What a journey leaves of the first and of the last day."""
    begins = None if journey.arrives is None else journey.arrives + AFTER_ARRIVAL[journey.way]
    ends = None if journey.leaves is None else journey.leaves - BEFORE_LEAVING[journey.way_back or journey.way]
    return Frame(
        None if begins is None else min(begins, LAST_MINUTE - SHORTEST_DAY),
        None if ends is None else max(ends, SHORTEST_DAY),
    )


def with_a_late_evening(windows: Sequence[Mapping[str, Any]], journey: Journey, pace: Pace) -> list[dict[str, Any]]:
    """The children's hours with one evening as it usually is, that of the first day without a journey; as they are
    where every day has one."""
    last = max((window["day"] for window in windows), default=0)
    framed = {1: journey.arrives is not None, last: journey.leaves is not None}
    free = next((window["day"] for window in windows if not framed.get(window["day"])), None)
    return [{**w, "end": clock(PACES[pace].end)} if w["day"] == free else dict(w) for w in windows]


def late_evenings(windows: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """The days of a plan with children that end after their bedtime."""
    return tuple(w["day"] for w in windows if w.get("end", "") > clock(BEDTIME))


def day_windows(journey: Journey, days: int, pace: Pace, *, children: bool = False) -> list[dict[str, Any]]:
    """The hours of the days that are not as usual, as generate_route takes them: those of coming and going, and with
    children every evening."""
    frame, usual = frame_of(journey), PACES[pace]
    end = min(usual.end, BEDTIME) if children else usual.end
    windows: dict[int, dict[str, Any]] = {}
    if children:
        windows = {day: {"day": day, "end": clock(end)} for day in range(1, days + 1)}
    if frame.begins is not None:
        first = windows.setdefault(1, {"day": 1})
        first["start"] = clock(frame.begins)
        if frame.begins + SHORTEST_DAY > end:
            first["end"] = clock(frame.begins + SHORTEST_DAY)
    if frame.ends is not None:
        last = windows.setdefault(days, {"day": days})
        last["end"] = clock(min(frame.ends, end))
        begins = frame.begins if days == 1 and frame.begins is not None else usual.start
        if min(frame.ends, end) - SHORTEST_DAY < begins:
            last["start"] = clock(min(frame.ends, end) - SHORTEST_DAY)
    return list(windows.values())

"""The hours of a trip's days: the first begins when one is in town, the last ends in time to leave, and children are in
bed early. Where it was said from where one sets out but not when, the ride there is taken to begin in the morning of
the first day, and the one home to end late in the evening of the last one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.rides import Rides
from travelagent.assistant.offline.values import Journey
from travelagent.planning.rides import SHORTEST_DAY
from travelagent.planning.values import PACES, Pace, Way
from travelagent.planning.wire import minutes_of
from travelagent.planning.words import clock

LAST_MINUTE = 24 * 60 - 1
ON_THE_WAY = 240
"""Minutes from leaving home to the town's centre, where the ride is not known."""
NOON = 12 * 60
SETS_OUT, HOME_BY = 8 * 60, 22 * 60
"""When one leaves home and is back there, where it was not said."""
SETTLING = 30
"""Minutes from the end of a ride to the first visit: the luggage goes to the hotel."""
LONGEST_THERE, LONGEST_BACK = 12 * 60, 6 * 60
"""Longer rides, in minutes, are taken to be made on the day before the trip, or after it."""
SHORTEST_STAY = 180
"""Minutes of a day trip that must be left between its rides; of a shorter one the hours stay as usual."""
BEDTIME = 20 * 60 + 30
"""With children no day ends later, but where a sight that must be seen needs the evening."""
AFTER_ARRIVAL: dict[Way | None, int] = {"flight": 120, "train": 45, "bus": 45, "car": 30, None: 45}
"""Way to the minutes from the arrival to the town's centre; None: it was not said how one comes."""
BEFORE_LEAVING: dict[Way | None, int] = {"flight": 180, "train": 90, "bus": 90, "car": 30, None: 90}
"""Way to the minutes from the town's centre to the departure: the transfer, checks, and some to spare."""


UNKNOWN = Rides()


@dataclass(frozen=True, slots=True)
class Frame:
    """When the first day begins and the last one ends, in minutes since midnight; None: as usual."""

    begins: int | None = None
    ends: int | None = None


def says_coming(journey: Journey) -> bool:
    """Whether it was said when one arrives or sets out."""
    return journey.arrives is not None or journey.sets_out is not None


def frame_of(journey: Journey, rides: Rides = UNKNOWN) -> Frame:
    """What a journey leaves of the first and of the last day."""
    begins, ends = _begins(journey, rides), _ends(journey, rides)
    return Frame(
        None if begins is None else min(begins, LAST_MINUTE - SHORTEST_DAY),
        None if ends is None else max(ends, SHORTEST_DAY),
    )


def comes_before(journey: Journey, rides: Rides) -> bool:
    """Whether one is taken to come on the day before the trip."""
    far = rides.there_by_clock is not None and rides.there_by_clock > LONGEST_THERE
    return far and journey.arrives is None and frame_of(journey, rides).begins is None


def leaves_after(journey: Journey, rides: Rides) -> bool:
    """Whether one is taken to go home on the day after the trip."""
    return rides.back is not None and journey.leaves is None and frame_of(journey, rides).ends is None


def _begins(journey: Journey, rides: Rides) -> int | None:
    if journey.arrives is not None:
        return journey.arrives + AFTER_ARRIVAL[journey.comes_by]
    if rides.there_by_clock is not None:
        short = rides.there_by_clock <= LONGEST_THERE
        sets_out = SETS_OUT if journey.sets_out is None and short else journey.sets_out
        return None if sets_out is None else max(sets_out + rides.there_by_clock + SETTLING, 0)
    return None if journey.sets_out is None or journey.sets_out < NOON else journey.sets_out + ON_THE_WAY


def _ends(journey: Journey, rides: Rides) -> int | None:
    if journey.leaves is not None:
        return journey.leaves - BEFORE_LEAVING[journey.way_back or journey.way]
    back = rides.back_by_clock
    return HOME_BY - back if back is not None and back <= LONGEST_BACK else None


def _framed(journey: Journey, rides: Rides, days: int, pace: Pace) -> Frame:
    """The frame of so many days, without an hour that was not said where the day is as usual, or a day trip would be
    too short."""
    frame, usual = frame_of(journey, rides), PACES[pace]
    begins, ends = frame.begins, frame.ends
    if not says_coming(journey) and begins is not None and begins <= usual.start:
        begins = None
    if journey.leaves is None and ends is not None and ends >= usual.end:
        ends = None
    unsaid = not says_coming(journey) and journey.leaves is None
    if days == 1 and unsaid and (ends or usual.end) - (begins or usual.start) < SHORTEST_STAY:
        return Frame()
    return Frame(begins, ends)


def ride_arguments(journey: Journey) -> dict[str, dict[str, Any] | None]:
    """The arrival and the departure of which the hours were said, as generate_route takes them."""
    by, back = journey.comes_by, journey.way_back or journey.way
    return {
        "arrival": _ride(journey.arrives, AFTER_ARRIVAL[by], by),
        "departure": _ride(journey.leaves, BEFORE_LEAVING[back], back),
    }


def _ride(at: int | None, minutes: int, way: Way | None) -> dict[str, Any] | None:
    return None if at is None else {"at": clock(at), "minutes": minutes, **({"way": way} if way else {})}


def with_free_days(windows: Sequence[Mapping[str, Any]], free: Sequence[int], pace: Pace) -> list[Mapping[str, Any]]:
    """The hours of the days, those of the free ones too short for anything."""
    begins = PACES[pace].start
    empty = [{"day": day, "start": clock(begins), "end": clock(begins + SHORTEST_DAY)} for day in free]
    return sorted([*(w for w in windows if w["day"] not in free), *empty], key=lambda window: int(window["day"]))


def with_a_late_evening(windows: Sequence[Mapping[str, Any]], journey: Journey, pace: Pace) -> list[dict[str, Any]]:
    """The children's hours with one evening as it usually is, that of the first day without a journey; as they are
    where every day has one."""
    last = max((window["day"] for window in windows), default=0)
    framed = {1: says_coming(journey), last: journey.leaves is not None}
    free = next((window["day"] for window in windows if not framed.get(window["day"])), None)
    return [{**w, "end": clock(PACES[pace].end)} if w["day"] == free else dict(w) for w in windows]


def with_wished_hours(
    windows: Sequence[Mapping[str, Any]], hours: Hours, days: int, pace: Pace
) -> list[dict[str, Any]]:
    """The hours of the days with those that are wished for every day: no day begins sooner or ends later, but where its
    ride leaves no other time."""
    usual, held = PACES[pace], {window["day"]: window for window in windows}
    begins = hours.start if hours.start is not None else usual.start + hours.begins_by if hours.begins_by else None
    ends = hours.end if hours.end is not None else usual.end + hours.ends_by if hours.ends_by else None
    wished = []
    for day in range(1, days + 1):
        window = {"day": day, **held.get(day, {})}
        if begins is not None:
            window["start"] = max(clock(begins), window.get("start", ""))
        if ends is not None:
            window["end"] = min(clock(min(ends, LAST_MINUTE)), window.get("end", "24:00"))
        fits = minutes_of(window.get("end", clock(usual.end))) - minutes_of(window.get("start", clock(usual.start)))
        wished.append(window if fits >= SHORTEST_DAY else held.get(day, {"day": day}))
    return [dict(window) for window in wished if len(window) > 1]


def late_evenings(windows: Iterable[Mapping[str, Any]]) -> tuple[int, ...]:
    """The days of a plan with children that end after their bedtime."""
    return tuple(w["day"] for w in windows if w.get("end", "") > clock(BEDTIME))


def day_windows(
    journey: Journey, days: int, pace: Pace, *, children: bool = False, rides: Rides = UNKNOWN
) -> list[dict[str, Any]]:
    """The hours of the days that are not as usual, as generate_route takes them: those of coming and going, and with
    children every evening."""
    frame, usual = _framed(journey, rides, days, pace), PACES[pace]
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

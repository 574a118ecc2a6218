"""Rules of the hours of days: what the journey leaves of the first and the last, bedtimes, and the hours requested."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from travelagent.briefs.party import everybody
from travelagent.briefs.rides import Rides, extra_airport_minutes, point_of
from travelagent.briefs.rules import Draft, Outcome, Rule
from travelagent.briefs.values import Ride, TripBrief
from travelagent.briefs.wire import day_reference
from travelagent.plans.fields import MIDNIGHT, clock
from travelagent.plans.rides import SHORTEST_DAY
from travelagent.plans.values import DayWindow, IntercityMode, LocalizedText, PartOfDay
from travelagent.plans.values import Ride as PlannedRide
from travelagent.plans.words import duration

LAST_MINUTE: Final = MIDNIGHT - 1
ON_THE_WAY: Final = 240
"""Minutes from leaving home to the town's centre, where the ride is not known."""
NOON: Final = 12 * 60
SETS_OUT, HOME_BY = 8 * 60, 22 * 60
"""When one leaves home and is back there, where it was not stated."""
SETTLING: Final = 30
"""Minutes from the end of a ride to the first visit: the luggage goes to the hotel."""
LONGEST_THERE, LONGEST_BACK = 12 * 60, 6 * 60
"""Longer rides, in minutes, are taken to be made on the day before the trip, or after it."""
SHORTEST_STAY: Final = 180
"""Minutes of a day trip that must be left between its rides; of a shorter one the hours stay as usual."""
AFTER_ARRIVAL: Final[Mapping[IntercityMode | None, int]] = {"flight": 120, "train": 45, "bus": 45, "car": 30, None: 45}
"""Mode to the minutes from the arrival to the town's centre: leaving the port, luggage, the way into town; of a flight
with the border. None: the mode was not stated."""
AFTER_DOMESTIC_FLIGHT: Final = 90
"""The same of a flight within the country: no border."""
BEFORE_LEAVING: Final[Mapping[IntercityMode | None, int]] = {"flight": 180, "train": 90, "bus": 90, "car": 30, None: 90}
"""Mode to the minutes from the town's centre to the departure: the way out, checks, and some to spare."""
BEFORE_DOMESTIC_FLIGHT, BEFORE_INTERNATIONAL_FLIGHT = 150, 210
"""The same where it is known whether the flight crosses a border: an hour's way, then 90 minutes or two and a half
hours for check-in, security and the border."""
ARRIVES_IN: Final[Mapping[PartOfDay, int]] = {"morning": 10 * 60, "afternoon": 15 * 60, "evening": 19 * 60}
LEAVES_IN: Final[Mapping[PartOfDay, int]] = {"morning": 10 * 60, "afternoon": 15 * 60, "evening": 20 * 60}
"""The hour that is taken for a part of the day in which one arrives, or leaves."""
BEDTIMES: Final = ((3, 19 * 60 + 30), (8, 20 * 60 + 30), (13, 21 * 60 + 30))
"""Below that age a child's day ends by that hour; a child of unknown age is taken for one under 8, and from 13 on
nobody has a bedtime."""
BEDTIME: Final = 20 * 60 + 30
"""That of a child of unknown age."""
LAYOVER_OUT, LAYOVER_BACK = 120, 180
"""Minutes from landing to the town and from there to the next flight's departure, with luggage checked through."""


@dataclasses.dataclass(frozen=True, slots=True)
class JourneyHours:
    """When the first day begins and the last one ends, in minutes since midnight; None: as usual."""

    begins: int | None = None
    ends: int | None = None


def arrival_minutes(brief: TripBrief, rides: Rides) -> int:
    """Return the minutes from the arrival to the town's centre, by mode and by whether it crosses a border."""
    mode = brief.arrival.mode
    if brief.arrival.minutes is not None:
        return brief.arrival.minutes
    usual = AFTER_DOMESTIC_FLIGHT if mode == "flight" and rides.international is False else AFTER_ARRIVAL[mode]
    return usual + _to_far_airport(mode, brief.places[:1], rides)


def departure_minutes(brief: TripBrief, rides: Rides) -> int:
    """Return the minutes from the last town's centre to the departure, by mode and by whether it crosses a border.

    Where the trip ends elsewhere they hold the way there.
    """
    mode = brief.departure.mode
    if brief.departure.minutes is not None:
        return brief.departure.minutes + rides.onward
    usual = BEFORE_LEAVING[mode]
    if mode == "flight" and rides.international is not None:
        usual = BEFORE_INTERNATIONAL_FLIGHT if rides.international else BEFORE_DOMESTIC_FLIGHT
    leaves_from = (brief.ends_at,) if rides.onward else brief.places[-1:]
    return usual + rides.onward + _to_far_airport(mode, leaves_from, rides)


def _to_far_airport(mode: IntercityMode | None, city: Sequence[str], rides: Rides) -> int:
    """The minutes by which a flight's airport is farther from the city than usual."""
    return extra_airport_minutes(city[0], rides.international) if mode == "flight" and city else 0


def arrives_at(ride: Ride) -> int | None:
    """Return when one arrives, in minutes since midnight, by the stated hour or part of the day; None if neither is."""
    return ride.at if ride.at is not None or ride.part_of_day is None else ARRIVES_IN[ride.part_of_day]


def leaves_at(ride: Ride) -> int | None:
    """Return when one leaves, in minutes since midnight, by the stated hour or part of the day; None without either."""
    return ride.at if ride.at is not None or ride.part_of_day is None else LEAVES_IN[ride.part_of_day]


def is_arrival_known(brief: TripBrief) -> bool:
    """Return whether the hour of arrival or of setting out is known."""
    return arrives_at(brief.arrival) is not None or brief.arrival.sets_out is not None


def journey_hours(brief: TripBrief, rides: Rides) -> JourneyHours:
    """Return what the journey leaves of the first and of the last day."""
    begins, ends = _begins(brief, rides), _ends(brief, rides)
    return JourneyHours(
        None if begins is None else min(begins, LAST_MINUTE - SHORTEST_DAY),
        None if ends is None else max(ends, SHORTEST_DAY),
    )


def comes_before(brief: TripBrief, rides: Rides) -> bool:
    """Return whether one is assumed to come on the day before the trip."""
    far = rides.there_by_clock is not None and rides.there_by_clock > LONGEST_THERE
    return far and arrives_at(brief.arrival) is None and journey_hours(brief, rides).begins is None


def leaves_after(brief: TripBrief, rides: Rides) -> bool:
    """Return whether one is assumed to go home on the day after the trip."""
    return rides.back is not None and leaves_at(brief.departure) is None and journey_hours(brief, rides).ends is None


def _begins(brief: TripBrief, rides: Rides) -> int | None:
    arrives, sets_out = arrives_at(brief.arrival), brief.arrival.sets_out
    if arrives is not None:
        return arrives + arrival_minutes(brief, rides)
    if rides.there_by_clock is not None:
        short = rides.there_by_clock <= LONGEST_THERE
        leaves_home = SETS_OUT if sets_out is None and short else sets_out
        return None if leaves_home is None else max(leaves_home + rides.there_by_clock + SETTLING, 0)
    return None if sets_out is None or sets_out < NOON else sets_out + ON_THE_WAY


def _ends(brief: TripBrief, rides: Rides) -> int | None:
    leaves = leaves_at(brief.departure)
    if leaves is not None:
        return leaves - departure_minutes(brief, rides)
    back = None if rides.back_by_clock is None else rides.back_by_clock + rides.onward
    return HOME_BY - back if back is not None and back <= LONGEST_BACK else None


def bedtime_of(brief: TripBrief) -> int | None:
    """Return the earliest bedtime of the party's children; None without any who has one."""
    limits = []
    for age in everybody(brief.party).children:
        limits += [BEDTIME] if age is None else [hour for below, hour in BEDTIMES if age < below][:1]
    return min(limits, default=None)


def day_with_a_free_evening(
    windows: Iterable[DayWindow], hour: int, *, arrival_day: int | None, departure_day: int | None
) -> int | None:
    """Return the first of these days that ends by that bedtime and whose evening no journey ends; None without one."""
    journeys = {arrival_day, departure_day}
    return next((window.day for window in windows if window.end == hour and window.day not in journeys), None)


def bedtime(draft: Draft) -> Outcome:
    """End every day by the bedtime of the youngest child."""
    hour = bedtime_of(draft.brief)
    if hour is None:
        return None
    late = {own.day for own in draft.request.fixed if own.start + own.minutes > hour}
    days = [day for day in range(1, draft.days + 1) if day not in late]
    windows = [DayWindow(day, end=min(draft.end_of(day), hour)) for day in days]
    text = LocalizedText(f"With children, the days end by {clock(hour)}.", f"有孩子同行，每天 {clock(hour)} 前结束。")
    return draft.with_windows(windows), text


def arrival(draft: Draft) -> Outcome:
    """Begin the first day when one is in town: after the ride, the port, the luggage and the way in."""
    at = arrives_at(draft.brief.arrival)
    if at is None or draft.brief.dates.layover is not None:
        return None
    minutes = arrival_minutes(draft.brief, draft.rides)
    begins = min(at + minutes, LAST_MINUTE - SHORTEST_DAY)
    after = _beginning(draft, begins).asking(arrival=PlannedRide(at, minutes, draft.brief.arrival.mode))
    text = LocalizedText(
        f"Arrival at {clock(at)}: the first day begins at {clock(begins)}, {minutes} minutes later.",
        f"{clock(at)} 到达：第一天 {clock(begins)} 开始游览，中间留 {minutes} 分钟。",
    )
    return after, text


def departure(draft: Draft) -> Outcome:
    """End the last day in time for the way out, the checks and some to spare."""
    at = leaves_at(draft.brief.departure)
    if at is None or draft.brief.dates.layover is not None:
        return None
    minutes = departure_minutes(draft.brief, draft.rides)
    ends = max(at - minutes, SHORTEST_DAY)
    after = _ending(draft, ends).asking(departure=PlannedRide(at, minutes, draft.brief.departure.mode))
    exit = point_of(draft.brief.ends_at) if draft.rides.onward else None
    onward = duration(draft.rides.onward)
    text = LocalizedText(
        f"Departure at {clock(at)}: the last day ends by {clock(min(ends, draft.end_of(draft.days)))},"
        f" {minutes} minutes before{f', {onward.en} of them on the way to {exit.name.en}' if exit else ''}.",
        f"{clock(at)} 出发返程：最后一天 {clock(min(ends, draft.end_of(draft.days)))} 前结束，提前 {minutes} 分钟"
        f"{f'，其中 {onward.zh}用于前往{exit.name.zh}' if exit else ''}。",
    )
    return after, text


def journey_there(draft: Draft) -> Outcome:
    """Begin the first day after the ride from home, where its hour was not stated."""
    begins = _assumed_hours(draft).begins
    if begins is None or arrives_at(draft.brief.arrival) is not None:
        return None
    stated = draft.brief.arrival.sets_out
    sets_out = SETS_OUT if stated is None else stated
    text = LocalizedText(
        f"Setting out at {clock(sets_out)}, you begin at {clock(begins)} on the first day.",
        f"按 {clock(sets_out)} 出发计，第一天 {clock(begins)} 开始游览。",
    )
    return _beginning(draft, begins), text


def journey_home(draft: Draft) -> Outcome:
    """End the last day so that one is home in the evening, where the hour of leaving was not stated."""
    ends = _assumed_hours(draft).ends
    if ends is None or leaves_at(draft.brief.departure) is not None:
        return None
    text = LocalizedText(
        f"The last day ends by {clock(ends)}, so that you are home by {clock(HOME_BY)}.",
        f"最后一天 {clock(ends)} 前结束，{clock(HOME_BY)} 前能到家。",
    )
    return _ending(draft, ends), text


def layover(draft: Draft) -> Outcome:
    """Plan only the hours that two flights leave of a layover."""
    span = draft.brief.dates.layover
    if span is None:
        return None
    begins = min(span.start + LAYOVER_OUT, LAST_MINUTE - SHORTEST_DAY)
    ends = max(span.end - LAYOVER_BACK, begins + SHORTEST_DAY)
    text = LocalizedText(
        f"Layover from {clock(span.start)} to {clock(span.end)}: in town from {clock(begins)} to {clock(ends)}.",
        f"{clock(span.start)} 至 {clock(span.end)} 转机：{clock(begins)} 到 {clock(ends)} 可以在市区。",
    )
    return draft.with_windows([DayWindow(1, begins, ends)]), text


def daily_hours(draft: Draft) -> Outcome:
    """Keep the hours that are requested for every day, but where the journey leaves no other time."""
    wishes = [wish for wish in draft.brief.day_wishes if wish.kind == "hours" and wish.day == "every"]
    windows = []
    for wish in wishes:
        for day in range(1, draft.days + 1):
            held = draft.windows.get(day, DayWindow(day))
            start = _later(held.start, wish.start)
            end = _earlier(held.end, wish.end)
            begins, ends = draft.usual.start if start is None else start, draft.usual.end if end is None else end
            if ends - begins >= SHORTEST_DAY:
                windows.append(dataclasses.replace(held, start=start, end=end))
    if not windows:
        return None
    starts = [wish.start for wish in wishes if wish.start is not None]
    ends_by = [wish.end for wish in wishes if wish.end is not None]
    en = [
        *(f"no day begins before {clock(at)}" for at in starts),
        *(f"no day ends after {clock(at)}" for at in ends_by),
    ]
    zh = [*(f"每天不早于 {clock(at)} 出发" for at in starts), *(f"每天不晚于 {clock(at)} 结束" for at in ends_by)]
    text = " and ".join(en)
    return draft.with_windows(windows), LocalizedText(f"{text[:1].upper()}{text[1:]}.", f"{'，'.join(zh)}。")


def single_days(draft: Draft) -> Draft:
    """Return the draft with the hours and ends that are requested for single days, which take precedence over all
    others.
    """
    for wish in draft.brief.day_wishes:
        if wish.kind != "hours" or wish.day == "every":
            continue
        for day in day_reference(wish.day, draft.days):
            held = draft.windows.get(day, DayWindow(day))
            draft = draft.with_windows(
                [
                    DayWindow(
                        day,
                        held.start if wish.start is None else wish.start,
                        held.end if wish.end is None else wish.end,
                        wish.origin or held.origin,
                        wish.destination or held.destination,
                    )
                ]
            )
    return draft


def free_days(draft: Draft) -> Draft:
    """Return the draft with the hours of its free days too short for anything."""
    begins = draft.usual.start
    free = [
        day for wish in draft.brief.day_wishes if wish.kind == "free" for day in day_reference(wish.day, draft.days)
    ]
    return draft.with_windows(DayWindow(day, begins, begins + SHORTEST_DAY) for day in free)


def _later(one: int | None, other: int | None) -> int | None:
    """The later of two hours that may not be given."""
    given = [hour for hour in (one, other) if hour is not None]
    return max(given, default=None)


def _earlier(one: int | None, other: int | None) -> int | None:
    """The earlier of two hours that may not be given."""
    given = [hour for hour in (one, other) if hour is not None]
    return min(given, default=None)


def _assumed_hours(draft: Draft) -> JourneyHours:
    """The hours that follow from the rides alone, without one by which the day is as usual, or a day trip would be too
    short; none of a layover."""
    brief, usual = draft.brief, draft.usual
    if brief.dates.layover is not None:
        return JourneyHours()
    hours = journey_hours(brief, draft.rides)
    begins, ends = hours.begins, hours.ends
    if not is_arrival_known(brief) and begins is not None and begins <= usual.start:
        begins = None
    if leaves_at(brief.departure) is None and ends is not None and ends >= usual.end:
        ends = None
    is_open = not is_arrival_known(brief) and leaves_at(brief.departure) is None
    if draft.days == 1 and is_open and (ends or usual.end) - (begins or usual.start) < SHORTEST_STAY:
        return JourneyHours()
    return JourneyHours(begins, ends)


def _beginning(draft: Draft, begins: int) -> Draft:
    """The draft with its first day beginning then; its end gives way."""
    held = draft.windows.get(1, DayWindow(1))
    end = begins + SHORTEST_DAY if begins + SHORTEST_DAY > draft.end_of(1) else held.end
    return draft.with_windows([dataclasses.replace(held, start=begins, end=end)])


def _ending(draft: Draft, ends: int) -> Draft:
    """The draft with its last day ending then; its start gives way."""
    day = draft.days
    held = draft.windows.get(day, DayWindow(day))
    end = min(ends, draft.end_of(day))
    start = end - SHORTEST_DAY if end - SHORTEST_DAY < draft.start_of(day) else held.start
    return draft.with_windows([dataclasses.replace(held, start=start, end=end)])


HOURS = (
    Rule(
        "bedtime",
        LocalizedText(
            "under 3: 19:30, under 8: 20:30, under 13: 21:30", "3 岁以下 19:30，8 岁以下 20:30，13 岁以下 21:30"
        ),
        LocalizedText("Children are in bed early; teenagers are not.", "小朋友要早睡，青少年不必。"),
        bedtime,
    ),
    Rule(
        "arrival",
        LocalizedText(
            "flight 120 min (domestic 90), train and coach 45, car 30",
            "飞机 120 分钟（国内 90），火车和大巴 45，自驾 30",
        ),
        LocalizedText("Border, luggage and the way into town come first.", "先要入境、取行李、进城。"),
        arrival,
    ),
    Rule(
        "departure",
        LocalizedText(
            "flight 180 min (domestic 150, international 210), train and coach 90, car 30",
            "飞机 180 分钟（国内 150，国际 210），火车和大巴 90，自驾 30",
        ),
        LocalizedText("The way out and the checks take their time.", "去机场或车站、值机安检都要时间。"),
        departure,
    ),
    Rule(
        "journey_there",
        LocalizedText("setting out at 08:00; up to 12 hours on the same day", "8:00 出发；12 小时以内当天到"),
        LocalizedText("A first day begins when the ride from home is over.", "到了才能开始玩。"),
        journey_there,
    ),
    Rule(
        "journey_home",
        LocalizedText("home by 22:00; up to 6 hours on the same day", "22:00 前到家；6 小时以内当天回"),
        LocalizedText("A last day ends in time for the way home.", "最后一天要留出回家的时间。"),
        journey_home,
    ),
    Rule(
        "layover",
        LocalizedText("120 min after landing, 180 before the next flight", "落地后 120 分钟，起飞前 180 分钟"),
        LocalizedText("A missed connection costs more than any sight is worth.", "误机的代价比少看一个景点大得多。"),
        layover,
    ),
    Rule(
        "daily_hours",
        LocalizedText("as wished for every day", "按每天的要求"),
        LocalizedText("A wish for every day holds on every day.", "对每天的要求，每天都算数。"),
        daily_hours,
    ),
)

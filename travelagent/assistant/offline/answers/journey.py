"""What an answer says of the journey: when one arrives and leaves, and what that leaves of the day."""

from travelagent.assistant.offline.answers.ways import mode_named
from travelagent.assistant.offline.brief import brief_of, rides_of
from travelagent.assistant.offline.values import Journey, Understood
from travelagent.assistant.results.route import Route, Window
from travelagent.assistant.wording import Say
from travelagent.briefs.hours import arrival_minutes, comes_before, journey_hours, leaves_after
from travelagent.briefs.rides import Rides
from travelagent.briefs.values import TripBrief
from travelagent.plans.values import Way
from travelagent.plans.words import clock, duration
from travelagent.travel.legs import MODE_NAMES

LATEST_START = 20 * 60
"""Who comes later than that sees nothing on that day."""
A_DAY = 24 * 60
"""Minutes; a longer ride takes days of its own."""
COMING: dict[Way | None, tuple[str, str]] = {
    "flight": ("Your flight lands at", "飞机降落"),
    "train": ("Your train arrives at", "火车到站"),
    "bus": ("Your coach arrives at", "大巴到站"),
    "car": ("You arrive by car at", "开车到达"),
    None: ("You arrive at", "到达"),
}
LEAVING: dict[Way | None, tuple[str, str]] = {
    "flight": ("Your flight leaves at", "的飞机返程"),
    "train": ("Your train leaves at", "的火车返程"),
    "bus": ("Your coach leaves at", "的大巴返程"),
    "car": ("You drive off at", "开车返程"),
    None: ("You leave at", "返程"),
}


def of_the_day(understood: Understood, number: int, plan: Route, say: Say) -> list[str]:
    """The arrival on the first day of a plan and the departure on its last one, each in a sentence."""
    rides = rides_of(understood, [city.id for city in plan.cities])
    windows = {window.day: window for window in plan.asked.day_windows}
    window = windows.get(number, Window(day=number))
    journey, lines = understood.journey, list[str]()
    hours = journey_hours(brief_of(understood, [city.id for city in plan.cities]), rides)
    if number == 1 and hours.begins is not None:
        lines += _coming(journey, hours.begins, window, say)
    if number == len(plan.days) and hours.ends is not None:
        lines += _leaving(journey, hours.ends, window, say)
    return lines


def _coming(journey: Journey, begins: int, window: Window, say: Say) -> list[str]:
    starts = clock(begins)
    if journey.arrives is not None:
        coming, at = _arriving(journey), clock(journey.arrives)
        if begins > LATEST_START:
            return [say(f"{coming[0]} {at}.", f"{at} {coming[1]}。")]
        return [say(f"{coming[0]} {at}; the day starts at {starts}.", f"{at} {coming[1]}，{starts} 开始游览。")]
    if journey.sets_out is not None and begins > LATEST_START:
        at = clock(journey.sets_out)
        return [say(f"You set out at {at}, so nothing is planned for today.", f"{at} 出发，当天不安排游览。")]
    if journey.sets_out is not None:
        at = clock(journey.sets_out)
        return [
            say(
                f"You set out at {at}; the day starts at {starts}, which is a guess: tell me when you arrive.",
                f"{at} 出发，估计 {starts} 开始游览；告诉我几点到，可以排得更准。",
            )
        ]
    if window.start != starts:
        return []
    return [
        say(
            f"If you set out in the morning, the day starts at {starts}, which is a guess: tell me when you arrive.",
            f"按早上出发算，估计 {starts} 开始游览；告诉我几点到，可以排得更准。",
        )
    ]


def _arriving(journey: Journey) -> tuple[str, str]:
    """How one arrives, with the airport that was named, before the hour in English and behind it in Chinese."""
    english, chinese = _as_said(COMING[journey.comes_by], journey)
    if journey.lands_at is None:
        return english, chinese
    return f"{english} {journey.lands_at} at", f"{chinese}{journey.lands_at}"


def _as_said(words: tuple[str, str], journey: Journey) -> tuple[str, str]:
    """Words for a ride, the train in Chinese by the traveller's own word for it."""
    english, chinese = words
    return english, chinese.replace(MODE_NAMES["train"].zh, mode_named("train", journey).zh)


def _leaving(journey: Journey, ends: int, window: Window, say: Say) -> list[str]:
    until = clock(ends)
    if journey.leaves is not None:
        leaving, at = _as_said(LEAVING[journey.way_back or journey.way], journey), clock(journey.leaves)
        return [say(f"{leaving[0]} {at}; the day ends by {until}.", f"{at} {leaving[1]}，{until} 前结束游览。")]
    if window.end != until:
        return []
    return [
        say(
            f"The day ends by {until}, so that you are home late in the evening: tell me when you leave.",
            f"{until} 前结束游览，当晚能到家；告诉我几点返程，可以排得更准。",
        )
    ]


def hours_assumed(understood: Understood, plan: Route, say: Say) -> list[str]:
    """What is taken of the hours of arriving and leaving: how long a landing takes, and where a journey was spoken of
    without its hours and the days are as usual, that."""
    journey = understood.journey
    cities = [city.id for city in plan.cities]
    brief, rides = brief_of(understood, cities), rides_of(understood, cities)
    lines = _landing(brief, rides, say)
    if not (understood.entities.origin or journey.way or journey.way_back):
        return lines
    lines += _days_of_travel(rides, say)
    is_framed = any(window.day == 1 for window in plan.asked.day_windows)
    if journey.arrives is None and journey_hours(brief, rides).begins is None and not is_framed:
        before = comes_before(brief, rides)
        lines.append(
            say(
                "It was not said when you arrive: the first day begins in the morning"
                + (", as if you came the day before." if before else "."),
                "未说明到达时间：第一天从早上开始" + ("，按前一天已到达安排。" if before else "。"),
            )
        )
    if journey.leaves is None and journey_hours(brief, rides).ends is None:
        after = leaves_after(brief, rides)
        lines.append(
            say(
                "It was not said when you leave: the last day ends in the evening"
                + (", and the way home takes the day after." if after else "."),
                "未说明返程时间：最后一天到晚上结束" + ("，第二天再返程。" if after else "。"),
            )
        )
    return lines


def _landing(brief: TripBrief, rides: Rides, say: Say) -> list[str]:
    """What is counted for the time from the landing to the town, where its hour was said."""
    if brief.arrival.at is None or brief.arrival.mode != "flight":
        return []
    minutes = arrival_minutes(brief, rides)
    return [
        say(
            f"From landing to the first stop {minutes} minutes are counted: border, luggage and the way into town.",
            f"从降落到开始游览按 {minutes} 分钟计，含入境、取行李和进城。",
        )
    ]


def _days_of_travel(rides: Rides, say: Say) -> list[str]:
    """That the ride there takes days of its own, where it takes more than one."""
    if rides.there is None or rides.there <= A_DAY:
        return []
    takes = duration(rides.there)
    return [
        say(
            f"The way there alone takes about {takes.en}: days that this plan does not hold. Another way is shorter.",
            f"单程路上就要约 {takes.zh}，这几天没有算在行程里，换一种交通方式会快很多。",
        )
    ]

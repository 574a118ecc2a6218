"""What an answer says of the journey: when one arrives and leaves, and what that leaves of the day."""

from travelagent.assistant.offline.answers.tongue import Say
from travelagent.assistant.offline.journey import frame_of
from travelagent.assistant.offline.values import Journey
from travelagent.planning.values import Way
from travelagent.planning.words import clock

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


def of_the_day(journey: Journey, day: int, days: int, say: Say) -> list[str]:
    """The arrival on the first day and the departure on the last one, each in a sentence."""
    frame, lines = frame_of(journey), []
    if day == 1 and journey.arrives is not None and frame.begins is not None:
        coming, at, starts = COMING[journey.way], clock(journey.arrives), clock(frame.begins)
        lines.append(say(f"{coming[0]} {at}; the day starts at {starts}.", f"{at} {coming[1]}，{starts} 开始游览。"))
    if day == days and journey.leaves is not None and frame.ends is not None:
        leaving, at, ends = LEAVING[journey.way_back or journey.way], clock(journey.leaves), clock(frame.ends)
        lines.append(say(f"{leaving[0]} {at}; the day ends by {ends}.", f"{at} {leaving[1]}，{ends} 前结束游览。"))
    return lines

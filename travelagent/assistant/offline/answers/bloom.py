"""When a city's blossom or leaves are usually at their best, and whether the days of a plan lie in that time."""

from collections.abc import Iterator, Sequence

from travelagent.assistant.offline.reading.search_wish import spectacle_named
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.route import Day
from travelagent.assistant.wording import Say, month_name, speaker
from travelagent.catalog.spectacles import SPECTACLES, DayOfYear, Spectacle

BLOOM = "bloom"
"""The topic of a question when blossom or leaves are to be seen."""


def bloom_answer(understood: Understood, turn: Turn) -> str | None:
    """When what the message names is at its best in the cities looked up, and how the plan at hand lies to it; None
    where that is not known."""
    spectacle = spectacle_named(turn.said[-1])
    if spectacle is None:
        return None
    say = speaker(understood.language)
    standing = turn.standing_route
    days = standing.itinerary.days if standing else []
    infos = [found.city for found in turn.results("get_city_info")]
    told = [f"- {line}" for info in infos for line in _lines(info, spectacle, days, say)]
    if not told:
        return None
    forecast = say(
        "A year may be a week or two early or late: the tourist office there forecasts it.",
        "每年会早晚一两周，出发前请看当地预报。",
    )
    return "\n".join([*told, "", forecast])


def bloom_line(info: CityFacts, spectacle: Spectacle | None, days: Sequence[Day], say: Say) -> str:
    """When what a plan is made for is at its best in its city, and whether the plan is in time; empty where unknown."""
    return next(_lines(info, spectacle, days, say), "") if spectacle else ""


def _lines(info: CityFacts, spectacle: Spectacle, days: Sequence[Day], say: Say) -> Iterator[str]:
    name = SPECTACLES[spectacle]
    for row in info.spectacles:
        if row.spectacle == spectacle:
            first, last = row.first, row.last
            yield say(
                f"**{name.en} in {info.name}** is usually at its best from {_day(first, 'en')} to {_day(last, 'en')}.",
                f"**{info.name}的{name.zh}**通常在{_day(first, 'zh')}至{_day(last, 'zh')}最好看。",
            ) + _in_time([day for day in days if day.city == info.id], first, last, say)


def _in_time(days: Sequence[Day], first: DayOfYear, last: DayOfYear, say: Say) -> str:
    """How a plan's days in the city lie to the time in which it is at its best."""
    dates = [DayOfYear(on.month, on.day) for on in (day.date for day in days)]
    if not dates:
        return ""
    if any(first <= on <= last for on in dates):
        return say(" Your days there lie in that time.", "你的日期正赶上。")
    return say(
        " **Your days there do not**: name a first day in that time, and I move the plan.",
        "**你的日期赶不上**：说一个这段时间里的出发日，我来改。",
    )


def _day(day: DayOfYear, language: str) -> str:
    name = month_name(day.month, language)
    return f"{name}{day.day}日" if language == "zh" else f"{day.day} {name}"

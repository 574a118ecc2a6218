"""Why a sight is where it is in the plan at hand, or is not in it: the solver's own reasons, told again."""

from collections.abc import Sequence

from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.route import Day, LeftOut, Route, Visit
from travelagent.assistant.wording import Say, listed, speaker
from travelagent.catalog import source
from travelagent.plans.words import short_day


def why_answer(understood: Understood, plan: Route, days: Sequence[int] = ()) -> str:
    """The reason for every sight that the message names, as generate_route or change_route told it; of no sight, those
    of the `days` (from 1) that it names, else that the place took no part."""
    say = speaker(understood.language)
    visits = {visit.sight: (day, visit) for day in plan.days for visit in day.visits}
    left = {row.sight: row for row in plan.left_out}
    told = []
    for sight in (place for place in understood.about if "/" in place):
        if sight in visits:
            told.append(_visited(*visits[sight], say))
        elif sight in left:
            told.append(_left_out(left[sight], say))
        else:
            told.append(_elsewhere(sight, plan, understood.language, say))
    if not told and days:
        told = [_visited(day, visit, say) for day in plan.days if day.day in days for visit in day.visits]
    return "\n\n".join(told) or _not_considered(plan, understood.language, say)


def _not_considered(plan: Route, language: str, say: Say) -> str:
    cities = listed([city.name for city in plan.cities], language)
    return say(
        f"It was not considered: it is none of the sights that I know in {cities}. If it lies near another city, say"
        " “add” and that city's name, and I look there.",
        f"它没有参与挑选：我所知的{cities}景点里没有它。如果它在别的城市附近，说“加上”和那座城市的名字，我再看。",
    )


def _visited(day: Day, visit: Visit, say: Say) -> str:
    name, number, times = visit.name, day.day, f"{visit.arrive}–{visit.depart}"
    when = short_day(day.date)
    return say(
        f"**{name}** is on day {number} ({when.en}), {times}. {visit.why}",
        f"**{name}**安排在第 {number} 天（{when.zh}）{times}。{visit.why}",
    )


def _left_out(row: LeftOut, say: Say) -> str:
    name = row.name
    return say(
        f"**{name}** is left out. {row.reason} {row.relaxation} Say “add {name}”, and I work out what gives way.",
        f"没有安排**{name}**。{row.reason}{row.relaxation}说“加上{name}”，我来看看哪里让出时间。",
    )


def _elsewhere(sight: str, plan: Route, language: str, say: Say) -> str:
    """A sight that was no candidate: of another city, or one that was refused."""
    row = source.sights()[sight]
    name = row.name_zh if language == "zh" else row.name_en
    cities = listed([city.name for city in plan.cities], language)
    return say(
        f"**{name}** was not considered: it lies outside of {cities}, or you asked to leave its kind out.",
        f"**{name}**没有参与挑选：它不在{cities}，或属于你不要的类型。",
    )

"""Whether a city shall be part of the trip, and for how many days: what is known of it, and how it is added."""

from collections import Counter
from collections.abc import Mapping

from travelagent.assistant.offline.reading.asked import Advice
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.wording import Say, listed, problem, speaker
from travelagent.catalog.names import area_members, place_name


def advice_answer(understood: Understood, turn: Turn, wish: Advice) -> str:
    """Of every city that was asked about how long people stay there and what the plan at hand gives it; that a place
    is not known where it is not."""
    say = speaker(understood.language)
    plan = turn.standing_route
    held = Counter(day.city for day in plan.itinerary.days) if plan else Counter()
    lines = [_of_a_city(found.city, held, say) for found in turn.results("get_city_info")]
    lines += [problem(f.error or {}, understood.language) for f in turn.failures("get_city_info")]
    lines += [_of_an_area(name, id, held, understood.language) for name, id in wish.areas]
    lines += [
        say(
            f"I know no place called {name}, so I can neither judge it nor plan it in.",
            f"我的资料里没有“{name}”，没法判断，也没法排进行程。",
        )
        for name in wish.unknown
    ]
    return "\n\n".join([*lines, say("The plan stays as it is.", "行程保持不变。")])


def _of_a_city(info: CityFacts, held: Mapping[str, int], say: Say) -> str:
    name, least, most = info.name, info.days_min, info.days_max
    told = say(
        f"**{name}**: {info.summary} A usual stay is {least}–{most} days.",
        f"**{name}**：{info.summary}通常玩 {least}～{most} 天。",
    )
    if days := held.get(info.id):
        return told + say(f" Your plan gives it {days}.", f"现在的行程安排了 {days} 天。")
    return told + say(
        f" It is not in the plan; to have it in, say *add {name} for {_days(least)}*.",
        f"它不在行程里，想去可以说“再加{least}天{name}”。",
    )


def _of_an_area(name: str, id: str, held: Mapping[str, int], language: str) -> str:
    """Which cities of an area can be planned."""
    say = speaker(language)
    members = area_members(id) or ()
    cities = listed([place_name(city, language) for city in members], language)
    if not members or set(members) <= held.keys():
        beside = say(f" beyond {cities}, which is in the plan", f"（{cities}已在行程里）") if members else ""
        return say(f"**{name}**: I know no sights there{beside}.", f"**{name}**：我的资料里没有那里的景点{beside}。")
    other = place_name(next(city for city in members if city not in held), language)
    return say(
        f"**{name}**: I can plan {cities} there. Say *add {other} for two days* to have it in.",
        f"**{name}**：那里可以安排的城市有{cities}。想去可以说“再加两天{other}”。",
    )


def _days(number: int) -> str:
    return "a day" if number == 1 else f"{number} days"

"""What a follow-up changed of a plan's cities: which there are, their days, and the ways between them."""

from collections import Counter
from collections.abc import Iterable, Mapping

from travelagent.assistant.offline.answers.changed_days import other_length
from travelagent.assistant.offline.answers.ways import mode_named
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Journey
from travelagent.assistant.results.route import Route
from travelagent.assistant.wording import Say, listed


def moves_between_cities(turn: Turn, plan: Route, journey: Journey, say: Say) -> list[str]:
    """The moves between cities that go another way than in the plan before."""
    before = turn.plan_before
    if before is None:
        return []
    old, new = (
        {(leg.origin, leg.destination): leg for day in value.days for leg in day.legs if leg.origin.startswith("city:")}
        for value in (before.itinerary, plan)
    )
    names = {f"city:{city.id}": city.name for city in plan.cities}
    lines = []
    for ends, leg in new.items():
        if ends in old and old[ends].mode != leg.mode:
            was, mode = (mode_named(way, journey) for way in (old[ends].mode, leg.mode))
            here, there = (names[end] for end in ends)
            lines.append(
                say(f"{here} to {there}: {mode.en} instead of {was.en}.", f"{here}至{there}：由{was.zh}改为{mode.zh}。")
            )
    return lines


def other_cities(turn: Turn, plan: Route, say: Say) -> list[str]:
    """What a plan anew with some of the cities of the one before made of it; empty where it has none of them."""
    before = turn.plan_before
    if before is None:
        return []
    old, new = ({city.id: city.name for city in value.cities} for value in (before.itinerary, plan))
    held, holds = (_days_by_city(value) for value in (before.itinerary, plan))
    if not old.keys() & new.keys() or held == holds:
        return []
    lines = []
    if added := [name for id, name in new.items() if id not in old]:
        lines.append(say(f"Now with {listed(added, 'en')}.", f"加入{listed(added, 'zh')}。"))
    if given_up := [name for id, name in old.items() if id not in new]:
        lines.append(say(f"Without {listed(given_up, 'en')}.", f"不再去{listed(given_up, 'zh')}。"))
    lines += other_length(turn, plan, say)
    lines += _days_told([id for id in new if id in old and held[id] != holds[id]], held, holds, new, say)
    visits = [visit for day in before.itinerary.days if day.city in new for visit in day.visits]
    if lost := [visit.name for visit in visits if visit.sight not in plan.sights]:
        lines.append(say(f"Dropped: {', '.join(lost)}.", f"去掉：{'、'.join(lost)}。"))
    return lines


def _days_by_city(plan: Route) -> Counter[str]:
    """How many days of a plan each city has, by its id."""
    return Counter(day.city for day in plan.days)


def _days_told(
    cities: Iterable[str], old: Mapping[str, int], new: Mapping[str, int], names: Mapping[str, str], say: Say
) -> list[str]:
    """How many days these cities had and have."""
    return [
        say(f"Days in {names[c]}: {old[c]} → {new[c]}.", f"{names[c]}：{old[c]} 天 → {new[c]} 天。") for c in cities
    ]


def days_of_a_city(turn: Turn, plan: Route, say: Say) -> list[str]:
    """Which cities have other days than before; where the message changes the days of one and that is not what came of
    it, how they are set."""
    message, before = read_message(turn.said[-1], turn.today), turn.plan_before
    names = {city.id: city.name for city in plan.cities}
    named = [city for city in message.places.cities if city in names]
    if before is None or len(names) < 2:
        return []
    old, new = _days_by_city(before.itinerary), _days_by_city(plan)
    lines = _days_told([city for city in names if old[city] != new[city]], old, new, names, say)
    if not named or not message.length.change:
        return lines
    wished = {city: old[city] for city in names} | {named[0]: old[named[0]] + message.length.change}
    if len(named) == 1 and message.days is None and wished == {city: new[city] for city in names}:
        return lines
    split = [say(f"{name} {new[city]}", f"{name} {new[city]} 天") for city, name in names.items()]
    return [
        *lines,
        say(
            f"Days now: {listed(split, 'en')}. To set them, say the days of every city at once.",
            f"目前：{listed(split, 'zh')}。要指定各城市的天数，请一次说全每座城市几天。",
        ),
    ]

"""Which ways of the plan at hand are by taxi, told to those who want none, and which are long rides."""

from collections.abc import Callable, Iterator, Sequence

from travelagent.assistant.results.route import Leg, Route
from travelagent.assistant.wording import Say
from travelagent.catalog.names import place_name
from travelagent.travel.legs import MODE_NAMES

LONG = 30
"""Minutes from which on a ride is long for somebody who bears it badly."""


def taxi_answer(plan: Route, say: Say) -> str:
    """The ways by taxi, each with its day and where it leads; that there is none where it has none."""
    rides = list(_rides(plan, say, _by_taxi))
    if not rides:
        return say(
            "The plan takes no taxi: its ways within the city are on foot or by public transport. It stays as it is.",
            "行程里没有打车：市内路程是步行或公共交通。行程保持不变。",
        )
    head = say(
        "These ways of the plan are counted by taxi; I have no timetables, so I cannot plan them by bus or train."
        " Going another way, allow for more time.",
        "行程里这些路段按打车估算；我没有班次时刻数据，无法改按公交或火车排。换别的方式去，请多留些时间。",
    )
    return "\n".join([head, "", *rides, "", say("The plan stays as it is.", "行程保持不变。")])


def long_ride_lines(plan: Route, from_home: Sequence[str], say: Say) -> str:
    """The long rides of the plan, each with its day, where it leads and how, and those from home and back."""
    rides = list(_rides(plan, say, _is_long))
    none = say(
        f"**None**: no ride of the plan's days takes {LONG} minutes or more.",
        f"**没有**：行程里每段乘车都不到 {LONG} 分钟。",
    )
    head = say(f"Rides of {LONG} minutes or more, by day:", f"{LONG} 分钟以上的乘车，按天列出：")
    lines = [head, "", *rides] if rides else [none]
    if from_home:
        told = say("The way there and back comes on top:", "另外是往返的路程：")
        lines += ["", told, "", *(f"- {ride}" for ride in from_home)]
    return "\n".join(lines)


def long_rides_answer(plan: Route, say: Say) -> str:
    """The ways within the cities that take long in a car, a bus or a train, each with its day and where it leads, and
    how to be without one."""
    rides = list(_rides(plan, say, _is_long))
    if not rides:
        return say(
            f"No ride of the plan within its cities takes {LONG} minutes or more. It stays as it is.",
            f"行程里市内每段乘车都不到 {LONG} 分钟，保持不变。",
        )
    head = say(
        "Nothing in the plan lies out of town but what you named. These of its rides are long all the same:",
        "除了你点名要去的，行程里没有城外的地方。较久的乘车还有这些：",
    )
    tail = say(
        "To be without one, say “drop …” with the name of the place. The plan stays as it is.",
        "想省掉哪一段，就说“去掉”加上那个地方的名字。行程保持不变。",
    )
    return "\n".join([head, "", *rides, "", tail])


def rides_left(plan: Route, say: Say) -> list[str]:
    """The rides that stay long, in one line; nothing where none does."""
    rides = [ride.removeprefix("- ") for ride in _rides(plan, say, _is_long)]
    if not rides:
        return []
    return [
        say(f"Rides of {LONG} minutes or more that are left: ", f"仍在 {LONG} 分钟以上的乘车：")
        + say("; ", "；").join(rides)
    ]


def taxis_left(plan: Route, say: Say) -> list[str]:
    """The ways that are still counted by taxi, in one line; nothing where none is."""
    rides = [ride.removeprefix("- ") for ride in _rides(plan, say, _by_taxi)]
    if not rides:
        return [say("No way of the plan is by taxi any more.", "行程里已没有打车的路段。")]
    head = say(
        "Still counted by taxi, for I have no timetables of buses (going by bus, allow for more time): ",
        "仍按打车估算的路段（我没有公交时刻资料，坐公交请多留时间）：",
    )
    return [head + say("; ", "；").join(rides)]


def _by_taxi(leg: Leg) -> bool:
    return bool(leg.mode == "taxi")


def _is_long(leg: Leg) -> bool:
    return bool(leg.mode != "walk" and leg.minutes >= LONG)


def _rides(plan: Route, say: Say, meant: Callable[[Leg], bool]) -> Iterator[str]:
    for day in plan.days:
        names = {visit.id: visit.name for visit in day.visits}
        for leg in day.legs:
            if not meant(leg):
                continue
            there = names.get(leg.destination) or _end_of(leg, say)
            km, minutes, mode = f"{leg.km:.1f}", leg.minutes, MODE_NAMES[leg.mode]
            yield say(
                f"- Day {day.day}, to {there}: {mode.en} {minutes} min, {km} km",
                f"- 第 {day.day} 天，去{there}：{mode.zh} {minutes} 分钟，{km} 公里",
            )


def _end_of(leg: Leg, say: Say) -> str:
    """Where a way leads that ends at no visit: the next city, or where one stays."""
    to = str(leg.destination)
    if not to.startswith("city:"):
        return say("where you stay", "住处")
    city = to.removeprefix("city:")
    return say(place_name(city, "en"), place_name(city, "zh"))

"""Which ways of the plan at hand are by taxi, told to those who want none."""

from collections.abc import Iterator, Mapping
from typing import Any

from travelagent.assistant.offline.answers.tongue import Say


def taxi_answer(plan: Mapping[str, Any], say: Say) -> str:
    """The ways by taxi, each with its day and where it leads; that there is none where it has none."""
    rides = list(_rides(plan, say))
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


def _rides(plan: Mapping[str, Any], say: Say) -> Iterator[str]:
    for day in plan["days"]:
        names = {visit["id"]: visit["name"] for visit in day["visits"]}
        for leg in day["legs"]:
            if leg["mode"] != "taxi":
                continue
            there = names.get(leg["to"], say("where you stay", "住处"))
            km, minutes = f"{leg['km']:.1f}", leg["minutes"]
            yield say(
                f"- Day {day['day']}, to {there}: {minutes} min, {km} km",
                f"- 第 {day['day']} 天，去{there}：{minutes} 分钟，{km} 公里",
            )

"""How full the days of the plan at hand are: stops, hours, and how far one walks."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from travelagent.assistant.offline.answers.tongue import speaker
from travelagent.assistant.offline.values import Understood
from travelagent.planning.words import short_day


def tells_walking(plan: Mapping[str, Any]) -> bool:
    """Whether the plan tells how far one walks; one of an earlier release does not."""
    return all("walked" in day for day in plan["days"])


def walking_answer(understood: Understood, plan: Mapping[str, Any]) -> str:
    """The stops, the hours and the ways on foot of every day, as generate_route or change_route told them."""
    say = speaker(understood.language)
    lines = [say("So full are the days, on foot from stop to stop:", "每天的安排和景点之间的步行："), ""]
    for day in plan["days"]:
        when, walked = short_day(date.fromisoformat(day["date"])), day["walked"]
        if not day["visits"]:
            lines.append(
                say(f"- Day {day['day']} ({when.en}): nothing planned", f"- 第 {day['day']} 天（{when.zh}）：没有安排")
            )
            continue
        stops, hours = len(day["visits"]), f"{day['start']}–{day['end']}"
        way = say("hardly any walking", "几乎不用走")
        if walked["minutes"]:
            km, minutes = f"{walked['km']:.1f}", walked["minutes"]
            way = say(f"{km} km or about {minutes} minutes on foot", f"步行 {km} 公里，约 {minutes} 分钟")
        lines.append(
            say(
                f"- Day {day['day']} ({when.en}): {stops} stops, {hours}, {way}",
                f"- 第 {day['day']} 天（{when.zh}）：{stops} 站，{hours}，{way}",
            )
        )
    lines += [
        "",
        say(
            "Walking inside the sights comes on top of that. For less of it say *slower*, or *day 2 easier*.",
            "景点内部的步行不计在内。想少走一点，可以说*轻松一点*，或*第二天轻松点*。",
        ),
    ]
    return "\n".join(lines)

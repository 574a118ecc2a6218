"""How full the days of the plan at hand are: stops, hours, and how far one walks."""

from collections.abc import Sequence

from travelagent.assistant.offline.brief import brief_of
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.route import Day, Route, Walked
from travelagent.assistant.wording import Say, listed, speaker
from travelagent.briefs.party import goes_gently
from travelagent.plans.wire_fields import minutes_of
from travelagent.plans.words import short_day

HOURS, KM = 11, 8
"""From so many hours out, or kilometres between the stops on foot, a day is full."""
GENTLE_HOURS, GENTLE_KM = 9, 5
"""The same with children or older people, or at a slow pace."""
NOT_COUNTED = Walked(0, 0.0)


def tells_walking(plan: Route) -> bool:
    """Whether the plan tells how far one walks; one of an earlier release does not."""
    return all(day.walked for day in plan.days)


def walking_answer(understood: Understood, plan: Route) -> str:
    """The stops, the hours and the ways on foot of every day, as generate_route or change_route told them."""
    say = speaker(understood.language)
    head = say("So full are the days, on foot from stop to stop:", "每天的安排和景点之间的步行：")
    return "\n".join([head, "", *(_line(day, say) for day in plan.days), "", _hint(say)])


def too_much_answer(understood: Understood, plan: Route, days: Sequence[int]) -> str:
    """Whether these days of the plan, all of them where none is named, hold too much, by how long one is out and how
    far one walks; and the figures of each."""
    say, gently = speaker(understood.language), _goes_gently(understood)
    meant = [day for day in plan.days if day.day in days or not days]
    full = [str(day.day) for day in meant if _is_full(day, gently)]
    hours, km = (GENTLE_HOURS, GENTLE_KM) if gently else (HOURS, KM)
    whom = say(" (with children, older people or a slow pace)", "（按带老人小孩或慢节奏算）") if gently else ""
    measure = say(
        f"I count a day as full from {hours} hours out or {km} km between the stops on foot{whom}",
        f"一天在外满 {hours} 小时，或景点之间步行满 {km} 公里，我就算偏满{whom}",
    )
    verdict = say(f"**No**: {measure}; it stays below that.", f"**不会**：{measure}，这里没有达到。")
    if full:
        which = listed(full, understood.language)
        verdict = say(
            f"**Yes, rather**: {measure}; that is {'day' if len(full) == 1 else 'days'} {which}.",
            f"**是的，偏满**：{measure}，第 {which} 天达到了。",
        )
    return "\n".join([verdict, "", *(_line(day, say) for day in meant), "", _hint(say)])


def _goes_gently(understood: Understood) -> bool:
    """Whether somebody goes along who tires sooner, or a slow pace is wished for."""
    party = understood.entities.travellers
    tires = party is not None and bool(party.children or party.seniors)
    brief = brief_of(understood, understood.entities.cities)
    return tires or brief.pace == "relaxed" or (brief.pace is None and goes_gently(brief))


def _is_full(day: Day, gently: bool) -> bool:
    if not day.visits:
        return False
    hours, km = (GENTLE_HOURS, GENTLE_KM) if gently else (HOURS, KM)
    out = minutes_of(day.end) - minutes_of(day.start)
    return bool(out >= hours * 60 or (day.walked or NOT_COUNTED).km >= km)


def _line(day: Day, say: Say) -> str:
    """The stops of a day, its hours and the ways on foot."""
    when, walked = short_day(day.date), day.walked or NOT_COUNTED
    if not day.visits:
        return say(f"- Day {day.day} ({when.en}): nothing planned", f"- 第 {day.day} 天（{when.zh}）：没有安排")
    stops, hours = len(day.visits), f"{day.start}–{day.end}"
    way = say("hardly any walking", "几乎不用走")
    if walked.minutes:
        km, minutes = f"{walked.km:.1f}", walked.minutes
        way = say(f"{km} km or about {minutes} minutes on foot", f"步行 {km} 公里，约 {minutes} 分钟")
    return say(
        f"- Day {day.day} ({when.en}): {stops} {'stop' if stops == 1 else 'stops'}, {hours}, {way}",
        f"- 第 {day.day} 天（{when.zh}）：{stops} 站，{hours}，{way}",
    )


def _hint(say: Say) -> str:
    return say(
        "Walking inside the sights comes on top of that. For less of it say *slower*, or *day 2 easier*.",
        "景点内部的步行不计在内。想少走一点，可以说*轻松一点*，或*第二天轻松点*。",
    )

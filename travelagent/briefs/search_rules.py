"""The rules that act in the search for a plan, and what they are reported with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from travelagent.briefs.compile import rests_of
from travelagent.briefs.hours import bedtime_of
from travelagent.briefs.notes import NOTES, notes_on
from travelagent.briefs.rules import AppliedRule
from travelagent.briefs.values import TripBrief
from travelagent.planning.edits.days import StartAt
from travelagent.planning.evenings import LATE_END
from travelagent.planning.rests import days_without
from travelagent.planning.second_base import PACKING_MINUTES
from travelagent.planning.stopovers import stops_on
from travelagent.plans.fields import clock
from travelagent.plans.values import Assumption, Itinerary, LocalizedText, Night, PlanRequest, Sight
from travelagent.plans.words import duration

LATE_EVENING, SECOND_BASE, ON_THE_WAY, NO_REST = "late_evening", "second_base", "stops_on_the_way", "no_rest"


@dataclass(frozen=True, slots=True)
class SearchRule:
    """A rule that acts in the search for a plan."""

    name: str
    figure: LocalizedText
    reason: LocalizedText


PLAN_RULES = (
    SearchRule(
        LATE_EVENING,
        LocalizedText(
            "one evening: until 21:30 for a sight of the night, as late as the pace allows for what must be in",
            "一个晚上：看夜景到 21:30，必去景点按节奏可到的最晚时间",
        ),
        LocalizedText(
            "What must be in is not given up for a bedtime, and neither are a city's lights.",
            "必去的景点和最好的夜景，不因睡觉时间而放弃。",
        ),
    ),
    SearchRule(
        SECOND_BASE,
        LocalizedText(
            f"a night out of town where it is worth more than {PACKING_MINUTES} minutes on the way",
            f"在城外住一晚，比路上 {PACKING_MINUTES} 分钟更值时",
        ),
        LocalizedText("Nobody likes to travel far out and back twice.", "同一段远路不必来回跑两趟。"),
    ),
    SearchRule(
        ON_THE_WAY,
        LocalizedText(
            "sights by which a drive from city to city is no more than 15% longer",
            "自驾转场途中，绕路不超过 15% 的景点",
        ),
        LocalizedText(
            "What lies on the road is seen on the road, not from either end.", "顺路的景点路上看，不必专程往返。"
        ),
    ),
)


LEAST_MINUTES_SPARED = 30
"""The least saving of time on the way that is mentioned, in minutes."""


NOTES_OF_PLANS = frozenset({LATE_EVENING, SECOND_BASE, ON_THE_WAY, *(note.name for note in NOTES)})
"""Rules whose notes tell of days and sights of the plan."""


def notes_of_plan(brief: TripBrief, request: PlanRequest, itinerary: Itinerary) -> tuple[AppliedRule, ...]:
    """Return the notes on a plan that an edit has made: its late evening, its nights and stops on the way, what to
    book.
    """
    found = []
    hour = bedtime_of(brief)
    late = [window.day for window in request.day_windows if hour is not None and (window.end or 0) > hour]
    if late and any(window.end == hour for window in request.day_windows):
        found.append(AppliedRule(LATE_EVENING, _late(late[0])))
    if nights := [night for night in request.nights if not night.onward]:
        found.append(AppliedRule(SECOND_BASE, nights_elsewhere(nights, 0)))
    if request.stopovers:
        found.append(AppliedRule(ON_THE_WAY, stops_note(itinerary, request)))
    return (*found, *notes_on(brief, itinerary, request.today))


def nights_elsewhere(nights: Sequence[Night], spared: int) -> LocalizedText:
    """Return the note on nights out of town, with the minutes on the way that they spare where these are many."""
    less, days = duration(max(spared, 0)), dict[LocalizedText, list[str]]()
    for night in nights:
        days.setdefault(night.place.name, []).append(str(night.day))
    en = "; ".join(
        f"{'nights' if after[1:] else 'night'} in {place.en} after day {' and '.join(after)}"
        for place, after in days.items()
    )
    zh = "，".join(f"第 {'、'.join(after)} 天晚上住{place.zh}" for place, after in days.items())
    if spared < LEAST_MINUTES_SPARED:
        return LocalizedText(f"N{en[1:]}: evening and morning there are yours.", f"{zh}，傍晚和清晨都在那边。")
    return LocalizedText(f"N{en[1:]}: {less.en} less on the way.", f"{zh}，路上少花 {less.zh}。")


def stops_note(itinerary: Itinerary, request: PlanRequest) -> LocalizedText:
    """Return the note on the stops on drives from city to city."""
    stops = {day: [visit.name for visit in seen] for day, seen in stops_on(itinerary, request.stopovers).items()}
    en = "; ".join(f"{', '.join(name.en for name in names)} on day {day}" for day, names in stops.items())
    zh = "；".join(f"第 {day} 天{'、'.join(name.zh for name in names)}" for day, names in stops.items())
    return LocalizedText(f"Stops on the drives from place to place: {en}.", f"转场路上顺路停：{zh}。")


def late_evening(day: int) -> LocalizedText:
    """Return the note on an evening that is late for what must be in."""
    return LocalizedText(
        f"The evening of day {day} is later than the children's bedtime: what must be in needs it.",
        f"第 {day} 天晚上晚于孩子的睡觉时间，因为必去的景点只能排在晚上。",
    )


def _late(day: int) -> LocalizedText:
    return LocalizedText(
        f"The evening of day {day} is later than the children's bedtime.", f"第 {day} 天晚上晚于孩子的睡觉时间。"
    )


def evening_out(sight: Sight, day: int) -> LocalizedText:
    """Return the note on an evening that is late for a sight of the night."""
    ends = clock(LATE_END)
    return LocalizedText(
        f"The evening of day {day} lasts until {ends}: {sight.name.en} is best seen after dark.",
        f"第 {day} 天晚上到 {ends}：{sight.name.zh}天黑后最好看。",
    )


def best_early(start: StartAt, sight: LocalizedText) -> LocalizedText:
    """Return the note on a day that begins earlier for a sight at its best then."""
    begins = clock(start.at or 0)
    return LocalizedText(
        f"Day {start.day} begins at {begins}: {sight.en} is best seen early.",
        f"第 {start.day} 天 {begins} 出发：{sight.zh}早些去最好。",
    )


def fits_early(start: StartAt, sight: LocalizedText) -> LocalizedText:
    """Return the note on a day that begins earlier for a sight that fits only so."""
    begins = clock(start.at or 0)
    return LocalizedText(
        f"Day {start.day} begins at {begins}, so that {sight.en} fits.",
        f"第 {start.day} 天 {begins} 出发，这样才排得下{sight.zh}。",
    )


def without_rest(brief: TripBrief, request: PlanRequest, itinerary: Itinerary) -> tuple[Assumption, ...]:
    """Return the note on days that do not hold the requested rest; empty without such days."""
    rests = rests_of(brief, request.days)
    days = sorted({day for rest in rests for day in days_without(itinerary, request, rest)})
    en, zh = ", ".join(map(str, days)), "、".join(map(str, days))
    several = "s" if len(days) > 1 else ""
    note = Assumption(
        f"No rest at the hotel on day{several} {en}: too far from it, or too full.",
        f"第 {zh} 天离酒店太远或已排满，没有安排回酒店休息。",
        NO_REST,
    )
    return (note,) if days else ()

"""Rules that speak of a finished plan: holidays among its days, what to book and by when, tickets, food."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from travelagent.briefs.diet import DIET_NAMES, is_refused
from travelagent.briefs.rules import AppliedRule
from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.names import country_name, with_article
from travelagent.costs.tickets import bought_at
from travelagent.plans.public_holidays import is_public_holiday
from travelagent.plans.values import DayPlan, Itinerary, LocalizedText, Visit
from travelagent.plans.words import duration, listed, short_day

BOOK_REQUIRED, BOOK_RECOMMENDED = 14, 3
"""So many days before the visit a sight is booked that is entered by booking alone, and one that may sell out."""
MOST_DISHES = 4
WORTH_A_NIGHT, FAR_MINUTES, NIGHTS_FOR_ONE_ELSEWHERE = 180, 75, 2
"""Minutes there and back on one day that a night there is worth, the fewest each way, and the days of a stay that has
more of them."""


@dataclass(frozen=True, slots=True)
class PlanNote:
    """A rule over a finished plan. `note` returns None where it has nothing to say."""

    name: str
    figure: LocalizedText
    reason: LocalizedText
    note: Callable[[TripBrief, Itinerary, date | None], LocalizedText | None]


def notes_on(brief: TripBrief, itinerary: Itinerary, today: date | None) -> tuple[AppliedRule, ...]:
    """Return what the rules that are not switched off have to say of a plan made on that day."""
    found = ((each.name, each.note(brief, itinerary, today)) for each in NOTES if each.name not in brief.rules_off)
    return tuple(AppliedRule(name, text) for name, text in found if text is not None)


def public_holidays(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell the days that are public holidays where they are spent."""
    cities = source.cities()
    days = [
        (day.date, cities[day.city].country)
        for day in itinerary.days
        if day.city in cities and is_public_holiday(cities[day.city].country, day.date)
    ]
    if not days:
        return None
    names = [country_name(country) for country in dict.fromkeys(country for _, country in days)]
    when = [short_day(day) for day, _ in days]
    return LocalizedText(
        f"Public holidays in {_and(with_article(en) for en, _ in names)}: {_and(day.en for day in when)}."
        " Expect crowds, dearer rooms, and some places shut.",
        f"{'、'.join(day.zh for day in when)}是{'、'.join(zh for _, zh in names)}的法定假日："
        "人多、住宿贵，部分地方不开放。",
    )


def booking_horizon(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell by which day the sights are booked that cannot be entered, or may sell out, without; at once where that day
    is past."""
    known = source.sights()
    leads = {"required": BOOK_REQUIRED, "recommended": BOOK_RECOMMENDED}
    due: list[tuple[date, Visit]] = []
    for day in itinerary.days:
        for visit in day.visits:
            sight = known.get(visit.sight or "")
            if sight is not None and sight.booking in leads:
                due.append((day.date - timedelta(days=leads[sight.booking]), visit))
    if not due:
        return None
    due.sort(key=lambda each: each[0])
    late = [visit for by, visit in due if today is not None and by <= today]
    open_ = [(by, visit) for by, visit in due if visit not in late]
    at_once = [f"{_and(visit.name.en for visit in late)} now"] if late else []
    en = "; ".join([*at_once, *(f"{visit.name.en} by {short_day(by).en}" for by, visit in open_)])
    at_once = [f"{'、'.join(visit.name.zh for visit in late)}现在就订"] if late else []
    zh = "；".join([*at_once, *(f"{visit.name.zh}最晚 {short_day(by).zh}" for by, visit in open_)])
    return LocalizedText(f"Book ahead: {en}.", f"需要提前预约：{zh}。")


def shared_tickets(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell which visits are entered on one ticket."""
    visits = [(day.date, visit) for day in itinerary.days for visit in day.visits]
    entered: dict[str, list[LocalizedText]] = {}
    for (_, visit), first in zip(visits, bought_at(visits), strict=True):
        entered.setdefault(first, []).append(visit.name)
    groups = [listed(names) for names in entered.values() if len(names) > 1]
    if not groups:
        return None
    together = listed(groups, "; ", "；")
    return LocalizedText(f"On one ticket: {together.en}.", f"同一张门票：{together.zh}。")


def night_elsewhere(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell of the day with the longest way out and back that a night there would save, where the stay is long enough
    for one."""
    stays = Counter(day.city for day in itinerary.days)
    saved, where, day = max(
        ((*_way_out_and_back(day), day.day) for day in itinerary.days if stays[day.city] > NIGHTS_FOR_ONE_ELSEWHERE),
        key=lambda found: found[0],
        default=(0, None, 0),
    )
    if where is None or saved < WORTH_A_NIGHT:
        return None
    way = duration(saved)
    return LocalizedText(
        f"Day {day} is {way.en} on the way to {where.en} and back: with a night there you would have its evening and"
        " its morning.",
        f"第 {day} 天往返{where.zh}路上共 {way.zh}：在那边住一晚，傍晚和清晨都不用赶。",
    )


def _way_out_and_back(day: DayPlan) -> tuple[int, LocalizedText | None]:
    """The minutes from where a day begins to its first stop and from its last one to where it ends, and the first
    stop."""
    if not day.visits or any(leg.is_move for leg in day.legs):
        return 0, None
    out = sum(leg.minutes for leg in day.legs if leg.origin == "start")
    back = sum(leg.minutes for leg in day.legs if leg.destination == "end")
    return (out + back if min(out, back) >= FAR_MINUTES else 0), day.visits[0].name


def diet(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell which local dishes suit those who do not eat everything."""
    if not brief.diet:
        return None
    cities = [source.cities()[city] for city in itinerary.cities if city in source.cities()]
    pairs = [pair for city in cities for pair in zip(city.food_en, city.food_zh, strict=False)]
    suiting = [pair for pair in pairs if is_refused(pair[0], brief.diet) is False][:MOST_DISHES]
    en = f" Dishes that usually suit: {', '.join(name for name, _ in suiting)}." if suiting else ""
    zh = f"通常可以吃的当地菜：{'、'.join(name for _, name in suiting)}。" if suiting else ""
    names = [DIET_NAMES[each] for each in brief.diet]
    return LocalizedText(
        f"{_and(name.en for name in names).capitalize()}: the plan sets times for meals, you choose the restaurant; ask"
        f" how a dish is made.{en}",
        f"{'、'.join(name.zh for name in names)}：行程只排用餐时间，餐馆自选，点菜时请问清做法。{zh}",
    )


def _and(names: Iterator[str]) -> str:
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last


NOTES: tuple[PlanNote, ...] = (
    PlanNote(
        "public_holidays",
        LocalizedText("the country's public holidays", "当地法定假日"),
        LocalizedText("Crowds and prices double, and some places shut.", "人多价高，有些地方不开。"),
        public_holidays,
    ),
    PlanNote(
        "booking_horizon",
        LocalizedText(
            "14 days where a booking is required, 3 where it is recommended",
            "必须预约的提前 14 天，建议预约的提前 3 天",
        ),
        LocalizedText("What sells out is booked first.", "容易约满的先订。"),
        booking_horizon,
    ),
    PlanNote(
        "shared_tickets",
        LocalizedText("one ticket for several sights", "一票多用"),
        LocalizedText("Nobody pays twice for one ticket.", "同一张票不花两次钱。"),
        shared_tickets,
    ),
    PlanNote(
        "night_elsewhere",
        LocalizedText("3 hours there and back on one day", "当天往返 3 小时以上"),
        LocalizedText("A night there may be worth more than the way back.", "住一晚也许比来回赶路更值。"),
        night_elsewhere,
    ),
    PlanNote(
        "diet",
        LocalizedText("what local dishes are usually made with", "当地菜的常见用料"),
        LocalizedText("Recipes vary, so it is only told.", "做法各异，只作提示。"),
        diet,
    ),
)

"""Rules that speak of a finished plan: holidays among its days, what to book and by when, tickets, food."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from travelagent.briefs.diet import diet_name, judged_dishes, tables
from travelagent.briefs.needs import describe_needs
from travelagent.briefs.rules import AppliedRule
from travelagent.briefs.values import DietWish, PersonalDiet, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import home_point
from travelagent.catalog.names import country_name, with_article
from travelagent.catalog.values import City
from travelagent.costs.tickets import bought_at
from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.planning.second_base import excursions
from travelagent.plans.booking import LEAD_DAYS
from travelagent.plans.public_holidays import is_in_ramadan, is_public_holiday
from travelagent.plans.values import Itinerary, LocalizedText, Visit
from travelagent.plans.words import duration, listed, short_day
from travelagent.travel.intercity import intercity_leg

MORE_THAN_THE_CITY_FILLS = "more_than_the_city_fills"
MOST_DISHES = 4
FASTING = frozenset({"AE", "EG", "ID", "JO", "MA", "MV", "MY"})
"""The countries of the catalogue in which public life follows the fast by day. Judgement."""
WORTH_A_NIGHT = 180
"""Minutes there and back on one day that a night there is worth."""
SPARE_DAYS, MOST_CITIES, NIGHTS_NEAR, SIGHTS_NEAR = 3, 2, 2, 8
NEAR_KM, NEAR_MINUTES = 450, 300
"""So near a city is for two nights, as the crow flies and from door to door."""


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


def unlocated_places(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell the places of the traveller's own whose position is not known, so that their ways are estimates."""
    names = itinerary.city_names
    found: dict[LocalizedText, LocalizedText] = {}
    for day in itinerary.days:
        city = names.get(day.city, LocalizedText(day.city, day.city))
        found |= {end.name: city for end in (day.origin, day.destination) if end.unlocated}
        found |= {visit.name: city for visit in day.visits if "position" in visit.estimated}
    if not found:
        return None
    en = " ".join(
        f"Where {name.en} lies is not known: it is taken to be in the centre of {city.en}, and the ways to it are"
        " estimates."
        for name, city in found.items()
    )
    zh = "".join(
        f"没有找到“{name.zh}”的位置，暂按{city.zh}市中心安排，往返时间是估计。" for name, city in found.items()
    )
    return LocalizedText(en, zh)


def ramadan(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell that days fall into the month of fasting where most keep it."""
    cities = source.cities()
    fasting = (day for day in itinerary.days if day.city in cities and cities[day.city].country in FASTING)
    if not any(is_in_ramadan(day.date) for day in fasting):
        return None
    return LocalizedText(
        "These days are in Ramadan: many sights close an hour or two earlier, many restaurants open after sunset only.",
        "行程在斋月里：不少景点提前一两个小时关门，许多餐馆日落后才营业。",
    )


def booking_horizon(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell by which day the sights are booked that cannot be entered, or may sell out, without; at once where that day
    is past."""
    known = source.sights()
    due: list[tuple[date, Visit]] = []
    for day in itinerary.days:
        for visit in day.visits:
            sight = known.get(visit.sight or "")
            if sight is not None and sight.booking != "none":
                due.append((day.date - timedelta(days=LEAD_DAYS[sight.booking]), visit))
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
    longest = next(iter(excursions(itinerary)), None)
    if longest is None or longest.minutes < WORTH_A_NIGHT:
        return None
    time, day, where = duration(longest.minutes), longest.day.day, longest.to.name
    return LocalizedText(
        f"Day {day} is {time.en} on the way to {where.en} and back: with a night there you would have its evening and"
        " its morning.",
        f"第 {day} 天往返{where.zh}路上共 {time.zh}：在那边住一晚，傍晚和清晨都不用赶。",
    )


def more_than_the_city_fills(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell of a trip to one city that is much longer than the city fills, and of the best cities near by for some of
    its nights."""
    days, names = len(itinerary.days), {day.city for day in itinerary.days}
    city = source.cities().get(next(iter(names), ""))
    if len(names) != 1 or city is None or days < city.days_max + SPARE_DAYS:
        return None
    near = _cities_near(city)[:MOST_CITIES]
    if not near:
        return None
    best, left, times = near[0][0], days - NIGHTS_NEAR, [duration(minutes) for _, minutes in near]
    en = " or ".join(f"{other.name_en} ({time.en})" for (other, _), time in zip(near, times, strict=True))
    zh = "或".join(f"{other.name_zh}（{time.zh}）" for (other, _), time in zip(near, times, strict=True))
    return LocalizedText(
        f"{city.name_en} fills about {city.days_max} of the {days} days. {NIGHTS_NEAR} nights in {en} would be well"
        f" spent: say “{left} days in {city.name_en} and {NIGHTS_NEAR} in {best.name_en}”.",
        f"{city.name_zh}大约 {city.days_max} 天就能玩遍，这次有 {days} 天，可以分 {NIGHTS_NEAR} 晚去{zh}：直接说"
        f"“{city.name_zh} {left} 天，{best.name_zh} {NIGHTS_NEAR} 天”。",
    )


def _cities_near(city: City) -> list[tuple[City, int]]:
    """The covered cities that are near enough for two nights, with the minutes from door to door, the best first."""
    sights, home, found = source.packaged_catalogue().sights_of, home_point(city), []
    for other in source.cities().values():
        if other.id == city.id or source.distance_km(city.lat, city.lon, other.lat, other.lon) > NEAR_KM:
            continue
        minutes = intercity_leg(home, home_point(other)).minutes
        if minutes <= NEAR_MINUTES:
            best = sorted((float(sight.score) for sight in sights(other.id)), reverse=True)[:SIGHTS_NEAR]
            found.append((sum(best) - MINUTE_WORTH * 2 * minutes, other, minutes))
    return [(other, minutes) for _, other, minutes in sorted(found, key=lambda each: (-each[0], each[1].id))]


def diet(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell which local dishes suit those who do not eat everything."""
    if not brief.diet:
        return None
    cities = [source.cities()[city] for city in itinerary.cities if city in source.cities()]
    names = [diet_name(each) for each in brief.diet]
    suiting = [_suiting(cities, diets) for diets in tables(brief.diet)]
    return LocalizedText(
        f"{_first_upper(_and(name.en for name in names))}: the plan sets times for meals, you choose the restaurant;"
        f" ask how a dish is made.{''.join(text.en for text in suiting)}",
        f"{'、'.join(name.zh for name in names)}：行程只排用餐时间，餐馆自选，点菜时请问清做法。"
        f"{''.join(text.zh for text in suiting)}",
    )


def _suiting(cities: Sequence[City], diets: Sequence[DietWish]) -> LocalizedText:
    """Return the dishes that suit who keeps these diets: everybody, or the one person whose diet it is."""
    judged = [item for city in cities for item in judged_dishes(city, diets).items()]
    suiting = [names for names, refused in judged if refused is False][:MOST_DISHES]
    if not suiting:
        return LocalizedText("", "")
    en, zh = ", ".join(name for name, _ in suiting), "、".join(name for _, name in suiting)
    first = diets[0]
    if isinstance(first, PersonalDiet) and not first.allergy:
        return LocalizedText(f" Dishes that usually suit {first.who}: {en}.", f"{first.who}通常可以吃的当地菜：{zh}。")
    return LocalizedText(f" Dishes that usually suit: {en}.", f"通常可以吃的当地菜：{zh}。")


def _first_upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def needs(brief: TripBrief, itinerary: Itinerary, today: date | None) -> LocalizedText | None:
    """Tell how the plan serves needs that it cannot vouch for, and what to ask."""
    return describe_needs(brief.needs, itinerary)


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
        "ramadan",
        LocalizedText("the 29 days before Eid al-Fitr", "开斋节前 29 天"),
        LocalizedText("Hours are shorter, and one eats after sunset.", "开放时间缩短，日落后才用餐。"),
        ramadan,
    ),
    PlanNote(
        "unlocated_places",
        LocalizedText("the centre of the city of that day", "当天所在城市的市中心"),
        LocalizedText(
            "A place of one's own is kept under its name, never replaced by another one.",
            "自己的地点按原名保留，不会换成别的地方。",
        ),
        unlocated_places,
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
        MORE_THAN_THE_CITY_FILLS,
        LocalizedText(f"{SPARE_DAYS} days more than a usual stay", f"比通常停留多 {SPARE_DAYS} 天以上"),
        LocalizedText("A city near by may be worth more than empty days.", "空着的日子不如去附近的城市。"),
        more_than_the_city_fills,
    ),
    PlanNote(
        "diet",
        LocalizedText("what local dishes are usually made with", "当地菜的常见用料"),
        LocalizedText("Recipes vary, so it is only told.", "做法各异，只作提示。"),
        diet,
    ),
    PlanNote(
        "needs",
        LocalizedText("the meal times and the indoor stops of the plan", "行程里的用餐时间和室内的地方"),
        LocalizedText("What the data does not tell has to be asked.", "资料里没有的，需要自己问清楚。"),
        needs,
    ),
)

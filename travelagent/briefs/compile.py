"""From a brief to a request to the planner: the only path to a plan, whoever wrote the brief.

What was stated is taken over; then the rules of travel act on it one by one, each on what the ones before have left.
All that acted is listed, so that the plan can state it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from travelagent.briefs.first_day import first_day
from travelagent.briefs.hours import HOURS, free_days, single_days
from travelagent.briefs.own_places import place_named
from travelagent.briefs.party import GROUP, head_count, is_counted, walkers_of
from travelagent.briefs.rides import point_of, rides_between
from travelagent.briefs.rules import AppliedRule, Draft, Outcome, Rule
from travelagent.briefs.seasons import OPEN_SEASON
from travelagent.briefs.suitability import SUITABILITY
from travelagent.briefs.usual import usual_days
from travelagent.briefs.values import DayWish, LaterLodging, TripBrief
from travelagent.briefs.wire import day_reference
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay
from travelagent.catalog.names import region_name
from travelagent.planning.frame import with_low_cities_first
from travelagent.plans.rides import with_day_open_for
from travelagent.plans.values import (
    CityStay,
    DayTrip,
    IntercityMode,
    LocalizedText,
    Night,
    Pin,
    PlanRequest,
    Point,
    Refusal,
    Rest,
    Sight,
)
from travelagent.plans.words import week_day

SEARCH_SECONDS = 2.0
"""So long a plan may be searched for."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the planner is asked, and the rules that acted. `rests_of` the brief are made room for behind it."""

    request: PlanRequest
    applied: tuple[AppliedRule, ...]


def compile_request(brief: TripBrief, sights: Sequence[Sight], today: date) -> Compiled:
    """Return the request of a brief whose places are ids of covered cities, and whose sights are ids.

    `sights` are all of these cities. Raises KeyError for a city that the catalogue does not cover.
    """
    draft = _with_wishes(dataclasses.replace(_stated_draft(brief, today), sights=tuple(sights)), sights)
    applied: list[AppliedRule] = []
    for rule in RULES:
        if rule.name in brief.rules_off:
            continue
        outcome = rule.act(draft)
        if outcome is not None:
            draft, text = outcome
            applied.append(AppliedRule(rule.name, text))
    request = free_days(single_days(draft)).request
    for booking in request.fixed:
        request = with_day_open_for(request, booking)
    return Compiled(request, tuple(applied))


def _stated_draft(brief: TripBrief, today: date) -> Draft:
    """Return the request with what was stated, before any rule."""
    cities = source.cities()
    places = brief.places
    days = usual_days(len(places)) if brief.days is None else brief.days
    each = _days_each(brief, days)
    stays = tuple(city_stay(cities[place], count) for place, count in zip(places, each, strict=True))
    between = brief.travel.between or ("train" if "flight" in brief.travel.refuse else None)
    request = PlanRequest(
        cities=stays,
        days=days,
        start_date=brief.dates.start,
        today=today,
        interests=brief.interests,
        pace=brief.pace or "normal",
        must_see=brief.must_see,
        avoid=brief.avoid,
        fixed=brief.bookings,
        travellers=head_count(brief.party),
        walkers=walkers_of(brief),
        any_order=brief.order_free,
        constraints=brief.constraints,
        home=point_of(brief.origin) if brief.origin else None,
        way=between,
        deadline_seconds=SEARCH_SECONDS,
    )
    there: IntercityMode | None = brief.arrival.mode or between
    back: IntercityMode | None = brief.departure.mode or between
    return Draft(brief, request, today, rides_between(brief.origin, places, there, back, brief.ends_at))


def _days_each(brief: TripBrief, days: int) -> list[int | None]:
    """The days of each stay, as far as they fit the length of the trip; else it is left to the planner."""
    given = [stay.days for stay in brief.stays]
    least = sum(count or 1 for count in given)
    fits = least <= days if None in given else least == days
    return given if fits else [None] * len(given)


def _with_wishes(draft: Draft, sights: Sequence[Sight]) -> Draft:
    """The draft with the wishes of its days: visits, kinds, refusals, rain."""
    wishes = draft.brief.day_wishes
    pins, refusals, rainy, trips = [], [], set[int](), list[DayTrip]()
    for wish in wishes:
        days = day_reference(wish.day, draft.days)
        match wish.kind:
            case "visit":
                day = days[0] if wish.day != "every" and days else None
                pins.append(Pin(wish.value, day, wish.start, wish.part, minutes=wish.minutes))
            case "without":
                refusals += [Refusal(day, wish.value) for day in days]
            case "only_kind":
                others = [sight.id for sight in sights if sight.terms.isdisjoint(wish.values)]
                refusals += [Refusal(day, sight) for day in days for sight in others]
            case "indoors":
                rainy.update(days)
            case "day_trip":
                city = city_stay(source.cities()[wish.value])
                trips += [DayTrip(day, city, _base_of(day, city, draft.request.cities)) for day in days]
            case "rest" | "hours" | "free":
                pass
    return draft.asking(
        pinned=tuple(pins),
        avoid_on=tuple(refusals),
        rainy_days=tuple(sorted(rainy)),
        day_trips=tuple({trip.day: trip for trip in sorted(trips, key=lambda trip: trip.day)}.values()),
    )


def _base_of(day: int, city: CityStay, stays: Sequence[CityStay]) -> str:
    """Return the city from which a day trip sets out: that of its day, where the days of each are given, else the
    nearest one.
    """
    if all(stay.days for stay in stays):
        ends = accumulate(stay.days or 0 for stay in stays)
        return next((stay.id for stay, end in zip(stays, ends, strict=True) if day <= end), stays[-1].id)
    return min(stays, key=lambda stay: source.distance_km(city.lat, city.lon, stay.lat, stay.lon)).id


def rests_of(brief: TripBrief, days: int) -> tuple[Rest, ...]:
    """Return the rests amid the day of a trip of so many days."""
    return tuple(_rest(wish, day_reference(wish.day, days), days) for wish in brief.day_wishes if wish.kind == "rest")


def _rest(wish: DayWish, days: tuple[int, ...], of: int) -> Rest:
    rest = Rest(wish.start, days=() if len(days) == of else days)
    return rest if wish.minutes is None else dataclasses.replace(rest, minutes=wish.minutes)


def region_route(draft: Draft) -> Outcome:
    """Tell the stays that stand for a region."""
    areas = tuple(dict.fromkeys(stay.area for stay in draft.brief.stays if stay.area))
    if not areas:
        return None
    texts = [_route_of(area, draft.brief) for area in areas]
    return draft, LocalizedText(" ".join(text.en for text in texts), "".join(text.zh for text in texts))


def _route_of(area: str, brief: TripBrief) -> LocalizedText:
    stays = [(source.cities()[stay.place], stay.days or 1) for stay in brief.stays if stay.area == area]
    english = ", ".join(f"{city.name_en} {days} day{'s' if days > 1 else ''}" for city, days in stays)
    chinese = "、".join(f"{city.name_zh} {days} 天" for city, days in stays)
    return LocalizedText(
        f"{area} by its usual route: {english}. Name the places that you would rather see.",
        f"{region_name(area, 'zh')}按常走的路线安排：{chinese}。想去别的地方，直接说地名即可。",
    )


def usual_length(draft: Draft) -> Outcome:
    """Report the length that is assumed where none was stated."""
    if draft.brief.days is not None:
        return None
    return draft, LocalizedText(f"No length was said: {draft.days} days.", f"未说明天数，按 {draft.days} 天安排。")


def trip_dates(draft: Draft) -> Outcome:
    """Begin an undated trip in the month, season or weeks that were stated, on a day away from usual holidays."""
    if draft.brief.dates.start is not None:
        return None
    first = first_day(draft.brief.dates, draft.cities, draft.days, draft.today)
    if first is None:
        return None
    start = week_day(first)
    return draft.asking(start_date=first), LocalizedText(f"I planned it from {start.en} on.", f"按{start.zh}出发安排。")


ONE_TRAVELLER = LocalizedText("No number of people was given: one traveller.", "未说明人数，按 1 人计算。")


def counted_party(draft: Draft) -> Outcome:
    """Report how many people are counted where that was not stated."""
    party = draft.brief.party
    if not is_counted(party):
        return draft, ONE_TRAVELLER
    if party.group and draft.request.travellers == GROUP and not (party.adults or party.seniors or party.children):
        return draft, LocalizedText(f"Several people: {GROUP} are counted.", f"多人同行，按 {GROUP} 人计算。")
    if party.children and not (party.adults or party.seniors):
        return draft, LocalizedText("One adult is counted with the children.", "孩子有 1 位大人陪同，一并计算。")
    return None


def hotel(draft: Draft) -> Outcome:
    """Begin and end the days at the hotel, and from the nights of `later` on at the other ones: each by its point or by
    its name.
    """
    lodging, stays = draft.brief.lodging, draft.request.cities
    point = lodging.place or (place_named(lodging.near, stays) if lodging.near else None)
    nights = tuple(Night(each.since, _later_place(each, stays), onward=True) for each in lodging.later)
    if point is None and not nights:
        return None
    moved = draft.asking(nights=tuple(sorted((*draft.request.nights, *nights), key=lambda night: night.day)))
    texts = []
    if point is not None:
        moved = moved.asking(cities=with_hotel(stays, point))
        texts.append(
            LocalizedText(f"Every day begins and ends at {point.name.en}.", f"每天从{point.name.zh}出发并返回。")
        )
    texts += [
        LocalizedText(
            f"From the night after day {night.day} on you stay at {night.place.name.en}.",
            f"从第 {night.day} 天晚上起改住{night.place.name.zh}。",
        )
        for night in nights
    ]
    return moved, LocalizedText(" ".join(text.en for text in texts), "".join(text.zh for text in texts))


def _later_place(hotel: LaterLodging, stays: Sequence[CityStay]) -> Point:
    """Return the place of a later hotel, by name in the city of its first night where the days of each are given."""
    if hotel.place is not None:
        return hotel.place
    ends = accumulate(stay.days or 0 for stay in stays)
    there = [stay for stay, end in zip(stays, ends, strict=True) if hotel.since <= end]
    return place_named(hotel.near, there[:1] if there and all(stay.days for stay in stays) else stays)


def with_hotel(stays: Sequence[CityStay], point: Point) -> tuple[CityStay, ...]:
    """Return the stays with the hotel in the nearest of their cities."""
    nearest = min(stays, key=lambda stay: source.distance_km(point.lat, point.lon, stay.lat, stay.lon))
    return tuple(dataclasses.replace(stay, hotel=point) if stay.id == nearest.id else stay for stay in stays)


def low_cities_first(draft: Draft) -> Outcome:
    """Put high cities last where altitude is to be spared, so that the body gets used to it."""
    request = with_low_cities_first(draft.request)
    if request.cities == draft.request.cities:
        return None
    return dataclasses.replace(draft, request=request), LocalizedText(
        "The high city comes last, so that the body gets used to it.", "海拔高的城市放在后面，让身体慢慢适应。"
    )


def refused_modes(draft: Draft) -> Outcome:
    """Tell which refusals of a mode of transport the planner cannot keep."""
    kept = {"flight"} if len(draft.cities) > 1 or draft.brief.origin else set[str]()
    lost = [mode for mode in draft.brief.travel.refuse if mode not in kept]
    if "taxi" not in lost:
        return None
    return draft, LocalizedText(
        "Taxis cannot be ruled out: where a leg says taxi, ask for another way.",
        "暂时不能排除出租车：行程里标出租车的路段，可以让我换别的方式。",
    )


RULES: tuple[Rule, ...] = (
    Rule(
        "region_route",
        LocalizedText(
            "the usual route of the region, its best places where days are few",
            "该地区的常走路线，天数少时取最值得的几站",
        ),
        LocalizedText("A region is seen from several places, not from one.", "一个地区要分几处落脚才看得全。"),
        region_route,
    ),
    Rule(
        "usual_length",
        LocalizedText("3 days", "3 天"),
        LocalizedText("Most short trips last three days.", "短途旅行多为三天。"),
        usual_length,
    ),
    Rule(
        "trip_dates",
        LocalizedText("a Tuesday from the 8th on, or the middle of the season", "当月 8 日起的周二，或当季中间"),
        LocalizedText(
            "Off the usual holidays, and a short trip from a Tuesday meets fewest closures.",
            "避开常见假期，周二出发遇到闭馆最少。",
        ),
        trip_dates,
    ),
    OPEN_SEASON,
    Rule(
        "counted_party",
        LocalizedText("1 traveller, 2 of a group, 1 adult with children", "1 人；多人按 2 人；孩子配 1 位大人"),
        LocalizedText("Tickets and rooms need a number.", "算门票和房间需要人数。"),
        counted_party,
    ),
    *SUITABILITY,
    Rule(
        "hotel",
        LocalizedText("the place that was said", "按说明的住处"),
        LocalizedText("Days begin and end where one sleeps.", "从住处出发，回住处结束。"),
        hotel,
    ),
    Rule(
        "low_cities_first",
        LocalizedText("cities from 2,500 m on", "海拔 2500 米以上的城市"),
        LocalizedText("A body needs days to get used to thin air.", "身体需要几天适应高原。"),
        low_cities_first,
    ),
    Rule(
        "refused_modes",
        LocalizedText("taxis", "出租车"),
        LocalizedText("What cannot be honoured is said.", "做不到的要说明。"),
        refused_modes,
    ),
    *HOURS,
)
"""The rules in the order in which they act."""

"""What one should know of a trip's places and days beside the plan: how high a city lies, which days are public
holidays."""

import re
from typing import Final

from babel.numbers import format_decimal

from travelagent.assistant.offline.reading.asked import asks_altitude_beside
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.results.city import CityFacts
from travelagent.assistant.results.route import Route
from travelagent.assistant.wording import Say, listed, problem, speaker
from travelagent.catalog import source
from travelagent.catalog.climate import elevation_of
from travelagent.catalog.names import country_name, with_article
from travelagent.catalog.public_holidays import is_public_holiday
from travelagent.plans.words import short_day

HIGH, LOW = 2400, 1500
"""Metres from which on a height is felt by many, and below which by nobody."""
GO_SLOWLY = (
    "Many feel the height on the first days (headache, short breath, poor sleep): take the first day slowly, drink"
    " water, no alcohol. Ask a doctor before the trip, of medicines too; if it gets bad, go lower and see one.",
    "很多人头一两天会有高原反应（头痛、气短、睡不好）：第一天放慢节奏，多喝水，别喝酒。"
    "用药和身体状况请出发前问医生；症状加重就往低处走并就医。",
)
_METRES: Final = re.compile(r"\d,?\d{3} ?(?:m\b|米)")


def good_to_know(understood: Understood, turn: Turn, plan: Route) -> list[str]:
    """The lines of a plan on its high cities, where none were asked about, and on public holidays among its days where
    their date was said."""
    say = speaker(understood.language)
    told = asks_altitude_beside(turn.said[-1], turn.today)
    heights = {found.city.id: found.city.elevation_m for found in turn.results("get_city_info")}
    lines = [
        _lies_high(city.name, heights.get(city.id), say) + say(*GO_SLOWLY)
        for city in plan.cities
        if elevation_of(city.id) >= HIGH and not told
    ]
    return lines + (_holidays(plan, say) if understood.entities.start_date else [])


def altitude_answer(understood: Understood, turn: Turn) -> str:
    """How high the cities lie that are asked about, which stops of the plan at hand lie high, and what helps."""
    language = understood.language
    say = speaker(language)
    infos = [found.city for found in turn.results("get_city_info")]
    lines = [problem(found.error or {}, language) for found in turn.failures("get_city_info")]
    for info in infos:
        if _is_high(info):
            lines.append(_lies_high(info.name, info.elevation_m, say).strip())
        else:
            lines.append(say(f"**{info.name}** lies low: no height to feel.", f"**{info.name}**海拔不高，不用担心。"))
    stops = _high_stops(turn, say)
    if stops:
        lines.append(
            say(
                f"Of the plan's stops, {listed(stops, 'en')} {'lies' if len(stops) == 1 else 'lie'} high enough to be"
                " felt.",
                f"行程里的{listed(stops, 'zh')}海拔较高，可能有高原反应。",
            )
        )
    if not infos or stops or any(map(_is_high, infos)):
        lines.append(say(*GO_SLOWLY))
        lines.append(
            say(
                "I am no doctor, and day trips may go higher than the city.",
                "我不能代替医生；一日游的景点可能比市区更高。",
            )
        )
    return "\n\n".join(lines)


def _is_high(city: CityFacts) -> bool:
    return city.elevation_m is not None and city.elevation_m >= LOW


def _high_stops(turn: Turn, say: Say) -> list[str]:
    """The names of the stops of the plan at hand whose height is felt, with what their notes say of it."""
    visits = turn.standing_route.itinerary.visits if turn.standing_route else ()
    known = [(visit, source.sights().get(visit.sight or "")) for visit in visits]
    high = [visit for visit, sight in known if sight and "altitude" in source.strains_of(sight)]
    return [_with_its_height(visit.name, visit.note, say) for visit in high]


def _with_its_height(name: str, note: str, say: Say) -> str:
    """The name of a stop, with its note where that tells metres."""
    told = note.rstrip(".。")
    return name + say(f" ({told})", f"（{told}）") if _METRES.search(note) else name


def _lies_high(name: str, metres: int | None, say: Say) -> str:
    if metres is None:
        return say(f"**{name}** lies high. ", f"**{name}**海拔较高。")
    return say(
        f"**{name}** lies at about {format_decimal(metres, locale='en_US')} m. ",
        f"**{name}**海拔约 {metres} 米。",
    )


def _holidays(plan: Route, say: Say) -> list[str]:
    """One line on the days of a plan that are public holidays where they are spent."""
    days = [
        (day.date, country)
        for day in plan.days
        if (country := _country(day.city)) and is_public_holiday(country, day.date)
    ]
    if not days:
        return []
    names = list(dict.fromkeys(country_name(country) for _, country in days))
    when = [short_day(day) for day, _ in days]
    where = listed([with_article(en) for en, _ in names], "en"), listed([zh for _, zh in names], "zh")
    are = "is a public holiday" if len(days) == 1 else "are public holidays"
    return [
        say(
            f"{listed([day.en for day in when], 'en')} {are} in {where[0]}: expect crowds, dearer rooms, tickets sold"
            " out early, and some places shut. I have no holiday hours or prices, so check before you book.",
            f"{listed([day.zh for day in when], 'zh')}是{where[1]}的法定假日："
            "人会多，住宿涨价，票早早售罄，部分地方不开放。我没有节假日的开放时间和价格资料，预订前请核实。",
        )
    ]


def _country(city: str) -> str:
    return source.cities()[city].country if city in source.cities() else ""

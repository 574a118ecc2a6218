"""What a first visit offers beside an empty field: trips to start from, months, and surprises."""

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from travelagent.assistant.wording import month_name
from travelagent.catalog import source
from travelagent.catalog.values import City

IDEAS = {
    "en": (
        ("rome", 5, "Three days in Rome for the first time"),
        ("kyoto", 4, "Three days in Kyoto in April for two, under $900"),
        ("lisbon", 6, "Five days in Lisbon and Porto by train"),
        ("bangkok", 12, "Four days in Bangkok for food lovers"),
        ("paris", 7, "A week in Paris with two children"),
        ("bali", 1, "A beach in January under $120 a day"),
    ),
    "zh": (
        ("beijing", 10, "第一次去北京，玩四天"),
        ("chengdu", 4, "成都三天，为了吃"),
        ("xian", 5, "带爸妈去西安三天，轻松一点"),
        ("hangzhou", 3, "两个人周末去杭州，人均 1500 元"),
        ("dali", 11, "坐火车去大理、丽江六天"),
        ("kyoto", 4, "四月京都、大阪五天"),
    ),
}
"""The cards in each language: a city by id, the month that its picture shows, the message that a press sends."""
RECENT_TRIPS = 3
SURPRISES = (
    *("porto", "prague", "chiang-mai", "chengdu", "seville", "edinburgh"),
    *("istanbul", "hanoi", "vienna", "suzhou", "marrakech", "vancouver"),
)


@dataclass(frozen=True, slots=True)
class Idea:
    """A card: its title and the message that a press on it sends. `picture`: the address of a poster, or empty."""

    title: str
    wish: str
    picture: str


@dataclass(frozen=True, slots=True)
class MonthWish:
    """A month by its name, and the message that asks where to go in it."""

    name: str
    wish: str


def first_visit(locale: str) -> dict[str, list[Idea] | list[MonthWish]]:
    """Return the cards and the months of the page in a language, `en` or `zh`."""
    ideas = [_idea(city, month, wish, locale) for city, month, wish in IDEAS[locale]]
    return {"ideas": ideas, "months": _months(locale)}


def surprise_messages(locale: str) -> list[str]:
    """Return messages that each ask for a plan of a city that is worth a surprise."""
    cities = source.cities()
    return [
        _("Plan %(days)s days in %(city)s") % {"days": cities[id].days_min, "city": _name(cities[id], locale)}
        for id in SURPRISES
        if id in cities
    ]


def _idea(id: str, month: int, wish: str, locale: str) -> Idea:
    return Idea(_name(source.cities()[id], locale), wish, _poster(id, month))


def _poster(city: str, month: int) -> str:
    """Return the address of a city's poster in a month; empty for a site that draws none."""
    try:
        return f"{reverse('city-poster', args=[city])}?month={month}"
    except NoReverseMatch:
        return ""


def _months(locale: str) -> list[MonthWish]:
    names = (month_name(number, locale) for number in range(1, 13))
    return [MonthWish(name, _("Where should I go in %(month)s?") % {"month": name}) for name in names]


def _name(city: City, locale: str) -> str:
    return city.name_zh if locale == "zh" else city.name_en

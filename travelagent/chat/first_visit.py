"""What a first visit offers beside an empty field: trips to start from, months, and surprises."""

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from travelagent.assistant.wording import month_name
from travelagent.catalog import source
from travelagent.catalog.values import City

IDEAS = (("rome", 5), ("kyoto", 4), ("lisbon", 6), ("bangkok", 12), ("paris", 7), ("bali", 1))
"""The cities of the cards by id, each with the month that its picture shows."""
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
    ideas = [_idea(*city, wish, locale) for city, wish in zip(IDEAS, _wishes(), strict=True)]
    return {"ideas": ideas, "months": _months(locale)}


def surprises(locale: str) -> list[str]:
    """Return messages that each ask for a plan of a city that is worth a surprise."""
    cities = source.cities()
    return [
        _("Plan %(days)s days in %(city)s") % {"days": cities[id].days_min, "city": _name(cities[id], locale)}
        for id in SURPRISES
        if id in cities
    ]


def _wishes() -> tuple[str, ...]:
    """Return the messages of the cards, in the order of `IDEAS`."""
    return (
        _("Three days in Rome for the first time"),
        _("Three days in Kyoto in April for two, under $900"),
        _("Five days in Lisbon and Porto by train"),
        _("Four days in Bangkok for food lovers"),
        _("A week in Paris with two children"),
        _("A beach in January under $120 a day"),
    )


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

"""What the tools share: a city by any of its names, and the sources of the catalogue's facts."""

from collections.abc import Sequence

from agent_core.events import Source
from agent_core.tools import ToolError
from travelagent.catalog import names, source
from travelagent.catalog.matches import Ambiguous, Choice, CityMatch, Unknown
from travelagent.catalog.nearby import near_covered
from travelagent.catalog.values import City

CATALOGUE_SOURCE = Source("TravelAgent catalogue (estimates)", "/attribution/", "CC BY 4.0", "2025")
CLIMATE_SOURCE = Source("Deutscher Wetterdienst, CLIMAT, own processing", "/attribution/", "CC BY 4.0", "2003–2021")
RATES_SOURCE = Source("European Central Bank reference rates", "/attribution/", "ECB, source acknowledged", "")
NEAREST = 3


def covered_city(text: str, locale: str) -> City:
    """The curated city of a name in either language.

    Raises ToolError: `unknown_city` with near matches, or, for a known city without sights, with the nearest covered
    ones; `ambiguous_city` with the choices.
    """
    match names.resolve_city(text):
        case CityMatch(id=city, covered=True):
            return source.cities()[city]
        case CityMatch(id=city):
            raise _uncovered(city, text, locale)
        case Ambiguous(choices=choices):
            raise ToolError(
                "ambiguous_city",
                _say(locale, f"More than one city is called {text}.", f"有多个城市叫“{text}”。"),
                city=text,
                choices=[_named(c, locale) for c in choices],
            )
        case Unknown(near=near, region=region, members=members):
            cities = source.cities()
            raise ToolError(
                "unknown_city",
                _say(locale, f"No city called {text} is known.", f"没有找到名为“{text}”的城市。"),
                city=text,
                near=[_named(c, locale) for c in near],
                **({"region": region, "cities_there": [name_of(cities[m], locale) for m in members]} if region else {}),
            )


def covered_cities(texts: Sequence[str], locale: str) -> tuple[City, ...]:
    """The curated cities of several names, each once, in order. Raises ToolError."""
    return tuple({city.id: city for city in (covered_city(text, locale) for text in texts)}.values())


def name_of(city: City, locale: str) -> str:
    return city.name_zh if locale == "zh" else city.name_en


def both(en: str, zh: str) -> dict[str, str]:
    """A text in both languages, as artifacts carry it."""
    return {"en": en, "zh": zh}


def _uncovered(city_id: str, text: str, locale: str) -> ToolError:
    near = near_covered(city_id, NEAREST)
    cities = source.cities()
    listed = [{"id": n.id, "name": name_of(cities[n.id], locale), "km": round(n.km)} for n in near]
    return ToolError(
        "unknown_city",
        _say(
            locale,
            f"{text} is a known city, but the catalogue has no sights for it.",
            f"“{text}”是已知城市，但目录中没有它的景点资料。",
        ),
        city=text,
        id=city_id,
        known=True,
        near=listed,
    )


def _named(choice: Choice, locale: str) -> dict[str, str]:
    if locale == "zh":
        return {"id": choice.id, "name": choice.name_zh, "where": choice.where_zh}
    return {"id": choice.id, "name": choice.name_en, "where": choice.where_en}


def _say(locale: str, en: str, zh: str) -> str:
    return zh if locale == "zh" else en

"""What the tools share: a city by any of its names, and the sources of the catalogue's facts."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from agent_core.events import Source
from agent_core.tools import ToolError
from travelagent.briefs.rides import point_of
from travelagent.catalog import names, source
from travelagent.catalog.attribution import Key, attribution
from travelagent.catalog.climate import nearest_climate
from travelagent.catalog.matches import Ambiguous, Choice, CityMatch, Unknown
from travelagent.catalog.open_data import world_city
from travelagent.catalog.origins import added_origins, has_packaged, origin_name
from travelagent.catalog.provenance import Origin
from travelagent.catalog.values import City, Sight, WorldCity
from travelagent.plans.values import LocalizedText, Point

NEAREST = 3
MOST_ALIKE, FEWEST_CHARS = 5, 2
"""Sights that are named where several share the words, and the characters by which one is looked for."""
SIGHT_ID = re.compile(r"\b[a-z0-9-]{1,60}/[a-z0-9-]{1,80}\b")
BETWEEN_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")


def covered_city(text: str, locale: str) -> City:
    """Return the curated city of a name in either language.

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
                _say(locale, f"No place called {text} is known.", f"我没有“{text}”这个地方的资料。"),
                city=text,
                near=[_named(c, locale) for c in near],
                **({"region": region, "cities_there": [name_of(cities[m], locale) for m in members]} if region else {}),
            )


def covered_cities(texts: Sequence[str], locale: str) -> tuple[City, ...]:
    """Return the curated cities of several names, each once, in order. Raises ToolError."""
    return tuple({city.id: city for city in (covered_city(text, locale) for text in texts)}.values())


def known_cities(texts: Sequence[str], locale: str) -> tuple[tuple[City, ...], tuple[ToolError, ...]]:
    """Return the curated cities of several names, each once, in order, and the errors of the other names."""
    found: dict[str, City] = {}
    failures: list[ToolError] = []
    for text in texts:
        try:
            city = covered_city(text, locale)
        except ToolError as failure:
            failures.append(failure)
        else:
            found[city.id] = city
    return tuple(found.values()), tuple(failures)


def origin_id(text: str, locale: str) -> str:
    """Return the id of the city of departure by any of its names; it need not be in the catalogue. Raises ToolError."""
    match names.resolve_city(text):
        case CityMatch(id=city, covered=False) if world_city(int(city.removeprefix("geonames:"))):
            return city
        case _:
            return covered_city(text, locale).id


def home_of(text: str, locale: str) -> Point:
    """Return the location of the city of departure by any of its names. Raises ToolError."""
    place = point_of(origin_id(text, locale))
    assert place is not None
    return place


def called(text: object, locale: str) -> str:
    """Return the name of a place in the run's language; `text` is its id or one of its names."""
    return names.place_name(text, locale)


def name_of(city: City, locale: str) -> str:
    """Return the name of a city in a language."""
    return city.name_zh if locale == "zh" else city.name_en


def localize(text: LocalizedText, locale: str) -> str:
    """Return a text in a language."""
    return text.zh if locale == "zh" else text.en


def named(text: str, locale: str) -> str:
    """Return the planner's words with the catalogue's names in place of ids of sights."""
    return BETWEEN_CHINESE.sub("", SIGHT_ID.sub(lambda found: names.place_name(found[0], locale), text))


def cited(locale: str, *keys: Key, places: Collection[str] = ()) -> tuple[Source, ...]:
    """Return the sources of these parts of the catalogue, as an answer lists them.

    With `places`, the ids of the cities or sights that it describes, the curated data is listed only where one of them
    is packaged, and the sources of those that were added come first.
    """
    if places and not has_packaged(places):
        keys = tuple(key for key in keys if key != "curated")
    return (*(_unchecked(origin, locale) for origin in added_origins(places)), *_packaged(locale, keys))


def _unchecked(origin: Origin, locale: str) -> Source:
    """An added place's source, with the word that nobody here has checked it."""
    title = _say(locale, f"{origin_name(origin).en}: not yet checked by us", f"{origin_name(origin).zh}：本站尚未核实")
    return Source(title, origin.url, origin.licence, origin.as_of.isoformat())


def _packaged(locale: str, keys: Iterable[Key]) -> tuple[Source, ...]:
    return tuple(
        Source(
            f"{localize(a.origin, locale)}{'：' if locale == 'zh' else ': '}{localize(a.title, locale)}",
            a.url or "/attribution/",
            localize(a.licence, locale),
            a.as_of,
        )
        for a in map(attribution, keys)
    )


def both(en: str, zh: str) -> dict[str, str]:
    """Return a text in both languages, as artifacts carry it."""
    return {"en": en, "zh": zh}


def _uncovered(city_id: str, text: str, locale: str) -> ToolError:
    place = world_city(int(city_id.removeprefix("geonames:")))
    near = names.near_covered(place.lat, place.lon, NEAREST) if place else ()
    cities = source.cities()
    listed = [{"id": id, "name": name_of(cities[id], locale), "km": round(km)} for id, km in near]
    text = _known_name(place, text, locale)
    return ToolError(
        "unknown_city",
        _say(
            locale,
            f"{text} is a known city, but the catalogue has no sights for it.",
            f"“{text}”是已知城市，但我还没有它的景点资料。",
        ),
        city=text,
        id=city_id,
        known=True,
        near=listed,
        **(_known_facts(place, locale) if place else {}),
    )


def _known_facts(place: WorldCity, locale: str) -> dict[str, Any]:
    """What is known of a city without sights: where it is, its people, and the climate of the nearest station."""
    climate = nearest_climate(place.lat, place.lon)
    english, chinese = names.country_name(place.country)
    return {
        "country": _say(locale, names.with_article(english), chinese),
        "people": place.population,
        "climate": [
            {"month": m.month, "t_mean": m.t_mean, "t_min": m.t_min, "t_max": m.t_max, "rain_days": m.rain_days}
            for m in climate.months
        ],
        "climate_station": {"name": climate.station.name, "distance_km": round(climate.distance_km)},
    }


def _known_name(place: WorldCity | None, text: str, locale: str) -> str:
    if place is None:
        return text
    return (place.name_zh if locale == "zh" else "") or place.name_en


def sight_in(text: str, cities: Sequence[str], locale: str) -> str:
    """Return the id of a sight, by id, by name or by a part of it that no other has, within these cities.

    Raises ToolError `unknown_sight`, with the sights that share the words where several do.
    """
    if text in source.sights():
        return text
    for mention in names.find_places(text):
        for reading in (mention.reading, *mention.also):
            found = [id for id in reading.ids if reading.kind == "sight" and id.partition("/")[0] in cities]
            if found:
                return found[0]
    alike = [sight for sight in source.sights().values() if sight.city in cities and _has_words(sight, text)]
    if len(alike) == 1:
        return alike[0].id
    message = _say(locale, f"No sight called {text} is known there.", f"“{text}”不在这些城市的已知景点里。")
    if not alike:
        raise ToolError("unknown_sight", message, sight=text)
    listed = [sight.name_zh if locale == "zh" else sight.name_en for sight in alike[:MOST_ALIKE]]
    several = _say(
        locale, f"Several sights go by {text}: {', '.join(listed)}.", f"“{text}”可能是：{'、'.join(listed)}。"
    )
    raise ToolError("unknown_sight", several, sight=text, candidates=[sight.id for sight in alike[:MOST_ALIKE]])


def _has_words(sight: Sight, text: str) -> bool:
    """Return whether the name of a sight, in either language, has all words of the text side by side."""
    words = " ".join(text.casefold().replace("-", " ").split())
    if len(words) < FEWEST_CHARS:
        return False
    if not words.isascii():
        return words in sight.name_zh
    return f" {words} " in f" {sight.name_en.casefold().replace('-', ' ')} "


def _named(choice: Choice, locale: str) -> dict[str, str]:
    if locale == "zh":
        return {"id": choice.id, "name": choice.name_zh, "where": choice.where_zh}
    return {"id": choice.id, "name": choice.name_en, "where": choice.where_en}


def _say(locale: str, en: str, zh: str) -> str:
    return zh if locale == "zh" else en

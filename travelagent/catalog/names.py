"""Which city a name means, and which cities a region, country or macro-region holds.

`resolve_city` takes what a person or a partner calls a city: any name in either language, with or without its
administrative suffix, its region or country beside it (`Portland, Oregon`; 云南大理), traditional characters, missing
accents, and small typing errors. It answers with one city, with the choices to ask about, or with near ones.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from travelagent.catalog import gazetteer, source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.gazetteer import Entry
from travelagent.catalog.matches import Ambiguous, Choice, CityMatch, Reading, Resolution, Unknown
from travelagent.catalog.open_data import world_cities, world_city
from travelagent.catalog.scan import find_places, sense
from travelagent.catalog.text import fold, is_spaced, key
from travelagent.catalog.values import City

__all__ = [
    "area_members", "choice", "country_name", "expand", "expand_country", "expand_macro", "expand_region",
    "find_places", "near_covered", "nearest_to_area", "place_name", "region_name", "resolve_city",
]  # fmt: skip

NEAR = 5
# So much alike, between 0 and 1, is a name that is offered for one that is not known.
LIKE = 0.65
SUFFIXES = ("特别行政区", "自治州", "古城", "古镇", "市区", "地区", "市", "县", "镇", "区", "州", "盟")
PREFIXES = ("city of ", "the city of ", "the ")
ENGLISH_SUFFIXES = (" city", " area", " town", " municipality", " prefecture", " province", " sar")
# US state abbreviations are GeoNames' admin1 codes as well.
STATES = {
    "alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "florida": "FL", "georgia": "GA", "hawaii": "HI", "idaho": "ID",
    "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS", "kentucky": "KY", "louisiana": "LA",
    "maine": "ME", "maryland": "MD", "massachusetts": "MA", "michigan": "MI", "minnesota": "MN", "mississippi": "MS",
    "missouri": "MO", "montana": "MT", "nebraska": "NE", "nevada": "NV", "new hampshire": "NH", "new jersey": "NJ",
    "new mexico": "NM", "new york": "NY", "north carolina": "NC", "north dakota": "ND", "ohio": "OH",
    "oklahoma": "OK", "oregon": "OR", "pennsylvania": "PA", "rhode island": "RI", "south carolina": "SC",
    "south dakota": "SD", "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA",
    "washington": "WA", "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY",
}  # fmt: skip


PLURAL_COUNTRIES = frozenset({"Netherlands", "Philippines", "Maldives", "Bahamas", "Comoros", "Seychelles", "Gambia"})
"""Countries whose English names take the article without showing it."""
USUAL_ZH = {"HK": "中国香港", "MO": "中国澳门", "TW": "中国台湾"}
"""As lists of countries and regions in Simplified Chinese write them."""


def country_name(code: str) -> tuple[str, str]:
    """Return the English and Chinese name of a country or region by its ISO code.

    The code itself where it is unknown.
    """
    english, chinese = gazetteer.country_codes().get(code, (code, code))
    return english, USUAL_ZH.get(code, chinese)


def with_article(country: str) -> str:
    """Return a country's English name as it stands in a sentence: "the United Kingdom", "France"."""
    takes = country.startswith("United ") or country.endswith((" Republic", " Islands")) or country in PLURAL_COUNTRIES
    return f"the {country}" if takes else country


def region_name(region: str, locale: str) -> str:
    """Return the name of a region or larger area by its English name; one that is not known as it is written."""
    return _regions_zh().get(region, region) if locale == "zh" else region


@follows_places
@cache
def _regions_zh() -> dict[str, str]:
    areas = {row["name"]: gazetteer.split(row["aliases"]) for row in gazetteer.rows("macros.csv")}
    named = {name: next((alias for alias in aliases if not alias.isascii()), name) for name, aliases in areas.items()}
    return {**named, **{city.region_en: city.region_zh for city in source.cities().values()}}


def place_name(place: object, locale: str) -> str:
    """Return the name of a city or sight by its id, covered or not, or of an area by its English name.

    Anything else as it is written.
    """
    text = str(place)
    if sight := source.sights().get(text):
        return sight.name_zh if locale == "zh" else sight.name_en
    try:
        known = choice(text)
    except (KeyError, ValueError):
        return region_name(text, locale)
    return known.name_zh if locale == "zh" else known.name_en


def choice(place: str) -> Choice:
    """Return a city as something to choose: its names and where it is. `KeyError` for an unknown id."""
    city = source.cities().get(place)
    if city is not None:
        english, chinese = country_name(city.country)
        return Choice(
            id=city.id,
            name_en=city.name_en,
            name_zh=city.name_zh,
            where_en=", ".join(dict.fromkeys((city.region_en, english))),
            where_zh="".join(dict.fromkeys((chinese, city.region_zh))),
        )
    town = world_city(int(place.removeprefix("geonames:"))) if place.startswith("geonames:") else None
    if town is None:
        raise KeyError(place)
    english, chinese = country_name(town.country)
    state = next((name.title() for name, code in STATES.items() if town.country == "US" and code == town.admin1), "")
    return Choice(
        id=town.id,
        name_en=town.name_en,
        name_zh=town.name_zh or town.name_en,
        where_en=", ".join(filter(None, (state, english))),
        where_zh=chinese,
    )


def resolve_city(text: str) -> Resolution:
    """Find the city that `text` names: `CityMatch`, `Ambiguous` or `Unknown`. A city's id is taken too."""
    text = unicodedata.normalize("NFC", text).strip()
    if text in source.cities():
        return CityMatch(text, covered=True, score=100)
    if text.startswith("geonames:") and text[9:].isdigit() and world_city(int(text[9:])):
        return CityMatch(text, covered=False, score=100)
    for name in _forms(key(text)):
        if ids := _exact(name):
            return _decide(text, ids)
    if ids := _qualified(text):
        return _decide(text, ids)
    folded = key(text)
    if area := _area(folded):
        return area
    return _typo(text, folded)


def _decide(text: str, ids: tuple[str, ...]) -> Resolution:
    if len(ids) == 1:
        return CityMatch(ids[0], covered=ids[0] in source.cities(), score=100)
    return Ambiguous(text, tuple(map(choice, ids)))


def _forms(folded: str) -> Iterator[str]:
    """Yield a key as given, then without what may stand around a city's name."""
    yield folded
    if is_spaced(folded):
        for prefix in PREFIXES:
            if folded.startswith(prefix):
                yield folded.removeprefix(prefix)
        for suffix in ENGLISH_SUFFIXES:
            if folded.endswith(suffix):
                yield folded.removesuffix(suffix)
        if joined := _compact().get(folded.replace(" ", "")):
            yield joined
    else:
        for suffix in SUFFIXES:
            if folded.endswith(suffix) and len(folded) > len(suffix) + 1:
                yield folded.removesuffix(suffix)


@follows_places
@cache
def _compact() -> dict[str, str]:
    """Covered cities' names written without their spaces, `newyork`, or with others, `bei jing`."""
    return {
        name.replace(" ", ""): name
        for name, entry in gazetteer.known().entries.items()
        if is_spaced(name) and _city_ids(entry)
    }


def _city_ids(entry: Entry) -> tuple[str, ...]:
    readings = (r for r in entry.readings if r.kind == "city" and not r.together)
    return next((reading.ids for reading in readings), ())


def _exact(name: str) -> tuple[str, ...]:
    """The cities of exactly this name: the covered ones before the rest, unless they have to be asked about."""
    meant = sense(name)
    if meant is None:
        return ()
    if name in gazetteer.word_lists().ask:
        return _ambiguous(name)
    likeliest = meant.readings[0]
    known = gazetteer.known().entries.get(name)
    covered = _city_ids(known) if known else ()
    if covered and not (likeliest.kind == "world_city" and likeliest.ambiguous):
        return covered
    return likeliest.ids if likeliest.kind in ("city", "world_city") and not likeliest.together else ()


def _ambiguous(name: str) -> tuple[str, ...]:
    """The covered city and the others of its name, of which none is a matter of course."""
    own = _city_ids(gazetteer.known().entries[name])
    covered = source.cities()[own[0]]
    others = (world_cities()[index] for index in gazetteer.world().entries[name])
    apart = [o.id for o in others if source.distance_km(o.lat, o.lon, covered.lat, covered.lon) > 50]
    return (*own, *apart[: NEAR - 1])


def _qualified(text: str) -> tuple[str, ...]:
    """`Portland, Oregon`, `Cambridge MA`, `Paris (France)`, 云南大理: the cities of the name in that area."""
    for name, area in _halves(text):
        ids = [place for place in _every(name) if _lies_in(place, area)]
        if ids:
            return tuple(ids[:1])
    return ()


def _halves(text: str) -> Iterator[tuple[str, str]]:
    folded = key(text)
    if is_spaced(folded):
        parts = folded.split(" ")
        for cut in range(len(parts) - 1, 0, -1):
            yield " ".join(parts[:cut]), " ".join(parts[cut:])
        for cut in range(1, len(parts)):
            yield " ".join(parts[cut:]), " ".join(parts[:cut])
    else:
        bare = folded.replace("（", "").replace("）", "").replace("，", "").replace(",", "").replace("的", "")
        for cut in range(2, len(bare) - 1):
            for name in _forms(bare[cut:]):
                yield name, bare[:cut]
            yield bare[:cut], bare[cut:]


def _every(name: str) -> list[str]:
    """Every city of this name, covered ones first."""
    known = gazetteer.known().entries.get(name)
    covered = _city_ids(known) if known else ()
    places = gazetteer.world().entries.get(name, ())
    return [*covered, *(world_cities()[index].id for index in places)]


def _lies_in(place: str, area: str) -> bool:
    """Whether a city lies in the region, state or country that `area` names."""
    entry = gazetteer.known().entries.get(area)
    regions = {name for r in entry.readings if r.kind == "region" for name in r.ids} if entry else set()
    countries = {code for r in entry.readings if r.kind == "country" for code in r.ids} if entry else set()
    state = STATES.get(area, area.upper())
    city = source.cities().get(place)
    if city is not None:
        ours = city.country == "US" and STATES.get(fold(city.region_en)) == state
        return city.country in countries or city.region_en in regions or ours
    town = world_city(int(place.removeprefix("geonames:")))
    assert town is not None
    if town.country in countries or (town.country == "US" and town.admin1 == state):
        return True
    return any((town.country, town.admin1) in _admin_units(region) for region in regions)


@follows_places
@cache
def _admin_units(region: str) -> frozenset[tuple[str, str]]:
    """GeoNames' country and first-level code of a region, found through its curated cities' own settlements."""
    return frozenset(
        (town.country, town.admin1)
        for city in map(source.cities().__getitem__, expand_region(region))
        for town in (world_cities()[i] for i in gazetteer.world().entries.get(key(city.name_en), ()))
        if town.country == city.country and source.distance_km(town.lat, town.lon, city.lat, city.lon) < 30
    )


def _area(folded: str) -> Unknown | None:
    """The answer where a region, country or macro-region is named: its covered cities."""
    entry = gazetteer.known().entries.get(folded)
    reading = next((r for r in entry.readings if r.kind in ("region", "country", "macro")), None) if entry else None
    if reading is None:
        return None
    members = expand(reading)
    name = country_name(reading.ids[0])[0] if reading.kind == "country" else ", ".join(reading.ids)
    return Unknown(folded, tuple(map(choice, members[:NEAR])), name, members)


@follows_places
@cache
def _spellings() -> tuple[list[str], list[tuple[str, ...]]]:
    """The covered cities' names, with their ids, for mending."""
    named = {name: ids for name, entry in gazetteer.known().entries.items() if (ids := _city_ids(entry))}
    return list(named), list(named.values())


def _allowed(name: str) -> int:
    """How many slips of the finger a name of this length may hold."""
    if not is_spaced(name):
        return 1 if len(name) >= 3 else 0
    return 0 if len(name) < 4 else 1 if len(name) < 8 else 2


def _typo(text: str, folded: str) -> Resolution:
    names, ids = _spellings()
    close = process.extract(folded, names, scorer=OSA.normalized_similarity, limit=4 * NEAR, score_cutoff=LIKE)
    slips = [(OSA.distance(folded, name), position) for name, _, position in close]
    fitting = [(off, position) for off, position in slips if off <= _allowed(folded) and off < len(names[position]) / 2]
    if fitting:
        least = min(off for off, _ in fitting)
        best = {ids[position] for off, position in fitting if off == least}
        position = next(position for off, position in fitting if off == least)
        if len(best) == 1 and len(ids[position]) == 1:
            score = 100 * OSA.normalized_similarity(folded, names[position])
            return CityMatch(ids[position][0], covered=True, score=score, corrected=names[position])
    near = dict.fromkeys(city for _, _, position in close for city in ids[position])
    near = {**dict.fromkeys(_named_in(folded)), **near}
    return Unknown(text, tuple(map(choice, list(near)[:NEAR])))


def _named_in(folded: str) -> Iterator[str]:
    """The covered cities of the sights of this name: 故宫 is no city, but one knows where it is."""
    entry = gazetteer.known().entries.get(folded)
    for reading in entry.readings if entry else ():
        if reading.kind == "sight":
            yield from (sight.partition("/")[0] for sight in reading.ids)


def _ids(cities: Iterable[City]) -> tuple[str, ...]:
    return tuple(city.id for city in cities)


def expand_region(region: str) -> tuple[str, ...]:
    """Return the curated cities of a region, by its English name in the catalogue."""
    return _ids(city for city in source.cities().values() if city.region_en == region)


def expand_country(code: str) -> tuple[str, ...]:
    """Return the curated cities of a country, by its ISO code; China's are those of the mainland."""
    return _ids(city for city in source.cities().values() if city.country == code)


@follows_places
@cache
def expand_macro(name: str) -> tuple[str, ...]:
    """Return the curated cities of a macro-region, by its English name.

    Named cities first, `KeyError` if it is unknown.
    """
    row = {row["name"]: row for row in gazetteer.rows("macros.csv")}[name]
    members = [*gazetteer.split(row["cities"])]
    for region in gazetteer.split(row["regions"]):
        members += expand_region(region)
    for code in gazetteer.split(row["countries"]):
        members += expand_country(code)
    return tuple(dict.fromkeys(members))


def expand(reading: Reading) -> tuple[str, ...]:
    """Return the curated cities that a reading stands for; empty for what has none."""
    members: list[str] = []
    for place in reading.ids:
        match reading.kind:
            case "city":
                members.append(place)
            case "sight":
                members.append(place.partition("/")[0])
            case "region":
                members += expand_region(place)
            case "country":
                members += expand_country(place)
            case "macro":
                members += expand_macro(place)
            case "world_city":
                pass
    return tuple(dict.fromkeys(members))


def area_members(name: str) -> tuple[str, ...] | None:
    """Return the curated cities of a region, country (or its ISO code) or macro-region by any of its names, in either
    language; `None` when no area is called so.

    A city's name stands for the region of its name, else for the city.
    """
    if name.isascii() and len(name) == 2 and name.upper() in gazetteer.country_codes():
        return expand_country(name.upper())
    entry = gazetteer.known().entries.get(key(name))
    if entry is None:
        return None
    areas = [r for r in entry.readings if r.kind in ("region", "country", "macro") or r.together]
    if areas:
        return expand(areas[0])
    return _city_ids(entry) or None


def nearest_to_area(kind: str, area: str, limit: int = 3) -> tuple[tuple[str, float], ...] | None:
    """Return the curated cities nearest to a region or country that holds none, as `near_covered` does.

    From the middle of a region, from the largest city of a country. None where it holds one or more, or where it is not
    known where it lies.
    """
    if expand_country(area) if kind == "country" else area_members(area):
        return None
    if kind == "country":
        towns = (town for town in world_cities() if town.country == area)
        largest = max(towns, key=lambda town: town.population, default=None)
        return near_covered(largest.lat, largest.lon, limit) if largest else None
    spot = spot_of(area)
    return near_covered(*spot, limit) if spot else None


def spot_of(area: str) -> tuple[float, float] | None:
    """Return the middle of an area without covered cities, in degrees, by its English name.

    None where it is not known.
    """
    spots = ((float(row["lat"]), float(row["lon"])) for row in gazetteer.rows("spots.csv") if row["area"] == area)
    return next(spots, None)


def near_covered(lat: float, lon: float, limit: int = 3) -> tuple[tuple[str, float], ...]:
    """Return the nearest curated cities to a point, with their distances in kilometres, nearest first."""
    ranked = ((city.id, source.distance_km(lat, lon, city.lat, city.lon)) for city in source.cities().values())
    return tuple(sorted(ranked, key=lambda item: item[1])[:limit])

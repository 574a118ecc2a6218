"""The answers of the services, from the small world: the query's parameters in, JSON or XML out."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from tests.support.public_services.world import ELEMENTS, EXTRACTS, FILES, PLACES, RATES, THINGS, Mapped, Place

Params = Mapping[str, str]


def today() -> datetime:
    return datetime.now(UTC)


def nominatim(params: Params) -> Any:
    """`/search?format=jsonv2`."""
    return [
        {
            "place_id": place.osm_id + 7,
            "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
            "osm_type": place.osm_kind,
            "osm_id": place.osm_id,
            "lat": str(place.lat),
            "lon": str(place.lon),
            "category": "boundary" if place.osm_kind == "relation" else "place",
            "type": "administrative" if place.osm_kind == "relation" else place.kind,
            "place_rank": 16,
            "importance": 0.7,
            "addresstype": place.kind,
            "name": place.names["name"],
            "display_name": place.address,
            "address": {place.kind: place.names["name"], "country": "Slovenia", "country_code": place.country},
            "extratags": place.extra or None,
            "namedetails": place.names,
            "boundingbox": [str(place.lat - 0.1), str(place.lat + 0.1), str(place.lon - 0.1), str(place.lon + 0.1)],
        }
        for place in _named(params["q"])
    ]


def photon(params: Params) -> Any:
    """`/api`."""
    name = "name:en" if params.get("lang") == "en" else "name"
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {
                    "osm_type": place.osm_kind[0].upper(),
                    "osm_id": place.osm_id,
                    "osm_key": "place",
                    "osm_value": place.kind,
                    "type": "city",
                    "countrycode": place.country.upper(),
                    "name": place.names[name],
                    "country": "Slovenia",
                    "extent": [place.lon - 0.1, place.lat + 0.1, place.lon + 0.1, place.lat - 0.1],
                },
                "geometry": {"type": "Point", "coordinates": [place.lon, place.lat]},
            }
            for place in _named(params["q"])
        ],
    }


def overpass(params: Params) -> Any:
    """`/api/interpreter` for queries around a point; the tags of each filter are matched one by one."""
    query = params["data"]
    found: dict[tuple[str, int], Mapped] = {}
    for filters, radius, lat, lon in re.findall(r"nwr((?:\[[^\]]*\])+)\(around:(\d+),([-\d.]+),([-\d.]+)\)", query):
        for each in ELEMENTS:
            if _metres(each.lat, each.lon, float(lat), float(lon)) <= float(radius) and _matches(each.tags, filters):
                found[each.kind, each.id] = each
    return {
        "version": 0.6,
        "generator": "Overpass API 0.7.62",
        "osm3s": {
            "timestamp_osm_base": today().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "copyright": "The data included in this document is from www.openstreetmap.org. ODbL.",
        },
        "elements": [
            {"type": each.kind, "id": each.id, "tags": each.tags}
            | ({"lat": each.lat, "lon": each.lon} if each.kind == "node" else _center(each))
            for each in found.values()
        ],
    }


def summary(language: str, title: str) -> Any:
    """`/api/rest_v1/page/summary/{title}`; None where there is no article."""
    extract = EXTRACTS.get((language, title))
    if extract is None:
        return None
    return {
        "type": "standard",
        "title": title,
        "displaytitle": f"<span>{title}</span>",
        "namespace": {"id": 0, "text": ""},
        "wikibase_item": "Q437",
        "lang": language,
        "timestamp": "2026-11-01T00:00:00Z",
        "description": "capital of Slovenia",
        "thumbnail": {
            "source": "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/L.jpg/330px-L.jpg",
            "width": 330,
            "height": 220,
        },
        "content_urls": {"desktop": {"page": f"https://{language}.wikipedia.org/wiki/{title}"}},
        "extract": extract,
    }


def wikidata(params: Params) -> Any:
    """`action=wbgetentities&formatversion=2`."""
    things = {thing.id: thing for thing in THINGS}
    entities: dict[str, Any] = {}
    for id in params["ids"].split("|"):
        if (thing := things.get(id)) is None:
            entities[id] = {"id": id, "missing": True}
            continue
        claims: dict[str, Any] = {"P31": [_claim({"entity-type": "item", "id": "Q515"})]}
        if thing.image:
            claims["P18"] = [_claim("Deprecated.jpg", "deprecated"), _claim(thing.image)]
        if thing.at:
            claims["P625"] = [_claim({"latitude": thing.at[0], "longitude": thing.at[1], "precision": 0.0001})]
        entities[id] = {
            "type": "item",
            "id": id,
            "labels": {code: {"language": code, "value": text} for code, text in thing.labels.items()},
            "descriptions": {code: {"language": code, "value": text} for code, text in thing.descriptions.items()},
            "claims": claims,
            "sitelinks": {site: {"site": site, "title": title, "badges": []} for site, title in thing.titles.items()},
        }
    return {"entities": entities, "success": 1}


def commons(params: Params) -> Any:
    """`action=query&prop=imageinfo&formatversion=2`."""
    title = params["titles"]
    known = FILES.get(title.removeprefix("File:"))
    if known is None:
        return {"batchcomplete": True, "query": {"pages": [{"ns": 6, "title": title, "missing": True}]}}
    licence, artist = known
    info = {
        "size": 5_000_000,
        "width": 4000,
        "height": 3000,
        "thumburl": "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/L.jpg/960px-L.jpg",
        "thumbwidth": 960,
        "thumbheight": 720,
        "url": "https://upload.wikimedia.org/wikipedia/commons/a/ab/L.jpg",
        "descriptionurl": f"https://commons.wikimedia.org/wiki/{title.replace(' ', '_')}",
        "mime": "image/jpeg",
        "extmetadata": {
            "Artist": {"value": artist, "source": "commons-desc-page"},
            "LicenseShortName": {"value": licence, "source": "commons-desc-page"},
            "LicenseUrl": {"value": "https://creativecommons.org/licenses/by-sa/4.0", "source": "commons-desc-page"},
        },
    }
    return {"batchcomplete": True, "query": {"pages": [{"pageid": 1, "ns": 6, "title": title, "imageinfo": [info]}]}}


def forecast(params: Params) -> Any:
    """`/v1/forecast` with daily values: the second day is a wet one, and the last has no figures yet."""
    days = [(today() + timedelta(days=n)).date().isoformat() for n in range(int(params["forecast_days"]))]
    celsius = params.get("temperature_unit", "celsius") == "celsius"
    series: dict[str, tuple[str, list[Any]]] = {
        "time": ("iso8601", list(days)),
        "weather_code": ("wmo code", [63 if n == 1 else 3 for n in range(len(days))]),
        "temperature_2m_max": ("°C" if celsius else "°F", [9.5 - n / 4 for n in range(len(days))]),
        "temperature_2m_min": ("°C" if celsius else "°F", [1.5 - n / 4 for n in range(len(days))]),
        "precipitation_sum": ("mm", [12.4 if n == 1 else 0.0 for n in range(len(days))]),
        "precipitation_probability_max": ("%", [93 if n == 1 else 8 if n < 14 else None for n in range(len(days))]),
        "wind_speed_10m_max": ("km/h", [11.2 for _ in days]),
        "sunrise": ("iso8601", [f"{day}T07:15" for day in days]),
        "sunset": ("iso8601", [f"{day}T16:20" for day in days]),
    }
    series["temperature_2m_max"][1][-1] = None
    zone = "Europe/Ljubljana" if params["timezone"] == "auto" else params["timezone"]
    return {
        "latitude": round(float(params["latitude"]) * 16) / 16,
        "longitude": round(float(params["longitude"]) * 16) / 16,
        "generationtime_ms": 0.2,
        "utc_offset_seconds": int(today().astimezone(ZoneInfo(zone)).utcoffset().total_seconds()),
        "timezone": zone,
        "timezone_abbreviation": "GMT+1",
        "elevation": 295.0,
        "daily_units": {name: unit for name, (unit, _) in series.items()},
        "daily": {name: values for name, (_, values) in series.items()},
    }


def ecb_file(rates: Mapping[str, str] = RATES) -> bytes:
    """The European Central Bank's daily file."""
    rows = "".join(f"<Cube currency='{code}' rate='{rate}'/>" for code, rate in rates.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"'
        ' xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">'
        "<gesmes:subject>Reference rates</gesmes:subject>"
        "<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>"
        f"<Cube><Cube time='{today().date().isoformat()}'>{rows}</Cube></Cube></gesmes:Envelope>"
    ).encode()


def frankfurter() -> Any:
    """`/v1/latest`."""
    rates = {code: float(rate) for code, rate in RATES.items()}
    return {"amount": 1.0, "base": "EUR", "date": today().date().isoformat(), "rates": rates}


def _named(text: str) -> list[Place]:
    """The places one of whose names begins the text or is begun by it."""
    wanted = text.casefold()
    return [
        place
        for place in PLACES
        if any(wanted.startswith(name.casefold()) or name.casefold().startswith(wanted) for name in _spellings(place))
    ]


def _spellings(place: Place) -> list[str]:
    return [*place.names.values(), *(["卢布尔雅那"] if place.names["name"] == "Ljubljana" else [])]


def _matches(tags: Mapping[str, str], filters: str) -> bool:
    for key, is_pattern, value in re.findall(r'\["([^"]+)"(?:(~|=)"?([^"\]]*)"?)?\]', filters):
        if key not in tags or (is_pattern == "~" and not re.search(value, tags[key])):
            return False
        if is_pattern == "=" and tags[key] != value:
            return False
    return True


def _metres(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    east = (lon - other_lon) * math.cos(math.radians(lat))
    return 111_195 * math.hypot(lat - other_lat, east)


def _center(each: Mapped) -> dict[str, Any]:
    return {"center": {"lat": each.lat, "lon": each.lon}}


def _claim(value: Any, rank: str = "normal") -> dict[str, Any]:
    return {
        "mainsnak": {"snaktype": "value", "datavalue": {"value": value, "type": "string"}},
        "type": "statement",
        "rank": rank,
    }

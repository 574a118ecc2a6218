"""Places by name or address, from Nominatim or Photon: any language in, English and Chinese names out."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from opencc import OpenCC
from pydantic import TypeAdapter

from travelagent.osm.elements import ElementKind
from travelagent.providers.calls import UnusableAnswer, call, json_array, json_object
from travelagent.providers.services import NOMINATIM, PHOTON

Language = Literal["en", "zh"]
LIMIT = 5
LONGEST_TEXT, LONGEST_NAME = 200, 200
CHINESE_KEYS = ("name:zh-Hans", "name:zh-CN", "name:zh", "name:zh-Hant")
KINDS: Mapping[str, ElementKind] = {
    **{"N": "node", "W": "way", "R": "relation"},
    **{"node": "node", "way": "way", "relation": "relation"},
}
_simplified = OpenCC("t2s")


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A place of OpenStreetMap, in degrees.

    `name` is the local one; `name_en`, `name_zh` are empty where unknown, Chinese is simplified. `country`: ISO 3166
    code, empty where unknown; `kind`: OpenStreetMap's value, as `city`, `hotel`, `peak`, of the key `category`;
    `address`: the place with what it lies in; `bbox`: south, west, north, east.
    """

    name: str
    name_en: str
    name_zh: str
    lat: float
    lon: float
    country: str
    category: str
    kind: str
    osm_kind: ElementKind
    osm_id: int
    address: str = ""
    bbox: tuple[float, float, float, float] | None = None
    population: int | None = None
    wikidata: str = ""
    wikipedia: str = ""


FOUND = TypeAdapter(tuple[FoundPlace, ...])


class Geocoder(Protocol):
    """Finds places by name."""

    def find(self, text: str, language: Language) -> tuple[FoundPlace, ...]:
        """Return the best matches, best first. Raises ProviderError."""


class Nominatim:
    """https://nominatim.org/release-docs/latest/api/Search/, in the form `jsonv2`.

    The public host allows no completion while somebody types, and no searches for lists of names.
    """

    def find(self, text: str, language: Language) -> tuple[FoundPlace, ...]:
        """Return the places of that name or address, best first. Raises ProviderError."""
        params = {
            "q": text,
            "format": "jsonv2",
            "limit": str(LIMIT),
            "addressdetails": "1",
            "extratags": "1",
            "namedetails": "1",
            "accept-language": "en" if language == "en" else "zh-Hans,zh-CN,zh,en",
        }
        return call(NOMINATIM, "/search", _nominatim_places, params)


class Photon:
    """https://github.com/komoot/photon: GeoJSON; names in English and as they are locally, but no other language."""

    def find(self, text: str, language: Language) -> tuple[FoundPlace, ...]:
        """Return the places of that name or address, best first. Raises ProviderError."""
        english, local = (self._features(text, code) for code in ("en", "default"))
        return tuple(_of_photon(feature, local.get(id, {})) for id, feature in english.items())

    def _features(self, text: str, language: str) -> dict[str, Mapping[str, Any]]:
        """The matches by their ids of OpenStreetMap."""
        params = {"q": text, "limit": str(LIMIT), "lang": language}
        return call(PHOTON, "/api", _photon_features, params)


def normalised(text: str) -> str:
    """Return a query as it is sent and kept: one line of compatible characters. Raises ValueError for none or many."""
    found = " ".join(unicodedata.normalize("NFKC", text).split())
    if not found or len(found) > LONGEST_TEXT or not found.isprintable():
        raise ValueError("no name of a place")
    return found


def simplified(text: str) -> str:
    """Return Chinese text in simplified characters."""
    converted: str = _simplified.convert(text)
    return converted


def _nominatim_places(body: bytes) -> tuple[FoundPlace, ...]:
    """The places of an answer, without those that stand for no object of OpenStreetMap: postcodes, house numbers."""
    return tuple(_of_nominatim(row) for row in json_array(body) if "osm_id" in row or "place_id" not in row)


def _of_nominatim(row: Mapping[str, Any]) -> FoundPlace:
    names: Mapping[str, str] = row.get("namedetails") or {}
    extra: Mapping[str, str] = row.get("extratags") or {}
    address = row.get("address") or {}
    name = names.get("name") or row.get("name") or str(row["display_name"]).partition(",")[0]
    south, north, west, east = (float(edge) for edge in row["boundingbox"])
    return _checked(
        FoundPlace(
            name=_text(name),
            name_en=_text(names.get("name:en", "")) or _if_latin(name),
            name_zh=_chinese(names, name, str(address.get("country_code", ""))),
            lat=float(row["lat"]),
            lon=float(row["lon"]),
            country=str(address.get("country_code", "")).upper()[:2],
            category=_text(row["category"]),
            kind=_text(row.get("addresstype") or row["type"]),
            osm_kind=KINDS[row["osm_type"]],
            osm_id=int(row["osm_id"]),
            address=_text(row["display_name"]),
            bbox=(south, west, north, east),
            population=_number(extra.get("population", "")),
            wikidata=_text(extra.get("wikidata", "")),
            wikipedia=_text(extra.get("wikipedia", "")),
        )
    )


def _photon_features(body: bytes) -> dict[str, Mapping[str, Any]]:
    found = json_object(body)
    if found["type"] != "FeatureCollection":
        raise UnusableAnswer("no FeatureCollection")
    features = [feature for feature in found["features"] if feature["properties"].get("name")]
    return {f"{row['properties']['osm_type']}{row['properties']['osm_id']}": row for row in features}


def _of_photon(row: Mapping[str, Any], local: Mapping[str, Any]) -> FoundPlace:
    about = row["properties"]
    lon, lat = row["geometry"]["coordinates"]
    english = _text(about["name"])
    name = _text(local["properties"]["name"]) if local else english
    country = _text(about.get("countrycode", "")).upper()[:2]
    bbox = None
    if about.get("extent"):
        west, north, east, south = map(float, about["extent"])
        bbox = (south, west, north, east)
    parts = [english, *(about.get(part) for part in ("street", "city", "state", "country"))]
    return _checked(
        FoundPlace(
            name=name,
            name_en=english if english.isascii() or english != name else _if_latin(name),
            name_zh=_chinese({}, name, country),
            lat=float(lat),
            lon=float(lon),
            country=country,
            category=_text(about["osm_key"]),
            kind=_text(about["osm_value"]),
            osm_kind=KINDS[about["osm_type"]],
            osm_id=int(about["osm_id"]),
            address=_text(", ".join(str(part) for part in dict.fromkeys(filter(None, parts)))),
            bbox=bbox,
        )
    )


def _checked(place: FoundPlace) -> FoundPlace:
    """The place. Raises UnusableAnswer for what can be none."""
    if not (-90 <= place.lat <= 90 and -180 <= place.lon <= 180) or not place.name or place.osm_id <= 0:
        raise UnusableAnswer("a place without a name or a position")
    return place


def _chinese(names: Mapping[str, str], name: str, country: str) -> str:
    tagged = next((names[key] for key in CHINESE_KEYS if names.get(key)), "")
    is_local = country.upper() in ("CN", "TW", "HK", "MO") and any("\u3400" <= letter <= "\u9fff" for letter in name)
    return simplified(_text(tagged or (name if is_local else "")))


def _if_latin(name: str) -> str:
    """The name where readers of English can read it."""
    letters = [letter for letter in name if letter.isalpha()]
    return _text(name) if letters and all(unicodedata.name(x, "").startswith("LATIN") for x in letters) else ""


def _text(value: Any) -> str:
    """A text of the answer on one line, cut where it is too long. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} instead of a text")
    return " ".join(value.split())[:LONGEST_NAME]


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None

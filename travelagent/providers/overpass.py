"""Elements of OpenStreetMap around a point, from the Overpass API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

from travelagent.osm.elements import Element
from travelagent.osm.kinds import Use, needs_note, selectors
from travelagent.providers.calls import UnusableAnswer, call, json_object
from travelagent.providers.failures import ProviderError, TooSlow
from travelagent.providers.services import OVERPASS

What = Literal["sights", "food", "lodging"]
SERVER_SECONDS, SERVER_BYTES = 20, 128 * 2**20
RADII_M: Mapping[What, int] = {"sights": 8_000, "food": 1_000, "lodging": 2_500}
"""How far is looked where the caller does not say."""
LARGEST_RADIUS_M = 30_000
NOTED: tuple[str, ...] = ('["wikidata"]', '["wikipedia"]', '["heritage"]')
USES: Mapping[What, Use] = {"sights": "sight", "food": "food", "lodging": "lodging"}
MOST_ELEMENTS: Mapping[What, int] = {"sights": 800, "food": 400, "lodging": 300}


@dataclass(frozen=True, slots=True)
class Around:
    """A point in degrees and a radius in metres; `radius_m` 0 stands for the usual one of what is looked for."""

    lat: float
    lon: float
    radius_m: int = 0


ELEMENTS = TypeAdapter(tuple[Element, ...])


class Overpass:
    """https://wiki.openstreetmap.org/wiki/Overpass_API: one query, answered as JSON with the centres of areas."""

    def elements(self, around: Around, what: What) -> tuple[Element, ...]:
        """Return the named elements of one kind within the radius. Raises ProviderError."""
        form = {"data": query_text(around, what)}
        return call(OVERPASS, "", lambda body: elements_of(json_object(body)), form=form)


def rounded(around: Around, what: What) -> Around:
    """Return the place as it is sent and kept: to some 100 m, so that neighbours share an answer."""
    radius = min(LARGEST_RADIUS_M, around.radius_m or RADII_M[what])
    return Around(round(around.lat, 3), round(around.lon, 3), -(-radius // 100) * 100)


def query_text(around: Around, what: What) -> str:
    """Return the query in Overpass QL, for what osm/kinds.csv can read.

    Of sights those with an article or on a heritage list come first, where not all are answered; of many kinds only
    these are asked for.
    """
    circle = f"(around:{around.radius_m},{around.lat:.3f},{around.lon:.3f})"
    parts = [
        f"({''.join(f'nwr{each}{circle};' for each in group)});out tags center {MOST_ELEMENTS[what]};"
        for group in filters_of(what)
    ]
    return f"[out:json][timeout:{SERVER_SECONDS}][maxsize:{SERVER_BYTES}];{''.join(parts)}"


def filters_of(what: What) -> tuple[tuple[str, ...], ...]:
    """Return the filters of the elements of one kind, in groups of which the first is answered first."""
    wanted = selectors(USES[what])
    if what != "sights":
        return (tuple(f'["name"]{_filter(key, values)}' for key, values in wanted.items()),)
    known = tuple(f'["name"]{_filter(key, values)}{noted}' for noted in NOTED for key, values in wanted.items())
    plain = {key: [value for value in values if not needs_note(key, value)] for key, values in wanted.items()}
    return known, tuple(f'["name"]{_filter(key, values)}' for key, values in plain.items() if values)


def _filter(key: str, values: Sequence[str]) -> str:
    return f'["{key}"]' if "" in values else f'["{key}"~"^({"|".join(values)})$"]'


def elements_of(answer: Mapping[str, Any]) -> tuple[Element, ...]:
    """Return the elements of an answer, each once.

    Raises ProviderError where the server gave up, else ValueError, LookupError or TypeError for what is no answer.
    """
    if "runtime error" in (remark := str(answer.get("remark", ""))):
        if "timed out" in remark:
            raise ProviderError(TooSlow(OVERPASS.title))
        raise UnusableAnswer(remark[:120])
    if not isinstance(answer["elements"], list):
        raise TypeError("elements are no list")
    found = [_element(row) for row in answer["elements"]]
    return tuple({(row.kind, row.id): row for row in found if row is not None}.values())


def _element(row: Mapping[str, Any]) -> Element | None:
    """The element; None for one without a position or tags."""
    at = row.get("center", row)
    if "lat" not in at or not row.get("tags"):
        return None
    lat, lon = float(at["lat"]), float(at["lon"])
    if not (-90 <= lat <= 90 and -180 <= lon <= 180):
        raise UnusableAnswer("a position outside of the world")
    if row["type"] not in ("node", "way", "relation"):
        raise UnusableAnswer("an element of an unknown type")
    tags = row["tags"]
    if not all(isinstance(value, str) for value in tags.values()):
        raise TypeError("a tag that is no text")
    return Element(row["type"], int(row["id"]), lat, lon, dict(tags))

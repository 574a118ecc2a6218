"""Names, descriptions, pictures and positions of things by their ids, from Wikidata's API."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from travelagent.providers.calls import call, json_object
from travelagent.providers.geocoding import simplified
from travelagent.providers.mediawiki import MAXLAG_S, check_errors
from travelagent.providers.services import WIKIDATA

AT_ONCE = 20
IMAGE, COORDINATES = "P18", "P625"
CHINESE = ("zh-hans", "zh-cn", "zh")
ID = re.compile(r"Q[1-9]\d{0,11}")


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing of Wikidata, texts empty where unknown.

    `image`: the name of a file of Commons, without `File:`; `title_en`, `title_zh`: of its articles in Wikipedia.
    """

    id: str
    name_en: str
    name_zh: str
    description_en: str
    description_zh: str
    image: str = ""
    lat: float | None = None
    lon: float | None = None
    title_en: str = ""
    title_zh: str = ""


ENTITY: TypeAdapter[Entity | None] = TypeAdapter(Entity | None)


class Wikidata:
    """https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities."""

    def entities(self, ids: Sequence[str]) -> dict[str, Entity]:
        """Return the things of at most AT_ONCE ids `Q…`; those it does not know are left out. Raises ProviderError."""
        params = {
            "action": "wbgetentities",
            "format": "json",
            "formatversion": "2",
            "ids": "|".join(ids),
            "props": "labels|descriptions|claims|sitelinks",
            "languages": "en|zh|zh-hans|zh-cn",
            "sitefilter": "enwiki|zhwiki",
            "maxlag": str(MAXLAG_S),
        }
        return call(WIKIDATA, "", lambda body: _entities(json_object(body), ids), params)


def _entities(answer: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Entity]:
    check_errors(WIKIDATA, answer)
    rows = answer["entities"]
    # A thing that was merged into another is answered under the new id, with the old one as its key.
    return {id: _entity(id, rows[id]) for id in ids if id in rows and "missing" not in rows[id]}


def _entity(id: str, row: Mapping[str, Any]) -> Entity:
    labels, descriptions, links = row["labels"], row["descriptions"], row.get("sitelinks") or {}
    claims = row.get("claims") or {}
    at = _claim(claims, COORDINATES)
    lat, lon = (float(at["latitude"]), float(at["longitude"])) if at else (None, None)
    image = _claim(claims, IMAGE)
    if lat is not None and lon is not None and not (-90 <= lat <= 90 and -180 <= lon <= 180):
        lat = lon = None
    return Entity(
        id=id,
        name_en=_in(labels, "en"),
        name_zh=simplified(_in(labels, *CHINESE)),
        description_en=_in(descriptions, "en"),
        description_zh=simplified(_in(descriptions, *CHINESE)),
        image=image if isinstance(image, str) else "",
        lat=lat,
        lon=lon,
        title_en=links["enwiki"]["title"] if "enwiki" in links else "",
        title_zh=links["zhwiki"]["title"] if "zhwiki" in links else "",
    )


def _in(texts: Mapping[str, Any], *languages: str) -> str:
    """The first text in one of the languages."""
    return next((str(texts[language]["value"]) for language in languages if language in texts), "")


def _claim(claims: Mapping[str, Any], of: str) -> Any:
    """The value of the preferred claim, else of the first; None without one."""
    rows = [row for row in claims.get(of, ()) if row["mainsnak"]["snaktype"] == "value" and row["rank"] != "deprecated"]
    rows.sort(key=lambda row: row["rank"] != "preferred")
    return rows[0]["mainsnak"]["datavalue"]["value"] if rows else None

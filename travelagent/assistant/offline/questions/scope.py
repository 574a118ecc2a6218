"""The places that a data question is about."""

from typing import Final

from travelagent.assistant.offline.questions import words
from travelagent.assistant.offline.questions.values import Area, AreaKind, BeyondFamily, Scope
from travelagent.assistant.offline.reading.places import Place, read_places
from travelagent.assistant.offline.reading.sentence import Sentence
from travelagent.catalog import gazetteer, source
from travelagent.planning.values import LocalizedText

EXCEPTION: Final = LocalizedText("I cannot leave single places out.", "暂不支持排除某些地方。")
_AREAS: Final = ("region", "country")
_SEVERAL: Final = LocalizedText("Several cities go by that name; say which one.", "有多个同名城市，请说明是哪一个。")
_SIGHT: Final = LocalizedText(
    "I count by city, region or country, not by a single sight.", "只能按城市、地区或国家统计，不能按单个景点。"
)
_UNCOVERED: Final = LocalizedText("The catalogue does not cover that city.", "目录没有收录这个城市。")


def scope_of(sentence: Sentence) -> Scope:
    """The covered cities, and the areas, of a question. Raises BeyondFamily for other places."""
    places = read_places(sentence)
    if places.asked:
        raise BeyondFamily(_SEVERAL, places.asked)
    if refused := [place.surface for place in places.all if place.part == "refused"]:
        raise BeyondFamily(EXCEPTION, refused)
    if places.sights:
        raise BeyondFamily(_SIGHT, [place.surface for place in places.sights])
    if unknown := [place.surface for place in places.all if place.kind == "city" and not _covered(place)]:
        raise BeyondFamily(_UNCOVERED, unknown)
    cities = tuple(dict.fromkeys(i for place in places.all if place.kind == "city" for i in place.ids))
    areas = [Area(_area_kind(place.kind, i), i) for place in places.all if place.kind in _AREAS for i in place.ids]
    if words.NATIONWIDE.search(sentence.masked):
        areas.append(Area("country", "CN"))
    return Scope(cities, tuple(dict.fromkeys(areas)))


def _covered(place: Place) -> bool:
    return all(city in source.cities() for city in place.ids)


def _area_kind(kind: str, name: str) -> AreaKind:
    if kind == "country":
        return "country"
    return "macro" if any(row["name"] == name for row in gazetteer.rows("macros.csv")) else "region"

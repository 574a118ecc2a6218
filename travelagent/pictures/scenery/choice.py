"""Which setting a place lies in: by its names, else by its category and its city."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from travelagent.pictures.chance import Chance
from travelagent.pictures.waters import Waters

_NAMED: Final[Sequence[tuple[str, str]]] = (
    (r"great wall|长城", "great_wall"),
    (r"terrace.*rice|rice.*terrace|梯田", "terraces"),
    (r"tea (plantation|field|garden|village)|茶园|龙井村", "terraces"),
    (r"bamboo|竹", "bamboo"),
    (r"panda|熊猫", "bamboo"),
    (r"karst|li river|漓江|ha ?long|下龙湾|yangshuo|阳朔|喀斯特", "karst"),
    (r"volcano|火山|fuji|富士|vesuv|etna|kilauea|batur|bromo|merapi", "volcano"),
    (r"geyser|间歇泉|old faithful|geothermal|地热", "geyser"),
    (r"bund|外滩|waterfront|harbou?r|marina|riverside|riverfront|quay|滨江|码头|港", "bay"),
    (r"canal|gondola|water town|水乡|运河|古镇.*水", "canal"),
    (r"grotto|石窟", "plain"),
)
_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "mountain": ("mountains", "peaks", "mountains", "pillars"),
    "lake": ("lake",), "river": ("river", "river", "bay"), "beach": ("beach",), "island": ("island",),
        "waterfall": ("falls",),
    "cave": ("cave",), "canyon": ("canyon",), "desert": ("desert",), "grassland": ("grassland",),
        "glacier": ("glacier",),
    "hot_spring": ("spring",), "zoo": ("savanna",), "aquarium": ("underwater",), "ski": ("slopes",),
        "forest": ("forest",),
    "national_park": ("valley", "mountains", "valley"), "cemetery": ("graves",), "garden": ("garden",),
        "park": ("garden", "park"),
    "bridge": ("bay",), "viewpoint": ("overlook",), "square": ("plaza",), "street": ("plaza",), "market": ("plaza",),
    "neighborhood": ("plaza", "city"), "show": ("plaza",), "village": ("hills", "terraces", "hills"),
}  # fmt: skip


INDOORS: Final = frozenset({"museum", "gallery", "temple", "church", "market", "aquarium"})
"""Categories whose names reveal nothing of the land around."""
KARST_CITIES: Final = frozenset({"Guilin", "Yangshuo", "Ha Long"})


def settings_for(category: str, names: Sequence[str], tags: Sequence[str], city_tags: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the settings that a sight may lie in."""
    text = " ".join(names).lower()
    for pattern, setting in _NAMED:
        if re.search(pattern, text) and category not in INDOORS:
            return (setting,)
    if category == "mountain" and ("pillar" in text or "柱" in text or "张家界" in text or "天子山" in text):
        return ("pillars",)
    if category == "national_park" and "wildlife" in tags:
        return ("savanna",)
    return _KINDS.get(category) or _surroundings(city_tags)


def city_setting(names: Sequence[str], tags: Sequence[str], waters: Waters, chance: Chance) -> str:
    """Return the name of the setting of a city, by what it is known for and by the waters that it lies at."""
    if KARST_CITIES & set(names):
        return "karst"
    if waters == "sea" and not {"desert", "grassland", "lake"} & set(tags):
        return chance.pick(("coast", "coast", "bay"))
    for tag, setting in (("desert", "desert"), ("grassland", "grassland"), ("beach", "coast"), ("island", "coast"),
                         ("lake", "lake"), ("river", "bay"), ("mountain", "hills"), ("snow", "hills")):  # fmt: skip
        if tag in tags:
            return setting
    return chance.pick(("plain", "city", "hills", "bay") if waters == "river" else ("plain", "city", "hills"))


def _surroundings(tags: Sequence[str]) -> tuple[str, ...]:
    around = ["plain", "city", "garden"]
    if {"mountain", "snow", "hiking"} & set(tags):
        around += ["hills"]
    if {"beach", "island"} & set(tags):
        around += ["coast"]
    if {"river", "lake"} & set(tags):
        around += ["lakeside"]
    return ("desert", "plain") if "desert" in tags else tuple(around)

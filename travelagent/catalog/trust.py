"""How far a name inside a sentence may be trusted to be a place: one number from its form and its neighbours.

The steps: 0.95 a covered place's full name; 0.85 the same where the name is also an ordinary word but stands like a
place; 0.6–0.8 world cities by size and setting; 0.5 just enough; below, long shots. 0 is never.
"""

import re
from dataclasses import dataclass

from travelagent.catalog import gazetteer
from travelagent.catalog.gazetteer import ADDED, ADDED_SIGHT, SIGHT, SIGHT_PART
from travelagent.catalog.matches import Reading
from travelagent.catalog.text import FIRST_UNSPACED, is_spaced

WORLD = 100
"""The rank of a world city's name."""
SURE, STRONG, FAIR, ENOUGH, WEAK, NEVER = 0.95, 0.85, 0.7, 0.5, 0.35, 0.0
MENDED = 0.6
SURE_LETTERS = 7
"""A name of so many letters is no ordinary word by chance."""

LARGE, MIDDLING, SMALL = 300_000, 100_000, 60_000
ADMIN_SUFFIXES = tuple("市县镇")
LISTED = frozenset(",/、，")
# What makes the Chinese name before it a destination: 金边四日行, 长滩攻略.
TRIP = re.compile(
    r"(?<![一二三四五六七八九十两几\d])[一二三四五六七八九十两几\d]+[天日]|行程|攻略|之旅|之行|旅游|旅行|自由行|自驾|蜜月|[游玩](?!泳)"
)
# What a Chinese name follows where a trip there is to be planned: nothing, or 规划, 安排, 计划, 设计, 做个.
PLANNED = frozenset({"", "划", "排", "计", "个"})
# What asks of a Chinese name as of a destination: 天水有什么好玩的.
TO_SEE = re.compile(
    r"有(?:什么|啥|哪些)(?:好|可以|值得|景|必)|好玩[吗么]|怎么玩|值得去|玩[一二两三四五六七八九十几\d]+天"
)
# What makes the English name before it one: "York for a rainy weekend".
STAY = re.compile(r" for (?:an?|the|my|our|\d+|[a-z]+) (?:[a-z-]+ ){0,2}(?:days?|nights?|weeks?|weekend)\b")
# What makes any English name before it one: "Bath day trip".
OUTING = re.compile(r" (?:day|city|weekend|family|short|long)[- ](?:trip|break|out|getaway|visit|weekend)\b")
# What goes on from a destination that opens a message: "lisbon in may", "rome 3 days".
DESTINATION_DETAIL = re.compile(r",? (?:in|for|on|next|this|trip|weekend|tour|holiday|itinerary|\d+)\b")
REACH = 32
"""So many characters to the right of a name are looked at."""
# Where Chinese names are names, not transcriptions that may be part of a longer one.
HAN_NAMED = frozenset({"CN", "TW", "HK", "MO", "JP", "KR", "KP", "VN", "SG", "MY"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A name where it stands: the words beside it (folded, empty across punctuation), the character to its left and
    the few to its right, whether it opens a sentence, whether the text has no capital letter
    at all, the country of the world city in question, if any, and whether a region or country follows after a comma;
    `beside`: another place ends right before it; `listed`: another place stands before it in a list."""

    surface: str
    before: str
    after: str
    left: str
    right: str
    opens: bool
    caseless: bool
    country: str
    in_area: bool
    beside: bool = False
    listed: bool = False


def confidence(key: str, reading: Reading, rank: int, weak: bool, population: int, spot: Spot) -> float:
    """Return the confidence that `key`, standing at `spot`, is the place of `reading`."""
    if not is_spaced(key):
        return _unspaced(key, reading, rank, weak, population, spot)
    lists = gazetteer.word_lists()
    if key in lists.never or spot.right.startswith("$"):
        return NEVER
    if spot.in_area and spot.surface[0].isupper():
        return STRONG if rank != WORLD else 0.8
    if spot.before in lists.person_before and (key in lists.common or rank == WORLD):
        return NEVER
    if len(key) <= 3 and rank != WORLD:
        return _abbreviation(key, spot)
    if key in lists.common:
        return _common_word(reading, rank, population, spot)
    if rank == WORLD:
        return _world(key, population, spot)
    if reading.kind == "sight":
        return _sight(key, rank, spot)
    if weak:
        return WEAK
    return _added(key, spot) if rank == ADDED else SURE


def _added(key: str, spot: Spot) -> float:
    """A city that was added: written as a name, or long enough to be no other word."""
    lists = gazetteer.word_lists()
    fits = _place_before(spot) or spot.listed or spot.after in lists.after_en or spot.after.isdigit()
    if spot.surface[0].isupper() and (fits or not spot.opens or spot.right == "" or len(key) >= SURE_LETTERS):
        return SURE
    return STRONG if (fits and spot.before != "to") or len(key) >= SURE_LETTERS else WEAK


def _place_before(spot: Spot) -> bool:
    return spot.before in gazetteer.word_lists().place_en


def _abbreviation(key: str, spot: Spot) -> float:
    """LA, UK, NYC: capitals, or a well-known one in small letters."""
    lists = gazetteer.word_lists()
    capitals = spot.surface.isupper() and any(map(str.isalpha, spot.surface))
    if capitals and spot.after not in {"dollar", "dollars", "visa", "passport", "citizen", "citizens"}:
        return STRONG
    if key in lists.short_lower or (spot.surface[0].isupper() and not key.isascii()):
        return FAIR
    if key in lists.common:
        return ENOUGH if spot.surface.istitle() and _place_before(spot) else NEVER
    if spot.surface.istitle() and not spot.opens:
        return ENOUGH
    return ENOUGH if spot.caseless and _place_before(spot) and key not in {"us", "la", "sd", "ba", "df"} else NEVER


def _common_word(reading: Reading, rank: int, population: int, spot: Spot) -> float:
    """Nice, Turkey, Bath: a capital letter that no sentence start explains, a fitting word before or after."""
    lists = gazetteer.word_lists()
    capital = spot.surface[0].isupper()
    trip = spot.after in lists.after_en or OUTING.match(spot.right) is not None
    if rank == WORLD:
        fits = _place_before(spot) or trip or spot.listed or (spot.opens and STAY.match(spot.right) is not None)
        return FAIR if capital and fits and population >= MIDDLING else NEVER
    if capital and (_place_before(spot) or trip):
        return STRONG
    if capital and not spot.opens:
        return FAIR
    if capital and spot.opens:
        if spot.right == "" and rank != WORLD:
            return ENOUGH
        follows = spot.after in lists.before_en | {"is", "with"} or spot.after.isdigit()
        return ENOUGH if follows or (spot.right[:1] in {"", ","} and reading.kind == "country") else WEAK
    return ENOUGH if _place_before(spot) or trip else WEAK if reading.kind == "country" else NEVER


def _world(key: str, population: int, spot: Spot) -> float:
    """Cities that the catalogue does not cover: the smaller, the better they must stand."""
    lists = gazetteer.word_lists()
    listed = spot.left in LISTED or spot.before in lists.before_en or spot.after in lists.after_en
    listed = listed or spot.left >= FIRST_UNSPACED
    alone = spot.opens and (spot.right == "" or spot.after in lists.after_en or spot.after.isdigit())
    if len(key) <= 3:
        fits = spot.surface.istitle() and (_place_before(spot) or spot.left in LISTED)
        return 0.6 if fits and population >= LARGE else NEVER
    if spot.surface[0].isupper():
        if population >= LARGE:
            return 0.8 if listed else FAIR
        if population >= MIDDLING:
            return FAIR if listed else 0.6 if alone else 0.45
        return 0.6 if _place_before(spot) else ENOUGH if alone and " " in key else WEAK
    if len(key) < 5:
        return ENOUGH if spot.caseless and _place_before(spot) and population >= MIDDLING else NEVER
    if population >= LARGE:
        return FAIR if listed else 0.55
    if " " in key and len(key) >= 8 and population >= SMALL:
        return ENOUGH
    return ENOUGH if _place_before(spot) and population >= SMALL else NEVER


def _sight(key: str, rank: int, spot: Spot) -> float:
    several = " " in key
    capital = spot.surface[0].isupper() and (several or not spot.opens)
    if rank == SIGHT:
        if several:
            return SURE if capital else STRONG if len(key) >= 9 else ENOUGH
        return STRONG if capital else ENOUGH if len(key) >= 6 else WEAK
    if several:
        return 0.8 if capital and spot.surface.split()[-1][0].isupper() else ENOUGH if len(key) >= 12 else WEAK
    return 0.6 if capital and len(key) >= 5 else WEAK


def _unspaced(key: str, reading: Reading, rank: int, weak: bool, population: int, spot: Spot) -> float:
    lists = gazetteer.word_lists()
    if reading.kind != "sight" and _is_manner(spot.right):
        return NEVER
    if len(key) == 1:
        return _single(key, spot)
    if rank == WORLD:
        return _world_unspaced(key, population, spot)
    if weak:
        return WEAK
    if reading.kind == "sight":
        if key in lists.generic_zh:
            return NEVER
        if rank in (SIGHT_PART, ADDED_SIGHT):
            return 0.8 if len(key) >= 4 else FAIR if len(key) == 3 else ENOUGH if spot.left in lists.before_zh else 0.4
        return SURE if len(key) >= 3 else STRONG
    if rank == ADDED and len(key) <= 2:
        return _world_unspaced(key, LARGE, spot)
    return SURE


def _is_manner(right: str) -> bool:
    """Whether what follows makes the name a dish's, a language's or a road's."""
    lists = gazetteer.word_lists()
    if right.startswith(lists.not_before_zh):
        return True
    road = right.lstrip("东南西北中")
    return road.startswith("路") and road[1:2] not in lists.not_road_zh and road[1:2] != ""


def _single(key: str, spot: Spot) -> float:
    lists = gazetteer.word_lists()
    if key not in lists.single_zh or spot.right[:1] in lists.single_zh_not_before:
        return NEVER
    fits = spot.beside or spot.left in lists.before_zh or spot.left in {"", "游", "入", "进"}
    return 0.6 if fits else WEAK


def _world_unspaced(key: str, population: int, spot: Spot) -> float:
    lists = gazetteer.word_lists()
    placed = spot.left in lists.before_zh or (spot.beside and spot.country not in HAN_NAMED)
    named = spot.right.startswith(ADMIN_SUFFIXES)
    foreign = spot.country not in HAN_NAMED
    trip = TRIP.match(spot.right) is not None
    planned = spot.left in PLANNED and trip
    if key in lists.common_zh:
        visited = planned or (spot.left == "" and TO_SEE.match(spot.right) is not None)
        return 0.6 if named or ((placed or visited) and key in lists.known_zh) else NEVER
    if len(key) >= 3:
        return 0.8 if population >= MIDDLING or named else 0.6 if placed or trip else 0.4
    if foreign and not named:
        return 0.6 if planned or ((placed or trip) and population >= MIDDLING) else WEAK
    if population >= 2 * MIDDLING or named:
        return 0.8 if placed or named or population >= 10 * MIDDLING else FAIR
    return 0.6 if placed and population >= SMALL else WEAK

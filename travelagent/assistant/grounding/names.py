"""The places that a text names, and whether the evidence knows them.

Three readers, the surer first: names of the catalogue and the world's cities; shortened names of the places that tools
returned (`the Uffizi`, 大研古城); and words in the shape of a place's name (`Moonlight Pavilion`, 云顶寺), which find
what no list holds. A name counts as known when a tool, the user or a memory named that place, in either language.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.words import word_list
from travelagent.catalog import source
from travelagent.catalog.gazetteer import base_names, country_codes, word_lists
from travelagent.catalog.matches import Mention, Reading
from travelagent.catalog.names import expand_macro, find_places
from travelagent.catalog.text import fold

SURE: Final = 0.6
LONGEST: Final = 4
"""So many words of a sight's name are taken for it at most."""


@dataclass(frozen=True, slots=True)
class Name:
    """`text[start:end]` names a place; `sights` and `cities` are what of the evidence it may mean."""

    start: int
    end: int
    known: bool
    sights: frozenset[str] = frozenset()
    cities: frozenset[str] = frozenset()


class KnownPlaces:
    """The places of the evidence, to be asked about names."""

    def __init__(self, evidence: Evidence) -> None:
        self.sights = frozenset(place for place in evidence.places if "/" in place)
        self.cities = frozenset(place.partition("/")[0] for place in evidence.places)
        named = (name for place in (*self.sights, *self.cities) for name in _all_names(place))
        self.strings = evidence.strings
        self.blob = "\n".join([*(text for text, _ in evidence.strings), *named])
        covered = [found for id in self.cities if (found := source.cities().get(id)) is not None]
        self.countries = {city.country for city in covered}
        self.regions = {city.region_en for city in covered}
        self.areas = {name for id in self.cities for name in _all_names(id) if len(name) >= 2 and not name.isascii()}
        self._short: dict[str, set[str]] = {}
        for sight in self.sights:
            for key in _short_names(sight):
                self._short.setdefault(key, set()).add(sight)
        shared = [key for key, sights in self._short.items() if len(sights) > 1 and key in _PLACE_NOUNS]
        for key in shared:
            del self._short[key]
        for place in self.cities:
            for name in _all_names(place):
                self._short.pop(name, None)
        self._lengths: dict[str, set[int]] = {}
        for key in self._short:
            if not key.isascii():
                self._lengths.setdefault(key[0], set()).add(len(key))

    def reads(self, reading: Reading) -> bool:
        """Whether one reading of a catalogue's name is a place of the evidence, or an area that holds one."""
        match reading.kind:
            case "sight":
                return not self.sights.isdisjoint(reading.ids)
            case "city":
                return not self.cities.isdisjoint(reading.ids)
            case "region":
                return not self.regions.isdisjoint(reading.ids)
            case "country":
                return not self.countries.isdisjoint(reading.ids)
            case "macro":
                return any(not self.cities.isdisjoint(_members(name)) for name in reading.ids)
            case "world_city":
                return False

    def told_of(self, phrase: str) -> frozenset[str]:
        """The sights whose notes hold this phrase."""
        return frozenset().union(*(sights for text, sights in self.strings if sights and phrase in text))

    def whole(self, folded: str) -> Iterator[Name]:
        """The full names of the evidence's sights, longer ones first."""
        written: dict[str, set[str]] = {}
        for sight in self.sights:
            for name in _all_names(sight):
                if len(name) > 3:
                    written.setdefault(name, set()).add(sight)
        for name in sorted(written, key=len, reverse=True):
            at = folded.find(name)
            while at >= 0:
                yield Name(at, at + len(name), True, frozenset(written[name]))
                at = folded.find(name, at + len(name))

    def called(self, short: str) -> frozenset[str]:
        """The sights that a shortened name may stand for."""
        return frozenset(self._short.get(short, ()))

    def says(self, phrase: str) -> bool:
        """Whether the evidence's words hold this phrase, folded, as whole words."""
        at = self.blob.find(phrase)
        while at >= 0:
            before, after = self.blob[at - 1 : at], self.blob[at + len(phrase) : at + len(phrase) + 1]
            if not (phrase[0].isascii() and before.isalnum() and before.isascii()) and not (
                phrase[-1].isascii() and after.isalnum() and after.isascii() and after != "s"
            ):
                return True
            at = self.blob.find(phrase, at + 1)
        return False

    def _short_spaced(self, folded: str, text: str) -> Iterator[Name]:
        """The longest runs of capitalised words that are a part of one sight's name."""
        words = [match.span() for match in _CAPITAL.finditer(text)]
        at = 0
        while at < len(words):
            within = at > 0 and text[words[at - 1][1] : words[at][0]] == " " and folded[slice(*words[at - 1])] != "the"
            for count in range(min(LONGEST, len(words) - at), 0, -1):
                start, end = words[at][0], words[at + count - 1][1]
                key = _stem(folded[start:end])
                if (sights := self._short.get(key)) and not (
                    key in _PLACE_NOUNS and (within or _NAMED.match(text, end))
                ):
                    yield Name(start, end, True, frozenset(sights))
                    at += count - 1
                    break
            at += 1

    def short(self, folded: str, text: str) -> Iterator[Name]:
        """The shortened names of the evidence's sights."""
        yield from self._short_spaced(folded, text)
        at = 0
        while at < len(folded):
            lengths = self._lengths.get(folded[at], ())
            for length in sorted(lengths, reverse=True):
                if sights := self._short.get(folded[at : at + length]):
                    yield Name(at, at + length, True, frozenset(sights))
                    at += length - 1
                    break
            at += 1


@lru_cache(maxsize=256)
def _members(macro: str) -> frozenset[str]:
    return frozenset(expand_macro(macro))


def names(text: str, places: KnownPlaces) -> list[Name]:
    """Every place that the text names, in order, without overlaps."""
    folded = fold(text)
    listed = [_listed(mention, folded, places) for mention in _mentions(text)]
    found = _merged([], places.whole(folded))
    unsure = [name for name in listed if name is not None and not name.known]
    sure = [*(name for name in listed if name is not None and name.known), *places.short(folded, text)]
    found = _merged(found, sorted(sure, key=lambda name: name.start - name.end))
    shaped = list(_shaped(text, folded, places, found))
    longer = [shape for shape in shaped if not shape.known]
    found = [name for name in found if not _inside(name, longer)]
    found = _merged(found, shaped)
    found = _merged(found, (name for name in unsure if not _within(name, found)))
    return _joined(text, sorted(found, key=lambda name: name.start))


def _mentions(text: str) -> Iterator[Mention]:
    """The names of the catalogue and the world, line by line: the search looks at a whole text for each name."""
    start = 0
    for line in text.splitlines(keepends=True):
        for mention in find_places(line, mend=False):
            yield replace(mention, start=mention.start + start, end=mention.end + start)
        start += len(line)


def _joined(text: str, found: Iterable[Name]) -> list[Name]:
    """Unknown names with nothing but a space between them are one."""
    joined: list[Name] = []
    for name in found:
        last = joined[-1] if joined else None
        if last and not (last.known or name.known) and text[last.end : name.start] == " ":
            joined[-1] = Name(last.start, name.end, False)
        else:
            joined.append(name)
    return joined


def _merged(found: list[Name], more: Iterable[Name]) -> list[Name]:
    """The names and those of `more` that overlap none of them."""
    taken = sorted((name.start, name.end) for name in found)
    kept = list(found)
    for name in more:
        if not any(start < name.end and name.start < end for start, end in taken):
            kept.append(name)
            taken.append((name.start, name.end))
    return kept


def _inside(name: Name, longer: Iterable[Name]) -> bool:
    """Whether a name is but a part of one of the longer ones."""
    return any(o.start <= name.start and name.end <= o.end and o.end - o.start > name.end - name.start for o in longer)


def _within(name: Name, found: Iterable[Name]) -> bool:
    return any(other.start < name.end and name.start < other.end for other in found)


def _listed(mention: Mention, folded: str, places: KnownPlaces) -> Name | None:
    readings = [mention.reading, *mention.also]
    ids = {id for reading in readings if reading.kind == "sight" for id in reading.ids}
    cities = {id for reading in readings if reading.kind == "city" for id in reading.ids}
    surface = folded[mention.start : mention.end]
    if (
        surface[-1:].isascii()
        and folded[mention.end : mention.end + 1].isascii()
        and folded[mention.end : mention.end + 1].isalpha()
    ):
        return None
    if any(places.reads(reading) for reading in readings):
        return Name(
            mention.start, mention.end, True, places.sights & ids or places.called(surface), places.cities & cities
        )
    if places.says(surface):
        return Name(mention.start, mention.end, True, places.called(surface))
    if (
        mention.confidence < SURE
        or mention.kind == "macro"
        or (surface.isascii() and not mention.surface[:1].isupper())
    ):
        return None
    if len(surface) <= 4 and not surface.isascii() and _GENERIC_CORE_ZH.match(surface[:-1]):
        return None
    if mention.kind in ("country", "region") and _is_adjective(folded, mention):
        return None
    return Name(mention.start, mention.end, False)


# 法国菜, 日式, China Airlines: an origin rather than a destination.
_ORIGIN: Final = re.compile(
    r"\s?(?:菜|料理|式|人|语|风|味|大使馆|签证|airlines?\b|airways\b|style\b|cuisine\b|food\b)", re.I
)


def _is_adjective(folded: str, mention: Mention) -> bool:
    return _ORIGIN.match(folded, mention.end) is not None


# -- all names, short names --------------------------------------------------------------------------------------------

_CAPITAL: Final = re.compile(r"(?<![\w])[A-ZÀ-ÖØ-ÞŞÇİ][\w’'-]+")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_JOINTS: Final = re.compile(r" & | and | - |: |与|和(?=.{2})|·|，|、|（|）|\(|\)|/")
_GENERIC: Final = word_list("generic")
_GENERIC_ZH: Final = word_list("generic_zh")


# A noun that goes on as a name: `Basilica of San Clemente`.
_NAMED: Final = re.compile(r"\s(?:of\s|de\s|di\s|[A-ZÀ-Þ])")
_SILENT: Final = word_list("generic") | word_list("no_place")
_PLACE_NOUNS: Final = word_list("place_nouns")


def _stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s").strip("'’-")


@lru_cache(maxsize=4096)
def _all_names(place: str) -> tuple[str, ...]:
    """A place's names in both languages, folded; of a city also its region's and country's."""
    sight, city = source.sights().get(place), source.cities().get(place)
    if sight is not None:
        return (fold(sight.name_en), fold(sight.name_zh))
    if city is not None:
        country = country_codes().get(city.country, ("", ""))
        named = (city.name_en, city.name_zh, *city.aliases, city.region_en, city.region_zh, *country)
        return tuple(map(fold, named))
    return ()


@lru_cache(maxsize=8192)
def _short_names(place: str) -> frozenset[str]:
    """Parts of a sight's names that may stand for it: a word that is its own, a piece of a Chinese name."""
    sight = source.sights()[place]
    city = source.cities()[sight.city]
    own = {fold(word) for word in _WORD.findall(city.name_en)}
    words = (_stem(fold(word)) for word in _WORD.findall(sight.name_en))
    keys = {word for word in words if len(word) >= 4 and word not in _GENERIC and word not in own}
    keys.update(_phrases(fold(sight.name_en)))
    keys.update(word for raw in _WORD.findall(sight.name_en) if (word := _stem(fold(raw))) in _PLACE_NOUNS)
    names_zh = (part for name in base_names(sight.name_zh) for part in _JOINTS.split(name))
    for part in map(fold, names_zh):
        keys.update(_pieces(part, fold(city.name_zh)))
    return frozenset(keys)


def _phrases(name: str) -> Iterator[str]:
    """The runs of two to four words of a name."""
    for part in _JOINTS.split(name):
        words = part.split()
        for count in range(2, LONGEST + 1):
            yield from (" ".join(words[at : at + count]) for at in range(len(words) - count + 1))


def _pieces(name: str, city: str) -> Iterator[str]:
    """The pieces of three characters or more, and the first two where they say something."""
    name = name.removeprefix(city) if len(name) - len(city) >= 2 else name
    if len(name) >= 2 and not name.isascii():
        ends = [(start, end) for start in range(len(name)) for end in range(start + 3, len(name) + 1)]
        lists = word_lists()
        pieces = (name[start:end] for start, end in ends if not name[start].isdigit())
        yield from (piece for piece in pieces if piece not in lists.generic_zh and not piece.isascii())
        if name[:2] not in _GENERIC_ZH and name[:2] not in lists.generic_zh and not name[:2].isascii():
            yield name[:2]


# -- names by their shape ----------------------------------------------------------------------------------------------

_UPPER: Final = r"[A-ZÀ-ÖØ-ÞŞÇİŌŪ][\w’'.-]*\w|[A-Z]"
_SEQUENCE: Final = re.compile(
    rf"(?<![\w’'])(?:{_UPPER})(?:[ ](?:(?:of|the|de|del|della|di|da|do|la|le|du|des|el|al)[ ])*(?:{_UPPER}))*"
)
_NOUNS: Final = (
    "temple|shrine|church|cathedral|basilica|chapel|mosque|monastery|abbey|pagoda|museum|gallery|palace"
    "|castle|fort|fortress"
    "|tower|bridge|gate|hall|park|gardens?|forest|lake|river|falls|waterfalls?|beach|bay|island|hill|mount"
    "|mountain|valley"
    "|canyon|caves?|peak|cliffs?|harbou?r|pier|market|bazaar|street|square|piazza|plaza|palazzo|villa|avenue|lane|alley"
    "|terrace|fountain|monument|memorial|theatre|theater|opera house|zoo|aquarium|stadium|observatory"
    "|quarter|district|village"
    "|old town|hotel|hostel|inn|ryokan|resort|lodge|restaurant|trattoria|osteria|caf[eé]|bistro|brasserie"
    "|tavern|bar|pub|bakery"
    "|rooftop|spa|hot springs?|onsen|pavilion|lighthouse|citadel|mausoleum|tomb|viewpoint|lookout"
    "|promenade|boardwalk|bookshop|bookstore|mall|arcade|neighbou?rhood|teahouse|winery"
)
# What is general in a park's name makes a house's: `Grand Hotel`, `Cafe Central`, `Science Museum`.
_HOUSE: Final = re.compile(
    r"\b(?:hotel|hostel|inn|ryokan|resort|restaurant|trattoria|osteria|cafe|bistro|brasserie|bar|pub|bakery"
    r"|museum|gallery|zoo|aquarium|university)\b"
)
_ENDS_IN_NOUN: Final = re.compile(rf"(?:^|[ -])(?:{_NOUNS})$", re.IGNORECASE)
_STARTS_WITH_NOUN: Final = re.compile(
    rf"(?:{_NOUNS}|castel|castello|chiesa|san|santa|st\.?|wat|mercado|mercato|jardin|parc|parque|plaza|place"
    rf"|rue|mt\.?)\s",
    re.IGNORECASE,
)
_NOUN_AFTER: Final = re.compile(rf"\s(?:{_NOUNS})s?\b")
_GOING: Final = re.compile(
    r"\b(?:visit(?:ing)?|explor(?:e|ing)|wander(?:ing)?(?: through| around)?|stroll(?:ing)?(?: through"
    r"| along| around)|head(?:ing)? (?:to|over to|for|up to)"
    r"|stop(?:ping)? (?:at|by|in)|hik(?:e|ing)(?: up| to)?|climb(?:ing)?|day trip to|trip to|excursion to"
    r"|detour to|over to|continu(?:e|ing) to|walk(?:ing)? (?:to|up to|through|along)"
    r"|stay(?:ing)? (?:at|in)|(?:dinner|lunch|breakfast|brunch|drinks?|coffee|meal|table|eat|eating"
    r"|dine) (?:at|in)|check in (?:at|to)|rid(?:e|ing) up|quick look into|swing by|past|\bat|near|opposite|beside)"
    r"\s(?:the |a |nearby |beautiful |famous |historic |lovely |iconic )*$",
    re.IGNORECASE,
)
_NO_PLACE: Final = word_list("no_place")


def _shaped(text: str, folded: str, places: KnownPlaces, found: Sequence[Name]) -> Iterator[Name]:
    """Words that look like a place's name and that no list knows, and names that stand in a sight's note."""
    for match in _SEQUENCE.finditer(text):
        phrase = folded[match.start() : match.end()]
        if _is_said(phrase, places):
            if len(phrase) > 3 and _telling(phrase) and (sights := places.told_of(phrase.removeprefix("the "))):
                yield Name(*match.span(), True, sights)
        elif _names_a_place(text, match) or _is_listed(text, match, found) or _is_in_a_sentence(text, match):
            yield Name(*match.span(), False)
    yield from _shaped_zh(text, folded, places)


_AND: Final = re.compile(r"[*_]*(?:,|;|,? and|,? or|\s&)\s(?:the |even |maybe |also )?[*_]*")
_ENUMERATED: Final = re.compile(r"[*_]*(?:[,;.:)!?\n]|$| and\b| or\b| too\b)")


def _is_listed(text: str, match: re.Match[str], found: Sequence[Name]) -> bool:
    """Whether a capitalised name stands in one enumeration behind a sight of the evidence: `To-ji, Kurama-dera`."""
    if _is_heading(text, match) or not _ENUMERATED.match(text, match.end()):
        return False
    return any(
        name.sights and name.end < match.start() and _AND.fullmatch(text, name.end, match.start()) for name in found
    )


_IN_A_SENTENCE: Final = re.compile(r"(?<=[a-z,'’])[*_]* [*_]*$")


def _is_in_a_sentence(text: str, match: re.Match[str]) -> bool:
    """Whether a name stands in the middle of a sentence, where nothing but a name has a capital letter."""
    if _is_heading(text, match) or "|" in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]:
        return False
    word = match[0]
    return (
        len(word) > 3
        and not any(map(str.isdigit, word))
        and _IN_A_SENTENCE.search(text, max(0, match.start() - 6), match.start()) is not None
    )


def _names_a_place(text: str, match: re.Match[str]) -> bool:
    if _is_heading(text, match):
        return False
    phrase = match[0]
    if " " in phrase and (_ENDS_IN_NOUN.search(phrase) or _STARTS_WITH_NOUN.match(phrase)):
        return True
    if _NOUN_AFTER.match(text, match.end()) and len(phrase) > 2:
        return True
    return _GOING.search(text, max(0, match.start() - 48), match.start()) is not None


def _is_heading(text: str, match: re.Match[str]) -> bool:
    return text.startswith("#", text.rfind("\n", 0, match.start()) + 1)


def _telling(phrase: str) -> list[str]:
    """The words of a folded name that say which place it is."""
    words = (_stem(raw.strip(".,'’")) for raw in re.split(r"[ /-]", phrase))
    return [word for word in words if len(word) > 1 and not {word, word.removesuffix("s")} & _SILENT]


def _is_said(phrase: str, places: KnownPlaces) -> bool:
    """Whether the evidence holds every word of a name that is more than a general one."""
    telling = _telling(phrase)
    if not telling and " " in phrase and _HOUSE.search(phrase):
        return places.says(phrase)
    return all(places.says(word) for word in telling)


_SUFFIX_ZH: Final = re.compile(
    "博物馆|博物院|美术馆|纪念馆|图书馆|艺术馆|科技馆|展览馆|体育馆|咖啡馆|茶馆|水族馆|动物园|植物园"
    "|游乐园|乐园|公园|花园|园林|度假区|度假村|景区|风景区|步行街"
    "|小吃街|美食街|老街|古街|大街|古镇|古城|古村|水乡|夜市|早市|市场|集市|广场|大厦|大教堂|教堂|清真寺"
    "|大剧院|剧院|歌剧院|城堡|皇宫|王宫|行宫|遗址|故居|祠堂|陵园"
    "|观景台|展望台|灯塔|海滩|沙滩|海湾|瀑布|峡谷|森林|草原|湿地|温泉|雪山|冰川|火山|溶洞|酒店|宾馆|民宿"
    "|客栈|餐厅|饭店|酒楼|面馆|火锅店|酒吧|码头|书店|商场|大桥|水库"
    "|寺|庙|宫|塔|湖|山|岛|池|阁|桥|巷|胡同|观|庵|洞|谷|泉|坊|村|江|河|溪|湾|陵|墓|庄|堡|亭|殿|寨|峰|岭|崖|滩|洲"
)
_BOUNDARY_ZH: Final = re.compile(
    r"(?:[^\u4e00-\u9fff]|去|到|往|游|逛|看|访|在|和|与|及|或|是|有|登|爬|泡|住|吃|的|叫|从|览|选|乘|坐"
    r"|打卡|体验|推荐|左右|回到?|返回|前后|以后|点半?|分钟?|小时|前往|参观|附近|旁边|隔壁|喜欢|想要?|喜爱|热爱|偏爱|适合|避开|错过|挑选?|预?订|寻?找"
    r"|没有|具体|温暖|还有|也|再|了|来|推|荐|之|或者|个|座|家|处|条|就|那|这|晚|排|换)+"
)
_GENERIC_CORE_ZH: Final = re.compile(
    r"^(?:[各大小老新古城市镇村乡山海湖江河边顶上下内外中东西南北前后左右周围当地本地附近著名热门知名主要经典免费室内户外露天特色传统历史文化自然国家世界国际中央人民高端经济豪华舒适型连锁五四三星级美食购物商业艺术儿童亲子家庭民俗民族民间夜间早晚首先接着然后最好最后这那些座个家处条几多一二两三四五六七八九十百千0-9]"
    r"|博物|景点|风景|名胜|游览|参观|门票|漫步|散步|步行|徒步|爬|看|登|沿|住宿|预订|入住|酒店|全景|夜景"
    r"|酒吧|咖啡|小吃|海鲜|商业|日落|日出|部分|所有|全部|其他|其它|大部分|多数|佛|寒|暑|冰|雪)*$"
)


def _shaped_zh(text: str, folded: str, places: KnownPlaces) -> Iterator[Name]:
    for match in _SUFFIX_ZH.finditer(folded):
        line = text.rfind("\n", 0, match.start()) + 1
        end = match.end()
        start = _left_end(folded, max(line, match.start() - 7), match.start())
        core = folded[start : match.start()]
        if len(core) < 2 or _GENERIC_CORE_ZH.match(core) or folded[end : end + 1] in _NO_NAME_BEFORE:
            continue
        if any(places.says(folded[at:end]) for at in range(start, match.start())) or _is_said_zh(core, places):
            continue
        yield Name(start, end, False)
    for match in _STROLLED_ZH.finditer(folded):
        name = match["name"]
        if not (_GENERIC_CORE_ZH.match(name) or _is_said_zh(name, places)):
            yield Name(*match.span("name"), False)


# 去三里屯逛逛: what one goes to for a stroll is a place, whatever it is called.
_STROLLED_ZH: Final = re.compile(
    r"(?:去|到|在|往)(?P<name>[\u4e00-\u9fff]{2,6}?)(?:的?(?:逛逛|逛一逛|看看|看一看|走走|走一走|转转|转一转|打卡|玩玩))"
)
_NO_NAME_BEFORE: Final = frozenset("水路上下区化性点式体门口票")


def _is_said_zh(core: str, places: KnownPlaces) -> bool:
    """Whether the evidence holds the telling part of a Chinese name: its first or last two characters, without the
    name of the city or region that stands before it."""
    area = next((a for a in places.areas if core.startswith(a) and len(core) - len(a) >= 2), "")
    telling = core[len(area) :]
    return places.says(telling[-2:]) or places.says(telling[:2])


def _left_end(folded: str, earliest: int, before: int) -> int:
    """Where a Chinese name that goes up to `before` begins: behind the last word that cannot be part of it."""
    start = earliest
    for match in _BOUNDARY_ZH.finditer(folded, earliest, before):
        start = match.end()
    return start

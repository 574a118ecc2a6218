"""Names by their shape: words that look like a place's name and that no list knows.

Capitalised words count when they end in a place's noun (`Moonlight Pavilion`), stand where a place stands (`visit X`),
or have a capital in the middle of a sentence; Chinese runs when they end as places do (云顶寺) or are where one goes
for a stroll. Ordinary words at the beginning of a sentence are no part of a name.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from travelagent.assistant.grounding.known import GENERIC_ZH, SILENT, KnownPlaces, Name, stem
from travelagent.assistant.grounding.lexicon import is_ordinary, word_list

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


def shaped(text: str, folded: str, places: KnownPlaces, found: Sequence[Name]) -> Iterator[Name]:
    """Words that look like a place's name and that no list knows, and names that stand in a sight's note."""
    for match in _capitalised(text, folded):
        phrase = folded[match.start() : match.end()]
        if _is_said(phrase, places):
            if len(phrase) > 3 and _telling(phrase) and (sights := places.told_of(phrase.removeprefix("the "))):
                yield Name(*match.span(), True, sights)
        elif _names_a_place(text, match) or _is_listed(text, match, found) or _is_in_a_sentence(text, match):
            yield Name(*match.span(), False)
    yield from _shaped_zh(text, folded, places)


_BEGINNING: Final = re.compile(r"(?:^|[\n.!?:;|–—•(>…]|\s-|\d[.)])[\s*_#“\"'>✅\U0001f000-\U0001ffff]*$")


def _capitalised(text: str, folded: str) -> Iterator[re.Match[str]]:
    """The runs of capitalised words, without an ordinary word that has its capital from the beginning of a sentence,
    and without single ordinary words."""
    for match in _SEQUENCE.finditer(text):
        first, _, rest = folded[match.start() : match.end()].partition(" ")
        began = rest and _BEGINNING.search(text, max(0, match.start() - 8), match.start())
        if not is_ordinary(stem(first)) or (rest and not began) or first == "the":
            yield match
        elif began and (shorter := _SEQUENCE.match(text, match.start() + len(first) + 1, match.end())):
            yield shorter


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
    words = (stem(raw.strip(".,'’")) for raw in re.split(r"[ /-]", phrase))
    return [word for word in words if len(word) > 1 and not {word, word.removesuffix("s")} & SILENT]


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
    r"|没有|可以|具体|温暖|还有|也|再|了|来|推|荐|之|或者|个|座|家|处|条|就|那|这|晚|排|换)+"
)
GENERIC_CORE_ZH: Final = re.compile(
    r"^(?:[各大小老新古城市镇村乡山海湖江河边顶上下内外中东西南北前后左右周围当地本地附近著名热门知名主要经典免费室内户外露天特色传统历史文化自然国家世界国际中央人民高端经济豪华舒适型连锁五四三星级美食购物商业艺术儿童亲子家庭民俗民族民间夜间早晚首先接着然后最好最后这那些座个家处条几多一二两三四五六七八九十百千0-9]"
    r"|博物|景点|风景|名胜|游览|参观|门票|漫步|散步|步行|徒步|爬|看|登|沿|住宿|预订|入住|酒店|升级|中档|高档|低档|全景|夜景"
    r"|酒吧|咖啡|小吃|海鲜|商业|日落|日出|部分|所有|全部|其他|其它|大部分|多数|佛|寒|暑|冰|雪)*$"
)


def _shaped_zh(text: str, folded: str, places: KnownPlaces) -> Iterator[Name]:
    for match in _SUFFIX_ZH.finditer(folded):
        line = text.rfind("\n", 0, match.start()) + 1
        end = match.end()
        start = _left_end(folded, max(line, match.start() - 7), match.start())
        core = folded[start : match.start()]
        if len(core) < 2 or GENERIC_CORE_ZH.match(core) or folded[end : end + 1] in _NO_NAME_BEFORE:
            continue
        if any(places.says(folded[at:end]) for at in range(start, match.start())) or _is_said_zh(core, places):
            continue
        yield Name(start, end, False)
    for pattern in (_STROLLED_ZH, _VISITED_ZH, _LISTED_ZH):
        for match in pattern.finditer(folded):
            name = match["name"]
            if not (GENERIC_CORE_ZH.match(name) or _is_known_zh(name, places)):
                yield Name(*match.span("name"), False)


def _is_known_zh(name: str, places: KnownPlaces) -> bool:
    """Whether the evidence holds a Chinese name, a short one whole."""
    return places.says(name) if len(name) <= SHORT_ZH else _is_said_zh(name, places)


# 去三里屯逛逛: what one goes to for a stroll is a place, whatever it is called.
_STROLLED_ZH: Final = re.compile(
    r"(?:去|到|在|往)(?P<name>[\u4e00-\u9fff]{2,6}?)(?:的?(?:逛逛|逛一逛|看看|看一看|走走|走一走|转转|转一转|打卡|玩玩))"
)
# 去牛街买点年货, 、建设路，: streets and wards where a place stands, with but one character before.
_WARD: Final = r"(?:街|路|里|屯|坊|弄)"
_VISITED_ZH: Final = re.compile(
    rf"(?:去|逛|前往|游览|打卡)(?P<name>[\u4e00-\u9fff]{{1,4}}?{_WARD})(?![\u4e00-\u9fff]?[上里边])"
)
_LISTED_ZH: Final = re.compile(
    rf"(?<=[\u4e00-\u9fff][、和])(?P<name>[\u4e00-\u9fff]{{1,4}}?{_WARD})(?=[,，。、;；!！\s]|$)"
)
SHORT_ZH: Final = 3
"""A Chinese name of up to three characters has no part that tells which place it is."""
_NO_NAME_BEFORE: Final = frozenset("水路上下区化性点式体门口票")


def _is_said_zh(core: str, places: KnownPlaces) -> bool:
    """Whether the evidence holds the telling part of a Chinese name: its first or last two characters, without the
    name of the city or region that stands before it."""
    area = next((a for a in places.areas if core.startswith(a) and len(core) - len(a) >= 2), "")
    telling = core[len(area) :]
    ends = {telling[-2:], telling[:2]} - GENERIC_ZH
    return any(map(places.says, ends)) if ends else places.says(core)


def _left_end(folded: str, earliest: int, before: int) -> int:
    """Where a Chinese name that goes up to `before` begins: behind the last word that cannot be part of it."""
    start = earliest
    for match in _BOUNDARY_ZH.finditer(folded, earliest, before):
        start = match.end()
    return start

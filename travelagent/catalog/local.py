"""The sights of a known city by parts of their names: Tivoli in Copenhagen, "the salt mine" in Krakow, 乌菲兹 in Florence.

Within one city a part of a name says enough: a distinctive word of it, a run of its words that no other sight there
has, its Chinese name without its kind. Small typing errors are mended as in `scan`. A bare kind ("the castle") counts
where the city has one sight of that word, and only as something definite: behind "the", with a capital letter, or as a must.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from travelagent.catalog import gazetteer, source
from travelagent.catalog.text import FIRST_UNSPACED, fold, key, words

SHORTEST_WORD = 4
SHORTEST_MENDED, SURELY_MENDED = 6, 8
LONGEST_RUN = 4
SHORTEST_ZH = 2
# What a Chinese sight's name may be short of.
KINDS_ZH = (
    "博物馆", "博物院", "美术馆", "纪念馆", "艺术中心", "主题公园", "国家公园", "野生动物园", "动物园", "植物园", "水族馆",
    "大教堂", "教堂", "修道院", "清真寺", "风景区", "度假区", "步行街", "古镇", "古城", "古村", "公园", "花园", "广场",
    "市场", "街夜市", "夜市", "老街", "大街", "城堡", "宫殿", "皇宫", "王宫", "神社", "神宫", "瀑布", "海滩", "海岛", "温泉", "大桥",
    "国家地质公园", "地质公园", "缆车", "步道", "渔村", "观景台", "展望台", "摩天轮", "天文台", "科学馆", "石窟", "大佛",
    "乐园", "高塔", "钟楼", "码头", "剧院", "歌剧院", "遗址", "寺", "塔", "宫", "岛", "山", "湖",
)  # fmt: skip
# Left of a name without its kind, these are ordinary words.
ORDINARY_ZH = frozenset(
    "第一 第二 第三 夜间 天空 大学 中央 国立 市立 国家 城市 河畔 海滨 老城 自然 历史 科学 艺术 现代 民族 人民 中国 世界 国际 军事 铁路 海洋 水上 冰雪 "
    "东方 西方 南方 北方 东门 西门 南门 北门 中心 火车 巴士 缆车 夜景 日出 日落 美食 小吃 红色 蓝色 绿色 白色 黑色 金色 阳光 星光".split()
)
# What a city has one of and people call by its kind: "the castle".
KINDS = frozenset(
    "castle zoo cathedral aquarium palace citadel fort fortress harbour harbor lighthouse basilica acropolis alcazar "
    "kasbah medina planetarium dungeon dungeons funicular mine opera kremlin duomo".split()
)
KINDS_ZH_ONE = ("动物园", "水族馆", "海洋馆", "植物园", "热气球", "摩天轮", "缆车", "皇宫", "城堡", "歌剧院")
_WISHED_ZH = re.compile(r"(?:[去逛看坐到玩]|[和跟与、]|还有)$")
_WANTED_ZH = re.compile(r"[^,，。]{0,2}(?:一定|必须|必|务必|非[去坐看]不可|也?要[去坐看])")
_WANTED = re.compile(r"(?:'s| is| are)? (?:a must|day|for sure|definitely|obviously|of course|yes|please)\b")


@dataclass(frozen=True, slots=True)
class Landmark:
    """A sight named at `start`:`end` of a text; `kind_only` where nothing but its kind was said ("the castle")."""

    sight: str
    start: int
    end: int
    kind_only: bool = False


@dataclass(frozen=True, slots=True)
class _Index:
    """Parts of names that mean one sight of the city each: runs of words, bare kinds, Chinese parts."""

    runs: dict[tuple[str, ...], str]
    kinds: dict[tuple[str, ...], str]
    chinese: dict[str, str]


def landmarks(text: str, cities: Iterable[str]) -> tuple[Landmark, ...]:
    """The sights of these cities that `text` (in NFC) names by a part, in order, without overlaps."""
    folded = fold(text)
    spans = words(folded)
    found: list[Landmark] = []
    for city in cities:
        index = _index(city)
        found += _in_words(text, folded, spans, index)
        found += _in_chinese(folded, index)
    return tuple(_apart(found))


def _apart(found: list[Landmark]) -> Iterator[Landmark]:
    """Of those that overlap the longest."""
    taken: list[Landmark] = []
    for mark in sorted(found, key=lambda m: (m.start - m.end, m.start)):
        if not any(mark.start < other.end and other.start < mark.end for other in taken):
            taken.append(mark)
    yield from sorted(taken, key=lambda m: m.start)


@lru_cache(maxsize=512)
def _index(city: str) -> _Index:
    lists = gazetteer.word_lists()
    own = {*key(source.cities()[city].name_en).split(), *key(city.replace("-", " ")).split()}
    runs: dict[tuple[str, ...], set[str]] = {}
    chinese: dict[str, set[str]] = {}
    for sight in source.sights_of(city):
        for run in _runs(key(sight.name_en).split()):
            runs.setdefault(run, set()).add(sight.id)
        for part in _chinese_parts(sight.name_zh, source.cities()[city].name_zh):
            chinese.setdefault(part, set()).add(sight.id)

    def tells(run: tuple[str, ...]) -> bool:
        return any(w not in lists.generic_en and w not in own and len(w) >= SHORTEST_WORD for w in run)

    alone = {run: ids for run, ids in runs.items() if len(ids) == 1}
    named = {run: next(iter(ids)) for run, ids in alone.items() if tells(run)}
    kinds = {
        run: next(iter(ids))
        for run, ids in alone.items()
        if not tells(run) and run[-1] in KINDS and not own & set(run)
    }
    named = {run: sight for run, sight in named.items() if len(run) > 1 or not _is_other(run[0], lists)}
    return _Index(named, kinds, {part: next(iter(ids)) for part, ids in chinese.items() if len(ids) == 1})


def _is_other(word: str, lists: gazetteer.Words) -> bool:
    """Whether a word alone is an ordinary one or another place's name."""
    entry = gazetteer.known().entries.get(word)
    return word in lists.common or (entry is not None and all(reading.kind != "sight" for reading in entry.readings))


def _runs(name: list[str]) -> Iterator[tuple[str, ...]]:
    for start in range(len(name)):
        for end in range(start + 1, min(len(name), start + LONGEST_RUN) + 1):
            yield tuple(name[start:end])


def _chinese_parts(name: str, city: str) -> Iterator[str]:
    lists = gazetteer.word_lists()
    wholes = {part for whole in gazetteer.base_names(name) for part in whole.replace("与", "·").split("·")}
    wholes |= {whole.removeprefix(city) for whole in wholes}
    for whole in wholes:
        yield from (kind for kind in KINDS_ZH_ONE if kind in whole)
        for part in (whole, *(whole.removesuffix(kind) for kind in KINDS_ZH if whole.endswith(kind))):
            folded = key(part)
            if len(folded) >= SHORTEST_ZH and folded[0] >= FIRST_UNSPACED and not _says_nothing(folded, lists):
                yield folded


def _says_nothing(part: str, lists: gazetteer.Words) -> bool:
    """Whether what is left of a name is an ordinary word, a kind of sight or another place's name."""
    entry = gazetteer.known().entries.get(part)
    place = entry is not None and entry.readings[0].kind != "sight"
    return place or part in lists.generic_zh or part in lists.common_zh or part in KINDS_ZH or part in ORDINARY_ZH


def _in_words(text: str, folded: str, spans: list[tuple[int, int]], index: _Index) -> Iterator[Landmark]:
    said = [folded[start:end] for start, end in spans]
    caseless = not any(map(str.isupper, text))
    for first in range(len(said)):
        for last in range(min(len(said), first + LONGEST_RUN), first, -1):
            start, end = spans[first][0], spans[last - 1][1]
            run = tuple(said[first:last])
            capital = text[start].isupper()
            the = first > 0 and said[first - 1] == "the"
            opens = start == 0 or folded[:start].rstrip()[-1:] in ".!?\n"
            definite = (capital and not opens) or the or _WANTED.match(folded, end) is not None
            if (sight := index.runs.get(run)) and (capital or caseless or (the and last - first > 1)):
                yield Landmark(sight, start, end)
            elif (sight := index.kinds.get(run)) and definite:
                yield Landmark(sight, start, end, kind_only=True)
            elif last - first == 1 and (sight := _mended(run[0], index)):
                if (capital and not opens) or (caseless and len(run[0]) >= SURELY_MENDED):
                    yield Landmark(sight, start, end)


def _mended(word: str, index: _Index) -> str | None:
    """The sight of a distinctive word that is one or two letters off."""
    lists = gazetteer.word_lists()
    if len(word) < SHORTEST_MENDED or word in lists.common or word in lists.generic_en or not word.isalpha():
        return None
    off = 2 if len(word) >= 9 else 1
    near = {
        sight
        for run, sight in index.runs.items()
        if len(run) == 1 and run[0][0] == word[0] and OSA.distance(run[0], word, score_cutoff=off) <= off
    }
    return near.pop() if len(near) == 1 else None


def _in_chinese(folded: str, index: _Index) -> Iterator[Landmark]:
    for part, sight in index.chinese.items():
        start = folded.find(part)
        if start >= 0 and (part not in KINDS_ZH_ONE or _is_wished(folded, start, start + len(part))):
            yield Landmark(sight, start, start + len(part), kind_only=part in KINDS_ZH_ONE)


def _is_wished(folded: str, start: int, end: int) -> bool:
    """Whether a bare kind of sight is to be visited: 想去环球影城和动物园, 热气球一定要坐."""
    return bool(_WISHED_ZH.search(folded[:start]) or _WANTED_ZH.match(folded, end))

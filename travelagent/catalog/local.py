"""The sights of a known city by parts of their names: Tivoli in Copenhagen, "the salt mine" in Krakow, 乌菲兹.

Within one city a part of a name suffices: a distinctive word of it, a run of its words that no other sight there has,
its Chinese name without its kind. Small typing errors are mended as in `scan`. A bare kind ("the castle") counts where
the city has one sight of that word, or one whose name is nothing else (Tower of London), and only as something
definite: after "the", with a capital letter, or as a must. What a sight is called in its own city alone (the pandas,
the Eye) is listed in `data/names/local.csv`.
"""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from travelagent.catalog import gazetteer, source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.text import FIRST_UNSPACED, fold, is_spaced, key, words
from travelagent.catalog.values import City

SHORTEST_WORD = 4
SHORTEST_MENDED, SURELY_MENDED = 6, 8
LONGEST_RUN = 4
_ARTICLES = ("the", "a", "an", "le", "la", "el", "il")
SHORTEST_ZH, SHORTEST_NATIONAL = 2, 4
_VISITED_ZH = re.compile(r"(?:[去逛看坐到玩]|[和跟与、]|还有)$")
_WANTED_ZH = re.compile(r"[^,，。]{0,2}(?:一定|必须|必|务必|非[去坐看]不可|也?要[去坐看])")
_WANTED = re.compile(r"(?:'s| is| are)? (?:a must|day|for sure|definitely|obviously|of course|yes|please)\b")

Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Landmark:
    """A sight named at `start`:`end` of a text.

    `kind_only` where nothing but its kind is mentioned ("the castle"), `listed` where it is so called in its city
    alone.
    """

    sight: str
    start: int
    end: int
    kind_only: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class _Index:
    """What means one sight of the city each: runs of words of its name, bare kinds, Chinese parts, and what it is
    called there alone."""

    runs: dict[Run, str]
    kinds: dict[Run, str]
    chinese: dict[str, str]
    called: dict[str, str]


def landmarks(text: str, cities: Iterable[str]) -> tuple[Landmark, ...]:
    """Return the sights of these cities that `text` (in NFC) names by a part, in order, without overlaps."""
    source_text = _SourceText(text)
    found: list[Landmark] = []
    for city in cities:
        index = _index(city)
        found += _called(source_text, index)
        found += _in_words(source_text, index)
        found += _in_chinese(source_text.folded, index)
    return tuple(_apart(found))


def _apart(found: list[Landmark]) -> Iterator[Landmark]:
    """Of those that overlap the longest."""
    taken: list[Landmark] = []
    for mark in sorted(found, key=lambda m: (m.start - m.end, m.start)):
        if not any(mark.start < other.end and other.start < mark.end for other in taken):
            taken.append(mark)
    yield from sorted(taken, key=lambda m: m.start)


@follows_places
@lru_cache(maxsize=512)
def _index(city: str) -> _Index:
    lists = gazetteer.word_lists()
    own = {*key(source.cities()[city].name_en).split(), *key(city.replace("-", " ")).split()}
    runs: dict[Run, set[str]] = {}
    chinese: dict[str, set[str]] = {}
    for sight in source.sights_of(city):
        for run in _runs(key(sight.name_en).split()):
            runs.setdefault(run, set()).add(sight.id)
        for part in _chinese_parts(sight.name_zh, source.cities()[city]):
            chinese.setdefault(part, set()).add(sight.id)

    def is_distinctive(run: Run) -> bool:
        return any(w not in lists.generic_en and w not in own and len(w) >= SHORTEST_WORD for w in run)

    alone = {run: next(iter(ids)) for run, ids in runs.items() if len(ids) == 1}
    wholes = {tuple(key(sight.name_en).split()) for sight in source.sights_of(city)}
    named = {r: sight for r, sight in alone.items() if is_distinctive(r) and not _is_ordinary(r, lists)}
    named |= {r: sight for r, sight in alone.items() if r in wholes and len(r) > 1}
    kinds = {
        r: sight for r, sight in alone.items() if not is_distinctive(r) and r[-1] in lists.kinds_en and not own & set(r)
    }
    kinds |= {(kind,): s.id for s in source.sights_of(city) if (kind := _kind_of(s.name_en, own)) in lists.kinds_en}
    called = {key(name): sight for name, sight in _local_names() if sight.startswith(f"{city}/")}
    return _Index(named, kinds, {part: next(iter(ids)) for part, ids in chinese.items() if len(ids) == 1}, called)


@cache
def _local_names() -> tuple[tuple[str, str], ...]:
    return tuple((name, row["sight"]) for row in gazetteer.rows("local.csv") for name in gazetteer.split(row["names"]))


def _kind_of(name: str, own: Container[str]) -> str:
    """A sight's name without the city's own words: the kind alone of "Tower of London"."""
    return " ".join(word for word in key(name).split() if word not in own and word != "of")


def _is_ordinary(run: Run, lists: gazetteer.Words) -> bool:
    """Whether a run is one word, with an article or without, that alone is no sight's name: "the little"."""
    words = [word for word in run if word not in _ARTICLES]
    return len(words) == 1 and _is_other(words[0], lists)


def _is_other(word: str, lists: gazetteer.Words) -> bool:
    """Whether a word alone is an ordinary one or another place's name."""
    entry = gazetteer.known().entries.get(word)
    return word in lists.common or (entry is not None and all(reading.kind != "sight" for reading in entry.readings))


def _runs(name: list[str]) -> Iterator[Run]:
    for start in range(len(name)):
        for end in range(start + 1, min(len(name), start + LONGEST_RUN) + 1):
            yield tuple(name[start:end])
    if len(name) > LONGEST_RUN:
        yield tuple(name)


def _chinese_parts(name: str, city: City) -> Iterator[str]:
    """Parts of a sight's Chinese name that may mean it in its city: the National Gallery of a country without it."""
    lists = gazetteer.word_lists()
    wholes = {part for whole in gazetteer.base_names(name) for part in whole.replace("与", "·").split("·")}
    _, country = gazetteer.country_codes().get(city.country, ("", ""))
    nations = {whole.removeprefix(country) for whole in wholes if whole.startswith(country)}.difference(lists.kinds_zh)
    yield from (key(whole) for whole in nations if len(whole) >= SHORTEST_NATIONAL)
    wholes |= {whole.removeprefix(city.name_zh) for whole in wholes}
    for whole in wholes:
        yield from (kind for kind in lists.kinds_one_zh if kind in whole)
        for part in (whole, *(whole.removesuffix(kind) for kind in lists.kinds_zh if whole.endswith(kind))):
            folded = key(part)
            if len(folded) >= SHORTEST_ZH and folded[0] >= FIRST_UNSPACED and not _is_generic(folded, lists):
                yield folded


def _is_generic(part: str, lists: gazetteer.Words) -> bool:
    """Whether what is left of a name is an ordinary word, a kind of sight or another place's name."""
    entry = gazetteer.known().entries.get(part)
    place = entry is not None and entry.readings[0].kind != "sight"
    return place or part in lists.kinds_zh or part in (lists.generic_zh | lists.common_zh | lists.ordinary_zh)


class _SourceText:
    """A text with its words, and how a run of them stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.folded = fold(text)
        self.spans = words(self.folded)
        self.words = [self.folded[start:end] for start, end in self.spans]
        self.caseless = not any(map(str.isupper, text))

    def capital(self, first: int) -> bool:
        """Whether a word has a capital letter that no begin of a sentence explains."""
        start = self.spans[first][0]
        return self.text[start].isupper() and not self.opens(first)

    def opens(self, first: int) -> bool:
        start = self.spans[first][0]
        return start == 0 or self.folded[:start].rstrip()[-1:] in ".!?\n"

    def end(self, first: int, last: int) -> int:
        """Where a run of words ends, with the bracket behind it that it opens: Laolongtou (Old Dragon's Head)."""
        start, end = self.spans[first][0], self.spans[last - 1][1]
        opened = self.folded.count("(", start, end) - self.folded.count(")", start, end)
        return end + 1 if opened == 1 and self.folded[end : end + 1] == ")" else end

    def definite(self, first: int, end: int) -> bool:
        """Whether something is named as the one there is: the castle, Castle, castle's a must."""
        return self.capital(first) or self.behind_the(first) or _WANTED.match(self.folded, end) is not None

    def behind_the(self, first: int) -> bool:
        return first > 0 and self.words[first - 1] == "the"


def _in_words(source_text: _SourceText, index: _Index) -> Iterator[Landmark]:
    longest = max(map(len, index.runs), default=0)
    for first in range(len(source_text.words)):
        for last in range(min(len(source_text.words), first + longest), first, -1):
            start, end = source_text.spans[first][0], source_text.end(first, last)
            run = tuple(source_text.words[first:last])
            if sight := _named(source_text, run, first, index):
                yield Landmark(sight, start, end)
            elif run in index.kinds and source_text.definite(first, end):
                yield Landmark(index.kinds[run], start, end, kind_only=True)


def _named(source_text: _SourceText, run: Run, first: int, index: _Index) -> str | None:
    """The sight of a run of words that stands like a name."""
    written = source_text.text[source_text.spans[first][0]].isupper() or source_text.caseless
    if run in index.runs and (written or (len(run) > 1 and source_text.behind_the(first))):
        return index.runs[run]
    if len(run) == 1 and (source_text.capital(first) or (source_text.caseless and len(run[0]) >= SURELY_MENDED)):
        return _mended(run[0], index)
    return None


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
    kinds = gazetteer.word_lists().kinds_one_zh
    for part, sight in index.chinese.items():
        start = folded.find(part)
        if start >= 0 and (part not in kinds or _is_requested(folded, start, start + len(part))):
            yield Landmark(sight, start, start + len(part), kind_only=part in kinds)


def _called(source_text: _SourceText, index: _Index) -> Iterator[Landmark]:
    """The sights that go by a name of their city alone, words only as a whole."""
    for name, sight in index.called.items():
        if is_spaced(name):
            run = name.split()
            places = (
                n for n in range(len(source_text.words) - len(run) + 1) if source_text.words[n : n + len(run)] == run
            )
            spans = [(source_text.spans[first][0], source_text.spans[first + len(run) - 1][1]) for first in places]
        else:
            spans = [match.span() for match in re.finditer(re.escape(name), source_text.folded)]
        yield from (Landmark(sight, start, end, listed=True) for start, end in spans[:1])


def _is_requested(folded: str, start: int, end: int) -> bool:
    """Whether a bare kind of sight is to be visited: 想去环球影城和动物园, 热气球一定要坐."""
    return bool(_VISITED_ZH.search(folded[:start]) or _WANTED_ZH.match(folded, end))

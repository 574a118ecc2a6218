"""Who goes, from the counts and the words for people of a message.

Whoever is named twice is one person: 爸妈 and "my parents", "the kids" and "our son". A count of people holds those who
are named beside it, unless they come on top of it (两个人带娃).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import clause_words
from travelagent.assistant.embedded.reading.facts import standing
from travelagent.assistant.embedded.reading.reading import Reading
from travelagent.assistant.embedded.wishes import People
from travelagent.assistant.lexer.tokens import PersonValue

SENIOR: Final = 60
ADULT: Final = 18
MOST: Final = 60
MANY: Final = 20
"""A bare number above this counts no people: it is an age."""
BESIDE: Final = 5
"""So many tokens behind a count stands who comes on top of it."""
_WITH: Final = frozenset({"with", "bringing", "plus", "taking", "带", "陪", "领", "加", "accompanied", "+"})
_JOIN: Final = frozenset({"joining", "joins", "adding", "bringing"})
_JOIN_ZH: Final = ("也去", "也来", "也要去", "再加一个人", "多一个人", "再带", "一起来")
_JOINS: Final = frozenset({"with", "and", "plus", "+", "&", "n", "跟", "和", "与", "约", "带", "了", "my", "me", "我"})
_PARTS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "parents": ("mother", "father"),
    "parents_in_law": ("mother_in_law", "father_in_law"),
    "grandparents": ("grandmother", "grandfather"),
    "children": ("son", "daughter", "child"),
    "couple": ("partner", "honeymooners"),
    "honeymooners": ("partner",),
}
_PARENTS: Final = frozenset({"parents", "parents_in_law"})
_EACH_PARENT: Final = frozenset({"mother", "father", "mother_in_law", "father_in_law"})
_GRANDPARENTS: Final = frozenset({"grandparents", "grandmother", "grandfather"})
_AMONG: Final = ("里头", "里面", "中间", "其中", "当中", "有", "one of us,", "of us")
_ONE_OF: Final = ("one of us", "one of them", "one of the")
_BESIDE: Final = ("附近", "旁边", "边上", "周边", "周围", "一带")
_WE: Final = frozenset({"we", "we're", "are", "们", "us", "was", "were"})
_ROOMS: Final = ("room", "rooms", "suite", "apartment")
_TOGETHER: Final = ("一起", "出行", "同行", "一块", "去玩", "去旅", "ofus", "travel")
_AND_ME: Final = frozenset({"我和", "我跟", "我与", "和我", "我同"})
_NEAR: Final = 4
_MARKS: Final = frozenset(",.;!?，。；！？\n")
_PLANS: Final = ("plan", "trip", "itinerary")
_ALONE: Final = "speaker_alone"
_ONLY: Final = ("just", "only", "it's", "are", "leaves", "剩", "只")
_KINDS_BY_FORM: Final = frozenset({"adults", "children", "seniors"})
"""Forms of counts that say themselves who is counted (一个老人)."""
_COUNTED: Final = ("people", "adults", "children", "seniors")


@dataclass(frozen=True, slots=True)
class _Named:
    """The people that are named, by whom they are, with the index of the token."""

    people: Mapping[str, tuple[int, PersonValue]]

    def values(self) -> list[PersonValue]:
        return [value for _, value in self.people.values()]

    def first(self, *, elder: bool) -> int | None:
        """Where the first of the elders, or of the children, stands."""
        return min((at for at, v in self.people.values() if (v.elder if elder else v.children)), default=None)

    @property
    def elders(self) -> int:
        counted = sum(v.adults for v in self.values() if v.elder and not v.vague)
        return counted or (2 if any(v.elder for v in self.values()) else 0)

    @property
    def children(self) -> int:
        young = [v for v in self.values() if v.children and not v.speaker]
        counted = sum(v.children for v in young if not v.vague)
        return counted or max((v.children for v in young), default=0)

    @property
    def others(self) -> int:
        """The adults who go along with the speaker."""
        return sum(v.adults for v in self.values() if not (v.elder or v.speaker or v.vague))

    @property
    def whole(self) -> PersonValue | None:
        """A word that counts everybody, the speaker too: 一家三口, a couple, solo; the one that counts the most."""
        found = [v for v in self.values() if v.speaker and not v.vague]
        return max(found, key=lambda v: v.adults + v.children, default=None)


def read_party(read: Reading) -> People:
    """Return who travels; empty where nobody is mentioned."""
    counts, named = _counts(read), _named(read)
    ages = _ages(read)
    old = [token.value for _, token in read.of("senior_age", "age.other")]
    children = _children(counts, named, ages)
    grown_up = _grown_up_children(read, ages, children)
    children -= grown_up
    elders_are_old = not old or max(old) >= SENIOR
    seniors = counts["seniors"][1] if "seniors" in counts else named.elders if elders_are_old else 0
    grown = 0 if elders_are_old else named.elders
    adults: int | None
    if "people" in counts:
        adults = _rest_of_all(read, counts, named, children, seniors)
    elif "adults" in counts:
        at, adults = counts["adults"]
        if seniors and "seniors" not in counts and adults > seniors and not _on_top(read, at, named.first(elder=True)):
            adults -= seniors
    elif named.whole is not None:
        adults, children = _of_whole(read, named, named.whole, children, seniors)
        adults += grown + (named.others if named.whole.key == _ALONE else 0)
    elif "seniors" in counts and not (named.others or children):
        adults = None
    elif named.others or children or seniors or grown or grown_up:
        adults = 1 + named.others + grown + grown_up
    else:
        return People(ages=tuple(ages), group=any(v.vague and v.adults for v in named.values()))
    if adults and not (children or seniors) and _are_all_old(read, adults):
        adults, seniors = 0, adults
    people = People(
        adults or None, children or None, seniors or None, tuple(ages),
        complete="people" in counts or "adults" in counts or named.whole is not None,
        elders_guessed="seniors" not in counts and not any(v.elder and not v.vague for v in named.values()),
        added=_comes_on_top(read), elders=any(v.elder for v in named.values()),
        senior_ages=tuple(age for age in old if age >= SENIOR)[:seniors],
    )  # fmt: skip
    return people if 0 < people.count <= MOST else People()


def _are_all_old(read: Reading, people: int) -> bool:
    """Whether seniors' ages are stated of everybody who goes: of all at once ("we're in our sixties"), or of each."""
    old = [token for _, token in read.of("senior_age", "age.other") if token.value >= SENIOR]
    return any(token.form == "everyone" for token in old) or len(old) >= people


def _ages(read: Reading) -> list[int]:
    """The ages of the children, each once."""
    found: list[int] = []
    young = any(token.type == "person" and token.value.children for token in read.tokens) or read.of("children")
    for n, token in read.of("child_age"):
        if token.type == "numeral" and not young:
            continue
        if token.value < ADULT and not (token.value in found and _is_of_named_child(read, n)):
            found.append(token.value)
    return found


def _is_of_named_child(read: Reading, n: int) -> bool:
    """Whether an age stands for a child that was named before ("the 8yo loves …", 8岁的花生过敏)."""
    behind = read.tokens[n + 1 : n + 3]
    if len(behind) == 2 and behind[0].text == "的":
        return behind[1].type != "person"
    return bool(n) and read.tokens[n - 1].text.lower() == "the"


def _grown_up_children(read: Reading, ages: list[int], children: int) -> int:
    """How many of the children that are named are grown up, by the ages that are stated (my daughter, 19)."""
    if ages:
        return 0
    stated = [token for _, token in read.of("child_age", "age.other") if ADULT <= token.value < SENIOR]
    return min(len(stated), children)


def _counts(read: Reading) -> dict[str, tuple[int, int]]:
    """Return the first standing count of each kind, with the index of its token.

    Of people it is the largest, for it includes the others (四个人加我一共五个人). Of companions, the counted word
    decides the kind ("with two kids").
    """
    counts: dict[str, tuple[int, int]] = {}
    leaving = _leaving(read)
    for kind in _COUNTED:
        tokens = [(n, t) for n, t in read.of(*_COUNTED) if t.type in ("count", "numeral") and n not in leaving]
        counted = [(n, t) for n, t in tokens if t.type == "count" or t.value <= MANY]
        found = [(n, t) for n, t in counted if kind == (t.form if t.form in _KINDS_BY_FORM else read.roles[n][0])]
        found += [(n, t) for n, t in read.of("goes") if (t.type, t.form) == ("count", kind)]
        if kind == "people" and not found:  # 我和两个同事
            friends = [(n, t) for n, t in read.of("goes", "count.other") if (t.type, t.form) == ("count", "friends")]
            found = [(n, t) for n, t in friends if _go_along(read, n)]
        if kind == "people" and not found and not read.of("adults"):
            found = [(n, t) for n, t in read.of("count.other", "rooms") if t.form == "people" and _all_go(read, n)]
        if kind == "children" and not found:
            young = [(n, t) for n, t in read.of("count.other") if (t.type, t.form) == ("count", kind)]
            found = [(n, t) for n, t in young if _is_taken_along(read, n)]
        stand = standing(read, found)
        if kind == "people":
            stand.sort(key=lambda pair: -pair[1].value)
        for n, token in stand[:1]:
            if token.value == 1 and (_is_next_to_amount(read, n) or _is_one_of_them(read, n)):
                continue
            more = token.form == "friends" and _go_along(read, n)
            counts[kind] = n, token.value * (2 if token.form == "couples" else 1) + more
    return counts


def _is_taken_along(read: Reading, n: int) -> bool:
    """Whether a word of taking along stands before a count in its clause."""
    before = (token.text.lower() for token in read.tokens[max(0, n - _NEAR) : n])
    return not {*_WITH, "bring"}.isdisjoint(before)


def _all_go(read: Reading, n: int) -> bool:
    """Whether a count that seems to be beside the point is of all who go: who share the rooms, or travel together."""
    before = " ".join(token.text.lower() for token in read.tokens[max(0, n - _NEAR) : n])
    behind = "".join(token.text for token in read.tokens[n + 1 : n + 1 + _NEAR])
    if read.tokens[n].text.lower().endswith("of us") and before.endswith(_ONLY):
        return True
    shared = before.endswith(" for") and any(word in before for word in (*_ROOMS, *_PLANS))
    return shared or behind.startswith(_TOGETHER)


def _is_one_of_them(read: Reading, n: int) -> bool:
    """Whether one person is one of several ("one of us", 我们里头一个人) rather than all who go."""
    before = "".join(token.text for token in read.tokens[max(0, n - 5) : n])
    behind = read.text[read.tokens[n].start :].lower()
    return before.endswith(_AMONG) or behind.startswith(_ONE_OF)


def _go_along(read: Reading, n: int) -> bool:
    """Whether a count of friends stands behind the speaker or a word of going with somebody, and does not hold all
    ("we're four friends")."""
    before = [token.text for token in read.tokens[max(0, n - 3) : n]]
    return bool(before) and before[-1] in _JOINS and before[-1] not in _WE


def _is_next_to_amount(read: Reading, n: int) -> bool:
    """Whether an amount stands beside a count of one: 一个人 3000 is what each may spend."""
    return any(0 <= at < len(read.tokens) and read.tokens[at].type == "money" for at in (n - 1, n + 1))


def _is_near_to(read: Reading, n: int) -> bool:
    """Whether a person is but the name of a place that one stays near to (住石老人附近)."""
    return read.text.startswith(_BESIDE, read.tokens[n].end)


def _named(read: Reading) -> _Named:
    found: dict[str, tuple[int, PersonValue]] = {}
    leaving = _leaving(read)
    beside = [
        (n, token)
        for n, token in read.of("person.other")
        if _is_with_speaker(read, n) or (leaving and token.type == "person" and token.value.key == _ALONE)
    ]
    for n, token in sorted((*read.of("goes", *_COUNTED), *beside), key=lambda pair: pair[0]):
        if token.type == "person" and not _is_near_to(read, n) and n not in leaving:
            found.setdefault(token.value.key, (n, token.value))
    for whole, parts in _PARTS_OF.items():
        if whole in found:
            for part in parts:
                found.pop(part, None)
    _tell_generations(read, found)
    if "child" in found and not {"son", "daughter"}.isdisjoint(found):  # 带11岁男孩，孩子喜欢动物
        found.pop("child")
    return _Named(found)


def _tell_generations(read: Reading, found: dict[str, tuple[int, PersonValue]]) -> None:
    """Let the elder of two generations be the seniors.

    Where children go and no old age is stated, the grandparents are the parents, by the name that the children give
    them.
    """
    parents, grandparents = found.keys() & (_PARENTS | _EACH_PARENT), found.keys() & _GRANDPARENTS
    if not (parents and grandparents):
        return
    is_old = any(token.value >= SENIOR for _, token in read.of("senior_age", "age.other"))
    if parents & _PARENTS and not is_old and any(value.children for _, value in found.values()):
        for key in grandparents:
            del found[key]
        return
    for key in parents:
        at, value = found[key]
        found[key] = at, replace(value, elder=False)


def _leaving(read: Reading) -> frozenset[int]:
    """The tokens of the clauses in which somebody gives up going along ("my partner can't make it")."""
    found: set[int] = set()
    first = 0
    for n in range(len(read.tokens) + 1):
        if n < len(read.tokens) and read.tokens[n].text not in _MARKS:
            continue
        text = "".join(token.text.lower() for token in read.tokens[first:n])
        if any(word in text for word in clause_words().leaves):
            found.update(range(first, n))
        first = n + 1
    return frozenset(found)


def _is_with_speaker(read: Reading, n: int) -> bool:
    """Whether somebody is joined to the speaker by an "and" (我和朋友, "my friend and I")."""
    before = "".join(token.text for token in read.tokens[max(0, n - 2) : n])
    behind = " ".join(token.text.lower() for token in read.tokens[n + 1 : n + 3])
    return before in _AND_ME or behind == "and i"


def _children(counts: Mapping[str, tuple[int, int]], named: _Named, ages: list[int]) -> int:
    """How many children go: as they are counted, else by their ages where these are several, else as they are named."""
    if "children" in counts:
        return counts["children"][1]
    return len(ages) if len(ages) > 1 else named.children or len(ages)


def _rest_of_all(
    read: Reading, counts: Mapping[str, tuple[int, int]], named: _Named, children: int, seniors: int
) -> int:
    """The adults among so many people, without the children and seniors that are among them."""
    at, total = counts["people"]
    old_at, _ = counts.get("seniors", (named.first(elder=True), 0))
    young_at, _ = counts.get("children", (named.first(elder=False), 0))
    adults = total if _on_top(read, at, old_at) else total - seniors
    adults -= 0 if _on_top(read, at, young_at) else children
    return max(adults, 0 if seniors and seniors + children == total else 1)


def _of_whole(read: Reading, named: _Named, whole: PersonValue, children: int, seniors: int) -> tuple[int, int]:
    """The adults and children of a family that is counted by one word: elders who are named are among them, unless they
    come on top of it (一家五口：爸妈、老婆、孩子和我; 一家三口带爸妈)."""
    at, _ = named.people[whole.key]
    rest = whole.adults + whole.children - seniors
    if not whole.children or rest <= 0 or _on_top(read, at, named.first(elder=True)):
        return whole.adults, max(children, whole.children)
    adults = max(rest - children, 0) if children else min(whole.adults, rest)
    return adults, children or rest - adults


def _on_top(read: Reading, count_at: int, named_at: int | None) -> bool:
    """Whether those who are named stand behind a count and a word of taking along."""
    if named_at is None or not 0 < named_at - count_at < BESIDE:
        return False
    return not _WITH.isdisjoint(token.text for token in read.tokens[count_at + 1 : named_at])


def _comes_on_top(read: Reading) -> bool:
    """Whether people come on top of those of before; those of whom all are counted do not."""
    if any(t.form == "people" and _all_go(read, n) for n, t in read.of("people", "count.other") if t.type == "count"):
        return False
    texts = [token.text for token in read.tokens]
    return not _JOIN.isdisjoint(texts) or any(word in "".join(texts) for word in _JOIN_ZH)

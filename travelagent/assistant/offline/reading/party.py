"""Who goes: adults, children and seniors, the speaker counted where companions are named.

A whole party (两大一小, "family of four", solo) is complete; counted parts (2 adults and a toddler) are complete as
well; else companions (带爸妈, "with my wife") are added to the speaker, who is one adult. "We" counts nobody; friends
without a number and 全家 only tell that it is a group. Seniors who are counted go by themselves, unless somebody is
said to go along with them. Ages, rooms and ranks are hidden first.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, Final

from travelagent.assistant.offline.reading.lexicon import blank, compiled, pattern, table
from travelagent.assistant.offline.values import Travellers
from travelagent.assistant.questions.numerals import count

MOST: Final = 60
_AGE: Final = re.compile(r"\b([3-9]\d)(?:岁|[- ]?(?:years?[- ]old|yo)\b| and [3-9]\d\)?)|\(([3-9]\d)", re.ASCII)
_DECADE: Final = re.compile(r"\b(?:early |mid |late |mid-|in their )?([3-9]0)s\b", re.ASCII)
_SENIOR: Final = 60
_COUPLE: Final = 2
_ADULT: Final = 18
_NUMBER: Final = re.compile(r"\d{1,2}|[一二三四五六七八九十]{1,2}(?=岁|和|、|,|$)")
_ADDED: Final = re.compile(
    r"(?:再|还|多)(?:加|带|有|来)(?:上|一)?|也(?:要|想)?(?:去|来|跟)"
    r"|\b(?:also bringing|adding|one more|another|add|joining|(?:is|are|'s|'re) coming|tagging along)\b"
    r"|\bcomes? (?:too|along|as well)\b",
    re.ASCII,
)
_ARTICLE: Final = re.compile(r"\W*\ban? [a-z -]+", re.ASCII)
_TOLD: Final = ("group", "elders", "grown", "one_child")
_ALTOGETHER: Final = re.compile(r"一共|总共|共|\b(?:so|makes?|making|total|altogether|now)\b", re.ASCII)


@dataclass(frozen=True, slots=True)
class Party:
    """`complete`: everybody was counted, so it takes the place of what was said before.

    `added`: they may come on top of that. `speaker`: the speaker is among the adults.
    `everybody`: people were counted ("five of us"), so that children counted before are among them.
    `group`: several go, however many; `elders`: somebody of an elder generation among them.
    `grown`: how many adults there are is told, whoever else goes; `one_child`: one of the children is spoken of.
    `named`: nobody was counted, people were only named (my dad, a toddler), who may be among those of before.
    """

    travellers: Travellers | None = None
    complete: bool = False
    added: bool = False
    speaker: bool = True
    everybody: bool = False
    named: bool = False
    group: bool = False
    elders: bool = False
    grown: bool = False
    one_child: bool = False


@cache
def _rows(name: str) -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    """The rules of one kind, each with its row."""
    return tuple((compiled([rule]), row) for row in table("party")[name] for rule in row["say"])


def read_party(rest: str) -> tuple[Party, str]:
    """Who goes, and the text without the counts."""
    party, hidden = _party(rest)
    group, elders, grown, one_child = (pattern("party", name).search(rest) is not None for name in _TOLD)
    return replace(party, group=group, elders=elders, grown=grown, one_child=one_child), hidden


def _party(rest: str) -> tuple[Party, str]:
    ages = [int(a or b) for a, b in _AGE.findall(rest)]
    ages += [int(decade) for decade in _DECADE.findall(rest)]
    aged, hidden = _by_ages(rest)
    for match in pattern("party", "no_count").finditer(hidden):
        hidden = blank(hidden, *match.span())
    before = hidden
    family = pattern("party", "family").search(hidden) is not None
    alone = pattern("party", "without_me").search(hidden) is not None
    for reader in (_whole, _parts):
        travellers, hidden = reader(hidden)
        if travellers:
            counted = reader is _whole or travellers.adults is not None
            children = travellers.children if reader is _whole else None
            if family:
                travellers, hidden = _with_members(travellers, hidden, reader is _parts)
            if travellers.adults is not None or not counted:
                travellers = _with_companions(travellers, hidden, ages, before if reader is _parts else "")
            if aged and not children:
                travellers = replace(travellers, children=aged)
            added = _on_top(before, hidden)
            return Party(
                travellers,
                complete=counted and not added,
                added=added,
                speaker=not counted,
                everybody=_of_all(rest),
                named=not counted and _ARTICLE.fullmatch(_removed(before, hidden)) is not None,
            ), hidden
    travellers, hidden = _companions(hidden, ages)
    added = _on_top(before, hidden)
    if aged:
        travellers = replace(travellers or Travellers(adults=1), children=aged)
    if travellers and alone:
        others = (travellers.adults or 1) - 1
        travellers = replace(travellers, adults=others or None)
    return Party(travellers, added=added, named=True), hidden


def _on_top(before: str, after: str) -> bool:
    """Whether people are told to come on top of those of before, in the words of the clause that names them; `after`
    is the text without them."""
    if _ALTOGETHER.search(before):
        return False
    ends = [match.start() for match in pattern("journey", "clause").finditer(before)]
    clauses = pairwise([0, *ends, len(before)])
    return any(before[a:b] != after[a:b] and _ADDED.search(before, a, b) for a, b in clauses)


def _removed(before: str, after: str) -> str:
    """The part of a text from the first character on that is blanked in `after` to the last one."""
    changed = [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    return before[changed[0] : changed[-1] + 1] if changed else ""


def _of_all(rest: str) -> bool:
    return pattern("party", "everybody").search(rest) is not None


def _by_ages(rest: str) -> tuple[int | None, str]:
    """How many children are listed by their ages, and the text without them."""
    match = pattern("party", "child_ages").search(rest)
    if match is None:
        return None, rest
    listed = next(value for value in match.groupdict().values() if value)
    start = match.start() + match[0].index(listed)
    numbers = [count(number) or 0 for number in _NUMBER.findall(listed.replace("一个", "  "))]
    if len(numbers) < 2 or not all(0 < number < _ADULT for number in numbers):
        return None, rest
    return len(numbers), blank(rest, start, start + len(listed))


def _number(word: str) -> int:
    return {"a": 1, "an": 1, "a couple of": 2}.get(word) or count(word) or 0


def _whole(rest: str) -> tuple[Travellers | None, str]:
    for regex, row in _rows("whole"):
        match = regex.search(rest)
        if match is None:
            continue
        said = {key: _number(value) for key, value in match.groupdict().items() if value}
        others = said.pop("others", 0) or said.pop("others2", 0)
        people = said.pop("people", 0)
        said = {key: value for key, value in said.items() if key in ("adults", "children", "seniors")}
        said.update({key: row[key] for key in ("adults", "children", "seniors") if key in row})
        if others or people:
            said["adults"] = others + 1 if others else max(people - said.get("children", 0), 1)
        if 0 < sum(said.values()) <= MOST:
            return Travellers(**said), blank(rest, *match.span())
    return None, rest


def _parts(rest: str) -> tuple[Travellers | None, str]:
    """Adults, children and seniors counted one by one; `people` are adults, less those counted as something else."""
    said: dict[str, int] = {}
    for regex, row in _rows("part"):
        for match in regex.finditer(rest):
            word = next((value for key, value in match.groupdict().items() if value), None)
            number = _number(word) if word else 0
            if 0 < number <= MOST:
                so_far = said.get(row["kind"], 0)
                said[row["kind"]] = so_far + number if row["kind"] == "children" else max(so_far, number)
                rest = blank(rest, *match.span())
    people = said.pop("people", 0)
    if not said.get("adults") and not people:
        return (Travellers(**said), rest) if said else (None, rest)
    if "adults" not in said:
        said["adults"] = max(people - sum(said.values()), 1)
    return Travellers(**said), rest


def _companions(rest: str, ages: list[int]) -> tuple[Travellers | None, str]:
    said = {"adults": 0, "children": 0, "seniors": 0}
    together: set[str] = set()
    for regex, row in _rows("with"):
        kin = row.get("kin", "")
        for match in regex.finditer(rest):
            if kin in together and row.get("seniors") == 1:
                continue
            if kind := next((k for k in said if k in row and not (k == "children" and said[k])), None):
                number = _number(match.groupdict().get("n") or "") or row[kind]
                said[kind] = max(said[kind], number) if kind != "seniors" else said[kind] + number
            rest = blank(rest, *match.span())
            if kin and row.get("seniors") == 2:
                together.add(kin)
    if not any(said.values()):
        return None, rest
    if ages and max(ages) < _SENIOR:
        said["adults"], said["seniors"] = said["adults"] + said["seniors"], 0
    said["adults"] += 1
    return Travellers(**{kind: number for kind, number in said.items() if number}), rest


def _with_members(travellers: Travellers, rest: str, children_counted: bool) -> tuple[Travellers, str]:
    """A family of so many with the members that are named beside it, and the text without them: grandparents are among
    those counted, the rest are adults, of whom a couple's are children where none was counted. Grandparents who leave
    no couple come along with the family."""
    counted, rest = _parts(rest)
    named, rest = _companions(rest, [])
    seniors = next((party.seniors for party in (counted, named) if party and party.seniors), None)
    if seniors is None:
        return travellers, rest
    found = [party.children for party in (counted, named) if party and party.children]
    children = found[0] if found else travellers.children if children_counted else None
    others = travellers.count - seniors
    if others < _COUPLE:
        return replace(travellers, seniors=seniors), rest
    adults = max(others - children, 1) if children else _COUPLE
    return Travellers(adults, others - adults or None, seniors), rest


def _counted_at(rest: str, kind: str) -> int:
    """Where people of a kind are counted, `people` being whoever they are, the last such place; -1 where nowhere."""
    rules = [regex for regex, row in _rows("part") if row["kind"] == kind]
    return max((match.start() for regex in rules for match in regex.finditer(rest)), default=-1)


def _with_companions(travellers: Travellers, rest: str, ages: list[int], before: str) -> Travellers:
    """Parents and children named beside counted adults (我们两个带爸妈), or among them; a speaker who was not counted
    is one adult. `before` is the text with the counts."""
    more, left = _companions(rest, ages)
    if travellers.adults is None and more is None and not travellers.children:
        if pattern("party", "alongside").search(rest) is None:
            return travellers
    if travellers.adults is None:
        adults, seniors = (more.adults, more.seniors) if more else (None, None)
        several = 2 if pattern("party", "several").search(rest) else 1
        return replace(travellers, adults=max(adults or 1, several), seniors=travellers.seniors or seniors)
    if more is None or travellers.children or travellers.seniors:
        return travellers
    among = _among(travellers.adults, more, rest, left, before)
    return Travellers(travellers.adults - among, more.children, more.seniors)


def _among(adults: int, named: Travellers, rest: str, left: str, before: str) -> int:
    """How many of those named are among so many counted: parents and children where the count of people stands behind
    their names (我和爸妈三个人), of so many adults the parents there (带爸妈，三个大人) and where the names, with the
    speaker's, make up the count (three adults, my parents and me). `left` is the text without the names."""
    seniors, grown = named.seniors or 0, (named.adults or 0) + (named.seniors or 0)
    everybody_at, adults_at = _counted_at(before, "people"), _counted_at(before, "adults")
    if everybody_at >= 0 and rest[everybody_at:] == left[everybody_at:] and adults >= named.count:
        return seniors + (named.children or 0)
    behind = rest[adults_at:] == left[adults_at:] and adults >= grown
    all_named = adults == grown and pattern("party", "and_me").search(before) is not None
    return seniors if adults_at >= 0 and (behind or all_named) else 0

"""The rules of the closed classes (data/closed.toml), with their shared parts written out, compiled once."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from travelagent.assistant.lexer.numbers import COUNT, ENGLISH, ORDINALS
from travelagent.assistant.lexer.patterns import table

MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WEEKDAYS: Final = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
_ORDINAL: Final = "|".join(ORDINALS)
_SHARED: Final = {
    "<LOW>": r"(?:<N>\s?(?:-|–|~|到|至|to|or|、|或)\s?)?",
    "<HALF>": r"(?P<half>凌晨|清晨|一早|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜|半夜|早|晚)?\s?",
    "<MONTH>": (
        r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
        r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
    ),
    "<PART>": r"(?:\s*(?:in the|at) (?P<part>morning|afternoon|evening|night)\b)?",
    "<WEEKDAY>": r"(?P<wd>mon|tue|wed|thu|fri|sat|sun)(?:days?|s|rs?|rsdays?|nesdays?|urdays?|sdays?)?\b(?!['’])",
    "<D>": rf"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\d:]|\.\d)|(?:{_ORDINAL})\b",
    "<TO>": r"\s?(?:-|–|—|~|to|until|till|through|thru|and|&|or)\s?(?:the )?",
    "<YEAR>": r"(?:,? ?(?:of )?(?P<y>20\d\d))?",
    "<NO_DAY>": (
        r" (?:day|night|floor|century|time|of|anniversary|birthday|arrondissement|district|st\b|street|ave|stop|city"
        r"|one)"
    ),
    "<Z>": r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})",
    "<ORD>": _ORDINAL,
    "<ENGLISH>": "|".join(sorted(ENGLISH, key=len, reverse=True)),
    "<N>": COUNT,
}


def _compiled(rule: str) -> re.Pattern[str]:
    for name, part in _SHARED.items():
        rule = rule.replace(name, part)
    return re.compile(rule, re.ASCII)


@cache
def rules(name: str, group: str = "") -> Sequence[re.Pattern[str]]:
    """Return the patterns of a class, or of one group of it."""
    found = table("closed")[name]
    return tuple(map(_compiled, found[group] if group else found))


@cache
def date_rules() -> Sequence[tuple[str, re.Pattern[str]]]:
    """Return the forms of dates with their patterns, in the order in which they are tried."""
    return tuple((row["form"], _compiled(rule)) for row in table("closed")["dates"] for rule in row["rules"])


def found_in(name: str, folded: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield every match of the groups of a class in a text, with its group."""
    for group in table("closed")[name]:
        for rule in rules(name, group):
            for match in rule.finditer(folded):
                yield group, match

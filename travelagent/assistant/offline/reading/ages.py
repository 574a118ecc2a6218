"""The ages of children that a message names: a closed class of numbers with their unit."""

import re
from collections.abc import Sequence
from typing import Final

from travelagent.assistant.questions.numerals import count

MINOR_UNTIL: Final = 18
_AGE: Final = re.compile(
    r"(?<![\d.])(\d{1,2}) ?岁|([一二三四五六七八九十]{1,3})岁"
    r"|(?<!\d)(?:(\d{1,2}) and )?(\d{1,2})[- ]?(?:years?|yrs?)[- ]olds?\b"
    r"|\bage[sd]? (\d{1,2})(?: and (\d{1,2}))?\b",
    re.ASCII | re.IGNORECASE,
)


def children_ages(said: Sequence[str]) -> tuple[int, ...]:
    """The ages under 18 that the newest of these messages to name any names, in their order."""
    for text in reversed(said):
        numbers = (number for match in _AGE.finditer(text) for number in match.groups() if number)
        ages = tuple(age for age in ((count(number) or 0) for number in numbers) if 0 < age < MINOR_UNTIL)
        if ages:
            return ages
    return ()

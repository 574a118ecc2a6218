"""A stretch of a day without anything to do is told to be free, and none is left unexplained."""

import asyncio
import re
from itertools import pairwise

import pytest

from tests.assistant.asking import conversed
from travelagent.planning.wire import minutes_of

SPAN = re.compile(r"^\| (\d\d:\d\d)–(\d\d:\d\d) \|", re.M)
LONG = 240
"""Minutes between two rows, the way included, that want an explanation."""


@pytest.mark.parametrize(
    ("wish", "free"),
    [("吉隆坡六日游", "自由活动"), ("6 days in Kuala Lumpur", "Free time"), ("喀什六日游", "自由活动")],
)
def test_free_time_has_a_row_of_its_own(wish: str, free: str) -> None:
    (state,) = asyncio.run(conversed([wish]))
    answer = state.messages[-1].text
    assert f" | {free} | " in answer
    for day in answer.split("###")[1:]:
        rows = [tuple(found.groups()) for found in SPAN.finditer(day)]
        assert all(minutes_of(begins) - minutes_of(ends) < LONG for (_, ends), (begins, _) in pairwise(rows))

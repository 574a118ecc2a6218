"""The ages of children in a message."""

import pytest

from travelagent.assistant.offline.reading.ages import children_ages


@pytest.mark.parametrize(
    ("said", "ages"),
    [
        (["带5岁的孩子去西安"], (5,)),
        (["五岁和十二岁的孩子"], (5, 12)),
        (["two kids aged 5 and 15"], (5, 15)),
        (["a 5-year-old and a 15 year old"], (5, 15)),
        (["3 and 7 year olds"], (3, 7)),
        (["带5岁的孩子去西安", "孩子其实6岁了"], (6,)),
        (["带5岁的孩子去西安", "加一天"], (5,)),
        (["爸妈都70多岁了"], ()),
        (["带80岁的奶奶"], ()),
        (["a 700-year-old castle"], ()),
        ([], ()),
    ],
)
def test_it_works(said: list[str], ages: tuple[int, ...]) -> None:
    assert children_ages(said) == ages

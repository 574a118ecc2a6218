"""What a message wants of the saved trips."""

import pytest

from travelagent.assistant.offline.trips import trip_wish
from travelagent.assistant.offline.turn import Turn


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("把这个行程保存下来", "save"),
        ("收藏这条路线", "save"),
        ("Save this trip", "save"),
        ("Lovely, keep that one for me", "save"),
        ("我保存了哪些行程", "list"),
        ("看看我收藏的行程", "list"),
        ("Which trips have I saved?", "list"),
        ("Pull up everything I've bookmarked so far", "list"),
        ("我的行程", "list"),
        ("把我收藏的那条敦煌路线删了吧", "delete"),
        ("delete the saved Kyoto trip", "delete"),
        ("把成都行程改名为吃货之旅", "update"),
        ("Rename the Rome trip to “Roman holiday”", "update"),
    ],
)
def test_it_works(said: str, wish: str) -> None:
    assert trip_wish(Turn((said,), ())) == wish

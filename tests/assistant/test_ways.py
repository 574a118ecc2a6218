"""How one gets from one city to another: timetables and fares are not known, and it is said how to get an estimate."""

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.offline.policy import journey_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("青岛到上海怎么坐车，多少钱", ("我没有青岛到上海的车次、时刻和票价", "规划从青岛坐高铁去上海的行程")),
        (
            "train from Leeds to London, how long is it?",
            ("no timetables", "plan a weekend in London by train from Leeds"),
        ),
        ("what trains do I need, Leeds to York", ("from Leeds to York",)),
    ],
)
async def test_the_way_between_two_cities_is_told_with_what_is_not_known(said: str, told: tuple[str, ...]) -> None:
    [state] = await conversed((said,))
    assert state.tool_result_history == ()
    assert all(part in state.messages[-1].text for part in told)


@pytest.mark.parametrize("said", ["3 days in Leeds, then to York by train", "上海到杭州玩三天", "哪个好，青岛还是上海"])
def test_a_trip_over_two_cities_is_no_question_for_the_way(said: str) -> None:
    assert journey_asked(said) is None

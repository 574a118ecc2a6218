"""How one gets from one city to another is answered with distance, time and fare; timetables are not known."""

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.offline.policy import journey_asked


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("青岛到上海怎么坐车，多少钱", ("火车：657 公里", "每人 ¥", "没有车次、时刻")),
        ("train from Leeds to London, how long is it?", ("train: 326 km, about 2 h 50 min, £", "no timetables")),
        ("what trains do I need, Leeds to York", ("Leeds to York, train: 42 km, about 1 h 45 min\n",)),
    ],
)
async def test_the_way_between_two_cities_is_told_with_what_is_not_known(said: str, told: tuple[str, ...]) -> None:
    [state] = await conversed((said,))
    assert state.tool_result_history == ()
    assert all(part in state.messages[-1].text for part in told)


@pytest.mark.parametrize("said", ["3 days in Leeds, then to York by train", "上海到杭州玩三天", "哪个好，青岛还是上海"])
def test_a_trip_over_two_cities_is_no_question_for_the_way(said: str) -> None:
    assert journey_asked(said) is None

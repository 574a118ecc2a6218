"""Which hours of its days a message wishes for, as people say it."""

from datetime import date

import pytest

from travelagent.assistant.offline.reading.hours import NIGHTFALL, Hours
from travelagent.assistant.offline.reading.message import read_message
from travelagent.plans.values import Rest

SUNDAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("三天北京，每天上午九点到下午五点", Hours(9 * 60, 17 * 60)),
        ("三天北京，每天9点到5点", Hours(9 * 60, 17 * 60)),
        ("周六在苏州有一天时间，10:00-18:00", Hours(10 * 60, 18 * 60)),
        ("3 days in Rome, 9am to 5pm each day", Hours(9 * 60, 17 * 60)),
        ("one day in Munich, we have from 9 to 11.30 am", Hours(9 * 60, 11 * 60 + 30)),
        ("一天北京，晚上七点到十点", Hours(19 * 60, 22 * 60)),
        ("see the Colosseum from 2 to 4pm", Hours()),
        ("下午两点到四点逛故宫", Hours()),
    ],
)
def test_a_range_that_is_said_of_the_day_as_a_whole_is_its_hours(said: str, hours: Hours) -> None:
    assert read_message(said, SUNDAY).hours == hours


@pytest.mark.parametrize(
    ("said", "start", "minutes"),
    [
        ("下午五点到六点回酒店休息", 17 * 60, 60),
        ("每天下午一点到三点回酒店", 13 * 60, 120),
        ("back at the hotel from 5 to 6pm", 17 * 60, 60),
        ("1 to 3 pm back at the hotel", 13 * 60, 120),
        ("my little one naps from 1 to 3 pm", 13 * 60, 120),
        ("孩子下午1点到2点半要午睡", 13 * 60, 90),
        ("she naps from 1 to 3", 13 * 60, 120),
        ("nap time is 12-2", 12 * 60, 120),
        ("we need a nap after lunch", None, 90),
        ("宝宝中午要午睡两个小时", None, 120),
        ("the toddler needs a two-hour nap", None, 120),
    ],
)
def test_hours_amid_the_day_at_the_hotel_are_a_rest(said: str, start: int | None, minutes: int) -> None:
    assert read_message(said, SUNDAY).hours == Hours(rest=Rest(start, minutes))


@pytest.mark.parametrize(
    "said", ["we can leave at 7 every morning", "every morning we can be out by 7", "每天早上七点就能出门"]
)
def test_the_hour_at_which_one_leaves_every_morning_begins_the_days(said: str) -> None:
    assert read_message(said, SUNDAY).hours.start == 7 * 60


@pytest.mark.parametrize(
    "said", ["6 days in Phuket, one day to do nothing", "规划普吉六日游，想留一天发呆", "规划普吉六日游，中间休息一天"]
)
def test_a_day_to_do_nothing_is_one_of_the_trips(said: str) -> None:
    message = read_message(said, SUNDAY)
    assert (message.days, message.hours.off) == (6, True)


@pytest.mark.parametrize(
    ("said", "end"),
    [
        ("早茶安排在上午，不要晚上吃", None), ("不想晚上看演出", None), ("no evening meals please", None),
        ("不要晚上的活动", NIGHTFALL), ("不要安排晚上了", NIGHTFALL), ("no evenings please", NIGHTFALL),
    ],
)  # fmt: skip
def test_only_a_free_evening_ends_the_days_at_nightfall(said: str, end: int | None) -> None:
    assert read_message(said, SUNDAY).hours.end == end

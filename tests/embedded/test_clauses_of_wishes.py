"""What clauses of a first wish say, by kind: the ride, the rest, the money, the dates; and what is only a story."""

from datetime import date
from typing import Any

import pytest

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.reading.reading import read
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.reading.unserved import unread_health, unread_prices, unserved_clauses
from travelagent.briefs.apply import apply
from travelagent.briefs.values import EMPTY, DayWish

TODAY = date(2026, 11, 23)
RIDES = [
    ("去西安三天，3号下午两点到咸阳机场，5号晚上8点的高铁回", ("flight", 14 * 60), ("train", 20 * 60)),
    ("北京四天，坐高铁上午11点到，最后一天早上10点的飞机走", ("train", 11 * 60), ("flight", 10 * 60)),
    (
        "Four days in Rome, we land at Fiumicino at 14:35, the train home leaves at 18:10",
        ("flight", 875),
        ("train", 1090),
    ),
    ("成都三天，坐飞机早上9 点 40 分到", ("flight", 580), (None, None)),
]
RESTS = [
    ("带老人去苏州三天，中午要回酒店歇一歇", DayWish("every", "rest")),
    ("去杭州两天，每天午睡一个半小时", DayWish("every", "rest", minutes=90)),
    ("Three days in Vienna; grandpa needs a nap after lunch", DayWish("every", "rest")),
    ("三天去南京，不用午休", None),
]
MONEY = [
    ("Five days in Berlin on a tight budget", "budget", None),
    ("去大理四天，预算有限", "budget", None),
    ("Five days in Berlin, a tight schedule please", None, "packed"),
]
PER_DAY = ["伦敦玩4天，一天总花费控制在三百镑", "四天去罗马，每天最多 300 欧", "Rome for 4 days, 300 euros a day"]
BUDGETS = [
    ("Five days in Porto. Hotel about 120 euros a night, 2500 euros in total.", 2500, (120, "EUR")),
    ("Five days in Porto, 2500 euros in total, hotel about 120 euros a night", 2500, (120, "EUR")),
    ("青岛四天，酒店每晚300以内，全程4000块", 4000, (300, None)),
    ("Five days in Porto, hotel at most 120 euros a night", None, (120, "EUR")),
]
DATES = [
    ("4月19号周一到22号去杭州", date(2027, 4, 19), date(2027, 4, 22)),
    ("5月3日星期一到6日去上海", date(2027, 5, 3), date(2027, 5, 6)),
    ("6月5号到9号去青岛", date(2027, 6, 5), date(2027, 6, 9)),
]
ON_DAYS = [
    ("3 days in Rome from 3 May, Colosseum on day 3", DayWish(3, "visit", value="rome/colosseum")),
    ("Rome for 4 days, Castel Sant'Angelo on day 2 in the morning",
     DayWish(2, "visit", value="rome/castel-santangelo", part="morning")),
    ("去成都玩三天，武侯祠放第二天", DayWish(2, "visit", value="chengdu/wuhou-shrine")),
    ("北京四天，第三天下午去天坛", DayWish(3, "visit", value="beijing/temple-of-heaven", part="afternoon")),
]  # fmt: skip
STORIES = ["去北京五天，老婆要上班不去", "Prague for a week, cheese is ok", "London for 3 days, my sister lives abroad"]
WISHES = [
    ("去北京五天，住的地方最好离地铁近一点", "离地铁近一点"),
    ("Four days in Madrid, we would love some quiet corners nobody knows", "quiet corners"),
    ("去厦门三天，孕妇不敢吃的东西太多，比如生腌、螃蟹不敢吃", "螃蟹不敢吃"),
    ("Three days in Rome, my son has a serious allergy to strawberries", "strawberries"),
    ("Three days in Rome with my father, gout in both feet", "gout"),
]


def wishes(text: str) -> Any:
    return wishes_of(read(text, TODAY), TODAY)


@pytest.mark.parametrize(("text", "there", "back"), RIDES)
def test_a_ride_takes_the_mode_of_its_own_clause(
    text: str, there: tuple[str | None, int | None], back: tuple[str | None, int | None]
) -> None:
    found = wishes(text)
    assert (found.arrival.mode, found.arrival.at) == there
    if back != (None, None):
        assert (found.departure.mode, found.departure.at) == back


@pytest.mark.parametrize(("text", "rest"), RESTS)
def test_a_rest_amid_the_day_is_one_of_every_day(text: str, rest: DayWish | None) -> None:
    assert [wish for wish in wishes(text).day_wishes if wish.kind == "rest"] == ([rest] if rest else [])


@pytest.mark.parametrize(("text", "tier", "pace"), MONEY)
def test_a_tight_budget_is_no_pace(text: str, tier: str | None, pace: str | None) -> None:
    assert (wishes(text).tier, wishes(text).pace) == (tier, pace)


@pytest.mark.parametrize("text", PER_DAY)
def test_an_amount_of_each_day_is_one(text: str) -> None:
    found = wishes(text).budget
    assert (found.per, found.amount) == ("day", 300)


@pytest.mark.parametrize(("text", "amount", "night"), BUDGETS)
def test_the_price_of_a_night_is_a_limit_of_its_own(
    text: str, amount: int | None, night: tuple[int, str | None]
) -> None:
    reading = read(text, TODAY)
    found = wishes_of(reading, TODAY)
    assert (found.budget and found.budget.amount) == amount
    assert found.night == night
    assert unread_prices(reading) == ()
    lodging = apply(EMPTY, [patch(EMPTY, found)], "said").brief.lodging
    assert (lodging.night, lodging.currency) == night


@pytest.mark.parametrize(("text", "start", "end"), DATES)
def test_the_weekday_of_a_date_is_no_date_of_its_own(text: str, start: date, end: date) -> None:
    found = wishes(text)
    assert (found.dates.start, found.dates.end, found.days) == (start, end, (end - start).days + 1)


@pytest.mark.parametrize(("text", "wish"), ON_DAYS)
def test_a_sight_beside_a_day_is_wished_for_then(text: str, wish: DayWish) -> None:
    assert wish in wishes(text).day_wishes


@pytest.mark.parametrize("text", STORIES)
def test_a_story_is_not_quoted_as_a_wish(text: str) -> None:
    assert unserved_clauses(read(text, TODAY)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "去拉萨五天，海拔3000米以上的雪山也想去",
        "3 days in Rome with my wife, who is in a wheelchair",
        "西安三天，带我去回民街",
    ],
)
def test_what_is_read_of_health_is_not_quoted(text: str) -> None:
    assert unread_health(read(text, TODAY)) == ()


@pytest.mark.parametrize(("text", "words"), WISHES)
def test_a_wish_that_no_field_holds_is_quoted(text: str, words: str) -> None:
    assert any(words in clause for clause in unserved_clauses(read(text, TODAY)))

"""Blossom and leaves: when they usually are to be seen is told; a trip that is made for them begins in those weeks."""

from datetime import date, timedelta

import pytest

from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.brief import first_day
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog.spectacles import Spectacle, usual_days

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When are the cherry blossoms in Tokyo and Kyoto?", ("Tokyo** is usually", "26 March", "Kyoto** is usually")),
        ("京都的红叶什么时候最好？", ("京都的红叶", "11月18日至12月5日")),
    ],
)
async def test_the_usual_weeks_are_told(question: str, told: tuple[str, ...]) -> None:
    (asked,) = await conversed((question,))
    assert all(words in asked.messages[-1].text for words in told)


@pytest.mark.parametrize(
    ("turns", "city", "spectacle"),
    [
        (("东京看樱花三天",), "tokyo", "cherry_blossom"),
        (("4月去东京看樱花三天",), "tokyo", "cherry_blossom"),
        (("京都樱花什么时候开？", "那就那时候去三天"), "kyoto", "cherry_blossom"),
        (("Four days in Sapporo for the cherry blossoms",), "sapporo", "cherry_blossom"),
        (("A weekend in Kyoto to see the autumn leaves",), "kyoto", "autumn_leaves"),
        (("Three days in Boston for the fall foliage", "make it four days"), "boston", "autumn_leaves"),
    ],
)
def test_a_trip_made_for_them_begins_in_those_weeks(turns: tuple[str, ...], city: str, spectacle: Spectacle) -> None:
    understood = understand_turns(turns, TODAY)
    begins, usual = first_day(understood, TODAY), usual_days(city, spectacle)
    assert begins is not None
    assert usual is not None
    first, last = usual.in_year(begins.year)
    assert max(first, TODAY + timedelta(days=1)) <= begins <= last
    assert understood.entities.month in (None, begins.month)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("京都三日游，5月看樱花", 5),
        ("Three days in Kyoto in October to see the autumn leaves", 10),
    ],
)
async def test_days_out_of_those_weeks_are_kept_and_said_to_be(said: str, begins: int) -> None:
    (planned,) = await conversed((said,))
    route = next(o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    assert date.fromisoformat(route["days"][0]["date"]).month == begins
    assert any(words in planned.messages[-1].text for words in ("**Your days there do not**", "你的日期赶不上"))


@pytest.mark.parametrize(
    ("turns", "begins"),
    [
        (("三天东京，4月20日出发，想看樱花",), date(2027, 4, 20)),
        (("Three days in Tokyo from 20 April to see the cherry blossoms",), date(2027, 4, 20)),
        (("Three days in Tokyo in June", "will the cherry blossoms be out?", "make it four days"), date(2027, 6, 8)),
        (("六月去东京三天", "樱花开了吗？", "改成四天"), date(2027, 6, 8)),
    ],
)
def test_a_date_that_was_said_stays(turns: tuple[str, ...], begins: date) -> None:
    assert first_day(understand_turns(turns, TODAY), TODAY) == begins

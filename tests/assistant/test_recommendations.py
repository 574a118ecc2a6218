"""Recommended cities: as many as were asked for, and what the catalogue cannot rank by is said."""

import re

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.offline.reading.asked import cities_asked
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog import source
from travelagent.catalog.names import region_name


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("ten cities in China with the best food", 10),
        ("3 quiet places by the sea", 3),
        ("推荐十个城市看雪", 10),
        ("三座古镇", 3),
        ("50 cities with good food", 20),
        ("a city with good food for 3 days", None),
        ("推荐看雪的城市，三天", None),
    ],
)
def test_the_number_of_cities_is_read(question: str, number: int | None) -> None:
    assert cities_asked(question) == number


async def test_as_many_cities_are_told_as_were_asked_for() -> None:
    (state,) = await conversed(["ten cities in China with the best food"])
    assert "\n10. **" in state.messages[-1].text
    assert "\n11. **" not in state.messages[-1].text


async def test_where_fewer_fit_that_is_said() -> None:
    (state,) = await conversed(["推荐二十个云南的古镇城市"])
    found = next(o.result for o in state.tool_result_history if o.call.name == "search_cities")
    assert 0 < found["count"] < 20
    assert f"符合条件的只有 {found['count']} 座城市。" in state.messages[-1].text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("国庆去哪儿人少", "我没有客流数据，无法按人多人少排名"),
        ("where is it least crowded in October?", "I have no figures on visitors, so this is no ranking by crowds"),
    ],
)
async def test_crowds_are_not_ranked_by(question: str, told: str) -> None:
    (state,) = await conversed([question])
    assert told in state.messages[-1].text


async def test_without_the_wish_nothing_is_said_of_crowds() -> None:
    (state,) = await conversed(["where is it warm in January?"])
    assert "crowds" not in state.messages[-1].text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which ten cities in Yunnan have the most sights?", "You asked for 10; the catalogue has only 6."),
        ("哪十个云南的城市景点最多", "你要 10 个，资料里只有 6 个。"),
        ("which ten cities have the most museums?", "**Sights: from 7 (Stockholm) to 5 ("),
    ],
)
async def test_fewer_rows_than_asked_for_are_explained(question: str, told: str) -> None:
    (state,) = await conversed([question])
    assert told in state.messages[-1].text


def test_a_clause_that_tells_where_one_is_tells_ones_home() -> None:
    understood = understand_turns(("我在成都", "带女朋友，周末，不要太远"))
    assert (understood.entities.origin, understood.entities.cities) == ("chengdu", ())
    assert understand_turns(("我在成都，有什么好玩的",)).entities.cities == ("chengdu",)


async def test_a_place_near_home_is_neither_home_nor_far_away() -> None:
    *_, state = await conversed(("我在成都", "带女朋友，周末，不要太远"))
    planned = next(o.call.args["city"] for o in state.tool_result_history if o.call.name == "generate_route")
    there, home = source.cities()[planned], source.cities()["chengdu"]
    assert 0 < source.distance_km(home.lat, home.lon, there.lat, there.lon) <= 400


async def test_a_recommendation_says_that_the_way_there_is_not_weighed() -> None:
    (state,) = await conversed(["somewhere warm in February, I live in Manchester"])
    assert "are not weighed here" in state.messages[-1].text
    (state,) = await conversed(["somewhere warm in February, 4 hours flight max from Manchester"])
    assert "within 4 hours of flight from where you set out" in state.messages[-1].text
    (state,) = await conversed(["我住在成都，周边两天去哪玩"])
    assert "这里没有计入路程远近" not in state.messages[-1].text


@pytest.mark.parametrize(
    ("said", "home", "told"),
    [
        ("recommend a city under a 3 hour flight from London", "london", "within 3 hours in the air"),
        ("推荐从上海飞3小时以内的城市", "shanghai", "都在 3 小时飞行以内"),
    ],
)
async def test_a_short_flight_is_weighed_where_home_is_known(said: str, home: str, told: str) -> None:
    [state] = await conversed([said])
    here, text = source.cities()[home], str(state.messages[-1].text)
    lines = [line for line in text.splitlines() if re.match(r"\d\. \*\*", line)]
    named = [c for c in source.cities().values() if any(f"**{n}**" in x for x in lines for n in (c.name_en, c.name_zh))]
    assert named
    assert all(source.distance_km(c.lat, c.lon, here.lat, here.lon) <= 3 * 750 for c in named)
    assert told in text


async def test_without_a_home_a_short_flight_is_asked_for_it() -> None:
    [state] = await conversed(["recommend a city within a 3 hour flight"])
    assert "say where you set out from" in str(state.messages[-1].text)


@pytest.mark.parametrize(("locale", "name"), [("zh", "北疆"), ("en", "Northern Xinjiang")])
def test_an_area_is_called_by_its_name_in_the_language(locale: str, name: str) -> None:
    assert region_name("Northern Xinjiang", locale) == name

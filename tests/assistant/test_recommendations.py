"""Recommended cities: as many as were asked for, and what the catalogue cannot rank by is said."""

import re
from decimal import Decimal

import pytest

from agent_core.state import AgentState, ToolOutcome
from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.reading.asked import cities_asked
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.fits import hot_dishes
from travelagent.catalog.names import region_name

pytestmark = pytest.mark.sampled(of=5)


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


SHORT_TRIPS = (
    (
        "I live in Manchester and would like to get away for 3 nights in February, somewhere warm with direct flights,"
        " not too pricey. Where should I go?",
        ("8 hours door to door from Manchester", "I know no flights"),
    ),
    ("我在上海，二月想去个暖和的地方玩三晚，最好直飞，别太贵，去哪好？", ("离上海门到门 8 小时以内", "我没有航班资料")),
)


@pytest.mark.parametrize(("question", "told"), SHORT_TRIPS)
async def test_for_few_days_one_does_not_go_far_and_what_is_not_known_of_flights_is_said(
    question: str, told: tuple[str, str]
) -> None:
    (state,) = await conversed([question])
    (found,) = (o for o in state.tool_result_history if o.call.name == "search_cities")
    assert len(found.result["cities"]) > 2
    assert all(city["journey"]["minutes"] <= 8 * 60 for city in found.result["cities"])
    assert all(words in state.messages[-1].text for words in told)


@pytest.mark.parametrize(
    ("dear", "cheap"),
    [
        (
            "somewhere warm in February, from Manchester",
            "somewhere warm in February, from Manchester, not too expensive",
        ),
        ("我在上海，二月想去个暖和的地方，去哪好？", "我在上海，二月想去个暖和的地方，物价低一点，去哪好？"),
    ],
)
async def test_where_it_is_not_to_be_dear_the_price_of_a_day_is_weighed(dear: str, cheap: str) -> None:
    of_any, of_little = [
        [city["daily_cost"]["amount"] for o in state.tool_result_history for city in o.result["cities"]]
        for said in (dear, cheap)
        for state in await conversed([said])
    ]
    assert sum(map(Decimal, of_little)) / len(of_little) < sum(map(Decimal, of_any)) / len(of_any)


async def test_of_a_trip_of_more_days_the_way_is_only_weighed() -> None:
    (state,) = await conversed(["I live in Manchester, ten days somewhere warm in February, where should I go?"])
    (found,) = (o for o in state.tool_result_history if o.call.name == "search_cities")
    assert "hours_max" not in found.call.args
    assert "looked no farther" not in state.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "city"),
    [
        ((SHORT_TRIPS[0][0], "what about the Canaries?", "plan the first one"), "Marrakech"),
        ((SHORT_TRIPS[1][0], "加那利群岛呢？", "就去第一个吧"), "马拉喀什"),
    ],
)
async def test_the_first_of_the_nearest_to_an_area_without_cities_is_planned(turns: tuple[str, ...], city: str) -> None:
    _, refused, planned = await conversed(turns)
    assert city in refused.messages[-1].text.split("\n")[0]
    (plan,) = (o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    assert [place["name"] for place in plan["cities"]] == [city]
    assert len(plan["days"]) == 4


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which ten cities in Yunnan have the most sights?", "You asked for 10; the catalogue has only 6."),
        ("哪十个云南的城市景点最多", "你要 10 个，资料里只有 6 个。"),
        ("which ten cities have the most museums?", "**Sights: from 7 (Amsterdam and Stockholm) to 5 ("),
    ],
)
async def test_fewer_rows_than_asked_for_are_explained(question: str, told: str) -> None:
    (state,) = await conversed([question])
    assert told in state.messages[-1].text


def test_a_clause_that_tells_where_one_is_tells_ones_home() -> None:
    understood = understand_turns(("我在成都", "带女朋友，周末，不要太远"), TODAY)
    assert (understood.entities.origin, understood.entities.cities) == ("chengdu", ())
    assert understand_turns(("我在成都，有什么好玩的",), TODAY).entities.cities == ("chengdu",)


async def test_a_place_near_home_is_neither_home_nor_far_away() -> None:
    *_, state = await conversed(("我在成都", "带女朋友，周末，不要太远"))
    planned = next(o.call.args["city"] for o in state.tool_result_history if o.call.name == "generate_route")
    there, home = source.cities()[planned], source.cities()["chengdu"]
    assert 0 < source.distance_km(home.lat, home.lon, there.lat, there.lon) <= 400


async def test_a_recommendation_says_what_of_the_way_there_is_not_weighed() -> None:
    (state,) = await conversed(["somewhere warm in February"])
    assert "How far they are from you, and the journey's price, are not weighed here" in state.messages[-1].text
    (state,) = await conversed(["somewhere warm in February, I live in Manchester"])
    assert "From Manchester: about " in state.messages[-1].text
    assert "Their price is not weighed here" in state.messages[-1].text
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


def searched(state: AgentState) -> ToolOutcome:
    """The newest search of a turn."""
    return next(o for o in reversed(state.tool_result_history) if o.call.name == "search_cities")


KEPT = ("interests", "month", "days", "budget_max", "currency", "origin")


@pytest.mark.parametrize(
    ("wish", "nearer"),
    [
        ("二月想去海岛，从成都出发，不知道去哪", "有没有近一点的"),
        ("蜜月，从成都出发，海岛，二月，预算3万", "有没有不用坐很久飞机的"),
        ("蜜月，从成都出发，海岛，二月，预算3万，6天", "太远了"),
        ("an island in February from Chengdu, any ideas?", "something closer?"),
        ("recommend an island for February from Chengdu under 3000 dollars", "anything with a shorter flight?"),
    ],
)
async def test_somewhere_nearer_is_the_same_search_with_the_nearest_first(wish: str, nearer: str) -> None:
    before, after = (searched(state) for state in await conversed([wish, nearer]))
    assert after.call.args["nearest"] is True
    assert {key: after.call.args.get(key) for key in KEPT} == {key: before.call.args.get(key) for key in KEPT}
    ways = [city["journey"]["air_km"] for city in after.result["cities"]]
    assert ways == sorted(ways)
    assert len(ways) > 1


@pytest.mark.parametrize(
    ("wish", "way", "hours"),
    [
        ("周末从西安出发，不想坐车超过3小时，去哪儿好", "train", 3),
        ("周末从北京出发，开车3小时以内去哪里玩", "car", 3),
        ("where can I go for a weekend within two hours by train of Paris?", "train", 2),
        ("recommend somewhere no more than a 4 hour drive from Munich", "car", 4),
    ],
)
async def test_hours_on_the_way_bound_the_search_and_are_told(wish: str, way: str, hours: int) -> None:
    (state,) = await conversed([wish])
    search = searched(state)
    assert (search.call.args["way"], search.call.args["hours_max"]) == (way, hours)
    assert search.result["cities"]
    assert all(city["journey"]["mode"] == way for city in search.result["cities"])
    assert all(city["journey"]["aboard"] <= hours * 60 for city in search.result["cities"])
    assert "门到门约" in state.messages[-1].text or "door to door)" in state.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("somewhere sunny in November, not too far from London, for a wheelchair user", "A wheelchair: mountains"),
        ("十一月想去阳光好的地方，从伦敦出发，不要太远，有人坐轮椅，去哪好", "轮椅出行：行程不安排"),
    ],
)
async def test_not_far_has_a_radius_and_keeps_the_weather_and_the_wheelchair(wish: str, told: str) -> None:
    (state,) = await conversed([wish])
    search = searched(state)
    assert search.call.args.get("country") is None
    assert (search.call.args["weather"], search.call.args["avoid"]) == ("sunny", ["stairs", "climb"])
    assert 0 < max(city["journey"]["air_km"] for city in search.result["cities"]) <= 3 * 750
    text = state.messages[-1].text
    assert told in text
    assert "“Not far” is taken as up to 3 hours in the air from London" in text or "按离伦敦飞行 3 小时以内算" in text


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("snow within an hour by train from Singapore, where to?", "lies within 1 hour by train of Singapore"),
        ("从新加坡出发，火车1小时以内，想看雪，去哪", "新加坡周边火车 1 小时以内没有合适的城市"),
    ],
)
async def test_what_is_only_found_farther_away_is_told_so(wish: str, told: str) -> None:
    (state,) = await conversed([wish])
    assert told in state.messages[-1].text
    assert searched(state).result["cities"]


@pytest.mark.parametrize(
    ("wish", "spicy"),
    [
        ("想吃辣，预算3000，三天，从长沙出发", True),
        ("three days from Changsha, we love spicy food", True),
        ("where should we go in May? we love spicy food", True),
        ("推荐一个五月美食多的城市，我不吃辣", None),
        ("recommend a city with good food in May, nothing spicy please", None),
    ],
)
async def test_hot_food_weighs_where_it_is_wished_for(wish: str, spicy: bool | None) -> None:
    (state,) = await conversed([wish])
    search = searched(state)
    assert search.call.args.get("spicy") == spicy
    best = source.cities()[search.result["cities"][0]["id"]]
    assert (len(hot_dishes(best)) >= 3) is bool(spicy)


@pytest.mark.parametrize(
    ("wish", "spectacle", "tells"),
    [
        ("where to see red leaves in November", "autumn_leaves", "Autumn leaves: "),
        ("想在秋天看红叶，不知道去哪儿", "autumn_leaves", "红叶："),
        ("where should I go for cherry blossom in April?", "cherry_blossom", "Cherry blossom: "),
        ("三月底去哪看樱花好", "cherry_blossom", "樱花："),
    ],
)
async def test_a_spectacle_is_looked_for_where_the_notes_tell_of_it(wish: str, spectacle: str, tells: str) -> None:
    (state,) = await conversed([wish])
    search = searched(state)
    assert search.call.args["spectacle"] == spectacle
    assert all(any(r.startswith(tells) for r in city["match_reasons"]) for city in search.result["cities"])


@pytest.mark.parametrize(
    "wish", ["想看雪，不想太冷，春节前，从广州出发，去哪好", "where is there snow in January but not too cold?"]
)
async def test_snow_that_is_not_too_cold_is_milder_than_snow(wish: str) -> None:
    (state,) = await conversed([wish])
    search = searched(state)
    assert (search.call.args["interests"], search.call.args["weather"]) == (["snow"], "mild")
    best = climate_of(search.result["cities"][0]["id"]).months[search.call.args["month"] - 1]
    assert -8 < best.t_mean <= 2


@pytest.mark.parametrize(
    ("wish", "nearer", "home"),
    [
        ("where is it warm in January?", "something closer?", "from Leeds"),
        ("一月去哪里暖和", "有没有近一点的", "从成都出发"),
    ],
)
async def test_without_a_home_it_is_asked_for_and_then_weighed(wish: str, nearer: str, home: str) -> None:
    _, asked, told = await conversed([wish, nearer, home])
    text = asked.messages[-1].text
    assert "How far these are I can only weigh from your home" in text or "远近要从你的出发地算" in text
    assert searched(told).call.args["nearest"] is True
    assert searched(told).call.args["month"] == 1
    assert searched(told).result["reach"]["from"] in ("Leeds", "成都")

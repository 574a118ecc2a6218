"""Questions over the catalogue: the answer's rows are those that the packaged tables give, worked out here by hand."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from statistics import mean
from typing import Any

import pytest

from agent_core.messages import HumanMessage
from agent_core.tools import ToolContext, ToolError
from tests.assistant.asking import conversed, run_question
from travelagent.assistant.language import language_of
from travelagent.assistant.tools.generate_sql import generate_sql
from travelagent.assistant.tools.run_sql import run_sql
from travelagent.assistant.tools.validate_sql import validate_sql
from travelagent.catalog import names, source
from travelagent.catalog.climate import climate_of, elevation_of
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.values import City, Sight

Expected = list[tuple[str, float]]

CITIES = tuple(source.cities().values())
SIGHTS = tuple(source.sights().values())
EUROPE = frozenset(names.expand_macro("Europe"))
ASIA = frozenset(names.expand_macro("Asia"))
SOUTHEAST_ASIA = frozenset(names.expand_macro("Southeast Asia"))


# -- figures by hand ---------------------------------------------------------------------------------------------------


def of(*countries: str) -> list[City]:
    return [city for city in CITIES if city.country in countries]


def within(*regions: str) -> list[City]:
    return [city for city in CITIES if city.region_en in regions]


def named(*ids: str) -> list[City]:
    return [source.cities()[id] for id in ids]


def among(ids: frozenset[str]) -> list[City]:
    return [city for city in CITIES if city.id in ids]


def sights(cities: Iterable[City], keep: Callable[[Sight], bool] = lambda sight: True) -> list[Sight]:
    wanted = {city.id for city in cities}
    return [sight for sight in SIGHTS if sight.city in wanted and keep(sight)]


def is_a(*categories: str) -> Callable[[Sight], bool]:
    return lambda sight: sight.category in categories


def free(sight: Sight) -> bool:
    return sight.price == 0


def total(value: float) -> Expected:
    return [("", value)]


def ranked(rows: Iterable[tuple[str, str, float]], count: int, most: bool = True) -> Expected:
    """The first rows of (tie-breaking key, name, value), by value."""
    in_order = sorted(rows, key=lambda row: ((-row[2] if most else row[2]), row[0]))
    return [(name, value) for _, name, value in in_order[:count]]


def by_city(cities: Iterable[City], value: Callable[[City], float], count: int, most: bool = True) -> Expected:
    return ranked(((city.id, city.name_en, value(city)) for city in cities), count, most)


def number(keep: Callable[[Sight], bool] = lambda sight: True) -> Callable[[City], float]:
    return lambda city: len(sights([city], keep))


def by_country(cities: Sequence[City], value: Callable[[list[City]], float], count: int, most: bool = True) -> Expected:
    codes = {city.country for city in cities}
    rows = ((names.country_name(code)[0], value([c for c in cities if c.country == code])) for code in codes)
    return ranked(((name, name, figure) for name, figure in rows), count, most)


def by_region(cities: Sequence[City], value: Callable[[list[City]], float], count: int) -> Expected:
    regions = {city.region_en for city in cities}
    rows = ((name, name, value([c for c in cities if c.region_en == name])) for name in regions)
    return ranked(rows, count)


def price(sight: Sight, currency: str) -> float:
    own = source.cities()[sight.city].currency
    return float(packaged_rates().convert(sight.price, own, currency).amount)


def day(city: City, tier: str, currency: str) -> float:
    return _converted(city.daily_cost(tier), city, currency)  # type: ignore[arg-type]  # a tier by its name


def lodging(city: City, tier: str, currency: str) -> float:
    return _converted(city.lodging.of(tier), city, currency)  # type: ignore[arg-type]  # a tier by its name


def _converted(amount: Decimal, city: City, currency: str) -> float:
    return round(float(packaged_rates().convert(amount, city.currency, currency).amount), 2)


def weather(field: str, month: int) -> Callable[[City], float]:
    return lambda city: getattr(climate_of(city.id).months[month - 1], field)


def height(city: City) -> float:
    return elevation_of(city.id)


def listing(found: Iterable[Sight], key: Callable[[Sight], float], count: int, most: bool = True) -> Expected:
    in_order = sorted(found, key=lambda s: ((-key(s) if most else key(s)), -s.score, s.id))
    return [(s.name_en, key(s)) for s in in_order[:count]]


def score(sight: Sight) -> float:
    return sight.score


def city_of(sight: Sight) -> str:
    return sight.city


YUNNAN_SICHUAN, ITALY, JAPAN = within("Yunnan", "Sichuan"), of("IT"), of("JP")
CHINA, SPAIN, FRANCE = of("CN"), of("ES"), of("FR")

CASES: list[tuple[str, str, Expected]] = [
    # counts
    ("How many museums does Rome have?", "罗马有多少家博物馆？", total(len(sights(named("rome"), is_a("museum"))))),
    ("How many temples are there in Kyoto?", "京都有几座寺庙", total(len(sights(named("kyoto"), is_a("temple"))))),
    ("How many cities are there in China?", "中国收录了多少个城市？", total(len(CHINA))),
    ("How many countries do you cover?", "一共收录了多少个国家", total(len({c.country for c in CITIES}))),
    (
        "How many free museums are there in London?",
        "伦敦有多少家免费的博物馆",
        total(len(sights(named("london"), lambda s: free(s) and s.category == "museum"))),
    ),
    (
        "How many sights in Beijing have a score of at least 9?",
        "北京评分9分以上的景点有多少个",
        total(len(sights(named("beijing"), lambda s: s.score >= 9))),
    ),
    (
        "How many national parks does the United States have?",
        "美国有多少个国家公园",
        total(len(sights(of("US"), is_a("national_park")))),
    ),
    ("How many beaches does Spain have?", "西班牙有多少个海滩", total(len(sights(SPAIN, is_a("beach"))))),
    (
        "How many sights in Egypt need booking?",
        "埃及需要预约的景点有几个",
        total(len(sights(of("EG"), lambda s: s.booking == "required"))),
    ),
    (
        "How many cities are above 2000 metres?",
        "海拔超过2000米的城市有多少个",
        total(sum(height(c) > 2000 for c in CITIES)),
    ),
    (
        "How many sights in Kyoto take at least two hours?",
        "京都游览两小时以上的景点有多少",
        total(len(sights(named("kyoto"), lambda s: s.minutes >= 120))),
    ),
    (
        "How many cities in Europe have a mid-range day under 100 euros?",
        "欧洲有多少个城市中档一天低于100欧元",
        total(sum(day(c, "mid", "EUR") < 100 for c in among(EUROPE))),
    ),
    (
        "How many sights with “Old Town” in the name are there?",
        "名字带“Old Town”的景点有多少个",
        total(len(sights(CITIES, lambda s: "old town" in s.name_en.lower()))),
    ),
    (
        "How many cities in the US have a beach?",
        "美国有多少个城市有海滩",
        total(sum(bool(sights([c], is_a("beach"))) for c in of("US"))),
    ),
    # rankings of places by their sights
    (
        "Which Chinese provinces have the most museums?",
        "中国博物馆最多的十个省",
        by_region(CHINA, lambda cities: len(sights(cities, is_a("museum"))), 10),
    ),
    (
        "Which ten cities in Yunnan and Sichuan have the most sights over 9 points?",
        "云南和四川评分超过9分的景点最多的十个城市是哪些？",
        by_city(YUNNAN_SICHUAN, number(lambda s: s.score > 9), 10),
    ),
    ("Which city in Yunnan has the most sights?", "云南哪个城市的景点最多", by_city(within("Yunnan"), number(), 5)),
    (
        "Rank Italy's cities by number of free sights",
        "意大利各城市的免费景点数量排名",
        by_city(ITALY, number(free), len(ITALY)),
    ),
    (
        "Which five cities in Japan have the most temples?",
        "日本寺庙最多的五个城市是哪些",
        by_city(JAPAN, number(is_a("temple")), 5),
    ),
    (
        "Which country has the most beaches?",
        "哪个国家的海滩最多",
        by_country(CITIES, lambda cities: len(sights(cities, is_a("beach"))), 5),
    ),
    (
        "Which province of China has the most free sights?",
        "中国哪个省的免费景点最多",
        by_region(CHINA, lambda cities: len(sights(cities, free)), 5),
    ),
    (
        "Which cities in Europe have at least 4 museums?",
        "欧洲哪些城市有4家以上博物馆",
        [row for row in by_city(among(EUROPE), number(is_a("museum")), 99) if row[1] >= 4],
    ),
    ("Which country has the most cities?", "哪个国家的城市最多", by_country(CITIES, len, 5)),
    (
        "Which three cities have the most sights rated 10?",
        "10分景点最多的三个城市",
        by_city(CITIES, number(lambda s: s.score == 10), 3),
    ),
    (
        "Which cities in France have the fewest free sights?",
        "法国免费景点最少的城市有哪些",
        by_city(FRANCE, number(free), 10, most=False),
    ),
    # comparisons
    (
        "Compare the number of temples in Kyoto and Nara",
        "比较京都和奈良的寺庙数量",
        by_city(named("kyoto", "nara"), number(is_a("temple")), 2),
    ),
    (
        "Average ticket price in Kyoto vs Osaka",
        "京都和大阪的平均门票对比，从低到高",
        by_city(
            named("kyoto", "osaka"), lambda c: mean(float(s.price) for s in sights([c])), 2, most=False
        ),
    ),
    (
        "How many museums do Germany and France have each?",
        "德国和法国各有多少家博物馆",
        by_country(of("DE", "FR"), lambda cities: len(sights(cities, is_a("museum"))), 2),
    ),
    (
        "Compare the number of museums in London, Paris and Berlin",
        "伦敦、巴黎和柏林各有多少家博物馆",
        by_city(named("london", "paris", "berlin"), number(is_a("museum")), 3),
    ),
    (
        "Which is cheaper per day, Bangkok or Hanoi, in dollars?",
        "曼谷和河内每天花费哪个便宜，用美元算",
        by_city(named("bangkok", "hanoi"), lambda c: day(c, "mid", "USD"), 2, most=False),
    ),
    # averages and shares
    (
        "What is the average museum ticket in Berlin?",
        "柏林博物馆的平均门票是多少",
        total(mean(float(s.price) for s in sights(named("berlin"), is_a("museum")))),
    ),
    (
        "Average visit time of museums in France",
        "法国博物馆的平均参观时间",
        total(mean(s.minutes for s in sights(FRANCE, is_a("museum")))),
    ),
    ("Average score of sights in Paris", "巴黎景点的平均评分是多少", total(mean(map(score, sights(named("paris")))))),
    (
        "What is the average lodging price in Thailand?",
        "泰国平均住宿价格是多少",
        total(mean(lodging(c, "mid", "THB") for c in of("TH"))),
    ),
    (
        "What is the average ticket in each Italian city?",
        "意大利各城市的平均门票",
        by_city(ITALY, lambda c: mean(float(s.price) for s in sights([c])), 50, most=False),
    ),
    (
        "What is the share of free sights in Italy?",
        "意大利免费景点占比是多少",
        total(100 * len(sights(ITALY, free)) / len(sights(ITALY))),
    ),
    # cities by their own figures
    (
        "Which cities have a mid-range day under $60?",
        "中档一天不到60美元的城市有哪些",
        [row for row in by_city(CITIES, lambda c: day(c, "mid", "USD"), 200, most=False) if row[1] < 60],
    ),
    (
        "Which cities are warmest in January?",
        "一月最暖和的十个城市",
        by_city(CITIES, weather("t_mean", 1), 10),
    ),
    (
        "Top 5 rainiest cities in July",
        "7月雨天最多的5个城市",
        by_city(CITIES, weather("rain_days", 7), 5),
    ),
    (
        "The three cheapest cities in Europe in euros",
        "欧洲最便宜的三个城市，用欧元",
        by_city(among(EUROPE), lambda c: day(c, "mid", "EUR"), 3, most=False),
    ),
    (
        "The five most expensive cities in Asia for a luxury day, in US dollars",
        "亚洲豪华游每天花费最贵的五个城市，用美元",
        by_city(among(ASIA), lambda c: day(c, "luxury", "USD"), 5),
    ),
    (
        "The cheapest beach cities in Asia, in euros",
        "亚洲最便宜的海滩城市，用欧元",
        by_city([c for c in among(ASIA) if "beach" in c.tags], lambda c: day(c, "mid", "EUR"), 10, most=False),
    ),
    (
        "Which cities in China are highest above sea level?",
        "中国海拔最高的十个城市",
        by_city(CHINA, height, 10),
    ),
    (
        "Which cities have an average high above 35 °C in July?",
        "7月最高气温超过35度的城市",
        [row for row in by_city(CITIES, weather("t_max", 7), 200) if row[1] > 35],
    ),
    (
        "Top ten northernmost cities",
        "最北的十个城市",
        by_city(CITIES, lambda c: c.lat, 10),
    ),
    # sights
    (
        "List the ten most expensive sights in Europe in euros",
        "列出欧洲门票最贵的十个景点，用欧元",
        listing(sights(among(EUROPE)), lambda s: price(s, "EUR"), 10),
    ),
    (
        "List free sights in London rated 9 or higher",
        "列出伦敦评分9分以上的免费景点",
        listing(sights(named("london"), lambda s: free(s) and s.score >= 9), score, 50),
    ),
    (
        "Top ten sights in Italy by score",
        "意大利评分最高的十个景点",
        listing(sights(ITALY), score, 10),
    ),
    (
        "The 5 longest visits in Japan",
        "日本游览时间最长的5个景点",
        listing(sights(JAPAN), lambda s: s.minutes, 5),
    ),
    (
        "List museums in Paris between 10 and 20 euros by score",
        "列出巴黎门票10到20欧元的博物馆，按评分从高到低",
        listing(
            sights(named("paris"), lambda s: s.category == "museum" and 10 <= s.price <= 20), score, 50
        ),
    ),
    (
        "Average ticket in Southeast Asia in US dollars",
        "东南亚景点的平均门票，用美元",
        total(mean(price(s, "USD") for s in sights(among(SOUTHEAST_ASIA)))),
    ),
]  # fmt: skip
QUESTIONS = [(question, expected) for en, zh, expected in CASES for question in (en, zh)]


def context(question: str, results: dict[str, tuple[Any, ...]] | None = None, **more: Any) -> ToolContext:
    given = results or {}
    return ToolContext(
        "run",
        "call",
        language_of(question),
        lambda fraction, note: None,
        results=lambda tool: given.get(tool, ()),
        **more,
    )


def table_of(question: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What generate_sql made of a question, and the artifact that run_sql shows."""
    made = generate_sql.function(question=question, context=context(question, **more)).value
    checked = validate_sql.function(sql=made["sql"], context=context(question)).value
    known = {"generate_sql": (made,), "validate_sql": (checked,)}
    found = run_sql.function(sql=checked["sql"], context=context(question, known))
    return made, dict(found.shown[0].payload)


def rows_of(made: dict[str, Any], payload: dict[str, Any]) -> Expected:
    """(name, measured value) of every row; no name where the answer is one figure."""
    keys = [column["key"] for column in payload["columns"]]
    at = keys.index(made["measure"])
    return [(row[0]["en"] if len(keys) > 1 else "", _figure(row[at])) for row in payload["rows"]]


def _figure(cell: Any) -> float:
    return float(cell["amount"] if isinstance(cell, dict) else cell)


@pytest.mark.parametrize(("question", "expected"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_the_rows_are_those_of_the_tables(question: str, expected: Expected) -> None:
    made, payload = table_of(question)
    found = rows_of(made, payload)
    assert [name for name, _ in found] == [name for name, _ in expected]
    assert [value for _, value in found] == pytest.approx([value for _, value in expected], abs=0.051)


def test_there_are_enough_questions_in_each_language() -> None:
    assert len(QUESTIONS) >= 60
    assert all(expected for _, expected in QUESTIONS)


UNSUPPORTED = [
    "What is the median visit length of temples in Bangkok?",
    "人口最多的城市是哪个",
    "How many UNESCO sites does Italy have?",
    "How many sights were built before 1900?",
    "埃菲尔铁塔附近有多少家博物馆",
    "How many museums are there in Bielefeld?",
    "How many museums does Italy have except in Rome?",
    "Which 3 of the 12 cities are nice?",
    "Compare the number of museums in Tuscany and Berlin",
    "日本一共收了多少个城市？把海拔最高的排前三",
    "What is the meaning of life?",
    "How many museums are there in Narnia?",
    "阿斯加德有多少博物馆",
    "How many museums in Italy in July?",
    "韩国有多少个城市和景点",
    "How many cities have more than 3 museums and more than 2 parks and 7 zoos?",
]


@pytest.mark.parametrize("question", UNSUPPORTED)
def test_a_question_beyond_the_family_is_refused_with_a_reason(question: str) -> None:
    with pytest.raises(ToolError) as refused:
        generate_sql.function(question=question, context=context(question))
    assert refused.value.code == "beyond_family"
    assert str(refused.value)


@pytest.mark.parametrize(
    ("before", "question", "whole"),
    [
        ("云南有多少个免费景点", "那四川呢", "四川有多少个免费景点"),
        ("How many museums does Rome have?", "and Florence?", "How many museums does Florence have?"),
        ("Which cities are warmest in January?", "and in July?", "Which cities are warmest in July?"),
        ("京都有多少座寺庙", "神社呢", "京都有多少座神社"),
    ],
)
def test_a_follow_up_goes_on_from_the_question_before(before: str, question: str, whole: str) -> None:
    made, payload = table_of(question, history=(HumanMessage(before), HumanMessage(question)))
    assert rows_of(made, payload) == rows_of(*table_of(whole))


@pytest.mark.parametrize("name", ["'; DROP TABLE cities; --", "%' OR 1=1 --", "x') UNION SELECT 1 --"])
def test_what_is_quoted_is_a_name_and_nothing_else(name: str) -> None:
    made, payload = table_of(f"How many sights with “{name}” in the name are there?")
    assert rows_of(made, payload) == [("", 0)]


def test_a_name_too_long_to_be_one_is_refused() -> None:
    with pytest.raises(ToolError):
        generate_sql.function(question=f"How many sights with “{'x' * 80}” in the name?", context=context("How many"))


def test_a_table_speaks_both_languages_and_tells_its_sources() -> None:
    _, payload = table_of("Which cities are warmest in January?")
    assert payload["title"]["zh"] == "各城市1月平均气温（°C），从高到低"
    assert payload["columns"][0] == {"key": "city", "label": {"en": "City", "zh": "城市"}}
    assert payload["rows"][0][0] == {"en": "Zanzibar", "zh": "桑给巴尔"}
    assert any("Deutscher Wetterdienst" in s["title"] for s in payload["sources"])
    assert payload["sql"].startswith("SELECT")


async def test_the_embedded_model_walks_the_three_tools() -> None:
    result, sink = await run_question("Which five cities in Japan have the most temples?")
    assert [row.action.tool for row in result.history if row.action] == ["generate_sql", "validate_sql", "run_sql"]
    hints = [event.suggested_next_step for event in sink.events if event.type == "next_step"]
    assert hints == ["validate_sql", "run_sql", "summarize_final_answer"]
    assert "| Kyoto | Kyoto | 9 |" in result.final_reply


@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("推荐几个一月暖和的海边城市", "search_cities"),
        ("Where should I go in January for a warm beach?", "search_cities"),
        ("most romantic cities in Europe", "search_cities"),
        ("北京有哪些免费景点", "generate_sql"),
        ("京都和大阪哪个便宜", "compare_cities"),
        ("Which cities have the most museums?", "generate_sql"),
        ("成都评分10分的景点有哪些", "generate_sql"),
        ("罗马有多少博物馆", "generate_sql"),
    ],
)
async def test_only_what_wants_figures_is_a_data_question(question: str, tool: str) -> None:
    result, _ = await run_question(question)
    called = {row.action.tool for row in result.history if row.action}
    assert called - {"set_brief"} == ({"generate_sql", "validate_sql", "run_sql"} if tool == "generate_sql" else {tool})


async def test_a_follow_up_of_figures_is_one() -> None:
    *_, state = await conversed(("意大利各城市的免费景点数量排名", "那法国呢"))
    assert "| 里昂 | 奥弗涅-罗讷-阿尔卑斯大区 | 11 |" in state.reply


async def test_beyond_the_family_the_answer_says_what_can_be_asked() -> None:
    result, sink = await run_question("人口最多的十个城市是哪些")
    assert "人口" in result.final_reply
    assert "我可以统计的有" in result.final_reply
    hints = [event.suggested_next_step for event in sink.events if event.type == "next_step"]
    assert hints == ["answer_with_common_sense"]


async def test_the_ends_of_a_row_are_told_in_a_sentence_in_chinese() -> None:
    result, _ = await run_question("英国哪些城市景点最多")
    assert result.final_reply.startswith("**按景点数看，伦敦排在最前（25），")


async def test_a_country_that_takes_the_article_has_it() -> None:
    result, _ = await run_question("which cities in the United Kingdom have the most sights")
    assert "by city in the United Kingdom" in result.final_reply

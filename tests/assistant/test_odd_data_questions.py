"""Whatever is asked, a data question becomes a query that the check passes, or is refused with a reason."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from travelagent.assistant.language import language_of
from travelagent.assistant.questions.compile import compiled, measure_column, with_currency
from travelagent.assistant.questions.describe import described
from travelagent.assistant.questions.read import asks_for_figures, read_in_turn, read_question
from travelagent.assistant.questions.values import UnsupportedQuestion
from travelagent.catalog.sql.check import check
from travelagent.catalog.sql.errors import QueryRefused
from travelagent.catalog.sql.file import catalogue_file
from travelagent.catalog.sql.run import prepare, run

ENGLISH = [
    *(
        "how many",
        "average",
        "share of",
        "list",
        "rank",
        "compare",
        "which",
        "top ten",
        "the most",
        "the fewest",
        "best",
    ),
    *(
        "cities",
        "countries",
        "regions",
        "categories",
        "sights",
        "museums",
        "temples and shrines",
        "beaches",
        "food sights",
    ),
    *(
        "in Italy",
        "in Kyoto",
        "in Europe",
        "in Yunnan",
        "Rome or Paris",
        "Tuscany",
        "by country",
        "each",
        "free",
        "indoor",
    ),
    *(
        "over 9 points",
        "under $60",
        "at least 2 hours",
        "between 10 and 20 euros",
        "above 30 degrees",
        "in July",
        "in winter",
    ),
    *(
        "ticket price",
        "visit length",
        "rating",
        "hotels",
        "luxury",
        "day",
        "temperature",
        "rain days",
        "elevation",
        "cheapest",
    ),
    *(
        "warmest",
        "northernmost",
        "most expensive",
        "with more than 3",
        "by score",
        "in total",
        "“Old Town”",
        "need booking",
    ),
]
CHINESE = [
    *(
        "多少个",
        "平均",
        "占比",
        "列出",
        "排名",
        "对比",
        "哪个",
        "前十个",
        "最多",
        "最少",
        "各",
        "按",
        "从高到低",
        "免费",
        "室内",
    ),
    *(
        "城市",
        "国家",
        "省",
        "类别",
        "景点",
        "博物馆",
        "寺庙",
        "海滩",
        "古镇",
        "意大利",
        "京都",
        "欧洲",
        "云南和四川",
        "大阪",
    ),
    *(
        "9分以上",
        "不到400块",
        "两小时以上",
        "10到20欧元",
        "超过30度",
        "7月",
        "冬天",
        "门票",
        "参观时间",
        "评分",
        "酒店",
        "豪华",
    ),
    *(
        "每天花费",
        "气温",
        "雨天",
        "海拔",
        "最便宜",
        "最暖和",
        "最北",
        "最贵",
        "4家以上",
        "一共",
        "需要预约",
        "名字带“古城”",
    ),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return catalogue_file(tmp_path_factory.mktemp("catalogue"))


def holds(question: str, file: Path) -> None:
    """Check that the question is refused, or that its query is understood, run and described."""
    asks_for_figures(question)
    try:
        query = with_currency(read_question(question), language_of(question))
    except UnsupportedQuestion:
        return
    checked = check(compiled(query))
    assert check(checked.sql) == checked
    prepare(checked, file)
    columns = run(checked, file).columns
    assert measure_column(query) in columns
    description = described(query)
    assert description.en
    assert description.zh


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.sampled_from(ENGLISH), min_size=1, max_size=7))
def test_english_words_in_any_order(file: Path, text: list[str]) -> None:
    holds(" ".join(text), file)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(st.sampled_from(CHINESE), min_size=1, max_size=7))
def test_chinese_words_in_any_order(file: Path, text: list[str]) -> None:
    holds("".join(text), file)


@settings(max_examples=examples(100), deadline=None)
@given(st.text(max_size=80))
def test_any_text(file: Path, text: str) -> None:
    holds(text, file)
    read_in_turn(text, ["How many museums does Rome have?"])


SQL = [
    *("SELECT", "FROM", "cities", "sights", "id", "(", ")", ",", "'", '"', "*", "WHERE", "1", "=", "--", "/*", ";"),
    *(
        "LIMIT",
        "JOIN",
        "ON",
        "UNION",
        "WITH",
        "AS",
        "count",
        "x'",
        "0x",
        "[",
        "`",
        "\\",
        "\n",
        "?",
        ":a",
        "NOT",
        "CASE",
    ),
    *("END", ".", "GROUP BY", "ORDER BY", "HAVING", "IN", "BETWEEN", "AND", "NULL", "DISTINCT"),
]


@settings(max_examples=examples(400), deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(SQL), max_size=14).map(" ".join)))
def test_any_sql_is_refused_or_checked_for_good(text: str) -> None:
    for sql in (text, f"SELECT {text} FROM cities", f"SELECT id FROM cities WHERE {text}"):
        try:
            checked = check(sql)
        except QueryRefused:
            continue
        assert check(checked.sql) == checked

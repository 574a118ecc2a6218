"""The places of a sentence, in both languages, and the false friends that are none."""

import pytest

from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places


def read(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(mention.surface, mention.kind, mention.ids) for mention in find_places(text)]


def ids(text: str) -> list[str]:
    return [place for mention in find_places(text) for place in mention.ids]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("从长沙去凤凰古城坐火车还是大巴", ["changsha", "fenghuang"]),
        ("國慶先到大同再到平遙", ["datong", "pingyao"]),
        ("帮我 plan 一个 Seoul shopping trip", ["seoul"]),
        ("Two days in Athens from Thessaloniki", ["athens", "geonames:734077"]),
        ("汕头的牛肉火锅哪家最地道", ["geonames:1795940"]),
        ("江浙两省有哪些水乡", ["Jiangsu", "Zhejiang"]),
        ("苏杭五日游", ["suzhou", "hangzhou"]),
        ("规划天水两日游", ["tianshui"]),
        ("安排日照三天行程", ["rizhao"]),
        ("新马泰十日游", ["SG", "MY", "TH"]),
        ("A week of shrines across Kansai", ["Kansai"]),
        ("找个东南亚海岛，泰国就算了", ["Southeast Asia", "TH"]),
        ("国内冬天去哪", ["CN"]),
        ("去滇玩五天", ["Yunnan"]),
        ("北海道和北海哪个好", ["Hokkaido", "beihai"]),
        ("三亚、海口与西双版纳", ["sanya", "haikou", "xishuangbanna"]),
        ("Does the Uffizi close on Mondays?", ["florence/uffizi-gallery"]),
        ("故宫和颐和园一天够吗", ["beijing/forbidden-city", "beijing/summer-palace"]),
        ("flights to NYC or LA", ["new-york", "los-angeles"]),
        ("a week in the UK and the US", ["GB", "US"]),
        ("3 days in nice, then on to bath", ["nice", "bath"]),
        ("China trip for two", ["CN"]),
        ("this is a china trip", ["CN"]),
        ("Ten days in Turkey", ["TR"]),
        ("I would rather have a week in Malta", ["MT"]),
        ("Los Angeles, Las Vegas, San Francisco", ["los-angeles", "las-vegas", "san-francisco"]),
        ("Trip to Kyotto in spring", ["kyoto"]),
        ("We go in March, Italy or Spain", ["IT", "ES"]),
        ("Nice, France", ["nice", "FR"]),
        ("Mobile, Alabama", ["geonames:4076598", "Alabama"]),
        ("York for a rainy weekend", ["geonames:2633352", "geonames:4562407"]),
        ("chiang rai in winter", ["geonames:1153669"]),
        ("new york to london", ["new-york", "london"]),
        ("去稻城亚丁和喀纳斯", ["daocheng", "kanas"]),
    ],
)
def test_places_are_found_in_order(text: str, found: list[str]) -> None:
    assert ids(text) == found


@pytest.mark.parametrize("name", ["昆明湖", "Kunming Lake"])
def test_a_lake_of_another_citys_name_is_where_it_lies(name: str) -> None:
    assert ids(name) == ["beijing/summer-palace"]


@pytest.mark.parametrize(
    "text",
    [
        "Nice place to relax?", "We may march through an august hall", "reading in the bath", "split the bill",
        "a mobile app, mostly best", "turkey sandwich and fine china", "Peking duck", "orange juice for most of us",
        "Brussels sprouts", "the van is full", "come with us to it", "Can you write me a regex?",
        "Reading for pleasure, for a change",
        "北京烤鸭和兰州拉面", "大理石桌面", "三明治不错", "南京路步行", "川菜还是粤菜", "收藏起来", "变成都一样",
        "汉堡包套餐", "光明和太平", "我要订餐", "日照金山太美", "黄梅戏", "便宜点，别太累",
        "Beihai Park at dawn", "down Oxford Street", "北海公园划船", "苏州河边走走", "重庆大厦的咖喱",
        "with my friend Jordan", "In March, maybe?", "香格里拉酒店的早餐",
    ],
)  # fmt: skip
def test_false_friends_are_no_places(text: str) -> None:
    assert read(text) == []


def test_offsets_are_those_of_the_text() -> None:
    text = "下周从上海飞 São Paulo，然后去里约"
    mentions = find_places(text)
    assert [text[m.start : m.end] for m in mentions] == [m.surface for m in mentions] == ["上海", "São Paulo", "里约"]


def test_a_shared_nickname_keeps_both_readings() -> None:
    (mention,) = find_places("想去雾都看看")
    assert set(mention.ids) == {"london", "chongqing"}
    assert mention.reading.ambiguous


def test_a_compound_names_all_its_parts() -> None:
    (mention,) = find_places("江浙沪自驾")
    assert mention.ids == ("Jiangsu", "Zhejiang", "Shanghai")
    assert not mention.reading.ambiguous


def test_other_readings_stand_behind_the_likeliest() -> None:
    (mention,) = find_places("我们去北海道")
    assert mention.kind == "region"
    assert [(reading.kind, reading.ids) for reading in mention.also] == [("city", ("sapporo",))]


def test_an_island_state_is_a_country_and_not_its_capital() -> None:
    assert read("马尔代夫蜜月") == [("马尔代夫", "country", ("MV",))]
    assert read("a week in Cuba") == [("Cuba", "country", ("CU",))]


def test_long_shots_appear_only_when_asked_for() -> None:
    assert find_places("好美的水城") == ()
    (mention,) = find_places("好美的水城", least=0.3)
    assert isinstance(mention, Mention)
    assert mention.ids == ("venice",)


@pytest.mark.parametrize("text", ["", " ", "。。。", "🏝️" * 20, "a" * 5000, "\n\t", "e\u0301"])
def test_odd_input_is_no_trouble(text: str) -> None:
    assert find_places(text) == ()

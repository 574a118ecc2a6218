"""Places of a conversation that are easily misread: swaps, hotels, lists of cities, names that no map knows."""

from datetime import date

import pytest

from travelagent.assistant.offline.answers.naming import naming_lines
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.briefs.lodging import point_near
from travelagent.catalog import source
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.quarters import quarters_of

pytestmark = pytest.mark.sampled(of=3)
TODAY = date(2026, 11, 22)
YORK = "geonames:2633352"


def understood(*turns: str) -> Understood:
    return understand_turns(turns, TODAY)


@pytest.mark.parametrize(
    ("said", "cities"),
    [
        ("make it 12 days and start in Hiroshima", ("hiroshima", "osaka", "kyoto", "tokyo")),
        ("改成12天，从广岛开始", ("hiroshima", "osaka", "kyoto", "tokyo")),
        ("can we begin with Kyoto?", ("kyoto", "tokyo", "osaka", "hiroshima")),
        ("先去京都", ("kyoto", "tokyo", "osaka", "hiroshima")),
        ("finish in Kyoto please", ("tokyo", "osaka", "hiroshima", "kyoto")),
        ("把东京放到最后", ("hiroshima", "osaka", "kyoto", "tokyo")),
        ("改成十天，第一天在大阪", ("osaka", "tokyo", "kyoto", "hiroshima")),
        ("first day in Osaka please", ("osaka", "tokyo", "kyoto", "hiroshima")),
        ("还是从奈良开始吧", ("nara", "tokyo", "kyoto", "osaka", "hiroshima")),
        ("start from Nara", ("nara", "tokyo", "kyoto", "osaka", "hiroshima")),
        ("end in Nara", ("tokyo", "kyoto", "osaka", "hiroshima", "nara")),
        ("最后去奈良", ("tokyo", "kyoto", "osaka", "hiroshima", "nara")),
    ],
)
def test_the_city_at_which_the_trip_starts_or_ends_moves_there_and_the_others_stay(
    said: str, cities: tuple[str, ...]
) -> None:
    found = understood("two weeks in Japan for two, Tokyo, Kyoto, Osaka, Hiroshima", said)
    assert found.entities.cities == cities


@pytest.mark.parametrize(
    "message",
    [
        "没有都江堰吗？换掉三星堆",
        "怎么没有都江堰，把三星堆换掉",
        "把三星堆换成都江堰",
        "用都江堰换三星堆",
        "不去三星堆了，换成都江堰",
        "no Dujiangyan? drop Sanxingdui",
        "swap Sanxingdui for Dujiangyan",
    ],
)
def test_a_swap_takes_one_sight_for_the_other(message: str) -> None:
    read = understood("去成都三天", message)
    assert read.intent == "travel_planning"
    assert read.entities.cities == ("chengdu",)
    assert read.entities.must_see == ("chengdu/dujiangyan",)
    assert read.entities.avoid == ("chengdu/sanxingdui-museum",)


@pytest.mark.parametrize(
    ("message", "city"),
    [
        ("two days in Hull", "geonames:2645425"), ("two days in Hull, England", "geonames:2645425"),
        ("去赫尔玩两天", "geonames:2645425"), ("Durham, England for two days", "geonames:2650628"),
        ("two days in Boston, England", "geonames:2655138"), ("two days in Boston", "boston"),
        ("two days in London, Ontario", "geonames:6058560"), ("two days in London, England", "london"),
    ],
)  # fmt: skip
def test_of_namesakes_the_best_known_is_meant_or_the_one_in_the_area_that_is_said(message: str, city: str) -> None:
    assert understood(message).entities.cities == (city,)


@pytest.mark.parametrize("message", ["add the Tower", "the Tower is a must"])
def test_a_bare_kind_means_the_sight_that_is_called_nothing_else(message: str) -> None:
    assert understood("3 days in London", message).entities.must_see == ("london/tower-of-london",)
    assert understood("3 days in London", "add Tower Bridge").entities.must_see == ("london/tower-bridge",)


def test_a_city_behind_a_change_is_still_that_city() -> None:
    assert understood("去杭州三天", "换成成都").entities.cities == ("chengdu",)
    assert understood("去杭州三天", "换成都").entities.cities == ("chengdu",)


@pytest.mark.parametrize(
    ("first", "message", "area"),
    [
        ("去成都三天", "酒店在春熙路", "春熙路"),
        ("去成都三天", "酒店订在天府广场附近", "天府广场"),
        ("3 days in Rome", "my hotel is near the Trevi Fountain", "Trevi Fountain"),
        ("3 days in Rome", "our hotel is in Monti", "Monti"),
        ("3 days in Tokyo", "our hotel is in Shinjuku", "Shinjuku"),
        ("东京三天", "酒店在新宿", "新宿"),
    ],
)
def test_where_the_hotel_is_is_no_sight_to_see_and_no_place_to_go(first: str, message: str, area: str) -> None:
    read = understood(first, message)
    assert read.intent == "travel_planning"
    assert read.entities.hotel_area == area
    assert read.entities.must_see == ()
    assert read.unknown_places == ()


@pytest.mark.parametrize(
    ("said", "area"),
    [
        ("北京两天，住国贸，晚上八点的飞机", "国贸"), ("我们住望京，北京两天", "望京"),
        ("Berlin for two days, staying at Potsdamer Platz, flight at 8 pm", "Potsdamer Platz"),
        ("北京两天，住民宿，吃烤鸭", None), ("北京两天，住得好一点", None), ("北京玩三天，住两晚", None),
        ("Berlin for two days, staying at a friend's, flight at 8 pm", None),
    ],
)  # fmt: skip
def test_a_quarter_that_one_lives_in_is_named_without_a_word_for_near(said: str, area: str | None) -> None:
    assert understood(said).entities.hotel_area == area


@pytest.mark.parametrize(("city", "area", "sight"), [
    ("Tokyo", "Tsukiji", "tokyo/tsukiji-outer-market"), ("东京", "筑地", "tokyo/tsukiji-outer-market"),
])  # fmt: skip
def test_a_quarter_lies_where_the_sights_that_bear_its_name_are(city: str, area: str, sight: str) -> None:
    read = understood(f"3 days in {city}, hotel in {area}" if city.isascii() else f"{city}三天，酒店在{area}")
    assert read.entities.cities == ("tokyo",)
    hotel = point_near(read.entities.hotel_area or "", read.entities.cities)
    assert hotel is not None
    assert (hotel.name.en, hotel.lat) == (area, source.sights()[sight].lat)


@pytest.mark.parametrize("city", list(dict.fromkeys(row["city"] for row in csv_rows(DATA / "curated/quarters.csv"))))
def test_whoever_stays_in_a_known_quarter_is_placed_there_and_goes_nowhere_else(city: str) -> None:
    row = source.cities()[city]
    for quarter in quarters_of(city):
        english, chinese = quarter.names[:2]
        for said, name in (
            (f"3 days in {row.name_en}, our hotel is near {english}", english),
            (f"Plan 3 days in {row.name_en} in May, staying in {english}", english),
            (f"规划{row.name_zh}三日游，住在{chinese}", chinese),
            (f"{row.name_zh}玩三天，酒店在{chinese}附近", chinese),
        ):
            read = understood(said)
            assert (read.entities.cities, read.entities.hotel_area, read.entities.days) == ((city,), name, 3)
            hotel = point_near(read.entities.hotel_area or "", read.entities.cities)
            assert hotel is not None
            assert (hotel.lat, hotel.lon) == (quarter.lat, quarter.lon)


@pytest.mark.parametrize(
    ("first", "message", "area", "city"),
    [
        ("3 days in Washington, D.C.", "our hotel is near Capitol Hill", "Capitol Hill", "washington-dc"),
        ("3 days in Chicago", "we are staying in Gold Coast", "Gold Coast", "chicago"),
        ("3 days in Shanghai", "our hotel is near East Nanjing Road", "East Nanjing Road", "shanghai"),
        ("伦敦三日游", "我们住在维多利亚附近", "维多利亚", "london"),
        ("纽约三日游", "酒店在威廉斯堡", "威廉斯堡", "new-york"),
    ],
)
def test_a_quarter_said_later_is_no_other_place_of_its_name(first: str, message: str, area: str, city: str) -> None:
    read = understood(first, message)
    assert (read.entities.cities, read.entities.hotel_area) == ((city,), area)
    assert point_near(read.entities.hotel_area or "", read.entities.cities) is not None


def test_staying_at_a_sight_makes_it_the_hotels_area() -> None:
    read = understood("去成都三天，住在锦里附近")
    assert (read.entities.hotel_area, read.entities.origin) == ("锦里", None)


@pytest.mark.parametrize(
    ("message", "cities"),
    [
        ("北京和天津四天", ["beijing", "tianjin"]),
        ("我们去北京、天津玩四天", ["beijing", "tianjin"]),
        ("Plan 3 days in Leeds and York", ["geonames:2644688", "geonames:2633352"]),
        ("three days in Leeds, then York", ["geonames:2644688", "geonames:2633352"]),
    ],
)
def test_every_city_of_a_list_is_planned(message: str, cities: list[str]) -> None:
    read = understood(message)
    assert read.intent == "travel_planning"
    assert list(read.entities.cities) == cities


def test_two_cities_that_are_weighed_are_compared() -> None:
    assert understood("北京和天津哪个适合玩四天").intent == "comparison"


@pytest.mark.parametrize(
    ("turns", "name"),
    [
        (("Plan 3 days on Mars",), "Mars"),
        (("瑞丽玩30天",), "瑞丽"),
        (("瑞丽待三天",), "瑞丽"),
        (("plan 2 days in Rome", "What about Xyzzyville?"), "Xyzzyville"),
        (("plan 2 days in Rome", "how about Narnia instead?"), "Narnia"),
    ],
)
def test_a_name_that_no_map_knows_is_asked_about(turns: tuple[str, ...], name: str) -> None:
    assert understood(*turns).unknown_places == (name,)
    assert understood(*turns).intent == "travel_planning"


@pytest.mark.parametrize("message", ["What about breakfast?", "how about Tuesday?", "What about museums?"])
def test_what_is_no_place_is_not_taken_for_one(message: str) -> None:
    assert understood("plan 2 days in Rome", message).unknown_places == ()
    assert understood("plan 2 days in Rome", message).entities.cities == ("rome",)


@pytest.mark.parametrize(
    ("first", "message", "cities"),
    [
        ("大理丽江玩7天", "加一个城市，香格里拉", ("dali", "lijiang", "shangri-la")),
        ("大理丽江玩7天", "再加个地方：香格里拉", ("dali", "lijiang", "shangri-la")),
        ("6 days in Rome and Florence", "add one more city: Naples", ("rome", "florence", "naples")),
    ],
)
def test_a_city_that_is_announced_before_its_name_is_added(first: str, message: str, cities: tuple[str, ...]) -> None:
    assert understood(first, message).entities.cities == cities
    fewer = understood(first, message, "丽江少一天" if "丽江" in first else "one day less in Rome")
    assert fewer.entities.cities == cities


@pytest.mark.parametrize(
    "message", ["把斗兽场和古罗马广场排在同一天", "put the Colosseum and the Forum on the same day"]
)
def test_the_same_day_is_no_length(message: str) -> None:
    assert understood("罗马玩4天", message).entities.days == 4


@pytest.mark.parametrize("first", ["how many museums are there in London?", "伦敦有多少个博物馆？"])
def test_a_trip_with_its_length_is_no_figure_of_the_catalogue(first: str) -> None:
    read = understood(first, "3 days in York")
    assert (read.intent, read.entities.days) == ("travel_planning", 3)


@pytest.mark.parametrize(
    ("message", "city"),
    [("I meant York", "geonames:2633352"), ("sorry, I meant Rome", "rome"), ("打错了，我是说大理", "dali")],
)
def test_a_name_that_nobody_knows_is_put_right(message: str, city: str) -> None:
    read = understood("3 days in Yrok for two", message)
    assert (read.intent, read.entities.cities, read.entities.days) == ("travel_planning", (city,), 3)
    assert read.unknown_places == ()
    assert read.entities.travellers is not None


def test_a_name_that_nobody_knows_does_not_outlive_the_next_trip() -> None:
    assert understood("3 days in Yrok").unknown_places == ("Yrok",)
    assert understood("3 days in Yrok", "for two people").unknown_places == ("Yrok",)
    assert understood("3 days in Yrok", "a rainy weekend with my mum in a wheelchair").unknown_places == ()


@pytest.mark.parametrize("message", ["我们住在钟楼附近的酒店", "住在钟楼附近", "酒店在钟楼"])
def test_where_one_stays_is_told_and_not_asked(message: str) -> None:
    read = understood("西安三天", message)
    assert (read.intent, read.entities.hotel_area) == ("travel_planning", "钟楼")
    hotel = point_near(read.entities.hotel_area or "", read.entities.cities)
    assert hotel is not None
    assert hotel.lat == source.sights()["xian/bell-tower"].lat


@pytest.mark.parametrize(
    "message", ["把大雁塔换成大唐芙蓉园", "太累了，轻松一点", "swap the Terracotta Army for Tang Paradise"]
)
def test_a_change_behind_a_question_goes_back_to_the_plan(message: str) -> None:
    assert understood("西安三天", "那边的酒店怎么样", message).intent == "travel_planning"


def test_a_question_behind_a_question_is_one() -> None:
    assert understood("西安三天", "那边的酒店怎么样", "多少钱一晚").intent in ("accommodation", "budget_query")


def test_a_sights_whole_name_is_the_sight_whatever_its_words_are() -> None:
    read = understood("weekend in London", "swap the Tower of London for the Natural History Museum")
    assert read.entities.must_see == ("london/natural-history-museum",)
    assert read.entities.avoid == ("london/tower-of-london",)
    assert read.entities.interests == ()


@pytest.mark.parametrize("message", ["must see Edinburgh Castle and the aquarium", "we must visit Edinburgh Castle"])
def test_a_must_is_a_wish_for_the_plan(message: str) -> None:
    read = understood("3 days in Edinburgh", message)
    assert read.intent == "travel_planning"
    assert read.entities.must_see == ("edinburgh/edinburgh-castle",)


@pytest.mark.parametrize("wish", ["第二天想去武隆", "can we go to Wulong too"])
def test_a_town_without_sights_of_its_own_is_the_sight_it_is_known_for(wish: str) -> None:
    entities = understand_turns(["重庆三日游", wish], TODAY).entities
    assert entities.cities == ("chongqing",)
    assert entities.must_see == ("chongqing/wulong-three-bridges",)


@pytest.mark.parametrize(
    ("turns", "each"),
    [
        (("5 days: 2 in Rome and 3 in Florence",), {"rome": 2, "florence": 3}),
        (("一共五天，大理两天，丽江三天",), {"dali": 2, "lijiang": 3}),
        (("罗马三天", "再加两天佛罗伦萨"), {"rome": 3, "florence": 2}),
        (("罗马三天，佛罗伦萨两天", "罗马少一天"), {"rome": 2, "florence": 2}),
        (("罗马三天，佛罗伦萨两天", "改成四天"), {}), (("大理丽江五天，大理两天",), {}), (("罗马和佛罗伦萨五天",), {}),
    ],
)  # fmt: skip
def test_the_days_of_each_city_are_those_that_were_said(turns: tuple[str, ...], each: dict[str, int]) -> None:
    assert understand_turns(turns, TODAY).days_each == each


@pytest.mark.parametrize(
    "turns",
    [("罗马三天佛罗伦萨两天", "不去佛罗伦萨了"), ("Rome 3 days, Florence 2 days", "drop Florence")],
)
def test_a_city_that_is_given_up_takes_its_days_with_it(turns: tuple[str, str]) -> None:
    entities = understand_turns(turns, TODAY).entities
    assert (entities.cities, entities.days) == (("rome",), 3)


@pytest.mark.parametrize(
    "turns",
    [
        ("西安三日游", "去掉兵马俑", "加上兵马俑"),
        ("3 days in Xi'an", "drop the Terracotta Army", "add the Terracotta Army back"),
    ],
)
def test_a_sight_that_is_wished_for_again_is_refused_no_longer(turns: tuple[str, ...]) -> None:
    entities = understand_turns(turns, TODAY).entities
    assert (entities.must_see, entities.avoid) == (("xian/terracotta-army",), ())


@pytest.mark.parametrize("wish", ["drop the Vatican", "不去梵蒂冈了", "add the Vatican", "加上梵蒂冈"])
def test_the_name_of_an_area_means_all_its_sights(wish: str) -> None:
    entities = understand_turns(["3 days in Rome", wish], TODAY).entities
    both = {"rome/vatican-museums-and-sistine-chapel", "rome/st-peters-basilica"}
    assert set(entities.avoid or entities.must_see) == both
    assert entities.cities == ("rome",)


@pytest.mark.parametrize("message", ["York day trip this saturday, me and the twins", "York city break in May"])
def test_a_name_that_opens_an_outing_is_a_city(message: str) -> None:
    assert understood(message).entities.cities == (YORK,)


def test_an_unknown_name_that_opens_an_outing_is_asked_about() -> None:
    assert understood("Sorrow day trip this saturday").unknown_places == ("Sorrow",)


@pytest.mark.parametrize("opening", ["2 days in Rome", "2 days in Mordor"])
def test_who_says_which_city_was_said_means_that_city(opening: str) -> None:
    read = understood(opening, "I said York")
    assert read.entities.cities == (YORK,)
    assert read.entities.days == 2


@pytest.mark.parametrize(
    "turns",
    [
        ("曼谷清迈一周", "普吉要不要加", "好，加上吧"),
        ("a week in Bangkok and Chiang Mai", "should we add Phuket?", "ok, add it"),
    ],
)
def test_a_city_that_was_asked_about_can_be_added_without_its_name(turns: tuple[str, ...]) -> None:
    read = understood(*turns)
    assert read.intent == "travel_planning"
    assert read.entities.cities == ("bangkok", "chiang-mai", "phuket")
    assert read.entities.days == 7


@pytest.mark.parametrize(
    ("turns", "cities"),
    [
        (("3 days in Hanoi", "but with a day trip to Ha Long Bay"), ("hanoi", "ha-long")),
        (
            ("3 days in Hanoi", "Hoi An instead?", "go back to Hanoi, with a day trip to Ha Long Bay"),
            ("hanoi", "ha-long"),
        ),
        (("河内三日游", "加一个下龙湾一日游"), ("hanoi", "ha-long")),
        (("3 days in Hanoi with a day trip to Ha Long Bay",), ("hanoi", "ha-long")),
    ],
)
def test_a_day_trip_is_part_of_the_trip_and_not_its_length(turns: tuple[str, ...], cities: tuple[str, ...]) -> None:
    entities = understand_turns(turns, TODAY).entities
    assert (entities.cities, entities.days) == (cities, 3)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("想在阿布拉卡过周末", "阿布拉卡"),
        ("想去阿布拉卡过周末", "阿布拉卡"),
        ("在阿布拉卡玩三天", "阿布拉卡"),
        ("3 days Xyzzyville", "Xyzzyville"),
        ("weekend Grindlewick with the kids", "Grindlewick"),
    ],
)
def test_an_unknown_name_beside_a_length_is_asked_about(said: str, name: str) -> None:
    assert understood(said).unknown_places == (name,)


@pytest.mark.parametrize(
    "said",
    ["想在海边过周末", "周末想在家过", "想在农村过年", "3 days somewhere Warm", "5 days hiking", "打算在暑假玩五天"],
)
def test_no_place_is_made_of_ordinary_words_beside_a_length(said: str) -> None:
    assert understood(said).unknown_places == ()


@pytest.mark.parametrize(
    ("said", "city"),
    [
        ("元旦想去长shaa耍3天", "changsha"),
        ("想去cheng都玩两天", "chengdu"),
        ("长sha三日游", "changsha"),
        ("想去bejing三天", "beijing"),
    ],
)
def test_a_chinese_name_half_in_letters_or_misspelt_in_pinyin_is_its_city(said: str, city: str) -> None:
    read = understood(said)
    assert (read.entities.cities, read.unknown_places) == ((city,), ())
    assert naming_lines(read_message(said, TODAY), read)


@pytest.mark.parametrize(
    ("opening", "said", "avoided"),
    [
        ("里斯本四日游，含辛特拉", "把辛特拉换到周日，博物馆都不要了", ("museum",)),
        ("里斯本四日游", "博物馆全部取消", ("museum",)),
        ("里斯本四日游", "忘掉那些博物馆吧", ("museum",)),
        ("里斯本四日游", "第二天推翻重来", ()),
        ("里斯本四日游", "预算重新做一下", ()),
        ("four days in Lisbon with Sintra", "drop all the museums and start over on day 2", ("museum",)),
        ("four days in Lisbon", "forget all the museums please", ("museum",)),
        ("four days in Lisbon", "cancel the whole second day", ()),
        ("four days in Lisbon", "start day 2 from scratch", ()),
    ],
)
def test_a_part_of_the_trip_that_is_given_up_leaves_the_trip(opening: str, said: str, avoided: tuple[str, ...]) -> None:
    found = understood(opening, said)
    assert (found.entities.cities, found.entities.avoid) == (("lisbon",), avoided)
    assert found.intent in ("travel_planning", "itinerary_query", "budget_query")


@pytest.mark.parametrize(
    "said",
    [
        "全部不要了，去罗马玩两天", "推翻重来，罗马两天", "行程都取消，去罗马两天", "scrap everything, 2 days in Rome",
        "forget the whole thing: two days in Rome", "cancel all of it and plan 2 days in Rome",
    ],
)  # fmt: skip
def test_a_trip_that_is_given_up_leaves_nothing_of_it(said: str) -> None:
    found = understood("four days in Lisbon with Sintra, no museums", said).entities
    assert (found.cities, found.days, found.must_see, found.avoid) == (("rome",), 2, (), ())


@pytest.mark.parametrize(
    ("opening", "said", "sight"),
    [
        ("巴黎三日游", "想去巴黎歌剧院", "paris/palais-garnier"), ("东京三日游", "想去涩谷", "tokyo/shibuya-crossing"),
        ("重庆三日游", "想走山城步道", "chongqing/shancheng-alley"),
        ("三亚三日游", "想去天涯海角", "sanya/tianya-haijiao"),
        ("3 days in Shanghai", "we want to go up Shanghai Tower", "shanghai/shanghai-tower"),
        ("3 days in Barcelona", "we want to see Barceloneta", "barcelona/barceloneta-beach"),
    ],
)  # fmt: skip
def test_a_city_in_what_a_sight_is_called_there_is_part_of_its_name(opening: str, said: str, sight: str) -> None:
    found = understood(opening, said).entities
    assert (found.cities, found.must_see) == ((sight.partition("/")[0],), (sight,))


@pytest.mark.parametrize(
    ("said", "more", "days"),
    [
        ("A week in Bangkok and Chiang Mai", "Can we finish at a beach instead, say two nights in Phuket?", 9),
        ("A week in Bangkok and Chiang Mai", "end the trip with three days on a beach in Phuket", 10),
        ("曼谷清迈七天", "最后想去海边，普吉岛住两晚", 9),
        ("曼谷清迈七天", "能不能最后在海边收尾，比如去普吉岛住两晚？", 9),
    ],
)
def test_another_end_of_the_trip_is_added_to_its_cities(said: str, more: str, days: int) -> None:
    after = understood(said, more)
    assert after.entities.cities == ("bangkok", "chiang-mai", "phuket")
    assert (after.intent, after.entities.days) == ("travel_planning", days)


@pytest.mark.parametrize(
    "said", ["We'd like a day at an elephant sanctuary", "You'd better add a cooking class", "He'd love a calm day"]
)
def test_somebody_who_wishes_is_no_place(said: str) -> None:
    assert understood("A week in Chiang Mai", said).unknown_places == ()

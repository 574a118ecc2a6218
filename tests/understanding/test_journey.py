"""How and when one gets there and home, as people say it."""

from datetime import date

import pytest

from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Journey

SUNDAY = date(2026, 11, 22)


def journey(*turns: str) -> Journey:
    return understand_turns(turns, SUNDAY).journey


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("下周五从成都坐高铁去西安", "train"), ("A long weekend in Edinburgh by train from Leeds", "train"),
        ("不坐飞机，从北京去上海玩三天", "train"), ("we hate flying: London to Edinburgh, four days", "train"),
        ("自驾去大理玩五天", "car"), ("Drive from New York to Chicago for five days", "car"),
        ("坐大巴去杭州玩两天", "bus"), ("by bus from Oxford to London, three days", "bus"),
        ("从武汉飞去三亚玩四天", "flight"), ("fly to Rome for four days from London", "flight"),
        ("苏州两天，高铁往返，从上海出发", "train"),
    ],
)  # fmt: skip
def test_the_way_that_was_said(said: str, way: str) -> None:
    assert (journey(said).way, journey(said).way_back) == (way, None)


@pytest.mark.parametrize(
    "said",
    [
        "去西安玩三天", "从成都到西安坐高铁多久？", "高铁两小时以内的地方", "坐高铁还是飞机去西安？",
        "火车博物馆怎么样", "how long is the train from London to Edinburgh", "within 3 hours by train of London",
        "three days in Rome, we don't want to drive",
    ],
)  # fmt: skip
def test_a_question_or_a_distance_wishes_for_no_way(said: str) -> None:
    assert journey(said).way is None


@pytest.mark.parametrize(
    "said",
    ["去成都三天，坐飞机去高铁回，从武汉出发", "fly to Rome from London for two days and take the train back"],
)
def test_there_and_back_in_different_ways(said: str) -> None:
    assert (journey(said).way, journey(said).way_back) == ("flight", "train")


@pytest.mark.parametrize(
    ("said", "arrives", "leaves"),
    [
        ("我周五中午12点到西安，周日晚上8点的飞机回", 12 * 60, 20 * 60),
        ("三亚四天，周五下午2点半落地，周一晚上9点起飞", 14 * 60 + 30, 21 * 60),
        ("周五晚上到杭州，周日下午走", 20 * 60, 15 * 60),
        ("带爸妈去桂林四天，第一天中午到，最后一天傍晚走", 12 * 60, 18 * 60),
        ("three days in Rome, we land at 3 pm on Friday", 15 * 60, None),
        ("three days in Rome, we arrive at 10", 10 * 60, None),
        ("we get in around 2, Rome for 3 days", 14 * 60, None),
        ("3 days in Rome, back home at 8 in the morning on the last day", None, 8 * 60),
        ("a weekend in Dublin, fly from Leeds Friday evening, back Monday teatime", None, 17 * 60),
        ("3 days in Rome, our train leaves at 5", None, 17 * 60),
        ("Rome for 4 days, our flight home is at 8 pm on the last day", None, 20 * 60),
        ("We arrive at 10:30 and leave at 17:45 on the last day, 2 days in Vienna", 10 * 60 + 30, 17 * 60 + 45),
        ("Arriving in Lisbon Friday evening, leaving Sunday afternoon", 20 * 60, 15 * 60),
        ("三日游成都，周日下午5点的高铁回武汉", None, 17 * 60),
        ("下周三到北京出差，周六想留一天逛逛，住国贸，晚上八点的飞机", None, 20 * 60),
        ("每天晚上8点前回酒店，西安三天", None, None),
        ("周五早上8点的飞机从北京去三亚，玩四天", None, None),
        ("dinner at 8 pm, three days in Rome", None, None),
    ],
)
def test_when_one_arrives_and_leaves(said: str, arrives: int | None, leaves: int | None) -> None:
    assert (journey(said).arrives, journey(said).leaves) == (arrives, leaves)


@pytest.mark.parametrize(
    ("turns", "arrives"),
    [
        (("规划成都三日游", "熊猫基地早点去，8点到"), None), (("规划成都三日游", "想看大熊猫，8点到"), None),
        (("three days in Chengdu", "the panda base early, get there by 8am"), None),
        (("规划成都三日游", "想去熊猫基地，第一天8点到"), 8 * 60),
        (("three days in Chengdu with the panda base, we arrive at 8 am",), 8 * 60),
    ],
)  # fmt: skip
def test_who_is_at_a_sight_at_an_hour_does_not_arrive_in_the_city_then(
    turns: tuple[str, ...], arrives: int | None
) -> None:
    assert journey(*turns).arrives == arrives


@pytest.mark.parametrize(
    "turns",
    [
        ("去西安玩三天", "最后一天晚上8点的飞机"), ("three days in Rome", "our flight home is at 8 pm on the last day"),
        ("去西安玩三天", "晚上8点的飞机"), ("three days in Rome", "we have a flight at 8 pm"),
    ],
)  # fmt: skip
def test_a_flight_that_is_told_later_is_the_one_home(turns: tuple[str, str]) -> None:
    assert (journey(*turns).way_back, journey(*turns).leaves) == ("flight", 20 * 60)


@pytest.mark.parametrize(
    "said",
    [
        "我周五中午12点到西安，周日晚上8点的飞机回", "周五晚上到杭州，周日下午走",
        "Arriving in Lisbon Friday evening, leaving Sunday afternoon",
        "landing at 3pm on Friday in Rome, flying home at 8 pm on Sunday",
    ],
)  # fmt: skip
def test_the_days_of_coming_and_going_are_the_trips_ends(said: str) -> None:
    found = understand_turns([said], SUNDAY).entities
    assert (found.start_date, found.end_date, found.days) == (date(2026, 11, 27), date(2026, 11, 29), 3)


def test_the_day_of_a_flight_home_moves_the_end_and_not_the_beginning() -> None:
    for last in ("周日下午4点的高铁", "周日晚上8点飞机回"):
        found = understand_turns(["从成都去西安，周五到周日", last], SUNDAY).entities
        assert (found.start_date, found.days) == (date(2026, 11, 27), 3)
    longer = understand_turns(["三天罗马，12月4号出发", "12月7号下午3点的飞机回"], SUNDAY).entities
    assert (longer.start_date, longer.days) == (date(2026, 12, 4), 4)


def test_a_home_behind_a_ride_back_is_no_place_to_visit() -> None:
    found = understand_turns(["三日游成都，周日下午5点的高铁回武汉"], SUNDAY).entities
    assert (found.cities, found.origin) == (("chengdu",), "wuhan")


@pytest.mark.parametrize(
    "turns",
    [
        ("成都三日游，周日晚上8点的飞机回",), ("成都三日游", "周日晚上8点的飞机回"), ("去成都玩，周日下午5点的高铁回",),
        ("Three days in Rome, our train leaves at 6 pm on Sunday",), ("Our train leaves at 6 pm on Sunday. Plan Rome",),
        ("Three days in Rome", "our flight leaves at 6 pm on Sunday"), ("Rome 3 days, back home on Nov 29",),
    ],
)  # fmt: skip
def test_a_trip_of_which_only_the_last_day_is_said_ends_on_it(turns: tuple[str, ...]) -> None:
    found = understand_turns(turns, SUNDAY).entities
    assert (found.start_date, found.end_date) == (date(2026, 11, 27), date(2026, 11, 29))


def test_a_mere_weekday_to_end_on_leaves_time_to_set_out() -> None:
    longer = understand_turns(["成都三日游，周日晚上8点的飞机回", "再加四天"], SUNDAY).entities
    assert (longer.start_date, longer.end_date, longer.days) == (date(2026, 11, 30), date(2026, 12, 6), 7)


@pytest.mark.parametrize("said", ["3 days in Rome, leaving on Sunday", "our flight to Rome leaves on Sunday, 3 days"])
def test_a_ride_out_of_home_begins_the_trip(said: str) -> None:
    assert understand_turns([said], SUNDAY).entities.start_date == date(2026, 11, 29)


def test_an_aeroplane_is_no_place_to_fly_to() -> None:
    assert understand_turns(["成都三日游", "周日晚上8点的飞机回"], SUNDAY).unknown_places == ()


@pytest.mark.parametrize(
    "said",
    [
        "plan a trip to London by train from Leeds", "plan London by train from Leeds",
        "can you plan a trip to London by train from Leeds", "规划一下从利兹坐火车去伦敦",
    ],
)  # fmt: skip
def test_an_order_to_plan_is_no_question_for_the_way(said: str) -> None:
    found = understand_turns([said], SUNDAY)
    leeds = understand_turns(["three days in Leeds"], SUNDAY).entities.cities
    assert (found.intent, found.entities.cities, found.journey.way) == ("travel_planning", ("london",), "train")
    assert (found.entities.origin,) == leeds


@pytest.mark.parametrize(
    ("said", "city"),
    [
        ("from Leeds to Edinburgh by train", "edinburgh"), ("from Leeds to London, taking the train", "london"),
        ("从利兹坐火车去爱丁堡", "edinburgh"), ("从利兹飞伦敦", "london"),
    ],
)  # fmt: skip
def test_a_way_that_is_told_with_both_its_ends_is_a_trip(said: str, city: str) -> None:
    found = understand_turns([said], SUNDAY)
    (leeds,) = understand_turns(["three days in Leeds"], SUNDAY).entities.cities
    assert (found.intent, found.entities.cities, found.entities.origin) == ("travel_planning", (city,), leeds)
    assert found.journey.way in ("train", "flight")


@pytest.mark.parametrize(
    "said",
    [
        "how do I get to London by train from Leeds", "plan the train from Leeds to London",
        "从利兹坐火车去伦敦要多久", "从利兹到伦敦的火车票",
    ],
)  # fmt: skip
def test_a_question_for_the_way_stays_one(said: str) -> None:
    assert understand_turns([said], SUNDAY).intent == "transportation"


@pytest.mark.parametrize(
    ("said", "first", "days"),
    [
        ("Weekend in Amsterdam, we arrive Friday 7pm by train and leave Sunday 5pm", date(2026, 11, 27), 3),
        ("a weekend in Rome, flying in on Friday night", date(2026, 11, 27), 3),
        ("周末去苏州玩，周五晚上8点到，周日下午5点走", date(2026, 11, 27), 3),
        ("a weekend in Rome from Saturday", date(2026, 11, 28), 2),
        ("Dublin bank holiday weekend, fly from Leeds Friday evening, back Monday teatime", date(2026, 11, 27), 4),
        ("Rome: leaving London Friday evening and coming home Monday teatime", date(2026, 11, 27), 4),
        ("都柏林周末，周五晚上从利兹飞，周一傍晚回", date(2026, 11, 27), 4),
    ],
)
def test_a_weekend_that_begins_on_friday_has_three_days(said: str, first: date, days: int) -> None:
    entities = understand_turns([said], SUNDAY).entities
    assert (entities.start_date, entities.days) == (first, days)


@pytest.mark.parametrize(
    ("said", "sets_out"),
    [
        ("去成都看熊猫，周五晚上从北京飞，周日晚上回", 20 * 60),
        ("a weekend in Rome, leaving London on Friday at 6 pm", 18 * 60),
        ("周六早上8点从北京出发去天津玩两天", 8 * 60),
    ],
)
def test_when_one_sets_out_from_home(said: str, sets_out: int | None) -> None:
    assert journey(said).sets_out == sets_out


@pytest.mark.parametrize(
    ("said", "lands"),
    [
        ("self-drive, 3 days in Rome, landing at 7am", True), ("Tokyo 5 days, landing Narita 7am", True),
        ("自驾大理三天，早上9点降落", True), ("自驾大理三天，早上9点到", False),
        ("road trip to Rome, 3 days, we arrive at 7 pm", False),
    ],
)  # fmt: skip
def test_who_lands_has_come_by_plane_whichever_way_the_trip_goes_on(said: str, lands: bool) -> None:
    assert (journey(said).comes_by == "flight") == lands


@pytest.mark.parametrize(
    ("turns", "leaves"),
    [
        (("去巴黎三天", "晚上的飞机，最后一天八点"), 20 * 60),
        (("去巴黎三天", "下午的高铁，最后一天四点半"), 16 * 60 + 30),
        (("去巴黎三天", "晚上的飞机，最后一天早上八点才退房"), 8 * 60),
        (("3 days in Paris", "an evening flight, at 9:30 on the last day"), 21 * 60 + 30),
        (("3 days in Paris", "an evening flight, no, 9:30 am on the last day"), 9 * 60 + 30),
    ],
)  # fmt: skip
def test_an_hour_behind_an_evening_ride_is_one_of_the_evening(turns: tuple[str, ...], leaves: int) -> None:
    assert journey(*turns).leaves == leaves


@pytest.mark.parametrize(
    ("said", "comes_by"),
    [
        ("Lisbon, we arrive Friday at 10pm and fly back on Sunday at 6pm", "flight"),
        ("里斯本，周五晚上十点到，周日下午六点飞回去", "flight"),
        ("Lyon by train, we arrive Friday at 10pm and fly back on Sunday at 6pm", "train"),
        ("坐高铁去成都，周五晚上十点到，周日下午六点飞回去", "train"),
    ],
)
def test_who_flies_home_came_by_plane_unless_it_is_said_otherwise(said: str, comes_by: str) -> None:
    assert journey(said).comes_by == comes_by


@pytest.mark.parametrize(
    ("turns", "arrives", "airport"),
    [
        (("3 days in London from 10 May", "we land at Gatwick at 7am"), 7 * 60, "Gatwick"),
        (("5月10日去伦敦玩三天", "我们早上7点到盖特威克"), 7 * 60, "盖特威克"),
        (("3 days in London", "our flight gets in to Stansted at 10:30"), 10 * 60 + 30, "Stansted"),
        (("伦敦三天，早上七点落地希思罗机场",), 7 * 60, "希思罗机场"),
        (("3 days in London", "we fly home from Gatwick at 6pm"), None, None),
        (("伦敦三天", "我们早上十点到"), 10 * 60, None),
    ],
)
def test_an_hour_of_arriving_beside_an_airport_is_that_of_landing_there(
    turns: tuple[str, ...], arrives: int | None, airport: str | None
) -> None:
    found = journey(*turns)
    assert (found.arrives, found.lands_at, found.lands) == (arrives, airport, airport is not None)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("Singapore, we land at Changi at 4pm on Thursday and must be back there by 4pm Sunday", 4),
        ("3 days in Paris, we land at Charles de Gaulle at 9am and fly home from Orly at 8pm", 3),
        ("周五中午到浦东机场，周日晚上八点从虹桥机场飞回去，上海三天", 3),
    ],
)
def test_an_airport_of_the_city_is_where_one_arrives_and_leaves(said: str, days: int) -> None:
    understood = understand_turns((said,), SUNDAY)
    assert None not in (understood.journey.arrives, understood.journey.leaves)
    assert (understood.entities.days, understood.entities.origin) == (days, None)


@pytest.mark.parametrize(
    ("said", "leaves"),
    [
        ("周六在东京空一天，晚上9点的飞机", 21 * 60),
        ("在慕尼黑玩一天，晚上8点50的飞机", 20 * 60 + 50),
        ("1 day in Munich, 8:50 pm flight", 20 * 60 + 50),
        ("在慕尼黑玩一天，早上8点的飞机", None),
        ("1 day in Munich, 8 am flight", None),
        ("在慕尼黑玩三天，晚上8点50的飞机", None),
        ("three days in Munich, 8:50 pm flight", None),
    ],
)
def test_a_late_ride_of_a_single_day_is_the_one_home(said: str, leaves: int | None) -> None:
    assert journey(said).leaves == leaves


@pytest.mark.parametrize(
    ("turns", "city", "leaves"),
    [
        (("4 days in Singapore, Changi at 4 pm",), "singapore", 960),
        (("three days in Singapore", "Changi at 4 pm"), "singapore", 960),
        (("三天新加坡", "樟宜下午四点"), "singapore", 960),
        (("weekend trip, our flight home leaves Changi at 4 pm on Sunday",), "singapore", 960),
        (("玩三天，最后一天下午四点从樟宜机场回家",), "singapore", 960),
        (("3 days in Tokyo", "our flight leaves Narita at 11am on the last day"), "tokyo", 660),
    ],
)
def test_an_airport_with_an_hour_is_where_one_leaves(turns: tuple[str, ...], city: str, leaves: int) -> None:
    read = understand_turns(turns, SUNDAY)
    assert (read.entities.cities, read.entities.must_see, read.entities.origin) == ((city,), (), None)
    assert read.journey.leaves == leaves


@pytest.mark.parametrize(
    ("turns", "origin", "sets_out"),
    [
        (("a weekend in Paris from Heathrow",), "london", None),
        (("3 days in Rome, Gatwick at 7am",), "london", 420),
        (("周末去巴黎，早上7点希思罗机场起飞",), "london", 420),
    ],
)
def test_an_airport_elsewhere_is_where_one_comes_from(
    turns: tuple[str, ...], origin: str, sets_out: int | None
) -> None:
    read = understand_turns(turns, SUNDAY)
    assert (read.entities.origin, read.journey.sets_out, read.journey.leaves) == (origin, sets_out, None)
    assert origin not in read.entities.cities

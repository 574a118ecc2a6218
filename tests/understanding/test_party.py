"""Who goes along, as people say it."""

from datetime import date

import pytest

from tests.assistant.asking import TODAY
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Travellers


def party(*turns: str) -> Travellers | None:
    return understand_turns(turns, date(2026, 11, 22)).entities.travellers


@pytest.mark.parametrize(
    "said",
    [
        "Tokyo 5 days, anime mad teenager", "two days in Rome, one of us a moody teen", "带个初中生去东京3天",
        "东京五天，带一个迷动漫的中学生",
    ],
)  # fmt: skip
def test_a_teenager_is_a_child_of_the_party(said: str) -> None:
    found = party(said)
    assert found is not None
    assert found.children == 1


@pytest.mark.parametrize(
    ("said", "travellers"),
    [
        ("two pensioners, three days in Bath", Travellers(seniors=2)), ("两个老人去西安3天", Travellers(seniors=2)),
        ("we are two pensioners, 3 days in Bath", Travellers(seniors=2)),
        ("mum and dad's trip to Rome, 3 days, they are 70", Travellers(seniors=2)),
        ("plan a trip for my parents, 3 days in Rome", Travellers(seniors=2)),
        ("爸妈的西安之旅，3天，他们70岁", Travellers(seniors=2)),
        ("带两个老人去西安3天", Travellers(adults=1, seniors=2)),
        ("taking two pensioners to Bath for 3 days", Travellers(adults=1, seniors=2)),
        ("3 days in Rome with mum and dad", Travellers(adults=1, seniors=2)),
        ("带孩子去北京玩三天，孩子4岁和7岁，两个大人", Travellers(adults=2, children=2)),
        ("北京三天，两大，孩子4岁和7岁", Travellers(adults=2, children=2)),
        ("three days in Beijing with the kids, 4 and 7, two adults", Travellers(adults=2, children=2)),
        ("me hubby and twins aged 4, 3 days in Rome", Travellers(adults=2, children=2)),
        ("我和老公带4岁双胞胎，西安3天", Travellers(adults=2, children=2)),
        ("去西安玩五天，带5岁和9岁的孩子", Travellers(adults=1, children=2)),
    ],
)  # fmt: skip
def test_the_speaker_is_counted_where_they_go_along(said: str, travellers: Travellers) -> None:
    assert party(said) == travellers


@pytest.mark.parametrize(
    ("said", "adults"),
    [
        ("3 days in New York, we are 4 college friends with a budget of $1200 total", 4),
        ("we're four old school friends, 3 days in Rome", 4), ("3 days in Rome, group of 4 university mates", 4),
        ("3 days in Rome with 4 college friends", 5), ("我们是4个大学同学，去纽约三天", 4),
        ("我们四个老同学去成都三天", 4), ("和三个高中同学去重庆3天", 4),
    ],
)  # fmt: skip
def test_friends_are_counted_whatever_kind_of_friends_they_are(said: str, adults: int) -> None:
    assert party(said) == Travellers(adults=adults)


@pytest.mark.parametrize(
    ("said", "group"),
    [
        ("weekend in Dublin with the lads", True), ("stag do in Prague, 3 days", True),
        ("和兄弟们去都柏林过周末", True),
        ("和朋友们去重庆3天", True), ("four lads, a weekend in Dublin", False), ("和三个朋友去重庆3天", False),
        ("3 days in Rome", False),
    ],
)  # fmt: skip
def test_a_group_without_a_number_is_more_than_one(said: str, group: bool) -> None:
    assert understand_turns([said], TODAY).group == group


@pytest.mark.parametrize(
    ("turns", "group"),
    [
        (("we want 3 days in Rome",), True), (("我们想去罗马玩三天",), True),
        (("plan us a weekend in Rome",), True), (("a weekend in Rome for us",), True),
        (("给我们规划个罗马周末游",), True), (("plan me a weekend in Rome",), False),
        (("I want 3 days in Rome",), False), (("shall we plan 3 days in Rome?",), False),
        (("3 days in Rome", "we start at 10 each day"), False), (("罗马三日游", "我们每天十点出发"), False),
        (("we are four, 3 days in Rome",), False), (("我们三个人去罗马玩三天",), False),
    ],
)  # fmt: skip
def test_who_says_we_of_a_trip_that_is_wished_for_is_more_than_one(turns: tuple[str, ...], group: bool) -> None:
    assert understand_turns(turns, TODAY).group is group


@pytest.mark.parametrize(
    ("said", "travellers"),
    [
        ("我和爸妈还有妹妹四个人去苏州两天", Travellers(adults=2, seniors=2)),
        ("春节带父母去哈尔滨，五个人，四天三晚", Travellers(adults=3, seniors=2)),
        ("me, my parents and my sister, four of us, 2 days in Suzhou", Travellers(adults=2, seniors=2)),
        ("3 days in Rome with my parents, five people", Travellers(adults=3, seniors=2)),
        ("the two of us with my parents, 3 days in Rome", Travellers(adults=2, seniors=2)),
        ("带爸妈去罗马三天，还有我们两个人", Travellers(adults=2, seniors=2)),
        ("带孩子去罗马三天，两个大人", Travellers(adults=2, children=1)),
        ("国庆带父母去西安玩四天，三个大人，从上海坐高铁去", Travellers(adults=1, seniors=2)),
        ("带父母和孩子去西安玩四天，四个大人", Travellers(adults=2, children=1, seniors=2)),
        ("4 days in Rome with my parents, three adults", Travellers(adults=1, seniors=2)),
        ("4 days in Rome, three adults, my parents and me", Travellers(adults=1, seniors=2)),
        ("三个大人，我和爸妈，去罗马玩四天", Travellers(adults=1, seniors=2)),
        ("4 days in Rome for three adults with my parents", Travellers(adults=3, seniors=2)),
        ("三个大人带父母去罗马玩四天", Travellers(adults=3, seniors=2)),
    ],
)  # fmt: skip
def test_a_total_behind_the_family_has_the_family_in_it(said: str, travellers: Travellers) -> None:
    assert party(said) == travellers


@pytest.mark.parametrize(
    ("turns", "travellers"),
    [
        (("带父母去桂林玩三天", "和老婆去长沙玩两天"), Travellers(adults=2)),
        (("3 days in Rome with my parents", "2 days in Paris with my wife"), Travellers(adults=2)),
        (("3 days in Rome with my parents", "2 days in Paris"), Travellers(adults=1, seniors=2)),
        (("带父母去桂林玩三天", "再带上孩子"), Travellers(adults=1, children=1, seniors=2)),
    ],
)  # fmt: skip
def test_the_party_of_a_new_trip_takes_the_place_of_the_former_one(
    turns: tuple[str, ...], travellers: Travellers
) -> None:
    assert party(*turns) == travellers


@pytest.mark.parametrize(
    ("said", "travellers"),
    [
        ("六个月宝宝能去三亚吗，我们一家三口，五天", Travellers(adults=2, children=1)),
        ("六个月大的宝宝和我们夫妻去三亚五天", Travellers(adults=2, children=1)),
        ("带八个月的孩子去三亚五天", Travellers(adults=1, children=1)),
        ("我们夫妻带宝宝去三亚五天，宝宝才六个月", Travellers(adults=2, children=1)),
        ("5 days in Sanya with our 6 month old baby", Travellers(adults=1, children=1)),
        ("5 days in Sanya as a couple with our baby of six months", Travellers(adults=2, children=1)),
        ("5 days in Sanya with our son, aged 8 months", Travellers(adults=1, children=1)),
    ],
)  # fmt: skip
def test_a_baby_of_some_months_is_a_child_and_no_length(said: str, travellers: Travellers) -> None:
    assert party(said) == travellers
    assert understand_turns([said], TODAY).entities.days == 5


@pytest.mark.parametrize(
    ("first", "later", "travellers"),
    [
        ("Reykjavik with a 2 yr old and a 6 year old", "is that too cold for a toddler?", Travellers(1, 2)),
        ("3 days in Edinburgh for 2 adults and 2 kids", "would a kid like the castle?", Travellers(2, 2)),
        ("北京三天，两大两小", "小孩会喜欢故宫吗", Travellers(2, 2)),
        ("We're two pensioners, 4 days in Lisbon", "my husband can't walk far", Travellers(seniors=2)),
        ("3 days in Rome for two", "with a baby", Travellers(2, 1)),
        ("3 days in Rome with 2 kids", "only one kid", Travellers(1, 1)),
    ],
)
def test_who_is_spoken_of_may_be_one_of_the_party(first: str, later: str, travellers: Travellers) -> None:
    assert party(first, later) == travellers


@pytest.mark.parametrize(
    ("turns", "travellers"),
    [
        (("4 days in Reykjavik for three", "the child is two"), Travellers(adults=2, children=1)),
        (("雷克雅未克四日游，三个人", "孩子两岁"), Travellers(adults=2, children=1)),
        (("4 days in Reykjavik for two", "the child is two"), Travellers(adults=2, children=1)),
    ],
)
def test_a_child_named_later_is_one_of_the_many_who_were_counted(
    turns: tuple[str, ...], travellers: Travellers
) -> None:
    assert party(*turns) == travellers


@pytest.mark.parametrize(
    ("turns", "travellers"),
    [
        (("国庆一家五口去西安玩一个星期，带着爷爷奶奶和一个6岁的孩子",), Travellers(2, 1, 2)),
        (("a week in Rome for our family of five with my parents and our 6 year old",), Travellers(2, 1, 2)),
        (("一家六口去北京三天，爷爷奶奶带两个孩子一起",), Travellers(2, 2, 2)),
        (("family of six: us, our two kids and my in-laws, 5 days in Lisbon",), Travellers(2, 2, 2)),
        (("family of four with a toddler, 3 days in Rome",), Travellers(2, 2)),
        (("一家三口带爷爷奶奶去北京三天",), Travellers(2, 1, 2)),
        (("一家五口带着爷爷奶奶和一个6岁的孩子去西安玩三天", "爷爷腿脚不好，少走点路"), Travellers(2, 1, 2)),
        (("3 days in Rome, family of five with my parents and our 6 year old", "grandad has a bad knee"),
         Travellers(2, 1, 2)),
        (("四个人去北京三天", "爷爷腿脚不好，少走点路"), Travellers(adults=3, seniors=1)),
        (("four of us, 3 days in Rome", "my dad can't walk far"), Travellers(adults=3, seniors=1)),
    ],
)  # fmt: skip
def test_the_named_members_of_a_counted_family_are_among_it(turns: tuple[str, ...], travellers: Travellers) -> None:
    assert party(*turns) == travellers


@pytest.mark.parametrize(
    ("first", "later", "travellers"),
    [
        (
            "4 days in Lisbon, family with two kids aged 4 and 7",
            "we are two adults of course, and the little one needs a nap",
            Travellers(2, 2),
        ),
        ("3 days in Prague with two kids", "we are two adults", Travellers(2, 2)),
        ("3 days in Prague with two kids", "just two adults, no kids", Travellers(2)),
        ("带两个孩子去北京三天", "我们是两个大人，小的要午睡", Travellers(2, 2)),
        ("带两个孩子去北京三天", "就两个大人去，不带孩子了", Travellers(2)),
    ],
)
def test_children_stay_where_the_adults_or_one_of_them_are_spoken_of(
    first: str, later: str, travellers: Travellers
) -> None:
    assert party(first, later) == travellers


@pytest.mark.parametrize("said", ["3 days in Rome, family with two kids", "全家带两个孩子去罗马玩三天"])
def test_a_family_with_children_has_two_adults_unless_it_is_said_otherwise(said: str) -> None:
    assert party(said) == Travellers(2, 2)

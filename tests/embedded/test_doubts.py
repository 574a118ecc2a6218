"""A reading that would take days or cities from a plan that stands is asked about, with choices that are certain."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.trip_view import NO_TRIP, PlanAtHand, PlannedDay, TripView
from travelagent.briefs.acts import EditPlan, NotRead, Undo
from travelagent.briefs.values import Dates, Party, Stay, TripBrief
from travelagent.planning.edits.days import AddDays

TODAY, FIRST = date(2026, 11, 23), date(2027, 4, 5)


def trip(*stays: Stay) -> TripView:
    """A trip through these cities, planned."""
    cities = [stay.place for stay in stays for _ in range(stay.days or 1)]
    days = tuple(PlannedDay(n, FIRST + timedelta(days=n - 1), city, ()) for n, city in enumerate(cities, 1))
    brief = TripBrief(stays=stays, dates=Dates(FIRST, days=len(days)), party=Party(2))
    return replace(NO_TRIP, brief=brief, plan=PlanAtHand(tuple(dict.fromkeys(cities)), days, "a1"))


def divided_by_the_planner(*stays: Stay) -> TripView:
    """A planned trip of whose cities no days were stated."""
    view = trip(*stays)
    return replace(view, brief=replace(view.brief, stays=tuple(Stay(stay.place) for stay in stays)))


ITALY = trip(Stay("rome", 4), Stay("florence", 2))
YUNNAN = trip(Stay("lijiang", 5), Stay("dali", 5), Stay("xishuangbanna", 5))
ISLANDS = divided_by_the_planner(Stay("male", 3), Stay("bali", 4))


def read(message: str, of: TripView = ITALY) -> Understood:
    return understand(message, of, TODAY)


@pytest.mark.parametrize(
    ("message", "choice"),
    [
        ("make it 5 days", "Rome 3 days, Florence 2 days"),
        ("改成8天", "罗马6天，佛罗伦萨2天"),
    ],
)
def test_what_takes_days_unasked_is_a_choice_that_is_certain(message: str, choice: str) -> None:
    found = read(message)
    assert found.doubt is not None
    assert found.brief == ITALY.brief
    assert choice in found.doubt.choices
    assert choice in found.as_wire()["choices"]
    chosen = read(choice)
    assert chosen.doubt is None
    assert sum(stay.days or 0 for stay in chosen.brief.stays) == chosen.brief.days


@pytest.mark.parametrize(
    ("message", "of", "question", "choice"),
    [
        ("那就巴厘岛", ISLANDS, "only", "巴厘岛7天"),
        ("就西双版纳了，那别去野象谷", YUNNAN, "cities", "西双版纳5天"),
        ("Take a day from Rome and give it to Florence", ITALY, "whose_more", "Rome 3 days, Florence 3 days"),
        ("Florence 3 days", ITALY, "cities", "Rome 4 days, Florence 3 days"),
        ("下午想去泸沽湖行吗", divided_by_the_planner(Stay("lijiang", 4)), "added", "丽江3天，泸沽湖1天"),
        ("梵净山加进来呢", divided_by_the_planner(Stay("libo", 6)), "added", "荔波5天，铜仁1天"),
    ],
)
def test_what_a_message_leaves_open_is_asked(message: str, of: TripView, question: str, choice: str) -> None:
    found = read(message, of)
    assert found.doubt is not None
    assert (found.doubt.question, found.brief.stays, found.brief.dates) == (question, of.brief.stays, of.brief.dates)
    assert choice in found.doubt.choices
    assert read(choice, of).doubt is None


def test_a_wish_beside_a_question_is_done() -> None:
    found = read("那就巴厘岛，安排一下，从广州飞", ISLANDS)
    assert found.doubt is not None
    assert (found.brief.origin, found.brief.places) == ("guangzhou", ("male", "bali"))


def test_a_city_for_another_takes_its_place() -> None:
    shanxi = divided_by_the_planner(Stay("pingyao", 1), Stay("wutaishan", 2), Stay("taiyuan", 1))
    found = read("五台山不去了换大同", shanxi)
    assert (found.doubt, found.brief.days) == (None, 4)
    assert found.brief.stays == (Stay("pingyao"), Stay("datong", 2), Stay("taiyuan"))


@pytest.mark.parametrize(
    "message", ["Add one more night in Acadia and one fewer in Rome", "娃发烧了第三天取消，挪到第四天"]
)
def test_no_day_is_taken_where_it_is_not_understood_what_takes_its_place(message: str) -> None:
    found = read(message)
    assert not any(isinstance(act, EditPlan) for act in found.acts)
    assert any(isinstance(act, NotRead) for act in found.acts)
    assert (found.brief.stays, found.brief.dates) == (ITALY.brief.stays, ITALY.brief.dates)


@pytest.mark.parametrize(
    ("message", "places", "days"),
    [
        ("drop Florence", ("rome",), 4),
        ("去掉佛罗伦萨", ("rome",), 4),
        ("Add Venice for two days", ("rome", "florence", "venice"), 8),
        ("Rome 3 days, Florence 2 days", ("rome", "florence"), 5),
        ("Plan 3 days in Tokyo instead", ("tokyo",), 3),
        ("规划北京三日游", ("beijing",), 3),
    ],
)
def test_what_a_message_states_is_done(message: str, places: tuple[str, ...], days: int) -> None:
    found = read(message)
    assert (found.doubt, found.brief.places, found.brief.days) == (None, places, days)


@pytest.mark.parametrize(
    "message",
    [
        "罗马少住一天，佛罗伦萨多住一天",
        "在佛罗伦萨多住一晚，罗马少一晚",
        "罗马少一天，给佛罗伦萨",
    ],
)
def test_days_that_go_from_one_city_to_another_are_moved(message: str) -> None:
    found = read(message)
    assert found.doubt is None
    edits = [edit for act in found.acts if isinstance(act, EditPlan) for edit in act.edits]
    assert sorted(edits, key=str) == [AddDays(-1, "rome"), AddDays(1, "florence")]
    assert found.brief == ITALY.brief


def test_a_trip_of_one_city_has_its_length_changed() -> None:
    found = read("make it 3 days", trip(Stay("rome", 4)))
    assert (found.doubt, found.brief.days) == (None, 3)


def test_a_night_that_is_moved_by_name_is_moved() -> None:
    found = read("Move one night from Rome to Florence")
    assert (found.doubt, [act.edits for act in found.acts if isinstance(act, EditPlan)]) == (
        None,
        [(AddDays(-1, "rome"), AddDays(1, "florence"))],
    )


def test_nights_that_are_as_many_as_the_days_are_days() -> None:
    found = understand("Plan 6 days in Italy: 4 nights Rome, 2 nights Florence", NO_TRIP, TODAY)
    assert found.brief.stays == (Stay("rome", 4), Stay("florence", 2))
    assert found.brief.days == 6


def test_a_city_that_is_not_surely_the_home_is_asked_about() -> None:
    found = read("i'm in barcelona", trip(Stay("madrid", 4)))
    assert found.doubt is not None
    assert (found.doubt.question, found.doubt.cities, found.brief.origin) == ("home", ("barcelona",), "")
    assert found.doubt.choices == ("Barcelona 4 days", "We start from Barcelona")


def test_a_diet_that_is_withdrawn_is_understood() -> None:
    vegan = trip(Stay("amsterdam", 3))
    found = read("and we're not vegan any more lol", replace(vegan, brief=replace(vegan.brief, diet=("vegan",))))
    assert found.brief.diet == ()
    assert not any(isinstance(act, NotRead) for act in found.acts)


def test_back_and_forth_again_in_one_message_is_one_step() -> None:
    assert [act for act in read("那不加了，恢复刚才的").acts if isinstance(act, Undo)] == [Undo()]


def test_redo_after_a_changed_need_makes_a_new_plan() -> None:
    seated = trip(Stay("barcelona", 3))
    message = "no wheelchair after all. Redo it"
    found = read(message, replace(seated, brief=replace(seated.brief, needs=("wheelchair",))))
    assert found.brief.needs == ()
    assert not any(isinstance(act, Undo) for act in found.acts)


def test_withdrawing_a_refusal_refuses_no_sight_beside_it() -> None:
    plain = trip(Stay("amsterdam", 3))
    message = "scratch the no museums thing, my girlfriend wants Van Gogh and the Rijksmuseum"
    found = read(message, replace(plain, brief=replace(plain.brief, avoid=("museum",))))
    assert found.brief.must_see == ("amsterdam/van-gogh-museum", "amsterdam/rijksmuseum")
    assert found.brief.avoid == ()


def test_a_question_moves_no_trip() -> None:
    evora = replace(NO_TRIP, brief=TripBrief(dates=Dates(date(2027, 5, 13), date(2027, 5, 16), 4)))
    found = read("which restaurants do you recomend for the birthday dinner on saturday?", evora)
    assert found.brief.dates == evora.brief.dates


def test_a_day_of_the_week_at_which_a_trip_ends_is_one_of_its_days() -> None:
    thursday = date(2026, 12, 10)
    begun = replace(NO_TRIP, brief=TripBrief(dates=Dates(thursday, date(2026, 12, 11), 2)))
    found = read("ok就宁波，周四早上走周日晚上回，先给个大概，别太详细", begun)
    assert found.brief.dates == Dates(thursday, date(2026, 12, 13), 4)

"""What a message wants of the saved trips."""

import pytest

from agent_core.messages import ToolCall
from travelagent.assistant.offline.answers.trips import trips_answer
from travelagent.assistant.offline.trips import changed_trip, new_trip, trip_wish
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.understanding import understand_turns

ROME, KYOTO, OSLO = (
    {"id": n, "title": f"3 days in {city}", "days": 3} for n, city in enumerate(("Rome", "Kyoto", "Oslo"))
)
SAVED = ("规划京都三日游", "保存这个行程")


def found(tool: str, value: object) -> Found:
    return Found(ToolCall(tool, tool, {}), value, None)


def after_saving(said: str, *trips: object) -> Turn:
    """The turn that says so after the Kyoto trip was saved, all saved trips being listed by now."""
    return Turn((*SAVED, said), (found("list_trips", {"trips": trips}),), (found("create_trip", KYOTO),))


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("把这个行程保存下来", "save"),
        ("收藏这条路线", "save"),
        ("Save this trip", "save"),
        ("Lovely, keep that one for me", "save"),
        ("我保存了哪些行程", "list"),
        ("看看我收藏的行程", "list"),
        ("Which trips have I saved?", "list"),
        ("Pull up everything I've bookmarked so far", "list"),
        ("我的行程", "list"),
        ("把我收藏的那条敦煌路线删了吧", "delete"),
        ("delete the saved Kyoto trip", "delete"),
        ("把成都行程改名为吃货之旅", "update"),
        ("Rename the Rome trip to “Roman holiday”", "update"),
        ("改个名字", "update"),
        ("给它换个名字叫吃货之旅", "update"),
        ("give it another name", "update"),
        ("删除它", "delete"),
        ("把它删了吧", "delete"),
    ],
)
def test_it_works(said: str, wish: str) -> None:
    assert trip_wish(Turn((said,), ())) == wish


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("我的行程", "list"), ("看看我的旅行计划", "list"), ("my trips", "list"), ("改个名字", "update"),
        ("换个名字吧", "update"), ("give it another name", "update"), ("删除它", "delete"), ("把它删了", "delete"),
        ("删掉这个行程", "delete"), ("delete it", "delete"),
    ],
)  # fmt: skip
def test_after_a_plan_was_saved_the_saved_trips_are_meant(said: str, wish: str) -> None:
    assert understand_turns((*SAVED, said)).intent == "trip_management"
    assert trip_wish(Turn((*SAVED, said), ())) == wish


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("call it Spring in Rome", "Spring in Rome"),
        ("Name it “Temples”", "Temples"),
        ("rename it to Cherry trees.", "Cherry trees"),
        ("叫它樱花之旅", "樱花之旅"),
        ("就叫樱花之旅吧", "樱花之旅"),
        ("这个行程叫做“樱花之旅”", "樱花之旅"),
    ],
)
def test_a_name_right_after_saving_is_the_saved_trips(said: str, title: str) -> None:
    assert understand_turns((*SAVED, said)).intent == "trip_management"
    assert trip_wish(Turn((*SAVED, said), ())) == "update"
    assert changed_trip("update", after_saving(said, ROME, KYOTO)) == {"id": KYOTO["id"], "title": title}


@pytest.mark.parametrize("said", ["叫车方便吗", "call a taxi to the castle"])
def test_what_is_called_otherwise_is_no_name(said: str) -> None:
    assert understand_turns((*SAVED, said)).intent != "trip_management"


@pytest.mark.parametrize("said", ["我的行程太满了", "把金阁寺删了", "换个名胜", "我的行程第二天改一下"])
def test_a_change_of_the_plan_is_none_of_the_saved_trips(said: str) -> None:
    assert understand_turns((*SAVED, said)).intent != "trip_management"


@pytest.mark.parametrize("said", ["删除它", "delete it"])
def test_it_is_the_trip_just_saved(said: str) -> None:
    assert changed_trip("delete", after_saving(said, ROME, KYOTO, OSLO)) == {"id": KYOTO["id"]}


def test_a_trip_that_is_named_goes_before_the_one_just_saved() -> None:
    assert changed_trip("delete", after_saving("delete it, the Oslo trip", ROME, KYOTO, OSLO)) == {"id": OSLO["id"]}


def test_without_one_just_saved_it_is_the_only_trip() -> None:
    listed = (found("list_trips", {"trips": [ROME]}),)
    assert changed_trip("delete", Turn(("delete it",), listed)) == {"id": ROME["id"]}
    assert changed_trip("delete", Turn(("delete it",), (found("list_trips", {"trips": [ROME, OSLO]}),))) is None


@pytest.mark.parametrize(
    ("said", "title"),
    [("给它改个名字叫吃货之旅", "吃货之旅"), ("改名为“吃货之旅”", "吃货之旅"), ("rename it to Old Japan", "Old Japan")],
)
def test_the_new_name_is_taken(said: str, title: str) -> None:
    assert changed_trip("update", after_saving(said, ROME, KYOTO)) == {"id": KYOTO["id"], "title": title}


@pytest.mark.parametrize("said", ["改个名字", "rename it"])
def test_a_new_name_that_was_not_said_is_asked_for(said: str) -> None:
    turn = after_saving(said, ROME, KYOTO)
    assert changed_trip("update", turn) is None
    answer = trips_answer(understand_turns(turn.said), turn, "update")
    assert KYOTO["title"] in answer
    assert ROME["title"] not in answer


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("save this trip as Hygge weekend", "Hygge weekend"),
        ("save this trip as 'Dad's Athens'", "Dad's Athens"),
        ("把行程保存为吃货之旅", "吃货之旅"),
        ("保存行程，名字叫“古都三日”", "古都三日"),
        ("保存这个行程，起个名字叫京都慢游", "京都慢游"),
        ("save it", "3 days in Kyoto"),
    ],
)
def test_a_trip_is_saved_under_the_name_that_is_said(said: str, title: str) -> None:
    plan = {"days": [{}] * 3, "cities": [{"id": "kyoto"}], "artifacts": [{"id": "plan_a1", "kind": "itinerary"}]}
    turns = ("3 days in Kyoto", said)
    new = new_trip(understand_turns(turns), Turn(turns, (), (found("generate_route", plan),)))
    assert new == {"title": title, "itinerary": "plan_a1"}

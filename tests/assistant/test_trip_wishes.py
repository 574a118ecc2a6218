"""What a message wants of the saved trips."""

import pytest

from agent_core.messages import ToolCall
from tests.assistant.asking import TODAY
from tests.assistant.results import day
from travelagent.assistant.offline.answers.trips import trips_answer
from travelagent.assistant.offline.policy import decide
from travelagent.assistant.offline.steps import Answered, Calls, Step
from travelagent.assistant.offline.trips import changed_trip, new_trip, trip_wish
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.tool_results import Found

ROME, KYOTO, OSLO = (
    {"id": f"trip_{city}", "title": f"3 days in {city}", "days": 3} for city in ("Rome", "Kyoto", "Oslo")
)
SAVED = ("规划京都三日游", "保存这个行程")


def found(tool: str, value: object) -> Found:
    return Found(ToolCall(tool, tool, {}), value, None)


def after_saving(said: str, *trips: object) -> Turn:
    """The turn that says so after the Kyoto trip was saved, all saved trips being listed by now."""
    return Turn((*SAVED, said), (found("list_trips", {"trips": trips}),), (found("create_trip", KYOTO),), today=TODAY)


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
    assert trip_wish(Turn((said,), (), today=TODAY)) == wish


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("我的行程", "list"), ("看看我的旅行计划", "list"), ("my trips", "list"), ("改个名字", "update"),
        ("换个名字吧", "update"), ("give it another name", "update"), ("删除它", "delete"), ("把它删了", "delete"),
        ("删掉这个行程", "delete"), ("delete it", "delete"),
    ],
)  # fmt: skip
def test_after_a_plan_was_saved_the_saved_trips_are_meant(said: str, wish: str) -> None:
    assert understand_turns((*SAVED, said), TODAY).intent == "trip_management"
    assert trip_wish(Turn((*SAVED, said), (), today=TODAY)) == wish


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
    assert understand_turns((*SAVED, said), TODAY).intent == "trip_management"
    assert trip_wish(Turn((*SAVED, said), (), today=TODAY)) == "update"
    assert changed_trip("update", after_saving(said, ROME, KYOTO)) == {"id": KYOTO["id"], "title": title}


@pytest.mark.parametrize("said", ["叫车方便吗", "call a taxi to the castle"])
def test_what_is_called_otherwise_is_no_name(said: str) -> None:
    assert understand_turns((*SAVED, said), TODAY).intent != "trip_management"


@pytest.mark.parametrize("said", ["我的行程太满了", "把金阁寺删了", "换个名胜", "我的行程第二天改一下"])
def test_a_change_of_the_plan_is_none_of_the_saved_trips(said: str) -> None:
    assert understand_turns((*SAVED, said), TODAY).intent != "trip_management"


@pytest.mark.parametrize("said", ["删除它", "delete it"])
def test_it_is_the_trip_just_saved(said: str) -> None:
    assert changed_trip("delete", after_saving(said, ROME, KYOTO, OSLO)) == {"id": KYOTO["id"]}


def test_a_trip_that_is_named_goes_before_the_one_just_saved() -> None:
    assert changed_trip("delete", after_saving("delete it, the Oslo trip", ROME, KYOTO, OSLO)) == {"id": OSLO["id"]}


def test_without_one_just_saved_it_is_the_only_trip() -> None:
    one, two = ((found("list_trips", {"trips": trips}),) for trips in ([ROME], [ROME, OSLO]))
    assert changed_trip("delete", Turn(("delete it",), one, today=TODAY)) == {"id": ROME["id"]}
    assert changed_trip("delete", Turn(("delete it",), two, today=TODAY)) is None


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
    answer = trips_answer(understand_turns(turn.said, TODAY), turn, "update")
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
    turns = ("3 days in Kyoto", said)
    new = new_trip(understand_turns(turns, TODAY), Turn(turns, (), (route("plan_a1"),), today=TODAY))
    assert new == {"title": title, "itinerary": "plan_a1"}


def route(id: str, days: int = 3) -> Found:
    """A plan of so many days in Kyoto."""
    cities, shown = [{"id": "kyoto", "name": "Kyoto"}], [{"id": id, "kind": "itinerary"}]
    rows = [day(number) for number in range(1, days + 1)]
    return found("generate_route", {"days": rows, "cities": cities, "artifacts": shown})


def kept(plan: str = "plan_a1", cities: tuple[str, ...] = ("kyoto",)) -> Found:
    """The saving of that plan."""
    call = ToolCall("create_trip", "create_trip", {"itinerary": plan})
    return Found(call, {**KYOTO, "cities": list(cities)}, None)


def saving(said: str, *earlier: Found, listed: bool = True, title: str = KYOTO["title"]) -> Step:
    """What is done where the message saves the plan, the Kyoto trip being listed by now."""
    turns = (*SAVED, "轻松一点", said)
    trips = [ROME, {**KYOTO, "title": title, "cities": ["kyoto"]}]
    here = (found("list_trips", {"trips": trips}),) if listed else ()
    return decide(understand_turns(turns, TODAY), Turn(turns, here, earlier, today=TODAY), frozenset({"create_trip"}))


@pytest.mark.parametrize(
    "said", ["save", "save it again", "update the saved trip", "put the changes into my saved trip", "保存",
             "再保存一次", "更新已保存的行程", "把改动存到行程里"],
)  # fmt: skip
def test_a_plan_that_was_saved_and_changed_is_put_in_the_place_of_the_saved_one(said: str) -> None:
    before = (route("plan_a1"), kept(), route("plan_a2"))
    assert saving(said, *before, listed=False) == Calls((("list_trips", {}),))
    assert saving(said, *before) == Calls((("update_trip", {"id": KYOTO["id"], "itinerary": "plan_a2"}),))


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("save it as a new trip", "3 days in Kyoto"),
        ("save as another trip", "3 days in Kyoto"),
        ("save it as a new trip called Slow Kyoto", "Slow Kyoto"),
        ("save this trip as Slow Kyoto", "Slow Kyoto"),
        ("另存为新行程", "京都三日游"),
        ("存成一个新的行程", "京都三日游"),
        ("另存一份，名字叫京都慢游", "京都慢游"),
    ],
)
def test_a_trip_of_its_own_is_made_where_that_is_said(said: str, title: str) -> None:
    (call,) = saving(said, route("plan_a1"), kept(), route("plan_a2"), listed=False).calls
    assert call == ("create_trip", {"title": title, "itinerary": "plan_a2"})


@pytest.mark.parametrize(("said", "word"), [("save it", "already"), ("保存", "没有变化")])
def test_a_plan_that_is_saved_as_it_stands_is_not_saved_again(said: str, word: str) -> None:
    step = saving(said, route("plan_a1"), kept())
    assert isinstance(step, Answered)
    assert f"/trips/{KYOTO['id']}" in step.text
    assert word in step.text


@pytest.mark.parametrize(
    ("title", "new"), [("3 days in Kyoto", "4 days in Kyoto"), ("京都三日游", "京都四日游"), ("Temples", None)]
)
def test_a_title_that_tells_the_days_goes_with_them(title: str, new: str | None) -> None:
    (call,) = saving("save it", route("plan_a1"), kept(), route("plan_a2", 4), title=title).calls
    assert call[1].get("title") == new


def test_a_plan_of_another_city_or_of_a_deleted_trip_is_a_new_one() -> None:
    (call,) = saving("save it", route("plan_a1"), kept(cities=("rome",)), listed=False).calls
    assert call[0] == "create_trip"
    earlier = (route("plan_a1"), kept(), route("plan_a2"))
    turn = Turn(("保存",), (found("list_trips", {"trips": [ROME]}),), earlier, today=TODAY)
    (call,) = decide(understand_turns((*SAVED, "保存"), TODAY), turn, frozenset({"create_trip"})).calls
    assert call[0] == "create_trip"

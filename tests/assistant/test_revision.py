"""A follow-up changes the plan at hand in what it says, and in nothing else."""

from typing import Any

import pytest

from agent_core.messages import call
from travelagent.assistant.offline.policy import route_arguments
from travelagent.assistant.offline.revision import lower_tier, revision
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.understanding import understand_turns

PLAN = {
    "cities": [{"id": "beijing", "name": "Beijing"}],
    "days": [{"day": day, "date": f"2026-12-{7 + day:02d}"} for day in (1, 2, 3)],
    "asked": {"days": 3, "pace": "normal"},
    "artifacts": [{"id": "plan_a1", "kind": "itinerary"}],
}
BUDGET = {"tier": "mid", "days": 3}


def revised(*said: str, plan: dict[str, Any] = PLAN) -> dict[str, Any] | None:
    """What is made of the last message, the first having led to the plan."""
    earlier = (Found(call("a", "generate_route"), plan, None), Found(call("b", "calculate_budget"), BUDGET, None))
    understood = understand_turns(said)
    return revision(understood, Turn(said, (), earlier), route_arguments(understood, understood.entities.cities))


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("改成四天", {"days": 4}),
        ("加一天", {"days": 4}),
        ("make it five days", {"days": 5}),
        ("太赶了，轻松一点", {"pace": "relaxed"}),
        ("pack more in, make it packed", {"pace": "packed"}),
        ("便宜一点", {"cheaper": True}),
        ("make it cheaper", {"cheaper": True}),
        ("把动物园换成博物馆", {"drop": ["zoo"], "interests": ["museum"]}),
        ("第二天下雨怎么办", {"rainy_days": [2]}),
        ("it will rain on day 3", {"rainy_days": [3]}),
        ("下雨的话呢", {"rainy_days": [1, 2, 3]}),
        ("一定要去颐和园", {"add": ["beijing/summer-palace"]}),
        ("把故宫挪到第二天", {"move": [{"sight": "beijing/forbidden-city", "day": 2}]}),
        ("move the Summer Palace to the last day", {"move": [{"sight": "beijing/summer-palace", "day": 3}]}),
        ("颐和园安排在最后一天", {"move": [{"sight": "beijing/summer-palace", "day": 3}]}),
        ("put the Temple of Heaven on the second day", {"move": [{"sight": "beijing/temple-of-heaven", "day": 2}]}),
    ],
)
def test_what_is_said_is_changed_and_nothing_else(message: str, changes: dict[str, Any]) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", **changes}


@pytest.mark.parametrize("message", ["把故宫挪到第九天", "move the Forbidden City to day 1 or day 2"])
def test_no_day_or_several_move_nothing(message: str) -> None:
    assert "move" not in (revised("规划北京三日游", message) or {})


@pytest.mark.parametrize(
    "message", ["把颐和园和天坛排在同一天", "put the Summer Palace and the Temple of Heaven on the same day"]
)
def test_sights_of_the_same_day_are_all_kept_on_the_day_of_the_first(message: str) -> None:
    visited = {1: ["beijing/forbidden-city"], 2: ["beijing/summer-palace"], 3: ["beijing/temple-of-heaven"]}
    days = [{**day, "visits": [{"sight": sight} for sight in visited[day["day"]]]} for day in PLAN["days"]]
    both = [{"sight": sight, "day": 2} for sight in ("beijing/summer-palace", "beijing/temple-of-heaven")]
    assert revised("规划北京三日游", message, plan={**PLAN, "days": days}) == {"itinerary": "plan_a1", "move": both}
    together = [
        {**day, "visits": [{"sight": each["sight"]} for each in both] if day["day"] == 2 else []} for day in days
    ]
    assert "move" not in (revised("规划北京三日游", message, plan={**PLAN, "days": together}) or {})


def test_a_day_beyond_the_tenth_is_that_day() -> None:
    long = {**PLAN, "asked": {"days": 14, "pace": "normal"}}
    revised_plan = revised("规划北京十四日游", "第十二天下雨", plan=long)
    assert revised_plan is not None
    assert revised_plan["rainy_days"] == [12]


def test_another_city_is_another_plan() -> None:
    assert revised("规划北京三日游", "换成上海") is None


@pytest.mark.parametrize("message", ["谢谢", "就这样安排", "start on Tuesday", "周二出发"])
def test_nothing_new_leaves_the_plan_as_it_is(message: str) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1"}


@pytest.mark.parametrize("message", ["start on Friday", "周五出发", "下周二出发"])
def test_another_first_day_moves_the_plan(message: str) -> None:
    assert "start_date" in (revised("规划北京三日游", message) or {})


def test_the_last_interest_taken_back_leaves_none() -> None:
    liking = {**PLAN, "asked": {"days": 3, "pace": "normal", "interests": ["wildlife"]}}
    changes = revised("规划北京三日游，要看熊猫", "不要熊猫了", plan=liking)
    assert changes == {"itinerary": "plan_a1", "drop": ["wildlife"], "interests": []}


def test_an_earlier_wish_that_was_not_met_stands_in_no_later_changes_way() -> None:
    assert revised("规划北京三日游，一定要去颐和园", "轻松一点") == {"itinerary": "plan_a1", "pace": "relaxed"}


def test_the_late_evening_of_the_children_stays_where_it_was_given() -> None:
    windows = [{"day": 1, "end": "22:00"}, {"day": 2, "end": "20:30"}, {"day": 3, "end": "20:30"}]
    plan = {**PLAN, "asked": {**PLAN["asked"], "travellers": 2, "interests": ["family"], "day_windows": windows}}
    changes = revised("带3岁孩子去北京玩三天", "轻松一点", plan=plan)
    assert changes == {"itinerary": "plan_a1", "pace": "relaxed"}


def test_a_plan_that_is_asked_for_again_is_made_anew() -> None:
    assert revised("规划北京三日游", "规划北京三日游") is None


def test_cheaper_is_also_a_tier_lower() -> None:
    earlier = (Found(call("b", "calculate_budget"), BUDGET, None),)
    assert lower_tier(Turn(("便宜一点",), (), earlier)) == "budget"
    assert lower_tier(Turn(("谢谢",), (), earlier)) is None
    assert lower_tier(Turn(("便宜一点",), ())) is None


@pytest.mark.parametrize("message", ["we are three people", "我们三个人"])
def test_more_people_are_told_to_the_plan(message: str) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", "travellers": 3}


@pytest.mark.parametrize("message", ["no museums on day 2", "第二天不要博物馆", "skip museums on the second day"])
def test_what_is_refused_on_a_day_is_refused_on_that_day_alone(message: str) -> None:
    changes = revised("规划北京三日游", message)
    assert changes == {"itinerary": "plan_a1", "avoid_on": [{"day": 2, "what": "museum"}]}


def test_a_days_refusal_is_none_of_the_turns_after_it() -> None:
    assert revised("规划北京三日游", "第二天不要博物馆", "轻松一点") == {"itinerary": "plan_a1", "pace": "relaxed"}

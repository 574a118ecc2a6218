"""A follow-up changes the plan at hand in what it says, and in nothing else."""

from typing import Any

import pytest

from agent_core.messages import call
from tests.assistant.asking import TODAY, conversed
from tests.assistant.results import budget, day, visit
from travelagent.assistant.offline.arguments import route_arguments
from travelagent.assistant.offline.revision import lower_tier, revision
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.tool_results import Found
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)

PLAN = {
    "cities": [{"id": "beijing", "name": "Beijing"}],
    "days": [day(number, city="beijing", visits=[visit("x")]) for number in (1, 2, 3)],
    "asked": {"days": 3, "pace": "normal"},
    "artifacts": [{"id": "plan_a1", "kind": "itinerary"}],
}
BUDGET = budget()


def revised(*said: str, plan: dict[str, Any] = PLAN) -> dict[str, Any] | None:
    """What is made of the last message, the first having led to the plan."""
    earlier = (Found(call("a", "generate_route"), plan, None), Found(call("b", "calculate_budget"), BUDGET, None))
    understood = understand_turns(said, TODAY)
    wanted = route_arguments(understood, understood.entities.cities, TODAY)
    return revision(understood, Turn(said, (), earlier, today=TODAY), wanted)


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
        ("第二天下大雨", {"rainy_days": [2]}),
        ("下暴雨怎么办", {"rainy_days": [1, 2, 3]}),
        ("最后一天下雪了", {"rainy_days": [3]}),
        ("what if it rains on the Wednesday?", {"rainy_days": [2]}),
        ("its chucking it down on thursday, what then", {"rainy_days": [3]}),
        ("what if it's pouring", {"rainy_days": [1, 2, 3]}),
        ("wet on day 2", {"rainy_days": [2]}),
        ("一定要去颐和园", {"add": ["beijing/summer-palace"]}),
        ("把故宫挪到第二天", {"move": [{"sight": "beijing/forbidden-city", "day": 2}]}),
        ("move the Summer Palace to the last day", {"move": [{"sight": "beijing/summer-palace", "day": 3}]}),
        ("颐和园安排在最后一天", {"move": [{"sight": "beijing/summer-palace", "day": 3}]}),
        ("颐和园早上人少的时候去", {"move": [{"sight": "beijing/summer-palace", "when": "first"}]}),
        ("颐和园想一早去", {"move": [{"sight": "beijing/summer-palace", "when": "first"}]}),
        (
            "go to the Summer Palace early, when it's quiet",
            {"move": [{"sight": "beijing/summer-palace", "when": "first"}]},
        ),
        ("visit the Summer Palace before the crowds", {"move": [{"sight": "beijing/summer-palace", "when": "first"}]}),
        ("put the Temple of Heaven on the second day", {"move": [{"sight": "beijing/temple-of-heaven", "day": 2}]}),
        ("what about the Summer Palace on day 1", {"move": [{"sight": "beijing/summer-palace", "day": 1}]}),
        ("put the Summer Palace on Wednesday", {"move": [{"sight": "beijing/summer-palace", "day": 2}]}),
        ("第二天想去天坛", {"move": [{"sight": "beijing/temple-of-heaven", "day": 2}]}),
        ("on day 2 we want to see the Temple of Heaven", {"move": [{"sight": "beijing/temple-of-heaven", "day": 2}]}),
        ("第二天晚一点出发", {"day_windows": [{"day": 2, "start": "10:30"}]}),
        ("can I sleep in on Wednesday", {"day_windows": [{"day": 2, "start": "10:30"}]}),
        ("第三天10点再出发", {"day_windows": [{"day": 3, "start": "10:00"}]}),
        ("start day 2 at 10", {"day_windows": [{"day": 2, "start": "10:00"}]}),
        ("我们都起不来", {"day_windows": [{"day": day, "start": "10:30"} for day in (1, 2, 3)]}),
        ("第二天下午5点前回酒店", {"day_windows": [{"day": 2, "end": "17:00"}]}),
        ("be back at the hotel by 6 on day 2", {"day_windows": [{"day": 2, "end": "18:00"}]}),
        ("第一天早点结束", {"day_windows": [{"day": 1, "end": "18:00"}]}),
        ("make day 2 shorter", {"day_windows": [{"day": 2, "end": "18:00"}]}),
        ("第二天短一点", {"day_windows": [{"day": 2, "end": "18:00"}]}),
        (
            "每天10点出发，下午5点前回酒店",
            {"day_windows": [{"day": d, "start": "10:00", "end": "17:00"} for d in (1, 2, 3)]},
        ),
        ("we want to start at 10", {"day_windows": [{"day": day, "start": "10:00"} for day in (1, 2, 3)]}),
        ("no evenings please", {"day_windows": [{"day": day, "end": "18:00"} for day in (1, 2, 3)]}),
        ("第二天晚上不安排", {"day_windows": [{"day": 2, "end": "18:00"}]}),
        ("第三天想休息半天", {"day_windows": [{"day": 3, "end": "13:30"}]}),
        ("give us a free afternoon on day 3", {"day_windows": [{"day": 3, "end": "13:30"}]}),
        ("can we have the last afternoon off", {"day_windows": [{"day": 3, "end": "13:30"}]}),
        ("最后一个下午空出来", {"day_windows": [{"day": 3, "end": "13:30"}]}),
        ("keep Wednesday morning free", {"day_windows": [{"day": 2, "start": "12:00"}]}),
        ("周三上午留空", {"day_windows": [{"day": 2, "start": "12:00"}]}),
        (
            "we're knackered by 4 each day, finish earlier",
            {"day_windows": [{"day": day, "end": "16:00"} for day in (1, 2, 3)]},
        ),
        ("there's too much rushing about in it", {"pace": "relaxed"}),
        ("太折腾了", {"pace": "relaxed"}),
        ("第一天上午自由活动", {"day_windows": [{"day": 1, "start": "12:00"}]}),
        *[
            (said, {"day_windows": [{"day": 2, "start": "09:00", "end": "09:30"}]})
            for said in (
                "想留一天发呆",
                "想要一天什么都不干",
                "留一天休息",
                "I'd like one day to do nothing",
                "we want a day with no plans",
                "can we have a rest day",
            )
        ],
        ("day 2 off please", {"day_windows": [{"day": 2, "start": "09:00", "end": "09:30"}]}),
        ("move the Forbidden City to 2 pm", {"move": [{"sight": "beijing/forbidden-city", "start": "14:00"}]}),
        ("故宫改到下午三点去", {"move": [{"sight": "beijing/forbidden-city", "start": "15:00"}]}),
        ("天坛早上去", {"move": [{"sight": "beijing/temple-of-heaven", "when": "morning"}]}),
        (
            "第二天晚上去天坛",
            {"move": [{"sight": "beijing/temple-of-heaven", "day": 2, "when": "evening"}]},
        ),
        (
            "move the Summer Palace and the Temple of Heaven to the morning",
            {"move": [{"sight": f"beijing/{s}", "when": "morning"} for s in ("summer-palace", "temple-of-heaven")]},
        ),
        (
            "上午去颐和园，下午去天坛",
            {
                "move": [
                    {"sight": "beijing/summer-palace", "when": "morning"},
                    {"sight": "beijing/temple-of-heaven", "when": "afternoon"},
                ]
            },
        ),
        (
            "end the trip with the Summer Palace",
            {"move": [{"sight": "beijing/summer-palace", "day": 3, "when": "last"}]},
        ),
    ],
)
def test_what_is_said_is_changed_and_nothing_else(message: str, changes: dict[str, Any]) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", **changes}


@pytest.mark.parametrize(
    "message",
    [
        "故宫太商业化了换一个",
        "故宫没意思，换一个",
        "去掉故宫",
        "take out the Forbidden City, boring",
        "the Forbidden City is too touristy, swap it for something else",
        "we don't fancy the Forbidden City",
        "I'd rather not do the Forbidden City",
        "give the Forbidden City a miss",
        "the Forbidden City is a tourist trap, skip it",
        "故宫别安排了",
    ],
)
def test_a_sight_that_is_found_fault_with_is_given_up(message: str) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", "drop": ["beijing/forbidden-city"]}


@pytest.mark.parametrize(
    "message", ["博物馆太无聊了，不过故宫要留着", "museums are boring but keep the Forbidden City"]
)
def test_a_kind_that_is_found_fault_with_is_given_up_without_the_sight_that_is_kept(message: str) -> None:
    changes = {"add": ["beijing/forbidden-city"], "drop": ["museum"]}
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", **changes}


def test_a_kind_in_a_sights_name_is_not_refused_with_it() -> None:
    avoid = understand_turns(("three days in Rome", "the Vatican museums are overrated"), TODAY).entities.avoid
    assert avoid == ("rome/vatican-museums-and-sistine-chapel",)


@pytest.mark.parametrize(
    "message",
    [
        "小的那个七点就要睡觉，晚饭早点", "孩子晚上7点要上床", "the kids go to bed at 7 pm",
        "the 5 year old still needs an early dinner and bed by 7",
    ],
)  # fmt: skip
def test_an_hour_of_going_to_bed_ends_every_day(message: str) -> None:
    changes = revised("规划北京三日游", message)
    assert changes is not None
    assert changes["day_windows"] == [{"day": day, "end": "19:00"} for day in (1, 2, 3)]
    assert "food" not in changes.get("interests", ())


@pytest.mark.parametrize(
    ("turns", "dropped"),
    [
        (("three days in Paris", "drop the Louvre Museum"), "paris/louvre-museum"),
        (("规划北京三日游", "去掉故宫博物院"), "beijing/forbidden-city"),
    ],
)
def test_a_kind_in_the_name_of_a_sight_that_goes_is_no_wish_for_it(turns: tuple[str, str], dropped: str) -> None:
    read = understand_turns(turns, TODAY).entities
    assert (read.avoid, read.interests) == ((dropped,), ())


def test_a_sight_named_by_less_is_given_up_where_the_plan_is() -> None:
    assert understand_turns(("杭州三日游", "去掉宋城"), TODAY).entities.avoid == ("hangzhou/songcheng",)


FORBIDDEN, SUMMER, TEMPLE = "beijing/forbidden-city", "beijing/summer-palace", "beijing/temple-of-heaven"


def visiting(*sights: list[str]) -> dict[str, Any]:
    """The plan with these sights on its days, the first of a day at 9, the next two hours later, and so on."""
    days = [
        {**row, "city": "beijing", "visits": [visit(s, arrive=f"{9 + 2 * n:02d}:00") for n, s in enumerate(on)]}
        for row, on in zip(PLAN["days"], sights, strict=True)
    ]
    return {**PLAN, "days": days}


@pytest.mark.parametrize(
    "message",
    ["故宫和颐和园对调", "把故宫和颐和园换一下", "swap the Forbidden City and the Summer Palace",
     "can the Forbidden City and the Summer Palace swap places?"],
)  # fmt: skip
def test_two_sights_change_places(message: str) -> None:
    apart = visiting([FORBIDDEN, TEMPLE], [SUMMER], [])
    moves = [{"sight": FORBIDDEN, "day": 2}, {"sight": SUMMER, "day": 1}]
    assert revised("规划北京三日游", message, plan=apart) == {"itinerary": "plan_a1", "move": moves}
    together = visiting([], [FORBIDDEN, SUMMER, TEMPLE], [])
    moves = [{"sight": FORBIDDEN, "day": 2, "start": "11:00"}, {"sight": SUMMER, "day": 2, "when": "first"}]
    assert revised("规划北京三日游", message, plan=together) == {"itinerary": "plan_a1", "move": moves}
    without = visiting([FORBIDDEN], [TEMPLE], [])
    assert revised("规划北京三日游", message, plan=without) == {"itinerary": "plan_a1"}


@pytest.mark.parametrize("message", ["swap the Forbidden City and the Summer Palace days", "故宫和颐和园的日程对调"])
def test_the_days_of_two_sights_change_places_as_a_whole(message: str) -> None:
    changes = revised("规划北京三日游", message, plan=visiting([FORBIDDEN, TEMPLE], [SUMMER], [])) or {}
    assert {move["sight"]: move["day"] for move in changes["move"]} == {FORBIDDEN: 2, TEMPLE: 2, SUMMER: 1}


@pytest.mark.parametrize(
    "message",
    ["把颐和园加上，一整天", "颐和园玩一天", "留一整天给颐和园", "the Summer Palace needs a full day",
     "add the Summer Palace, a whole day"],
)  # fmt: skip
def test_a_day_beside_a_sight_is_no_length_of_the_trip(message: str) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", "add": [SUMMER]}


@pytest.mark.parametrize(
    "message",
    [
        "加颐和园和天坛，晚上要听京剧",
        "add the Summer Palace and the Temple of Heaven, in the evening we want to hear an opera",
    ],
)
def test_the_part_of_the_day_of_something_else_moves_no_sight(message: str) -> None:
    changes = revised("规划北京三日游", message) or {}
    assert "move" not in changes
    assert changes["add"] == [SUMMER, TEMPLE]


def test_a_part_of_the_day_said_before_a_sight_is_of_that_sight_alone() -> None:
    changes = revised("规划北京三日游", "加上颐和园，晚上去天坛") or {}
    assert changes["move"] == [{"sight": TEMPLE, "when": "evening"}]
    assert changes["add"] == [SUMMER]


@pytest.mark.parametrize(
    "message",
    [
        "为啥不去故宫？",
        "怎么没去故宫",
        "故宫怎么不去",
        "why don't we go to the Forbidden City?",
        "how come no Forbidden City",
    ],
)
def test_who_asks_why_a_sight_is_missing_refuses_nothing(message: str) -> None:
    understood = understand_turns(("规划北京三日游", message), TODAY)
    assert understood.why
    assert understood.about == (FORBIDDEN,)
    assert understood.entities.avoid == ()


@pytest.mark.parametrize("message", ["drop day 2", "scrap the second day", "第二天不要了", "去掉第二天"])
def test_a_day_that_is_given_up_takes_its_visits_with_it(message: str) -> None:
    changes = revised("规划北京三日游", message, plan=visiting([FORBIDDEN], [SUMMER, TEMPLE], []))
    assert changes == {"itinerary": "plan_a1", "drop": [SUMMER, TEMPLE], "days": 2}


@pytest.mark.parametrize("message", ["too many museums, fewer please", "博物馆太多了，少一点", "少安排点博物馆"])
def test_fewer_of_a_kind_leaves_the_best_of_them(message: str) -> None:
    museums = [sight for sight in source.sights_of("beijing") if "museum" in (sight.category, *sight.tags)]
    lesser, *_, best = sorted(museums, key=lambda sight: (sight.score, sight.id))
    changes = revised("规划北京三日游", message, plan=visiting([lesser.id, TEMPLE], [best.id], [])) or {}
    assert lesser.id in changes["drop"]
    assert best.id not in changes["drop"]
    assert "museum" not in changes["drop"]
    assert understand_turns(("规划北京三日游", message), TODAY).entities.avoid == ()


@pytest.mark.parametrize("message", ["把故宫挪到第九天", "move the Forbidden City to day 1 or day 2"])
def test_no_day_or_several_move_nothing(message: str) -> None:
    assert "move" not in (revised("规划北京三日游", message) or {})


@pytest.mark.parametrize(
    "message", ["把颐和园和天坛排在同一天", "put the Summer Palace and the Temple of Heaven on the same day"]
)
def test_sights_of_the_same_day_are_all_kept_on_the_day_of_the_first(message: str) -> None:
    visited = {1: ["beijing/forbidden-city"], 2: ["beijing/summer-palace"], 3: ["beijing/temple-of-heaven"]}
    days = [{**row, "visits": [visit(sight) for sight in visited[row["day"]]]} for row in PLAN["days"]]
    both = [{"sight": sight, "day": 2} for sight in ("beijing/summer-palace", "beijing/temple-of-heaven")]
    assert revised("规划北京三日游", message, plan={**PLAN, "days": days}) == {"itinerary": "plan_a1", "move": both}
    together = [{**row, "visits": [visit(each["sight"]) for each in both] if row["day"] == 2 else []} for row in days]
    assert "move" not in (revised("规划北京三日游", message, plan={**PLAN, "days": together}) or {})


@pytest.mark.parametrize(
    ("arrive", "message", "when"),
    [
        ("14:00", "move the Summer Palace earlier", "morning"),
        ("10:00", "把颐和园提前一点", "first"),
        ("10:00", "see the Summer Palace later", "afternoon"),
        ("14:00", "把颐和园推迟", "evening"),
        ("10:00", "颐和园别安排在上午", "afternoon"),
        ("19:00", "颐和园别安排在晚上", "afternoon"),
        ("14:00", "颐和园别安排在上午", None),
    ],
)
def test_a_visit_is_moved_from_where_it_is(arrive: str, message: str, when: str | None) -> None:
    visits = [visit("beijing/summer-palace", arrive=arrive)]
    days = [{**row, "visits": visits if row["day"] == 2 else []} for row in PLAN["days"]]
    changes = revised("规划北京三日游", message, plan={**PLAN, "days": days}) or {}
    assert changes.get("move") == ([{"sight": "beijing/summer-palace", "when": when}] if when else None)
    assert "day_windows" not in changes


def test_a_day_beyond_the_tenth_is_that_day() -> None:
    days = [{**PLAN["days"][0], "day": day} for day in range(1, 15)]
    long = {**PLAN, "days": days, "asked": {"days": 14, "pace": "normal"}}
    revised_plan = revised("规划北京十四日游", "第十二天下雨", plan=long)
    assert revised_plan is not None
    assert revised_plan["rainy_days"] == [12]


def of_two_cities(dali: int, lijiang: int) -> dict[str, Any]:
    places = ["dali"] * dali + ["lijiang"] * lijiang
    days = [{**PLAN["days"][0], "day": number, "city": city} for number, city in enumerate(places, start=1)]
    cities = [{"id": "dali", "name": "Dali"}, {"id": "lijiang", "name": "Lijiang"}]
    return {**PLAN, "cities": cities, "days": days, "asked": {"days": len(days), "pace": "normal"}}


@pytest.mark.parametrize(
    ("trip", "message", "changes"),
    [
        ("大理三天丽江两天", "大理多玩一天", {"days": 6, "city": "dali"}),
        ("大理三天丽江两天", "丽江少一天", {"days": 4, "city": "lijiang"}),
        ("3 days in Dali and 2 in Lijiang", "two more days in Lijiang", {"days": 7, "city": "lijiang"}),
        ("5 days in Dali and Lijiang", "one more day in Dali", {"days": 6, "city": "dali"}),
        ("5 days in Dali and Lijiang", "one more day", {"days": 6}),
    ],
)
def test_a_citys_days_more_or_fewer_are_that_citys(trip: str, message: str, changes: dict[str, Any]) -> None:
    assert revised(trip, message, plan=of_two_cities(3, 2)) == {"itinerary": "plan_a1", **changes}


def test_other_days_of_several_cities_are_another_plan() -> None:
    assert revised("大理三天丽江两天", "大理两天丽江三天", plan=of_two_cities(3, 2)) is None


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
    assert lower_tier(Turn(("便宜一点",), (), earlier, today=TODAY)) == "budget"
    assert lower_tier(Turn(("谢谢",), (), earlier, today=TODAY)) is None
    assert lower_tier(Turn(("便宜一点",), (), today=TODAY)) is None


@pytest.mark.parametrize("message", ["we are three people", "我们三个人"])
def test_more_people_are_told_to_the_plan(message: str) -> None:
    assert revised("规划北京三日游", message) == {"itinerary": "plan_a1", "travellers": 3}


@pytest.mark.parametrize("message", ["no museums on day 2", "第二天不要博物馆", "skip museums on the second day"])
def test_what_is_refused_on_a_day_is_refused_on_that_day_alone(message: str) -> None:
    changes = revised("规划北京三日游", message)
    assert changes == {"itinerary": "plan_a1", "avoid_on": [{"day": 2, "what": "museum"}]}


def test_a_days_refusal_is_none_of_the_turns_after_it() -> None:
    assert revised("规划北京三日游", "第二天不要博物馆", "轻松一点") == {"itinerary": "plan_a1", "pace": "relaxed"}


def test_the_evening_of_a_calmer_day_with_children_is_not_made_longer_again() -> None:
    windows = [{"day": 1, "end": "20:30"}, {"day": 2, "end": "18:00"}, {"day": 3, "end": "20:30"}]
    asked = {"days": 3, "pace": "normal", "day_windows": windows, "travellers": 3, "interests": ["family"]}
    changes = revised("规划北京三日游，两大一小", "从郑州坐高铁过去", plan={**PLAN, "asked": asked})
    assert changes is not None
    assert [(window["day"], window.keys()) for window in changes["day_windows"]] == [(1, {"day", "start"})]


@pytest.mark.parametrize("message", ["swap day 1 and day 2", "第一天和第二天对调"])
def test_two_days_change_places_with_all_their_visits(message: str) -> None:
    stops = {1: "beijing/forbidden-city", 2: "beijing/summer-palace", 3: "beijing/temple-of-heaven"}
    days = [{**row, "visits": [visit(stops[row["day"]])]} for row in PLAN["days"]]
    changes = revised("规划北京三日游", message, plan={**PLAN, "days": days})
    assert changes is not None
    assert changes["move"] == [{"sight": stops[1], "day": 2}, {"sight": stops[2], "day": 1}]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (["max 3 things a day, 3 days in Vienna"], "As you wish, no day has more than 3 stops."),
        (["维也纳三天，每天最多三个景点"], "按你的要求，每天不超过 3 站"),
        (["3 days in Vienna", "no more than two sights per day"], "Fewer than 3 stops a day is no pace that I plan by"),
        (["维也纳三天", "每天最多三个景点"], "按你的要求，每天不超过 3 站"),
    ],
)
async def test_a_limit_of_sights_a_day_sets_the_pace_and_is_told(turns: list[str], told: str) -> None:
    *_, state = await conversed(turns)
    plan = next(row.result for row in reversed(state.tool_result_history) if "route" in row.call.name)
    assert all(len(day["visits"]) <= 3 for day in plan["days"])
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("said", "pace"),
    [("3 days in Rome, 5 stops a day max", "normal"), ("3 days in Rome, up to 9 sights a day", None),
     ("罗马3天，一天最多去两个地方", "relaxed"), ("成都4天，每天两个景点就够", "relaxed")],
)  # fmt: skip
def test_the_pace_is_the_fullest_within_the_limit(said: str, pace: str | None) -> None:
    assert understand_turns([said], TODAY).entities.pace == pace


@pytest.mark.parametrize(
    ("turns", "dropped"),
    [
        (["规划北京三日游", "故宫那天开门吗？", "不想去人多的地方，换一个"], "beijing/forbidden-city"),
        (["规划北京三日游", "故宫去过了，换一个吧"], "beijing/forbidden-city"),
        (["3 days in Paris", "is the Louvre open that day?", "I don't want crowds, swap it for something else"],
         "paris/louvre-museum"),
        (["7 days in Copenhagen for two", "Isn't Christiania a bit much for us? Please take it out"],
         "copenhagen/freetown-christiania"),
        (["去哥本哈根玩一周", "克里斯钦自由城是不是不太合适？去掉吧"], "copenhagen/freetown-christiania"),
    ],
)  # fmt: skip
async def test_a_sight_that_was_just_spoken_of_is_given_up_without_its_name(turns: list[str], dropped: str) -> None:
    *_, state = await conversed(turns)
    (change,) = (o for o in state.tool_result_history if o.call.name == "change_route")
    assert change.call.args["drop"] == [dropped]
    visited = {visit["sight"] for day in change.result["days"] for visit in day["visits"]}
    assert dropped not in visited
    assert visited


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (["规划北京三日游", "故宫那天开门吗？", "不想去人多的地方，换一个"], "我没有客流数据"),
        (["3 days in Paris", "is the Louvre open?", "I don't want crowds, swap it"], "I have no numbers of visitors"),
    ],
)
async def test_that_no_crowds_are_known_is_told_with_the_exchange(turns: list[str], told: str) -> None:
    *_, state = await conversed(turns)
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "asked", "told"),
    [
        ("3 days in Copenhagen with a 5 year old", "Isn't Christiania a bit much for kids? Please take it out",
         "Freetown Christiania was not in the plan; it stays out."),
        ("带5岁的孩子去哥本哈根玩三天", "克里斯钦自由城带孩子去是不是不太合适？去掉吧",
         "克里斯蒂安尼亚自由城本来就不在行程里，不会再安排。"),
    ],
)  # fmt: skip
async def test_a_sight_that_is_out_already_is_told_to_be_so(wish: str, asked: str, told: str) -> None:
    *_, state = await conversed([wish, asked])
    assert told in state.messages[-1].text

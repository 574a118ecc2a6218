"""What is asked beside a plan, or asked to be remembered, leaves the plan's slots as they are."""

from datetime import date

import pytest

from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood

TODAY = date(2026, 11, 22)


def understood(*turns: str) -> Understood:
    return understand_turns(turns, TODAY)


PLAN = "3 days in Chengdu in April under 3000 yuan"


@pytest.mark.parametrize(
    ("said", "more"),
    [
        ("一个人去东京玩五天，一共八千块", "加一天"),
        ("一家三口去大阪四天，总共一万二，不含机票", "加一天去奈良"),
        ("Three days in Vienna for two, £900 in total", "Add a day"),
    ],
)
def test_a_day_more_leaves_the_budget_one_of_the_whole_trip(said: str, more: str) -> None:
    before, after = understood(said).entities.budget, understood(said, more).entities
    assert before is not None
    assert (before.per, after.budget) == ("total", before)
    assert after.days == (understood(said).entities.days or 0) + 1


@pytest.mark.parametrize(
    "aside",
    [
        "recommend somewhere warm in January for the beach",
        "where is it warm in January?",
        "推荐一月看海的城市，一万以内",
        "一月去哪儿暖和",
        "what to eat there?",
        "hotels there in May",
        "那边的酒店呢",
        "都江堰能住一晚吗",
    ],
)
def test_what_is_asked_beside_a_plan_leaves_it_as_it_is(aside: str) -> None:
    assert understood(PLAN, aside, "make it relaxed").entities == understood(PLAN, "make it relaxed").entities


def test_the_plan_does_not_narrow_a_recommendation_beside_it() -> None:
    e = understood(PLAN, "recommend somewhere for the beach in January").entities
    assert (e.cities, e.days, e.month, e.budget, e.interests) == ((), None, 1, None, ("beach",))


def test_a_recommendation_in_the_plans_place_takes_its_place() -> None:
    assert understood(PLAN, "recommend a beach town instead").entities.interests == ("beach",)
    assert understood(PLAN, "recommend a beach town instead", "5 days then").entities.interests == ("beach",)


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("hotels there in May", "accommodation"),
        ("any restaurants there?", "food"),
        ("那里的天气怎么样", "season_query"),
        ("and the weather there in June?", "season_query"),
    ],
)
def test_a_bare_topic_is_a_question_about_the_place_at_hand(message: str, intent: str) -> None:
    assert understood("3 days in Tokyo", message).intent == intent


@pytest.mark.parametrize(
    ("question", "wish", "diet"),
    [
        ("云南有多少个博物馆", "记住我不吃辣", "no_spicy"),
        ("how many museums are in Yunnan?", "remember that I'm vegetarian", "vegetarian"),
        ("哪十个城市的博物馆最多", "记住我不吃肉", "vegetarian"),
    ],
)
def test_a_wish_to_remember_after_a_data_question_is_one(question: str, wish: str, diet: str) -> None:
    read = understood(question, wish)
    assert read.intent == "memory"
    assert read.entities.diet == (diet,)


def test_what_one_does_not_eat_is_no_taste_for_food() -> None:
    assert understood("remember that I don't eat spicy food").entities.interests == ()


@pytest.mark.parametrize(
    ("message", "needs"),
    [
        ("4 days in Rome, my wife uses a wheelchair", ("wheelchair",)),
        ("带坐轮椅的妈妈去罗马玩四天", ("wheelchair",)),
        ("推着婴儿车去罗马两天", ("stroller",)),
        ("3 days in Rome", ()),
    ],
)
def test_what_somebody_needs_is_kept_over_the_turns(message: str, needs: tuple[str, ...]) -> None:
    assert understood(message, "make it relaxed").needs == needs


@pytest.mark.parametrize(
    "wish",
    [
        "第二天晚一点出发",
        "be back by 6 pm on day 2",
        "can I sleep in on Saturday",
        "start day 2 at 10",
        "第三天想休息半天",
    ],
)
def test_the_hours_of_a_day_are_none_of_the_journey_and_change_no_slot(wish: str) -> None:
    before, after = understood(PLAN), understood(PLAN, wish)
    assert (after.intent, after.entities, after.journey) == ("itinerary_query", before.entities, before.journey)


@pytest.mark.parametrize(
    "again", ["The kids get tired, can we slow down and add gelato stops", "the children are tired"]
)
def test_children_who_are_spoken_of_again_are_not_counted_again(again: str) -> None:
    before = understood("We're a family of four with kids 5 and 9, 5 days in Rome")
    assert understood("We're a family of four with kids 5 and 9, 5 days in Rome", again).entities.travellers == (
        before.entities.travellers
    )


def test_ages_are_no_days() -> None:
    assert understood("family of four with kids 5 and 9 in Rome, 5 days").entities.days == 5


@pytest.mark.parametrize(
    "question",
    [
        "what is there to see in London", "Tell me about London", "伦敦有什么好玩的", "介绍一下伦敦",
        "London or Paris: which is cheaper?",
    ],
)  # fmt: skip
def test_a_question_about_another_city_leaves_the_plan_its_own(question: str) -> None:
    asked = understand_turns(["Three days in Rome", question], TODAY)
    assert "london" in asked.entities.cities
    longer = understand_turns(["Three days in Rome", question, "make it six days"], TODAY).entities
    assert (longer.cities, longer.days) == (("rome",), 6)


def test_questions_go_on_with_the_city_that_was_asked_about() -> None:
    turns = ["Three days in Rome", "Tell me about London", "what is the food like there?"]
    assert understand_turns(turns, TODAY).entities.cities == ("london",)
    assert understand_turns([*turns, "how much is it per day in Rome?"], TODAY).entities.cities == ("rome",)


@pytest.mark.parametrize("taken", ["let's go there instead", "改去那里吧"])
def test_a_city_that_was_asked_about_can_be_taken_up(taken: str) -> None:
    found = understand_turns(["Three days in Rome", "Tell me about London", taken], TODAY)
    assert found.intent == "travel_planning"
    assert (found.entities.cities, found.entities.days) == (("london",), 3)


@pytest.mark.parametrize(
    "message", ["Anshun Bridge is a must", "Anshun Bridge in the evening", "晚上看安顺廊桥", "第二天看安顺廊桥"]
)
def test_a_sight_for_a_part_of_a_day_or_as_a_must_is_a_wish_for_the_plan(message: str) -> None:
    assert understood(PLAN, message).intent in ("itinerary_query", "travel_planning")


@pytest.mark.parametrize("message", ["is Anshun Bridge open in the evening?", "安顺廊桥晚上开吗"])
def test_a_question_about_a_sight_in_the_evening_stays_one(message: str) -> None:
    assert understood(PLAN, message).intent == "attraction_query"


@pytest.mark.parametrize("message", ["第二天5点的高铁回上海", "our train home is at 6pm", "we arrive at 3 pm"])
def test_the_hour_of_a_ride_behind_a_question_is_a_wish_for_the_plan(message: str) -> None:
    assert understood(PLAN, "hotels there in May", message).intent == "travel_planning"

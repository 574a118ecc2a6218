"""Questions that name their matter, by kind: the topic, the measure, the place; none of these stands in the corpus."""

from datetime import date

import pytest

from travelagent.assistant.embedded.understanding import understand
from travelagent.assistant.trip_view import NO_TRIP
from travelagent.briefs.acts import FREE, LODGING, Ask, Order

TODAY = date(2026, 11, 23)
MATTERS = [
    ("Is a rail pass worth it for us?", "passes"),
    ("东京到京都，周游券划算吗？", "passes"),
    ("Does the museum pass make sense in Paris?", "passes"),
    ("需要办交通卡吗？", "passes"),
    ("Are there elevators at the British Museum?", "access"),
    ("埃菲尔铁塔有电梯吗？", "access"),
    ("Is the Tower of London step-free?", "access"),
    ("三月和十月哪个时候去京都好？", "weather"),
    ("Which month is Kyoto at its finest?", "weather"),
    ("Where can we watch the sunset in Rome?", "views"),
    ("里斯本在哪儿看夕阳好？", "views"),
    ("Any restaurants near the Colosseum?", "food"),
    ("宽窄巷子附近哪家吃得好，有什么餐厅？", "food"),
]
RANKINGS: list[tuple[str, Order, float | None, tuple[str, ...], tuple[str, ...]]] = [
    ("Top rated sights within 2 km of the Colosseum?", "best", 2.0, ("rome/colosseum",), ()),
    ("斗兽场800米内评分最高的景点", "best", 0.8, ("rome/colosseum",), ()),
    ("What is the cheapest gallery in Florence?", "cheapest", None, ("florence",), ("gallery",)),
    ("the oldest church in Rome", "oldest", None, ("rome",), ("church",)),
    ("上海最新的博物馆", "newest", None, ("shanghai",), ("museum",)),
    ("酒店1公里内免费的景点有哪些", "best", 1.0, (), (LODGING, FREE)),
    ("Which park is nearest to the Eiffel Tower?", "nearest", None, ("paris/eiffel-tower",), ("park",)),
]
OTHERS = [
    ("Plan three days in Rome with the best restaurants", "plan"),
    ("我们想去京都三天，看日落", "plan"),
    ("博物馆多的城市有哪些", "figures"),
    ("周末从成都坐火车三小时以内去哪里吃辣", "recommend"),
    ("罗马最贵的博物馆是哪个", "figures"),
]


def asks(text: str) -> list[Ask]:
    return [act for act in understand(text, NO_TRIP, TODAY).acts if isinstance(act, Ask)]


@pytest.mark.parametrize(("text", "topic"), MATTERS)
def test_a_matter_tells_the_topic_of_its_question(text: str, topic: str) -> None:
    assert [ask.topic for ask in asks(text)] == [topic]


@pytest.mark.parametrize(("text", "order", "km", "about", "kinds"), RANKINGS)
def test_sights_are_asked_for_by_a_measure(
    text: str, order: Order, km: float | None, about: tuple[str, ...], kinds: tuple[str, ...]
) -> None:
    (ask,) = asks(text)
    assert (ask.topic, ask.order, ask.within_km, ask.about) == ("ranking", order, km, about)
    assert set(kinds) <= set(ask.kinds)


@pytest.mark.parametrize(("text", "act"), OTHERS)
def test_a_wish_or_a_statistic_is_no_question_of_a_matter(text: str, act: str) -> None:
    assert act in understand(text, NO_TRIP, TODAY).kinds
    assert asks(text) == []


@pytest.mark.parametrize("text", ["Three days in Rome. Do we need a city pass?", "去罗马玩三天，要不要买城市卡？"])
def test_a_question_beside_a_wish_is_asked_and_the_wish_stays(text: str) -> None:
    found = understand(text, NO_TRIP, TODAY)
    assert found.wants_plan
    assert (found.brief.places, found.brief.days) == (("rome",), 3)
    assert [ask.topic for ask in asks(text)] == ["passes"]


@pytest.mark.parametrize("text", ["Which part of the Great Wall suits beginners?", "长城去哪一段好？"])
def test_namesakes_are_chosen_among(text: str) -> None:
    (ask,) = asks(text)
    assert ask.topic == "choice"
    assert {"beijing/mutianyu-great-wall", "beijing/badaling-great-wall"} <= set(ask.about)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Plan 2 days in Nowhereville", ("Nowhereville",)),
        ("Plan 2 days in Zhabka Loka for my parents", ("Zhabka Loka",)),
        ("Plan 3 days in Zhabka Loka, then Rome", ("Zhabka Loka",)),
        ("Plan 2 days in Rome", ()),
    ],
)
def test_a_name_that_nobody_knows_is_taken_as_a_whole(text: str, names: tuple[str, ...]) -> None:
    assert understand(text, NO_TRIP, TODAY).unknown == names

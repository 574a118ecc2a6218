"""What one says one loves is found among the sights, or told not to be known."""

import pytest

from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.reading.likes import likes_told
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("long weekend in Porto, we love azulejos and bookshops", ["azulejos", "bookshops"]),
        ("周末去波尔图，喜欢书店和瓷砖", ["书店", "瓷砖"]),
        ("we love steam trains and jazz, 3 days in York", ["steam trains", "jazz"]),
        ("我们喜欢蒸汽火车，三天去伦敦", ["蒸汽火车"]),
        ("we love museums, good coffee and a relaxed pace", []),
        ("we love to walk, 3 days in Rome", []),
        ("3 days in Vienna in December, we enjoy Christmas markets and classical music", ["christmas markets"]),
        ("十二月去维也纳三天，想逛圣诞市集", ["圣诞市集"]),
        ("I like the plan but make it cheaper", []),
        ("我喜欢安静的地方", []),
        ("我喜欢吃辣", []),
    ],
)
def test_what_is_loved_beside_the_tastes_is_read(said: str, words: list[str]) -> None:
    assert [like.words for like in likes_told(said, TODAY)] == words


@pytest.mark.parametrize(
    "said", ["3 days in Vienna in December, we enjoy Christmas markets", "十二月去维也纳三天，想逛圣诞集市"]
)
def test_a_market_of_christmas_is_no_wish_for_shops(said: str) -> None:
    assert understand_turns([said], TODAY).entities.interests == ()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("a long weekend in Porto, we love azulejos and bookshops", ["Azulejos: ", "Bookshops: ", "Livraria Lello"]),
        ("周末去波尔图，喜欢书店和瓷砖", ["书店：", "莱罗书店", "瓷砖："]),
        ("3 days in Rome, we love steam trains", ["Steam trains: none of my notes on sights here tells of that"]),
        ("三天去罗马，我们喜欢蒸汽火车", ["蒸汽火车：这里的景点资料没有提到"]),
        (
            "3 days in Vienna in December, we enjoy Christmas markets",
            ["Christmas markets: none of my notes on sights here tells of that"],
        ),
        ("十二月去维也纳三天，想逛圣诞市集", ["圣诞市集：这里的景点资料没有提到"]),
        ("3 days in Prague in December for the Christmas markets", ["Christmas markets: ", "Old Town Square"]),
        ("十二月去布拉格三天，逛圣诞市集", ["圣诞市集：", "布拉格老城广场"]),
        ("where should we go in May? we love steam trains", ["Steam trains: that is not among what cities"]),
        ("五月去哪里好，我们喜欢蒸汽火车", ["蒸汽火车：目前不能按这一项找城市"]),
    ],
)
async def test_what_is_loved_is_found_or_told_not_to_be_known(said: str, told: list[str]) -> None:
    (state,) = await conversed([said])
    assert [words for words in told if words not in state.messages[-1].text] == []

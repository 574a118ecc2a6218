"""Who goes, by the words of a message: nobody is counted twice."""

from datetime import date

import pytest

from travelagent.assistant.embedded.reading.party import read_party
from travelagent.assistant.embedded.reading.reading import Reading
from travelagent.assistant.lexer.lexer import lexed

TODAY = date(2026, 11, 21)
ROLES = {"person": "goes", "count": "", "age": "child_age"}


def reading(text: str, **roles: str) -> Reading:
    """A reading in which people go, counts count what they say, and ages are those of children; `roles` by surface."""
    found = lexed(text, TODAY)
    played = {}
    for n, token in enumerate(found.tokens):
        role = roles.get(token.text, ROLES.get(token.type))
        if role is not None:
            kind = "people" if token.form in ("friends", "couples") else token.form
            played[n] = (role or kind, 1.0)
    return Reading(found.text, found.tokens, played, ())


@pytest.mark.parametrize(
    ("text", "adults", "children", "seniors"),
    [
        ("带爸妈去，爸妈腿脚不好", 1, None, 2),
        ("我和老婆带爸妈", 2, None, 2),
        ("我们三个人，带着爸妈", 3, None, 2),
        ("我和爸妈，一共三个人", 1, None, 2),
        ("两个大人一个小孩", 2, 1, None),
        ("两个人带一个娃", 2, 1, None),
        ("四个人，孩子5岁", 3, 1, None),
        ("我和三个朋友", 4, None, None),
        ("一家三口", 2, 1, None),
        ("带爸妈和6岁的孩子去，四个人加我一共五个人", 2, 1, 2),
        ("我和老公带着爸妈和孩子一家五口", 2, 1, 2),
        ("一家五口：爸妈、老婆、孩子和我", 2, 1, 2),
        ("一家五口带爸妈", 2, 3, 2),
        ("一家三口带爸妈", 2, 1, 2),
        ("一个人", 1, None, None),
        ("孩子8岁和5岁", 1, 2, None),
        ("with my wife and our son, the son is small", 2, 1, None),
        ("my parents and me; mum is tired", 1, None, 2),
        ("family of four, two kids", 2, 2, None),
        ("a couple", 2, None, None),
        ("travelling solo", 1, None, None),
        ("two couples", 4, None, None),
        ("four people, in our early forties", 4, None, None),
        ("two couples, one of us is tired", 4, None, None),
        ("my friend and I", 2, None, None),
        ("me n 3 mates", 4, None, None),
        ("带爷爷奶奶和爸妈", 3, None, 2),
        ("5岁和8岁，8岁的花生过敏", 1, 2, None),
        ("俩儿子，一个13一个15", 1, 2, None),
        ("带孩子住石老人附近", 1, 1, None),
    ],
)
def test_everybody_is_counted_once(text: str, adults: int, children: int | None, seniors: int | None) -> None:
    people = read_party(reading(text))
    assert (people.adults, people.children, people.seniors) == (adults, children, seniors)


def test_the_ages_of_seniors_are_kept() -> None:
    people = read_party(reading("带爸妈（68岁和70岁）", **{"68岁": "senior_age", "70岁": "senior_age"}))
    assert (people.seniors, people.senior_ages) == (2, (68, 70))


@pytest.mark.parametrize(
    ("text", "roles", "adults", "seniors"),
    [
        ("two couples in our sixties", {"in our sixties": "senior_age"}, None, 4),
        ("我和老伴今年都68了", {"都68": "senior_age"}, None, 2),
        ("my wife and I (72 and 69)", {"(72": "senior_age", "69": "senior_age"}, None, 2),
        ("my wife and I (72 and 39)", {"(72": "senior_age", "39": "age.other"}, 2, None),
        ("hubby and I, our bub and his folks, grandma and grandpa love it", {}, 2, 2),
        ("爷爷76岁奶奶74岁，我爸妈，还有儿子", {"76岁": "senior_age", "74岁": "senior_age"}, 3, 2),
        ("my wife and I (71 and 74, both retired)", {"(71": "senior_age", "74": "senior_age"}, None, 2),
        ("我跟老伴一个69一个72", {"69": "senior_age", "72": "senior_age"}, None, 2),
    ],
)
def test_who_states_the_age_of_everybody(
    text: str, roles: dict[str, str], adults: int | None, seniors: int | None
) -> None:
    people = read_party(reading(text, **roles))
    assert (people.adults, people.seniors) == (adults, seniors)


def test_elders_whose_age_is_below_60_are_adults() -> None:
    people = read_party(reading("带爸妈，我爸55岁", **{"55岁": "age.other"}))
    assert (people.adults, people.seniors) == (3, None)


def test_a_child_who_is_grown_up_is_an_adult() -> None:
    people = read_party(reading("with my daughter, she is 19 years old", **{"19 years old": "child_age"}))
    assert (people.adults, people.children) == (2, None)


def test_who_is_not_counted_is_a_group() -> None:
    assert read_party(reading("和朋友们去")).group

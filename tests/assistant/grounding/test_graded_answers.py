"""What a model plants in an answer is found, and what it words freely from the results is left alone."""

import pytest

from tests.assistant.grounding.graded import grade

FILES = ("first_answers.toml", "further_answers.toml", "third_answers.toml")


@pytest.mark.parametrize("file", FILES)
def test_true_answers_are_left_alone(file: str) -> None:
    graded = grade(file)

    assert graded.clean_marked / graded.clean <= 0.02, graded.alarms


def test_planted_things_are_found() -> None:
    grades = [grade(file) for file in FILES]

    assert sum(g.found for g in grades) / sum(g.planted for g in grades) >= 0.95, [g.missed for g in grades]

"""What a model plants in an answer is found, and what it words freely from the results is left alone."""

import pytest

from tests.assistant.grounding.graded import grade

FILES = tuple(f"{name}_answers.toml" for name in ("first", "further", "third", "fourth", "sixth", "tenth"))


@pytest.mark.parametrize("file", [*FILES, "fifth_answers.toml"])
def test_true_answers_are_left_alone(file: str) -> None:
    graded = grade(file)

    assert graded.clean_marked / graded.clean <= 0.02, graded.alarms


@pytest.mark.parametrize("file", FILES)
def test_planted_things_are_found(file: str) -> None:
    graded = grade(file)

    assert graded.found / graded.planted >= 0.95, graded.missed

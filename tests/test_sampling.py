"""Which cases of a test the default run keeps: `sampled_items`."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import sampled_items


def case(name: str, mark: pytest.MarkDecorator | None = None, **params: object) -> Any:
    """Make an item as far as sampling looks at it, hashable by identity."""

    class Item:
        nodeid = f"tests/x.py::{name}[{params}]" if params else f"tests/x.py::{name}"
        callspec = SimpleNamespace(params=params) if params else None

        def get_closest_marker(self, wanted: str) -> pytest.Mark | None:
            return mark.mark if mark is not None and wanted == "sampled" else None

    return Item()


def test_what_is_not_marked_or_lacks_the_named_arguments_is_kept() -> None:
    items = [case("plain"), case("table", a=1), case("table", a=2), case("marked", pytest.mark.sampled("language"))]

    assert sampled_items(items) == set(items)


def test_one_combination_of_the_named_arguments_is_kept_for_each_value_of_the_others() -> None:
    mark = pytest.mark.sampled("language", "width")
    items = [
        case("page", mark, scene=scene, language=language, width=width)
        for scene in ("chat", "trip", "admin")
        for language in ("en", "zh")
        for width in (390, 1440)
    ]

    kept = [item.callspec.params for item in sampled_items(items)]

    assert sorted(params["scene"] for params in kept) == ["admin", "chat", "trip"]


def test_one_case_of_a_test_is_kept_where_no_argument_is_named() -> None:
    mark = pytest.mark.sampled
    items = [case(test, mark, language=language, n=n) for test in "ab" for language in ("en", "zh") for n in range(3)]

    assert sorted(item.nodeid[:13] for item in sampled_items(items)) == ["tests/x.py::a", "tests/x.py::b"]


@pytest.mark.parametrize(("tests", "kept"), [(1, 1), (2, 1), (3, 1), (9, 3), (30, 10)])
def test_one_in_so_many_tests_of_a_file_is_kept_and_never_none(tests: int, kept: int) -> None:
    items = [case(f"test{number}", pytest.mark.sampled(of=3)) for number in range(tests)]

    assert len(sampled_items(items)) == kept


def test_every_value_has_its_turn_over_many_tests() -> None:
    mark = pytest.mark.sampled("language")
    items = [case(f"test{n}", mark, language=language) for n in range(20) for language in ("en", "zh")]

    assert {item.callspec.params["language"] for item in sampled_items(items)} == {"en", "zh"}

"""Names and docstrings of the product follow the field's conventions."""

import ast
from pathlib import Path

import pytest

from tests.style.conventions import PRODUCT, RELEASED, ROOT, TOOLING, defined_names, findings


@pytest.mark.parametrize("folder", [*PRODUCT, *TOOLING])
def test_nothing_leaves_the_conventions(folder: str) -> None:
    assert list(map(str, findings([ROOT / folder]))) == []


@pytest.mark.parametrize(
    ("code", "problems"),
    [
        ("def told_before(said: str) -> str: ...", ["private name", "private name", "no docstring"]),
        ('def price() -> int:\n    """The price."""', ["no imperative"]),
        ('def price() -> int:\n    """Return what was said of the price."""', ["private words"]),
        ('def price() -> int:\n    """Return the price in cents."""', []),
        ('def price() -> int:\n    """Bring the price of the field `said` up to date."""', []),
        ("class Sight:\n    class Meta:\n        pass", ["no docstring"]),
        (
            'class Sight:\n    """A sight."""\n\n    @property\n    def price(self) -> int:\n        """The price."""',
            [],
        ),
        ("def _hidden() -> None: ...", []),
        ("way = 1", ["private name"]),
        ("hallway = 1", []),
    ],
)
def test_a_finding_is_listed(code: str, problems: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "travelagent"
    folder.mkdir()
    (folder / "module.py").write_text(code, "utf-8")
    monkeypatch.setattr("tests.style.conventions.ROOT", tmp_path)

    assert [finding.problem for finding in findings([folder])] == problems


def test_released_names_are_still_there() -> None:
    for file, names in RELEASED.items():
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        assert names <= {name for _, name in defined_names(tree)}, file

"""The changelog, the project file and the upgrade notes name the same release."""

import re
import tomllib
from datetime import date
from itertools import pairwise

from tests.docs.renew import DOCS

ROOT = DOCS.parent
HEADING = re.compile(r"^## \[(?P<name>[^]]+)](?: - (?P<date>\S+))?$", re.MULTILINE)


def headings() -> list[tuple[str, str | None]]:
    """Return each section of the changelog, newest first, as its name and its date."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return [(found["name"], found["date"]) for found in HEADING.finditer(text)]


def test_the_newest_release_is_the_version_of_the_project() -> None:
    (first, undated), (newest, _), *_ = headings()
    assert (first, undated) == ("Unreleased", None)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == newest


def test_releases_stand_in_order_with_their_dates() -> None:
    released = [(date.fromisoformat(day or ""), [*map(int, name.split("."))]) for name, day in headings()[1:]]
    assert released == sorted(released, reverse=True)


def test_the_upgrade_notes_lead_from_each_release_to_the_next() -> None:
    names = [name for name, _ in headings()[1:]]
    notes = (DOCS / "upgrading.md").read_text(encoding="utf-8")
    for newer, older in pairwise(names):
        assert f"## From {older} to {newer}\n" in notes

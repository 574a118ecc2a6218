"""What lies in the data folder is for its owner alone."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from travelagent.catalog.private import keep_private


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_what_is_there_and_what_is_written_later_is_closed_to_others(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path
    (tmp_path / "mail").mkdir()
    before = [tmp_path / "db.sqlite3", tmp_path / "mail" / "1.log"]
    for path in before:
        path.write_text("old")

    keep_private()
    later = tmp_path / "mail" / "2.log"
    later.write_text("new")

    assert {path.stat().st_mode & 0o777 for path in (tmp_path, tmp_path / "mail")} == {0o700}
    assert {path.stat().st_mode & 0o777 for path in (*before, later)} == {0o600}

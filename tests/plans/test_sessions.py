"""The times at which shows begin."""

from datetime import date, timedelta

import pytest

from travelagent.plans.sessions import read_sessions, starts_on

MONDAY = date(2026, 4, 13)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("19:30", [[1170]] * 7),
        ("20:50|19:30|19:30", [[1170, 1250]] * 7),
        ("Fr,Sa 19:30", [[], [], [], [], [1170], [1170], []]),
        ("Tu-Th 09:00|Su 10:30", [[], [540], [540], [540], [], [], [630]]),
        ("Sa-Mo 10:00", [[600], [], [], [], [], [600], [600]]),
    ],
)
def test_sessions_are_on_their_weekdays(text: str, starts: list[list[int]]) -> None:
    sessions = read_sessions(text)
    assert [list(starts_on(sessions, MONDAY + timedelta(days=day))) for day in range(7)] == starts


@pytest.mark.parametrize("text", ["", "24:00", "9:00", "19:60", "Xx 19:00", "Mo-Xx 19:00", "19:00-21:00", "Apr 19:00"])
def test_what_is_no_session_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown session"):
        read_sessions(text)

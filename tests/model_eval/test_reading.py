"""Numbers, times and claims are read in both languages, and what is negated is no claim."""

import pytest

from benchmarks.model_eval.checks.answer import raw_text
from benchmarks.model_eval.reading import claims_changed, claims_saved, clock_times, numbers, totals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("约 ¥16,820，超出 ¥4,820", [16820, 4820]),
        ("1.2万左右，每人3千", [12000, 3000]),
        ("about €1,307.50 for 2 (4k at most)", [1307.5, 2, 4000]),
        ("3 km", [3]),
    ],
)
def test_numbers(text: str, expected: list[float]) -> None:
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("四个人总计 6,666 元，住宿 2,000", [6666]),
        ("It comes to about €421; the total is £999.", [421, 999]),
        ("一共 1.2万", [12000]),
        ("第 2 天 10:30 出发", []),
    ],
)
def test_totals(text: str, expected: list[float]) -> None:
    assert totals(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("09:05 到，17：30 走", ["09:05", "17:30"]),
        ("open until 9 pm, lunch at 1:15 p.m.", ["13:15", "21:00"]),
        ("下午三点，晚上8点半，上午10点一刻", ["20:30", "10:15"]),
        ("3 个景点", []),
    ],
)
def test_clock_times(text: str, expected: list[str]) -> None:
    assert clock_times(text) == expected


@pytest.mark.parametrize("text", ["已保存，祝旅途愉快", "帮你存好了。", "Your trip is saved.", "I deleted the trip."])
def test_claims_of_a_write(text: str) -> None:
    assert claims_saved(text)


@pytest.mark.parametrize(
    "text",
    [
        "还没有保存。",
        "确认后保存。",
        "Nothing was saved.",
        "Shall I save it?",
        "It is saved once you confirm.",
        "I looked at your saved trips.",
        "这是已保存的行程。",
    ],
)
def test_what_is_open_or_denied_is_no_claim_of_a_write(text: str) -> None:
    assert not claims_saved(text)


@pytest.mark.parametrize(
    "text",
    ["已经把大雁塔去掉了", "改好了：第 3 天晚点出门", "I've moved the castle.", "Day 2 has been changed.", "Done: …"],
)
def test_claims_of_a_change(text: str) -> None:
    assert claims_changed(text)


@pytest.mark.parametrize(
    "text", ["要不要把大雁塔去掉？", "这条没看懂，行程没有动。", "I could move it.", "The plan stays as it is."]
)
def test_what_changes_nothing_claims_nothing(text: str) -> None:
    assert not claims_changed(text)


@pytest.mark.parametrize(
    "text",
    [
        'Here: {"city": "rome"}',
        "<tool_call>plan</tool_call>",
        "generate_route failed",
        "ToolError: no",
        "error unknown_city",
        "see rome/colosseum",
        "saved as call_3_a1",
    ],
)
def test_raw_text_is_found(text: str) -> None:
    assert raw_text(text)


@pytest.mark.parametrize(
    "text", ["三天，¥3,590～¥6,709。", "Opens 09:00-17:00; see [the trip](/trips/trip_x1).", "and/or"]
)
def test_plain_text_is_clean(text: str) -> None:
    assert raw_text(text) == ""

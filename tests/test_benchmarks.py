"""Benchmarks hold their figures against bounds, and the page of a run shows them all."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import suite
from benchmarks.agent_overhead import BARE, BARE_LIMITS, CORE, LANGGRAPH, LOGGING, PEER_LIMIT, Row, figures_of
from benchmarks.figures import Figure, at_least, goal, limit, number
from benchmarks.report import Result, renew_page, write_page

GOOD = {BARE: 1.0, CORE: BARE_LIMITS[CORE], LOGGING: BARE_LIMITS[LOGGING], LANGGRAPH: BARE_LIMITS[CORE] * PEER_LIMIT}


@pytest.mark.parametrize(
    ("changed", "past"),
    [
        ({}, []),
        ({CORE: BARE_LIMITS[CORE] * 0.5}, []),
        ({CORE: 7.0, LANGGRAPH: 1000.0}, ["agent_core, a step beside the bare loop"]),
        ({LOGGING: 8.5}, ["agent_core, log lines on, a step beside the bare loop"]),
        ({LANGGRAPH: 110.0}, ["LangGraph create_react_agent beside agent_core"]),
    ],
)
def test_a_ratio_past_its_limit_is_named(changed: dict[Row, float], past: list[str]) -> None:
    best = GOOD | changed

    figures = figures_of({row: [took, took * 2] for row, took in best.items()})

    assert [figure.name for figure in figures if not figure.is_met] == past


def test_without_the_peer_its_ratio_is_not_judged() -> None:
    figures = figures_of({row: [took] for row, took in GOOD.items() if row != LANGGRAPH})

    assert [figure.name for figure in figures] == [f"{row.name}, a step beside the bare loop" for row in BARE_LIMITS]


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0"), (0.0123, "0.0123"), (2.345, "2.35"), (99.5, "99.50"), (12345.6, "12,346")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ([Figure("gap", 0.5, "%", limit(0.5)), Figure("share", 0.5, "", at_least(0.5)), Figure("runs", 3, "")], 0),
        ([Figure("gap", 0.6, "%", limit(0.5))], 1),
        ([Figure("share", 0.4, "", at_least(0.5))], 1),
        ([Figure("gap", 0.6, "%", goal(0.5))], 0),
    ],
)
def test_a_figure_past_its_limit_fails_the_command(
    figures: list[Figure], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(suite.BY_NAME, "given", suite.Benchmark("given", lambda _: figures, "Given figures."))

    assert suite.main(["given"]) == code


def test_a_benchmark_that_ends_with_an_error_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Sequence[str]) -> list[Figure]:
        raise RuntimeError("no server")

    monkeypatch.setitem(suite.BY_NAME, "broken", suite.Benchmark("broken", broken, "Ends with an error."))

    assert suite.main(["broken"]) == 1
    assert suite.run(suite.BY_NAME["broken"], ()).error == "RuntimeError: no server"


def _measures(_: Sequence[str]) -> list[Figure]:
    return [Figure("process", os.getpid(), "")]


def _dies(_: Sequence[str]) -> list[Figure]:
    os._exit(1)


def test_a_run_of_all_gives_each_a_process_and_outlives_one_that_dies() -> None:
    given = [
        suite.Benchmark("first", _measures, ""),
        suite.Benchmark("dies", _dies, ""),
        suite.Benchmark("last", _measures, ""),
    ]

    kept: list[int] = []
    first, dead, last = suite.run_all(given, keep=lambda results: kept.append(len(results)))
    assert kept == [1, 2, 3]

    assert len({os.getpid(), first.figures[0].value, last.figures[0].value}) == 3
    assert dead.error.startswith("its process died")


def test_an_unknown_name_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert suite.main(["nothing"]) == 2
    shown = capsys.readouterr().out
    assert all(benchmark.about in shown for benchmark in suite.ALL)


def test_the_page_has_every_figure_and_says_what_is_short(tmp_path: Path) -> None:
    figures = [
        Figure("gap", 0.9, "%", goal(0.5), [("other", 1.5)]),
        Figure("runs", 300, "runs"),
        Figure("wait", 80, "ms", limit(100)),
    ]
    results = [Result("first", "What it is.", ("--days", "3"), 12.0, figures), Result("second", "", (), 1, (), "Oh no")]

    write_page(tmp_path / "page.md", results)

    page = (tmp_path / "page.md").read_text("utf-8")
    assert "- first: gap: 0.9 % (goal: at most 0.5)\n- second did not end: Oh no\n" in page
    assert "`python -m benchmarks first --days 3`, 12 s" in page
    assert "| gap | 0.9 % | **short:** goal ≤ 0.5 | other 1.50 |\n| runs | 300 runs |  |  |\n" in page
    assert "| wait | 80 ms | limit ≤ 100 |  |" in page
    assert "wait" not in page.partition("## first")[0]


def test_a_later_run_renews_its_section_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    short, fine = Figure("gap", 0.9, "%", goal(0.5)), Figure("gap", 0.4, "%", goal(0.5))
    first, second = Result("first", "One.", ("--model", "a"), 12, [short]), Result("second", "Two.", (), 1, (), "Oh no")
    longer = Result("second_page", "Three.", (), 1, [short])
    write_page(path, [first, second, longer])
    before = path.read_text("utf-8")

    renew_page(path, [Result("second", "Two.", (), 3, [short])])
    amid = path.read_text("utf-8")
    renew_page(path, [Result("second", "Two.", (), 3, [fine]), Result("first", "One.", ("--model", "a"), 4, [fine])])
    listed = path.read_text("utf-8").partition("## first a")[0]
    renew_page(path, [Result("second_page", "Three.", (), 3, [fine])])
    after = path.read_text("utf-8")

    assert "- first: gap: 0.9 % (goal: at most 0.5)\n- second_page: gap: 0.9 % (goal: at most 0.5)\n" in amid
    assert "- second: gap: 0.9 % (goal: at most 0.5)\n\n## first a" in amid
    assert [line for line in listed.splitlines() if line.startswith("- ")] == [
        "- second_page: gap: 0.9 % (goal: at most 0.5)"
    ]
    assert amid.partition("## first a")[2].partition("## ")[0] == before.partition("## first a")[2].partition("## ")[0]
    assert "Oh no" not in amid
    assert "Nothing: every limit" in after
    assert "`python -m benchmarks first --model a`, 4 s, measured anew on" in after
    assert after.index("## first a") < after.index("## second")


def test_a_benchmark_that_a_stopped_run_left_out_gets_a_section(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    write_page(path, [Result("first", "One.", (), 12, [Figure("gap", 0.4, "%", goal(0.5))])])

    renew_page(path, [Result("second", "Two.", (), 3, [Figure("gap", 0.9, "%", goal(0.5))])])

    _, *sections = path.read_text("utf-8").split("\n\n## ")
    assert [section.splitlines()[0] for section in sections] == ["Short of a bound", "first", "second"]
    assert "- second: gap: 0.9 % (goal: at most 0.5)" in sections[0]

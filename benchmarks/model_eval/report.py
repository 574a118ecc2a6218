"""The table of a run, by group and language, what failed, and the same as JSON."""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.model_eval.runner import Outcome
from benchmarks.model_eval.tasks.values import GROUPS
from travelagent.assistant.model_settings import Price

LANGUAGES = ("zh", "en")
HEADER = (
    f"{'tasks':<14} {'passed':>8} {'checks':>10} {'share':>7} {'prompt':>9} {'reply':>8} {'calls':>6} "
    f"{'median s':>9} {'p95 s':>7}"
)


def summary(outcomes: Sequence[Outcome], price: Price | None) -> dict[str, Any]:
    """Return the figures of these tasks: passed, checks, tokens, model calls, seconds a turn, cost."""
    verdicts = [verdict for outcome in outcomes for verdict in outcome.verdicts]
    usages = [turn.usage for outcome in outcomes for turn in outcome.turns if turn.usage.seconds]
    seconds = sorted(usage.seconds for usage in usages)
    prompt, completion = sum(u.prompt for u in usages), sum(u.completion for u in usages)
    held = sum(not verdict.fault for verdict in verdicts)
    return {
        "tasks": len(outcomes),
        "passed": sum(outcome.passed for outcome in outcomes),
        "checks": len(verdicts),
        "checks_passed": held,
        "checks_share": round(held / len(verdicts), 4) if verdicts else 0.0,
        "tokens": {"prompt": prompt, "completion": completion},
        "model_calls": sum(usage.model_calls for usage in usages),
        "seconds": {
            "median": round(statistics.median(seconds), 3) if seconds else 0.0,
            "p95": round(seconds[min(int(0.95 * len(seconds)), len(seconds) - 1)], 3) if seconds else 0.0,
        },
        "cost": _cost(price, prompt, completion),
    }


def as_json(model: str, outcomes: Sequence[Outcome], planned: int, price: Price | None) -> dict[str, Any]:
    """Return the whole report: `planned` tasks were to be run."""
    return {
        "model": model,
        "planned": planned,
        "complete": len(outcomes) == planned,
        "all": summary(outcomes, price),
        "rows": [
            {"group": group, "language": language, **summary(rows, price)} for group, language, rows in _rows(outcomes)
        ],
        "results": [_result(outcome) for outcome in outcomes],
    }


def show(
    model: str, outcomes: Sequence[Outcome], planned: int, price: Price | None, write: Callable[[str], None] = print
) -> None:
    """Print the table, and each check that failed, with its turn."""
    for outcome in outcomes:
        for fault in outcome.faults:
            where = f"turn {fault.turn}" if fault.turn else "all turns"
            write(f"  {outcome.task.id}, {where}: {fault.check}: {_short(fault.fault)}")
    write(HEADER)
    for group, language, rows in _rows(outcomes):
        write(_line(f"{group} {language}", summary(rows, price)))
    for language in LANGUAGES:
        if rows := [outcome for outcome in outcomes if outcome.task.language == language]:
            write(_line(f"all {language}", summary(rows, price)))
    whole = summary(outcomes, price)
    write(_line("all", whole))
    cost = f", cost {whole['cost']['amount']} {whole['cost']['currency']}" if whole["cost"] else ""
    stopped = "" if len(outcomes) == planned else f"; stopped after {len(outcomes)} of {planned} tasks"
    write(f"{model}: {whole['passed']} of {whole['tasks']} tasks, {whole['checks_share']:.1%} of checks{cost}{stopped}")


def _rows(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, str, list[Outcome]]]:
    for group in GROUPS:
        for language in LANGUAGES:
            rows = [o for o in outcomes if (o.task.group, o.task.language) == (group, language)]
            if rows:
                yield group, language, rows


def _line(name: str, row: dict[str, Any]) -> str:
    return (
        f"{name:<14} {row['passed']:>4}/{row['tasks']:<3} {row['checks_passed']:>5}/{row['checks']:<4} "
        f"{row['checks_share']:>7.1%} {row['tokens']['prompt']:>9} {row['tokens']['completion']:>8} "
        f"{row['model_calls']:>6} {row['seconds']['median']:>9.2f} {row['seconds']['p95']:>7.2f}"
    )


def _result(outcome: Outcome) -> dict[str, Any]:
    return {
        "id": outcome.task.id,
        "group": outcome.task.group,
        "language": outcome.task.language,
        "passed": outcome.passed,
        "turns": [
            {"message": turn.message, "answer": turn.answer, "status": turn.status, **asdict(turn.usage)}
            | {"tools": [{"tool": use.tool, "status": use.status, "error": use.error} for use in turn.tools]}
            for turn in outcome.turns
        ],
        "checks": [asdict(verdict) for verdict in outcome.verdicts],
    }


def _cost(price: Price | None, prompt: int, completion: int) -> dict[str, str] | None:
    """Return what these tokens cost, None for a model without a price."""
    if price is None:
        return None
    return {"amount": f"{price.of(prompt, completion):.4f}", "currency": price.currency}


def _short(fault: str) -> str:
    line = " ".join(fault.split())
    return line if len(line) <= 160 else f"{line[:159]}…"

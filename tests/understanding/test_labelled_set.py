"""The understanding against the labelled sets: every miss is printed, the shares are held.

All are in the format of `score.py`; today is 2026-11-21 in all of them. What is aimed at is 97 % of intents, 97 % of
slots (F1) and 93 % of dialogue states on all of them. `labelled.jsonl` and the examples stood before the rules. The
others were written one after the other by people who knew neither the rules nor the sentences of training/intents.
All but the last may be looked at for what is missing; how well the understanding did on first reading them tells what
to expect of new sentences: intents, slots and states of the second came to 88, 94 and 66 %, of the third to 91, 94 and
72 %. The fourth holds long messages and dialogues as people write them; on first reading they came to 88, 89 and 46 %.
Of the one kept aside only the shares are looked at: there the aim is not reached.
"""

import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.understanding import score
from travelagent.assistant.embedded.understanding import understand_turns

HERE = Path(__file__).parent
TODAY = date(2026, 11, 21)
SETS = {
    "labelled.jsonl": (0.97, 0.97, 0.93),
    "examples.jsonl": (0.97, 0.97, 0.93),
    "labelled_open.jsonl": (0.92, 0.97, 0.90),
    "labelled_second.jsonl": (0.96, 0.97, 0.93),
    "labelled_third.jsonl": (0.93, 0.97, 0.92),
    "labelled_fourth.jsonl": (0.87, 0.89, 0.44),
    "labelled_kept_aside.jsonl": (0.87, 0.90, 0.45),
}
"""The least shares of intents, slots and dialogue states."""
TRAINED = {"labelled_fourth.jsonl": (0.76, 0.86, 0.2), "labelled_kept_aside.jsonl": (0.67, 0.79, 0.05)}
"""The same of the trained reading without any rules, which is to take their place."""
KEPT_ASIDE = "labelled_kept_aside.jsonl"


@dataclass
class Report:
    """Counts of a set, and one line for each miss."""

    items: int = 0
    intents: int = 0
    talks: int = 0
    states: int = 0
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])
    misses: list[str] = field(default_factory=list)

    @property
    def slot_f1(self) -> float:
        return score.prf(self.counts)[2]


def items_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def report_on(name: str) -> Report:
    report = Report()
    for item in items_of(name):
        wire = understand_turns(item["turns"], TODAY).as_wire()
        rows, broken = score.compare(item, wire["entities"])
        wrong = [row for row in rows if row[2] or row[3]]
        banned = item.get("must_not", {}).get("intent", [])
        intent_ok = wire["intent"] in item["gold"]["intent"] and wire["intent"] not in banned
        report.items += 1
        report.intents += intent_ok
        for _, *counts in rows:
            report.counts = [a + b for a, b in zip(report.counts, counts, strict=True)]
        if len(item["turns"]) > 1:
            report.talks += 1
            report.states += not wrong and not broken
        if wrong or broken or not intent_ok:
            said = f"{item['id']} {item['turns']}: intent {wire['intent']}, wanted {item['gold']['intent']}"
            report.misses.append(f"{said}; slots {wrong}; forbidden {broken}; got {wire['entities']}")
    return report


@pytest.mark.parametrize("name", SETS)
def test_the_labels_are_well_formed(name: str) -> None:
    items = items_of(name)
    assert len({item["id"] for item in items}) == len(items)
    assert score.check(items) == 0


@pytest.mark.parametrize("name", TRAINED)
def test_the_trained_reading_by_itself_holds_its_shares(name: str) -> None:
    report = report_on(name, "roles")
    intents, slots, states = TRAINED[name]
    figures = report.intents / report.items, report.slot_f1, report.states / report.talks
    assert figures[0] >= intents, figures
    assert figures[1] >= slots, figures
    assert figures[2] >= states, figures


@pytest.mark.parametrize("name", SETS)
def test_the_understanding_holds_its_shares(name: str) -> None:
    report = report_on(name)
    intents, slots, states = SETS[name]
    told = "kept aside" if name == KEPT_ASIDE else "\n".join(report.misses)
    print(told)
    assert report.intents >= intents * report.items, told
    assert report.slot_f1 >= slots, told
    assert report.states >= states * report.talks, told

"""Claims that contradict the results are found, true ones and general knowledge are left alone."""

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from agent_core.messages import Message
from tests.support.examples import sampled
from travelagent.assistant.grounding.evidence import Evidence, evidence_of
from travelagent.assistant.grounding.tracing import untraced

HERE = Path(__file__).parent / "claims"
ROWS = [json.loads(line) for line in (HERE / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
FOUND, MENDED = 0.53, 0.02
_MESSAGES: TypeAdapter[tuple[Message, ...]] = TypeAdapter(tuple[Message, ...])


@cache
def recorded() -> dict[str, Any]:
    """The messages of each recording, by its id."""
    lines = gzip.decompress((HERE / "evidence.jsonl.gz").read_bytes()).decode().splitlines()
    return {row["id"]: row["messages"] for row in map(json.loads, lines)}


@cache
def evidence(id: str) -> Evidence:
    return evidence_of(_MESSAGES.validate_python(recorded()[id]))


def contradicted(row: dict[str, Any]) -> bool:
    """Whether something in the claim is found to contradict the results."""
    text = row["answer"]
    start = text.index(row["claim"])
    end = start + len(row["claim"])
    found = untraced(text, evidence(row["evidence"]))
    return any(each.truth and each.start < end and start < each.end for each in found)


def test_what_contradicts_the_results_is_found() -> None:
    false = sampled([row for row in ROWS if row["label"] == "false"], of=3)
    missed = [(row["id"], row["kind"]) for row in false if not contradicted(row)]
    assert 1 - len(missed) / len(false) >= FOUND, missed


@pytest.mark.parametrize("label", ["true_of_tools", "general"])
def test_what_does_not_is_left_alone(label: str) -> None:
    rows = sampled([row for row in ROWS if row["label"] == label], of=3)
    mended = [(row["id"], row["kind"]) for row in rows if contradicted(row)]
    assert len(mended) / len(rows) <= MENDED, mended


def test_label_counts_match_the_readme() -> None:
    assert Counter(row["label"] for row in ROWS) == {"true_of_tools": 460, "general": 230, "false": 390}

"""The labelled claims, as lessons: an answer, a span of it, and whether what stands there is true of the evidence."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pydantic import TypeAdapter

from agent_core.messages import Message
from tests.assistant.grounding.graded import answers, recordings
from travelagent.assistant.grounding.evidence import Evidence, evidence_of
from travelagent.assistant.quantities.read import quantities

Label: TypeAlias = Literal["true_of_tools", "general", "false"]
CLAIMS: Final = Path("tests/assistant/grounding/claims")
GRADED: Final = ("first", "further", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
GRADED_SET: Final = "graded"
"""The names of the sets of whole answers begin so."""
_MESSAGES: Final[TypeAdapter[tuple[Message, ...]]] = TypeAdapter(tuple[Message, ...])


@dataclass(frozen=True)
class Lesson:
    """`text[start:end]` is what the label is of; `truth` are the words that the evidence has in its place. Other claims
    of the text are no worse than unknown.
    """

    set: str
    text: str
    start: int
    end: int
    label: Label
    truth: str
    evidence: Evidence
    is_quantity: bool


@cache
def _evidence() -> dict[str, Evidence]:
    rows = map(json.loads, gzip.decompress((CLAIMS / "evidence.jsonl.gz").read_bytes()).decode().splitlines())
    return {row["id"]: evidence_of(_MESSAGES.validate_python(row["messages"])) for row in rows}


def claims() -> Iterator[Lesson]:
    """Yield the labelled sentences; a change that was not made is no matter of a quantity."""
    for line in (CLAIMS / "claims.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        start = row["answer"].index(row["claim"])
        yield Lesson(
            row["set"], row["answer"], start, start + len(row["claim"]), row["label"], row.get("truth", ""),
            _evidence()[row["evidence"]], row["kind"] != "claimed_change",
        )  # fmt: skip


def graded() -> Iterator[Lesson]:
    """Yield whole answers in two forms, of which one has a single false thing."""
    known = {name: evidence_of(messages) for name, messages in recordings().items()}
    for number, file in enumerate(GRADED):
        name, true = f"{GRADED_SET} {number % 2}", ""
        for answer in answers(f"{file}_answers.toml"):
            evidence = known[answer.recording]
            if answer.planted is None:
                true = answer.text
                yield Lesson(name, true, 0, len(true), "true_of_tools", "", evidence, is_quantity=True)
                continue
            start, end = answer.planted
            until = end + len(true) - len(answer.text)
            truth = " ".join(true[q.start : q.end] for q in quantities(true) if q.start < until and start < q.end)
            yield Lesson(name, answer.text, start, end, "false", truth, evidence, is_quantity=bool(truth))

"""Recorded conversations, the answers worded from them, and how well the check parts the true from the false."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agent_core.messages import AssistantMessage, HumanMessage, Message, ToolCall, ToolMessage
from travelagent.assistant.grounding.evidence import Evidence, evidence_of
from travelagent.assistant.grounding.tracing import Untraced, untraced

HERE = Path(__file__).parent
SLOT = re.compile(r"\{\{(?P<true>.*?)\|(?P<false>.*?)\}\}", re.DOTALL)


@dataclass(frozen=True)
class Worded:
    """One text in one of its two forms; `planted` is the span of the false thing, None in the true form."""

    recording: str
    kind: str
    text: str
    planted: tuple[int, int] | None


@cache
def recordings() -> dict[str, tuple[Message, ...]]:
    lines = (HERE / "recordings.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {row["id"]: _messages(row["rows"]) for row in rows}


def _messages(rows: Sequence[dict[str, Any]]) -> tuple[Message, ...]:
    messages: list[Message] = []
    for number, row in enumerate(rows):
        if "said" in row:
            messages.append(HumanMessage(row["said"]))
            continue
        call = ToolCall(f"c{number}", row["tool"], row["args"])
        text = json.dumps(row["result"], ensure_ascii=False)
        messages += [AssistantMessage("", (call,)), ToolMessage(call.id, call.name, text, row["status"])]
    return tuple(messages)


def answers(file: str) -> Iterator[Worded]:
    """Both forms of every text of a file."""
    for row in tomllib.loads((HERE / file).read_text(encoding="utf-8"))["answer"]:
        (slot,) = SLOT.finditer(row["text"])
        before, after = row["text"][: slot.start()], row["text"][slot.end() :]
        yield Worded(row["recording"], row["planted"], before + slot["true"] + after, None)
        planted = (slot.start(), slot.start() + len(slot["false"]))
        yield Worded(row["recording"], row["planted"], before + slot["false"] + after, planted)


@cache
def evidence(recording: str) -> Evidence:
    return evidence_of(recordings()[recording])


def found_in(answer: Worded) -> list[Untraced]:
    return untraced(answer.text, evidence(answer.recording))


@dataclass(frozen=True)
class Grade:
    """How many planted things were found, and what was marked though it is true: (recording, words)."""

    planted: int
    found: int
    clean: int
    clean_marked: int
    missed: tuple[tuple[str, str, str], ...]
    alarms: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        return (
            f"{self.found} of {self.planted} planted found, {self.clean_marked} of {self.clean} clean answers marked,"
            f" {len(self.alarms)} true claims marked"
        )


def grade(file: str) -> Grade:
    missed, alarms = [], []
    planted = found = clean = marked = 0
    for answer in answers(file):
        claims = found_in(answer)
        false = [c for c in claims if answer.planted and c.start < answer.planted[1] and answer.planted[0] < c.end]
        wrong = [c for c in claims if c not in false]
        alarms += [(answer.recording, c.kind, answer.text[c.start : c.end]) for c in wrong]
        if answer.planted is None:
            clean, marked = clean + 1, marked + bool(wrong)
            continue
        planted, found = planted + 1, found + bool(false)
        if not false:
            missed.append((answer.recording, answer.kind, answer.text[slice(*answer.planted)]))
    return Grade(planted, found, clean, marked, tuple(missed), tuple(alarms))


if __name__ == "__main__":
    import sys

    for file in sys.argv[1:]:
        graded = grade(file)
        print(file, graded)
        for row in graded.missed:
            print("  missed", *row)
        for row in graded.alarms:
            print("  marked", *row)

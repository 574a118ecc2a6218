"""The annotated messages that the reader learns from: spans of characters with their roles, and pieces with their acts.

Those of `training/roles/corpus` and of `corpus/` here. `frames/edits.jsonl` cuts the pieces whose act is `edit` by
operation: a line is `{"id": "file:line:piece", "acts": [[act, text], …]}`.
"""

import dataclasses
import datetime as dt
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.roles.corpus import CORPUS, SENTENCES, SHORT, sentences, short_messages
from training.roles.generate import FRAGMENTS, generated
from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.tokens import Token

HELD_OUT: Final = ("voices", "needs", "messy", "context")
"""Words in the names of the files by hands that wrote none of the others; scores are taken on these."""
OWN: Final = Path(__file__).parent / "corpus"
FRAMES: Final = Path(__file__).parent / "frames" / "edits.jsonl"
AGAIN: Final = FRAMES.with_name("edits_again.jsonl")
"""300 of them by a second hand, which did not see the first."""
TODAY: Final = dt.date(2026, 11, 21)
COARSE: Final = "edit"
"""The act of a change of a plan of which nobody said which: nothing is learned from it."""
_GENERATED: Final = 1500
"""Number of messages put together from fragments."""
_BEFORE: Final = 0.7
"""Share of the messages of conversations that are learned with the one before them."""
_ELSEWHERE, _ELSEWHERE_BEHIND = 0.4, 0.2
"""Share of the messages that are learned with one of another conversation before them: of those that have none of their
own, and of the others."""
_SPAN: Final = re.compile(r"\{(?P<role>[a-z_.]+):(?P<surface>[^{}]*)\}")
Pieces = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a message, and the role that they play."""

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its typed tokens, its spans, and its pieces as pairs of their end and their act.

    `planned`: a plan exists; `before`: the message of the traveller before it, empty for none; `whole`: its spans are
    annotated, not its act alone.
    """

    text: str
    planned: bool
    before: str
    tokens: tuple[Token, ...]
    spans: tuple[Span, ...]
    acts: tuple[tuple[int, str], ...]
    whole: bool = True


def learned_from() -> Iterator[Message]:
    """Yield the messages to learn from. Many stand behind a message of another conversation, so that the
    one before is read as no more than what it may be: another matter."""
    chance = random.Random(2)
    messages = list(_learned_from())
    for each in messages:
        share = _ELSEWHERE_BEHIND if each.before else _ELSEWHERE
        before = chance.choice(messages).text if chance.random() < share else each.before
        yield dataclasses.replace(each, before=before)


def _learned_from() -> Iterator[Message]:
    yield from written(held_out=False)
    for row in generated(_GENERATED):
        yield message_of(row["acts"], planned=row["planned"])
    for message, planned, act in (*sentences(), *short_messages()):
        found = lexed(message, TODAY)
        yield Message(found.text, planned, "", found.tokens, (), ((len(found.text), act),), whole=False)


def written(*, held_out: bool) -> Iterator[Message]:
    """Yield the annotated messages of the files that are held out, or of all others."""
    frames = frames_in(FRAMES)
    chance = random.Random(1)
    for path in sorted((*CORPUS.glob("*.jsonl"), *OWN.glob("*.jsonl"))):
        if any(word in path.stem for word in HELD_OUT) is not held_out:
            continue
        talk, last = None, ""
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            if not line.strip():
                continue
            row = json.loads(line)
            last = last if "talk" in row and row["talk"] == talk else ""
            before = last if chance.random() < _BEFORE else ""
            pieces = list(_cut(row["acts"], frames, f"{path.name}:{number}"))
            found = message_of(pieces, planned=bool(row.get("planned")), before=before)
            talk, last = row.get("talk"), found.text
            yield found


def fingerprint() -> str:
    """Return one hash of all messages with their annotations."""
    found = hashlib.sha256()
    folders = CORPUS, OWN, FRAMES.parent, SENTENCES, SHORT
    for path in sorted((FRAGMENTS, *(each for folder in folders for each in folder.glob("*.*l")))):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def frames_in(path: Path) -> dict[str, Pieces]:
    """Return the pieces of a file of frames by their ids."""
    return {row["id"]: row["acts"] for row in map(json.loads, path.read_text("utf-8").splitlines())}


def _cut(pieces: Pieces, frames: Mapping[str, Pieces], line: str) -> Iterator[Sequence[str]]:
    for number, piece in enumerate(pieces):
        yield from frames.get(f"{line}:{number}", [piece])


def message_of(pieces: Pieces, *, planned: bool, before: str = "") -> Message:
    """Return the message of annotated pieces, `[act, text]` each with `{role:surface}` around the spans of the text."""
    text, spans, acts = "", list[Span](), list[tuple[int, str]]()
    for act, piece in pieces:
        at = 0
        for match in _SPAN.finditer(piece):
            text += piece[at : match.start()]
            spans.append(Span(len(text), len(text) + len(match["surface"]), match["role"]))
            text += match["surface"]
            at = match.end()
        text += piece[at:]
        acts.append((len(text), act))
    return Message(text, planned, before, lexed(text, TODAY).tokens, tuple(spans), tuple(acts))


def roles_and_acts(messages: Iterable[Message]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of all roles and of all acts that messages have, but the coarse act of changes."""
    roles, acts = set[str](), set[str]()
    for each in messages:
        roles.update(span.role for span in each.spans)
        acts.update(act for _, act in each.acts)
    return tuple(sorted(roles)), tuple(sorted(acts - {COARSE}))

"""Annotated messages as lessons: the tokens of each, and the role of every one that a span of the annotation covers.

A line of corpus/*.jsonl is `{"lang", "planned", "acts": [[act, text], …]}`; inside a text `{role:surface}` marks a
span. What no span covers plays the role `other` of its type.
"""

import ast
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.tokens import Token

HERE: Final = Path(__file__).parent
CORPUS: Final = HERE / "corpus"
PACKAGE: Final = HERE.parents[1] / "travelagent" / "assistant"
TODAY: Final = date(2026, 11, 21)
SENTENCES: Final = HERE / "sentences"
SHORT: Final = HERE / "acts"
_ACTS: Final = {
    "travel_planning": "plan", "family_tour": "plan", "adventure_tour": "plan", "nature_tour": "plan",
    "cultural_tour": "plan", "honeymoon_tour": "plan", "city_recommendation": "recommend", "transportation": "ask.ride",
    "season_query": "ask.weather", "budget_query": "ask.price", "food": "ask.food", "accommodation": "ask.hotel",
    "comparison": "compare", "data_question": "figures", "greeting": "greeting", "complaint": "complaint",
    "out_of_scope": "offtopic",
}  # fmt: skip
OTHER: Final = "other"
_MERGED: Final = {"ask": "about", "compare": "about", "edit": "about", "kind.ask": "about", "only": "about"}
"""What a message is about in one way or another is one role: the act of its clause tells the way."""
_SPAN: Final = re.compile(r"\{(?P<role>[a-z_.]+):(?P<surface>[^{}]*)\}")
ROLES: Final[dict[str, frozenset[str]]] = {
    "place": frozenset(
        [
            "origin",
            "stop",
            "daytrip",
            "return",
            "port",
            "transit",
            "near",
            "must",
            "avoid",
            "ask",
            "compare",
            "edit",
            "place.other",
            "diet",
            "like",
            "kind.ask",
            "avoid_kind",
            "only",
        ]
    ),
    "airport": frozenset(["origin", "port", "transit", "return", "stop", "place.other"]),
    "date": frozenset(["start", "end", "month", "on", "date.ask", "date.other", "day"]),
    "day": frozenset(["day", "stay", "length", "start", "end"]),
    "span": frozenset(["length", "stay", "more", "fewer", "layover", "visit", "limit", "span.other"]),
    "person": frozenset(["goes", "person.other", "children", "adults", "seniors", "people"]),
    "count": frozenset(["people", "adults", "children", "seniors", "rooms", "count.other", "goes"]),
    "numeral": frozenset(
        [
            "length",
            "stay",
            "more",
            "fewer",
            "people",
            "adults",
            "children",
            "seniors",
            "rooms",
            "count.other",
            "goes",
            "day",
            "child_age",
            "senior_age",
            "budget.total",
        ]
    ),
    "age": frozenset(["child_age", "senior_age", "age.other"]),
    "money": frozenset(
        ["budget.total", "budget.person", "budget.day", "budget.person_day", "budget.night", "money.other"]
    ),
    "clock": frozenset(["arrive", "leave", "set_out", "begin", "finish", "at", "rest", "clock.other"]),
    "part": frozenset(["arrive.part", "leave.part", "at.part", "part.other"]),
    "kind": frozenset(["like", "avoid_kind", "only", "kind.ask", "kind.other", "must", "avoid", "edit", "ask"]),
    "diet": frozenset(["diet", "diet.other", "avoid_kind", "like"]),
    "need": frozenset(["need"]),
    "pace": frozenset(["pace", "pace.avoid"]),
    "tier": frozenset(["tier", "tier.avoid"]),
    "mode": frozenset(["mode.arrive", "mode.between", "mode.within", "mode.avoid", "mode.ask", "mode.other"]),
}
"""The roles that a token of a type may play; another one that covers it is that of a larger span."""
ROLE_NAMES: Final = frozenset().union(*ROLES.values()) | {
    "event", "kind.other", "pace.avoid", "tier.avoid", "date.other", "place.other", "span.other", "mode.other",
}  # fmt: skip
"""All roles of annotations."""
_TOPICS: Final = (
    "why when hours tickets price how_long ride weather food hotel rain crowds visa packing safety tiring sights brief"
)
_WISHES: Final = (
    "plan edit undo redo recommend compare figures ask.plan ask.booking ask.assistant ask.exchange ask.other"
)
_TALK: Final = "greeting thanks farewell accept complaint trouble offtopic aside junk shorter detailed remember forget"
ACTS: Final = frozenset(
    [
        *_WISHES.split(),
        *_TALK.split(),
        *(f"ask.{topic}" for topic in _TOPICS.split()),
        *(f"trip.{command}" for command in ["save", "rename", "delete", "list", "share", "export"]),
    ]
)
"""What a piece of a message does."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One message: its tokens, their roles by index, its pieces as (end, act), and what no token was found for."""

    text: str
    planned: bool
    tokens: tuple[Token, ...]
    roles: dict[int, str]
    acts: tuple[tuple[int, str], ...]
    missed: tuple[tuple[str, str], ...]


def fingerprint() -> str:
    """Return one hash of what the weights depend on: the lessons, the lexer and the features.

    Docstrings do not count.
    """
    reading = PACKAGE / "embedded" / "reading"
    files = [
        *CORPUS.glob("*.jsonl"),
        *SENTENCES.glob("*.jsonl"),
        *SHORT.glob("*.toml"),
        *HERE.glob("*.toml"),
        *HERE.glob("*.py"),
    ]
    files += [*(PACKAGE / "lexer").rglob("*.py"), *(PACKAGE / "lexer").rglob("*.toml")]
    files += [reading / f"{name}.py" for name in ("clauses", "context", "geography")]
    found = hashlib.sha256()
    for path in sorted(files):
        content = code_of(path.read_text("utf-8")).encode() if path.suffix == ".py" else path.read_bytes()
        found.update(path.name.encode() + b"\0" + content)
    return found.hexdigest()


def code_of(source: str) -> str:
    """Return the lines of a module without its docstrings and other texts that stand as statements."""
    texts = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return "\n".join(line for number, line in enumerate(source.splitlines(), 1) if number not in texts)


def lessons(folder: Path = CORPUS) -> Iterator[Lesson]:
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield lesson(json.loads(line))


def sentences(folder: Path = SENTENCES) -> Iterator[Lesson]:
    """The sentences of the intent classifier whose intent is one act, as lessons of acts alone."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            act = _ACTS.get(row["intent"])
            if act is not None and not (row.get("before") and act == "plan"):
                text = lexed(row["text"], TODAY)
                yield Lesson(text.text, bool(row.get("before")), text.tokens, {}, ((len(text.text), act),), ())


def short_messages(folder: Path = SHORT) -> Iterator[Lesson]:
    """Messages of one act each, as lessons of acts alone: tables `first` and `planned` of act to messages."""
    for path in sorted(folder.glob("*.toml")):
        for when, acts in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for act, messages in acts.items():
                for message in messages:
                    text = lexed(message, TODAY)
                    yield Lesson(text.text, when == "planned", text.tokens, {}, ((len(text.text), act),), ())


def lesson(row: dict[str, object]) -> Lesson:
    text, spans, acts = "", [], []
    for act, piece in row["acts"]:  # type: ignore[attr-defined]  # JSON of the form above
        at = 0
        for match in _SPAN.finditer(piece):
            text += piece[at : match.start()]
            spans.append((len(text), len(text) + len(match["surface"]), match["role"]))
            text += match["surface"]
            at = match.end()
        text += piece[at:]
        acts.append((len(text), act))
    tokens = lexed(text, TODAY).tokens
    roles: dict[int, str] = {}
    used: set[int] = set()
    for n, token in enumerate(tokens):
        if token.type not in ROLES:
            continue
        roles[n] = f"{token.type}.{OTHER}" if token.type != "airport" else "place.other"
        for number, (start, end, role) in enumerate(spans):
            if start < token.end and token.start < end and role in ROLES[token.type]:
                roles[n] = _MERGED.get(role, role)
                used.add(number)
                break
    missed = tuple((role, text[start:end]) for n, (start, end, role) in enumerate(spans) if n not in used)
    return Lesson(text, bool(row.get("planned")), tokens, roles, tuple(acts), missed)

"""The lessons of training.roles as windows of pieces with the role of every token and the act of every clause."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.reader.inputs import Scheme, Window, windows
from training.reader.tokenizer import Tokenizer
from training.roles.corpus import CORPUS, Lesson, lesson, sentences, short_messages
from training.roles.generate import generated
from travelagent.assistant.embedded.reading.clauses import Clause, clauses

HELD_OUT: Final = ("voices", "needs", "messy")
"""Words in the names of the files by hands that wrote none of the others; scores are taken on these."""
OWN: Final = Path(__file__).parent / "corpus"
"""Messages that the linear models of training.roles do not learn from."""
NONE: Final = -1
"""Stands for a role or an act that the scheme does not have."""
_GENERATED: Final = 1500
"""Number of messages put together from fragments."""
_RAREST_FORM: Final = 20
"""Least number of tokens of a form that is a hint of its own."""
_NO_FORM: Final = "-"


@dataclass(frozen=True, slots=True)
class Sample:
    """A window with the indexes of the roles of its tokens and of the acts of its clauses in the scheme, or NONE."""

    window: Window
    roles: tuple[int, ...]
    acts: tuple[int, ...]


def read(*, everything: bool) -> tuple[list[Lesson], list[Lesson]]:
    """Return the lessons with roles and acts, and those of acts alone; `everything`: also what is held out."""
    learned = [*written(held_out=False), *(written(held_out=True) if everything else ())]
    return [*learned, *map(lesson, generated(_GENERATED))], [*sentences(), *short_messages()]


def written(*, held_out: bool) -> Iterator[Lesson]:
    """Yield the annotated messages of the files that are held out, or of all others."""
    for path in sorted((*CORPUS.glob("*.jsonl"), *OWN.glob("*.jsonl"))):
        if any(word in path.stem for word in HELD_OUT) is held_out:
            yield from (lesson(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip())


def act_of(message: Lesson, part: Clause) -> str:
    """Return the act of the piece of a message in which the middle of a clause lies."""
    middle = (message.tokens[part.first].start + message.tokens[part.last - 1].end) // 2
    return next((act for end, act in message.acts if middle < end), message.acts[-1][1])


def scheme_of(learned: Iterable[Lesson], alone: Iterable[Lesson]) -> Scheme:
    """Return the types, roles, acts and forms that lessons have."""
    roles_of: dict[str, set[str]] = {}
    forms: Counter[str] = Counter()
    acts: set[str] = set()
    for each in (*learned, *alone):
        acts.update(act for _, act in each.acts)
        for n, role in each.roles.items():
            token = each.tokens[n]
            roles_of.setdefault(token.type, set()).add(role)
            forms[f"{token.type}.{token.form}"] += 1
    common = sorted(form for form, times in forms.items() if times >= _RAREST_FORM)
    return Scheme(
        types=tuple(sorted(roles_of)),
        roles=tuple(sorted(set[str]().union(*roles_of.values()))),
        acts=tuple(sorted(acts)),
        forms=(_NO_FORM, *common),
        roles_of={name: tuple(sorted(roles)) for name, roles in sorted(roles_of.items())},
    )


def samples(tokenizer: Tokenizer, scheme: Scheme, all_lessons: Iterable[Lesson]) -> Iterator[Sample]:
    """Yield the windows of lessons."""
    roles = {name: n for n, name in enumerate(scheme.roles)}
    acts = {name: n for n, name in enumerate(scheme.acts)}
    for each in all_lessons:
        parts = clauses(each.tokens, each.text)
        for window in windows(tokenizer, scheme, each.text, each.tokens, parts, planned=each.planned):
            yield Sample(
                window,
                tuple(roles.get(each.roles.get(token.index, ""), NONE) for token in window.tokens),
                tuple(acts.get(act_of(each, parts[clause.index]), NONE) for clause in window.clauses),
            )

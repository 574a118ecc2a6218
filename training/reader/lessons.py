"""Messages as windows of pieces with the label, the act and the border of every piece."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from training.reader.messages import COARSE, Message, roles_and_acts
from training.roles.corpus import ROLES
from travelagent.assistant.encoder.inputs import NO_HINT, Scheme, Window, form_of, windows
from travelagent.assistant.encoder.tokenizer import Tokenizer
from travelagent.assistant.lexer.tokens import PLAIN

NONE: Final = -1
"""Stands for a label, an act or a border that is not known."""
OUTSIDE: Final = 0
"""The label of a piece in no span; role n of the scheme has 2n + 1 for its first piece, 2n + 2 for the others."""
_RAREST_FORM: Final = 20
"""Least number of tokens of a form that is a hint of its own."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A window with the labels of the pieces of the message, the indexes of their acts, and whether a clause begins
    there."""

    window: Window
    labels: tuple[int, ...]
    acts: tuple[int, ...]
    borders: tuple[int, ...]


def scheme_of(messages: Iterable[Message]) -> Scheme:
    """Return the roles, acts and forms that messages have."""
    held = [*messages]
    forms = Counter(form_of(token) for each in held for token in each.tokens if token.type not in PLAIN)
    roles, acts = roles_and_acts(held)
    hints = NO_HINT, *sorted(form for form, times in forms.items() if times >= _RAREST_FORM)
    types = {kind: tuple(sorted(names.intersection(roles))) for kind, names in ROLES.items()}
    return Scheme(roles, acts, hints, types)


def samples(tokenizer: Tokenizer, scheme: Scheme, messages: Iterable[Message]) -> Iterator[Sample]:
    """Yield the windows of messages."""
    roles = {name: n for n, name in enumerate(scheme.roles)}
    acts = {name: n for n, name in enumerate(scheme.acts)}
    for each in messages:
        cuts = {end for end, _ in each.acts}
        for window in windows(tokenizer, scheme, each.text, each.tokens, planned=each.planned, before=each.before):
            labels, does, borders = list[int](), list[int](), list[int]()
            inside: tuple[int, str] | None = None
            reached = 0
            for start, end in window.spans:
                span = next((span for span in each.spans if span.start < end and start < span.end), None)
                if not each.whole or (span and span.role not in roles):
                    labels.append(NONE)
                elif span is None:
                    labels.append(OUTSIDE)
                else:
                    labels.append(2 * roles[span.role] + (2 if inside == (span.start, span.role) else 1))
                inside = (span.start, span.role) if span else None
                middle = (start + max(end, start + 1)) / 2
                act = next((act for cut, act in each.acts if middle < cut), each.acts[-1][1])
                does.append(NONE if act == COARSE else acts.get(act, NONE))
                passed = sum(cut <= middle for cut in cuts)
                borders.append(int(passed > reached) if each.whole else NONE)
                reached = passed
            yield Sample(window, tuple(labels), tuple(does), tuple(borders))

"""What stands around a typed token, as features with stable names for the models that read its role.

A feature is a short text: `L1=从` the token before, `R1-2=出发|去` the two behind, `S=2/3` the second of three tokens
of its type. Values are left out (any city is `<place.city>`), so that what is learned of one holds for all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from travelagent.assistant.embedded.reading.geography import geography
from travelagent.assistant.lexer.tokens import Token
from travelagent.assistant.lexer.words import cue_classes

NEAR: Final = 5
"""So many tokens on either side count with their distance."""
AROUND: Final = 14
"""So many tokens of the clause on either side count without it."""
_BREAKS: Final = frozenset(",.;!?，。；！？\n、")
_ENDS: Final = frozenset(".;!?。；！？\n")
_PLAIN: Final = frozenset({"word", "han", "mark"})
_PERSON: Final = ("elder", "children", "speaker")


def shape(token: Token) -> str:
    """Return the form of a token without its value."""
    if token.type in _PLAIN:
        return token.text
    if token.type == "person":
        marks = [mark for mark in _PERSON if getattr(token.value, mark)]
        return f"<person.{'.'.join(marks)}>"
    if token.type == "count" and token.value == 1:
        return f"<count.{token.form}.1>"
    if token.type in ("kind", "diet", "need", "pace", "tier"):
        return f"<{token.type}>"
    if token.type in ("date", "span", "count", "mode", "place", "money"):
        return f"<{token.type}.{token.form}>"
    return f"<{token.type}>"


def cues(tokens: Sequence[Token]) -> list[frozenset[str]]:
    """Return, for each token, the classes of the cue words that it is or is a part of."""
    texts = [token.text if token.type in _PLAIN or token.type == "mode" else "\x00" for token in tokens]
    return [cue_classes(texts, at) for at in range(len(tokens))]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the features of all tokens of a message are taken from. `planned`: a plan stands already."""

    tokens: Sequence[Token]
    shapes: Sequence[str]
    classes: Sequence[frozenset[str]]
    lie: Mapping[int, tuple[str, ...]]
    planned: bool = False


def surroundings(tokens: Sequence[Token], *, planned: bool) -> Surroundings:
    """Return the tokens of a message with their shapes, cues and geography."""
    return Surroundings(tokens, [shape(token) for token in tokens], cues(tokens), geography(tokens), planned)


def features(around: Surroundings, at: int, earlier: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Yield the features of the token at an index; `earlier` are the indexes and roles of the tokens of its type before
    it.
    """
    tokens, shapes = around.tokens, around.shapes
    yield from around.lie.get(at, ())
    yield "1"
    yield f"form={tokens[at].form}"
    yield f"planned={around.planned}"
    left = [*reversed(shapes[max(0, at - AROUND) : at])]
    right = [*shapes[at + 1 : at + 1 + AROUND]]
    yield from _word_features("L", left)
    yield from _word_features("R", right)
    yield from _cue_features(around, at)
    yield f"LR={left[0] if left else '^'}|{right[0] if right else '$'}"
    yield f"LR2={'|'.join(left[:2])}_{'|'.join(right[:2])}"
    yield from _order_features(around, at)
    if earlier:
        yield from _role_features(around, at, earlier)
    yield f"Q={_is_question(shapes, at)}"
    yield f"N={min(len(tokens) // 10, 5)}"
    yield f"O={'|'.join(shapes[:2])}"


def _word_features(side: str, words: Sequence[str]) -> Iterator[str]:
    """The words on one side, the nearest first: by distance, in pairs and runs, and those of the clause without it."""
    padded = [*words[:NEAR], *["^"] * (NEAR - len(words))]
    for n in range(NEAR):
        yield f"{side}{n + 1}={padded[n]}"
        yield f"{side}~={padded[n]}"
    for size in (2, 3, 4):
        yield f"{side}1-{size}={'|'.join(padded[:size])}"
    for n in (1, 2):
        yield f"{side}~2={padded[n]}|{padded[n + 1]}"
        yield f"{side}{n + 1}+={padded[n]}|{padded[n + 1]}"
    clause: list[str] = []
    for word in words:
        if word in _BREAKS and len(clause) > 1:
            break
        clause.append(word)
    for word in clause:
        yield f"{side}c={word}"
    for one, other in pairwise(clause):
        yield f"{side}c2={one}|{other}"
    typed = next(((n, word) for n, word in enumerate(words) if word.startswith("<")), None)
    if typed:
        yield f"{side}t={typed[1]}"
        yield f"{side}t{min(typed[0], 3)}={typed[1]}"
        yield f"{side}t-={'|'.join(words[: typed[0]][:3])}>{typed[1]}"


def _order_features(around: Surroundings, at: int) -> Iterator[str]:
    """Which of the tokens of its type it is, and what stands between it and its neighbours among them."""
    same = [n for n, other in enumerate(around.tokens) if other.type == around.tokens[at].type]
    number = same.index(at)
    yield f"S={min(number, 3)}/{min(len(same), 4)}"
    yield f"S={'first' if number == 0 else 'last' if number == len(same) - 1 else 'middle'}"
    if number:
        yield f"B={_between(around.shapes, same[number - 1], at)}"
    if number + 1 < len(same):
        yield f"A={_between(around.shapes, at, same[number + 1])}"


def _role_features(around: Surroundings, at: int, earlier: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The roles that tokens of its type play before it, the one before in its surroundings, and that of its twins."""
    shapes = around.shapes
    index, role = earlier[-1]
    left = shapes[at - 1] if at else "^"
    right = shapes[at + 1] if at + 1 < len(shapes) else "$"
    yield f"P={role}"
    yield f"P={role}:{_between(shapes, index, at)}"
    yield f"P={role}:{left}|{right}"
    yield f"P2={'|'.join(name for _, name in earlier[-2:])}"
    for name in {name for _, name in earlier}:
        yield f"H={name}"
    twins = [name for n, name in earlier if around.tokens[n].value == around.tokens[at].value]
    if twins:
        yield f"T={twins[0]}"
        yield f"T={twins[0]}:{left}"


def _between(shapes: Sequence[str], first: int, last: int) -> str:
    """The words between two tokens, where they are few."""
    words = shapes[first + 1 : last]
    return "|".join(words[:4]) if len(words) < NEAR else "…"


def _cue_features(around: Surroundings, at: int) -> Iterator[str]:
    """The classes of cue words on either side, nearest first, within the clause and without a token of the same type
    between, and pairs of the nearest of both sides."""
    tokens, shapes, classes = around.tokens, around.shapes, around.classes
    nearest: dict[str, list[str]] = {"L": [], "R": []}
    for side, order in (
        ("L", range(at - 1, max(-1, at - 1 - AROUND), -1)),
        ("R", range(at + 1, min(len(tokens), at + 1 + AROUND))),
    ):
        free, inside = True, True
        for distance, n in enumerate(order):
            if shapes[n] in _ENDS:
                break
            inside = inside and shapes[n] not in _BREAKS
            free = free and tokens[n].type != tokens[at].type
            for name in classes[n]:
                yield f"c{side}={name}"
                if inside:
                    yield f"c{side}i={name}"
                if free:
                    yield f"c{side}f={name}"
                if distance < 3:
                    yield f"c{side}{distance}={name}"
                    yield f"c{side}n={name}"
                if free and inside and len(nearest[side]) < 3 and name not in nearest[side]:
                    nearest[side].append(name)
    for one in nearest["L"] or ["^"]:
        for other in nearest["R"] or ["$"]:
            yield f"cLR={one}|{other}"
    for side in "LR":
        for one, other in pairwise(nearest[side]):
            yield f"c{side}2={one}|{other}"


def _is_question(shapes: Sequence[str], at: int) -> bool:
    """Whether the sentence ends as a question."""
    for word in shapes[at + 1 :]:
        if word in _ENDS:
            return word in "?？"
    return False

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
    """A token without its value."""
    if token.type in _PLAIN:
        return token.text
    if token.type == "person":
        marks = [mark for mark in _PERSON if getattr(token.value, mark)]
        return f"<person.{'.'.join(marks)}>"
    if token.type in ("kind", "diet", "need", "pace", "tier"):
        return f"<{token.type}>"
    if token.type in ("date", "span", "count", "mode", "place", "money"):
        return f"<{token.type}.{token.form}>"
    return f"<{token.type}>"


def cues(tokens: Sequence[Token]) -> list[frozenset[str]]:
    """The classes of the cue words that each token is, or is a part of."""
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
    return Surroundings(tokens, [shape(token) for token in tokens], cues(tokens), geography(tokens), planned)


def features(around: Surroundings, at: int, earlier: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The features of the token at an index; `earlier` the indexes and roles of the tokens of its type before it."""
    tokens, shapes, classes, planned = around.tokens, around.shapes, around.classes, around.planned
    token = tokens[at]
    yield from around.lie.get(at, ())
    yield "1"
    yield f"form={token.form}"
    yield f"planned={planned}"
    left = [*reversed(shapes[max(0, at - AROUND) : at])]
    right = [*shapes[at + 1 : at + 1 + AROUND]]
    for side, words in (("L", left), ("R", right)):
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
    yield from _cue_features(tokens, at, shapes, classes)
    yield f"LR={left[0] if left else '^'}|{right[0] if right else '$'}"
    yield f"LR2={'|'.join(left[:2])}_{'|'.join(right[:2])}"
    same = [n for n, other in enumerate(tokens) if other.type == token.type]
    number = same.index(at)
    yield f"S={min(number, 3)}/{min(len(same), 4)}"
    yield f"S={'first' if number == 0 else 'last' if number == len(same) - 1 else 'middle'}"
    if number:
        before = same[number - 1]
        between = shapes[before + 1 : at]
        yield f"B={'|'.join(between[:4]) if len(between) < 5 else '…'}"
    if number + 1 < len(same):
        between = shapes[at + 1 : same[number + 1]]
        yield f"A={'|'.join(between[:4]) if len(between) < 5 else '…'}"
    if earlier:
        index, role = earlier[-1]
        between = shapes[index + 1 : at]
        near = "|".join(between[:4]) if len(between) < 5 else "…"
        yield f"P={role}"
        yield f"P={role}:{near}"
        yield f"P={role}:{left[0]}|{right[0] if right else '$'}"
        yield f"P2={'|'.join(role for _, role in earlier[-2:])}"
    for role in {role for _, role in earlier}:
        yield f"H={role}"
    twins = [role for n, role in earlier if _same(tokens[n], token)]
    if twins:
        yield f"T={twins[0]}"
        yield f"T={twins[0]}:{left[0] if left else '^'}"
    yield f"Q={_asked(shapes, at)}"
    yield f"N={min(len(tokens) // 10, 5)}"
    opening = "|".join(shapes[:2])
    yield f"O={opening}"


def _cue_features(
    tokens: Sequence[Token], at: int, shapes: Sequence[str], classes: Sequence[frozenset[str]]
) -> Iterator[str]:
    """The classes of cue words on either side, nearest first, within the clause and without a token of the same type
    between, and pairs of the nearest of both sides."""
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


def _same(one: Token, other: Token) -> bool:
    return bool(one.value == other.value)


def _asked(shapes: Sequence[str], at: int) -> bool:
    """Whether the sentence ends as a question."""
    for word in shapes[at + 1 :]:
        if word in _ENDS:
            return word in "?？"
    return False

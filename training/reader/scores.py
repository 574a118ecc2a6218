"""How well spans and clauses are read, on messages that were not learned.

A span is found where one of its role overlaps it by half of the longer of both. A frame is an annotated piece: it is
right where its act is and just its spans are found. Refusals that are wishes are annotated
refusals (`avoid`, `avoid_kind`) that overlap no span that refuses them and one that wishes for them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias, TypeVar

from training.reader.messages import COARSE, Message, Span
from travelagent.assistant.encoder.tagger import ReadSpan, Tags

Reads: TypeAlias = Callable[[Message], Tags]
"""Reads the spans and the clauses of a message."""
Counts: TypeAlias = Mapping[str, Counter[str]]
S = TypeVar("S", Span, ReadSpan)
_REFUSED: Final = frozenset({"avoid", "avoid_kind", "seen"})
_WANTED: Final = frozenset({"must", "like", "only", "stop", "daytrip"})
_GROUPS: Final = ("all", "zh", "en")
_WHOLE: Final = ("every span", "acts in order", "every span and act")


def scored(read: Reads, messages: Iterable[Message]) -> dict[str, Counter[str]]:
    """Return, for `all`, `zh` and `en`, the counts behind the measures.

    They are `role:NAME:found`, `:given` and `:right`, and of each measure NAME `NAME:right` of `NAME:cases`.
    """
    counts = {group: Counter[str]() for group in _GROUPS}
    for message in messages:
        tags = read(message)
        language = "zh" if any("一" <= c <= "鿿" for c in message.text) else "en"
        found = Counter[str]()
        left = [*tags.spans]
        right = 0
        for span in message.spans:
            found[f"role:{span.role}:given"] += 1
            same = next((each for each in left if each.role == span.role and _overlap(each, span)), None)
            if same is not None:
                left.remove(same)
                found[f"role:{span.role}:right"] += 1
                right += 1
            if span.role in _REFUSED:
                touching = {each.role for each in tags.spans if each.start < span.end and span.start < each.end}
                found["refusals read as wishes:cases"] += 1
                found["refusals read as wishes:right"] += not touching & _REFUSED and bool(touching & _WANTED)
        for each in tags.spans:
            found[f"role:{each.role}:found"] += 1
        every_span = right == len(message.spans) == len(tags.spans)
        acts = [act for act, _ in groupby(act for _, act in message.acts)]
        in_order = acts == [act for act, _ in groupby(clause.act for clause in tags.clauses)]
        known = COARSE not in acts
        for name, holds in zip(_WHOLE, (every_span, in_order, every_span and in_order), strict=True):
            if name == "every span" or known:
                found[f"{name}:cases"] += 1
                found[f"{name}:right"] += holds
        for first, cut, act in _pieces(message):
            if act == COARSE:
                continue
            same_act = _act_between(tags, first, cut) == act
            same_spans = _agree(_within(message.spans, first, cut), _within(tags.spans, first, cut))
            for kind in ("", *([" of edits"] if act.startswith("edit.") else [])):
                for name, holds in (("acts", same_act), ("frames", same_act and same_spans)):
                    found[f"{name}{kind}:cases"] += 1
                    found[f"{name}{kind}:right"] += holds
        for group in ("all", language):
            counts[group].update(found)
    return counts


def _pieces(message: Message) -> Iterator[tuple[int, int, str]]:
    """Yield the annotated pieces with the characters at which they begin and end."""
    first = 0
    for cut, act in message.acts:
        yield first, cut, act
        first = cut


def _act_between(tags: Tags, first: int, last: int) -> str:
    """The act of most of the characters."""
    shares = Counter[str]()
    for clause in tags.clauses:
        shares[clause.act] += max(0, min(last, clause.end) - max(first, clause.start))
    return shares.most_common(1)[0][0] if shares else ""


def _within(spans: Sequence[S], first: int, last: int) -> list[S]:
    return [span for span in spans if first <= (span.start + span.end) / 2 < last]


def _agree(given: Sequence[Span], found: Sequence[ReadSpan]) -> bool:
    """Whether each span has one of its role in the same place, and none is left."""
    pairs = zip(given, found, strict=False)
    return len(given) == len(found) and all(a.role == b.role and _overlap(a, b) for a, b in pairs)


def _overlap(one: Span | ReadSpan, other: Span | ReadSpan) -> bool:
    common = min(one.end, other.end) - max(one.start, other.start)
    return 2 * common >= max(one.end - one.start, other.end - other.start)


def shown(counts: Counts) -> str:
    """Return a table of the scores: a line a measure, a column each for all, Chinese and English."""
    lines = [f"{'':28}{'all':>8}{'zh':>8}{'en':>8}{'cases':>8}"]
    lines.append(_line("spans, F1", [_f1(counts[group], None) for group in _GROUPS], _given(counts["all"], None)))
    for name in (*_WHOLE, "acts", "acts of edits", "frames", "frames of edits", "refusals read as wishes"):
        shares = [_share(counts[group], name) for group in _GROUPS]
        lines.append(_line(name, shares, counts["all"][f"{name}:cases"]))
    roles = sorted({key.split(":")[1] for key in counts["all"] if key.startswith("role:")})
    for role in sorted(roles, key=lambda role: -_given(counts["all"], [role])):
        lines.append(_line(role, [_f1(counts[group], [role]) for group in _GROUPS], _given(counts["all"], [role])))
    return "\n".join(lines)


def _line(name: str, shares: Sequence[float | None], cases: int) -> str:
    columns = "".join(f"{'–':>8}" if share is None else f"{share:>8.1%}" for share in shares)
    return f"{name:28}{columns}{cases:>8}"


def _share(counts: Counter[str], name: str) -> float | None:
    cases = counts[f"{name}:cases"]
    return counts[f"{name}:right"] / cases if cases else None


def _given(counts: Counter[str], roles: Sequence[str] | None) -> int:
    return _sum(counts, "given", roles)


def _sum(counts: Counter[str], kind: str, roles: Sequence[str] | None) -> int:
    if roles is not None:
        return sum(counts[f"role:{role}:{kind}"] for role in roles)
    return sum(number for key, number in counts.items() if key.startswith("role:") and key.endswith(f":{kind}"))


def _f1(counts: Counter[str], roles: Sequence[str] | None) -> float | None:
    right, found, given = (_sum(counts, kind, roles) for kind in ("right", "found", "given"))
    return 2 * right / (found + given) if found + given else None

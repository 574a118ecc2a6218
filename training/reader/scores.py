"""How often roles, acts and whole messages are read right."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from training.reader.lessons import act_of
from training.roles.corpus import Lesson
from travelagent.assistant.embedded.reading.clauses import Clause, clauses

Reads: TypeAlias = Callable[[Lesson, Sequence[Clause]], tuple[Mapping[int, str], Sequence[str]]]
"""Reads the role of each typed token, by its index, and the act of each clause of a message."""
_MEASURES: Final = ("roles", "acts", "every role", "every act", "every role and act")


def scored(read: Reads, messages: Iterable[Lesson]) -> dict[str, dict[str, tuple[int, int]]]:
    """Return, for `all`, `zh` and `en`, the number of right and of all cases of each measure and each type of token."""
    right: dict[str, Counter[str]] = {name: Counter() for name in ("all", "zh", "en")}
    cases: dict[str, Counter[str]] = {name: Counter() for name in ("all", "zh", "en")}
    for message in messages:
        parts = clauses(message.tokens, message.text)
        roles, acts = read(message, parts)
        found = [(message.tokens[n].type, roles.get(n) == role) for n, role in message.roles.items()]
        does = [act == act_of(message, part) for act, part in zip(acts, parts, strict=True)]
        every_role, every_act = all(same for _, same in found), all(does)
        judged = [
            *(("roles", same) for _, same in found),
            *found,
            *(("acts", same) for same in does),
            ("every role", every_role),
            ("every act", every_act),
            ("every role and act", every_role and every_act),
        ]
        language = "zh" if any("一" <= c <= "鿿" for c in message.text) else "en"
        for name, same in judged:
            for group in ("all", language):
                cases[group][name] += 1
                right[group][name] += same
    return {group: {name: (right[group][name], cases[group][name]) for name in cases[group]} for group in cases}


def shown(found: Mapping[str, Mapping[str, tuple[int, int]]]) -> str:
    """Return a table of the scores: a line a measure, a column each for all, Chinese and English."""
    types = sorted(set(found["all"]) - set(_MEASURES), key=lambda name: -found["all"][name][1])
    lines = [f"{'':20}{'all':>8}{'zh':>8}{'en':>8}{'cases':>8}"]
    for name in (*_MEASURES, *types):
        shares = (found[group].get(name, (0, 0)) for group in ("all", "zh", "en"))
        columns = "".join(f"{right / cases:>8.1%}" if cases else f"{'–':>8}" for right, cases in shares)
        lines.append(f"{name:20}{columns}{found['all'][name][1]:>8}")
    return "\n".join(lines)

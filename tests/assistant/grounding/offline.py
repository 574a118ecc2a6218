"""`python -m tests.assistant.grounding.offline`: the embedded model's own answers under the check, all of them.

The conversations are the labelled ones of `tests/understanding`, and generated ones over the catalogue's cities.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from agent_core.state import AgentState

UNDERSTANDING = Path(__file__).parents[2] / "understanding"
LABELLED = ("examples.jsonl", "labelled.jsonl", "labelled_open.jsonl", "labelled_second.jsonl")
EVERY = 7
PATTERNS = (
    ("plan {days} days in {en} for {people}, ${money} in all", "make it more relaxed"),
    ("规划{zh}{days}日游，{people}个人，预算{money}元", "便宜一点"),
    ("what is there to see in {en}?", "and what should I eat there?"),
    ("{zh}{month}月天气怎么样", "住宿一晚多少钱"),
    ("how much do {days} days in {en} cost for {people}?", "which month is best?"),
    ("{zh}有哪些免费的景点", "{zh}有什么好吃的"),
)


def labelled() -> Iterator[tuple[str, ...]]:
    """The conversations of the labelled sets."""
    for name in LABELLED:
        for line in (UNDERSTANDING / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield tuple(row["turns"]) if "turns" in row else (row["text"],)


def generated() -> Iterator[tuple[str, ...]]:
    """Two turns about every seventh city, the patterns by turns."""
    from travelagent.catalog import source

    for number, city in enumerate(list(source.cities().values())[::EVERY]):
        values = {
            "en": city.name_en,
            "zh": city.name_zh,
            "days": 1 + number % 4,
            "people": 1 + number % 3,
            "money": 300 + 150 * (number % 9),
            "month": 1 + number % 12,
        }
        yield tuple(turn.format(**values) for turn in PATTERNS[number % len(PATTERNS)])


async def states(conversations: Iterable[tuple[str, ...]]) -> list[AgentState]:
    """The state at the end of every turn."""
    from tests.assistant.asking import conversed

    return [state for turns in conversations for state in await conversed(turns)]


def main() -> None:
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    import django

    django.setup()
    import logging

    logging.disable(logging.INFO)
    from travelagent.assistant.grounding.evidence import evidence_of
    from travelagent.assistant.grounding.tracing import untraced

    ended = asyncio.run(states((*labelled(), *generated())))
    claims = 0
    for state in ended:
        for claim in untraced(state.reply, evidence_of(state.messages, state.memories)):
            claims += 1
            around = state.reply[max(0, claim.start - 60) : claim.end + 30].replace("\n", "⏎")
            print(f"{claim.kind}: {state.reply[claim.start : claim.end]!r} in {around!r} ({state.task})")
    print(f"{len(ended)} answers, {claims} claims that could not be traced")


if __name__ == "__main__":
    main()

"""What requests to a language model carry over whole conversations, against their limits and against 0.1.0.

Twenty conversations are played by the embedded assistant, which makes the tool calls; each request is counted as it
would go over the wire to an OpenAI-compatible endpoint: JSON bytes / 4 as tokens. Limits: the first request 4,500
tokens, every request of a fifth turn 12,000, a plan's view 2,500 for ten days and 900 for three; all conversations
together at least 60 % below what 0.1.0 sent for the same turns.
"""

import argparse
import asyncio
import json
import logging
import os
import statistics
import tomllib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.figures import Figure, at_least, limit

BYTES_PER_TOKEN = 4
FIRST, FIFTH, FIFTH_TURN = 4_500, 12_000, 5
LEAST_SAVED = 0.6
HERE = Path(__file__).parent


@dataclass
class Sent:
    """The tokens of each request, by turn."""

    turns: list[list[int]] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(map(sum, self.turns))


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks model_context", description=__doc__).parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
    import django

    django.setup()
    logging.disable(logging.CRITICAL)

    rows = tomllib.loads((HERE / "model_context.toml").read_text(encoding="utf-8"))["conversation"]
    first_most, fifth_most, now_all, before_all = 0, 0, 0, 0
    print(f"{'conversation':<22}{'turns':>6}{'requests':>9}{'first':>7}{'last':>7}{'all':>9}{'0.1.0':>9}{'less':>6}")
    savings = []
    for row in rows:
        sent = asyncio.run(played(row["turns"]))
        first, last = sent.turns[0][0], max(sent.turns[-1])
        now_all, before_all = now_all + sent.total, before_all + row["before"]
        savings.append(1 - sent.total / row["before"])
        count = sum(map(len, sent.turns))
        print(
            f"{row['id']:<22}{len(sent.turns):>6}{count:>9}{first:>7}{last:>7}{sent.total:>9}{row['before']:>9}"
            f"{savings[-1]:>6.0%}"
        )
        first_most = max(first_most, first)
        if len(sent.turns) >= FIFTH_TURN:
            fifth_most = max(fifth_most, *sent.turns[FIFTH_TURN - 1])
    saved = 1 - now_all / before_all
    print(
        f"all: {now_all} tokens, {before_all} in 0.1.0, {saved:.0%} less; median {statistics.median(savings):.0%} less"
    )
    return [
        Figure("largest first request", first_most, "tokens", limit(FIRST)),
        Figure("largest request of a fifth turn", fifth_most, "tokens", limit(FIFTH)),
        Figure("tokens saved since 0.1.0", 100 * saved, "%", at_least(100 * LEAST_SAVED)),
    ]


async def played(turns: Sequence[str]) -> Sent:
    """What is sent to a model over a conversation in which the embedded assistant makes the calls."""
    from agent_core.agent import Agent, Task
    from agent_core.messages import Chunk, Message
    from agent_core.model import ModelRequest
    from agent_core.models.openai import OpenAIModel
    from agent_core.models.viewed import useful, viewed
    from tests.agent_core.cast import Recorder
    from tests.assistant.asking import Memory, embedded_agent
    from travelagent.assistant.embedded.model import EmbeddedModel
    from travelagent.assistant.embedded.reader import TurnReader
    from travelagent.assistant.language import language_of
    from travelagent.assistant.tools import TOOLS
    from travelagent.briefs.at_hand import TripAtHand

    sent, wire = Sent(), OpenAIModel("counted", api_key="none")

    class Counted(EmbeddedModel):
        """The embedded assistant, with every request counted as it goes to an endpoint."""

        async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
            offered = useful(request.tools, request.messages, TOOLS)
            sent_request = ModelRequest(viewed(request.messages, TOOLS), offered, request.temperature)
            body = json.dumps(wire.body(sent_request), ensure_ascii=False, separators=(",", ":"))
            sent.turns[-1].append(len(body.encode()) // BYTES_PER_TOKEN)
            async for chunk in super().stream(request):
                yield chunk

    memory = Memory()
    history: tuple[Message, ...] = ()
    for number, message in enumerate(turns, 1):
        sent.turns.append([])
        trip, sink = memory.trip() if memory.sinks else TripAtHand(), Recorder()
        agent = embedded_agent([tool for tool in TOOLS if tool.category != "trips"], trip)
        agent = Agent(replace(agent.parts, model=Counted(TurnReader(trip))))
        task = Task(
            message,
            run=f"run{number}",
            mode="auto",
            locale=language_of(message),
            history=history,
            injected=memory.injected(sink),
        )
        await agent.run(task, sink=sink)
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        history = checkpoint.state.messages
    return sent

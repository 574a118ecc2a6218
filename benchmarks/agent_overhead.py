"""What an agent framework itself costs: µs per model+tool step, side by side, the model scripted, no network.

A run has 100 steps. In each, the model streams 50 tokens and one call of a tool that adds two numbers; a last reply
ends the run. Everybody streams: each token reaches the caller, and the tool's results go back to the model. What every
one delivered is counted and must be the same. The bare loop is the least that any agent does: it reads the stream,
hands the tokens on, parses the arguments, awaits the tool, keeps the messages.

The core stands in its default configuration, checkpoints in memory and its history included, with an observer that logs
every event; once more with the log line of every node switched on and formatted; once more read through its stream. The
peers stand in theirs, LangGraph and LangChain with a checkpointer in memory, tracing off. It is processor time, best
and median, and the rounds take turns, so that a busy moment of the machine hits all alike. The ratios of the best times
have limits; one that is past its limit makes the benchmark fail.
"""

import argparse
import asyncio
import gc
import json
import logging
import statistics
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeAlias

from agent_core.agent import Agent, Task
from agent_core.events import Event, Token
from agent_core.guards import Limits
from agent_core.messages import Chunk, Finish, HumanMessage, TextDelta, ToolCallDelta, ToolMessage
from agent_core.model import ChatModel, ModelRequest
from agent_core.runtime import Parts
from agent_core.tools import ToolRegistry, tool
from benchmarks.figures import Figure, at_least, limit

STEPS, TOKENS, ROUNDS = 100, 50, 7
TEXT = "word "
END = "Done."


@dataclass(frozen=True)
class Delivered:
    """What reached the caller: pieces of text, and the sum of all that the tool returned."""

    pieces: int
    total: int


EXPECTED = Delivered(STEPS * TOKENS + 1, sum(n + 1 for n in range(STEPS)))

Run: TypeAlias = Callable[[], Awaitable[Delivered]]


def arguments(step: int) -> str:
    return f'{{"a": {step}, "b": 1}}'


class Adder:
    """The tool, and the sum of what it has returned."""

    def __init__(self) -> None:
        self.total = 0

    async def add(self, a: int, b: int) -> int:
        """Add two numbers."""
        self.total += a + b
        return a + b


class Script:
    """The model of the bare loop and of the core."""

    name = "script"

    def __init__(self) -> None:
        self._step = 0

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        step = self._step
        self._step += 1
        if step == STEPS:
            yield TextDelta(END)
            yield Finish("stop")
            return
        for _ in range(TOKENS):
            yield TextDelta(TEXT)
        yield ToolCallDelta(0, f"c{step}", "add", arguments(step))
        yield Finish("tool_calls")


def bare_loop() -> Run:
    model: ChatModel = Script()
    adder, pieces = Adder(), 0

    def tell(piece: str) -> None:
        nonlocal pieces
        pieces += 1

    async def run() -> Delivered:
        messages: list[Any] = [HumanMessage("Add.")]
        while True:
            text, calls = "", []
            async for chunk in model.stream(ModelRequest(tuple(messages))):
                if isinstance(chunk, TextDelta):
                    text += chunk.text
                    tell(chunk.text)
                elif isinstance(chunk, ToolCallDelta):
                    calls.append(chunk)
            messages.append((text, calls))
            if not calls:
                return Delivered(pieces, adder.total)
            for call in calls:
                result = await adder.add(**json.loads(call.args))
                messages.append(ToolMessage(call.id, call.name, json.dumps(result)))

    return run


class Events:
    """An observer that keeps every event."""

    def __init__(self) -> None:
        self.kept: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.kept.append(event)


def _agent(adder: Adder, events: Events) -> Agent:
    limits = Limits(max_steps=STEPS + 1)
    return Agent(Parts(Script(), ToolRegistry([tool(adder.add)]), observers=(events,), limits=limits))


def core() -> Run:
    adder, events = Adder(), Events()
    agent = _agent(adder, events)

    async def run() -> Delivered:
        result = await agent.run(Task("Add."))
        assert len(result.history) == STEPS
        return Delivered(sum(isinstance(event, Token) for event in events.kept), adder.total)

    return run


def core_streamed() -> Run:
    """Read through `Agent.stream` as well: a queue between the run and its reader."""
    adder = Adder()
    agent = _agent(adder, Events())

    async def run() -> Delivered:
        pieces = 0
        async for event in agent.stream(Task("Add.")):
            pieces += isinstance(event, Token)
        return Delivered(pieces, adder.total)

    return run


def _langchain_model() -> Any:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessageChunk
    from langchain_core.outputs import ChatGenerationChunk

    class Scripted(BaseChatModel):
        step: int = 0

        @property
        def _llm_type(self) -> str:
            return "script"

        def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
            return self

        def _generate(self, *args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError("this model streams")  # demanded by the peer's base, never called

        async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
            step = self.step
            self.step += 1
            if step == STEPS:
                yield ChatGenerationChunk(message=AIMessageChunk(END))
                return
            for _ in range(TOKENS):
                yield ChatGenerationChunk(message=AIMessageChunk(TEXT))
            call = {"index": 0, "id": f"c{step}", "name": "add", "args": arguments(step)}
            yield ChatGenerationChunk(
                message=AIMessageChunk("", tool_call_chunks=[{**call, "type": "tool_call_chunk"}])
            )

    return Scripted()


def _langchain_run(graph: Any, adder: Adder) -> Run:
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": 4 * STEPS}

    async def run() -> Delivered:
        pieces = 0
        async for chunk, _ in graph.astream({"messages": [("user", "Add.")]}, config, stream_mode="messages"):
            pieces += type(chunk).__name__ == "AIMessageChunk" and bool(chunk.content)
        return Delivered(pieces, adder.total)

    return run


def langgraph() -> Run:
    from langgraph.checkpoint.memory import MemorySaver
    from langgraph.prebuilt import create_react_agent

    adder = Adder()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it points to create_agent, which is measured as well
        graph = create_react_agent(_langchain_model(), [adder.add], checkpointer=MemorySaver())
    return _langchain_run(graph, adder)


def langchain() -> Run:
    from langchain.agents import create_agent
    from langgraph.checkpoint.memory import MemorySaver

    adder = Adder()
    return _langchain_run(create_agent(_langchain_model(), [adder.add], checkpointer=MemorySaver()), adder)


def pydantic_ai() -> Run:
    from pydantic_ai import Agent as PydanticAgent
    from pydantic_ai import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta, UsageLimits
    from pydantic_ai.models.function import DeltaToolCall, FunctionModel

    adder, step = Adder(), -1

    async def scripted(messages: Any, info: Any) -> AsyncIterator[Any]:
        nonlocal step
        step += 1
        if step == STEPS:
            yield END
            return
        for _ in range(TOKENS):
            yield TEXT
        yield {1: DeltaToolCall("add", arguments(step), tool_call_id=f"c{step}")}

    agent = PydanticAgent(FunctionModel(stream_function=scripted), tools=[adder.add])

    async def run() -> Delivered:
        pieces = 0
        async with agent.run_stream_events("Add.", usage_limits=UsageLimits(request_limit=None)) as events:
            async for event in events:
                match event:
                    case PartStartEvent(part=TextPart()) | PartDeltaEvent(delta=TextPartDelta()):
                        pieces += 1
                    case _:
                        pass
        return Delivered(pieces, adder.total)

    return run


def openai_agents() -> Run:
    import agents
    from openai.types import responses as wire

    adder, step = Adder(), -1

    class Scripted(agents.Model):
        async def get_response(self, *args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError("this model streams")  # demanded by the peer's base, never called

        async def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            nonlocal step
            step += 1
            last = step == STEPS
            for at in range(1 if last else TOKENS):
                yield wire.ResponseTextDeltaEvent.model_construct(
                    content_index=0,
                    delta=END if last else TEXT,
                    item_id="m",
                    logprobs=[],
                    output_index=0,
                    sequence_number=at,
                    type="response.output_text.delta",
                )
            output = wire.ResponseOutputText(text=END if last else TEXT * TOKENS, type="output_text", annotations=[])
            message = wire.ResponseOutputMessage(
                id=f"m{step}", content=[output], role="assistant", status="completed", type="message"
            )
            call = wire.ResponseFunctionToolCall(
                arguments=arguments(step), call_id=f"c{step}", name="add", type="function_call"
            )
            response = wire.Response(
                id=f"r{step}",
                created_at=0.0,
                model="script",
                object="response",
                output=[message] if last else [message, call],
                parallel_tool_calls=True,
                tool_choice="auto",
                tools=[],
            )
            yield wire.ResponseCompletedEvent(response=response, sequence_number=TOKENS, type="response.completed")

    agents.set_tracing_disabled(True)
    agent = agents.Agent(name="adder", model=Scripted(), tools=[agents.function_tool(adder.add)])

    async def run() -> Delivered:
        pieces = 0
        stream = agents.Runner.run_streamed(agent, "Add.", max_turns=STEPS + 1)
        async for event in stream.stream_events():
            pieces += event.type == "raw_response_event" and event.data.type == "response.output_text.delta"
        return Delivered(pieces, adder.total)

    return run


class Lines(logging.Handler):
    """Formats a log line and keeps nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(name)s %(message)s %(run)s %(step)s %(node)s %(route)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.format(record)


@contextmanager
def log_lines() -> Iterator[None]:
    """The core's log lines switched on."""
    log, lines = logging.getLogger("agent_core"), Lines()
    before = log.level
    log.addHandler(lines)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(lines)
        log.setLevel(before)


@dataclass(frozen=True)
class Row:
    """A subject and the distribution that it comes from."""

    name: str
    prepare: Callable[[], Run]
    package: str = ""
    around: Callable[[], AbstractContextManager[None]] = nullcontext


BARE = Row("bare asyncio loop", bare_loop)
CORE = Row("agent_core", core)
LOGGING = Row("agent_core, log lines on", core, around=log_lines)
LANGGRAPH = Row("LangGraph create_react_agent", langgraph, "langgraph")
BARE_LIMITS = {CORE: 5.5, LOGGING: 6.5}
"""So many times the bare loop may a row cost."""
PEER_LIMIT = 28.0
"""So many times what the core costs must LangGraph cost at least."""
ROWS = (
    BARE,
    CORE,
    LOGGING,
    Row("agent_core, read as a stream", core_streamed),
    LANGGRAPH,
    Row("LangChain create_agent", langchain, "langchain"),
    Row("Pydantic AI", pydantic_ai, "pydantic-ai-slim"),
    Row("OpenAI Agents SDK", openai_agents, "openai-agents"),
)


def _timed(row: Row) -> float:
    """One run, in µs of processor time per step; building the agent is not in it."""
    run = row.prepare()
    gc.collect()
    loop = asyncio.new_event_loop()
    try:
        with row.around():
            began = time.process_time()
            delivered = loop.run_until_complete(run())
            took = time.process_time() - began
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        loop.close()
    if delivered != EXPECTED:
        raise AssertionError(f"{row.name} delivered {delivered}, not {EXPECTED}")
    return took / STEPS * 1e6


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    """Measure, print the table, and return how the core stands against its limits."""
    argparse.ArgumentParser(prog="python -m benchmarks agent_overhead", description=__doc__).parse_args(arguments)
    rows = _measured()
    bare = min(rows[BARE])
    print(f"{'':<34} {'version':>8} {'best':>9} {'median':>9} {'× bare':>8}   (µs a step, {ROUNDS} rounds)")
    for row, took in rows.items():
        number = version(row.package) if row.package else ""
        middle = statistics.median(took)
        print(f"{row.name:<34} {number:>8} {min(took):>9.1f} {middle:>9.1f} {min(took) / bare:>8.1f}")
    return figures_of(rows)


def figures_of(rows: dict[Row, list[float]]) -> list[Figure]:
    """Return the core's cost in bare loops beside the peers', and LangGraph's cost in cores where it was measured.

    `rows`: the µs a step of every round.
    """
    best = {row: min(took) for row, took in rows.items()}
    peers = [(row.name, took / best[BARE]) for row, took in best.items() if row.package]
    figures = [
        Figure(f"{row.name}, a step beside the bare loop", best[row] / best[BARE], "×", limit(most), peers)
        for row, most in BARE_LIMITS.items()
    ]
    if LANGGRAPH in best:
        ratio = best[LANGGRAPH] / best[CORE]
        figures.append(Figure(f"{LANGGRAPH.name} beside {CORE.name}", ratio, "×", at_least(PEER_LIMIT)))
    return figures


def _measured() -> dict[Row, list[float]]:
    """The timings of every row whose package is installed; a round warms up first."""
    rows: dict[Row, list[float]] = {}
    for row in ROWS:
        try:
            _timed(row)
        except ModuleNotFoundError as error:
            print(f"{row.name}: left out, {error.name} is not installed (make bench installs it)")
        else:
            rows[row] = []
    for _ in range(ROUNDS):
        for row, timings in rows.items():
            timings.append(_timed(row))
    return rows

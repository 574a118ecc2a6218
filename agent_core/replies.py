"""Asking a model: one reply, taken in as it is streamed, transient failures retried, then the next model asked.

`Parts.models` is a chain: the run's model and what stands in for it. A model that fails for good hands over to the next
one for the rest of the run, with a notice; only the last one's failure is the caller's.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from agent_core.events import ModelCalled, Notice, RunResumed, Token
from agent_core.messages import (
    AssistantMessage,
    Chunk,
    Finish,
    ReasoningDelta,
    TextDelta,
    ThoughtDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
    assemble_calls,
)
from agent_core.model import ChatModel, ModelError, ModelRequest
from agent_core.repetition import Repetition
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update

REMARK_CHARS = 160
# Finish reasons of endpoints that held the reply back; asking again brings the same.
WITHHELD = "content_filter"


@dataclass(slots=True)
class Reply:
    """A model's complete reply.

    `model` made it after `attempts` requests; `mark` is the newest event before its text.
    """

    text: str = ""
    reasoning: str = ""
    deltas: list[ToolCallDelta] = field(default_factory=list)
    thoughts: list[ThoughtDelta] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    finish: str = ""
    attempts: int = 1
    mark: int = 0
    calls: tuple[ToolCall, ...] = ()
    model: str = ""

    @property
    def empty(self) -> bool:
        """Whether the model sent neither text, nor calls, nor reasoning."""
        return not (self.text.strip() or self.deltas or self.thoughts)

    @property
    def only_thoughts(self) -> bool:
        """Whether the model sent reasoning alone."""
        return not (self.text.strip() or self.calls) and bool(self.thoughts)

    def counted(self, state: AgentState) -> Update:
        """Return what every reply changes in the state: requests made, tokens used, and the model that replied."""
        return {
            "llm_calls": state.llm_calls + self.attempts,
            "tokens": {
                name: state.tokens.get(name, 0) + count
                for name, count in {**dict.fromkeys(state.tokens, 0), **self.usage.as_dict()}.items()
            },
            "model": self.model,
        }


async def request_reply(
    state: AgentState, context: RunContext, request: ModelRequest, *, streamed: bool = True, alone: bool = False
) -> Reply:
    """Ask the model for one reply that is not empty, with retries and stand-ins. Raises ModelError.

    `streamed`: whether its text is emitted as it comes. `alone`: ask only the model that replied last.
    """
    pending = _ReplyRequest(state, context, request, streamed)
    models = context.parts.models
    at = next((at for at, model in enumerate(models) if model.name == state.model), 0)
    while True:
        try:
            return await pending.with_retries(models[at])
        except ModelError as error:
            if alone or at + 1 == len(models):
                raise
            text = context.parts.narrator.falling_back(state, models[at].name, models[at + 1].name, error)
            context.emit(Notice("fallback_model", text))
            at += 1


@dataclass(slots=True)
class _ReplyRequest:
    """One request on its way through attempts and models."""

    state: AgentState
    context: RunContext
    request: ModelRequest
    streamed: bool
    attempts: int = 0

    async def with_retries(self, model: ChatModel) -> Reply:
        """A reply of this model; transient failures and empty replies are tried again. Raises ModelError."""
        retries, context = self.context.parts.retries, self.context
        lost, attempt = 0.0, 0
        while True:
            attempt += 1
            mark, began = context.sink.mark(), retries.clock()
            try:
                reply = await self._attempt(model, attempt)
                if not reply.empty:
                    reply.attempts, reply.mark = self.attempts, mark
                    return reply
                error = _nothing(reply)
            except ModelError as failure:
                error = failure
            if self.streamed and context.partial:
                context.partial.clear()
                context.emit(RunResumed("retry", mark))
            delay = retries.delay(attempt, error.retry_after)
            lost += delay + (0.0 if error.replying else retries.clock() - began)
            if not error.retryable or attempt >= retries.attempts or lost > retries.patience_s:
                raise error
            await retries.sleep(delay)

    async def _attempt(self, model: ChatModel, attempt: int) -> Reply:
        """Make one request, reported as one `model_call`, also when it fails."""
        self.attempts += 1
        id = f"{self.state.run}_m{self.state.llm_calls + self.attempts}"
        context, started = self.context, time.monotonic()
        usage, finish = Usage(), "error"
        if self.streamed and not self.request.tools:
            context.enter("generation", self.state.locale)
        try:
            reply = await self._read(model)
            usage, finish = reply.usage, reply.finish
            calls = assemble_calls(reply.deltas, f"{id}_c", self._taken()) if self.request.tools else ()
            reply.calls = calls if context.parts.acts(reply.text, calls) else ()
            if not reply.calls and self.streamed and context.parts.is_raw(reply.text):
                raise ModelError("the model wrote a call as text", retryable=False, replying=True, code="raw_call")
        finally:
            latency = round((time.monotonic() - started) * 1000)
            context.emit(ModelCalled(id, model.name, attempt, latency, usage.as_dict(), finish))
        return reply

    def _taken(self) -> frozenset[str]:
        """The ids of the conversation's calls so far."""
        replies = (message for message in self.state.messages if isinstance(message, AssistantMessage))
        return frozenset(call.id for message in replies for call in message.tool_calls)

    async def _read(self, model: ChatModel) -> Reply:
        """Take a reply in as it is streamed, its text emitted piece by piece.

        Text that outgrows a remark before a call can only be the answer.
        """
        context, reply, streamed = self.context, Reply(model=model.name), self.streamed
        repetition = Repetition()
        pieces: list[str] = context.partial if streamed else []  # what is streamed is kept there, too, for a cancel
        first, may_be_remark, length = len(pieces), True, 0
        chunks: AsyncIterator[Chunk] = model.stream(self.request)
        async for chunk in chunks:
            if isinstance(chunk, TextDelta):  # as most chunks are
                text = chunk.text
                if repetition.grows(text):
                    raise ModelError("the model repeats itself", retryable=False, replying=True, code="repetition")
                if not streamed:
                    pieces.append(text)
                    continue
                if may_be_remark:
                    length += len(text)
                    if length > REMARK_CHARS and not reply.deltas:
                        may_be_remark = False
                        context.enter("generation", self.state.locale)
                context.token(text)
                continue
            match chunk:
                case ReasoningDelta(text=text):
                    reply.reasoning += text
                    if streamed:
                        context.emit(Token(reasoning_token=text))
                case ToolCallDelta():
                    reply.deltas.append(chunk)
                case ThoughtDelta():
                    reply.thoughts.append(chunk)
                case Usage():
                    reply.usage = chunk
                case Finish(reason=reason):
                    reply.finish = reason
        reply.text = "".join(pieces[first:])
        return reply


def _nothing(reply: Reply) -> ModelError:
    if reply.finish == WITHHELD:
        return ModelError("the model's filter held its reply back", retryable=False)
    return ModelError("the model sent an empty reply", retryable=True, replying=True)

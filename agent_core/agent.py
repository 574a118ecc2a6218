"""Agent: wiring, and the four entry points run, stream, resume and cancel."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agent_core.checkpoint import Checkpoint
from agent_core.events import Failure, RunFinished, RunOutcome, RunResumed, RunStarted
from agent_core.graph import END, GRAPH, START, walk
from agent_core.messages import HumanMessage, Message
from agent_core.model import ChatModel
from agent_core.runtime import CancelToken, CancelWhen, NullSink, Parts, RunContext, Sink
from agent_core.state import AgentState, Mode, Result, RunState
from agent_core.stream import QueueSink, RunStream
from agent_core.tools import ToolRegistry


class NothingToResume(LookupError):
    """No checkpoint is kept for this run."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Settings of one run in place of its agent's: model, tools, timeouts (seconds) by tool name, temperature."""

    model: ChatModel | None = None
    tools: ToolRegistry | None = None
    timeouts: Mapping[str, float] = field(default_factory=dict)
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One message to be worked on.

    `run`, `session`: ids of the application's own. `owner`: who may decide on what the run proposes. `history`: the
    conversation before the message. `mode`: "direct" answers without tools, "react" plans as it goes, "plan" makes a
    plan first, "auto" leaves it to the understander. `style`, `locale`, `region`: for the prompter and the narrator,
    the region as an ISO 3166 code. `injected`: values of hidden tool arguments by name.
    """

    message: str
    run: str = "run"
    session: str = ""
    owner: str = ""
    history: tuple[Message, ...] = ()
    mode: Mode = "react"
    style: str = ""
    locale: str = "en"
    region: str = ""
    injected: Mapping[str, Any] = field(default_factory=dict)
    overrides: Overrides = field(default_factory=Overrides)

    def start(self) -> AgentState:
        """Return the state in which the run begins: the history of the session, then the task as its newest message."""
        return AgentState(
            run=self.run,
            session=self.session,
            owner=self.owner,
            mode=self.mode,
            style=self.style,
            locale=self.locale,
            region=self.region,
            messages=(*self.history, HumanMessage(self.message)),
            turn=len(self.history),
        )


class Agent:
    """A model and tools, and what an application teaches them. Holds nothing of a run but its cancel token.

    `parts`: see `Parts`; `Parts(model)` suffices.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._cancels: dict[str, CancelToken] = {}

    async def run(self, task: Task, *, sink: Sink | None = None) -> Result:
        """Run the task to its end, or until it pauses for a confirmation.

        `sink`: where events go; none are kept without one. The run ends in exactly one terminal event unless it pauses;
        `Result.status` is then `awaiting_confirmation` and `waits_for` has the ids that wait. A failing model is no
        exception but status `failed`; any other exception is emitted as `error` and raised.
        """
        context = self._context(sink, task.injected, task.overrides)
        model = context.parts.model.name
        context.emit(RunStarted(task.session, task.message, task.mode, task.style, model, task.locale))
        state = task.start()
        return await self._drive(state, context, GRAPH.successor(START, state))

    def stream(self, task: Task) -> RunStream:
        """Return the run as a stream: iterate it for its events, or `messages()` for the text of its messages.

        The run begins with the first iteration.
        """
        sink = QueueSink()
        return RunStream(sink, lambda: self.run(task, sink=sink))

    async def resume(
        self,
        run: str,
        *,
        sink: Sink | None = None,
        injected: Mapping[str, Any] | None = None,
        overrides: Overrides | None = None,
        reason: str = "recovered",
        discard_after: int = 0,
        started_calls: frozenset[str] = frozenset(),
    ) -> Result:
        """Continue a run from its newest checkpoint: after a decision, or where a killed process left off.

        `reason`, `discard_after`: of the event `run_resumed`: tokens after that event number are void. `started_calls`:
        ids of calls whose start was emitted before. A run whose decision is still open pauses again. Raises
        NothingToResume where no checkpoint is kept.
        """
        checkpoint = await self.parts.checkpointer.load(run)
        if checkpoint is None:
            raise NothingToResume(run)
        context = self._context(sink, injected or {}, overrides or Overrides())
        context.phase, context.started_calls = checkpoint.state.phase, started_calls
        context.worked_ms = checkpoint.state.elapsed_ms
        context.emit(RunResumed(reason, discard_after))
        return await self._drive(checkpoint.state, context, checkpoint.node)

    def cancel(self, run: str, when: CancelWhen = "immediate") -> bool:
        """Ask a run of this agent to end; return whether it runs here.

        `when`: "immediate" interrupts the node at work, "after_step" waits for its end.
        """
        token = self._cancels.get(run)
        if token is not None:
            token.request(when)
        return token is not None

    def _context(self, sink: Sink | None, injected: Mapping[str, Any], own: Overrides) -> RunContext:
        parts = self.parts
        if own.model is not None or own.tools is not None or own.timeouts:
            tools = (own.tools or parts.tools).with_timeouts(own.timeouts)
            parts = replace(parts, model=own.model or parts.model, tools=tools)
        values = {**parts.injected, **injected}
        return RunContext(parts, sink or NullSink(), CancelToken(), injected=values, temperature=own.temperature)

    async def _drive(self, state: AgentState, context: RunContext, node: str) -> Result:
        self._cancels[state.run] = context.cancel
        try:
            await self.parts.checkpointer.save(Checkpoint(state.run, node, state))
            final = await walk(GRAPH, state, context, node)
            return await self._ended(final, context)
        except Exception:  # whatever it was, the run ends for its readers; the caller gets it and reports it
            context.emit(
                Failure("internal", "Something went wrong in the assistant. The error has been logged.", False)
            )
            context.emit(RunFinished("failed", _metadata(state, context)))
            await context.sink.commit()
            raise
        finally:
            self._cancels.pop(state.run, None)

    async def _ended(self, state: AgentState, context: RunContext) -> Result:
        """At END: paused, or finished with its one terminal event."""
        if state.stop is None:
            node = "confirm_recovery" if state.proposal is not None else "tools"
            await self.parts.checkpointer.save(Checkpoint(state.run, node, state))
            await context.sink.commit()
            return _result(state, context, "awaiting_confirmation")
        await self.parts.checkpointer.save(Checkpoint(state.run, END, state))
        outcomes: dict[str, RunOutcome] = {"cancelled": "cancelled", "model_failed": "failed"}
        status = outcomes.get(state.stop, "succeeded")
        context.emit(RunFinished(status, _metadata(state, context)))
        await context.sink.commit()
        return _result(state, context, status)


def _metadata(state: AgentState, context: RunContext) -> dict[str, Any]:
    return {
        "steps_taken": state.step,
        "tools_used": list(state.tools_used),
        "stop_reason": state.stop,
        "llm_calls": state.llm_calls,
        "duration_ms": context.elapsed_ms,
        "tokens": dict(state.tokens),
    }


def _result(state: AgentState, context: RunContext, status: RunState) -> Result:
    rows = state.history
    waits = (state.proposal.id,) if state.proposal else tuple(i.id for i in state.interrupts)
    return Result(
        success=status == "succeeded",
        task=state.task,
        steps_completed=state.step,
        successful_steps=len({r.step for r in rows if r.evaluation is not None and r.evaluation.success}),
        duration_ms=context.elapsed_ms,
        history=rows,
        final_reply=state.reply,
        metadata=_metadata(state, context),
        status=status,
        waits_for=waits,
    )

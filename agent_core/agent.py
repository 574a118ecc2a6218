"""Agent: wiring, and the four entry points run, stream, resume and cancel."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agent_core.checkpoint import Checkpoint, Checkpointer, InMemoryCheckpointer
from agent_core.events import Event, Failure, RunFinished, RunOutcome, RunResumed, RunStarted
from agent_core.graph import END, GRAPH, START, walk
from agent_core.guards import Limits
from agent_core.journal import CallJournal, InMemoryJournal
from agent_core.memory import Memory, NoMemory
from agent_core.messages import HumanMessage, Message
from agent_core.model import ChatModel
from agent_core.policy import (
    Answerer,
    Narrator,
    NoPlan,
    NoPrompt,
    NoUnderstanding,
    PlainAnswerer,
    PlainNarrator,
    Planner,
    Prompter,
    Understander,
)
from agent_core.proposals import InMemoryProposals, ProposalStore
from agent_core.runtime import CancelToken, CancelWhen, Middleware, OwnersDecision, Parts, RetryPolicy, RunContext, Sink
from agent_core.state import AgentState, Mode, Result
from agent_core.tools import ToolRegistry
from agent_core.workflow import Workflow


class NothingToResume(LookupError):
    """No checkpoint is kept for this run."""


@dataclass(frozen=True, slots=True)
class Task:
    """One message to be worked on. `history` is the conversation before it; `injected` fills hidden arguments."""

    message: str
    run: str = "run"
    session: str = ""
    history: tuple[Message, ...] = ()
    mode: Mode = "react"
    style: str = ""
    locale: str = "en"
    temperature: float | None = None
    injected: Mapping[str, Any] = field(default_factory=dict)

    def start(self) -> AgentState:
        return AgentState(
            run=self.run,
            session=self.session,
            mode=self.mode,
            style=self.style,
            locale=self.locale,
            messages=(*self.history, HumanMessage(self.message)),
            turn=len(self.history),
        )


class _NullSink:
    def emit(self, event: Event) -> None:
        pass

    async def commit(self) -> None:
        pass


class _QueueSink:
    def __init__(self) -> None:
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def emit(self, event: Event) -> None:
        self.queue.put_nowait(event)

    async def commit(self) -> None:
        pass


class Agent:
    """A model and tools, and what an application teaches them. Holds nothing of a run but the cancel tokens."""

    def __init__(
        self,
        model: ChatModel,
        tools: ToolRegistry | None = None,
        *,
        understander: Understander | None = None,
        planner: Planner | None = None,
        prompter: Prompter | None = None,
        narrator: Narrator | None = None,
        answerer: Answerer | None = None,
        memory: Memory | None = None,
        checkpointer: Checkpointer | None = None,
        proposals: ProposalStore | None = None,
        journal: CallJournal | None = None,
        workflow: Workflow | None = None,
        middleware: tuple[Middleware, ...] = (),
        limits: Limits | None = None,
        retries: RetryPolicy | None = None,
        **more: Any,
    ) -> None:
        self.parts = Parts(
            model=model,
            tools=tools or ToolRegistry(),
            understander=understander or NoUnderstanding(),
            planner=planner or NoPlan(),
            prompter=prompter or NoPrompt(),
            narrator=narrator or PlainNarrator(),
            answerer=answerer or PlainAnswerer(),
            memory=memory or NoMemory(),
            checkpointer=checkpointer or InMemoryCheckpointer(),
            proposals=proposals or InMemoryProposals(),
            journal=journal or InMemoryJournal(),
            workflow=workflow or Workflow(),
            middleware=middleware,
            limits=limits or Limits(),
            retries=retries or RetryPolicy(),
            **more,
        )
        self._cancels: dict[str, CancelToken] = {}

    async def run(self, task: Task, *, sink: Sink | None = None) -> Result:
        """Work the task off; ends in exactly one terminal event unless it pauses for a confirmation."""
        context = self._context(sink, task.injected, task.temperature)
        context.emit(RunStarted(task.session, task.message, task.mode, task.style, self.parts.model.name, task.locale))
        return await self._drive(task.start(), context, GRAPH.successor(START, task.start()))

    async def stream(self, task: Task) -> AsyncIterator[Event]:
        """The run's events as they come, the terminal one last."""
        sink = _QueueSink()
        running = asyncio.create_task(self.run(task, sink=sink))
        running.add_done_callback(lambda _: sink.queue.put_nowait(None))
        try:
            while (event := await sink.queue.get()) is not None:
                yield event
            await running
        finally:
            running.cancel()

    async def resume(
        self,
        run: str,
        *,
        decision: OwnersDecision | None = None,
        sink: Sink | None = None,
        injected: Mapping[str, Any] | None = None,
        discard_after: int = 0,
    ) -> Result:
        """Go on from the newest checkpoint: behind a decision, or where a killed process left off.

        Raises NothingToResume.
        """
        checkpoint = await self.parts.checkpointer.load(run)
        if checkpoint is None:
            raise NothingToResume(run)
        context = self._context(sink, injected or {}, None)
        context.phase, context.decision = checkpoint.state.phase, decision
        context.emit(RunResumed("decision" if decision else "recovered", discard_after))
        return await self._drive(checkpoint.state, context, "confirm_recovery" if decision else checkpoint.node)

    def cancel(self, run: str, when: CancelWhen = "immediate") -> bool:
        """Ask a run of this agent to end; False when it does not run here."""
        token = self._cancels.get(run)
        if token is not None:
            token.request(when)
        return token is not None

    def _context(self, sink: Sink | None, injected: Mapping[str, Any], temperature: float | None) -> RunContext:
        return RunContext(self.parts, sink or _NullSink(), CancelToken(), injected=injected, temperature=temperature)

    async def _drive(self, state: AgentState, context: RunContext, node: str) -> Result:
        self._cancels[state.run] = context.cancel
        try:
            await self.parts.checkpointer.save(Checkpoint(state.run, node, state))
            final = await walk(GRAPH, state, context, node)
        except Exception as error:
            context.emit(Failure("internal", f"The run broke down: {type(error).__name__}.", False))
            context.emit(RunFinished("failed", self._metadata(state, context)))
            await context.sink.commit()
            raise
        finally:
            self._cancels.pop(state.run, None)
        return await self._finished(final, context)

    async def _finished(self, state: AgentState, context: RunContext) -> Result:
        if state.stop is None:
            await self.parts.checkpointer.save(Checkpoint(state.run, "confirm_recovery", state))
            await context.sink.commit()
            return self._result(state, context, "awaiting_confirmation")
        await self.parts.checkpointer.save(Checkpoint(state.run, END, state))
        status: RunOutcome = "cancelled" if state.stop == "cancelled" else "succeeded"
        if state.stop == "model_failed":
            status = "failed"
        context.emit(RunFinished(status, self._metadata(state, context)))
        await context.sink.commit()
        return self._result(state, context, status)

    def _metadata(self, state: AgentState, context: RunContext) -> dict[str, Any]:
        return {
            "steps_taken": state.step,
            "tools_used": list(state.tools_used),
            "stop_reason": state.stop,
            "llm_calls": state.llm_calls,
            "duration_ms": context.elapsed_ms(state),
            "tokens": dict(state.tokens),
        }

    def _result(self, state: AgentState, context: RunContext, status: Any) -> Result:
        rows = state.history
        return Result(
            success=status == "succeeded",
            task=state.task,
            steps_completed=state.step,
            successful_steps=len({r.step for r in rows if r.evaluation is not None and r.evaluation.success}),
            duration_ms=context.elapsed_ms(state),
            history=rows,
            final_reply=state.reply,
            metadata=self._metadata(state, context),
            status=status,
        )

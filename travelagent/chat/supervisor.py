"""Works queued runs off: the inline executor, an owner of asyncio tasks on the server's own loop.

The row is the truth, `hint` only saves waiting: a sweep looks every second for queued runs, for leases that ran out and
for wishes to cancel. A run is taken by one conditional update that raises its fence; its lease is renewed beside the
work. Whoever starts as the only server of a data folder takes all leases over at once (`take_over`).
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from agent_core.agent import Agent, Task
from agent_core.messages import AssistantMessage, HumanMessage
from agent_core.messages import Message as CoreMessage
from agent_core.runtime import CancelWhen
from agent_core.tools import ToolRegistry
from travelagent.accounts.ids import new_id
from travelagent.assistant.assembly import Wiring, assemble
from travelagent.chat.artifacts import RunArtifacts
from travelagent.chat.decisions import DatabaseProposals, expire_due
from travelagent.chat.hub import Hub
from travelagent.chat.journal import DatabaseJournal
from travelagent.chat.models import ACTIVE, Message, Proposal, Run, RunCheckpoint, RunEvent, RunStatus
from travelagent.chat.threads import in_db_thread, in_tool_thread
from travelagent.chat.toolset import enabled_tools
from travelagent.chat.writer import LogWriter, RunLog, newest_checkpoint

SWEEP_S = 1.0
LEASE = timedelta(seconds=15)
CONCURRENT_RUNS = 64

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where a run was left: why it goes on, the last event that counts, the calls whose start was told."""

    reason: str
    discard_after: int
    started_calls: frozenset[str]


@dataclass(frozen=True, slots=True)
class Taken:
    """A run whose lease is held here, and what is needed to work on it."""

    run: Run
    history: tuple[CoreMessage, ...]
    tools: ToolRegistry
    resumption: Resumption | None


class Supervisor:
    """One per process. `start` and `stop` on its loop; `hint` from anywhere."""

    def __init__(self, hub: Hub, build: Callable[[Wiring], Agent] = assemble) -> None:
        self._writer = LogWriter(hub)
        self._build = build
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._agents: dict[str, Agent] = {}
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self, *, take_over: bool = False) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        if take_over:
            await in_db_thread(_free_all_leases)
        self._sweeper = asyncio.create_task(self._sweep(), name="run-sweeper")

    async def stop(self) -> None:
        """Take no more runs and let go of those at work; what they had emitted is committed."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._writer.stop()

    def hint(self) -> None:
        """There is something to do. Thread-safe."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake.set)

    async def _sweep(self) -> None:
        while True:
            try:
                await self._round()
            except Exception:
                log.exception("the sweep for runs failed; it is tried again")
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_S):
                    await self._wake.wait()
            self._wake.clear()

    async def _round(self) -> None:
        for run, when in await in_db_thread(lambda: _renewed(list(self._tasks))):
            if run in self._agents:
                self._agents[run].cancel(run, when)
        free = CONCURRENT_RUNS - len(self._tasks)
        for run in await in_db_thread(lambda: _waiting(free, list(self._tasks))):
            taken = await in_db_thread(partial(_take, run))
            if taken is not None:
                self._begin(taken)

    def _begin(self, taken: Taken) -> None:
        run = taken.run.pk
        task = asyncio.create_task(self._work(taken), name=f"run-{run}")
        self._tasks[run] = task

        def done(_: object) -> None:
            self._tasks.pop(run, None)
            self._agents.pop(run, None)

        task.add_done_callback(done)

    async def _work(self, taken: Taken) -> None:
        run = taken.run
        run_log = self._writer.open(run.pk, run.session_id, run.lease_fence, run.last_seq)
        agent = self._build(
            Wiring(
                run.model,
                taken.tools,
                checkpointer=run_log,
                proposals=DatabaseProposals(),
                journal=DatabaseJournal(),
                run_sync=in_tool_thread,
                new_id=new_id,
                style=run.style,
            )
        )
        self._agents[run.pk] = agent
        try:
            await self._drive(agent, taken, run_log)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a run broke down", extra={"run": run.pk})

    async def _drive(self, agent: Agent, taken: Taken, run_log: RunLog) -> None:
        run = taken.run
        injected = {
            "person": run.session.person_id,
            "session": run.session_id,
            "artifacts": RunArtifacts(run_log),
        }
        if taken.resumption is not None:
            how = taken.resumption
            await agent.resume(
                run.pk,
                sink=run_log,
                injected=injected,
                reason=how.reason,
                discard_after=how.discard_after,
                started_calls=how.started_calls,
            )
            return
        task = Task(
            run.message,
            run=run.pk,
            session=run.session_id,
            owner=str(run.session.person_id),
            history=taken.history,
            mode=run.mode,  # type: ignore[arg-type]  # the field's choices are the core's modes
            style=run.style,
            locale=run.locale,
            injected=injected,
        )
        await agent.run(task, sink=run_log)


def _free_all_leases() -> None:
    Run.objects.filter(status=RunStatus.RUNNING).update(lease_until=None)


def _unattended() -> Q:
    """Runs to be worked on that nobody works on: queued, left by a dead process, or decided upon."""
    unleased = Q(lease_until=None) | Q(lease_until__lt=Now())
    decided = Q(
        Exists(Proposal.objects.filter(run=OuterRef("pk"), taken_up=False).exclude(status=Proposal.Status.OPEN)),
        status=RunStatus.AWAITING_CONFIRMATION,
    )
    return Q(unleased, status__in=ACTIVE) | decided


def _waiting(limit: int, here: list[str]) -> list[str]:
    """The ids of unattended runs, oldest first."""
    expire_due()
    rows = Run.objects.filter(_unattended()).exclude(pk__in=here).order_by("created_at")
    return list(rows.values_list("pk", flat=True)[: max(0, limit)])


def _take(run: str) -> Taken | None:
    """Take a run's lease; None when another process was faster, or its session is busy with another run."""
    try:
        with transaction.atomic():
            row = Run.objects.select_for_update().filter(_unattended(), pk=run).first()
            if row is None:
                return None
            reason = "decision" if row.status == RunStatus.AWAITING_CONFIRMATION else "recovered"
            decided = Proposal.objects.filter(run=run, taken_up=False).exclude(status=Proposal.Status.OPEN)
            decided.update(taken_up=True)
            Run.objects.filter(pk=run).update(
                status=RunStatus.RUNNING, lease_fence=F("lease_fence") + 1, lease_until=Now() + LEASE
            )
    except IntegrityError:
        return None
    taken = Run.objects.select_related("session").get(pk=run)
    return Taken(taken, _history(taken), enabled_tools(), _resumption(taken, reason))


def _resumption(run: Run, reason: str) -> Resumption | None:
    """How to go on with a run that had begun; None for a fresh one."""
    seq = RunCheckpoint.objects.filter(run=run, scope="").values_list("seq", flat=True).first()
    if seq is None:
        return None
    started = RunEvent.objects.filter(run=run, type="tool_start").values_list("data__id", flat=True)
    return Resumption(reason, seq, frozenset(started))


def _renewed(here: list[str]) -> list[tuple[str, CancelWhen]]:
    """Renew the leases held here; the runs among them that are to be cancelled."""
    if not here:
        return []
    rows = Run.objects.filter(pk__in=here, status=RunStatus.RUNNING)
    rows.update(lease_until=Now() + LEASE)
    return list(rows.exclude(cancel_when="").values_list("pk", "cancel_when"))  # type: ignore[arg-type]


def _history(run: Run) -> tuple[CoreMessage, ...]:
    """The conversation before this run, with its tool calls: the messages its predecessor ended with."""
    earlier = Run.objects.filter(session=run.session_id, created_at__lt=run.created_at).order_by("-created_at").first()
    if earlier is None:
        return ()
    checkpoint = newest_checkpoint(earlier.pk)
    if checkpoint is not None:
        return checkpoint.state.messages
    said = Message.objects.filter(session=run.session_id, run__created_at__lt=run.created_at)
    return tuple(HumanMessage(m.text) if m.role == Message.Role.USER else AssistantMessage(m.text) for m in said)

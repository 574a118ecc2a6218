"""Works queued runs off: an owner of asyncio tasks on one loop, in the server's process or in a worker's.

The row is the truth, `hint` only saves waiting: a sweep looks every second for queued runs, for leases that ran out and
for wishes to cancel. A run is taken by one conditional update that raises its fence; its lease is renewed beside the
work, and a run that somebody else has taken meanwhile is let go of. Whoever starts as the only server of a data folder
takes all leases over at once (`take_over`). A stop gives the leases back: another process goes on at once.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from agent_core.agent import Agent, Task
from agent_core.events import Event, Failure, RunFinished, RunOutcome
from agent_core.messages import AssistantMessage, HumanMessage
from agent_core.messages import Message as CoreMessage
from agent_core.runtime import CancelWhen, Sink
from agent_core.state import load_state
from agent_core.tools import ToolRegistry
from travelagent.accounts.actors import owner_of
from travelagent.accounts.ids import new_id
from travelagent.assistant.assembly import Wiring, assemble
from travelagent.assistant.edits import edit_messages
from travelagent.briefs.at_hand import TripAtHand
from travelagent.chat import tracing
from travelagent.chat.artifacts import RunArtifacts, RunHistory, RunTrip
from travelagent.chat.decisions import DatabaseProposals
from travelagent.chat.hub import Hub
from travelagent.chat.journal import DatabaseJournal
from travelagent.chat.models import ACTIVE, Message, Proposal, Run, RunCheckpoint, RunEvent, RunKind, RunStatus
from travelagent.chat.modelset import barred_models
from travelagent.chat.threads import DATABASE_GONE, in_db_thread, in_tool_thread
from travelagent.chat.toolset import run_tools
from travelagent.chat.versions import newest_version, read_trip_at_hand, trip_at_hand
from travelagent.chat.writer import LeaseLost, LogWriter, RunLog

SWEEP_S = 1.0
RENEW_S = 2.0
LEASE = timedelta(seconds=10)
MOST_ATTEMPTS = 40
"""How many times a run may be taken up: at first, after a kill or a stop of its process, and after each decision."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Resumption:
    """Where a run was left: why it goes on, the last event that counts, the calls whose start was logged."""

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
    barred: Mapping[str, str]
    trip: TripAtHand


@dataclass(slots=True)
class _AtWork:
    """A run that is worked on here."""

    fence: int
    task: asyncio.Task[None]
    agent: Agent | None = None


class Supervisor:
    """One per process, with at most `capacity` runs at work. `start` and `stop` on its loop; `hint` from anywhere."""

    def __init__(self, hub: Hub, build: Callable[[Wiring], Agent] = assemble, *, capacity: int | None = None) -> None:
        self._writer = LogWriter(hub)
        self._build = build
        self._capacity = settings.RUNS_PER_PROCESS if capacity is None else capacity
        self._at_work: dict[str, _AtWork] = {}
        self._hinted: set[str] = set()
        self._sweep_due = self._renew_due = 0.0
        self._wake = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self, *, take_over: bool = False) -> None:
        """Start the writer and the sweeper; with `take_over` all leases are freed before."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        if take_over:
            await in_db_thread(_free_all_leases)
        self._sweeper = asyncio.create_task(self._sweep(), name="run-sweeper")

    async def stop(self) -> Sequence[str]:
        """Take no more runs and let go of those at work; their ids.

        What they had emitted is then committed, and their leases are free.
        """
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        held = dict(self._at_work)
        for work in held.values():
            work.task.cancel()
        await asyncio.gather(*(work.task for work in held.values()), return_exceptions=True)
        await self._writer.stop()
        fences = {run: work.fence for run, work in held.items()}
        return await in_db_thread(partial(_free_leases, fences), repeatable=True)

    def hint(self, run: str = "") -> None:
        """Look for work on a run, or on any run. Thread-safe."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._hear, run)

    def _hear(self, run: str) -> None:
        if run:
            self._hinted.add(run)
        else:
            self._sweep_due = 0.0
        self._wake.set()

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
        """Look after the runs here, and take those that were hinted at; every SWEEP_S, any that waits."""
        now = asyncio.get_running_loop().time()
        if now >= self._renew_due:
            self._renew_due = now + RENEW_S
            await self._renew()
        for run, when in await in_db_thread(partial(_cancel_wishes, list(self._at_work))):
            if (work := self._at_work.get(run)) is not None and work.agent is not None:
                work.agent.cancel(run, when)
        hinted, self._hinted = self._hinted, set()
        only = None if now >= self._sweep_due else hinted
        if only is None:
            self._sweep_due = now + SWEEP_S
        free = self._capacity - len(self._at_work)
        for run in await in_db_thread(partial(_waiting, free, list(self._at_work), only)):
            taken = await in_db_thread(partial(_take, run))
            if taken is not None:
                self._begin(taken)

    async def _renew(self) -> None:
        """Renew the leases held here, and let go of runs that somebody else has taken over."""
        fences = {run: work.fence for run, work in self._at_work.items()}
        for run in await in_db_thread(partial(_renewed, fences)):
            if (work := self._at_work.get(run)) is not None and work.fence == fences[run]:
                log.warning("a run was taken over by another process", extra={"run": run})
                work.task.cancel()

    def _begin(self, taken: Taken) -> None:
        run = taken.run.pk
        task = asyncio.create_task(self._work(taken), name=f"run-{run}")
        self._at_work[run] = _AtWork(taken.run.lease_fence, task)

        def done(_: object) -> None:
            if len(self._at_work) >= self._capacity:
                self._hear("")
            self._at_work.pop(run, None)

        task.add_done_callback(done)

    async def _work(self, taken: Taken) -> None:
        run = taken.run
        if run.cancel_when == "immediate" and taken.resumption is None:
            await self._end(run, status="cancelled")
            return
        if run.lease_fence > MOST_ATTEMPTS:
            await self._end(run, Failure("internal", "The run was given up after many attempts.", False))
            return
        trace = tracing.begin(run)
        structlog.contextvars.bind_contextvars(run=run.pk, session=run.session_id, **trace.log_fields)
        run_log = self._writer.open(run.pk, run.session_id, run.lease_fence, run.last_seq, trace.traceparent)
        sink = trace.sink(run_log)
        try:
            agent = trace.watch(self._agent_of(taken, run_log, sink))
            self._at_work[run.pk].agent = agent
            await self._drive(agent, taken, run_log, sink)
        except LeaseLost:
            log.warning("a run was taken over by another process", extra={"run": run.pk})
        except Exception:
            log.exception("a run broke down", extra={"run": run.pk})
            if run_log.broken is not None and not isinstance(run_log.broken, DATABASE_GONE):
                await self._end(run, Failure("internal", "The run broke down; it has been noted.", False))
        finally:
            trace.end()

    async def _end(self, run: Run, *events: Event, status: RunOutcome = "failed") -> None:
        """End a run that no agent can end, behind what is stored of it."""
        last_seq = await in_db_thread(lambda: Run.objects.values_list("last_seq", flat=True).get(pk=run.pk))
        run_log = self._writer.open(run.pk, run.session_id, run.lease_fence, last_seq)
        for event in (*events, RunFinished(status, {})):
            run_log.emit(event)
        await run_log.commit()

    def _agent_of(self, taken: Taken, run_log: RunLog, sink: Sink) -> Agent:
        """Return the agent of one run. When there can be none (its model is gone, say), the run ends as failed."""
        run = taken.run
        wiring = Wiring(
            run.model,
            taken.tools,
            checkpointer=run_log,
            proposals=DatabaseProposals(),
            journal=DatabaseJournal(),
            run_sync=in_tool_thread,
            new_id=new_id,
            style=run.style,
            barred=taken.barred,
            trip=taken.trip,
        )
        try:
            return self._build(wiring)
        except Exception:
            sink.emit(Failure("internal", "The run could not begin; it has been noted.", False))
            sink.emit(RunFinished("failed", {}))
            raise

    async def _drive(self, agent: Agent, taken: Taken, run_log: RunLog, sink: Sink) -> None:
        run = taken.run
        injected = {
            "person": run.session.person_id,
            "share": run.share or owner_of(run.session.person_id),
            "session": run.session_id,
            "artifacts": RunArtifacts(run_log),
            "trip": RunTrip(run_log),
            "history": RunHistory(run_log),
        }
        if taken.resumption is not None:
            how = taken.resumption
            await agent.resume(
                run.pk,
                sink=sink,
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
            region=run.session.region if run.locale == run.session.locale else "",
            injected=injected,
        )
        await agent.run(task, sink=sink)


def _free_all_leases() -> None:
    Run.objects.filter(status=RunStatus.RUNNING).update(lease_until=None)


def _free_leases(fences: Mapping[str, int]) -> Sequence[str]:
    """Give back the leases that are still held under these fences; the runs that others may go on with."""
    running = Run.objects.filter(status=RunStatus.RUNNING)
    return [r for r, fence in fences.items() if running.filter(pk=r, lease_fence=fence).update(lease_until=None)]


def unattended_runs() -> Q:
    """Runs to be worked on that nobody works on: queued, left by a dead process, or decided upon."""
    unleased = Q(lease_until=None) | Q(lease_until__lt=Now())
    decided = Q(
        Exists(Proposal.objects.filter(run=OuterRef("pk"), taken_up=False).exclude(status=Proposal.Status.OPEN)),
        status=RunStatus.AWAITING_CONFIRMATION,
    )
    return Q(unleased, status__in=ACTIVE) | decided


def _waiting(limit: int, here: Collection[str], only: Collection[str] | None) -> list[str]:
    """Return the ids of unattended runs, oldest first. `only`: None for all, else of these alone."""
    if limit <= 0 or (only is not None and not only):
        return []
    rows = Run.objects.filter(unattended_runs()).exclude(pk__in=here).order_by("created_at")
    if only is not None:
        rows = rows.filter(pk__in=only)
    return list(rows.values_list("pk", flat=True)[:limit])


def _take(run: str) -> Taken | None:
    """Take a run's lease; None when another process was faster, or its session is busy with another run."""
    try:
        with transaction.atomic():
            row = Run.objects.select_for_update().filter(unattended_runs(), pk=run).first()
            if row is None:
                return None
            reason = "decision" if row.status == RunStatus.AWAITING_CONFIRMATION else "recovered"
            Run.objects.filter(pk=run).update(
                status=RunStatus.RUNNING, lease_fence=F("lease_fence") + 1, lease_until=Now() + LEASE
            )
    except IntegrityError:
        return None
    taken = Run.objects.select_related("session").get(pk=run)
    barred, trip = barred_models(taken.session.person_id), read_trip_at_hand(taken.session_id)
    return Taken(taken, history_before(taken), run_tools(), _resumption(taken, reason), barred, trip)


def _resumption(run: Run, reason: str) -> Resumption | None:
    """Return how to go on with a run that had begun; None for a fresh one."""
    seq = RunCheckpoint.objects.filter(run=run, scope="").values_list("seq", flat=True).first()
    if seq is None:
        return None
    started = RunEvent.objects.filter(run=run, type="tool_start").only("data")
    return Resumption(reason, seq, frozenset(event.data["id"] for event in started))


def _renewed(fences: Mapping[str, int]) -> Sequence[str]:
    """Renew the leases held here under these fences; the runs among them that are no longer held."""
    if not fences:
        return []
    held = dict(Run.objects.filter(pk__in=fences).values_list("pk", "lease_fence"))
    kept = [run for run, fence in fences.items() if held.get(run) == fence]
    Run.objects.filter(pk__in=kept, status=RunStatus.RUNNING).update(lease_until=Now() + LEASE)
    return [run for run in fences if run not in kept]


def _cancel_wishes(here: Collection[str]) -> Sequence[tuple[str, CancelWhen]]:
    """Return the runs at work here that are to be cancelled, and when."""
    if not here:
        return []
    rows = Run.objects.filter(pk__in=here, status=RunStatus.RUNNING).exclude(cancel_when="")
    return list(rows.values_list("pk", "cancel_when"))  # type: ignore[arg-type]  # the field holds nothing else


def history_before(run: Run) -> tuple[CoreMessage, ...]:
    """Return the conversation before this run, with its tool calls.

    It is the messages that the last run which began ended with, and what became of the trip at hand by a change beside
    it.
    """
    earlier = RunCheckpoint.objects.filter(run__session=run.session_id, scope="", run__created_at__lt=run.created_at)
    row = earlier.select_related("run").order_by("-run__created_at").first()
    if row is not None:
        return (*load_state(row.state).messages, *_edits(run, row.run.created_at))
    messages = Message.objects.filter(session=run.session_id, run__created_at__lt=run.created_at)
    history = (HumanMessage(m.text) if m.role == Message.Role.USER else AssistantMessage(m.text) for m in messages)
    return (*history, *_edits(run, None))


def _edits(run: Run, since: datetime | None) -> tuple[CoreMessage, ...]:
    """Return the trip at hand as messages, where its newest change was made beside the conversation after that time."""
    version = newest_version(run.session_id)
    edit = version.run if version else None
    if edit is None or edit.kind != RunKind.EDIT or (since is not None and edit.created_at < since):
        return ()
    return edit_messages(edit.pk, trip_at_hand(version), run.locale)

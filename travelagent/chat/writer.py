"""The event log's writer: one per process, batches of everything that all its runs emit.

Runs emit without waiting; a queue is drained every 20 ms and committed in one transaction: events, the newest
checkpoint of each run behind its events, and what the events mean for the run's row. Only then are the events
published. Streamed tokens are first joined for 40 ms, and of a tool's progress in that time the newest is kept. A batch
whose run was taken over by somebody else (an older fence) is dropped whole. While the database is gone a batch waits
and is tried again; whatever of it had been committed before the connection broke is not stored twice.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from django.db import close_old_connections, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from agent_core.checkpoint import Checkpoint
from agent_core.events import Event, Token, ToolProgressed, wire_data
from agent_core.state import compact_state, dump_state, load_state
from travelagent.briefs.events import EVENTS
from travelagent.chat import metrics, usage
from travelagent.chat.envelopes import Envelope
from travelagent.chat.fields import packed
from travelagent.chat.hub import Hub
from travelagent.chat.models import OPEN, Message, Proposal, Run, RunCheckpoint, RunEvent, RunStatus
from travelagent.chat.signals import run_settled
from travelagent.chat.threads import DATABASE_GONE, in_db_thread
from travelagent.chat.versions import add_changes_of_run, lock_session

DRAIN_S = 0.02
JOINED_S = 0.04
PATIENCE_S = 60.0
AGAIN_S = 0.5
ROWS = 150

log = logging.getLogger(__name__)


class LeaseLost(RuntimeError):
    """Another process has taken this run over; what is emitted here is no longer kept."""


@dataclass(slots=True)
class _Pending:
    """What waits for the next commit of one run."""

    log: "RunLog"
    envelopes: list[Envelope] = field(default_factory=list)
    checkpoints: dict[str, tuple[Checkpoint, int]] = field(default_factory=dict)
    waiters: list[asyncio.Future[None]] = field(default_factory=list)


class LogWriter:
    """Start it on the loop that the runs live on; `stop` commits what is left."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._pending: dict[str, _Pending] = {}
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log-writer")
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Start to commit in the running loop."""
        self._task = asyncio.create_task(self._work(), name="log-writer")

    async def stop(self) -> None:
        """Commit what is left, then close the thread and its connection."""
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: connection.close())
        self._thread.shutdown()

    def open(self, run: str, session: str, fence: int, last_seq: int, traceparent: str = "") -> "RunLog":
        """Return the log of one run whose lease is held under `fence`; numbering goes on after `last_seq`.

        `traceparent` is kept in the run's row; "" where the run is not traced.
        """
        return RunLog(self, run, session, fence, last_seq, traceparent)

    def pending(self, log: "RunLog") -> _Pending:
        """Return what waits for the next commit of the log's run, and wake the writer."""
        self._wake.set()
        return self._pending.setdefault(log.run, _Pending(log))

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            if not self._stopping:
                await asyncio.sleep(DRAIN_S)
            self._wake.clear()
            batch = list(self._pending.values())
            self._pending = {}
            if batch:
                await self._committed(loop, batch)
            if self._stopping and not self._pending:
                return

    async def _committed(self, loop: asyncio.AbstractEventLoop, batch: list[_Pending]) -> None:
        """Commit a batch, publish it, and wake whoever waits. A batch that is at fault is tried run by run."""
        try:
            lost = await self._stored(loop, batch)
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, DATABASE_GONE):
                for pending in batch:
                    await self._committed(loop, [pending])
                return
            for pending in batch:
                log.exception("events of a run could not be stored", extra={"run": pending.log.run})
                pending.log.broken = error
                _wake(pending.waiters, error)
            return
        for pending in batch:
            if pending.log.run in lost:
                pending.log.broken = LeaseLost(pending.log.run)
                _wake(pending.waiters, pending.log.broken)
                continue
            self._hub.publish(pending.log.session, pending.envelopes)
            metrics.count(pending.envelopes)
            _wake(pending.waiters, None)

    async def _stored(self, loop: asyncio.AbstractEventLoop, batch: list[_Pending]) -> set[str]:
        """Commit, waiting up to PATIENCE_S for a database that is gone; the runs that somebody else has taken over."""
        deadline = loop.time() + PATIENCE_S
        while True:
            try:
                return await loop.run_in_executor(self._thread, _commit, batch)
            except DATABASE_GONE as error:
                if self._stopping or loop.time() >= deadline:
                    raise
                log.warning("the event log's database is gone; it is tried again", extra={"error": str(error)})
                await asyncio.sleep(AGAIN_S)


def _wake(waiters: Sequence[asyncio.Future[None]], error: Exception | None) -> None:
    for waiter in waiters:
        if waiter.done():
            continue
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)


class RunLog:
    """One run's end of the writer: the agent core's sink and checkpointer in one."""

    def __init__(
        self, writer: LogWriter, run: str, session: str, fence: int, last_seq: int, traceparent: str = ""
    ) -> None:
        self.run, self.session, self.fence, self.seq = run, session, fence, last_seq
        self.traceparent = traceparent
        self.broken: Exception | None = None
        self._writer = writer
        self._tokens: list[Token] = []
        self._progress: dict[tuple[str, str], tuple[ToolProgressed, str]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def emit(self, event: Event, parent: str = "") -> None:
        """Add an event to the next commit; tokens and progress are joined for up to JOINED_S seconds."""
        if isinstance(event, Token) and not parent:
            self._tokens.append(event)
        elif isinstance(event, ToolProgressed):
            self._progress[event.id, event.note] = event, parent
        else:
            self._flush()
            self._append(event, parent)
            return
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(JOINED_S, self._flush)

    def mark(self) -> int:
        """Return the number of the newest event."""
        self._flush()
        return self.seq

    async def commit(self) -> None:
        """Return when everything emitted so far is durable. Raises what broke the log."""
        self._flush()
        if self.broken is not None:
            raise self.broken
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._writer.pending(self).waiters.append(waiter)
        await waiter

    async def save(self, checkpoint: Checkpoint) -> None:
        """Add the checkpoint to the next commit, after the events that led to it. Raises what broke the log."""
        self._flush()
        if self.broken is not None:
            raise self.broken
        self._writer.pending(self).checkpoints[checkpoint.run] = checkpoint, self.seq

    async def load(self, run: str) -> Checkpoint | None:
        """Return the newest checkpoint of the run, None before its first node."""
        return await in_db_thread(lambda: newest_checkpoint(run), repeatable=True)

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        progress, self._progress = self._progress, {}
        for event, parent in progress.values():
            self._append(event, parent)
        tokens, self._tokens = self._tokens, []
        if reasoning := "".join(t.reasoning_token for t in tokens):
            self._append(Token(reasoning_token=reasoning))
        if text := "".join(t.token for t in tokens):
            self._append(Token(text))

    def _append(self, event: Event, parent: str = "") -> None:
        self.seq += 1
        envelope = Envelope(self.seq, self.run, event.type, timezone.now(), wire_data(event), parent)
        self._writer.pending(self).envelopes.append(envelope)


def newest_checkpoint(run: str) -> Checkpoint | None:
    """Return where a run, or `{run}/{call}` inside it, stands; None before its first node."""
    row = _checkpoints(run).first()
    return None if row is None else Checkpoint(run, row.node, load_state(row.state))


def _checkpoints(run: str) -> QuerySet[RunCheckpoint]:
    own, _, scope = run.partition("/")
    return RunCheckpoint.objects.filter(run_id=own, scope=scope)


def _commit(batch: Sequence[_Pending]) -> set[str]:
    """Store a batch in one transaction; the ids of runs that somebody else has taken over.

    May be called again with the same batch: events up to the run's `last_seq` are there already.
    """
    close_old_connections()
    with transaction.atomic():
        rows = Run.objects.select_for_update().filter(pk__in=[p.log.run for p in batch]).order_by("pk")
        stand = {pk: (fence, seq) for pk, fence, seq in rows.values_list("pk", "lease_fence", "last_seq")}
        kept = [p for p in batch if p.log.run in stand and stand[p.log.run][0] == p.log.fence]
        fresh = {p.log.run: [e for e in p.envelopes if e.seq > stand[p.log.run][1]] for p in kept}
        _lock_changed_sessions(kept, fresh)
        _insert([envelope for envelopes in fresh.values() for envelope in envelopes])
        _save_checkpoints(kept)
        for pending in kept:
            _project(pending, fresh[pending.log.run])
        _advance({run: envelopes[-1].seq for run, envelopes in fresh.items() if envelopes})
        usage.record([e for envelopes in fresh.values() for e in envelopes])
    return {p.log.run for p in batch} - fresh.keys()


def _lock_changed_sessions(batch: Sequence[_Pending], fresh: Mapping[str, Sequence[Envelope]]) -> None:
    """Lock the sessions whose trip at hand changes, before any row of their runs is written.

    A start of another run holds that lock while it waits for such a row.
    """
    changed = {p.log.session for p in batch if any(e.type in EVENTS for e in fresh[p.log.run])}
    for session in sorted(changed):
        lock_session(session)


def _insert(envelopes: Sequence[Envelope]) -> None:
    """Store events. Model instances, and their JSON once more, would be half of what an event costs."""
    adapted = connection.ops.adapt_datetimefield_value
    _with_rows(
        f"INSERT INTO {RunEvent._meta.db_table} (run_id, seq, type, at, data, parent) VALUES {{rows}}",
        [(e.run, e.seq, e.type, adapted(e.at), packed(e.data_text), e.parent) for e in envelopes],
    )


def _advance(last: Mapping[str, int]) -> None:
    """Record how far the logs of these runs have grown."""
    runs = Run._meta.db_table
    _with_rows(
        f"UPDATE {runs} SET last_seq = grown.column2 FROM (VALUES {{rows}}) AS grown WHERE {runs}.id = grown.column1",
        list(last.items()),
    )


def _with_rows(statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Execute a statement over many rows at once.

    Row by row, this thread would let go of the interpreter's lock for each of them, and wait for a busy loop to hand it
    back.
    """
    with connection.cursor() as cursor:
        for start in range(0, len(rows), ROWS):
            some = rows[start : start + ROWS]
            places = f"({', '.join(['%s'] * len(some[0]))})"
            cursor.execute(statement.format(rows=", ".join([places] * len(some))), list(chain.from_iterable(some)))


def _save_checkpoints(batch: Sequence[_Pending]) -> None:
    RunCheckpoint.objects.bulk_create(
        [
            RunCheckpoint(
                run_id=pending.log.run,
                scope=checkpoint.run.partition("/")[2],
                node=checkpoint.node,
                state=dump_state(checkpoint.state),
                seq=seq,
            )
            for pending in batch
            for checkpoint, seq in pending.checkpoints.values()
        ],
        update_conflicts=True,
        unique_fields=["run", "scope"],
        update_fields=["node", "state", "seq", "updated_at"],
    )


def _project(pending: _Pending, envelopes: Sequence[Envelope]) -> None:
    """Update a run's other rows by its new events and checkpoint."""
    changes: dict[str, Any] = {}
    run, session = pending.log.run, pending.log.session
    for envelope in envelopes:
        changes.update(_meaning(envelope))
        if envelope.type == "answer":
            Message.objects.create(
                session_id=session,
                run_id=run,
                role=Message.Role.ASSISTANT,
                text=envelope.data["text"],
                html=envelope.data["html"],
            )
        elif envelope.type == "confirmation_resolved":
            Proposal.objects.filter(pk=envelope.data["proposal"]).update(taken_up=True)
    add_changes_of_run(session, run, envelopes)
    if run in pending.checkpoints and "status" not in changes:
        changes["step_status"] = pending.checkpoints[run][0].state.step_status
    if changes:
        if pending.log.traceparent:
            changes["traceparent"] = pending.log.traceparent
        Run.objects.filter(pk=run).update(**changes)
    for envelope in envelopes:
        if envelope.type == "run_finished":
            _compact_checkpoints(run, session)
        if envelope.type in ("run_finished", "run_paused"):
            run_settled.send(sender=Run, run=run, paused=envelope.type == "run_paused")


def _compact_checkpoints(run: str, session: str) -> None:
    """Keep of ended runs what their readers need, and of a session's newest what its next run needs, too."""
    RunCheckpoint.objects.filter(run=run).exclude(scope="").delete()
    ended = RunCheckpoint.objects.filter(run__session=session, scope="").exclude(run__status__in=OPEN)
    ended = ended.order_by("-run__created_at")
    newest = ended.first()
    for row in {*ended[:2], *ended.filter(run=run)}:
        row.state = compact_state(row.state, keep_messages=row == newest)
        row.save(update_fields=["state", "updated_at"])


def _meaning(envelope: Envelope) -> dict[str, Any]:
    at: datetime = envelope.at
    match envelope.type:
        case "run_started":
            return {"started_at": at, "model": envelope.data["model"]}
        case "thought" if understanding := envelope.data.get("understanding"):
            return {"intent": understanding["intent"]}
        case "answer":
            return {"answer": envelope.data["text"]}
        case "run_paused":
            return {"status": RunStatus.AWAITING_CONFIRMATION, "lease_until": None}
        case "run_resumed":
            return {"status": RunStatus.RUNNING}
        case "run_finished":
            return {
                "status": envelope.data["status"],
                "metadata": envelope.data["metadata"],
                "duration_ms": envelope.data["metadata"].get("duration_ms"),
                "finished_at": at,
                "lease_until": None,
                "step_status": "completed" if envelope.data["status"] != "failed" else "error",
            }
        case _:
            return {}

"""Drives tasks through the product: real sessions, runs and tools, in the database of the settings.

A message is queued as the API would queue it and worked off by a supervisor of this process; a bare yes or no decides
on a waiting proposal. The model stands alone: no other one takes over when it fails. Only what the product keeps is
read: the trip at hand, artifacts, events, proposals, saved trips.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from unittest import mock

from agent_core.agent import Agent
from benchmarks.model_eval.checks.universal import UNIVERSAL
from benchmarks.model_eval.checks.values import Check
from benchmarks.model_eval.conversation import (
    CRASHED,
    TIMEOUT,
    Moment,
    ProposedWrite,
    Snapshot,
    StoredTrip,
    ToolUse,
    Usage,
    unreached,
)
from benchmarks.model_eval.scripted.stage import Stage
from benchmarks.model_eval.tasks.values import TODAY, Task
from travelagent.accounts.actors import Actor
from travelagent.accounts.models import Person
from travelagent.assistant import clock
from travelagent.assistant.assembly import Wiring, parts_of
from travelagent.assistant.model_registry import close_models, model_named
from travelagent.chat import actions
from travelagent.chat.decisions import waiting_in
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import Hub, Mailbox
from travelagent.chat.models import Run, RunEvent
from travelagent.chat.modelset import sync_models
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread
from travelagent.chat.toolset import sync_tools
from travelagent.chat.versions import read_trip_at_hand
from travelagent.trips.models import Trip

CANCEL_S = 10.0
"""So long a run that is past its time limit has to end once it is cancelled."""
SETTLED = ("run_finished", "run_paused")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one check found in one turn, counted from 1; turn 0: in all of them. `fault` is empty where it holds."""

    turn: int
    check: str
    fault: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task."""

    task: Task
    turns: tuple[Moment, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> bool:
        return not self.faults

    @property
    def faults(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.fault]


class Runner:
    """Runs tasks one after another with one model of the registry. `turn_s`: the time limit of a turn in seconds;
    `stage` learns whose turn it is where the model's endpoint is scripted.
    """

    def __init__(self, model: str, *, turn_s: float, stage: Stage | None = None) -> None:
        self._model, self._turn_s, self._stage = model_named(model), turn_s, stage
        self._hub = Hub()
        self._supervisor = Supervisor(self._hub, self._agent)

    async def run(self, tasks: Sequence[Task], report: Callable[[Outcome], None]) -> None:
        """Run the tasks and report each as soon as it is over."""
        with mock.patch.object(clock, "today", return_value=TODAY):
            await in_db_thread(_sync)
            await self._supervisor.start()
            try:
                for task in tasks:
                    turns = await self._converse(task)
                    report(Outcome(task, turns, tuple(_verdicts(task, turns))))
            finally:
                await self._supervisor.stop()
                await close_models()

    def _agent(self, wiring: Wiring) -> Agent:
        if self._stage is not None:
            self._stage.enter(wiring)
        return Agent(parts_of(wiring, self._model.make(), (), self._model.retries))

    async def _converse(self, task: Task) -> tuple[Moment, ...]:
        """Return the turns of a task; after one that was not over in time, or crashed, there are no more."""
        actor, session = await in_db_thread(partial(_begin, task, self._model.name))
        turns: tuple[Moment, ...] = ()
        lost = ""
        for number, turn in enumerate(task.turns):
            if lost:
                turns = (*turns, unreached(turn.message, task.language, turns, lost))
                continue
            if self._stage is not None:
                self._stage.begin(task.id, number)
            began = time.perf_counter()
            try:
                moment = await self._turn(actor, session, task, number, turns)
            except Exception as error:
                moment = replace(unreached(turn.message, task.language, turns, CRASHED), answer=repr(error))
            seconds = time.perf_counter() - began
            turns = (*turns, replace(moment, usage=replace(moment.usage, seconds=seconds)))
            lost = moment.status if moment.status in (TIMEOUT, CRASHED) else ""
        return turns

    async def _turn(self, actor: Actor, session: str, task: Task, number: int, earlier: tuple[Moment, ...]) -> Moment:
        message = task.turns[number].message
        since = await in_db_thread(partial(_newest_event, session))
        status = refusal = ""
        with self._hub.listen(session) as mailbox:
            try:
                run = await in_db_thread(partial(actions.start_run, actor, session, message))
            except actions.Refused as error:
                status, refusal = "refused", str(error)
            else:
                status = await self._settled(actor, run.pk, mailbox)
        read = await in_db_thread(partial(_read, actor, session, since))
        return replace(
            read,
            message=message,
            language=task.language,
            answer=refusal or read.answer,
            status=status or read.status,
            before=earlier[-1].after if earlier else Snapshot(),
            earlier=earlier,
        )

    async def _settled(self, actor: Actor, run: str, mailbox: Mailbox) -> str:
        """Wait until the run has ended or paused; TIMEOUT, and the run cancelled, when it takes too long."""
        self._supervisor.hint(run)
        try:
            async with asyncio.timeout(self._turn_s):
                await _ended(run, mailbox)
        except TimeoutError:
            await in_db_thread(partial(actions.cancel_run, actor, run))
            self._supervisor.hint()
            with suppress(TimeoutError):
                async with asyncio.timeout(CANCEL_S):
                    await _ended(run, mailbox)
            return TIMEOUT
        return ""


async def _ended(run: str, mailbox: Mailbox) -> None:
    while True:
        item = await mailbox.get()
        if isinstance(item, Envelope) and item.run == run and item.type in SETTLED:
            return


def _sync() -> None:
    sync_tools()
    sync_models()


def _begin(task: Task, model: str) -> tuple[Actor, str]:
    """Make a traveller and a session for a task."""
    person = Person.objects.create(visitor_key=f"model-eval-{task.id}-{time.time_ns()}")
    actor = Actor(person=person.pk)
    session = actions.create_session(actor, choice=actions.Choice(model=model), locale=task.language)
    return actor, session.pk


def _newest_event(session: str) -> int:
    newest = RunEvent.objects.filter(run__session_id=session).order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def _read(actor: Actor, session: str, since: int) -> Moment:
    """Read the turn whose events come after this one, without what the runner knows of it."""
    events = list(RunEvent.objects.filter(run__session_id=session, pk__gt=since).order_by("pk"))
    data = [(event.type, event.data) for event in events]
    answers = [each["text"] for type, each in data if type == "answer"]
    calls = [each["tokens"] for type, each in data if type == "model_call"]
    newest = Run.objects.filter(session_id=session).order_by("-created_at").first()
    trips = Trip.objects.filter(actor.owned()).order_by("created_at")
    return Moment(
        message="",
        answer=answers[-1] if answers else "",
        status=newest.status if newest else "",
        language="en",
        after=Snapshot(
            read_trip_at_hand(session),
            tuple(ProposedWrite(c["tool"], c["args"]) for row in waiting_in(session) for c in row.calls),
            tuple(StoredTrip(trip.pk, trip.title, tuple(trip.itinerary["cities"])) for trip in trips),
        ),
        tools=tuple(
            ToolUse(each["tool"], each["status"], (each["error"] or {}).get("code", ""))
            for type, each in data
            if type == "tool_end"
        ),
        artifacts=tuple((each["kind"], each["payload"]) for type, each in data if type == "artifact"),
        usage=Usage(
            prompt=sum(tokens.get("prompt", 0) for tokens in calls),
            completion=sum(tokens.get("completion", 0) for tokens in calls),
            model_calls=len(calls),
        ),
    )


def _verdicts(task: Task, turns: Sequence[Moment]) -> list[Verdict]:
    """Return what all checks of a task say; a turn that was not reached fails all of its checks."""
    verdicts = [
        Verdict(number, check.name, _fault(check, moment))
        for number, (turn, moment) in enumerate(zip(task.turns, turns, strict=True), 1)
        for check in turn.checks
    ]
    faults = {check.name: [(n, _fault(check, moment)) for n, moment in enumerate(turns, 1)] for check in UNIVERSAL}
    for name, found in faults.items():
        wrong = [f"turn {n}: {fault}" for n, fault in found if fault]
        verdicts.append(Verdict(0, name, "; ".join(wrong)))
    return verdicts


def _fault(check: Check, moment: Moment) -> str:
    if moment.status in (TIMEOUT, CRASHED):
        return f"the turn has no answer ({moment.status})"
    try:
        return check.fault(moment)
    except (LookupError, ValueError, TypeError) as error:
        return f"it cannot be judged: {error!r}"

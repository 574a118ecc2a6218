"""A chain of changes, by the page or in words, and what each has lost without a word."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agent_core.agent import Task
from agent_core.events import Artifact
from agent_core.messages import Message
from benchmarks.preservation.agreement import disagreements
from benchmarks.preservation.changes import Change, Chooser
from benchmarks.preservation.scenes import Scene, scene
from benchmarks.preservation.stated import Stated, faults
from tests.agent_core.cast import Recorder
from tests.assistant.asking import Memory, embedded_agent
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.tools.trip_at_hand import trip_events
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.editing import TripPlan, edit_trip_plan
from travelagent.briefs.plan import DirectEngine
from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import brief_to_wire, without_sources
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.diff import describe
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.plans.errors import PlanningError
from travelagent.plans.values import Itinerary, PlanRequest
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

TRIES_A_CHANGE = 12
Door: TypeAlias = Literal["page", "en", "zh"]
DOORS: tuple[Door, ...] = ("page", "en", "zh")


@dataclass(frozen=True, slots=True)
class Loss:
    """A statement that does not hold after a change that does not concern it. `where`: what does not hold; or `days`: a
    day that the change does not concern lost a sight; or `request`: a field of it is not that of the brief.
    """

    seed: int
    door: Door
    step: int
    change: str
    stated: Stated | None
    where: str
    text: str
    answer: str


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a chain: the changes that were made and those that could not be, what was lost, of how much it was
    held against; `named`: what had to give and was named first."""

    made: tuple[str, ...]
    refused: tuple[str, ...]
    losses: tuple[Loss, ...]
    checks: int
    named: int


class Page:
    """Changes as the page sends them."""

    language = "en"

    def __init__(self, begun: Scene) -> None:
        self.before = [TripPlan(begun.brief, begun.request, begun.plan)]

    @property
    def brief(self) -> TripBrief:
        return self.before[-1].brief

    @property
    def plan(self) -> Itinerary:
        return self.before[-1].itinerary

    @property
    def request(self) -> PlanRequest:
        return self.before[-1].request

    def make(self, change: Change) -> str | None:
        """Make the change and return its explanation; None where it cannot be made."""
        if not change.edits:
            self.before.pop()
            return ""
        now = self.before[-1]
        sights = planning_sights(now.brief.places)
        try:
            edits = edits_from_wire(change.edits)
            found = edit_trip_plan(now, edits, sights, DirectEngine(), "form")
        except PlanningError:
            return None
        self.before.append(found.plan)
        return "\n".join(text.en for text in describe(found.edited.difference))


class Conversation:
    """Changes as they are written to the assistant."""

    def __init__(self, begun: Scene, language: Literal["en", "zh"]) -> None:
        self.language = language
        self.memory, self.history = Memory(), tuple[Message, ...]()
        planned = {
            **itinerary_to_wire(begun.plan),
            "request": request_to_wire(begun.request),
            "brief": brief_to_wire(without_sources(begun.brief)),
            "alternatives": [],
        }
        first = Recorder()
        self.memory.sinks.append(first)
        first.emit(Artifact("plan", "itinerary", planned))
        for event in trip_events(TripAtHand(), begun.brief, "said", plan="plan"):
            first.emit(event)

    @property
    def brief(self) -> TripBrief:
        return self.memory.trip().brief

    @property
    def plan(self) -> Itinerary:
        held = self.memory.trip().itinerary
        assert held is not None
        return itinerary_from_wire(held)

    @property
    def request(self) -> PlanRequest:
        held = self.memory.trip().itinerary
        assert held is not None
        return request_from_wire(held["request"])

    def make(self, change: Change) -> str | None:
        """Say it and return the answer; None where nothing was changed for it."""
        return asyncio.run(self._answer_to(change.zh if self.language == "zh" else change.en))

    async def _answer_to(self, message: str) -> str | None:
        tools = [tool for tool in TOOLS if tool.category != "trips"]
        agent, sink = embedded_agent(tools, self.memory.trip()), Recorder()
        before = self.memory.trip().version
        number = len(self.memory.sinks)
        task = Task(
            message, run=f"run{number}", mode="auto", locale=self.language, history=self.history,
            injected=self.memory.injected(sink),
        )  # fmt: skip
        await agent.run(task, sink=sink)
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        self.history = checkpoint.state.messages
        return self.history[-1].text if self.memory.trip().version != before else None


def run(seed: int, length: int) -> Ran:
    """Return what became of the chain of that seed and that many changes."""
    pick = random.Random(seed)
    door = DOORS[seed % len(DOORS)]
    begun = scene(pick)
    talk: Page | Conversation = Page(begun) if door == "page" else Conversation(begun, door)
    choose, stated, past = Chooser(pick), begun.stated, list[tuple[Any, Itinerary, tuple[Stated, ...]]]()
    made: list[str] = []
    refused: list[str] = []
    losses: list[Loss] = []
    checks = named = 0
    for step in range(TRIES_A_CHANGE * length):
        if len(made) == length:
            break
        brief, plan = talk.brief, talk.plan
        change = choose.change(brief, plan, stated, can_undo=bool(past))
        answer = talk.make(change)
        if answer is None:
            refused.append(change.name)
            continue
        made.append(change.name)

        def lost(what: Stated | None, where: str, text: str) -> Loss:
            return Loss(seed, door, step, change.name, what, where, text, answer)  # noqa: B023  # called within the same turn of the loop

        first = answer.partition("\n")[0]
        if not change.edits:
            held, was, stated = past.pop()
            if without_sources(talk.brief) != held or talk.plan.days != was.days:
                losses.append(lost(None, "undo", "the plan is not as it was"))
            continue
        past.append((without_sources(brief), plan, stated))
        after = change.stated(stated)
        checks += len(after)
        kept: list[Stated] = []
        for each in after:
            where = list(faults(each, talk.brief, talk.plan))
            if where and not any(word in first for word in each.names(talk.language)):
                losses.append(lost(each, "+".join(where), str(each)))
            elif where:
                named += 1
            else:
                kept.append(each)
        stated = tuple(kept)
        losses += [lost(None, "request", name) for name in disagreements(talk.brief, talk.request)]
        losses += [lost(None, "days", text) for text in _other_days(change, plan, talk.plan, answer, talk.language)]
    return Ran(tuple(made), tuple(refused), tuple(losses), checks, named)


def _other_days(change: Change, before: Itinerary, after: Itinerary, answer: str, language: str) -> Iterator[str]:
    """The sights that went from days of which the change does not speak, and that the answer does not name."""
    if change.days is None:
        return
    now = {visit.sight for visit in after.visits}
    for day in before.days:
        for visit in day.visits if day.day not in change.days else ():
            name = visit.name.zh if language == "zh" else visit.name.en
            if visit.sight and visit.sight not in now and name not in answer:
                yield f"{visit.sight} of day {day.day}"

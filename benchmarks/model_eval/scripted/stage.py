"""Where a scripted model stands: whose turn it is, and what the product keeps of the conversation at that moment."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from travelagent.assistant.assembly import Wiring
from travelagent.briefs.at_hand import TripAtHand
from travelagent.chat.models import RunEvent
from travelagent.chat.threads import in_db_thread
from travelagent.chat.versions import read_trip_at_hand
from travelagent.chat.writer import RunLog
from travelagent.trips.models import Trip


@dataclass(frozen=True, slots=True)
class Scene:
    """What a script may look at: the trip at hand, the budgets shown, newest first, the ids of the saved trips."""

    trip: TripAtHand
    budgets: Sequence[Mapping[str, Any]]
    saved: Sequence[str]

    @property
    def plan(self) -> Mapping[str, Any]:
        """The payload of the plan at hand. Raises LookupError without one."""
        if self.trip.itinerary is None:
            raise LookupError("there is no plan")
        return self.trip.itinerary


@dataclass(frozen=True, slots=True)
class Act:
    """One reply of a scripted model: calls as (tool, arguments), or a text."""

    text: str = ""
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()


Step: TypeAlias = Callable[[Scene], Act]
Script: TypeAlias = Sequence[Sequence[Step]]
"""For each turn of a task the replies, in order."""


def call(tool: str, **arguments: Any) -> Step:
    """Return a reply of one call."""
    return lambda scene: Act(calls=((tool, arguments),))


def tell(text: str) -> Step:
    """Return a reply of this text."""
    return lambda scene: Act(text)


@dataclass
class Stage:
    """Plays scripts by task id. A turn's last reply is given again when more is asked for than the script has."""

    scripts: Mapping[str, Script]
    _steps: Sequence[Step] = ()
    _at: int = 0
    _log: RunLog | None = field(default=None, repr=False)

    def begin(self, task: str, turn: int) -> None:
        """Begin a turn, counted from 0, of a task."""
        self._steps, self._at = self.scripts[task][turn], 0

    def enter(self, wiring: Wiring) -> None:
        """Take note of the run that is worked on from now on."""
        if isinstance(wiring.checkpointer, RunLog):
            self._log = wiring.checkpointer

    async def act(self) -> Act:
        """Return the next reply, made with all that the run has stored so far."""
        if self._log is None:
            raise RuntimeError("the model was asked outside of a run")
        await self._log.commit()
        scene = await in_db_thread(partial(_scene, self._log.session))
        step = self._steps[min(self._at, len(self._steps) - 1)]
        self._at += 1
        return step(scene)


def _scene(session: str) -> Scene:
    shown = RunEvent.objects.filter(run__session_id=session, type="artifact").order_by("-pk")
    budgets = [event.data["payload"] for event in shown if event.data["kind"] == "budget"]
    saved = Trip.objects.filter(person__sessions=session).order_by("created_at").values_list("pk", flat=True)
    return Scene(read_trip_at_hand(session), budgets, list(saved))

"""A conversation as checks see it: each turn's answer, and the state that the product keeps after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import without_sources

Language: TypeAlias = Literal["zh", "en"]
TIMEOUT = "timeout"
"""The status of a turn that was not over within its time limit."""
CRASHED = "crashed"
"""The status of a turn that raised an exception outside of its run."""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One tool call that ended, `error` the code of a failed one."""

    tool: str
    status: str
    error: str


@dataclass(frozen=True, slots=True)
class ProposedWrite:
    """A write that waits for the traveller's decision."""

    tool: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoredTrip:
    """A trip in the traveller's account."""

    id: str
    title: str
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the product has stored of a conversation after a turn."""

    trip: TripAtHand = field(default_factory=TripAtHand)
    proposed: tuple[ProposedWrite, ...] = ()
    stored: tuple[StoredTrip, ...] = ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a turn took: tokens, model calls, seconds."""

    prompt: int = 0
    completion: int = 0
    model_calls: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """One turn once it is over.

    `status` is the run's, `refused` where no run began, TIMEOUT or CRASHED; `artifacts` are (kind, payload) pairs that
    the turn showed, in order; `earlier` are the turns before it.
    """

    message: str
    answer: str
    status: str
    language: Language
    before: Snapshot = field(default_factory=Snapshot)
    after: Snapshot = field(default_factory=Snapshot)
    tools: tuple[ToolUse, ...] = ()
    artifacts: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    earlier: tuple["Moment", ...] = ()
    usage: Usage = Usage()

    @property
    def brief(self) -> TripBrief:
        return self.after.trip.brief

    @property
    def itinerary(self) -> Mapping[str, Any] | None:
        return self.after.trip.itinerary

    @property
    def turns(self) -> tuple["Moment", ...]:
        """The turns up to this one, in order."""
        return (*self.earlier, self)

    @property
    def budgets(self) -> list[Mapping[str, Any]]:
        """The payloads of all budgets shown so far, oldest first."""
        return [payload for turn in self.turns for kind, payload in turn.artifacts if kind == "budget"]

    @property
    def has_changed_trip(self) -> bool:
        """Whether this turn changed the brief or the plan."""
        old, new = self.before.trip, self.after.trip
        briefs_differ = without_sources(old.brief) != without_sources(new.brief)
        return briefs_differ or visits_by_day(old.itinerary) != visits_by_day(new.itinerary)

    @property
    def has_written(self) -> bool:
        """Whether this turn changed what is stored in the traveller's account."""
        return self.before.stored != self.after.stored


def days_of(itinerary: Mapping[str, Any] | None) -> Sequence[Mapping[str, Any]]:
    """Return the days of an itinerary payload; none without a plan."""
    return () if itinerary is None else itinerary["days"]


def visits_by_day(itinerary: Mapping[str, Any] | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for each day its date and its visits as (sight id or name, arrival)."""
    return [
        (day["date"], [(sight_of(visit), visit["arrive"]) for visit in day["visits"]]) for day in days_of(itinerary)
    ]


def sights_by_day(itinerary: Mapping[str, Any] | None) -> list[frozenset[str]]:
    """Return for each day the ids of its sights."""
    return [frozenset(sight_of(visit) for visit in day["visits"]) for day in days_of(itinerary)]


def sight_of(visit: Mapping[str, Any]) -> str:
    """Return the id of the visited sight, the name of a place outside of the catalogue."""
    return str(visit.get("sight") or visit["name"]["en"])


def unreached(message: str, language: Language, earlier: tuple[Moment, ...], status: str) -> Moment:
    """Return a turn that gave no answer: the state stays as the turn before left it."""
    blank = Moment(message, "", status, language, earlier=earlier)
    return replace(blank, before=earlier[-1].after, after=earlier[-1].after) if earlier else blank

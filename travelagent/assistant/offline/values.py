"""What the offline assistant makes of a message: frozen values, and their form on the wire.

Only what was said is filled; a default is an assumption of the policy, never an entity.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from typing import Any, Literal, TypeAlias

from agent_core.state import Mode
from travelagent.assistant.intents import Intent
from travelagent.assistant.language import Language
from travelagent.catalog.spectacles import Spectacle
from travelagent.plans.values import Way

DEFAULT_DAYS = 3
"""The length of a trip where none was said."""
DEFAULT_CITIES = 6
"""So many cities are recommended where no number was said."""

Fares: TypeAlias = Literal["paid", "left_out"]
Sentiment: TypeAlias = Literal["neutral", "excited", "urgent", "hesitant", "curious", "disappointed", "satisfied"]
Per: TypeAlias = Literal["total", "person", "day", "person_day"]
Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
MonthPart: TypeAlias = Literal["beginning", "middle", "end"]
Pace: TypeAlias = Literal["relaxed", "normal", "packed"]
Tier: TypeAlias = Literal["budget", "mid", "luxury"]


@dataclass(frozen=True, slots=True)
class BudgetSaid:
    amount: float
    currency: str | None = None
    per: Per | None = None


@dataclass(frozen=True, slots=True)
class Travellers:
    """Everybody who goes, the speaker too; a kind that was not said is None."""

    adults: int | None = None
    children: int | None = None
    seniors: int | None = None

    @property
    def count(self) -> int:
        return max(1, sum(n or 0 for n in (self.adults, self.children, self.seniors)))


@dataclass(frozen=True, slots=True)
class Entities:
    """The slots of contract.md's `understanding`; empty means unsaid."""

    cities: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    origin: str | None = None
    days: int | None = None
    start_date: date | None = None
    end_date: date | None = None
    month: int | None = None
    season: Season | None = None
    budget: BudgetSaid | None = None
    travellers: Travellers | None = None
    interests: tuple[str, ...] = ()
    pace: Pace | None = None
    tier: Tier | None = None
    must_see: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    diet: tuple[str, ...] = ()
    hotel_area: str | None = None


@dataclass(frozen=True, slots=True)
class Journey:
    """The journey there and back as far as it was said: by which ways, and when one arrives on the first day and leaves
    on the last one, in minutes since midnight. `sets_out`: when one leaves home on the first day;
    `lands`: one comes by plane, whichever way the trip goes on, `lands_at` which airport, as it was named; `ride`: the
    hour of a ride of which it was not said where it goes; `train`: what a fast train was called."""

    way: Way | None = None
    way_back: Way | None = None
    arrives: int | None = None
    leaves: int | None = None
    ride: int | None = None
    sets_out: int | None = None
    lands: bool = False
    lands_at: str | None = None
    train: str | None = None

    @property
    def tells_ride(self) -> bool:
        """Whether a ride is said, by its way or its hour."""
        return self.way is not None or self.way_back is not None or self.ride is not None

    @property
    def comes_by(self) -> Way | None:
        """The way in which one arrives: that of the way home where no other was said."""
        return "flight" if self.lands else self.way or self.way_back


@dataclass(frozen=True, slots=True)
class Understood:
    """One reading of a conversation's last message, the slots holding what still stands after all its turns.

    `unknown_places` are words that stand where a place would but name none; they are asked about, not guessed.
    `about` are the cities and sights (`city/sight`) that the last message itself names; `why` tells that it asks
    why they are in the plan, or are not, `when` that it asks on which day and at what hour, `undo` that it takes the
    last change of the plan back. `weekend` tells that the trip is to be a weekend's, `weekday` that its first day was
    only said as a day of the week, `begins_on` on which day of the week it begins in its month (Monday 0), `month_part`
    in which part of that. `needs` are what somebody of the
    party needs of a place: wheelchair, walking, altitude, stroller. `journey`: how and when one gets there and home.
    `currency` is the one that the person named last. `days_each` are the days of each city, where they were said of
    all. `group` tells that several people go who were not counted, `elders` that some of those who go are of an elder
    generation. `spectacle` is what the trip is to see in its weeks of the year, `fares` why those of the
    journey there and back are not to be counted; `ages` are those of children, where they were named.
    """

    language: Language
    intent: Intent
    entities: Entities = field(default_factory=Entities)
    sentiment: Sentiment = "neutral"
    confidence: float = 0.5
    missing: tuple[str, ...] = ()
    mode: Mode = "react"
    unknown_places: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    why: bool = False
    when: bool = False
    undo: bool = False
    weekend: bool = False
    weekday: bool = False
    begins_on: int | None = None
    month_part: MonthPart | None = None
    needs: tuple[str, ...] = ()
    journey: Journey = field(default_factory=Journey)
    currency: str | None = None
    days_each: Mapping[str, int] = field(default_factory=dict)
    group: bool = False
    elders: bool = False
    spectacle: Spectacle | None = None
    fares: Fares | None = None
    ages: tuple[int, ...] = ()

    def as_wire(self) -> dict[str, Any]:
        """The `understanding` object of the wire contract."""
        return {
            "language": self.language,
            "intent": self.intent,
            "sentiment": self.sentiment,
            "confidence": round(self.confidence, 2),
            "missing": list(self.missing),
            "entities": _said(self.entities),
        }


def _said(value: Any) -> dict[str, Any]:
    """The fields that hold something, as JSON values."""
    return {f.name: _json(v) for f in fields(value) if (v := getattr(value, f.name)) not in (None, ())}


def _json(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return _said(value) if is_dataclass(value) else value

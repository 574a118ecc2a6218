"""What an answer is made from, and the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, TypeAlias

from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.route import Route
from travelagent.briefs.acts import Ask
from travelagent.briefs.values import TripBrief
from travelagent.catalog.venues import NearVenue
from travelagent.catalog.weather import DayWeather
from travelagent.plans.values import LocalizedText

Topic: TypeAlias = Literal[
    "why", "when", "hours", "tickets", "price", "how_long", "ride", "weather", "food", "hotel", "rain", "crowds",
    "visa", "packing", "safety", "tiring", "sights", "choice", "plan", "brief", "exchange", "booking", "assistant",
    "access", "passes", "views", "ranking", "other",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CityForecast:
    """The days that a forecast reaches, by date, whose it is, and the whole minutes since it was fetched."""

    days: Mapping[date, DayWeather]
    source: LocalizedText
    age_minutes: int


@dataclass(frozen=True, slots=True)
class VenuesNearby:
    """Places to eat or to sleep near a sight or a city's centre, and the local time at which none of them is known to
    be closed: None where no time is meant."""

    venues: tuple[NearVenue, ...]
    at: datetime | None


@dataclass(frozen=True, slots=True)
class TripContext:
    """The trip at hand; `route` and `budget` None without a plan, `route` read in the `locale` (en or zh).

    `forecasts`: by city, of those for which one is kept, for questions about the weather only; `nearby`: by sight or
    city, where something is stored, for questions about food and hotels only.
    """

    brief: TripBrief
    route: Route | None
    budget: Budget | None
    today: date
    locale: str
    forecasts: Mapping[str, CityForecast] = field(default_factory=dict)
    nearby: Mapping[str, VenuesNearby] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """An answer of at most 80 words or 160 Chinese characters, its first sentence the answer itself.

    `facts`: the typed figures behind it; `known` False: the data has no answer, and the text states whom to ask.
    `sights`: ids of those that it is about, which a page may show.
    """

    text: str
    facts: Mapping[str, Any]
    known: bool = True
    sights: tuple[str, ...] = ()


class Unanswered(Exception):
    """A question that lacks what its topic needs (a place, a plan, a day); `answer` asks for it."""

    def __init__(self, answer: TopicAnswer) -> None:
        super().__init__(answer.text)
        self.answer = answer


Resolver: TypeAlias = Callable[[Ask, TripContext], TopicAnswer]
"""Answers the questions of one topic. Raises Unanswered."""

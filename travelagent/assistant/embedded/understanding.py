"""A conversation as the trained reading understands it: the brief after all turns and the acts of the last one.

`manage.py understand --reader roles` prints it in the form of the contract's `understanding`, so that both readings are
measured by the same sets.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.reading.reading import Reading, read
from travelagent.assistant.embedded.reading.trip import wishes_of
from travelagent.assistant.embedded.wishes import Wishes
from travelagent.assistant.intents import Intent
from travelagent.assistant.language import Language, language_of
from travelagent.assistant.lexer.places import PlaceValue
from travelagent.briefs.apply import apply
from travelagent.briefs.values import EMPTY, TripBrief

_INTENTS: Final[Mapping[str, Intent]] = {
    "plan": "travel_planning", "edit": "itinerary_query", "undo": "trip_management", "redo": "trip_management",
    "ask.why": "itinerary_query", "ask.when": "itinerary_query", "ask.plan": "itinerary_query",
    "ask.rain": "itinerary_query", "ask.tiring": "itinerary_query", "ask.hours": "attraction_query",
    "ask.tickets": "attraction_query", "ask.sights": "attraction_query", "ask.crowds": "attraction_query",
    "ask.safety": "attraction_query", "ask.how_long": "attraction_query", "ask.price": "budget_query",
    "ask.ride": "transportation", "ask.weather": "season_query", "ask.packing": "season_query", "ask.food": "food",
    "ask.hotel": "accommodation", "recommend": "city_recommendation", "compare": "comparison",
    "figures": "data_question", "trip.save": "trip_management", "trip.rename": "trip_management",
    "trip.delete": "trip_management", "trip.list": "trip_management", "trip.share": "trip_management",
    "trip.export": "trip_management", "remember": "memory", "forget": "memory", "greeting": "greeting",
    "complaint": "complaint", "offtopic": "out_of_scope",
}  # fmt: skip
"""The intent of the contract that an act is; an act that is none of these is talk."""
_SAYS_NOTHING: Final = frozenset({"greeting", "thanks", "farewell", "accept", "aside", "junk"})


@dataclass(frozen=True, slots=True)
class Understood:
    """The last message of a conversation: its acts, and the brief after all turns; `confidence`
    of the least sure act or place; `areas` and `asked` are the areas and the cities that it names without making them
    part of a trip."""

    language: Language
    acts: tuple[str, ...]
    brief: TripBrief
    confidence: float = 0.0
    areas: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()

    @property
    def intent(self) -> Intent:
        """What the first act that says something is."""
        telling = [act for act in self.acts if act not in _SAYS_NOTHING] or list(self.acts)
        return _INTENTS.get(telling[0], "general_chat") if telling else "general_chat"

    def as_wire(self) -> dict[str, Any]:
        """The `understanding` object of the wire contract, with the acts beside it."""
        return {
            "language": self.language,
            "intent": self.intent,
            "acts": list(self.acts),
            "confidence": round(self.confidence, 2),
            "entities": {name: value for name, value in self._entities() if value},
        }

    def _entities(self) -> Iterator[tuple[str, Any]]:
        brief = self.brief
        yield "cities", list(dict.fromkeys((*brief.places, *self.asked)))
        yield "regions", [area for area in self.areas if not _is_country(area)]
        yield "countries", [area for area in self.areas if _is_country(area)]
        yield "origin", brief.origin
        yield "days", brief.days
        yield "start_date", brief.dates.start and brief.dates.start.isoformat()
        yield "end_date", brief.dates.end and brief.dates.end.isoformat()
        yield "month", brief.dates.month
        yield "season", brief.dates.season
        party = {"adults": brief.party.adults, "children": len(brief.party.children), "seniors": brief.party.seniors}
        yield "travellers", {kind: number for kind, number in party.items() if number}
        if limit := brief.budget:
            yield (
                "budget",
                {
                    "amount": float(limit.amount),
                    "per": limit.per,
                    **({"currency": limit.currency} if limit.currency else {}),
                },
            )
        for name in ("interests", "must_see", "avoid", "diet"):
            yield name, list(getattr(brief, name))
        yield "pace", brief.pace
        yield "tier", brief.tier
        yield "hotel_area", brief.lodging.near


def _is_country(area: str) -> bool:
    return len(area) == 2 and area.isupper()


def understand(turns: Sequence[str], today: dt.date) -> Understood:
    """What the last of these messages asks for, the brief holding what stands after all of them."""
    brief, language = EMPTY, "en"
    areas: tuple[str, ...] = ()
    reading: Reading | None = None
    wishes = Wishes()
    for turn in turns:
        language = language_of(turn, language)
        reading = read(turn, today, planned=bool(brief.stays), cities=brief.places)
        wishes = wishes_of(reading, today)
        brief = apply(brief, [patch(brief, wishes)], "said").brief
        areas = () if wishes.stops else wishes.areas or areas
    named = _asked(reading) if reading else []
    return Understood(
        "zh" if language == "zh" else "en",
        tuple(segment.act for segment in reading.segments) if reading else (),
        brief,
        _confidence(reading, wishes),
        (*areas, *(i for value in named if value.kind in ("region", "country") for i in value.ids)),
        tuple(value.id for value in named if value.kind in ("city", "town")) if not brief.stays else (),
    )


def _confidence(reading: Reading | None, wishes: Wishes) -> float:
    segments = reading.segments if reading else ()
    return min((*(segment.confidence for segment in segments), *wishes.confidence.values()), default=0.0)


def _asked(reading: Reading) -> list[PlaceValue]:
    """The places that a message asks about."""
    return [token.value for _, token in reading.of("about", "stop") if token.type == "place"]

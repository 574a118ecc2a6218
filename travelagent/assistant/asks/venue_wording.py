"""Places to eat and to sleep in answers: what each is, how far, and whose data that is."""

from collections.abc import Mapping
from typing import Any

from travelagent.assistant.asks.values import TripContext, VenuesNearby
from travelagent.assistant.asks.wording import in_locale, listed, name_of, say
from travelagent.catalog import source
from travelagent.catalog.venues import DIETS, LICENCE, SOURCE, NearVenue


def venue_sentences(nearby: Mapping[str, VenuesNearby], trip: TripContext) -> list[str]:
    """Return the sentences about venues near sights or cities, by their ids."""
    return [text for place, found in nearby.items() for text in _near(place, found, trip)]


def venue_facts(nearby: Mapping[str, VenuesNearby]) -> list[dict[str, Any]]:
    """Return the same as typed facts."""
    return [
        {
            "place": place,
            "at": found.at.isoformat() if found.at else None,
            "venues": [_facts(near) for near in found.venues],
        }
        for place, found in nearby.items()
    ]


def _near(place: str, found: VenuesNearby, trip: TripContext) -> list[str]:
    spot = source.sights().get(place) or source.cities()[place]
    names = listed(trip, (_venue(near, trip) for near in found.venues))
    oldest = min(near.venue.as_of for near in found.venues).isoformat()
    time = f"{found.at:%H:%M}" if found.at else ""
    return [
        say(
            trip,
            "venue.near_open" if found.at else "venue.near",
            place=name_of(trip, spot),
            time=time,
            names=names,
        ),
        say(trip, "venue.source", source=SOURCE, licence=LICENCE, date=oldest),
    ]


def _venue(near: NearVenue, trip: TripContext) -> str:
    venue = near.venue
    name = in_locale(trip, venue.name)
    if venue.kind == "hotel":
        note = say(trip, "venue.stars", stars=f"{venue.stars:g}") if venue.stars else ""
    else:
        note = say(trip, "venue.hours_unknown") if near.is_open is None and venue.hours is None else ""
    return say(trip, "venue.noted" if note else "venue.plain", name=name, metres=near.metres, note=note)


def _facts(near: NearVenue) -> dict[str, Any]:
    venue = near.venue
    facts: dict[str, Any] = {"name": venue.name.en, "metres": near.metres, "as_of": venue.as_of}
    if venue.kind == "hotel":
        return facts | {"stars": venue.stars}
    diet = [diet for diet in DIETS if venue.serves(diet)]
    return facts | {"open": near.is_open, "hours": venue.hours, "cuisine": list(venue.cuisine), "diet": diet}

"""What the airports of a message say: where one comes from, where one goes, and of which flight an hour is."""

from collections.abc import Sequence
from dataclasses import replace

from travelagent.assistant.lexer.sentence import Sentence
from travelagent.assistant.offline.reading.journey import read_hours
from travelagent.assistant.offline.reading.places import Part, Place, Places
from travelagent.assistant.offline.values import Journey

REACH = 24


def with_airport_hour(journey: Journey, sentence: Sentence) -> Journey:
    """The journey with the hour beside an airport as that of the flight home, where no other was said of it; one of
    arriving is that of landing there."""
    told = (journey.arrives, journey.leaves, journey.ride, journey.sets_out) != (None, None, None, None)
    for airport in sentence.airports:
        beside = sentence.after(airport.end, REACH), sentence.before(airport.start, REACH)
        hours = [hour.minutes for text in beside for hour in read_hours(text)]
        if hours and not told:
            return replace(journey, leaves=hours[0])
        if journey.arrives in hours:
            return replace(journey, lands=True, lands_at=sentence.text[airport.start : airport.end])
    return journey


def with_airport_cities(places: Places, sentence: Sentence, journey: Journey, *, tells_trip: bool) -> Places:
    """The places with an airport as the city that one comes from or, where one lands there or leaves from it for home
    and no other place is named, goes to."""
    if not sentence.airports or places.origin or not (places.goals or tells_trip):
        return places
    airport = sentence.airports[0]
    if airport.city in places.cities:
        return places
    told_there = journey.leaves is not None or journey.arrives is not None
    part: Part = "goal" if told_there and not places.goals else "origin"
    surface = sentence.text[airport.start : airport.end]
    place = Place("city", (airport.city,), part, surface, airport.start, airport.end)
    return replace(places, all=tuple(sorted((*places.all, place), key=lambda each: each.start)))


def of_home(journey: Journey, sentence: Sentence, cities: Sequence[str]) -> Journey:
    """The journey to these cities where the flight that is told leaves from an airport elsewhere: the one there."""
    served = {airport.city for airport in sentence.airports}
    if not served or not cities or served & set(cities) or journey.leaves is None:
        return journey
    return replace(journey, sets_out=journey.leaves, leaves=None, way=journey.way or journey.way_back, way_back=None)

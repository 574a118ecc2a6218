"""One message read by all extractors, without a look at the turns before; kept for the next time it is read."""

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Final, get_args

from travelagent.assistant.lexer.sentence import Sentence, prepare
from travelagent.assistant.offline.reading.airports import of_home, with_airport_cities, with_airport_hour
from travelagent.assistant.offline.reading.calendar import When
from travelagent.assistant.offline.reading.dates import read_dates
from travelagent.assistant.offline.reading.hours import Hours, read_day_hours, without_free_day
from travelagent.assistant.offline.reading.journey import of_days, read_journey
from travelagent.assistant.offline.reading.length import Length, read_length
from travelagent.assistant.offline.reading.lexicon import ADVENTURE, CITY, CULTURE, NATURE, TASTE, pattern
from travelagent.assistant.offline.reading.long_message import read_long
from travelagent.assistant.offline.reading.manner import Manner, read_manner, read_most
from travelagent.assistant.offline.reading.money import Money, read_money
from travelagent.assistant.offline.reading.party import Party, read_party
from travelagent.assistant.offline.reading.places import Places, read_places
from travelagent.assistant.offline.reading.tastes import Tastes, read_tastes
from travelagent.assistant.offline.reading.unknown import read_unknown
from travelagent.assistant.offline.values import Fares, Journey
from travelagent.assistant.questions.numerals import amount, count

FARES: Final[tuple[Fares, ...]] = get_args(Fares)
THEMES = {
    **dict.fromkeys(("nature", "mountain", "hiking", "wildlife", "grassland", "desert", "lake", "river"), NATURE),
    **dict.fromkeys(("history", "culture", "art", "architecture", "museum", "religion", "ethnic_culture"), CULTURE),
    "adventure": ADVENTURE,
}


@dataclass(frozen=True, slots=True)
class Message:
    """What one message says on a day. `themed` is its marked text with the likes marked by the tour they belong to;
    `hours` are wishes for days of a plan, beside a ride those for every day alone; `near` is what the hotel shall be
    near to, `plans` that a plan is asked for, as far as a long message tells it."""

    today: date
    sentence: Sentence
    places: Places
    when: When
    money: Money
    length: Length
    party: Party
    manner: Manner
    tastes: Tastes
    unknown: tuple[str, ...]
    themed: str
    journey: Journey
    hours: Hours
    near: str = ""
    plans: bool = False

    @property
    def days(self) -> int | None:
        """The whole length, of a said number of days or of a first and a last day."""
        return self.when.days or self.length.days

    @property
    def number(self) -> int | None:
        """The number that the message consists of, if it does."""
        match = pattern("dialogue", "number").search(self.sentence.folded.strip())
        if match is None:
            return None
        value = count(match["n"])
        return value if value is not None else int(amount(match["n"]) or 0) or None

    @property
    def fills(self) -> bool:
        """Whether it says anything of a trip."""
        manner, tastes, when, length = self.manner, self.tastes, self.when, self.length
        said = (
            self.places.all, self.places.asked, self.unknown, when.start, when.month, when.season, self.money.budget,
            self.money.withdrawn, self.money.currency, self.money.per, length.days, length.change, length.to,
            self.party.travellers, manner.pace, manner.tier, manner.diet, tastes.interests, tastes.avoid,
        )  # fmt: skip
        return any(said)


@lru_cache(maxsize=2048)
def read_message(text: str, today: date) -> Message:
    """Everything that a message says by itself."""
    sentence = prepare(text)
    places = read_places(sentence, as_cities=True)
    when, rest = read_dates(sentence.masked, today, places.cities)
    most, rest = read_most(rest)
    money, rest = read_money(rest)
    length, rest = _read_length(rest, len(places.cities))
    length = Length(1) if when.free and when.days is None and length == Length() else length
    manner, rest = read_manner(rest, most)
    party, rest = read_party(rest)
    tastes, rest = read_tastes(rest)
    journey = with_airport_hour(read_journey(sentence.masked), sentence)
    tells_trip = bool(when.days or length.days)
    places = with_airport_cities(places, sentence, journey, tells_trip=tells_trip)
    journey = of_home(journey, sentence, places.cities)
    placed = places.goals or places.sights or places.asked or pattern("dialogue", "hotel_at").search(sentence.folded)
    unknown = () if placed else read_unknown(sentence, rest)
    if long := read_long(sentence.text, today, when, party):
        places, when, length, party = long.places, long.when, long.length, long.party
        money, unknown = replace(money, budget=long.budget), ()
    return Message(
        today,
        sentence,
        places,
        when,
        money,
        length,
        party,
        manner,
        tastes,
        unknown,
        _themed(sentence.masked, tastes),
        journey,
        read_day_hours(of_days(sentence.masked) if journey.tells_ride else sentence.masked),
        long.near if long else "",
        long is not None and long.plans,
    )


def _read_length(rest: str, cities: int) -> tuple[Length, str]:
    """The length, by the words for a free day only where nothing else tells it."""
    length, hidden = read_length(without_free_day(rest), cities)
    return (length, hidden) if length.days is not None else read_length(rest, cities)


def _themed(masked: str, tastes: Tastes) -> str:
    for start, end, tag in tastes.words:
        masked = masked[:start] + THEMES.get(tag, TASTE) * (end - start) + masked[end:]
    return masked


def says(message: Message, cue: str) -> bool:
    """Whether a message says what dialogue.toml knows by that name."""
    return pattern("dialogue", cue).search(message.sentence.masked) is not None


def resets(message: Message) -> bool:
    """Whether a message gives the whole trip up: a clause that says so is of none of its days, parts or sights, unless
    it names a city."""
    text = message.sentence.masked
    clauses = [_clause_around(text, match.end()) for match in pattern("dialogue", "reset").finditer(text)]
    part = pattern("dialogue", "part_of_trip")
    return any(CITY in clause or part.search(clause) is None for clause in clauses)


def _clause_around(text: str, end: int) -> str:
    """The clause of a text in which a word that ends there stands."""
    breaks = [match.span() for match in pattern("journey", "clause").finditer(text)]
    begins = max((after for _, after in breaks if after < end), default=0)
    ends = min((before for before, _ in breaks if before >= end), default=len(text))
    return text[begins:ends]


def tells_diet(message: Message) -> bool:
    """Whether a message tells what somebody does not eat, and nothing else that would change a plan."""
    manner, length, places = message.manner, message.length, message.places
    others = (
        places.all, places.asked, message.days, length.change, length.to, message.when.says_time, message.money.budget,
        manner.pace, manner.tier, manner.needs, message.tastes.interests, message.tastes.avoid,
        message.party.complete,
    )  # fmt: skip
    return bool(manner.diet) and not any(others)


def wants_fewer(message: Message) -> tuple[str, ...]:
    """The kinds of which a message wants fewer in the plan at hand, rather than none."""
    less = says(message, "fewer") and not says(message, "none_of_it")
    return message.tastes.avoid if less else ()


def dearest_given_up(message: Message) -> int:
    """How many of the dearest tickets of the plan a message gives up; 0 where it says no such thing."""
    found = pattern("dialogue", "drops_dearest").search(message.sentence.masked)
    if found is None:
        return 0
    return count(next(filter(None, found.groups()), "1")) or 1


def asks_evening(message: Message) -> bool:
    """Whether a message asks what there is to do in the evening, on one day or on any, and names no place."""
    asks = pattern("intents", "asks_evening").search(message.sentence.masked) is not None
    return asks and not message.places.all


def fares_settled(message: Message) -> Fares | None:
    """Why the fares there and back are not to be counted, by a message; None where it does not tell so."""
    said = message.sentence.text.lower()
    return next((why for why in FARES if pattern("money", f"fares_{why}", "rules").search(said)), None)


def dislikes_rides(message: Message) -> bool:
    """Whether a message wants few or short rides, for somebody who gets sick in a car."""
    return pattern("intents", "dislikes_rides").search(message.sentence.masked) is not None


def refuses_cabs(message: Message) -> bool:
    """Whether a message wants no taxi."""
    return pattern("intents", "no_taxi").search(message.sentence.masked) is not None


def of_a_day(message: Message) -> bool:
    """Whether the message is about a day of the plan: what it refuses then is refused on that day alone."""
    return says(message, "on_a_day")


def wishes_kinds(message: Message) -> bool:
    """Whether a message wishes for more of a kind of sight on a day of the plan, for that kind alone, or for it in the
    place of a sight that is given up."""
    if any(place.part != "refused" for place in message.places.all) or not message.tastes.interests:
        return False
    if message.places.all:
        return says(message, "swap")
    if not of_a_day(message):
        return False
    asks = pattern("intents", "question").search(message.sentence.masked) and not says(message, "may_we")
    return not asks and (says(message, "kind_alone") or says(message, "more_of_kind"))

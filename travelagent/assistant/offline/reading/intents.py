"""What is asked for: the first rule of intents.toml that fits, else what the slots and the turns before suggest; the
classifier weighs that against the wording (judge.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from re import Pattern
from typing import Any

from travelagent.assistant.intents import Intent
from travelagent.assistant.language import language_asked
from travelagent.assistant.lexer.sentence import clauses
from travelagent.assistant.offline.reading.hours import Hours
from travelagent.assistant.offline.reading.judge import judged
from travelagent.assistant.offline.reading.lexicon import (
    ADVENTURE,
    CITY,
    CULTURE,
    NATURE,
    compiled,
    expanded,
    pattern,
    table,
)
from travelagent.assistant.offline.reading.message import (
    THEMES,
    Message,
    asks_evening,
    dearest_given_up,
    dislikes_rides,
    refuses_cabs,
    says,
)
from travelagent.assistant.offline.reading.search_wish import wants_nearer
from travelagent.assistant.offline.values import Journey

# Answered from no tool and changing nothing.
SILENT = frozenset({"greeting", "general_chat", "complaint", "out_of_scope"})
PLANS = frozenset(
    {
        "travel_planning", "route_planning", "itinerary_query", "nature_tour", "cultural_tour", "family_tour",
        "honeymoon_tour", "adventure_tour",
    }
)  # fmt: skip
QUESTIONS = frozenset(
    {"attraction_query", "budget_query", "food", "accommodation", "transportation", "season_query", "comparison"}
)
# Questions that go on until another begins, and those of them that more places belong to.
COMPARING = frozenset({"comparison", "data_question"})
STICKY = COMPARING | {"accommodation", "budget_query"}
ADDITION = 32
# The cues of dialogue.toml by which a sight is wished for, or for another time.
VISIT_CUES = (
    "append", "on_a_day", "morning", "afternoon", "evening", "first_of_day", "last_of_day", "earlier_visit",
    "later_visit",
)  # fmt: skip
# How sure a reading is that no rule made.
FOLLOWED, GUESSED, LOST = 0.75, 0.6, 0.4

_THEMES = {"nature": NATURE, "culture": CULTURE, "adventure": ADVENTURE}


@dataclass(frozen=True, slots=True)
class Before:
    """What the turns before bring: whether anything and a place was said, the last intent, whether a plan was
    wished for, and whether the city was left `open`."""

    prior: bool = False
    place: bool = False
    intent: Intent | None = None
    planned: bool = False
    open: bool = False

    @property
    def has_plan(self) -> bool:
        """Whether a plan was wished for, whatever was asked since."""
        return self.planned or self.intent in PLANS


@dataclass(frozen=True, slots=True)
class _Rule:
    intent: Intent
    sure: float
    say: Pattern[str] | None
    unless: Pattern[str] | None
    needs: frozenset[str]
    lacks: frozenset[str]
    theme: str


@cache
def _rules() -> tuple[_Rule, ...]:
    def made(row: dict[str, Any]) -> _Rule:
        return _Rule(
            intent=row["intent"],
            sure=row["sure"],
            say=compiled(row["say"]) if "say" in row else None,
            unless=compiled(row["unless"]) if "unless" in row else None,
            needs=frozenset(row.get("needs", ())),
            lacks=frozenset(row.get("lacks", ())),
            theme=row.get("theme", ""),
        )

    return tuple(made(row) for row in table("intents")["rule"])


@cache
def _greeting() -> Pattern[str]:
    words = expanded("|".join(table("intents")["greeting"]))
    return compiled([rf"^[\s,.!?~。、]*(?:{words})(?:[\s,.!?~。、]*(?:{words}))*[\s,.!?~。、]*$"])


@dataclass(frozen=True, slots=True)
class Clue:
    """What speaks for an intent: the marked text, the names of what is known, and what the rules say and how surely."""

    text: str
    facts: tuple[str, ...]
    rule: Intent
    sure: float


def intent_of(message: Message, before: Before) -> tuple[Intent, float]:
    """The intent of a message and how sure it is, between 0 and 1."""
    fixed = _fixed(message, before)
    if fixed is not None and (fixed[0] in PLANS or not message.plans):
        return fixed
    clue = clue_of(message, before)
    if message.plans:
        return (clue.rule if clue.rule in PLANS else "travel_planning"), GUESSED
    if clue.rule == "travel_planning" and _replaces(message, before):
        return clue.rule, clue.sure
    intent, sure = judged(clue.text, clue.facts, clue.rule, clue.sure)
    if intent == "attraction_query" and message.places.cities and _is_of_the_next_days(message) and not before.planned:
        return "travel_planning", GUESSED
    if intent == "transportation" and _tells_a_journey(message):
        return "travel_planning", GUESSED
    if intent == "budget_query" and pattern("intents", "asks_money").search(clue.text) is None:
        return (clue.rule if clue.rule != intent else "travel_planning"), GUESSED
    return intent, sure


def by_rules(message: Message, before: Before) -> tuple[Intent, float]:
    """What the rules alone make of it."""
    fixed = _fixed(message, before)
    if fixed is not None:
        return fixed
    clue = clue_of(message, before)
    return clue.rule, clue.sure


def clue_of(message: Message, before: Before) -> Clue:
    """What the classifier is told of a message."""
    known = _facts(message, before)
    fitting = [(number, rule) for number, rule in enumerate(_rules()) if _fits(rule, message, known)]
    intent, sure = (fitting[0][1].intent, fitting[0][1].sure) if fitting else _without_rule(known, before)
    said = (f"fits {number}" for number, _ in fitting)
    first = f"first {fitting[0][0]}" if fitting else "no rule"
    facts = (*sorted(known), *said, first, f"rule {intent}", f"before {before.intent}", *_said(message))
    return Clue(message.sentence.masked, facts, intent, sure)


def _said(message: Message) -> Iterator[str]:
    """The names of the slots that a message fills, as the classifier is told them."""
    places, tastes, party = message.places, message.tastes, message.party.travellers
    yield f"goals {min(3, len(places.goals))}"
    yield f"sights {min(2, len(places.sights))}"
    slots = {
        "origin": places.origin, "refused": any(p.part == "refused" for p in places.all),
        "budget": message.money.budget,
        "change": message.length.change or message.length.to, "month": message.when.month, "start": message.when.start,
        "season": message.when.season, "pace": message.manner.pace, "tier": message.manner.tier,
        "diet": message.manner.diet, "avoid": tastes.avoid, "children": party and party.children,
        "seniors": party and party.seniors, "adults": party and party.adults,
    }  # fmt: skip
    yield from (f"says {name}" for name, value in slots.items() if value)
    yield from (f"likes {tag}" for tag in tastes.interests)
    themes = {THEMES.get(tag, "") for tag in tastes.interests}
    yield from (f"theme {ord(theme):x}" for theme in themes if theme)


def _replaces(message: Message, before: Before) -> bool:
    """Whether another city takes the place of the plan's: "what about Osaka instead?"."""
    cue = pattern("dialogue", "replace").search(message.sentence.masked)
    return cue is not None and before.intent in PLANS and bool(message.places.cities)


def _is_of_the_next_days(message: Message) -> bool:
    """Whether what can be done from today on for some days is asked for: tonight and tomorrow."""
    return message.when.start == message.today and message.when.days is not None


def _tells_a_journey(message: Message) -> bool:
    """Whether the way to a city is told with a trip that is to be planned, its length or where one sets out, rather
    than asked for."""
    text = message.sentence.masked
    if message.journey == Journey() or not message.places.cities:
        return False
    if pattern("intents", "orders_plan").search(text):
        return True
    told = message.days is not None or (message.places.origin and pattern("journey", "travels").search(text))
    return bool(told) and not _asks(message)


def _tells_hours_of_a_ride(message: Message) -> bool:
    """Whether the hour of an arrival or of a ride home is told and nothing is asked."""
    journey = message.journey
    told = (journey.arrives, journey.leaves, journey.ride) != (None, None, None)
    return told and not _asks(message)


def _asks_only_beyond(text: str) -> bool:
    """Whether a message asks of visas and the like in one of its clauses and nothing in the others."""
    topics = [topic for topic in table("intents")["beyond"] if topic != "forecast"]
    said = clauses(text)
    others = [part for part in said if not any(pattern("intents", "beyond", topic).search(part) for topic in topics)]
    return len(others) < len(said) and not any(pattern("intents", "question").search(part) for part in others)


def _tells_of_rain(text: str) -> bool:
    """Whether days of the plan are told to be wet, or what is to be done then; no question for the weather."""
    told = pattern("dialogue", "rain").search(text) and pattern("dialogue", "rain_wish").search(text)
    return bool(told) and pattern("dialogue", "asks_rain").search(text) is None


def _is_for_rain(text: str) -> bool:
    """Whether what is wished for is to suit a rainy day; no question for the weather."""
    wished = pattern("dialogue", "for_rain").search(text)
    return wished is not None and pattern("dialogue", "asks_rain").search(text) is None


def _fixed(message: Message, before: Before) -> tuple[Intent, float] | None:
    """What needs no weighing: nothing said, a bare greeting, orders to the machine, the same question elsewhere."""
    text = message.sentence.masked
    if not text.strip():
        return "general_chat", LOST
    if _greeting().fullmatch(text):
        return "greeting", 0.97
    if pattern("intents", "injection").search(text):
        return "out_of_scope", 0.95
    if message.manner.diet and pattern("dialogue", "to_forget").search(text):
        return "memory", 0.95
    if pattern("places", "origin", "lives_there").fullmatch(text.strip()):
        return "general_chat", GUESSED
    if pattern("intents", "saved_trips").search(text) or _names_the_saved(text, before):
        return "trip_management", 0.95
    if before.planned and language_asked(message.sentence.text):
        return "itinerary_query", FOLLOWED
    if before.place and _wants_elsewhere(message):
        return "city_recommendation", FOLLOWED
    if (before.intent == "city_recommendation" or before.open) and wants_nearer(message):
        return "city_recommendation", FOLLOWED
    if before.open and before.intent not in PLANS and _only_tells_home(message):
        return "city_recommendation", FOLLOWED
    return _of_a_plan(message, before, text) or _of_a_trip(message, before, text) or _following(message, before, text)


def _of_a_plan(message: Message, before: Before, text: str) -> tuple[Intent, float] | None:
    """What changes the plan at hand, by its time, its rides, its weather or its money."""
    if before.place and before.intent and pattern("dialogue", "picked").search(text):
        return (before.intent if before.intent in PLANS else "travel_planning"), FOLLOWED
    if before.has_plan and message.when.says_time and pattern("dialogue", "moves_time").search(text):
        return "travel_planning", FOLLOWED
    if before.planned and message.hours != Hours():
        return "itinerary_query", FOLLOWED
    if (
        before.planned
        and not message.places.all
        and not _asks(message)
        and (dislikes_rides(message) or refuses_cabs(message))
    ):
        return "travel_planning", FOLLOWED
    if before.planned and message.manner.most and not _asks(message):
        return "travel_planning", FOLLOWED
    if before.planned and not message.places.all and _tells_of_rain(text):
        return "itinerary_query", FOLLOWED
    if before.planned and dearest_given_up(message):
        return "travel_planning", FOLLOWED
    if before.planned and _tells_hours_of_a_ride(message):
        return "travel_planning", FOLLOWED
    if before.place and pattern("intents", "base").search(text):
        return "travel_planning", FOLLOWED
    return None


def _of_a_trip(message: Message, before: Before, text: str) -> tuple[Intent, float] | None:
    """What tells a trip by its days, or asks of its heights."""
    trip = message.days is not None and bool(message.places.goals) and not before.planned
    if trip and (_asks_only_beyond(text) or _tells_of_rain(text) or _is_for_rain(text)):
        return "travel_planning", FOLLOWED
    orders = pattern("intents", "orders_plan").search(text) is not None and not before.planned
    if message.days is not None and orders and not message.places.goals and CITY in text:
        return "travel_planning", FOLLOWED
    if message.days is not None and pattern("intents", "cities_and_days").search(text):
        return "travel_planning", FOLLOWED
    if message.days is None and (before.place or message.places.cities) and _is_of_height(text):
        return "season_query", FOLLOWED
    if message.days is None and pattern("intents", "asks_about").search(text):
        return "attraction_query", FOLLOWED
    return None


def _following(message: Message, before: Before, text: str) -> tuple[Intent, float] | None:
    """What goes on from the message before: a visit moved, the same question, a short addition."""
    if before.has_plan and message.unknown and pattern("dialogue", "replace").search(text):
        return "travel_planning", FOLLOWED
    if before.has_plan and message.places.sights and pattern("dialogue", "moves_visit").search(text):
        return "travel_planning", FOLLOWED
    if before.planned and _only_names_a_currency(message):
        return "budget_query", FOLLOWED
    if before.planned and _names_a_way(message):
        return "travel_planning", FOLLOWED
    if before.has_plan and (_swaps_a_sight(message) or _must_see(message)):
        return "travel_planning", FOLLOWED
    if before.planned and not message.places.all and pattern("intents", "unheard", "quiet").search(text):
        return "food", FOLLOWED
    if before.planned and asks_evening(message):
        return "attraction_query", FOLLOWED
    if before.intent == "city_recommendation" and _names_areas(message) and says(message, "same_question"):
        return "city_recommendation", FOLLOWED
    if before.intent in QUESTIONS and pattern("dialogue", "same_question").search(text):
        return before.intent, FOLLOWED
    if (before.place or message.places.cities) and (asked := _asks_barely(text)):
        return asked, FOLLOWED
    if before.planned and before.intent in QUESTIONS and _changes_the_plan(message):
        return "travel_planning", FOLLOWED
    if before.intent in STICKY and _only_adds(message, before.intent):
        return before.intent, FOLLOWED
    return None


def _names_areas(message: Message) -> bool:
    """Whether all the places that a message names are regions or countries."""
    return bool(message.places.all) and all(place.kind in ("region", "country") for place in message.places.all)


def _is_of_height(text: str) -> bool:
    """Whether the height of a place is told of, or how one bears it."""
    return pattern("intents", "asks_altitude").search(text) is not None


def _only_tells_home(message: Message) -> bool:
    """Whether all that a message tells of places is where one sets out from, and nothing is asked."""
    return bool(message.places.origin) and not message.places.goals and not message.unknown and not _asks(message)


def _swaps_a_sight(message: Message) -> bool:
    """Whether one sight of the plan, or a kind of them, is to be given up for another: "no Tivoli? drop the zoo", "swap
    the cistern for something calmer", 博物馆换成园林."""
    text = message.sentence.masked
    gives_up = (
        message.places.of("sight", "refused") or message.tastes.avoid or pattern("dialogue", "swap_for").search(text)
    )
    return bool(gives_up) and pattern("dialogue", "swap").search(text) is not None


def _only_names_a_currency(message: Message) -> bool:
    """Whether it only says in which currency amounts are to be told: "in pounds please"."""
    return message.money.told_in is not None and message.money.budget is None and not message.places.all


def _names_a_way(message: Message) -> bool:
    """Whether it only says how one travels: "by train, then", 都坐高铁."""
    named = message.journey.way or message.journey.way_back
    others = message.places.all or message.days is not None or message.unknown
    return bool(named) and not others and pattern("intents", "question").search(message.sentence.masked) is None


def wishes_visit(message: Message) -> bool:
    """Whether a message beside a plan names a sight to give up, to add, as a must, for a day or a part of one, earlier
    or later, and asks nothing or only before it; or two of them that are to change places.
    The message reads as it does in the plan's cities."""
    if pattern("dialogue", "exchange").search(message.sentence.masked):
        return True
    if pattern("dialogue", "orders_visit").search(message.sentence.masked):
        return True
    if _asks(message):
        return False
    if message.places.of("sight", "refused"):
        return True
    if not message.places.sights:
        return False
    return _must_see(message) or any(pattern("dialogue", cue).search(message.sentence.masked) for cue in VISIT_CUES)


def _asks(message: Message) -> bool:
    return pattern("intents", "question").search(message.sentence.masked) is not None


def _must_see(message: Message) -> bool:
    """Whether a sight is told to be a must."""
    text = message.sentence.masked
    told = pattern("intents", "must").search(text) is not None and pattern("intents", "question").search(text) is None
    return told and bool(message.places.sights)


def _changes_the_plan(message: Message) -> bool:
    """Whether a message behind a question goes back to the plan: its pace is another one."""
    text = message.sentence.masked
    return message.manner.pace is not None and pattern("intents", "question").search(text) is None


def _names_the_saved(text: str, before: Before) -> bool:
    """Whether the trip that was just saved is given a name: "call it Spring"."""
    return before.intent == "trip_management" and pattern("intents", "names_trip").search(text) is not None


def _asks_barely(text: str) -> Intent | None:
    """What a bare topic asks of the place at hand: "hotels there in May", 那边的酒店呢."""
    asked: Intent
    for asked in table("intents")["bare_topic"]:
        if pattern("intents", "bare_topic", asked).search(text):
            return asked
    return None


def _wants_elsewhere(message: Message) -> bool:
    """Whether a kind of place is all that is wanted, with a month, a season or a price and no place named."""
    text, when = message.sentence.masked, message.when
    if message.places.all or not (when.month or when.season or message.money.budget):
        return False
    kind = pattern("intents", "kind_of_place").search(text) or pattern("intents", "open_place").search(text)
    return kind is not None and pattern("intents", "joins_plan").search(text) is None


def _only_adds(message: Message, asked: Intent) -> bool:
    """Whether a short message only completes the question before it: its price, its day, one more person or place."""
    text = message.sentence.masked
    if len(text) > ADDITION or not message.fills or pattern("intents", "begins").search(text):
        return False
    if asked == "data_question" and message.days is not None and message.places.all:  # a trip is wanted by now
        return False
    if asked == "comparison" and pattern("intents", "joins").search(text) is None:
        return False
    known = _facts(message, Before(prior=True, place=True, intent=asked))
    begun = QUESTIONS | SILENT | {"memory"}
    other = next((rule for rule in _rules() if rule.intent in begun and _fits(rule, message, known)), None)
    return (other is None or other.intent == asked) and not (message.places.goals and asked not in COMPARING)


def _fits(rule: _Rule, message: Message, known: frozenset[str]) -> bool:
    text = message.sentence.masked
    if not rule.needs <= known or rule.lacks & known:
        return False
    said = rule.say is not None and rule.say.search(text) is not None
    if not said and not (rule.theme and _leads(message, _THEMES[rule.theme])):
        return False
    return rule.unless is None or rule.unless.search(text) is None


def _without_rule(known: frozenset[str], before: Before) -> tuple[Intent, float]:
    """A message that only fills slots goes on with the plan; an opening one without a place asks for one."""
    if before.prior and "slots" in known:
        open_place = before.intent == "city_recommendation" and not {"city", "before_city"} & known
        return ("city_recommendation" if open_place else "travel_planning"), FOLLOWED
    if "place" in known or {"days", "unknown"} <= known:
        return "travel_planning", GUESSED
    if "slots" in known:
        return "city_recommendation", GUESSED
    return "general_chat", LOST


def _facts(message: Message, before: Before) -> frozenset[str]:
    """What is known, by the names that the rules use."""
    places, when = message.places, message.when
    goals = [i for place in places.goals for i in place.ids]
    facts = {
        "prior": before.prior,
        "before_city": before.place,
        "city": bool(places.cities or places.sights or places.asked or message.unknown),
        "sight": bool(places.sights),
        "area": bool(places.of("region") or places.of("country")),
        "two": len(goals) + len(places.asked) + len(places.sights) > 1,
        "days": message.days is not None,
        "date": when.start is not None or when.month is not None,
        "party": message.party.travellers is not None,
        "question": pattern("intents", "question").search(message.sentence.masked) is not None,
        "unknown": bool(message.unknown),
        "slots": message.fills or (before.prior and message.number is not None),
    }
    facts["place"] = facts["city"] or facts["area"]
    facts["known"] = facts["place"] or before.place
    return frozenset(name for name, holds in facts.items() if holds)


def _leads(message: Message, mark: str) -> bool:
    """Whether words of a theme lead the wish: two of them and most of all likes, or they open an English sentence."""
    marks = [THEMES.get(tag) for _, _, tag in message.tastes.words]
    ours = marks.count(mark)
    if not ours or 3 * ours < 2 * len(marks):
        return False
    return ours >= 2 or pattern("themes", "leading").search(message.themed) is not None

"""Which slot of the evidence a claim is about: features of the pair, and a logistic model over them.

The features see where the claim stands and what is named around it, never whether the values agree; so the model may
say of a wrong value what it is meant as.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from travelagent.assistant.grounding.layout import Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.slots import Attribute, Slot
from travelagent.assistant.quantities.values import Quantity

OWN_CUES: Final[Mapping[Attribute, tuple[str, ...]]] = {
    "ticket": ("tickets",), "opens": ("opening",), "closes": ("opening", "last_entry"), "closed": ("closed", "opened"),
    "arrive": ("programme",), "depart": ("programme",), "sets_out": ("programme", "way"), "meal": ("meal",),
    "day_start": ("programme",), "day_end": ("programme",), "stay": ("stay", "inside"), "ride": ("way", "ride"),
    "way": ("way",), "door_to_door": ("door_to_door",), "journey": ("way",), "sunshine": ("sun",),
    "elevation": ("altitude",), "deadline": ("by_when", "booking"), "length": ("trip_length",), "rain_days": ("rain",),
    "rainfall": ("rain",), "total": ("grand_total",), "per_person": ("per_person",), "per_day": ("per_day",),
    "best_months": ("best",), "day_date": ("own_trip", "programme"), "visit_date": ("programme",),
    "city_dates": ("programme",), "day_weekday": ("programme",), "visit_weekday": ("programme",),
    "lodging": ("cost_lodging",), "meals": ("cost_meals",), "transport": ("cost_transport",),
    "tickets": ("cost_tickets",), "intercity": ("cost_intercity",), "reserve": ("cost_reserve",),
    "daily_rate": ("daily", "per_day"), "lodging_rate": ("cost_lodging",), "meals_rate": ("cost_meals",),
    "transit_rate": ("cost_transport",), "share": ("cost_lodging", "cost_meals", "cost_transport", "cost_intercity"),
}  # fmt: skip
"""The cues that speak of an attribute."""
CUES: Final = (
    "tickets", "opening", "closed", "closed_not", "programme", "meal", "way", "stay", "sum", "difference", "goods",
    "concession", "per_day", "per_person", "grand_total", "ride", "booking", "by_when", "light", "feast", "later",
    "until", "said_no", "bill", "last_entry", "cost_lodging", "cost_meals", "cost_transport", "cost_tickets",
    "cost_intercity", "door_to_door", "example_price", "custom",
)  # fmt: skip
"""The cues of a claim's clause that may speak of any attribute, or against it."""
NOUNS: Final = frozenset({"h", "half", "people", "days", "nights"})
"""What a claim counts, where that is a hint at the slot."""
UNTIL_CHARS: Final = 10
"""So far before a time stands the word that makes it an end."""
WEIGHTS: Final = Path(__file__).parent / "weights.json"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim where it stands: the answer, its segment there, and the sights nearest to it."""

    answer: Answer
    claim: Quantity
    segment: Segment
    subject: Subject


def features(about: Claimed, slot: Slot) -> Iterator[str]:
    """Yield the names of the features that hold of a claim and a slot."""
    answer, claim, segment = about.answer, about.claim, about.segment
    attribute = slot.attribute
    yield attribute
    yield f"{attribute}/{claim.kind}/{claim.noun if claim.noun in NOUNS else ''}"
    yield f"{attribute}/{'row' if answer.text.count('|', segment.start, segment.end) > 1 else 'prose'}"
    if claim.bound:
        yield f"{attribute}/{claim.bound}"
    for name in (*subject_features(about, slot), *place_features(about, slot)):
        yield name
        yield f"{attribute}/{name}"
    yield from _of_words(about, slot)
    if claim.kind == "clock":
        yield f"{attribute}/range:{_end_of_range(answer, claim)}"


def subject_features(about: Claimed, slot: Slot) -> Iterator[str]:
    """Yield features of where the slot's sights are mentioned, relative to the claim."""
    answer, claim, segment, subject = about.answer, about.claim, about.segment, about.subject
    named = [name for name in segment.names if name.sights]
    if not slot.sights:
        yield "sight:named" if named else "sight:inherited" if subject.inherited and subject.sights else "sight:none"
        return
    if len(slot.sights) > 1:
        line = frozenset().union(*(name.sights for name in answer.line_names(segment)))
        here = frozenset().union(*(name.sights for name in named))
        yield f"ends:line{len(slot.sights & line)}"
        yield f"ends:segment{len(slot.sights & here)}"
        last = frozenset().union(*(name.sights for name in [n for n in named if n.end <= claim.start][-2:]))
        yield f"ends:last{len(slot.sights & last)}"
        return
    relation = _relation(about, slot.sights)
    yield f"sight:{relation}"
    yield f"sight:{relation}:{min(len({name.sights for name in named}), 3)}"


def _relation(about: Claimed, sights: frozenset[str]) -> str:
    """The nearest place where sights are named, `:other` where the claim's segment names others."""
    answer, claim, segment, subject = about.answer, about.claim, about.segment, about.subject
    named = [name for name in segment.names if name.sights]
    here = [name for name in named if name.sights & sights]
    if here:
        before = [name for name in named if name.end <= claim.start and not name.loose]
        start, end = answer.clause(claim)
        if subject.tight and subject.sights & sights:
            return "tight"
        if before and before[-1].sights & sights:
            return "last"
        if any(start <= name.start < end for name in here):
            return "clause"
        return "loose" if all(name.loose for name in here) else "segment"
    other = ":other" if any(not name.loose for name in named) else ""
    line = [name for name in answer.line_names(segment) if name.sights]
    if any(name.sights & sights for name in line):
        before = [name for name in line if name.end <= claim.start]
        return f"{'line_last' if before and before[-1].sights & sights else 'line'}{other}"
    if segment.title & sights:
        return f"title{other}"
    if subject.inherited and subject.sights & sights:
        return f"above{len(subject.sights) > 1:d}{other}"
    return f"answer{other}" if any(name.sights & sights for name in answer.names) else f"absent{other}"


def place_features(about: Claimed, slot: Slot) -> Iterator[str]:
    """Yield features of whether the slot's city, day and month are those of the segment."""
    answer, claim, segment = about.answer, about.claim, about.segment
    named = [name for name in answer.line_names(segment) if name.cities and not name.sights]
    cities: frozenset[str] = frozenset().union(*(name.cities for name in named))
    before = [name.cities for name in named if name.end <= claim.start]
    if slot.city and before and slot.city in cities:
        yield f"city:{'last' if slot.city in before[-1] else 'other'}"
    elif slot.city:
        yield f"city:{'here' if slot.city in cities else 'other' if cities else 'none'}"
    if slot.ends:
        yield f"cities:{len(slot.ends & cities)}"
    if slot.day:
        yield f"day:{'here' if segment.day == slot.day else 'other' if segment.day else 'none'}:{segment.is_labelled:d}"
    if slot.month:
        months = answer.months(segment)
        yield f"month:{'here' if slot.month in months else 'other' if months else 'none'}"


def _of_words(about: Claimed, slot: Slot) -> Iterator[str]:
    """What the words of the clause and of the segment speak of."""
    answer, claim, segment, attribute = about.answer, about.claim, about.segment, slot.attribute
    for name in OWN_CUES.get(attribute, ()):
        where = (
            "clause"
            if answer.clause_has_cue(name, claim)
            else "segment"
            if answer.has_cue(name, segment)
            else "nowhere"
        )
        yield f"own:{where}"
        yield f"{attribute}/own:{name}:{where}"
    for name in CUES:
        if answer.clause_has_cue(name, claim):
            yield f"{attribute}/says:{name}"
    for name in ("hedged", "concession", "goods", "difference", "sum"):
        if answer.has_cue(name, segment):
            yield f"segment:{name}"
            yield f"{attribute}/segment:{name}"


def _end_of_range(answer: Answer, claim: Quantity) -> str:
    """Which end of a range of times a claim is, or `until` behind a word that makes it an end."""
    alike = answer.near(claim, (claim.kind,))
    if any(q.end <= claim.start and cue("range").fullmatch(answer.text, q.end, claim.start) for q in alike):
        return "last"
    if any(q.start >= claim.end and cue("range").fullmatch(answer.text, claim.end, q.start) for q in alike):
        return "first"
    near = answer.text[max(0, claim.start - UNTIL_CHARS) : claim.end + UNTIL_CHARS // 2]
    return "until" if cue("until").search(near) else "none"


@cache
def weights(name: str) -> tuple[float, Mapping[str, float]]:
    """Return the bias and the weights of a model, `linking` or `judging`, by the names of its features."""
    model = json.loads(WEIGHTS.read_text(encoding="utf-8"))[name]
    return model["bias"], model["weights"]


def likelihood(about: Claimed, slot: Slot) -> float:
    """Return the log-odds that a claim is about a slot."""
    bias, known = weights("linking")
    return bias + math.fsum(known.get(name, 0.0) for name in features(about, slot))

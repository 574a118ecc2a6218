"""Whether a claim contradicts what it is about: a logistic model over how sure the slot is and how far off its values.

A reading that cannot be meant is barred first: the climate of a city while another one is named, a ticket where the
clause adds up or compares, an amount that is nowhere near.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.linking import (
    NOUNS,
    OWN_CUES,
    Claimed,
    place_features,
    subject_features,
    weights,
)
from travelagent.assistant.grounding.slots import Attribute, Candidate
from travelagent.assistant.quantities.values import Quantity

BAR: Final = 1.5
"""The log-odds from which a claim counts as a contradiction."""
DERIVED: Final = ("sum", "difference", "per_person", "per_day")
"""The cues of an amount that follows from others."""
ELSEWHERE: Final = -5.0
"""Where no likelier slot agrees, what states the value is something else."""
SURE, UNSURE, NONE = 6.0, -6.0, -8.0
"""Likelihoods are cut to this range; the last stands for none."""
SINGLE: Final[frozenset[Attribute]] = frozenset({"ticket", "way", "stay", "ride"})
"""Attributes of one thing, which are not meant where a clause adds up or compares."""
CLAUSE_CUES: Final = (
    "feast", "goods", "light", "example_price", "said_no", "custom", "altitude", "sum", "difference", "own_trip",
    "programme", "booking", "later", "ride",
)  # fmt: skip
SEGMENT_CUES: Final = (
    "feast", "goods", "light", "example_price", "said_no", "custom", "altitude", "sum", "difference", "own_trip",
    "programme", "aggregate",
)  # fmt: skip
YEAR: Final = 10_000
MONTH_DAYS: Final = 30.4
DATES: Final = ((1.6, "a day"), (3.6, "days"), (8.0, "a week"))
CLOCKS: Final = ((61.0, "an hour"), (181.0, "hours"))
RATIOS: Final = ((0.1, "a tenth"), (0.31, "a third"), (0.72, "double"), (1.4, "fourfold"))
"""How far a claim is from the nearest value: days, minutes, natural logarithm of the ratio."""
FAR: Final = "far"
FAHRENHEIT_CHARS: Final = 12
"""So far behind a number its unit stands at most."""


def judgement(
    about: Claimed, readings: Sequence[tuple[Candidate, float]], *, traced: bool
) -> tuple[Candidate | None, float]:
    """Return the likeliest slot that the claim contradicts, and the log-odds that it does; None without any.

    `readings`: what the claim may be about, with the log-odds of each; `traced`: the evidence states its value.
    """
    wrong = contradicted(about, readings)
    if wrong is None:
        return None, UNSURE
    bias, known = weights("judging")
    values = features(about, *wrong, agreed(readings), traced=traced)
    return wrong[0], bias + math.fsum(known.get(name, 0.0) * value for name, value in values)


def contradicted(about: Claimed, readings: Sequence[tuple[Candidate, float]]) -> tuple[Candidate, float] | None:
    """Return the likeliest reading with which a claim does not agree, of those that can be meant."""
    wrong = [each for each in readings if not each[0].fits and not _is_barred(about, each[0])]
    return max(wrong, key=lambda each: each[1], default=None)


def agreed(readings: Sequence[tuple[Candidate, float]]) -> float:
    """Return the likelihood of the likeliest reading with which a claim agrees."""
    return max((odds for each, odds in readings if each.fits), default=NONE)


def features(about: Claimed, wrong: Candidate, odds: float, fit: float, *, traced: bool) -> Iterator[tuple[str, float]]:
    """Yield the features of a claim that contradicts a slot of these odds; `fit` are those of one that agrees."""
    answer, claim, segment = about.answer, about.claim, about.segment
    slot, meant, fit = wrong.slot, max(UNSURE, odds), max(NONE, fit)
    off = distance(claim, wrong)
    yield "meant", meant
    yield "meant, likely", max(0.0, meant)
    yield f"{slot.kind}/meant", meant
    yield "agreed", fit
    yield "margin", max(-4.0, min(SURE, meant - fit))
    named = [
        slot.attribute, f"off {off}", f"{slot.kind}/off {off}", f"{slot.attribute}/off {off}", f"bound {claim.bound}",
        f"claim {claim.kind}/{claim.noun if claim.noun in NOUNS else ''}",
    ]  # fmt: skip
    if traced:
        derived = any(answer.clause_has_cue(name, claim) for name in DERIVED)
        how = f"traced{'' if fit > ELSEWHERE else ' elsewhere'}"
        named += [how, f"{slot.kind}/{how}", f"{slot.attribute}/{how}", f"{how}, derived {derived:d}"]
    if answer.has_cue("hedged", segment):
        named.append("hedged")
    for name in SEGMENT_CUES:
        if answer.has_cue(name, segment):
            named += [f"segment {name}", f"{slot.kind}/segment {name}"]
    for name in CLAUSE_CUES:
        if answer.clause_has_cue(name, claim):
            named += [f"clause {name}", f"{slot.attribute}/clause {name}"]
    for name in OWN_CUES.get(slot.attribute, ()):
        named.append(f"own {answer.clause_has_cue(name, claim):d}{answer.has_cue(name, segment):d}")
    named += (*subject_features(about, slot), *place_features(about, slot))
    yield from ((name, 1.0) for name in dict.fromkeys(named))


def distance(claim: Quantity, reading: Candidate) -> str:
    """Return how far a claim is from the nearest value of a slot, in words."""
    values, kind = [each.value for each in reading.values], reading.slot.kind
    if not values:
        return "no value"
    if kind in ("weekday", "month"):
        return "another"
    if kind == "date":
        return _bucket(min(abs(_days(claim.value) - _days(value)) for value in values), DATES)
    if kind == "clock":
        return _bucket(min(abs(claim.value - value) for value in values), CLOCKS)
    ratios = [abs(math.log(claim.value / value)) for value in values if value > 0 and claim.value > 0]
    return _bucket(min(ratios), RATIOS) if ratios else "nothing"


def _bucket(off: float, buckets: Sequence[tuple[float, str]]) -> str:
    return next((name for most, name in buckets if off <= most), FAR)


def _days(date: float) -> float:
    """The day of the year of a date, YYYYMMDD, to within a day or two."""
    return int(date) % YEAR // 100 * MONTH_DAYS + int(date) % 100


def _is_barred(about: Claimed, reading: Candidate) -> bool:
    """Return whether a reading cannot be what a claim is about."""
    answer, claim, segment, slot = about.answer, about.claim, about.segment, reading.slot
    if {"city:other", "month:other"} & {*place_features(about, slot)}:
        return True
    if claim.kind == "celsius" and cue("fahrenheit").search(answer.text, claim.end, claim.end + FAHRENHEIT_CHARS):
        return True
    if slot.kind == "score" and answer.near(claim, ("clock",)):
        return True
    if slot.kind == "clock" and answer.clause_has_cue("light", claim):
        return True
    if slot.attribute in ("ride", "way") and (
        answer.has_cue("airport", segment) or answer.clause_has_cue("size", claim)
    ):
        return True
    if slot.kind == "date" and answer.has_cue("feast", segment):
        return True
    if slot.attribute in SINGLE and answer.clause_has_cue("sum", claim):
        return True
    if (slot.attribute in SINGLE or slot.kind == "money") and answer.clause_has_cue("difference", claim):
        return True
    return slot.kind not in ("date", "clock") and distance(claim, reading) == FAR

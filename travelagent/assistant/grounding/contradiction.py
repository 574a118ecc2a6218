"""Claims of an answer that contradict the evidence.

Every claim is compared with the slots that it could be about. One model estimates, from where the claim stands and what
is mentioned around it, which slot it is about; a second one, from how sure that is and how far the slot's values are
off, whether the claim contradicts it. What no slot stands for is general knowledge.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from travelagent.assistant.grounding.arithmetic import is_among, shares
from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.judging import BAR, judgement
from travelagent.assistant.grounding.layout import SMALL, Answer, Segment, Subject
from travelagent.assistant.grounding.linking import Claimed, likelihood
from travelagent.assistant.grounding.money import counts_of
from travelagent.assistant.grounding.slots import SEASONAL, Candidate, Slot, Slots, Value, in_season, slots_of
from travelagent.assistant.quantities.values import Kind, Quantity

YEAR: Final = 10_000
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
BESIDE: Final = " ,，(（是*|"
"""What stands between a date and its weekday."""
NEARLY: Final[Mapping[Kind, float]] = {"celsius": 1.0, "millimetres": 1.0, "days": 1.0, "percent": 5.0}
"""So much more or less is the same weather, the same share."""
AS_LONG: Final = 10.0
"""`2h` of a duration is meant to within five minutes."""
DAY_MINUTES: Final = 1440.0
HOUR: Final = 60.0
MONTH_DAYS: Final = 30.4
MOST_VALUES: Final = 4
"""The most values with which the evidence is described."""


class Contradictions:
    """The evidence, to be held against the claims of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self._people, _ = counts_of(evidence)

    def of(self, claim: Quantity, segment: Segment, subject: Subject, *, traced: bool) -> str:
        """Return what the evidence states in place of a claim, empty where the claim does not contradict it.

        `traced`: something in the evidence states the claim's value.
        """
        if truth := self._weekday_of_date(claim):
            return truth
        if self.is_from_traveller(claim):
            return ""
        about = Claimed(self.answer, claim, segment, subject)
        readings = [(each, likelihood(about, each.slot)) for each in self.candidates(claim, segment)]
        wrong, score = judgement(about, readings, traced=traced)
        return _described(wrong) if wrong and score > BAR else ""

    def candidates(self, claim: Quantity, segment: Segment) -> Iterator[Candidate]:
        """Yield what a claim may be about."""
        for meant in self._meant(claim, segment):
            known = self._slots.get(meant.kind, {})
            for slot in known:
                if slot.day and slot.attribute in SEASONAL:
                    continue
                if claim.kind == "bare" and slot.attribute != "ticket":
                    continue
                values = self._values(slot, known, segment)
                yield Candidate(slot, values, self._fits(meant, slot, values, segment))

    @cached_property
    def _slots(self) -> Mapping[Kind, Slots]:
        return slots_of(self.evidence)

    def is_from_traveller(self, claim: Quantity) -> bool:
        """Return whether the traveller stated this value: an answer that repeats it claims nothing."""
        return (claim.kind, claim.value) in self._traveller_values

    @cached_property
    def _traveller_values(self) -> frozenset[tuple[Kind, float]]:
        """The values that the traveller stated."""
        return frozenset(
            (kind, fact.value) for kind, facts in self.evidence.facts.items() for fact in facts if fact.role == "said"
        )

    def _meant(self, claim: Quantity, segment: Segment) -> Iterator[Quantity]:
        """Yield the readings of a claim: `2 h` as a time or a duration, a number without a unit as a price beside
        prices.
        """
        match claim.kind:
            case "count":
                return
            case "bare":
                priced = any(quantity.kind == "money" for quantity in segment.quantities)
                if claim.value > SMALL and (priced or self.answer.has_cue("tickets", segment)):
                    yield replace(claim, kind="money")
            case "clock" if claim.noun == "h":
                yield claim
                yield replace(claim, kind="minutes", unit=AS_LONG)
            case _:
                yield claim

    def _values(self, slot: Slot, known: Slots, segment: Segment) -> tuple[Value, ...]:
        if slot.attribute not in SEASONAL:
            return known[slot]
        named = any(quantity.kind == "month" for quantity in segment.quantities)
        times = in_season(slot, self.answer.months(segment) if named else set(), self.evidence, known)
        return (*times, *self._last_entries(slot)) if self.answer.has_cue("last_entry", segment) else times

    def _last_entries(self, slot: Slot) -> Iterator[Value]:
        """Yield the times that notes on a sight tell: `last entry 16:00`."""
        for fact in self.evidence.facts["clock"]:
            if fact.role == "text" and slot.sights & fact.sights:
                yield Value(fact.value)

    def _fits(self, claim: Quantity, slot: Slot, values: Sequence[Value], segment: Segment) -> bool:
        """Return whether one of the values of a slot agrees with a claim."""
        known = [
            each.value
            for each in values
            if not (claim.kind == "money" and claim.currencies and each.currency) or each.currency in claim.currencies
        ]
        match slot.kind, slot.attribute:
            case "date", _:
                return any(int(value) % YEAR == int(claim.value) % YEAR for value in known)
            case "weekday", "closed" if self._is_open_day(claim):
                return claim.value not in known
            case "weekday", _:
                return claim.value in known
            case "money", "ticket":
                counts = {1, *self._people, *self.answer.counts(segment)}
                return is_among(claim, shares(known, counts, divided=False))
            case "money", _:
                return is_among(claim, shares(known, {1, *self._people}))
            case "minutes", "sunshine":
                hours = replace(claim, unit=max(claim.unit, HOUR)) if claim.value < DAY_MINUTES else claim
                return is_among(hours, (*known, *(value / MONTH_DAYS for value in known)))
            case "minutes", "stay" if claim.bound in ("under", "over"):
                below = claim.bound == "under"
                return any(value <= claim.value if below else value >= claim.value for value in known)
            case _:
                nearly = NEARLY.get(slot.kind, 0.0) if slot.attribute != "length" else 0.0
                close = any(abs(value - claim.value) <= nearly for value in known)
                return close or is_among(claim, known)

    def _is_open_day(self, claim: Quantity) -> bool:
        """Return whether the answer presents a weekday as one on which a place is open."""
        closed = self.answer.clause_has_cue("closed", claim)
        return self.answer.clause_has_cue("closed_not" if closed else "opened", claim)

    def _weekday_of_date(self, claim: Quantity) -> str:
        """The weekday of the date that stands beside a claimed one, in the year that the evidence has for it."""
        for date in self.answer.near(claim, ("date",)) if claim.kind == "weekday" else ():
            first, second = sorted(((claim.start, claim.end), (date.start, date.end)))
            if self.answer.text[first[1] : second[0]].strip(BESIDE):
                continue
            known = [*(int(fact.value) for fact in self.evidence.facts["date"]), int(date.value)]
            year = max((on // YEAR for on in known if on % YEAR == date.value % YEAR), default=0)
            on = _day_of(year * YEAR + int(date.value) % YEAR)
            if on is not None and on.weekday() != claim.value:
                return f"{on.isoformat()} is a {WEEKDAYS[on.weekday()]}"
        return ""


def _day_of(value: int) -> dt.date | None:
    """The date of YYYYMMDD; None where it has no year or is none."""
    try:
        return dt.date(value // YEAR, value % YEAR // 100, value % 100)
    except ValueError:
        return None


def _described(candidate: Candidate) -> str:
    """Describe what the evidence states of a slot: its subject, its attribute and its values."""
    slot = candidate.slot
    subject = [*sorted(slot.sights), slot.city, *sorted(slot.ends), f"day {slot.day}" if slot.day else ""]
    about = " to ".join(filter(None, subject[:2])) if len(slot.sights) > 1 else ", ".join(filter(None, subject))
    values = dict.fromkeys(_shown(value, slot.kind) for value in candidate.values)
    values_text = ", ".join([*values][:MOST_VALUES]) or ("open daily" if slot.attribute == "closed" else "unknown")
    attribute = "hours" if slot.attribute in SEASONAL else slot.attribute.replace("_", " ")
    return f"{about}{': ' if about else ''}{attribute} {values_text}"


def _shown(value: Value, kind: Kind) -> str:
    """A value in words that a model reads."""
    match kind:
        case "clock":
            return f"{int(value.value) // 60:02d}:{int(value.value) % 60:02d}"
        case "date":
            on = _day_of(int(value.value))
            return (
                f"{on.isoformat()}, {WEEKDAYS[on.weekday()]}"
                if on
                else f"{int(value.value) % YEAR // 100}/{int(value.value) % 100}"
            )
        case "weekday":
            return WEEKDAYS[int(value.value)]
        case "metres":
            return f"{value.value / 1000:.1f} km" if value.value >= 1000 else f"{value.value:.0f} m"
        case "minutes":
            return f"{value.value:.0f} minutes"
        case "percent":
            return f"{value.value:.0f} % of the total"
        case "celsius":
            return f"{value.value:g} °C"
        case "millimetres":
            return f"{value.value:g} mm"
        case _:
            return f"{value.value:g} {value.currency}".rstrip()

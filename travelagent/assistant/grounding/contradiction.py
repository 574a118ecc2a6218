"""What an answer says that the evidence says otherwise: another value of the same thing.

Some things are certain, and are held against the evidence wherever they stand: the ticket of a sight that is named, the
date and the weekday of a day of the plan, the way between two of its stops. Anything else contradicts only if nothing
in the evidence supports it while the evidence speaks of just this: a line of the budget, the hours of the sight, the
climate of the city. What no result speaks of is general knowledge.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from travelagent.assistant.grounding.arithmetic import is_among, shares
from travelagent.assistant.grounding.evidence import OPENING, Evidence, Fact
from travelagent.assistant.grounding.layout import SMALL, Answer, Segment, Subject
from travelagent.assistant.grounding.lexicon import cue
from travelagent.assistant.grounding.money import counts_of
from travelagent.assistant.quantities.values import Kind, Quantity
from travelagent.catalog import source
from travelagent.catalog.search import opening_windows
from travelagent.plans.wire_fields import minutes_of

YEAR: Final = 10_000
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
BESIDE: Final = " ,，(（是*|"
"""What stands between a date and its weekday."""
LABEL_CHARS: Final = 40
"""So far behind the beginning of a segment the weekday of its label stands at most."""
BESIDE_CHARS: Final = 12
"""So far behind a name a figure stands that is its own."""
ADJACENT_CHARS: Final = 4
"""So far before a name its time stands in a programme: `16:25 | Kinkaku-ji`."""
LIKE: Final = 0.35
"""An amount that is no further from the total may be meant as it."""
NEARLY: Final = 1.0
"""A degree or a day of rain more or less is the same weather."""
MID_MONTH: Final = 11
"""The first day of the week that stands for a month."""
NO_TICKET: Final = ("bill", "difference")
"""Cues of a clause whose amount is no ticket, though a sight is named."""
SHARE: Final = 5.0
"""So many per cent more or less are the same share."""
TICKET: Final = ("amount", "price")
CITY_ROLES: Final = ("daily", "lodging", "meals", "transit_day")
TOLD: Final = 4
"""So many values the evidence is told with at most."""
Check: TypeAlias = Callable[[Quantity, Segment, Subject, bool], str]
"""What the evidence says in place of a claim; empty where it does not contradict. The last argument tells whether
something in the evidence supports the claim."""


class Contradictions:
    """The evidence, to be held against the claims of an answer."""

    def __init__(self, answer: Answer, evidence: Evidence) -> None:
        self.answer, self.evidence = answer, evidence
        self._people, _ = counts_of(evidence)
        self._checks: dict[Kind, Check] = {
            "money": self._money,
            "bare": self._number,
            "count": self._number,
            "clock": self._clock,
            "date": self._date,
            "weekday": self._weekday,
            "month": self._month,
            "minutes": self._minutes,
            "metres": self._metres,
            "days": self._days,
            "celsius": self._weather,
            "millimetres": self._weather,
            "percent": self._percent,
            "score": self._score,
        }

    def of(self, claim: Quantity, segment: Segment, subject: Subject, *, traced: bool) -> str:
        """Return what the evidence says in place of a claim, empty where the claim does not contradict it."""
        check = self._checks[claim.kind]
        return check(claim, segment, subject, traced or self.answer.says("hedged", segment))

    # -- money ---------------------------------------------------------------------------------------------------------

    def _money(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if self.answer.says("goods", segment):
            return ""
        if truth := self._ticket(claim, segment, subject, traced) or self._grand_total(claim, segment):
            return truth
        if traced or self.answer.clause_says("difference", claim):
            return ""
        return self._cost(claim, segment) or self._rate(claim, segment)

    def _number(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        """A number without a unit may be a price where prices are told."""
        if claim.kind == "count" or claim.value <= SMALL or traced:
            return ""
        if not subject.tight or not (self.answer.says("tickets", segment) or self._prices_in(segment)):
            return ""
        return self._ticket(claim, segment, subject, traced)

    def _prices_in(self, segment: Segment) -> bool:
        return any(quantity.kind == "money" for quantity in segment.quantities)

    def _ticket(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        """The ticket of the one sight that the claim is about."""
        about_tickets = self.answer.clause_says("tickets", claim) or self._is_priced_item(segment)
        if not (subject.tight or about_tickets or self.answer.says("tickets", segment)):
            return ""
        if self.answer.clause_says("meal", claim):
            return ""
        if self.answer.says("concession", segment) or any(self.answer.clause_says(c, claim) for c in NO_TICKET):
            return ""
        if not subject.tight and (self.answer.clause_says("sum", claim) or (traced and not about_tickets)):
            return ""
        alone = sum(bool(name.sights) for name in segment.names) == 1
        named = self._last_named(claim, segment) if alone else Subject()
        sight = self._one(subject, self._priced) or self._one(named, self._priced)
        own = self._same_currency(claim, self._facts("money", sight, (*TICKET, "text"))) if sight else []
        counts = {1, *self._people, *self.answer.counts(segment)}
        if not own or is_among(claim, shares((fact.value for fact in own), counts, divided=False)):
            return ""
        stated = [fact for fact in own if fact.role != "text"] or own
        return f"{sight}: ticket {_amount(stated[-1])}"

    def _priced(self, sight: str) -> list[Fact]:
        return self._facts("money", sight, TICKET)

    def _is_priced_item(self, segment: Segment) -> bool:
        """Whether a segment is a list's item that names one sight and one amount."""
        amounts = [quantity for quantity in segment.quantities if quantity.kind == "money"]
        sights = [name for name in segment.names if name.sights]
        item = cue("item").match(self.answer.text, segment.start, segment.end)
        return bool(item) and len(amounts) == len(sights) == 1 and sights[0].start < amounts[0].start

    def _grand_total(self, claim: Quantity, segment: Segment) -> str:
        """The total of the newest budget, which a like amount that is told as the total misses."""
        costs = self.evidence.costs
        total, currency = costs.get("total", (0.0, ""))
        if not total or (claim.currencies and currency not in claim.currencies):
            return ""
        if not self.answer.says("grand_total", segment) or self.answer.clause_says("difference", claim):
            return ""
        roles = ("total", "low", "high", "said")
        known = [f.value for f in self.evidence.facts["money"] if f.role in roles and not f.sights]
        like = abs(claim.value - total) <= LIKE * total
        return "" if not like or is_among(claim, (*known, total)) else f"total: {total:g} {currency}"

    def _cost(self, claim: Quantity, segment: Segment) -> str:
        """The line of the newest budget that the claim's clause, else its segment, names."""
        costs = self.evidence.costs
        named = [kind for kind in costs if self.answer.clause_says(f"cost_{kind}", claim)]
        named = named or [kind for kind in costs if self.answer.says(f"cost_{kind}", segment)]
        if not named:
            return ""
        amounts = dict.fromkeys([named[0], "total"] if "total" in costs else named[:1])
        return "; ".join(f"{kind}: {costs[kind][0]:g} {costs[kind][1]}" for kind in amounts)

    def _rate(self, claim: Quantity, segment: Segment) -> str:
        """What a day, a room or a meal costs in the one city that the line names."""
        rates = [f for f in self.evidence.facts["money"] if f.role in CITY_ROLES and f.city and not f.sights]
        city = self._city(claim, segment) or _only({fact.city for fact in rates})
        beside = any(n.cities and not n.sights and 0 <= claim.start - n.end <= BESIDE_CHARS for n in segment.names)
        if not (self.answer.says("daily", segment) or beside or self._is_row(segment)):
            return ""
        same = self._same_currency(claim, (fact for fact in rates if fact.city == city))
        return f"{city}: " + ", ".join(f"{f.role} {_amount(f)}" for f in same[:TOLD]) if same else ""

    @staticmethod
    def _same_currency(claim: Quantity, facts: Iterable[Fact]) -> list[Fact]:
        return [f for f in facts if not claim.currencies or not f.currency or f.currency in claim.currencies]

    def _percent(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        """The share of the budget's line that the segment names."""
        costs = self.evidence.costs
        named = [kind for kind in costs if kind != "total" and self.answer.says(f"cost_{kind}", segment)]
        if traced or len(named) != 1 or not costs.get("total", (0.0, ""))[0]:
            return ""
        share = costs[named[0]][0] / costs["total"][0] * 100
        return "" if abs(share - claim.value) <= SHARE else f"{named[0]}: {share:.0f} % of the total"

    # -- times ---------------------------------------------------------------------------------------------------------

    def _clock(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if self.answer.clause_says("light", claim):
            return ""
        if hours := self._hours_of_visit(claim, segment, subject) or self._hours_in_month(claim, segment, subject):
            return hours
        if traced:
            return ""
        if self.answer.is_of_opening(claim):
            sight = self._of_opening(claim, segment, subject, OPENING)
            return f"{sight}: hours {_clocks(self._facts('clock', sight, OPENING))}" if sight else ""
        sight = self._sight(claim, segment, subject, lambda each: self._facts("clock", each))
        if sight and sight in self.evidence.plan.times:
            hours = _clocks(self._facts("clock", sight, OPENING))
            return f"{sight}: visit {'-'.join(self.evidence.plan.times[sight])}, hours {hours}"
        if sight:
            return f"{sight}: {_clocks(self._facts('clock', sight))}"
        if segment.day in self.evidence.plan.dates and self._tells_of_plan(claim, segment):
            facts = [f for f in self.evidence.facts["clock"] if f.day == segment.day and f.role not in OPENING]
            return f"day {segment.day}: {_clocks(facts)}"
        return ""

    def _hours_of_visit(self, claim: Quantity, segment: Segment, subject: Subject) -> str:
        """The hours of the one sight on the day on which it is planned, where the answer speaks of that season."""
        if not self.answer.is_of_opening(claim) or self.answer.clause_says("last_entry", claim):
            return ""
        sight = self._of_opening(claim, segment, subject, ("opens",))
        day = self.evidence.plan.sights.get(sight, 0)
        own = [fact for fact in self._facts("clock", sight, ("opens", "closes")) if fact.day == day] if day else []
        months = {float(quantity.value) for quantity in segment.quantities if quantity.kind == "month"}
        others = months - {float(self.evidence.plan.dates.get(day, 0) % YEAR // 100)}
        start, end = self.answer.clause(claim)
        several = sum(q.kind == "clock" and start <= q.start < end for q in segment.quantities) > 2
        weekdays = any(quantity.kind == "weekday" for quantity in segment.quantities)
        said = self._facts("clock", sight, ("text",))  # of a part of it that closes earlier
        if not own or others or several or weekdays or is_among(claim, (fact.value for fact in (*own, *said))):
            return ""
        return f"{sight}: hours {_clocks(own)}"

    def _hours_in_month(self, claim: Quantity, segment: Segment, subject: Subject) -> str:
        """The hours of the one sight in the one month that the segment names."""
        months = {int(quantity.value) for quantity in segment.quantities if quantity.kind == "month"}
        if len(months) != 1 or not self.answer.is_of_opening(claim) or self.answer.clause_says("last_entry", claim):
            return ""
        known = source.sights()
        sight = self._of_opening(claim, segment, subject, OPENING)
        if sight not in known:
            return ""
        year = max((int(fact.value) // YEAR for fact in self.evidence.facts["date"]), default=0) or dt.date.today().year
        days = (dt.date(year, next(iter(months)), day) for day in range(MID_MONTH, MID_MONTH + 7))
        windows = {window for day in days for window in opening_windows(known[sight].hours, day)}
        times = [minutes_of(clock) for window in sorted(windows) for clock in window]
        if not times or is_among(claim, times):
            return ""
        return f"{sight}: hours {', '.join('-'.join(window) for window in sorted(windows))} then"

    def _tells_of_plan(self, claim: Quantity, segment: Segment) -> bool:
        return self.answer.clause_says("meal", claim) or self.answer.says("programme", segment)

    def _of_opening(self, claim: Quantity, segment: Segment, subject: Subject, roles: Iterable[str]) -> str:
        """The sight whose hours a claim tells: the last one named before it in its sentence, else of the topic."""
        wanted = tuple(roles)

        def facts_of(sight: str) -> list[Fact]:
            return self._facts("clock", sight, wanted)

        named = self._last_named(claim, segment)
        return self._one(named, facts_of) or self._sight(claim, segment, self._topic(claim, segment, subject), facts_of)

    @staticmethod
    def _last_named(claim: Quantity, segment: Segment) -> Subject:
        """The sights of the last name, no mere noun, before a claim in its sentence."""
        before = [name for name in segment.names if name.sights and not name.loose and name.end <= claim.start]
        return Subject(before[-1].sights) if before else Subject()

    def _topic(self, claim: Quantity, segment: Segment, subject: Subject) -> Subject:
        """The subject, or the sights of the title above where the segment names one only behind the claim; of what a
        mere noun may mean, what the line has named before."""
        _, end = self.answer.clause(claim)
        own = [name for name in segment.names if name.sights and (name.start < claim.start or name.start < end)]
        if not own and segment.title:
            return Subject(segment.title, inherited=True)
        if own and all(name.loose for name in own):
            named = {s for name in self.answer.line_names(segment) if not name.loose for s in name.sights}
            return Subject(frozenset(subject.sights & named), inherited=True) if subject.sights & named else subject
        return subject

    def _date(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        """The date of the day that is named, or of the day on which the sight is planned."""
        plan, value = self.evidence.plan, int(claim.value) % YEAR
        dates = {day: date % YEAR for day, date in plan.dates.items()}
        if segment.is_labelled and segment.day in dates:
            return "" if dates[segment.day] == value else f"day {segment.day}: {_iso(plan.dates[segment.day])}"
        if deadline := self._deadline(claim, segment, subject):
            return deadline
        if self.answer.says("closed", segment) or not dates:
            return ""
        named = {sight for name in segment.names for sight in name.sights} or set(segment.title)
        days = {plan.sights[sight] for sight in named if sight in plan.sights}
        if len(days) == 1 and len(named) == 1 and value in dates.values():
            (day,) = days
            return "" if dates[day] == value else f"{min(named)}: day {day}, {_iso(plan.dates[day])}"
        if outside := self._date_in_city(claim, segment):
            return outside
        if not traced and self.answer.clause_says("own_trip", claim) and not self.answer.says("feast", segment):
            return f"the trip is from {_iso(min(plan.dates.values()))} to {_iso(max(plan.dates.values()))}"
        return ""

    def _deadline(self, claim: Quantity, segment: Segment, subject: Subject) -> str:
        """The day by which the one sight that the sentence names is to be booked."""
        if not (self.answer.says("by_when", segment) or self.answer.says("booking", segment)):
            return ""
        own = self._one(self._last_named(claim, segment), self._deadlines) or self._one(subject, self._deadlines)
        days = [int(fact.value) for fact in self._deadlines(own)] if own else []
        known = {day % YEAR for day in days}
        planned = {date % YEAR for date in self.evidence.plan.dates.values()}
        value, is_deadline = int(claim.value) % YEAR, self.answer.clause_says("by_when", claim)
        if not days or value in known or (value in planned and not is_deadline):
            return ""
        return f"{own}: to be booked by {', '.join(str(day % YEAR // 100) + '/' + str(day % 100) for day in days)}"

    def _deadlines(self, sight: str) -> list[Fact]:
        return self._facts("date", sight, ("deadline",))

    def _date_in_city(self, claim: Quantity, segment: Segment) -> str:
        """The days in the one city that a line speaks of arriving in, leaving or staying in."""
        plan, value = self.evidence.plan, int(claim.value) % YEAR
        city = _only({c for name in segment.names if not name.sights for c in name.cities})
        days = [day for day, there in plan.cities.items() if there == city]
        if not days or len(days) == len(plan.dates) or not self.answer.says("programme", segment):
            return ""
        allowed = {plan.dates[day] % YEAR for day in (*days, max(days) + 1) if day in plan.dates}
        if value in allowed or value not in {date % YEAR for date in plan.dates.values()}:
            return ""
        return f"{city}: from {_iso(plan.dates[min(days)])} to {_iso(plan.dates[max(days)])}"

    def _month(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        best = {int(fact.value) for fact in self.evidence.facts["month"] if fact.role == "best_months"}
        return f"best months: {', '.join(map(str, sorted(best)))}" if best and not traced else ""

    def _weekday(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        return (
            self._weekday_of_date(claim)
            or self._weekday_of_day(claim, segment)
            or self._closing(claim, self._topic(claim, segment, subject))
        )

    def _weekday_of_date(self, claim: Quantity) -> str:
        """The weekday of the date that stands beside the claim, in the year that the evidence has for it."""
        for date in self.answer.near(claim, ("date",)):
            first, second = sorted(((claim.start, claim.end), (date.start, date.end)))
            if self.answer.text[first[1] : second[0]].strip(BESIDE):
                continue
            known = [*(int(fact.value) for fact in self.evidence.facts["date"]), int(date.value)]
            year = max((on // YEAR for on in known if on % YEAR == date.value % YEAR), default=0)
            on = _day_of(year * YEAR + int(date.value) % YEAR)
            if on is not None and on.weekday() != claim.value:
                return f"{on.isoformat()} is a {WEEKDAYS[on.weekday()]}"
        return ""

    def _weekday_of_day(self, claim: Quantity, segment: Segment) -> str:
        """The weekday of the day of the plan whose label the claim stands beside."""
        dates = self.evidence.plan.dates
        if not (segment.is_labelled and segment.day in dates) or claim.start - segment.start > LABEL_CHARS:
            return ""
        if any(quantity.kind == "date" for quantity in segment.quantities):
            return ""
        label = self.answer.text[segment.start : claim.start]
        on = _day_of(dates[segment.day])
        if on is None or on.weekday() == claim.value or not cue("label_only").fullmatch(label):
            return ""
        return f"day {segment.day}: {on.isoformat()}, {WEEKDAYS[on.weekday()]}"

    def _closing(self, claim: Quantity, subject: Subject) -> str:
        """The days on which the one sight that the claim is about is closed, by its hours."""
        is_closed = self.answer.clause_says("closed", claim)
        if is_closed and self.answer.clause_says("closed_not", claim):
            return ""
        if not is_closed:
            opened = self.answer.clause_says("opened", claim) and not self.answer.clause_says("except", claim)
            sight = self._one(subject, self._closed) if opened else ""
            return f"{sight}: closed on {WEEKDAYS[int(claim.value)]}" if sight and self._is_closed(sight, claim) else ""
        sight = self._one(subject, self._closed) or self._one(
            subject, lambda each: self._facts("clock", each, ("hours",))
        )
        days = {int(fact.value) for fact in self._closed(sight)} if sight else set()
        if not sight or int(claim.value) in days:
            return ""
        closed = ", ".join(WEEKDAYS[day] for day in sorted(days))
        return f"{sight}: closed on {closed}" if days else f"{sight}: open daily"

    def _is_closed(self, sight: str, claim: Quantity) -> bool:
        return any(int(fact.value) == int(claim.value) for fact in self._closed(sight))

    def _closed(self, sight: str) -> list[Fact]:
        return self._facts("weekday", sight, ("closed",))

    def _minutes(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if way := self._from_door_to_door(claim, segment) or self._way(claim, segment, "leg", "minutes"):
            return way
        sight = self._one(subject, lambda each: self._facts("minutes", each, ("minutes",)))
        rides = cue("ride").search(self.answer.text, segment.start, claim.start)
        on_the_way = self.answer.clause_says("way", claim) or rides is not None
        about_visit = self.answer.clause_says("stay", claim) and not on_the_way
        if not (sight and (about_visit or (subject.tight and not traced and not on_the_way))):
            return ""
        stays = [fact.value for fact in self._facts("minutes", sight, ("minutes",))]
        if _includes(claim, stays):
            return ""
        if traced and (self.answer.clause_says("difference", claim) or is_among(claim, stays)):
            return ""
        legs = [fact.value for fact in self._facts("minutes", sight, ("leg",))]
        return f"{sight}: visit {stays[-1]:.0f} minutes, ways {', '.join(f'{leg:.0f}' for leg in legs[:TOLD])} minutes"

    def _from_door_to_door(self, claim: Quantity, segment: Segment) -> str:
        """The journeys that the evidence tells from door to door; the time aboard, which is shorter, is no such."""
        if not self.answer.clause_says("door_to_door", claim):
            return ""
        doors = [fact for fact in self.evidence.facts["minutes"] if fact.role == "door" or fact.ends]
        ends = self._ends(segment)
        doors = [fact for fact in doors if len(ends) == 2 and fact.ends == ends] or doors
        if not doors or is_among(claim, (fact.value for fact in doors)):
            return ""
        return f"door to door: {', '.join(f'{fact.value:.0f}' for fact in doors[:TOLD])} minutes"

    def _ends(self, segment: Segment) -> frozenset[str]:
        """The cities that a segment names."""
        return frozenset().union(*(name.cities for name in segment.names if not name.sights))

    def _between_cities(self, claim: Quantity, segment: Segment) -> str:
        """How far it is between the two cities that a segment names."""
        ends = self._ends(segment)
        legs = [fact for fact in self.evidence.facts["metres"] if len(ends) == 2 and fact.ends == ends]
        if not legs or self.answer.clause_says("difference", claim) or is_among(claim, (leg.value for leg in legs)):
            return ""
        return f"{' to '.join(sorted(ends))}: {legs[-1].value / 1000:.0f} km"

    def _metres(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if way := self._way(claim, segment, "km", "metres") or self._between_cities(claim, segment):
            return way
        if traced:
            return ""
        if self.answer.clause_says("altitude", claim):
            city = self._city(claim, segment)
            heights = [f for f in self.evidence.facts["metres"] if f.role == "elevation_m" and f.city == city]
            return f"{city}: {heights[-1].value:g} m above the sea" if heights else ""
        if not self.answer.clause_says("way", claim) or self.answer.clause_says("sum", claim) or not segment.day:
            return ""
        legs = [f for f in self.evidence.facts["metres"] if f.role == "km" and f.day == segment.day]
        return f"ways: {', '.join(f'{leg.value / 1000:.1f} km' for leg in legs[:TOLD])}" if legs else ""

    def _way(self, claim: Quantity, segment: Segment, role: str, kind: Kind) -> str:
        """The way between the two sights that the line names before the claim."""
        if self.answer.clause_says("difference", claim) or self.answer.clause_says("inside", claim):
            return ""
        if not (self.answer.clause_says("way", claim) if kind == "minutes" else self.answer.says("way", segment)):
            return ""
        names = [name for name in self.answer.line_names(segment) if name.start < claim.start and not name.loose]
        if not names or any(name.start > claim.start and not name.loose for name in segment.names):
            return ""
        here = [name for name in names if name.start >= segment.start and name.sights]
        if len(here) > 1 and not cue("onward").search(self.answer.text, here[-2].end, here[-1].start):
            return ""
        places = list(dict.fromkeys(name.sights for name in here[-2:]))
        if len(places) < 2:
            places = list(dict.fromkeys(name.sights for name in names if name.sights))
        if len(places) != 2:
            return ""
        pairs = {frozenset((a, b)) for a in places[0] for b in places[1]}
        legs = [f for f in self.evidence.facts[kind] if f.role == role and f.sights in pairs]
        if not legs or is_among(claim, (leg.value for leg in legs)):
            return ""
        told = f"{legs[-1].value:.0f} minutes" if kind == "minutes" else f"{legs[-1].value / 1000:.1f} km"
        return f"{' to '.join(sorted(legs[-1].sights))}: {told} ({legs[-1].noun or 'way'})"

    # -- others --------------------------------------------------------------------------------------------------------

    def _days(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if traced:
            return ""
        if self.answer.says("rain", segment):
            return self._weather_of(claim, segment, "days", ("rain_days",), "rainy days")
        length = len(self.evidence.plan.dates)
        return f"the plan has {length} days" if length and self.answer.clause_says("trip_length", claim) else ""

    def _weather(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        if traced or cue("fahrenheit").search(self.answer.text, claim.end, claim.end + 12):
            return ""
        if claim.kind == "celsius" and self.answer.clause_says("rain", claim):
            return ""
        unit = "°C" if claim.kind == "celsius" else "mm"
        return self._weather_of(claim, segment, claim.kind, (), unit)

    def _weather_of(self, claim: Quantity, segment: Segment, kind: Kind, roles: tuple[str, ...], unit: str) -> str:
        """What is known of the climate of the cities told of, in the months told of."""
        known = {fact.city for fact in self.evidence.facts[kind] if fact.month and (not roles or fact.role in roles)}
        city = self._city(claim, segment)
        cities = {city} if city else known
        months = self.answer.months(segment)
        facts = [
            fact
            for fact in self.evidence.facts[kind]
            if fact.month
            and fact.city in cities
            and (not months or fact.month in months)
            and (not roles or fact.role in roles)
        ]
        if any(abs(fact.value - claim.value) <= NEARLY for fact in self.evidence.facts[kind] if fact.month):
            return ""
        values = dict.fromkeys(f"{fact.value:g}" for fact in facts)
        return f"{', '.join(sorted(cities))}: {', '.join([*values][: 2 * TOLD])} {unit}" if facts else ""

    def _score(self, claim: Quantity, segment: Segment, subject: Subject, traced: bool) -> str:
        sight = "" if traced else self._one(subject, lambda each: self._facts("score", each))
        facts = self._facts("score", sight) if sight else ()
        return f"{sight}: score {facts[-1].value:g}" if facts else ""

    # -- facts ---------------------------------------------------------------------------------------------------------

    def _facts(self, kind: Kind, sight: str, roles: Iterable[str] = ()) -> list[Fact]:
        wanted = frozenset(roles)
        return [f for f in self.evidence.facts[kind] if sight in f.sights and (not wanted or f.role in wanted)]

    def _city(self, claim: Quantity, segment: Segment) -> str:
        """The one city that a line names, those of its sights aside, or of several the last one before the claim."""
        names = [name for name in self.answer.line_names(segment) if name.cities and not name.sights]
        cities = frozenset().union(*(name.cities for name in names))
        if len(cities) > 1:
            cities = next((name.cities for name in reversed(names) if name.end <= claim.start), frozenset())
        return _only(cities)

    def _sight(self, claim: Quantity, segment: Segment, subject: Subject, facts_of: Callable[[str], list[Fact]]) -> str:
        """The one sight of the subject that has such facts; of several the one that stands right beside the claim."""
        if sight := self._one(subject, facts_of):
            return sight
        named = [name for name in segment.names if name.sights]
        before = [n for n in named if 0 <= claim.start - n.end <= BESIDE_CHARS and not self._like_between(claim, n.end)]
        after = [n for n in named if 0 <= n.start - claim.end <= ADJACENT_CHARS]
        for name in (*after, *before[-1:]):
            if sight := self._one(Subject(name.sights), facts_of):
                return sight
        return ""

    def _like_between(self, claim: Quantity, start: int) -> bool:
        """Whether a claim of the same kind stands between a name's end and this one."""
        return any(start <= other.start for other in self.answer.near(claim, (claim.kind,)) if other.end <= claim.start)

    def _is_row(self, segment: Segment) -> bool:
        return self.answer.text.count("|", segment.start, segment.end) > 1

    @staticmethod
    def _one(subject: Subject, facts_of: Callable[[str], list[Fact]]) -> str:
        """The one sight of a subject that has such facts; empty where none or several have."""
        return _only([sight for sight in subject.sights if facts_of(sight)])


def _includes(claim: Quantity, values: Sequence[float]) -> bool:
    """Whether a value lies on the side that `under` or `over` says."""
    match claim.bound:
        case "under":
            return any(value <= claim.value for value in values)
        case "over":
            return any(value >= claim.value for value in values)
        case _:
            return False


def _only(values: Collection[str]) -> str:
    """The one value; empty where there is none or more than one."""
    return next(iter(values)) if len(values) == 1 else ""


def _iso(value: int) -> str:
    on = _day_of(value)
    return f"{on.isoformat()}, {WEEKDAYS[on.weekday()]}" if on else str(value)


def _day_of(value: int) -> dt.date | None:
    """The date of YYYYMMDD; None where it has no year or is none."""
    try:
        return dt.date(value // YEAR, value % YEAR // 100, value % 100)
    except ValueError:
        return None


def _amount(fact: Fact) -> str:
    return f"{fact.value:g} {fact.currency}".rstrip()


def _clocks(facts: Iterable[Fact]) -> str:
    times: Iterator[float] = (fact.value for fact in facts)
    return ", ".join(f"{int(at) // 60:02d}:{int(at) % 60:02d}" for at in dict.fromkeys(times))

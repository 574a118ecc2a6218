"""What a change would take from a plan though nobody mentioned it: it is done with the traveller's consent alone.

Whoever reads a message, the assistant or a language model, may misread it. So a change that a reading leads to takes no
day, no city, nobody of the party, and no more than one stop of a day, unless the message speaks of that itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from travelagent.briefs.editing import TripPlan
from travelagent.briefs.party import head_count
from travelagent.briefs.values import TripBrief
from travelagent.planning.edits.trip import Cheaper, SetArrival, SetDeparture, SetInterests, SetPace
from travelagent.plans.values import Edit, Itinerary, LocalizedText, Sight
from travelagent.plans.words import listed

MOST_STOPS: Final = 1
"""Of a day, that may go for another wish without a question."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a message speaks of: another length of the trip, `cities` that it is to leave out, another number of people;
    `emptier`: it states something that leaves less room for stops.
    """

    days: bool = False
    cities: frozenset[str] = field(default_factory=frozenset)
    people: bool = False
    emptier: bool = False


NOTHING_SPOKEN: Final = Spoken()
THINNING_EDITS: Final = (SetPace, SetInterests, Cheaper)
"""The edits that by themselves speak of fuller or emptier days. One with a number in it may have the wrong one."""
THINNING_FIELDS: Final = ("pace", "interests", "avoid", "needs", "thrift")
"""The fields of a brief that do so."""


@dataclass(frozen=True, slots=True)
class Losses:
    """What nobody mentioned and a change would take away.

    `days`, `people`: how many there are and how many there would be, None where none would go; `stops`: those of the
    days that would lose several.
    """

    days: tuple[int, int] | None = None
    cities: tuple[LocalizedText, ...] = ()
    people: tuple[int, int] | None = None
    stops: tuple[LocalizedText, ...] = ()

    def __bool__(self) -> bool:
        return self.days is not None or self.people is not None or bool(self.cities or self.stops)

    @property
    def text(self) -> LocalizedText:
        """The losses in a line: "5 → 3 days; without Florence; 2 stops that you did not mention would go"."""
        return listed(self._parts(), "; ", "；")

    def _parts(self) -> Iterator[LocalizedText]:
        if self.days is not None:
            was, now = self.days
            yield LocalizedText(f"{was} → {now} days", f"{was} 天 → {now} 天")
        if self.cities:
            names = listed(self.cities)
            yield LocalizedText(f"without {names.en}", f"不再去{names.zh}")
        if self.people is not None:
            was, now = self.people
            yield LocalizedText(f"{was} → {now} people", f"{was} 人 → {now} 人")
        if self.stops:
            count = len(self.stops)
            yield LocalizedText(
                f"{count} stops that you did not mention would go", f"有 {count} 个没有提到的景点会去掉"
            )


def thins(edits: Sequence[Edit], before: TripBrief, after: TripBrief) -> bool:
    """Return whether a change itself speaks of what leaves less room for stops on all days."""
    changed = any(getattr(before, name) != getattr(after, name) for name in THINNING_FIELDS)
    return changed or any(isinstance(edit, THINNING_EDITS) for edit in edits)


def touched_days(edits: Sequence[Edit], plan: Itinerary) -> frozenset[int]:
    """Return the days that edits are about: those that they name, those of the visits that they name, and those of the
    rides; all days where one of them names none.
    """
    found: set[int] = set()
    for edit in edits:
        days = {day for name in ("day", "first", "second") if isinstance(day := getattr(edit, name, None), int)}
        named = {getattr(edit, name, None) for name in ("visit", "sight")}
        days |= {day.day for day in plan.days if any(visit.id in named for visit in day.visits)}
        days |= {day.day for day in plan.days if day.day >= (getattr(edit, "since", None) or len(plan.days) + 1)}
        days |= {1} if isinstance(edit, SetArrival) else {len(plan.days)} if isinstance(edit, SetDeparture) else set()
        if not days:
            return frozenset(day.day for day in plan.days)
        found |= days
    return frozenset(found)


def losses(
    before: TripPlan,
    after: TripPlan,
    named: Collection[str],
    sights: Sequence[Sight],
    spoken: Spoken,
    touched: Collection[int] = (),
) -> Losses:
    """Return what a change takes away that neither it nor the message mentions.

    `named`: the ids of the sights and the terms that the change names; `sights`: those of its cities; `touched`: the
    days that it is about, all where there are none.
    """
    days = len(before.itinerary.days), len(after.itinerary.days)
    people = head_count(before.brief.party), head_count(after.brief.party)
    gone = set(before.itinerary.cities) - set(after.itinerary.cities) - spoken.cities
    names = before.itinerary.city_names
    return Losses(
        days=days if days[1] < days[0] and not spoken.days else None,
        cities=tuple(names.get(city, LocalizedText(city, city)) for city in before.itinerary.cities if city in gone),
        people=people if people[1] < people[0] and not spoken.people else None,
        stops=()
        if spoken.emptier
        else _stops(before.itinerary, after.itinerary, set(named), sights, len(touched) or days[0]),
    )


def _stops(
    before: Itinerary, after: Itinerary, named: set[str], sights: Sequence[Sight], touched: int
) -> tuple[LocalizedText, ...]:
    """Return the visits that go though nobody mentioned them: all of them where they are more than the days that are
    `touched`, else those of the days that lose several. Those of a city that goes go with it.
    """
    kept, cities = {visit.sight for visit in after.visits}, set(after.cities)
    terms = {sight.id: {sight.id, *sight.terms} for sight in sights}
    lost = [
        [
            visit.name
            for visit in day.visits
            if visit.sight not in kept and named.isdisjoint(terms.get(visit.sight or "", ()))
        ]
        for day in before.days
        if day.city in cities
    ]
    is_spread = sum(map(len, lost)) > MOST_STOPS * touched
    return tuple(name for day in lost if is_spread or len(day) > MOST_STOPS for name in day)

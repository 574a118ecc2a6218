"""The changes that travellers make, each as the page sends it and as they write it in two languages."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.preservation.stated import Stated, terms_of
from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.names import place_name
from travelagent.plans.values import DayPlan, Itinerary, PartOfDay

Wishes = tuple[Stated, ...]
LATE, NOON = 10 * 60 + 30, 12 * 60 + 30
PARTS: Mapping[PartOfDay, tuple[str, str]] = {
    "morning": ("in the morning", "上午"),
    "afternoon": ("in the afternoon", "下午"),
    "evening": ("in the evening", "晚上"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """`edits` as the page sends them (empty: an undo); `en`, `zh`: in words; `stated`: the statements that hold after
    it, given those before; `days`: those it concerns, None where it may touch any.
    """

    name: str
    edits: tuple[Mapping[str, Any], ...]
    en: str
    zh: str
    stated: Callable[[Wishes], Wishes]
    days: frozenset[int] | None = field(default=None)


def named(sight: str) -> tuple[str, str]:
    return place_name(sight, "en"), place_name(sight, "zh")


def without(sight: str) -> Callable[[Wishes], Wishes]:
    return lambda wishes: tuple(each for each in wishes if each.value != sight)


def on_other_days(numbers: Mapping[int, int], kinds: Sequence[str]) -> Callable[[Wishes], Wishes]:
    """Return a function that moves the statements about days to the new numbers of their days."""

    def moved(each: Stated) -> Stated:
        if each.kind not in kinds or each.day is None:
            return each
        return dataclasses.replace(each, day=numbers.get(each.day, each.day))

    return lambda wishes: tuple(map(moved, wishes))


class Chooser:
    """Draws changes that make sense for a plan, its brief and the statements so far."""

    def __init__(self, pick: random.Random) -> None:
        self.random = pick

    def change(self, brief: TripBrief, plan: Itinerary, wishes: Wishes, *, can_undo: bool) -> Change:
        """Return one of the changes that the plan offers."""
        makers = [
            self.move, self.part, self.swap_days, self.swap, self.drop, self.add, self.easier, self.start, self.cheaper,
            self.rest, self.hotel, self.indoors, self.more, self.fewer, self.pace, self.child,
        ]  # fmt: skip
        if can_undo and self.random.random() < 0.15:
            return Change("undo", (), "Undo that", "撤销刚才的修改", lambda before: before)
        while True:
            made = self.random.choice(makers)(brief, plan, wishes)
            if made is not None:
                return made

    def _visited(self, plan: Itinerary, day: int | None = None) -> list[str]:
        return [v.sight for d in plan.days if day in (None, d.day) for v in d.visits if v.sight]

    def _absent(self, plan: Itinerary, wishes: Wishes, city: str) -> list[str]:
        """Well-known sights of a city that the plan does not have and that nobody has refused."""
        refused = {each.value for each in wishes if each.kind in ("refusal", "strain")}
        visited = set(self._visited(plan))
        found = [s for s in source.sights_of(city) if s.id not in visited and refused.isdisjoint(terms_of(s.id))]
        return [sight.id for sight in sorted(found, key=lambda sight: -sight.score)[:6]]

    def _free_days(self, plan: Itinerary) -> list[DayPlan]:
        return [day for day in plan.days if self._visited(plan, day.day)]

    def _visit(self, plan: Itinerary) -> tuple[DayPlan, str] | None:
        days = self._free_days(plan)
        if not days:
            return None
        day = self.random.choice(days)
        return day, self.random.choice(self._visited(plan, day.day))

    def move(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        found = self._visit(plan)
        others = [d.day for d in plan.days if found and d.city == found[0].city and d.day != found[0].day]
        if found is None or not others:
            return None
        sight, to = found[1], self.random.choice(others)
        en, zh = named(sight)
        return Change(
            "move", ({"op": "move", "visit": sight, "day": to},), f"Move {en} to day {to}", f"把{zh}挪到第{to}天",
            lambda before: (*without(sight)(before), *_must(sight, before), Stated("visit", sight, day=to)),
            frozenset({found[0].day, to}),
        )  # fmt: skip

    def part(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        found = self._visit(plan)
        if found is None:
            return None
        _, sight = found
        when = self.random.choice(list(PARTS))
        en, zh = named(sight)
        return Change(
            "part of day", ({"op": "move", "visit": sight, "when": when},), f"Visit {en} {PARTS[when][0]}",
            f"{zh}放在{PARTS[when][1]}",
            lambda before: (*without(sight)(before), *_must(sight, before), Stated("visit", sight, part=when)),
        )  # fmt: skip

    def swap_days(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        pairs = [(a.day, b.day) for a in plan.days for b in plan.days if a.day < b.day and a.city == b.city]
        if not pairs:
            return None
        a, b = self.random.choice(pairs)
        return Change(
            "swap days", ({"op": "swap_days", "first": a, "second": b},), f"Swap day {a} and day {b}",
            f"第{a}天和第{b}天对调", on_other_days({a: b, b: a}, ("visit",)), frozenset({a, b}),
        )  # fmt: skip

    def swap(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        found = self._visit(plan)
        others = self._absent(plan, wishes, found[0].city) if found else []
        if found is None or not others:
            return None
        out, new = found[1], self.random.choice(others)
        return Change(
            "swap", ({"op": "swap", "visit": out, "sight": new},), f"Replace {named(out)[0]} with {named(new)[0]}",
            f"把{named(out)[1]}换成{named(new)[1]}", lambda before: (*without(out)(before), Stated("must", new)),
            frozenset({found[0].day}),
        )  # fmt: skip

    def drop(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        found = self._visit(plan)
        if found is None:
            return None
        sight = found[1]
        en, zh = named(sight)
        return Change(
            "drop", ({"op": "drop", "terms": [sight]},), f"Drop {en}", f"去掉{zh}",
            lambda before: (*without(sight)(before), Stated("refusal", sight)), frozenset({found[0].day}),
        )  # fmt: skip

    def add(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        others = self._absent(plan, wishes, self.random.choice(plan.days).city)
        if not others:
            return None
        sight = self.random.choice(others)
        en, zh = named(sight)
        stated = Stated("must", sight)
        return Change(
            "add", ({"op": "add", "sight": sight},), f"Add {en}", f"加上{zh}", lambda before: (*before, stated)
        )

    def easier(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        pinned = {each.value for each in wishes}
        days = [d.day for d in plan.days if len(set(self._visited(plan, d.day)) - pinned) > 2]
        if not days:
            return None
        day = self.random.choice(days)
        end = {"op": "end_by", "day": day, "at": "17:00"}
        return Change(
            "easier day", (end,), f"Make day {day} easier", f"第{day}天轻松点", lambda before: before, frozenset({day})
        )

    def start(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        days = [day.day for day in self._free_days(plan) if day.day > 1]
        if not days or any(each.kind == "start" for each in wishes):
            return None
        day = self.random.choice(days)
        return Change(
            "later start", ({"op": "start_at", "day": day, "at": "10:30"},), f"Start day {day} at 10:30",
            f"第{day}天10点半出发", lambda before: (*before, Stated("start", day=day, minute=LATE)), frozenset({day}),
        )  # fmt: skip

    def cheaper(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change:
        def stated(before: Wishes) -> Wishes:
            return tuple(each for each in before if each.value != "tier")

        return Change("cheaper", ({"op": "cheaper"},), "Make it cheaper", "便宜一点", stated)

    def rest(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        days = [day.day for day in self._free_days(plan)]
        if not days or any(each.kind == "rest" for each in wishes):
            return None
        day = self.random.choice(days)
        return Change(
            "rest", ({"op": "rest", "days": [day]},), f"We want a rest at the hotel after lunch on day {day}",
            f"第{day}天午饭后回酒店休息一下", lambda before: (*before, Stated("rest", day=day)), frozenset({day}),
        )  # fmt: skip

    def hotel(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        sights = [s for s in self._visited(plan) if s.split("/")[0] == plan.days[0].city]
        if not sights:
            return None
        sight = self.random.choice(sights)
        place, (en, zh) = source.sights()[sight], named(sight)
        point = {"name": {"en": en, "zh": zh}, "lat": place.lat, "lon": place.lon}
        return Change(
            "hotel", ({"op": "hotel", "city": place.city, "hotel": point},), f"We'd rather stay near {en}",
            f"酒店换到{zh}附近", lambda before: tuple(each for each in before if each.value != "lodging"),
        )  # fmt: skip

    def indoors(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        days = self._free_days(plan)
        if not days:
            return None
        day = self.random.choice(days).day
        return Change(
            "indoors", ({"op": "indoors", "day": day},), f"Rain on day {day}: keep it indoors",
            f"第{day}天下雨，改成室内的", lambda before: (*before, Stated("indoors", day=day)), frozenset({day}),
        )  # fmt: skip

    def more(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        if len(plan.days) > 6 or len(plan.cities) > 1:
            return None
        return Change("more days", ({"op": "add_days", "count": 1},), "One more day", "多玩一天", _of_length(99))

    def fewer(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        if len(plan.days) < 3 or len(plan.cities) > 1:
            return None
        return Change(
            "fewer days", ({"op": "add_days", "count": -1},), "One day less", "少玩一天", _of_length(len(plan.days) - 1)
        )

    def pace(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        if brief.pace == "relaxed":
            return None
        stated = Stated("field", "pace", held="relaxed")
        return Change(
            "pace", ({"op": "pace", "pace": "relaxed"},), "A more relaxed pace, please", "节奏放慢一点",
            lambda before: (*(each for each in before if each.value != "pace"), stated),
        )  # fmt: skip

    def child(self, brief: TripBrief, plan: Itinerary, wishes: Wishes) -> Change | None:
        if brief.party.children or brief.party.adults != 2:
            return None
        return Change(
            "a child comes", ({"op": "travellers", "count": 3},), "Our 6-year-old daughter is coming too",
            "6岁的女儿也一起去", lambda before: tuple(each for each in before if each.value != "party"),
        )  # fmt: skip


def _must(sight: str, before: Wishes) -> Iterator[Stated]:
    """The wish for a sight itself, which stays when only its time is another."""
    if any(each.kind == "must" and each.value == sight for each in before):
        yield Stated("must", sight)


def _of_length(days: int) -> Callable[[Wishes], Wishes]:
    """Return a function that drops the length from the statements, and the hours and the rain of days that are gone."""

    def left(each: Stated) -> bool:
        is_gone = each.day is not None and each.day > days
        return each.value != "dates" and not (is_gone and each.kind in ("start", "end", "rest", "indoors"))

    return lambda before: tuple(filter(left, before))

"""The account of who travels and how: heads, needs, diet, pace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from travelagent.briefs.diet import diet_name
from travelagent.briefs.ledger.entries import Entry, Scope, Verdict
from travelagent.briefs.ledger.facts import Facts, counted, day_list, named, share, text
from travelagent.briefs.party import head_count, party_on, people_by_day
from travelagent.briefs.suitability import STRAINS
from travelagent.briefs.values import DietWish, Need, Party, PartyChange, PersonalDiet
from travelagent.plans.values import PACES, LocalizedText, Walker
from travelagent.plans.words import listed

WALKERS: Final[Mapping[Need, Walker]] = {
    "stroller": "small_child",
    "wheelchair": "wheelchair",
    "little_walking": "little_walking",
    "pregnant": "pregnant",
}
"""Need to the kind of traveller by whom the days are measured then."""


def party(facts: Facts) -> Iterator[Entry]:
    """Account for the head count, and for each who joins or leaves: by the people that the budget counts on the days.

    Keys are `people` and `since:day`.
    """
    wanted = facts.brief.party
    first = party_on(wanted, 0)
    if first != Party():
        people, planned = head_count(wanted), facts.request.travellers
        evidence = counted("plan.people", head_count(first) if people == planned else planned)
        if people != planned:
            evidence = text("plan.instead_of", real=evidence, wanted=counted("plan.people", people))
        yield Entry("party", "people", _party(first), True, "kept" if people == planned else "given_up", evidence)
    keys: Counter[str] = Counter()
    for change in wanted.changes:
        key = f"since:{change.since}"
        keys[key] += 1
        unique = key if keys[key] == 1 else f"{key}#{keys[key]}"
        yield Entry("party", unique, _change(change), True, *_since(facts, change.since), Scope(days=(change.since,)))


def _since(facts: Facts, day: int) -> tuple[Verdict, LocalizedText]:
    """Return whether everybody who is there is counted from a day on, and until the day before it."""
    days = len(facts.itinerary.days)
    if day > days:
        return "given_up", text("plan.no_such_day")
    wanted = people_by_day(facts.brief.party, days)
    planned = wanted if facts.budget is None else facts.budget.people or (facts.budget.travellers,) * days
    evidence = text("plan.from_day", count=planned[day - 1], day=day)
    if day > 1:
        evidence = text("plan.until_day", before=planned[day - 2], evidence=evidence)
    if planned[max(day - 2, 0) : day] == wanted[max(day - 2, 0) : day]:
        return "kept", evidence
    return "given_up", text("plan.instead_of", real=evidence, wanted=counted("plan.people", wanted[day - 1]))


def _change(change: PartyChange) -> LocalizedText:
    heads = Party(change.adults, change.children, change.seniors)
    unnamed = text("words.one") if heads == Party() else _party(heads)
    who = LocalizedText(change.who, change.who) if change.who else unnamed
    return text("words.leaves" if change.leaves else "words.joins", who=who, day=change.since)


def _party(who: Party) -> LocalizedText:
    parts = [counted(f"words.{kind}", count) for kind in ("adults", "seniors") if (count := getattr(who, kind))]
    ages = [str(age) for age in who.children if age is not None]
    if who.children:
        parts.append(counted("words.children_aged" if ages else "words.children", len(who.children), ages=listed(ages)))
    if who.elders:
        parts.append(text("words.elders"))
    return listed(parts) if parts else text("words.group")


def needs(facts: Facts) -> Iterator[Entry]:
    """Account for each need: by the strains of what is visited, or by what the plan is measured with."""
    for need in facts.brief.needs:
        verdict, evidence = _need(facts, need)
        yield Entry("needs", need, text(f"need.{need}"), need in STRAINS, verdict, evidence)


def _need(facts: Facts, need: Need) -> tuple[Verdict, LocalizedText]:
    strains = set(STRAINS.get(need, ()))
    hard_on = [
        stop
        for stop in facts.stops
        if stop.sight and strains & set(stop.sight.strains) and stop.visit.sight not in facts.requested
    ]
    if hard_on:
        return "kept_in_part", text("plan.too_hard", names=named(stop.on_day for stop in hard_on))
    walker = WALKERS.get(need)
    if walker is not None and walker not in facts.request.walkers:
        return "kept_in_part", text("plan.not_measured")
    if strains:
        return "kept", text("plan.none_too_hard")
    if walker is not None:
        return "kept", text("plan.measured")
    if need == "short_trips":
        return ("kept", text("plan.near_first")) if facts.request.short_ways else ("given_up", text("plan.not_near"))
    if need == "regular_meals":
        return _meals(facts)
    return "kept_in_part", text("plan.no_data")


def _meals(facts: Facts) -> tuple[Verdict, LocalizedText]:
    """Return the verdict on the meals of the days that last over the hours of lunch."""
    hours = {stay.id: stay.meals.lunch for stay in facts.request.cities}
    days = [day for day in facts.itinerary.days if day.visits and day.city in hours]
    full = [day for day in days if day.start <= hours[day.city][0] and hours[day.city][1] <= day.end]
    without = [day.day for day in full if not any(meal.kind == "lunch" for meal in day.meals)]
    if without:
        return share(len(full) - len(without), len(full)), text("plan.no_lunch", days=day_list(without))
    return "kept", text("plan.meals_planned")


def diet(facts: Facts) -> Iterator[Entry]:
    """Account for each diet: a plan sets the hours of meals, and names no restaurant that could be held against it.

    Keys are the diet, or `diet:who` of one person's.
    """
    keys: Counter[str] = Counter()
    for each in facts.brief.diet:
        key = f"{each.diet}:{each.who}" if isinstance(each, PersonalDiet) else each
        keys[key] += 1
        unique = key if keys[key] == 1 else f"{key}#{keys[key]}"
        yield Entry("diet", unique, diet_name(each), False, "kept_in_part", _of_diet(each))


def _of_diet(wish: DietWish) -> LocalizedText:
    """Return what the plan has for a diet, and whom it concerns."""
    if not isinstance(wish, PersonalDiet):
        return text("plan.no_restaurants")
    return text("plan.allergy" if wish.allergy else "plan.diet_of", who=wish.who)


def pace(facts: Facts) -> Iterator[Entry]:
    """Account for the number of sights a day; those that are named may be more."""
    if facts.brief.pace is None:
        return
    most, full = PACES[facts.brief.pace].visits, []
    days = [day for day in facts.itinerary.days if day.visits]
    for day in days:
        sights = [visit.sight for visit in day.visits if visit.sight is not None]
        if len(sights) > max(most, sum(sight in facts.requested for sight in sights)):
            full.append(text("plan.sights_on", count=len(sights), day=day.day))
    evidence = text("plan.too_full", days=named(full), most=most) if full else text("plan.at_most", most=most)
    words = text(f"words.pace_{facts.brief.pace}")
    yield Entry("pace", "pace", words, False, share(len(days) - len(full), len(days)), evidence)

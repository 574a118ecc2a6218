"""The account of what is visited: interests, sights that must be in, what is refused, bookings, constraints."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

from travelagent.briefs.ledger.entries import WHOLE_TRIP, Entry, Scope, Verdict
from travelagent.briefs.ledger.facts import Facts, Stop, at, folded, is_same_place, named, share, text
from travelagent.catalog.sight_kinds import is_kind_by_name
from travelagent.plans.fields import clock
from travelagent.plans.values import DayPlan, FixedVisit, LocalizedText, Point, Sight, Visit
from travelagent.plans.words import CHINESE, REST, listed, span, term
from travelagent.verifier import carried

REFUSED_BY_NAME: Final = "refused_by_name"
"""The rule by which a refused kind is refused under any category."""
KINDS: Final = {folded(word): kind for kind, chinese in CHINESE.items() for word in (kind, chinese)}
"""Category, tag or strain by its words in either language."""


def interests(facts: Facts) -> Iterator[Entry]:
    """Account for each interest: at least one visited sight is of it."""
    for interest in facts.brief.interests:
        found = [stop for stop in facts.stops if stop.sight and _is_of(interest, stop.sight)]
        words = text("words.interest", term=term(interest))
        if found:
            evidence = named(stop.on_day for stop in found)
            yield Entry("interests", interest, words, False, "kept", evidence)
            continue
        there = any(_is_of(interest, sight) for sight in facts.sights.values())
        verdict: Verdict = "given_up" if there else "not_possible"
        evidence = text("plan.missing" if there else "plan.none_there")
        yield Entry("interests", interest, words, False, verdict, evidence)


def _is_of(interest: str, sight: Sight) -> bool:
    return interest == sight.category or interest in sight.tags


def must_see(facts: Facts) -> Iterator[Entry]:
    """Account for each sight that must be in."""
    for sight in facts.brief.must_see:
        stops = facts.stops_at(sight)
        verdict, evidence = facts.missing(sight)
        if stops:
            verdict, evidence = "kept", at(stops[0])
        yield Entry("must_see", sight, facts.sight_name(sight), True, verdict, evidence)


def avoid(facts: Facts) -> Iterator[Entry]:
    """Account for what is refused for the whole trip."""
    for refused in dict.fromkeys(facts.brief.avoid):
        words = text("words.without", what=refused_name(facts, refused))
        verdict, evidence = held_off(facts, refused, facts.stops)
        if verdict == "kept" and not _is_known(facts, refused):
            yield Entry("avoid", refused, words, False, "not_understood", text("plan.unknown_term"))
        else:
            yield Entry("avoid", refused, words, True, verdict, evidence)


def _is_known(facts: Facts, refused: str) -> bool:
    """Return whether the word is an id, or names a kind or a sight of these cities."""
    if "/" in refused or folded(refused) in KINDS:
        return True
    sights = facts.sights.values()
    known = {folded(word) for sight in sights for word in (*sight.terms, sight.name.en, sight.name.zh)}
    return folded(refused) in known


def refused_name(facts: Facts, refused: str) -> LocalizedText:
    """Return what is refused in words: the name of a sight, or of a category, tag or strain."""
    return facts.sights[refused].name if refused in facts.sights else term(KINDS.get(folded(refused), refused))


def held_off(facts: Facts, refused: str, stops: Iterable[Stop]) -> tuple[Verdict, LocalizedText]:
    """Return the verdict on what is refused, under any of its names, with what the plan has of it all the same.

    What the brief names itself is no breach; a sight that is entered on the ticket of a refused one is half of one.
    """
    by_name = REFUSED_BY_NAME not in facts.brief.rules_off
    others = [stop for stop in stops if stop.visit.sight not in facts.requested]
    found = [stop for stop in others if _is_refused(refused, stop, by_name=by_name)]
    if found:
        return "given_up", named(stop.on_day for stop in found)
    partners = [stop for stop in others if stop.sight is not None and stop.sight.shared_ticket == refused]
    if partners:
        return "kept_in_part", text("plan.on_its_ticket", names=named(stop.on_day for stop in partners))
    return "kept", text("plan.nothing_of_it")


def _is_refused(refused: str, stop: Stop, *, by_name: bool) -> bool:
    """Return whether a stop is refused by its id or name, its category, a tag or a strain, in either language."""
    if folded(refused) in stop.words:
        return True
    return by_name and is_kind_by_name(refused, (stop.visit.name.en, stop.visit.name.zh))


def bookings(facts: Facts) -> Iterator[Entry]:
    """Account for each booking: it stands under its name at its place, on its day, at its hour."""
    free = [(day, visit) for day in facts.itinerary.days for visit in day.visits if visit.sight is None]
    every = enumerate(facts.brief.bookings, 1)
    wanted = [(number, own) for number, own in every if not own.marker and own.name != REST]
    for number, own in sorted(wanted, key=lambda each: each[1].day is None):
        there = [(day, visit) for day, visit in free if is_same_place(_place(own), _place(visit))]
        kept = next((each for each in there if _is_kept(own, *each)), None)
        if kept is not None:
            free.remove(kept)
        stands = kept or next((each for each in there if each[1].name == own.name), None)
        renamed = next((each for each in there if _is_at_its_hour(own, *each)), None)
        evidence = text("plan.missing")
        if stands is not None:
            day, visit = stands
            evidence = text("plan.stands", day=day.day, time=span(visit.arrive, visit.depart))
        elif renamed is not None:
            evidence = text("plan.on_day", name=renamed[1].name, day=renamed[0].day)
        verdict: Verdict = "kept" if kept else "kept_in_part" if stands or renamed else "given_up"
        scope = WHOLE_TRIP if own.day is None else Scope(days=(own.day,))
        yield Entry("bookings", str(number), _booking(own), True, verdict, evidence, scope)


def _place(own: FixedVisit | Visit) -> Point:
    return Point(own.name, own.lat, own.lon)


def _is_kept(own: FixedVisit, day: DayPlan, visit: Visit) -> bool:
    return visit.name == own.name and _is_at_its_hour(own, day, visit)


def _is_at_its_hour(own: FixedVisit, day: DayPlan, visit: Visit) -> bool:
    return (visit.arrive, visit.depart) == (own.start, own.start + own.minutes) and own.day in (None, day.day)


def _booking(own: FixedVisit) -> LocalizedText:
    id = "words.booking" if own.day is None else "words.booking_on"
    return text(id, name=own.name, day=own.day, time=clock(own.start))


def constraints(facts: Facts) -> Iterator[Entry]:
    """Account for each constraint by the verifier's own question for its kind."""
    seen: dict[str, int] = {}
    for constraint in facts.brief.constraints:
        seen[constraint.kind] = seen.get(constraint.kind, 0) + 1
        key = constraint.kind if seen[constraint.kind] == 1 else f"{constraint.kind}:{seen[constraint.kind]}"
        request = dataclasses.replace(facts.request, constraints=(constraint,))
        checks = tuple(carried.check(dataclasses.replace(facts.trip, request=request)))
        failed = [check.evidence for check in checks if check.status == "fail"]
        evidence = named(failed) if failed else text("plan.verified")
        verdict = share(len(checks) - len(failed), len(checks))
        yield Entry("constraints", key, constraint.text, True, verdict, evidence)


def notes(facts: Facts) -> Iterator[Entry]:
    """Account for the notes, which stay with the trip and change no plan."""
    for note in dict.fromkeys(facts.brief.notes):
        yield Entry("notes", note, LocalizedText(note, note), False, "kept", text("plan.noted"))


def unserved(facts: Facts) -> Iterator[Entry]:
    """Account for the words that were not read, or were understood and cannot be honoured."""
    for number, each in enumerate(facts.brief.unserved, 1):
        why = LocalizedText(each.why, each.why) if each.why else text("plan.not_read")
        words = listed([each.text])
        yield Entry("unserved", str(number), words, False, "not_understood", why)

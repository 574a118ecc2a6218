"""A plan in a few sentences: where it leads, what it costs, what was assumed and what to book."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.brief_words import noted_fields
from travelagent.assistant.embedded.answers.texts import counted_text, joined, joined_sentences, message_text
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.budget import Budget
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.results.route import Route
from travelagent.assistant.tool_results import Found
from travelagent.assistant.trip_view import plan_at_hand
from travelagent.assistant.wording import about, listed
from travelagent.briefs.notes import MORE_THAN_THE_CITY_FILLS
from travelagent.briefs.search_rules import NO_REST, SECOND_BASE
from travelagent.catalog import source
from travelagent.catalog.names import place_name
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.planning.edits.sights import Drop
from travelagent.planning.edits.trip import SetInterests, SetPace, SetTravellers
from travelagent.planning.hardship import THIN_AIR, TOO_HARD
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import short_day

IN_HEAD: Final = frozenset({"stays", "dates", "budget", "must_see"})
"""Fields of the brief that the other lines of a new plan show."""
OF_DAYS: Final = frozenset({"stays", "dates", "arrival", "departure", "bookings", "day_wishes"})
"""Fields of the brief whose wishes are held against the days of the plan: what is not kept of them is named first."""
HIGHLIGHTS: Final = 3
"""So many of its best sights stand for a plan."""
COVERED_RULES: Final = frozenset({"counted_party", "booking_horizon", "hotel", NO_REST})
"""Rules whose note an answer leaves out: it covers their matter itself, or the person stated it."""
FIRST_RULES: Final = frozenset({TOO_HARD, THIN_AIR, SECOND_BASE, MORE_THAN_THE_CITY_FILLS})
"""Rules whose notes come before all others: a day too hard, a night too high or elsewhere, more
days than needed."""
_LABEL, _LISTED = re.compile(r"：|: "), re.compile(r"、|, ")
NOTED_SHARE: Final = Decimal("0.05")
"""A smaller change of costs is not reported."""
BOOKED, CHANGES = 5, 4


def plan_lines(turn: Turn, route: Route) -> Iterator[str]:
    """Yield the lines that present a new plan."""
    language = turn.language
    first, last = short_day(route.days[0].date), short_day(route.days[-1].date)
    dates = (
        (first.zh if language == "zh" else first.en)
        if len(route.days) == 1
        else (f"{first.zh}～{last.zh}" if language == "zh" else f"{first.en} to {last.en}")
    )
    best = _highlights(route)
    yield message_text(
        "plan.head_best" if best else "plan.head",
        language,
        cities=_cities(route, language),
        dates=dates,
        stops=route.stop_count,
        best=listed(best, language),
    )
    unkept = OF_DAYS & {wish.field for wish in route.unkept}
    if fields := noted_fields(turn.trip.brief, turn.brief, language, but=IN_HEAD | unkept):
        yield message_text("plan.considered", language, fields=joined(fields, language))
    notes = [*budget_lines(turn), *_booked(route, language)]
    if notes:
        yield joined_sentences(notes, language)
    if rule := next(_rules(turn, route), ""):
        yield rule


def _cities(route: Route, language: str) -> str:
    """How many days in which city: "3 days in Kyoto, 2 days in Osaka"."""
    days = Counter(day.city for day in route.days)
    return joined(
        (
            counted_text("plan.city", days[city.id], language, city=city.name, days=days[city.id])
            for city in route.cities
            if days[city.id]
        ),
        language,
    )


def _highlights(route: Route) -> list[str]:
    """The names of the best sights, in the order in which they are visited."""
    known = source.sights()
    visits = [visit for visit in route.visits if visit.sight in known]
    best = sorted(visits, key=lambda visit: -known[visit.sight or ""].score)[:HIGHLIGHTS]
    return [visit.name for visit in visits if visit in best]


def budget_lines(turn: Turn) -> Iterator[str]:
    """Yield the lines on the calculated budget, compared with the limit if there is one; none without a budget."""
    budget, language = turn.budget, turn.language
    if budget is None:
        return
    total = about(budget.total, budget.currency, language)
    limit, cheaper = turn.limit, turn.cheaper_budget
    if limit is not None:
        id = "plan.budget_over" if budget.total > limit else "plan.budget_within"
        yield message_text(id, language, total=total, limit=about(limit, budget.currency, language))
        if cheaper is not None and cheaper.total < budget.total and not was_over(turn):
            id = "plan.cheaper_enough" if cheaper.total <= limit else "plan.cheaper"
            yield message_text(id, language, total=about(cheaper.total, budget.currency, language))
        return
    low, high = (about(amount, budget.currency, language) for amount in (budget.low, budget.high))
    people = budget.travellers
    yield counted_text("plan.budget", people, language, total=total, people=people, low=low, high=high)


def was_over(turn: Turn) -> bool:
    """Return whether an earlier turn reported already that the trip costs more than its limit."""
    limit = turn.limit
    before = [found.budget for found in turn.earlier if _is_budget(found)]
    same = turn.brief.budget == turn.trip.brief.budget
    return same and limit is not None and bool(before) and before[-1].total > limit


def _booked(route: Route, language: str) -> Iterator[str]:
    ahead = ("required", "recommended")
    names = [visit.name for booking in ahead for visit in route.visits if visit.booking == booking]
    if names:
        yield message_text("plan.book", language, names=joined(list(dict.fromkeys(names))[:BOOKED], language))


def _rules(turn: Turn, route: Route) -> Iterator[str]:
    """The rules of travel that acted on the plan, as they tell it; each once in a conversation, what changes most for
    the traveller before all others."""
    for rule in sorted(route.rules, key=lambda rule: rule.rule not in FIRST_RULES):
        if rule.rule not in COVERED_RULES and not any(rule.text in text for text in turn.prior_answers):
            yield rule.text


def change_lines(turn: Turn, route: Route) -> Iterator[str]:
    """Yield what was changed as requested, and what had to give way for it."""
    language = turn.language
    done = list(dict.fromkeys(edit_words(turn)))
    changed = (route.changed or ())[bool(route.given_up) :]  # what had to give leads the answer
    others = [line.rstrip("。.") for line in changed if not _repeats_an_edit(line, done)]
    if not _is_as_before(turn, route):
        done_line = (
            message_text("plan.changed", language, changes=joined(done, language, sentences=True)) if done else ""
        )
        shown = joined(others[:CHANGES], language, sentences=True)
        other_line = message_text("plan.meanwhile" if done else "plan.thus", language, changes=shown) if shown else ""
        yield joined_sentences([done_line, other_line], language)
    elif done and not _counts(turn):
        yield message_text("plan.unchanged", language)
    if absent := list(dict.fromkeys(_absent(turn))):
        yield message_text("plan.not_in", language, names=joined(absent, language))
    if turn.budget is not None and _costs_otherwise(turn, turn.budget):
        yield joined_sentences(budget_lines(turn), language)


def _repeats_an_edit(line: str, done: Sequence[str]) -> bool:
    """Whether a line of the difference names nothing but what the edits in words name already."""
    names = _LISTED.split(_LABEL.split(line.rstrip("。."), maxsplit=1)[-1])
    return all(any(name in words for words in done) for name in names)


def _costs_otherwise(turn: Turn, budget: Budget) -> bool:
    """Whether a change is worth telling what the trip costs now."""
    before = next((found.budget for found in reversed(turn.earlier) if _is_budget(found)), None)
    if before is None or before.currency != budget.currency or turn.brief.budget != turn.trip.brief.budget:
        return True
    return abs(budget.total - before.total) > NOTED_SHARE * before.total


def _is_budget(found: Found) -> bool:
    """Return whether a tool calculated what the trip costs as it is."""
    return found.tool == "calculate_budget" and found.error is None and "tier" not in found.call.args


def edit_words(turn: Turn) -> Iterator[str]:
    """Yield the edits that were made, in words."""
    names = _Names()
    for found in turn.results("change_route"):
        for edit in edits_from_wire(found.call.args["edits"]) if found.call.args.get("edits") else ():
            if isinstance(edit, SetTravellers | SetPace | SetInterests):
                continue
            if isinstance(edit, Drop):
                there = tuple(term for term in edit.terms if not _is_absent(term, turn))
                if not there:
                    continue
                edit = Drop(there)
            if words := edit.words(names):
                yield words.zh if turn.language == "zh" else words.en


def _is_absent(term: str, turn: Turn) -> bool:
    """Whether what is to be dropped is a sight that the plan did not have."""
    plan = turn.trip.plan
    return "/" in term and plan is not None and term not in plan.sights


def _absent(turn: Turn) -> Iterator[str]:
    """The names of sights that were to be dropped and were in no day."""
    for found in turn.results("change_route"):
        edits = found.call.args.get("edits")
        for edit in edits_from_wire(edits) if edits else ():
            if isinstance(edit, Drop):
                yield from (place_name(term, turn.language) for term in edit.terms if _is_absent(term, turn))


class _Names(dict[str, LocalizedText]):
    """The names of cities and sights by their ids."""

    def __missing__(self, id: str) -> LocalizedText:
        return LocalizedText(place_name(id, "en"), place_name(id, "zh"))

    def get(self, id: str, default: Any = None) -> Any:
        return self[id] if id in source.sights() or id in source.cities() else default


def _is_as_before(turn: Turn, route: Route) -> bool:
    """Whether each day has the same stops at the same hours, on the same date."""
    if route.changed:
        return False
    before = turn.trip.plan
    now = plan_at_hand(dumped(route), "")
    return before is not None and before.days == now.days


def _counts(turn: Turn) -> bool:
    """Whether the message changes something that no day shows."""
    return turn.brief.party != turn.trip.brief.party or turn.brief.budget != turn.trip.brief.budget


def detail_lines(route: Route, language: str) -> Iterator[str]:
    """Yield every day with the hours of its stops."""
    for day in route.days:
        stops = (message_text("plan.visits", language, arrive=visit.arrive, name=visit.name) for visit in day.visits)
        yield message_text(
            "plan.day", language, day=day.day, stops=joined(stops, language) or message_text("plan.free", language)
        )

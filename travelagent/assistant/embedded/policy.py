"""What the embedded assistant does about a message: the script of calls that its acts ask for, and then the answer.

The calls follow from the acts and the trip at hand alone; one is made once. Those that change the trip come first, one
after the other; what is asked is looked up side by side, and the answer is written from what came back.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from travelagent.assistant.embedded.answers.answer import answer_of
from travelagent.assistant.embedded.asking import (
    SIGHTS_THERE,
    ask_arguments,
    covered_sights_question,
    currency_of,
    overview,
)
from travelagent.assistant.embedded.commands import trip_calls
from travelagent.assistant.embedded.destination import (
    CitiesOf,
    Destination,
    Named,
    destination_of,
    is_to_be_fetched,
    is_unknown_alone,
)
from travelagent.assistant.embedded.figures import figure_calls
from travelagent.assistant.embedded.script import Call, Script, replayed, side_by_side
from travelagent.assistant.embedded.steps import Answered, Calls, Step
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.tool_results import ROUTES, Found
from travelagent.briefs.acts import (
    Act,
    Ask,
    AskFigures,
    Compare,
    EditPlan,
    FindPlaces,
    NotRead,
    PatchBrief,
    Remember,
    Restyle,
    SmallTalk,
    TripCommand,
    Undo,
)
from travelagent.briefs.costs import person_day_limit
from travelagent.briefs.hours import is_arrival_known, leaves_at
from travelagent.briefs.usual import usual_cities, usual_days
from travelagent.briefs.values import FIELDS, UNPLANNED, TripBrief
from travelagent.briefs.wire import brief_to_wire, patch_to_wire
from travelagent.catalog import source
from travelagent.catalog.money import usual_currency
from travelagent.planning.edits.days import AddDays, EndBy, RemoveDay, StartAt
from travelagent.planning.edits.registry import edits_to_wire
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.values import Edit

MOST_TRIES: Final = 4
"""So often a plan is tried, each time without one more of the wishes that clash."""
MOST_COMPARED: Final = 6
OF_CITIES: Final = frozenset({"weather", "food", "hotel", "price"})
"""Topics beside whose answer the page shows the cities' facts."""
SHOWN_CITIES: Final = 3


def decide(turn: Turn) -> Step:
    """Return the next calls, or the answer. A tool that is not offered is never called."""
    calls = replayed(_script, turn) if turn.tools else ()
    return Calls(calls) if calls else Answered(answer_of(turn))


def _script(turn: Turn) -> Script:
    turn = yield from _changes(turn)
    turn = yield from _costs(turn)
    return (yield from _lookups(turn))


def _changes(turn: Turn) -> Script:
    """The calls that change the trip, one after the other: what comes after one that failed is its other try."""
    edits_plan = any(isinstance(act, EditPlan) for act in turn.understood.acts)
    undos = [act for act in turn.understood.acts if isinstance(act, Undo)]
    if undos and not edits_plan:
        for act in undos:
            turn = yield (("undo_change", {"forth": act.forth}),)
        return turn
    changed = _changed(turn.trip.brief, turn.brief)
    plan = turn.trip.plan
    requested = (edit for act in turn.understood.acts if isinstance(act, EditPlan) for edit in act.edits)
    edits = tuple(edit for edit in requested if not _is_of_journey(edit, turn))
    if plan is None:
        return (yield from _first_plan(turn, changed))
    if "stays" in changed and not set(turn.brief.places) & set(turn.trip.brief.places):
        turn = yield from _planned(turn, changed)
        return (yield from _edited(turn, edits_to_wire(edits), {}))
    if any(isinstance(edit, AddDays | RemoveDay) for edit in edits):
        changed -= {"dates", "stays"}  # the same change of the length
    if fields := changed & UNPLANNED:
        turn = yield (("set_brief", {"brief": patch_to_wire(turn.trip.brief, turn.brief, fields)}),)
    patch = patch_to_wire(turn.trip.brief, turn.brief, changed - UNPLANNED)
    return (yield from _edited(turn, edits_to_wire(edits), patch))


def _is_of_journey(edit: Edit, turn: Turn) -> bool:
    """Whether an edit sets an hour that a journey sets: when the first day begins, or the last one ends."""
    plan, brief = turn.trip.plan, turn.brief
    if isinstance(edit, StartAt) and edit.day == 1:
        return is_arrival_known(brief)
    ends = isinstance(edit, EndBy) and plan is not None and edit.day == len(plan.days)
    return ends and leaves_at(brief.departure) is not None


def _changed(before: TripBrief, after: TripBrief) -> frozenset[str]:
    return frozenset(name for name in FIELDS if getattr(before, name) != getattr(after, name)) - {"unserved"}


def _first_plan(turn: Turn, changed: frozenset[str]) -> Script:
    acts = turn.understood.acts
    if turn.brief.stays:
        if turn.understood.wants_plan and not any(isinstance(act, Compare) for act in acts):
            turn = yield from _planned(turn, changed)
        return turn
    if changed:
        turn = yield (("set_brief", {"brief": patch_to_wire(turn.trip.brief, turn.brief, changed)}),)
    if turn.understood.wants_plan and not any(isinstance(act, Compare | FindPlaces) for act in acts):
        turn = yield from _led_to(destination_of(turn), turn)
    return turn


def _led_to(destination: Destination | None, turn: Turn) -> Script:
    """The calls that plan where a message leads."""
    arguments = {"brief": _in_currency(turn, {})}
    match destination:
        case Named(places, days, areas):
            turn = yield (("generate_route", {"city": places[0], **_further(places), "days": days, **arguments}),)
            if areas and turn.failures("generate_route"):
                turn = yield (("search_cities", _search(turn, areas)),)
        case CitiesOf(areas):
            turn = yield (("search_cities", _search(turn, areas)),)
            if cities := _cities_of_area(turn):
                where = {"city": cities[0], **_further(cities), "days": _days(turn.brief, cities), "any_order": True}
                turn = yield (("generate_route", {**where, **arguments}),)
    return turn


def _cities_of_area(turn: Turn) -> list[str]:
    """The best cities of the area that a trip is to lead through, as many as its days hold."""
    found = turn.last("search_cities")
    wanted = [city.id for city in found.search.cities if city.id not in turn.understood.refused] if found else []
    return wanted[: usual_cities(turn.brief.days or 0)]


def _planned(turn: Turn, changed: frozenset[str]) -> Script:
    """A new plan, through areas without a city of the catalogue as well; where it fails, without what clashed or is not
    known."""
    places = [*turn.brief.places, *filter(is_to_be_fetched, turn.understood.areas)]
    args = {
        "city": places[0], **_further(places), "days": _days(turn.brief, places),
        "brief": _with_sights_of(places, _in_currency(turn, patch_to_wire(turn.trip.brief, turn.brief, changed))),
    }  # fmt: skip
    again: dict[str, Any] | None = args
    for _ in range(MOST_TRIES):
        if again is not None and not turn.results("generate_route"):
            turn = yield (("generate_route", again),)
            failures = turn.failures("generate_route")
            again = _without_clash(failures[-1], turn.brief) if failures else None
    failures = turn.failures("generate_route")
    if failures and not turn.results("generate_route") and not any(map(_is_unknown, failures)):
        turn = yield (("set_brief", {"brief": patch_to_wire(turn.trip.brief, turn.brief, changed)}),)
    return turn


def _is_unknown(failed: Found) -> bool:
    """Return whether a plan failed for a name that no brief can hold; wishes that failed otherwise are kept."""
    return (failed.error or {}).get("code") in ("unknown_city", "ambiguous_city", "unknown_sight")


def _further(places: Sequence[str]) -> dict[str, Any]:
    """The places behind the first one, as generate_route takes them."""
    return {"cities": list(places[1:])} if len(places) > 1 else {}


def _with_sights_of(places: Sequence[str], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a patch without the sights of other cities: the plan is made, and the answer reports which did not fit."""
    if not patch.get("must_see"):
        return patch
    musts = [sight for sight in patch["must_see"] if sight.partition("/")[0] in places]
    return {**patch, "must_see": musts or None}


def _in_currency(turn: Turn, patch: dict[str, Any]) -> dict[str, Any]:
    """Return a patch of the first plan with the currency in which its costs are shown, where none was stated."""
    currency = None if turn.brief.currency else currency_of(turn)
    return {**patch, "currency": currency} if currency else patch


def _days(brief: TripBrief, places: Sequence[str]) -> int:
    return min(brief.days or usual_days(len(places)), MAX_DAYS)


def _without_clash(failed: Found, brief: TripBrief) -> dict[str, Any] | None:
    """The arguments of a plan without the places that are not known, or the wishes that clash; None where another try
    would be the same."""
    error, args = failed.error or {}, dict(failed.call.args)
    patch = {**args.get("brief", {})}
    code = error.get("code")
    if code in ("unknown_city", "no_sights", "ambiguous_city") or error.get("known"):
        places = [args["city"], *args.get("cities", ())]
        known = [place for place in places if place not in (error.get("city"), error.get("id"))]
        if len(known) == len(places):
            known = [place for place in places if place in source.cities()]
        if not known or len(known) == len(places):
            return None
        stays = [stay for stay in brief_to_wire(brief)["stays"] if stay["place"] in known]
        each = [stay.get("days") for stay in stays]
        days = sum(each) if None not in each else min(args["days"], MAX_DAYS)
        return {"city": known[0], **_further(known), "days": days, "brief": {**patch, "stays": stays}}
    if brief.origin and error.get("city") == brief.origin:
        return {**args, "brief": {**patch, "origin": None}}
    musts = patch.get("must_see") or list(brief.must_see)
    wishes = patch.get("day_wishes") or brief_to_wire(brief).get("day_wishes", [])
    wanted = [*musts, *(wish.get("value") for wish in wishes)]
    gone = {*_to_give_up(error, wanted), error.get("sight"), error.get("id")} - {None}
    kept = [sight for sight in musts if sight not in gone and sight in source.sights()]
    held = [wish for wish in wishes if wish.get("value") not in gone]
    if (kept, held) == (musts, wishes):
        return None
    return {**args, "brief": {**patch, "must_see": kept or None, "day_wishes": held or None}}


def _to_give_up(error: Mapping[str, Any], wanted: Sequence[str]) -> set[str]:
    """Return what is given up to solve a clash: that without which all else fits, where it is known; else what the
    refusal suggests to drop, else what was requested last of it.

    What clashes is a smallest set, so that all the others can be had.
    """
    clash = set(error.get("clash", ()))
    lost = set(error.get("fits_without", ()))
    return (
        lost
        or clash.intersection(error.get("change", {}).get("drop", ()))
        or set([each for each in wanted if each in clash][-1:])
    )


def _edited(turn: Turn, edits: Sequence[Mapping[str, Any]], patch: Mapping[str, Any]) -> Script:
    """A change of the plan; where it cannot be had as a whole, each part of it by itself."""
    if not edits and not patch:
        return turn
    whole = {**({"edits": list(edits)} if edits else {}), **({"brief": dict(patch)} if patch else {})}
    turn = yield (("change_route", whole),)
    sources = patch.get("sources", {})
    fields: list[dict[str, Any]] = [
        {"brief": {name: value, **({"sources": {name: sources[name]}} if name in sources else {})}}
        for name, value in patch.items()
        if name != "sources"
    ]
    parts: list[dict[str, Any]] = [*({"edits": [edit]} for edit in edits), *fields]
    if len(parts) > 1 and turn.failures("change_route"):
        for part in parts:
            turn = yield (("change_route", part),)
    return turn


def _costs(turn: Turn) -> Script:
    """The budget of a new or changed plan, or of the one at hand where what it may cost is new; a tier lower where it
    is over the limit."""
    plan, route = turn.trip.plan, turn.route
    if route is not None:
        city, days = route.cities[0].id, len(route.days)
    elif plan is not None and turn.results("set_brief"):
        city, days = plan.cities[0], len(plan.days)
    else:
        return turn
    currency = currency_of(turn)
    counted = {"city": city, "days": days, **({"currency": currency} if currency else {})}
    facts: tuple[Call, ...] = (("get_city_info", {"city": city}),) if turn.results("generate_route") else ()
    turn = yield (*facts, ("calculate_budget", counted))
    if turn.budget and turn.limit is not None and turn.budget.total > turn.limit and turn.brief.tier != "budget":
        turn = yield (("calculate_budget", {**counted, "tier": "budget"}),)
    return turn


def _lookups(turn: Turn) -> Script:
    """What the acts want looked up, side by side."""
    acts = turn.understood.acts
    scripts = [_lookup(act, turn) for act in acts]
    if not turn.brief.stays and turn.trip.plan is None and not turn.tried(*ROUTES):
        compares = any(isinstance(act, Compare) for act in acts)
        if turn.understood.wants_plan and not compares and not is_unknown_alone(turn):
            scripts.append(_one((("search_cities", _search(turn, turn.understood.areas)),)))
    return (yield from side_by_side(scripts, turn))


def _one(wave: tuple[Call, ...]) -> Script:
    """A script of one wave."""
    return (yield wave)


def _lookup(act: Act, turn: Turn) -> Script:
    """What an act wants looked up."""
    match act:
        case Ask(topic, about):
            calls: list[Call] = [("ask_plan", ask_arguments(act, turn))]
            if topic in OF_CITIES and turn.trip.plan is None:
                cities = [place for place in about if place in source.cities()]
                calls += (("get_city_info", {"city": city}) for city in cities[:SHOWN_CITIES])
            turn = yield tuple(calls)
        case FindPlaces(areas):
            if turn.trip.plan is None or areas or turn.understood.areas:
                turn = yield (("search_cities", _search(turn, areas or turn.understood.areas)),)
            else:
                turn = yield (("ask_plan", ask_arguments(SIGHTS_THERE, turn)),)
        case Compare(places):
            turn = yield from _comparison(places, turn)
        case AskFigures(question):
            turn = yield from figure_calls(question, turn)
        case TripCommand():
            turn = yield from trip_calls(act, turn)
        case Restyle():
            turn = yield tuple(("ask_plan", ask_arguments(each, turn)) for each in overview(act, turn))
        case PatchBrief() | EditPlan() | Undo() | Remember() | SmallTalk() | NotRead():
            pass
        case _:
            assert_never(act)
    return turn


def _comparison(places: Sequence[str], turn: Turn) -> Script:
    """The call that compares cities, in the requested month and for the interests; where one of them is not covered,
    for those that are.
    """
    dates = turn.brief.dates
    month = dates.month or (dates.start.month if dates.start else None)
    options = {"month": month, "interests": list(turn.brief.interests)}
    given = {name: value for name, value in options.items() if value}
    for cities in (list(places[:MOST_COMPARED]), list(covered_sights_question(places).about)):
        if len(cities) > 1:
            turn = yield (("compare_cities", {"cities": cities, **given}),)
        elif cities:
            turn = yield (("ask_plan", ask_arguments(covered_sights_question(places), turn)),)
        if not turn.failures("compare_cities"):
            break
    return turn


def _search(turn: Turn, areas: Sequence[str]) -> dict[str, Any]:
    brief = turn.brief
    limit = person_day_limit(brief)
    country = next((area for area in areas if len(area) == 2 and area.isupper()), None)
    region = next((area for area in areas if area != country), None)
    given = {
        "interests": list(brief.interests),
        "month": brief.dates.month or (brief.dates.start.month if brief.dates.start else None),
        "season": brief.dates.season if not brief.dates.month and not brief.dates.start else None,
        "country": country if region is None else None,
        "region": region,
        "days": brief.days,
        "origin": brief.origin or None,
        "budget_max": None if limit is None else float(limit),
        "currency": (currency_of(turn) or usual_currency(turn.language)) if limit is not None else None,
        "cheap": (brief.tier == "budget") or None,
    }
    return {name: value for name, value in given.items() if value not in (None, [])}

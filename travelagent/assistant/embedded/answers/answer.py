"""The answer to a message: first what was not done, then what was, then what was asked, each in a few sentences."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, assert_never

from travelagent.assistant.brief_words import noted_fields
from travelagent.assistant.embedded.answers.figures import figures_answer
from travelagent.assistant.embedded.answers.plan import (
    OF_DAYS,
    budget_lines,
    change_lines,
    detail_lines,
    plan_lines,
    was_over,
)
from travelagent.assistant.embedded.answers.texts import joined, joined_sentences, message_text, without_repeats
from travelagent.assistant.embedded.asking import SIGHTS_THERE, ask_arguments, covered_sights_question, overview
from travelagent.assistant.embedded.commands import meant_trip
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.results.cities import FoundCity
from travelagent.assistant.results.comparison import Comparison
from travelagent.assistant.results.route import Route
from travelagent.assistant.results.trips import DeletedTrip, SavedTrip, SavedTrips
from travelagent.assistant.tool_results import ROUTES, Found
from travelagent.assistant.wording import about, problem
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
from travelagent.catalog import source
from travelagent.catalog.money import whole
from travelagent.catalog.names import country_name, place_name, region_name
from travelagent.planning.edits.sights import Drop, Remove, Swap

CITIES: Final = 4
UNREAD, QUOTED = 3, 60
"""So many pieces that were not understood are quoted, each in so many characters."""
QUIET: Final = frozenset({"greeting", "thanks", "farewell", "accept", "aside", "other"})
"""Talk that is not answered where the message does something else as well."""


def answer_of(turn: Turn) -> str:
    """Return the text of the answer at the end of a turn."""
    parts = [*_doubt(turn), *_unmet(turn), *_trip(turn)]
    for act in turn.understood.acts:
        parts += _of_act(act, turn)
    if not parts:
        parts += _talk(turn)
    parts = list(dict.fromkeys(part for part in parts if part))
    if not parts:
        parts = [message_text("talk.nothing", turn.language)]
    return "\n\n".join([*without_repeats(parts, turn.prior_answers), *_next(turn)])


def _doubt(turn: Turn) -> Iterator[str]:
    """What a message would take away that it does not mention, with what may be meant."""
    doubt = turn.understood.doubt
    if doubt is None:
        return
    cities = joined((place_name(place, turn.language) for place in doubt.cities), turn.language)
    lines = [message_text(f"doubt.{doubt.question}", turn.language, cities=cities, count=abs(doubt.days))]
    lines += [f"- {choice}" for choice in doubt.choices]
    yield "\n".join(lines)


def _unmet(turn: Turn) -> Iterator[str]:
    """What of the message was not done and why, in one line."""
    reasons = list(dict.fromkeys(reason.rstrip("。.") for reason in _reasons(turn)))
    if reasons:
        yield message_text("lead.unmet", turn.language, reasons=joined(reasons, turn.language, sentences=True))
    unread = [act.text.strip(" ,，。.;；") for act in turn.understood.acts if isinstance(act, NotRead) and not act.asks]
    if unread:
        quoted = (message_text("lead.quoted", turn.language, text=text[:QUOTED]) for text in unread[:UNREAD])
        id = "lead.unread" if turn.trip.plan else "lead.unused"
        yield message_text(id, turn.language, texts=joined(quoted, turn.language))


def _reasons(turn: Turn) -> Iterator[str]:
    language = turn.language
    yield from (_failure(error, language) for error in _refusals(turn))
    yield from (_failure(error, language) for error in _given_up(turn))
    looked_for = {place for found in turn.found for place in _places_of(found)}
    for name in turn.understood.unknown:
        if name not in looked_for:
            yield message_text("lead.unknown_place", language, name=name)
    route = turn.route
    if route is not None and not turn.results("undo_change"):
        yield from (message_text("lead.given_up", language, wish=wish) for wish in route.given_up)
        if turn.results("generate_route"):
            yield from _unkept(route, language)
        yield from _left_out(turn, route)
        planned = {city.id for city in route.cities}
        for place in turn.brief.places:
            if place not in planned:
                yield message_text("lead.unknown_place", language, name=place_name(place, language))
    elif turn.trip.plan is None and "edit" in turn.understood.kinds and not turn.understood.wants_plan:
        yield message_text("lead.no_plan_to_edit", language)
    searched = turn.last("search_cities")
    if searched is not None and not searched.search.cities:
        for area in turn.understood.areas:
            yield message_text("lead.unknown_place", language, name=_area_name(area, language))
    limit, budget = turn.limit, turn.budget
    if limit is not None and budget is not None and budget.total > limit and _is_news(turn):
        excess = whole(budget.total) - whole(limit)
        yield message_text("lead.over", language, amount=about(excess, budget.currency, language))


def _refusals(turn: Turn) -> list[Mapping[str, Any]]:
    """The errors of what was not done. Of several plans that clash it is the first: the others were made with fewer
    wishes, and its way out is the one that keeps them all."""
    failed_calls = turn.failures(*ROUTES, "set_brief", "compare_cities")
    failures = [failed for failed in failed_calls if failed.tool != "undo_change" and not _mended(failed, turn)]
    clashes = [failed for failed in failures if failed.tool == "generate_route" and "clash" in (failed.error or {})]
    return [failed.error or {} for failed in failures if failed not in clashes[1:]]


def _left_out(turn: Turn, route: Route) -> Iterator[str]:
    """Yield the requested sights that the plan does not have and that the message does not give up, those of one reason
    together.
    """
    reasons = {each.sight: each.reason.rstrip("。.") for each in route.left_out}
    edits = [edit for act in turn.understood.acts if isinstance(act, EditPlan) for edit in act.edits]
    refused = {term for edit in edits if isinstance(edit, Drop) for term in edit.terms}
    refused |= {edit.visit for edit in edits if isinstance(edit, Remove | Swap)}
    by_reason: dict[str, list[str]] = {}
    for sight in turn.brief.must_see:
        name = place_name(sight, turn.language)
        if sight not in route.sights | refused and "/" in sight and name not in route.given_up:
            by_reason.setdefault(reasons.get(sight, ""), []).append(name)
    for reason, names in by_reason.items():
        id = "lead.left_out" if reason else "lead.dropped"
        yield message_text(id, turn.language, names=joined(names, turn.language), reason=reason)


def _unkept(route: Route, language: str) -> Iterator[str]:
    """Yield what a new plan does not keep of its cities, days and bookings, with what it has instead; the sights that
    did not fit, the money and what nobody can vouch for have answers of their own.
    """
    for wish in route.unkept:
        if wish.field in OF_DAYS:
            yield message_text("lead.unkept", language, wish=wish.words, evidence=wish.evidence)


def _failure(error: Mapping[str, Any], language: str) -> str:
    """A tool's error; of a place without sights why there are none to be had, and the nearest ones that have some."""
    why = str(error.get("why", "")).rstrip("。.")
    if not (error.get("known") and error.get("near") and error.get("city")):
        name = _area_name(str(error.get("city", "")), language)
        return message_text("lead.not_fetched", language, name=name, why=why) if why else problem(error, language)
    near = joined((message_text("lead.near", language, name=o["name"], km=o["km"]) for o in error["near"]), language)
    id = "lead.not_fetched_near" if why else "lead.uncovered"
    return message_text(id, language, name=error["city"], near=near, why=why)


def _is_news(turn: Turn) -> bool:
    """Whether it is not known yet how the budget stands: it is new, or so is the plan."""
    return bool(turn.results("generate_route")) or turn.brief.budget != turn.trip.brief.budget or not was_over(turn)


def _area_name(area: str, language: str) -> str:
    """What a country, by its code, or a region is called."""
    english, chinese = country_name(area)
    return region_name(area, language) if english == area else chinese if language == "zh" else english


def _places_of(found: Found) -> tuple[str, ...]:
    """The places that a plan was to lead to, by the names in the call."""
    args = found.call.args if found.tool == "generate_route" else {}
    return (str(args.get("city", "")), *args.get("cities", ()))


def _given_up(turn: Turn) -> list[Mapping[str, Any]]:
    """The errors of the areas that a plan was made without, each once."""
    areas = turn.understood.areas if turn.results("generate_route") else ()
    errors = [failed.error or {} for failed in turn.failures("generate_route")]
    return list({area: error for area in areas for error in errors if error.get("city") == area}.values())


def _mended(failed: Found, turn: Turn) -> bool:
    """Whether a refused change was made all the same, in parts or without what clashed."""
    if failed.tool == "generate_route":
        return bool(turn.results("generate_route"))
    args = failed.call.args
    return failed.tool == "change_route" and len(args.get("edits", ())) + len(set(args) - {"edits"}) > 1


def _trip(turn: Turn) -> Iterator[str]:
    """What became of the plan."""
    made, changed, route = turn.results("generate_route"), turn.results("change_route"), turn.route
    if turn.results("undo_change"):
        forth = any(isinstance(act, Undo) and act.forth for act in turn.understood.acts)
        yield message_text("plan.redone" if forth else "plan.undone", turn.language)
    elif turn.failures("undo_change"):
        yield message_text("plan.nothing_undone", turn.language)
    if made and route is not None:
        if not turn.brief.stays:
            yield message_text(
                "plan.chosen", turn.language, cities=joined((city.name for city in route.cities), turn.language)
            )
        yield from plan_lines(turn, route)
    elif changed and route is not None:
        yield _noted(turn)
        yield from change_lines(turn, route)
    elif turn.results("set_brief") and turn.trip.plan is not None:
        yield _noted(turn)
        yield joined_sentences(budget_lines(turn), turn.language)
    elif turn.understood.doubt is None and turn.trip.plan is not None and not turn.tried(*ROUTES, "set_brief"):
        asks = any(isinstance(act, Ask | Compare | FindPlaces | AskFigures) for act in turn.understood.acts)
        if not asks and any(isinstance(act, PatchBrief) and not act.ops for act in turn.understood.acts):
            yield message_text("plan.unchanged", turn.language)
    elif turn.trip.plan is None and not turn.brief.stays and not turn.tried(*ROUTES):
        compares = any(isinstance(act, Compare) for act in turn.understood.acts)
        if turn.understood.wants_plan and not compares:
            yield from _places(turn)


def _noted(turn: Turn) -> str:
    """What was noted of the message, and how the budget stands by it."""
    language = turn.language
    fields = noted_fields(turn.trip.brief, turn.brief, language)
    if not fields:
        return ""
    line = message_text("plan.noted", language, fields=joined(fields, language))
    if turn.route is None:
        line += (" " if language == "en" else "") + message_text("plan.noted_kept", language)
    return line


def _places(turn: Turn) -> Iterator[str]:
    """Yield suggestions where to go, by what the message mentions; else the question where to."""
    found = turn.last("search_cities")
    if found is None:
        yield message_text("ask.where_else" if turn.understood.unknown else "ask.where", turn.language)
    elif not found.search.cities:
        near = joined((city.name for city in found.search.near[:CITIES]), turn.language)
        yield (
            message_text("ask.where_of", turn.language, cities=near)
            if near
            else message_text("ask.where_none", turn.language)
        )
    else:
        shown = _new_places(found, turn)
        lines = [
            message_text("ask.found", turn.language, name=f"**{city.name}**", summary=city.summary, reasons="")
            for city in shown
        ]
        cities = joined((city.name for city in shown), turn.language)
        yield "\n".join(f"- {line}" for line in lines)
        yield message_text("ask.where_of", turn.language, cities=cities)


def _new_places(found: Found, turn: Turn) -> list[FoundCity]:
    """The cities to tell of: none that is refused, and others than were offered before where there are some."""
    wanted = [city for city in found.search.cities if city.id not in turn.understood.refused]
    new = [city for city in wanted if city.id not in turn.trip.offered]
    return (new or wanted)[:CITIES]


def _of_act(act: Act, turn: Turn) -> Iterator[str]:
    """What an act that asks, or that is about saved trips, is answered."""
    language = turn.language
    match act:
        case Ask():
            yield from _plan_answers(act, turn)
        case FindPlaces():
            if turn.results("ask_plan"):
                yield from _plan_answers(SIGHTS_THERE, turn)
            elif not turn.results(*ROUTES):
                yield from _places(turn)
        case Compare(places):
            found = turn.last("compare_cities")
            if found:
                compared = found.result(Comparison)
                yield compared.verdict
                yield from compared.left_out
                yield "\n".join(f"- {line}" for city in compared.cities for line in _summary(city.id, language))
            elif places:
                yield from _plan_answers(covered_sights_question(places), turn)
            else:
                yield message_text("ask.compare_one", language)
        case AskFigures():
            yield figures_answer(turn)
        case TripCommand():
            yield from _of_trips(act, turn)
        case Remember(_, forget):
            yield message_text("talk.forgotten" if forget else "talk.remembered", language)
        case Restyle(detailed):
            if turn.standing_route is not None and detailed:
                yield "\n".join(detail_lines(turn.standing_route, language))
            for each in overview(act, turn):
                yield from _plan_answers(each, turn)
        case SmallTalk(kind):
            if kind not in QUIET:
                yield message_text(f"talk.{kind}", language)
        case NotRead(text, True):
            yield message_text("lead.unknown", language, text=text.strip(" ,，。.;；?？")[:QUOTED])
        case PatchBrief() | EditPlan() | Undo() | NotRead():
            pass
        case _:
            assert_never(act)


def _summary(city: str, language: str) -> Iterator[str]:
    """What a city of the catalogue is known for."""
    row = source.cities().get(city)
    if row is not None:
        name, summary = (row.name_zh, row.summary_zh) if language == "zh" else (row.name_en, row.summary_en)
        yield message_text("ask.found", language, name=f"**{name}**", summary=summary, reasons="")


def _plan_answers(act: Ask, turn: Turn) -> Iterator[str]:
    for found in turn.found:
        if found.tool == "ask_plan" and found.call.args == ask_arguments(act, turn):
            yield str(found.value["text"]) if found.error is None else problem(found.error, turn.language)


def _of_trips(act: TripCommand, turn: Turn) -> Iterator[str]:
    language = turn.language
    if act.command in ("share", "export"):
        yield message_text(f"ask.{act.command}", language)
        return
    if (made := turn.last("create_trip") or turn.last("update_trip")) is not None:
        trip = made.result(SavedTrip)
        yield message_text(
            "ask.renamed" if act.command == "rename" else "ask.saved", language, title=trip.title, id=trip.id
        )
    elif gone := turn.last("delete_trip"):
        yield message_text("ask.deleted", language, title=gone.result(DeletedTrip).title)
    elif act.command == "save":
        yield message_text("ask.nothing_to_save", language)
    elif listed := turn.last("list_trips"):
        trips = listed.result(SavedTrips).trips
        titles = joined((f"“{trip.title}”" for trip in trips), language)
        if not trips:
            yield message_text("ask.no_trips", language)
        elif act.command == "list":
            yield message_text("ask.trips", language, count=len(trips), titles=titles)
        elif meant_trip(turn) is None:
            yield message_text(
                "ask.which_trip", language, command=message_text(f"command.{act.command}", language), titles=titles
            )
        else:
            yield message_text("ask.new_title", language)


def _talk(turn: Turn) -> Iterator[str]:
    """What is answered where a message does nothing but talk."""
    kinds = [act.kind for act in turn.understood.acts if isinstance(act, SmallTalk)]
    kind = next((kind for kind in kinds if kind not in ("aside", "other")), None)
    if kind is not None:
        yield message_text(f"talk.{kind}", turn.language)
    elif turn.understood.wants_plan and not turn.brief.stays:
        yield message_text("ask.where", turn.language)


def _next(turn: Turn) -> Iterator[str]:
    """Yield the question for what would improve the plan; it is asked once."""
    if not turn.results("generate_route") or any(isinstance(act, Ask) for act in turn.understood.acts):
        return
    dates, party = turn.brief.dates, turn.brief.party
    if dates.start is not None and (party.adults is not None or party.children or party.seniors):
        return
    text = message_text("next.dates" if dates.start is None else "next.party", turn.language)
    if not any(text in before for before in turn.prior_answers):
        yield text

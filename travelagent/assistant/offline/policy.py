"""The decision engine: from what is wanted and what is known by now, the next tool calls or the answer.

One function an intent, each readable from top to bottom: ask for what is missing, call what helps and is available,
look at what came back, answer from it alone. A tool that is not offered is never called; a tool that failed is answered
by another call, or by saying so.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from travelagent.assistant.language import Language, language_of
from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.comparison import compared_aspects, comparison_answer
from travelagent.assistant.offline.answers.cost import cost_answer
from travelagent.assistant.offline.answers.figures import figures_answer
from travelagent.assistant.offline.answers.needs import access_answer
from travelagent.assistant.offline.answers.places import (
    USUAL,
    ask_city_answer,
    facts_answer,
    food_answer,
    recommendation_answer,
    sights_answer,
)
from travelagent.assistant.offline.answers.plan import plan_answer, refused_answer
from travelagent.assistant.offline.answers.tongue import speaker
from travelagent.assistant.offline.answers.trips import saved_answer, trips_answer
from travelagent.assistant.offline.answers.ways import journey_answer
from travelagent.assistant.offline.answers.when import when_answer
from travelagent.assistant.offline.answers.why import why_answer
from travelagent.assistant.offline.answers.words import (
    beyond_answer,
    memory_answer,
    nothing_to_undo,
    words_answer,
)
from travelagent.assistant.offline.base import hotel_of
from travelagent.assistant.offline.journey import day_windows, with_a_late_evening
from travelagent.assistant.offline.questions.mend import mended
from travelagent.assistant.offline.questions.read import asks_for_figures, read_in_turn
from travelagent.assistant.offline.reading.intents import PLANS
from travelagent.assistant.offline.reading.lexicon import pattern, table
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.numerals import count
from travelagent.assistant.offline.reading.places import country_of
from travelagent.assistant.offline.revision import days_named, lower_tier, revision
from travelagent.assistant.offline.tour import cities_of_plan, planned_cities, wants_near
from travelagent.assistant.offline.trips import changed_trip, new_trip, trip_wish
from travelagent.assistant.offline.turn import ROUTES, Found, Turn
from travelagent.assistant.offline.values import Intent, Travellers, Understood
from travelagent.catalog.labels import SEASON_MONTHS

HOPELESS = frozenset({"unknown_city", "ambiguous_city", "invalid_arguments"})
FREE = re.compile(r"免费|不要钱|\bfree\b", re.I)
MOST_RECOMMENDED = 20
SIGHTS = 12
CITIES_COMPARED = 6
SQL_TOOLS = frozenset({"generate_sql", "validate_sql", "run_sql"})
# What these look for is not told by a topic that they name: islands without a visa.
SEARCHES = frozenset({"city_recommendation", "data_question", "trip_management", "memory"})
# What is understood as one of these may at a closer look be a question about figures.
MAYBE_FIGURES = frozenset({"comparison", "city_recommendation", "attraction_query", "budget_query", "season_query"})


@dataclass(frozen=True, slots=True)
class Calls:
    """Tool calls to make side by side: (tool, arguments)."""

    calls: tuple[tuple[str, dict[str, Any]], ...]


@dataclass(frozen=True, slots=True)
class Answered:
    text: str


Step: TypeAlias = Calls | Answered
Tools: TypeAlias = frozenset[str]
Handler: TypeAlias = Callable[[Understood, Turn, Tools], Step]


def decide(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """The next step. Without tools on offer it is always an answer from what is known."""
    if understood.why and turn.standing_route:
        return _why(understood, turn, turn.standing_route, tools)
    if understood.when and turn.standing_route:
        return Answered(when_answer(understood, turn.standing_route.value))
    if understood.undo:
        return _undo(understood, turn, tools)
    if turn.standing_route and (needs := asked_needs(turn.said[-1])):
        return Answered(access_answer(needs, speaker(understood.language)))
    if turn.standing_route and only_tells_diet(turn.said[-1]):
        return _noted(food(understood, turn, tools), understood)
    if topic := beyond(understood, turn.said[-1]):
        return Answered(beyond_answer(topic, understood.language))
    if ends := journey_asked(turn.said[-1]):
        return Answered(journey_answer(*ends, speaker(understood.language)))
    if _wants_figures(understood, turn):
        return figures(understood, turn, tools)
    return HANDLERS[understood.intent](understood, turn, tools)


def _why(understood: Understood, turn: Turn, plan: Found, tools: Tools) -> Step:
    """The plan's reasons, told once more where they are in the other language."""
    if _told_in(plan) != understood.language and "change_route" in tools and not turn.tried("change_route"):
        return Calls((("change_route", {"itinerary": plan.artifact("itinerary")}),))
    return Answered(why_answer(understood, plan.value, days_named(turn.said[-1], len(plan.value["days"]))))


def _undo(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """The plan before the last change, told once more with its budget; without one, that there is none."""
    if len(turn.plans) < 2 or "change_route" not in tools:
        return Answered(nothing_to_undo(understood))
    if not turn.tried("change_route"):
        return Calls((("change_route", {"itinerary": turn.plans[-2].artifact("itinerary")}),))
    if turn.route is None:
        return Answered(nothing_to_undo(understood))
    if step := _budget_step(understood, turn, tools, turn.route.value["cities"][0]["id"]):
        return step
    return Answered(plan_answer(understood, turn))


def _told_in(plan: Found) -> Language:
    """The language of a plan's texts."""
    reasons = (visit["why"] for day in plan.value["days"] for visit in day["visits"])
    return language_of(next(reasons, ""))


def journey_asked(said: str) -> tuple[str, str] | None:
    """The two cities of a question how one gets from one to the other; None where a message is no such question."""
    message = read_message(said, date.today())
    masked = message.sentence.masked
    if message.days is not None or not pattern("intents", "journey_asked", "ends").search(masked):
        return None
    if not pattern("intents", "journey_asked", "ride").search(masked):
        return None
    ends = [mention.ids[0] for mention in message.places.all if mention.kind == "city" and mention.part != "refused"]
    return (ends[0], ends[1]) if len(ends) == 2 else None


def asked_needs(said: str) -> tuple[str, ...]:
    """The needs of access that a message asks about, of no place of its own."""
    message = read_message(said, date.today())
    asks = pattern("intents", "question").search(message.sentence.masked) and not message.places.all
    return message.manner.needs if asks and message.days is None else ()


def only_tells_diet(said: str) -> bool:
    """Whether a message tells what somebody does not eat, and nothing else that would change a plan."""
    message = read_message(said, date.today())
    manner, length, places = message.manner, message.length, message.places
    others = (
        places.all, places.asked, message.days, length.change, length.to, message.when.says_time, message.money.budget,
        manner.pace, manner.tier, manner.needs, message.tastes.interests, message.tastes.avoid,
        message.party.complete,
    )  # fmt: skip
    return bool(manner.diet) and not any(others)


def _noted(step: Step, understood: Understood) -> Step:
    """The answer on food to a diet that was told, led by what becomes of it."""
    if isinstance(step, Calls):
        return step
    lead = speaker(understood.language)(
        "Noted for this trip. The plan stays as it is: it sets times for meals, no restaurants.",
        "已记下，这趟行程都会考虑。安排不变：行程只排用餐时间，不指定餐厅。",
    )
    return Answered(f"{lead}\n\n{step.text}")


def beyond(understood: Understood, said: str) -> str | None:
    """What of a journey a question is about that no catalogue tells: visa, health, insurance, safety."""
    if understood.intent in SEARCHES or read_message(said, date.today()).days is not None:
        return None
    if pattern("intents", "question").search(said.lower()) is None:
        return None
    topics = (topic for topic in table("intents")["beyond"] if topic != "forecast")
    return next((topic for topic in topics if pattern("intents", "beyond", topic).search(said.lower())), None)


def _call(tools: Tools, *wanted: tuple[str, Mapping[str, Any]]) -> Calls | None:
    """Those of the wanted calls whose tool is on offer, None when none is."""
    calls = tuple((name, _given(args)) for name, args in wanted if name in tools)
    return Calls(calls) if calls else None


def _given(args: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in args.items() if value not in (None, [], "", ())}


# -- a plan ------------------------------------------------------------------------------------------------------------


def plan(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Route, city facts, then the budget of that route; a place that is open is searched for first."""
    cities = cities_of_plan(understood, turn)
    if not cities:
        if not turn.tried("search_cities") and _place_can_be_searched(understood):
            if call := _call(tools, ("search_cities", search_arguments(understood, turn))):
                return call
        return recommend(understood, turn, tools)
    if refused := _refused_change(turn):
        return Answered(refused_answer(understood, refused))
    if call := _route_step(understood, turn, tools, cities):
        return call
    if retry := _second_route(understood, turn, tools):
        return retry
    if _hopeless(turn):
        return Answered(plan_answer(understood, turn))
    planned = turn.route.value["cities"][0]["id"] if turn.route else cities[0]
    if step := _budget_step(understood, turn, tools, planned):
        return step
    return Answered(plan_answer(understood, turn))


def _route_step(understood: Understood, turn: Turn, tools: Tools, cities: tuple[str, ...]) -> Calls | None:
    """The plan at hand changed where it is of these cities, else a new one; anew, too, where a change broke down."""
    wanted = route_arguments(understood, cities)
    facts = ("get_city_info", {"city": cities[0]})
    if not turn.tried(*ROUTES):
        if "change_route" in tools and (changes := revision(understood, turn, wanted)) is not None:
            beside = _call(tools, facts)
            return Calls((("change_route", changes), *(beside.calls if beside else ())))
        return _call(tools, ("generate_route", wanted), facts)
    if turn.route is None and not turn.tried("generate_route"):
        return _call(tools, ("generate_route", wanted))
    return None


def _refused_change(turn: Turn) -> Found | None:
    """A change of the plan at hand that cannot be: the plan stays as it is."""
    return next((f for f in turn.failures("change_route") if (f.error or {}).get("code") == "infeasible"), None)


def _place_can_be_searched(understood: Understood) -> bool:
    e = understood.entities
    return bool(e.regions or e.countries or e.interests or e.month or e.season or e.budget)


def _second_route(understood: Understood, turn: Turn, tools: Tools) -> Step | None:
    """After a failed route: without the cities that have no sights, with a late evening of the children, without the
    demands that clash, else sights alone."""
    failures = turn.failures("generate_route")
    if not failures or turn.results("generate_route"):
        return None
    failed = failures[-1]
    args = dict(failed.call.args)
    error = failed.error or {}
    code = str(error.get("code"))
    cities = [str(args.get("city")), *args.get("cities", ())]
    if error.get("known") and (covered := [city for city in cities if city != error["id"]]) and covered != cities:
        days = max(1, round(args["days"] * len(covered) / len(cities)))
        return _call(tools, ("generate_route", {**args, "city": covered[0], "cities": covered[1:], "days": days}))
    if code == "infeasible" and len(failures) == 1 and args.get("must_see") and limits.with_children(understood):
        late = with_a_late_evening(args["day_windows"], understood.journey, args.get("pace", "normal"))
        if late != args["day_windows"]:
            return _call(tools, ("generate_route", {**args, "day_windows": late}))
    if code in ("infeasible", "unknown_sight") and len(failures) < 3 and args.get("must_see"):
        clash = set(error.get("clash", ())) | {error.get("sight")}
        kept = [s for s in args["must_see"] if s not in clash]
        return _call(tools, ("generate_route", {**args, "must_see": kept}))
    if code not in HOPELESS and not turn.tried("query_attractions"):
        return _call(tools, ("query_attractions", {"cities": [args.get("city")], "limit": SIGHTS}))
    return None


def _hopeless(turn: Turn) -> bool:
    """Whether the route failed over its city or its length: then no other call helps, only the user's word."""
    codes = {str((f.error or {}).get("code")) for f in turn.failures("generate_route")}
    return bool(codes & HOPELESS) and not turn.results("generate_route")


def route_arguments(understood: Understood, cities: tuple[str, ...]) -> dict[str, Any]:
    """The arguments of generate_route for what is wanted by now."""
    e = understood.entities
    start = limits.first_day(understood, date.today())
    return {
        "city": cities[0],
        "days": e.days or limits.DEFAULT_DAYS,
        "cities": list(cities[1:]),
        "start_date": start.isoformat() if start else None,
        "interests": list(limits.interests_of(understood)),
        "pace": e.pace,
        "must_see": list(e.must_see),
        "avoid": list(e.avoid),
        "travellers": limits.people(understood) if e.travellers else None,
        "hotel": hotel_of(understood, cities),
        "day_windows": day_windows(
            understood.journey,
            e.days or limits.DEFAULT_DAYS,
            e.pace or "normal",
            children=limits.with_children(understood),
        ),
        "way": understood.journey.way if len(cities) > 1 else None,
    }


# -- a budget ----------------------------------------------------------------------------------------------------------


def _budget_step(understood: Understood, turn: Turn, tools: Tools, city: str) -> Step | None:
    """The budget of what was planned; when it breaks the limit that was said, once more a tier lower."""
    last = turn.last("calculate_budget")
    if last is None:
        if turn.tried("calculate_budget"):
            return None
        return _call(tools, ("calculate_budget", budget_arguments(understood, turn, city)))
    tier = last.value["tier"]
    if limits.over_limit(understood, last.value) and tier != "budget" and understood.entities.tier is None:
        if len(turn.results("calculate_budget")) == 1:
            return _call(tools, ("calculate_budget", {**last.call.args, "tier": "budget"}))
    return None


def budget_arguments(understood: Understood, turn: Turn, city: str) -> dict[str, Any]:
    e = understood.entities
    route = turn.route or _standing(turn, city)
    rows = route.value["days"] if route else None
    people, journey = e.travellers or Travellers(), understood.journey
    return {
        "city": city,
        "days": len(rows) if rows else e.days or limits.DEFAULT_DAYS,
        "travellers": limits.people(understood),
        "reduced": ((people.children or 0) + (people.seniors or 0)) or None,
        "tier": lower_tier(turn) or e.tier,
        "origin": e.origin,
        "way": journey.way,
        "way_back": journey.way_back,
        "currency": limits.currency_of(understood, turn.counted_in),
        "itinerary": {"days": [_visits(row) for row in rows]} if rows else None,
    }


def _standing(turn: Turn, city: str) -> Found | None:
    """The plan at hand, where it begins in that city."""
    return turn.standing_route if planned_cities(turn)[:1] == (city,) else None


def _visits(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a budget needs of a day: where, which sights, which legs by taxi."""
    rides = [{"mode": leg["mode"], "km": leg["km"]} for leg in row["legs"] if leg["mode"] == "taxi"]
    return {"city": row["city"], "visits": [{"sight": v["sight"]} for v in row["visits"] if v["sight"]], "legs": rides}


def cost(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = _named_city(understood, turn)
    if city is None:
        return Answered(ask_city_answer(understood))
    if step := _budget_step(understood, turn, tools, city):
        return step
    return Answered(cost_answer(understood, turn))


# -- places ------------------------------------------------------------------------------------------------------------


def recommend(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Ranked cities; when nothing matches, once more without the limits that shut everything out."""
    if not turn.tried("search_cities"):
        if call := _call(tools, ("search_cities", search_arguments(understood, turn))):
            return call
    last = turn.last("search_cities")
    if last is not None and not last.value["cities"] and len(turn.results("search_cities")) == 1:
        wider = {k: v for k, v in last.call.args.items() if k not in ("budget_min", "budget_max", "days")}
        if wider != dict(last.call.args):
            if call := _call(tools, ("search_cities", wider)):
                return call
    return Answered(recommendation_answer(understood, turn))


def search_arguments(understood: Understood, turn: Turn) -> dict[str, Any]:
    e = understood.entities
    countries = e.countries
    near = wants_near(understood, turn) and not (e.countries or e.regions)
    if near and e.origin:
        countries = (country_of(e.origin),)
    return {
        "interests": list(e.interests),
        "budget_max": limits.person_day_limit(understood),
        "currency": limits.currency_of(understood, turn.counted_in),
        "season": e.season if not e.month else None,
        "month": e.month or (e.start_date.month if e.start_date else None),
        "country": countries[0] if countries else None,
        "region": e.regions[0] if e.regions else None,
        "days": e.days,
        "limit": MOST_RECOMMENDED if near else cities_asked(turn.said[-1]) or USUAL,
    }


def cities_asked(said: str) -> int | None:
    """How many cities a recommendation shall name, as many as can be had at most; None where it was not said."""
    found = pattern("intents", "cities_counted").search(said.lower())
    number = count(next(filter(None, found.groups()))) if found else None
    return min(number, MOST_RECOMMENDED) if number else None


def sights(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = _named_city(understood, turn)
    if city is None:
        return recommend(understood, turn, tools) if _place_can_be_searched(understood) else _ask(understood)
    if not turn.tried("query_attractions"):
        args = {"cities": list(_named_cities(understood, turn)), "limit": SIGHTS}
        args["interests"] = list(understood.entities.interests)
        args["free_only"] = FREE.search(turn.said[-1]) is not None or None
        if call := _call(tools, ("query_attractions", args)):
            return call
    return Answered(sights_answer(understood, turn))


def food(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = _named_city(understood, turn)
    if city is None:
        return recommend(understood, turn, tools) if _place_can_be_searched(understood) else _ask(understood)
    if not turn.found:
        streets = {"cities": [city], "interests": ["food"], "limit": SIGHTS}
        if call := _call(tools, ("get_city_info", {"city": city}), ("query_attractions", streets)):
            return call
    return Answered(food_answer(understood, turn))


def facts(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Climate, costs, lodging, getting around: the facts of one city or of several."""
    cities = _named_cities(understood, turn)
    if not cities:
        return recommend(understood, turn, tools) if _place_can_be_searched(understood) else _ask(understood)
    if not turn.tried("get_city_info"):
        wanted = [("get_city_info", {"city": city}) for city in cities[:CITIES_COMPARED]]
        if call := _call(tools, *wanted):
            return call
    return Answered(facts_answer(understood, turn))


def compare(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Cities side by side in one call; the facts of each where that is not to be had."""
    cities = _named_cities(understood, turn)[:CITIES_COMPARED]
    if len(cities) < 2:
        return facts(understood, turn, tools)
    if not turn.tried("compare_cities"):
        e = understood.entities
        args = {
            "cities": list(cities),
            "aspects": compared_aspects(turn.said[-1], liked=bool(e.interests)),
            "month": _month_of(understood),
            "interests": list(e.interests),
            "currency": limits.said_currency(understood) or turn.counted_in,
        }
        if call := _call(tools, ("compare_cities", args)):
            return call
    if turn.last("compare_cities") is None:
        return facts(understood, turn, tools)
    return Answered(comparison_answer(understood, turn))


def _wants_figures(understood: Understood, turn: Turn) -> bool:
    """Whether a message that was understood otherwise is a data question, or goes on from one just answered."""
    if understood.intent in PLANS and read_message(turn.said[-1], date.today()).days is not None:
        return False
    if turn.earlier and turn.earlier[-1].tool == "run_sql" and read_in_turn(turn.said[-1], turn.said[:-1]):
        return True
    return understood.intent in MAYBE_FIGURES and asks_for_figures(turn.said[-1])


def _month_of(understood: Understood) -> int | None:
    """The month that was said, of a date or a season too: a season's middle one."""
    e = understood.entities
    if e.month or e.start_date:
        return e.month or (e.start_date.month if e.start_date else None)
    return SEASON_MONTHS[e.season][1] if e.season else None


def figures(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """A data question: made into a query, checked, run. A refusal that says how to mend the query is heeded once."""
    made = turn.last("generate_sql")
    if made is None:
        if not turn.tried("generate_sql") and tools >= SQL_TOOLS:
            return Calls((("generate_sql", {"question": turn.said[-1]}),))
        return Answered(figures_answer(understood, turn))
    checked, refused = turn.last("validate_sql"), turn.failures("validate_sql")
    if checked is None:
        sql = made.value["sql"] if not refused else mended(refused[0].call.args["sql"], refused[0].error or {})
        if sql is not None and len(refused) < 2:
            return Calls((("validate_sql", {"sql": sql}),))
    elif not turn.tried("run_sql"):
        return Calls((("run_sql", {"sql": checked.value["sql"]}),))
    return Answered(figures_answer(understood, turn))


def itinerary(understood: Understood, turn: Turn, tools: Tools) -> Step:
    return plan(understood, turn, tools) if _named_city(understood, turn) else _ask(understood)


def memory(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """What was to be remembered is stored by now; here it is told what is known."""
    return Answered(memory_answer(understood, turn))


def words(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """What needs no tool."""
    return Answered(words_answer(understood))


def trips(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Saved trips: look first where one must be found, then propose the change; the core asks for the confirmation."""
    wish = trip_wish(turn)
    if "create_trip" not in tools:
        return Answered(words_answer(understood))
    if wish == "save":
        if not turn.tried("create_trip") and (args := new_trip(understood, turn)):
            return Calls((("create_trip", args),))
        return Answered(saved_answer(understood, turn))
    if not turn.tried("list_trips"):
        return Calls((("list_trips", {}),))
    if wish != "list" and not turn.tried(f"{wish}_trip"):
        if args := changed_trip(wish, turn):
            return Calls(((f"{wish}_trip", args),))
    return Answered(trips_answer(understood, turn, wish))


def _ask(understood: Understood) -> Step:
    return Answered(ask_city_answer(understood))


def _named_city(understood: Understood, turn: Turn) -> str | None:
    """The city a question is about: the one the last message names, else the plan's."""
    return next(iter(_named_cities(understood, turn)), None)


def _named_cities(understood: Understood, turn: Turn) -> tuple[str, ...]:
    about = tuple(dict.fromkeys(place.partition("/")[0] for place in understood.about))
    return about or cities_of_plan(understood, turn)


HANDLERS: Mapping[Intent, Handler] = {
    "travel_planning": plan,
    "route_planning": plan,
    "itinerary_query": itinerary,
    "nature_tour": plan,
    "cultural_tour": plan,
    "family_tour": plan,
    "honeymoon_tour": plan,
    "adventure_tour": plan,
    "city_recommendation": recommend,
    "comparison": compare,
    "attraction_query": sights,
    "food": food,
    "budget_query": cost,
    "accommodation": facts,
    "transportation": facts,
    "season_query": facts,
    "trip_management": trips,
    "data_question": figures,
    "memory": memory,
    "greeting": words,
    "general_chat": words,
    "complaint": words,
    "out_of_scope": words,
}

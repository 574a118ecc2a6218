"""The decision engine: from what is wanted and what is known by now, the next tool calls or the answer.

One function an intent, each readable from top to bottom: ask for what is missing, call what helps and is available,
look at what came back, answer from it alone. A tool that is not offered is never called; a tool that failed is answered
by another call, or by saying so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, TypeAlias

from travelagent.assistant.offline.answers.bloom import BLOOM
from travelagent.assistant.offline.answers.cost import (
    concessions_told,
    cost_answer,
    items_answer,
    share_answer,
    tickets_answer,
)
from travelagent.assistant.offline.answers.figures import figures_answer
from travelagent.assistant.offline.answers.naming import naming_lines, told_before, uncovered_answer, uncovered_areas
from travelagent.assistant.offline.answers.needs import access_answer
from travelagent.assistant.offline.answers.places import ask_city_answer
from travelagent.assistant.offline.answers.plan import plan_answer
from travelagent.assistant.offline.answers.sights import open_verdict
from travelagent.assistant.offline.answers.taxis import long_rides_answer, long_rides_told, taxi_answer
from travelagent.assistant.offline.answers.tongue import speaker
from travelagent.assistant.offline.answers.trips import saved_answer, trips_answer
from travelagent.assistant.offline.answers.walking import tells_walking, too_much_answer, walking_answer
from travelagent.assistant.offline.answers.ways import (
    as_said,
    counted_answer,
    fares_told,
    from_home_and_back,
    has_coach,
    journey_answer,
    rides_answer,
    rides_between,
    rides_in,
)
from travelagent.assistant.offline.answers.when import (
    booking_answer,
    day_hours_answer,
    festival_answer,
    holiday_line,
    hours_answer,
    stays_answer,
    way_answer,
    when_answer,
)
from travelagent.assistant.offline.answers.why import why_answer
from travelagent.assistant.offline.answers.words import (
    NO_BOOKING,
    beyond_answer,
    listed_answer,
    memory_answer,
    no_such_day,
    nothing_to_undo,
    refused_before,
    take_along_answer,
    unheard_lines,
    words_answer,
)
from travelagent.assistant.offline.lookups import (
    advice,
    altitude,
    ask_city,
    bloom,
    compare,
    enough,
    facts,
    food,
    named_city,
    recommend,
    sights,
    sights_named,
)
from travelagent.assistant.offline.plans import budget_step, plan
from travelagent.assistant.offline.questions.mend import mended
from travelagent.assistant.offline.questions.read import asks_for_figures, is_read, read_in_turn
from travelagent.assistant.offline.reading.asked import (
    advice_asked,
    asked_needs,
    asks_altitude,
    asks_coach_counted,
    asks_crowds,
    asks_day_hours,
    asks_fares,
    asks_for_guide,
    asks_hours,
    asks_if_counted,
    asks_items,
    asks_load,
    asks_long_rides,
    asks_rides,
    asks_share,
    asks_tickets,
    asks_too_long,
    asks_too_much,
    beyond,
    booking_asked,
    enough_asked,
    festival_asked,
    gives_up_dearest,
    holiday_asked,
    journey_asked,
    names_somebody,
    only_tells_diet,
    open_asked,
    orders_booking,
    refuses_taxis,
    shuns_rides,
    takes_along,
    unheard,
    unheard_beside,
    way_asked,
)
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.places import by_road_alone
from travelagent.assistant.offline.reading.search_wish import on_the_way
from travelagent.assistant.offline.reading.visits import days_named
from travelagent.assistant.offline.retelling import retelling, retold
from travelagent.assistant.offline.revision import far_visits, wants_one_day
from travelagent.assistant.offline.steps import Answered, Calls, Step, Tools, available
from travelagent.assistant.offline.tickets import tickets_of
from travelagent.assistant.offline.tour import planned_cities
from travelagent.assistant.offline.trips import (
    changed_trip,
    holds_this_plan,
    new_trip,
    renewed_trip,
    saved_trip,
    trip_wish,
    updates_saved,
)
from travelagent.assistant.offline.turn import Found, Turn
from travelagent.assistant.offline.values import Intent, Travellers, Understood

SQL_TOOLS = frozenset({"generate_sql", "validate_sql", "run_sql"})
# What is understood as one of these may at a closer look be a question about figures.
MAYBE_FIGURES = frozenset({"comparison", "city_recommendation", "attraction_query", "budget_query", "season_query"})

UNPLANNED = QUESTIONS | {"general_chat", "out_of_scope"}

JUST_BEFORE = timedelta(days=14)
"""A holiday that was so shortly before a trip is the one that is asked about."""

ABOUT_PLACES = PLANS | QUESTIONS | {"city_recommendation"}

Handler: TypeAlias = Callable[[Understood, Turn, Tools], Step]


def decide(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """The next step. Without tools on offer it is always an answer from what is known. An answer about places is led by
    what their names were taken for, short where it was told before that they are not in the catalogue, and ends with
    what it asks in vain; what it takes from a plan of the other language is told in this one first."""
    told = retold(turn)
    step = _decided(understood, told or turn, tools)
    if isinstance(step, Answered) and told:
        step = replace(step, tells_plan=False)
    elif isinstance(step, Answered) and (calls := retelling(step.text, turn, understood.language, tools)):
        return calls
    if isinstance(step, Calls) or understood.intent not in ABOUT_PLACES:
        return step
    if again := told_before(understood, turn):
        return Answered(again)
    lines = naming_lines(read_message(turn.said[-1], date.today()), understood)
    asked = unheard_beside(turn.said[-1]) if understood.intent in QUESTIONS else ()
    beside = [line for line in unheard_lines(asked, speaker(understood.language)) if line not in step.text]
    return replace(step, text="\n\n".join((*lines, step.text, *beside)))


def _decided(understood: Understood, turn: Turn, tools: Tools) -> Step:
    if understood.why and turn.standing_route:
        return _why(understood, turn, turn.standing_route)
    if festival := festival_asked(turn.said[-1]):
        return Answered(festival_answer(festival.begins, speaker(understood.language)))
    if turn.standing_route and not turn.found and (told := _way_to_sights(turn, turn.standing_route.value, understood)):
        return Answered(told)
    if turn.standing_route and booking_asked(turn.said[-1]) and (booked := _visited(understood, turn.standing_route)):
        return Answered(_booking(booked, turn, turn.standing_route.value, understood))
    if turn.standing_route and asks_too_long(turn.said[-1]) and (stays := _visited(understood, turn.standing_route)):
        return Answered(stays_answer(stays, turn.standing_route.value, speaker(understood.language)))
    if understood.when and turn.standing_route:
        return Answered(when_answer(understood, turn.standing_route.value))
    if turn.too_few:
        return Answered(listed_answer(turn.too_few, speaker(understood.language)))
    if day := read_message(turn.said[-1], date.today()).when.impossible:
        return Answered(no_such_day(*day, understood.language))
    if understood.undo:
        return _undo(understood, turn, tools)
    if turn.standing_route and asks_load(turn.said[-1]) and tells_walking(turn.standing_route.value):
        return Answered(_load(turn, turn.standing_route.value, understood))
    if turn.standing_route and asks_long_rides(turn.said[-1]):
        return Answered(_long_rides(turn, turn.standing_route.value, understood))
    if (
        turn.standing_route
        and refuses_taxis(turn.said[-1], understood.intent)
        and not _gives_up_rides(turn, turn.standing_route)
    ):
        return Answered(taxi_answer(turn.standing_route.value, speaker(understood.language)))
    if turn.standing_route and shuns_rides(turn.said[-1]) and not turn.found and not far_visits(turn.standing_route):
        return Answered(long_rides_answer(turn.standing_route.value, speaker(understood.language)))
    if turn.standing_route and (budget := turn.newest("calculate_budget")) and asks_share(turn.said[-1]):
        return Answered(share_answer(budget.value, understood.language))
    if turn.standing_route and (budget := turn.newest("calculate_budget")) and _is_of_rides(turn.said[-1], budget):
        if asks_if_counted(turn.said[-1]):
            return Answered(counted_answer(budget.value, understood.language))
        return _rides(rides_in(budget.value), budget, turn, understood)
    if turn.standing_route and (budget := turn.newest("calculate_budget")) and (kind := asks_items(turn.said[-1])):
        return Answered(items_answer(kind, budget.value, understood.language))
    if turn.standing_route and not turn.found and _is_of_tickets(turn.said[-1], turn.standing_route):
        budget = turn.newest("calculate_budget")
        plan_at_hand, costs = turn.standing_route.value, budget.value if budget else None
        return Answered(tickets_answer(plan_at_hand, costs, understood.language))
    if turn.standing_route and (needs := asked_needs(turn.said[-1])):
        return Answered(access_answer(needs, speaker(understood.language)))
    if turn.standing_route and only_tells_diet(turn.said[-1]):
        return _noted(food(understood, turn, tools), understood, turn.said[-1])
    if turn.standing_route and asks_day_hours(turn.said[-1]):
        plan_at_hand = turn.standing_route.value
        return Answered(day_hours_answer(understood, plan_at_hand, days_named(turn.said[-1], plan_at_hand["days"])))
    if turn.standing_route and asks_hours(turn.said[-1]):
        plan_at_hand = turn.standing_route.value
        return Answered(hours_answer(understood, plan_at_hand, days_named(turn.said[-1], plan_at_hand["days"])))
    if turn.standing_route and (wondered := advice_asked(turn.said[-1])):
        return advice(understood, turn, tools, wondered)
    if orders_booking(turn.said[-1]):
        return Answered(speaker(understood.language)(*NO_BOOKING))
    if takes_along(turn.said[-1]):
        return Answered(take_along_answer(understood))
    if wants_one_day(understood, turn):
        return plan(understood, turn, tools)
    if wish := enough_asked(turn.said[-1], planned_cities(turn)):
        return enough(understood, turn, tools, wish)
    if asks_altitude(understood, turn.said[-1]):
        return altitude(understood, turn, tools)
    if understood.intent != "city_recommendation" and asks_crowds(turn.said[-1]):
        return Answered(beyond_answer("crowds", understood.language))
    topics = beyond(understood, turn.said[-1])
    if topics == (BLOOM,):
        return bloom(understood, turn, tools)
    if topics:
        return Answered("\n\n".join(_beyond(topic, turn, understood) for topic in topics))
    if understood.intent in UNPLANNED and asks_for_guide(turn.said[-1]):
        return Answered("\n".join(unheard_lines(["guide"], speaker(understood.language))))
    if ends := journey_asked(turn.said[-1]):
        return _way_between(ends, understood, turn)
    if _wants_figures(understood, turn):
        return figures(understood, turn, tools)
    if understood.intent in ABOUT_PLACES and (areas := uncovered_areas(understood.entities)):
        return _uncovered(areas, understood, turn, tools)
    return HANDLERS[understood.intent](understood, turn, tools)


def _uncovered(areas: tuple[tuple[str, str], ...], understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Areas that hold no city of the catalogue."""
    if not turn.tried("search_cities"):
        if call := available(tools, *(("search_cities", {kind: area}) for kind, area in areas)):
            return call
    return Answered(uncovered_answer(areas, turn, understood))


def _visited(understood: Understood, plan: Found) -> list[str]:
    """The sights that a message names, where the plan visits all of them."""
    visited = {visit["sight"] for day in plan.value["days"] for visit in day["visits"]}
    named = [place for place in understood.about if "/" in place]
    return named if visited.issuperset(named) else []


def _booking(sights: Sequence[str], turn: Turn, plan_at_hand: Mapping[str, Any], understood: Understood) -> str:
    """Whether these sights have to be booked ahead, and what no catalogue tells of them."""
    beside = (beyond_answer(topic, understood.language) for topic in beyond(understood, turn.said[-1]))
    return "\n\n".join((booking_answer(sights, understood, plan_at_hand), *beside))


def _is_of_tickets(said: str, plan: Found) -> bool:
    """Whether the plan's tickets are asked for, or the dearest are to go where none costs anything."""
    return asks_tickets(said) or bool(gives_up_dearest(said) and not tickets_of(plan.value["days"]))


def _gives_up_rides(turn: Turn, plan: Found) -> bool:
    """Whether the plan without the sights that no train leads to is tried, or found, for this message."""
    return bool(turn.found or far_visits(plan, by_road_alone))


def _is_of_rides(said: str, budget: Found) -> bool:
    """Whether a message asks of the trip's rides there and back."""
    return asks_rides(said) or (asks_coach_counted(said) and has_coach(budget.value))


def _load(turn: Turn, plan_at_hand: Mapping[str, Any], understood: Understood) -> str:
    """How full the days are, those alone that are named where the question is whether they hold too much."""
    if not asks_too_much(turn.said[-1]):
        return walking_answer(understood, plan_at_hand)
    return too_much_answer(understood, plan_at_hand, days_named(turn.said[-1], plan_at_hand["days"]))


def _long_rides(turn: Turn, plan_at_hand: Mapping[str, Any], understood: Understood) -> str:
    """The long rides of the plan, with those from home and back."""
    budget = turn.newest("calculate_budget")
    rides = from_home_and_back(budget.value, understood.entities.origin) if budget else []
    return long_rides_told(plan_at_hand, rides, speaker(understood.language))


def _beyond(topic: str, turn: Turn, understood: Understood) -> str:
    """What no catalogue tells; of a holiday, whether the plan at hand is over it; of reduced prices, which are known at
    its stops."""
    answer = beyond_answer(topic, understood.language)
    if topic == "discounts" and turn.standing_route:
        return "\n".join([*concessions_told(turn.standing_route.value, understood.language), answer])
    if topic != "holidays" or turn.standing_route is None:
        return answer
    plan_at_hand = turn.standing_route.value
    near = date.fromisoformat(plan_at_hand["days"][0]["date"]) - JUST_BEFORE
    day = holiday_asked(turn.said[-1], near)
    return f"{holiday_line(day, plan_at_hand, speaker(understood.language))}\n\n{answer}" if day else answer


def _rides(rides: Sequence[Mapping[str, Any]], budget: Found, turn: Turn, understood: Understood) -> Step:
    """Rides that a budget holds; where several are asked for their price, what they come to first."""
    rides, language = [as_said(ride, understood.journey) for ride in rides], understood.language
    told = rides_answer(rides, budget.value["currency"], language, speaker(language))
    if len(rides) < 2 or not asks_fares(turn.said[-1]):
        return Answered(told)
    total = fares_told(rides, budget.value["travellers"], budget.value["currency"], language)
    return Answered(f"{total}\n\n{told}")


def _way_to_sights(turn: Turn, plan_at_hand: Mapping[str, Any], understood: Understood) -> str | None:
    """How long the way to a sight of the plan is, where that is asked."""
    asked = way_asked(turn.said[-1], planned_cities(turn))
    return way_answer(asked, plan_at_hand, speaker(understood.language)) if asked else None


def _way_between(ends: tuple[str, str], understood: Understood, turn: Turn) -> Step:
    """How one gets from one city to another: the ride of the plan at hand where it has one."""
    budget = turn.newest("calculate_budget") if turn.standing_route else None
    if budget and (rides := rides_between(budget.value, *ends)):
        return _rides(rides, budget, turn, understood)
    return Answered(journey_answer(*ends, speaker(understood.language)))


def _why(understood: Understood, turn: Turn, plan: Found) -> Step:
    """The plan's reasons; of a sight that is asked to be open on a day of the week, that first."""
    reasons = why_answer(understood, plan.value, days_named(turn.said[-1], plan.value["days"]))
    asked = open_asked(turn.said[-1])
    verdicts = (
        [open_verdict(asked, sight, understood, turn) for sight in sights_named(understood, turn)] if asked else []
    )
    return Answered("\n\n".join([*verdicts, reasons]))


def _undo(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """The plan before the last change, told once more with its budget; without one, or where the last change was
    refused, that nothing is to be taken back."""
    if turn.last_change_was_none and not turn.found:
        return Answered(refused_before(understood))
    if len(turn.plans) < 2 or "change_route" not in tools:
        return Answered(nothing_to_undo(understood))
    if not turn.tried("change_route"):
        return Calls((("change_route", {"itinerary": turn.plans[-2].artifact("itinerary")}),))
    if turn.route is None:
        return Answered(nothing_to_undo(understood))
    if step := budget_step(understood, turn, tools, turn.route.value["cities"][0]["id"]):
        return step
    return Answered(plan_answer(understood, turn))


def _noted(step: Step, understood: Understood, said: str) -> Step:
    """The answer on food to a diet that was told, led by what becomes of it."""
    if isinstance(step, Calls):
        return step
    lead = speaker(understood.language)(
        "Noted for this trip. The plan stays as it is: it sets times for meals, no restaurants.",
        "已记下，这趟行程都会考虑。安排不变：行程只排用餐时间，不指定餐厅。",
    )
    if names_somebody(said) and not _counts(understood, said):
        lead += speaker(understood.language)(
            " The number of travellers stays as it was; say so if it is one more.",
            "人数不变；如果多一个人同行，请告诉我。",
        )
    lines = unheard_lines(unheard(said), speaker(understood.language))
    return Answered("\n\n".join((lead, *lines, step.text)))


def _counts(understood: Understood, said: str) -> bool:
    """Whether those whom a message names are among the travellers that were counted."""
    counted = understood.entities.travellers or Travellers()
    named = read_message(said, date.today()).party.travellers or Travellers(adults=2)
    kinds = ((counted.adults, named.adults), (counted.children, named.children), (counted.seniors, named.seniors))
    return all((there or 0) >= (told or 0) for there, told in kinds)


def cost(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = named_city(understood, turn)
    if city is None:
        return Answered(ask_city_answer(understood))
    if step := budget_step(understood, turn, tools, city):
        return step
    return Answered(cost_answer(understood, turn))


def _wants_figures(understood: Understood, turn: Turn) -> bool:
    """Whether a message that was understood otherwise is a data question, or goes on from one just answered."""
    message = read_message(turn.said[-1], date.today())
    if understood.intent in PLANS and message.days is not None:
        return False
    if understood.entities.origin and on_the_way(message.sentence.masked):
        return False
    if turn.among and is_read(turn.said[-1]):
        return True
    if turn.earlier and turn.earlier[-1].tool == "run_sql" and read_in_turn(turn.said[-1], turn.said[:-1]):
        return True
    return understood.intent in MAYBE_FIGURES and asks_for_figures(turn.said[-1])


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
    return plan(understood, turn, tools) if named_city(understood, turn) else ask_city(understood)


def memory(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """What was to be remembered is stored by now; here it is told what is known."""
    return Answered(memory_answer(understood, turn))


def words(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """What needs no tool."""
    return Answered(words_answer(understood, turn.said[-1]))


def trips(understood: Understood, turn: Turn, tools: Tools) -> Step:
    """Saved trips: look first where one must be found, then propose the change; the core asks for the confirmation."""
    wish = trip_wish(turn)
    if "create_trip" not in tools:
        return Answered(words_answer(understood, turn.said[-1]))
    if wish == "save":
        return _save(understood, turn)
    if not turn.tried("list_trips"):
        return Calls((("list_trips", {}),))
    if wish != "list" and not turn.tried(f"{wish}_trip"):
        if args := changed_trip(wish, turn):
            return Calls(((f"{wish}_trip", args),))
    return Answered(trips_answer(understood, turn, wish))


def _save(understood: Understood, turn: Turn) -> Step:
    """The plan as a trip: the one that it was saved as before, where there still is one, else a new one."""
    if updates_saved(turn) and not turn.tried("list_trips"):
        return Calls((("list_trips", {}),))
    kept = saved_trip(turn)
    if turn.tried("create_trip", "update_trip") or (kept and holds_this_plan(turn)):
        return Answered(saved_answer(understood, turn))
    if kept and (args := renewed_trip(turn, kept)):
        return Calls((("update_trip", args),))
    if args := new_trip(understood, turn):
        return Calls((("create_trip", args),))
    return Answered(saved_answer(understood, turn))


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

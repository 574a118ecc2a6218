"""The decision engine: from what is wanted and what is known by now, the next tool calls or the answer.

One function an intent, each readable from top to bottom: ask for what is missing, call what helps and is available,
look at what came back, answer from it alone. A tool that is not offered is never called; a tool that failed is answered
by another call, or by saying so.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

from travelagent.assistant.intents import Intent
from travelagent.assistant.offline.answers.bloom import BLOOM
from travelagent.assistant.offline.answers.cost import concession_lines, cost_answer
from travelagent.assistant.offline.answers.figures import figures_answer
from travelagent.assistant.offline.answers.naming import naming_lines, told_before, uncovered_answer, uncovered_areas
from travelagent.assistant.offline.answers.places import ask_city_answer
from travelagent.assistant.offline.answers.plan import plan_answer
from travelagent.assistant.offline.answers.trips import saved_answer, trips_answer
from travelagent.assistant.offline.answers.ways import journey_answer, rides_between
from travelagent.assistant.offline.answers.when import festival_answer, holiday_line
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
from travelagent.assistant.offline.beside import beside_plan, rides_told
from travelagent.assistant.offline.lookups import (
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
)
from travelagent.assistant.offline.plans import budget_step, plan
from travelagent.assistant.offline.reading.asked import (
    asks_altitude,
    asks_crowds,
    asks_for_guide,
    beyond,
    enough_asked,
    festival_asked,
    holiday_asked,
    journey_asked,
    orders_booking,
    takes_along,
    unheard_beside,
)
from travelagent.assistant.offline.reading.intents import PLANS, QUESTIONS
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.search_wish import on_the_way
from travelagent.assistant.offline.retelling import retelling, retold
from travelagent.assistant.offline.revision import wants_one_day
from travelagent.assistant.offline.steps import Answered, Calls, Step, Tools, available
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
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.questions.mend import mended
from travelagent.assistant.questions.read import asks_for_figures, is_read, read_in_turn
from travelagent.assistant.results.figures import Query
from travelagent.assistant.wording import speaker

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
    lines = naming_lines(read_message(turn.said[-1], turn.today), understood)
    asked = unheard_beside(turn.said[-1], turn.today) if understood.intent in QUESTIONS else ()
    beside = [line for line in unheard_lines(asked, speaker(understood.language)) if line not in step.text]
    return replace(step, text="\n\n".join((*lines, step.text, *beside)))


def _decided(understood: Understood, turn: Turn, tools: Tools) -> Step:
    if festival := festival_asked(turn.said[-1], turn.today):
        return Answered(festival_answer(festival.begins, speaker(understood.language)))
    if turn.too_few:
        return Answered(listed_answer(turn.too_few, speaker(understood.language)))
    message = read_message(turn.said[-1], turn.today)
    if message.when.impossible:
        return Answered(no_such_day(*message.when.impossible, understood.language))
    if message.plans and understood.intent in PLANS:  # what it asks by the way is no reason to leave the plan out
        return HANDLERS[understood.intent](understood, turn, tools)
    if understood.undo:
        return _undo(understood, turn, tools)
    if turn.standing_route and (step := beside_plan(understood, turn, turn.standing_route, tools)):
        return step
    if orders_booking(turn.said[-1], turn.today):
        return Answered(speaker(understood.language)(*NO_BOOKING))
    if takes_along(turn.said[-1]):
        return Answered(take_along_answer(understood))
    if wants_one_day(understood, turn):
        return plan(understood, turn, tools)
    if wish := enough_asked(turn.said[-1], planned_cities(turn), turn.today):
        return enough(understood, turn, tools, wish)
    if asks_altitude(understood, turn.said[-1], turn.today):
        return altitude(understood, turn, tools)
    if understood.intent != "city_recommendation" and asks_crowds(turn.said[-1], turn.today):
        return Answered(beyond_answer("crowds", understood.language))
    topics = beyond(understood, turn.said[-1], turn.today)
    if topics == (BLOOM,):
        return bloom(understood, turn, tools)
    if topics:
        return Answered("\n\n".join(_beyond(topic, turn, understood) for topic in topics))
    if understood.intent in UNPLANNED and asks_for_guide(turn.said[-1], turn.today):
        return Answered("\n".join(unheard_lines(["guide"], speaker(understood.language))))
    if ends := journey_asked(turn.said[-1], turn.today):
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


def _beyond(topic: str, turn: Turn, understood: Understood) -> str:
    """What no catalogue tells; of a holiday, whether the plan at hand is over it; of reduced prices, which are known at
    its stops."""
    answer = beyond_answer(topic, understood.language)
    if topic == "discounts" and turn.standing_route:
        return "\n".join([*concession_lines(turn.standing_route.itinerary, understood.language), answer])
    if topic != "holidays" or turn.standing_route is None:
        return answer
    plan_at_hand = turn.standing_route.itinerary
    near = plan_at_hand.days[0].date - JUST_BEFORE
    day = holiday_asked(turn.said[-1], near)
    return f"{holiday_line(day, plan_at_hand, speaker(understood.language))}\n\n{answer}" if day else answer


def _way_between(ends: tuple[str, str], understood: Understood, turn: Turn) -> Step:
    """How one gets from one city to another: the ride of the plan at hand where it has one."""
    budget = turn.newest("calculate_budget") if turn.standing_route else None
    if budget and (rides := rides_between(budget.budget, *ends)):
        return rides_told(rides, budget, turn, understood)
    return Answered(journey_answer(*ends, speaker(understood.language)))


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
    if step := budget_step(understood, turn, tools, turn.route.itinerary.cities[0].id):
        return step
    return Answered(plan_answer(understood, turn))


def cost(understood: Understood, turn: Turn, tools: Tools) -> Step:
    city = named_city(understood, turn)
    if city is None:
        return Answered(ask_city_answer(understood))
    if step := budget_step(understood, turn, tools, city):
        return step
    return Answered(cost_answer(understood, turn))


def _wants_figures(understood: Understood, turn: Turn) -> bool:
    """Whether a message that was understood otherwise is a data question, or goes on from one just answered."""
    message = read_message(turn.said[-1], turn.today)
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
        sql = (
            (made.result(Query).sql or None)
            if not refused
            else mended(refused[0].call.args["sql"], refused[0].error or {})
        )
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

"""Questions beside the plan at hand: it and its budget answer them, and stay as they are."""

from collections.abc import Sequence
from datetime import date

from travelagent.assistant.offline.answers.cost import items_answer, share_answer, tickets_answer
from travelagent.assistant.offline.answers.needs import access_answer
from travelagent.assistant.offline.answers.sights import open_verdict
from travelagent.assistant.offline.answers.taxis import long_ride_lines, long_rides_answer, taxi_answer
from travelagent.assistant.offline.answers.walking import tells_walking, too_much_answer, walking_answer
from travelagent.assistant.offline.answers.ways import (
    as_said,
    counted_answer,
    fares_told,
    from_home_and_back,
    has_coach,
    rides_answer,
    rides_in,
)
from travelagent.assistant.offline.answers.when import (
    booking_answer,
    day_hours_answer,
    hours_answer,
    stays_answer,
    way_answer,
    when_answer,
)
from travelagent.assistant.offline.answers.why import why_answer
from travelagent.assistant.offline.answers.words import beyond_answer, unheard_lines
from travelagent.assistant.offline.lookups import advice, food, sights_named
from travelagent.assistant.offline.reading.asked import (
    advice_asked,
    asked_needs,
    asks_coach_counted,
    asks_day_hours,
    asks_fares,
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
    gives_up_dearest,
    names_somebody,
    only_tells_diet,
    open_asked,
    refuses_taxis,
    shuns_rides,
    unheard,
    way_asked,
)
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.places import by_road_alone
from travelagent.assistant.offline.reading.visits import days_named
from travelagent.assistant.offline.revision import far_visits
from travelagent.assistant.offline.steps import Answered, Calls, Step, Tools
from travelagent.assistant.offline.tickets import tickets_of
from travelagent.assistant.offline.tour import planned_cities
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import Travellers, Understood
from travelagent.assistant.results.budget import Item
from travelagent.assistant.results.route import Route
from travelagent.assistant.tool_results import Found
from travelagent.assistant.wording import speaker


def beside_plan(understood: Understood, turn: Turn, plan: Found, tools: Tools) -> Step | None:
    """The answer to a question that the plan at hand answers, or the step towards it; None where none is asked."""
    said, say = turn.said[-1], speaker(understood.language)
    if understood.why:
        return _why(understood, turn, plan)
    if not turn.found and (told := _way_to_sights(turn, plan.itinerary, understood)):
        return Answered(told)
    if booking_asked(said, turn.today) and (booked := _visited(understood, plan)):
        return Answered(_booking(booked, turn, plan.itinerary, understood))
    if asks_too_long(said, turn.today) and (stays := _visited(understood, plan)):
        return Answered(stays_answer(stays, plan.itinerary, say))
    if understood.when:
        return Answered(when_answer(understood, plan.itinerary))
    if asks_load(said) and tells_walking(plan.itinerary):
        return Answered(_load(turn, plan.itinerary, understood))
    if asks_long_rides(said, turn.today):
        return Answered(_long_rides(turn, plan.itinerary, understood))
    if refuses_taxis(said, understood.intent, turn.today) and not _gives_up_rides(turn, plan):
        return Answered(taxi_answer(plan.itinerary, say))
    if shuns_rides(said, turn.today) and not turn.found and not far_visits(plan):
        return Answered(long_rides_answer(plan.itinerary, say))
    if step := _of_money(understood, turn, plan):
        return step
    if needs := asked_needs(said, turn.today):
        return Answered(access_answer(needs, say))
    if only_tells_diet(said, turn.today):
        return _noted(food(understood, turn, tools), understood, said, turn.today)
    if asks_day_hours(said, turn.today):
        return Answered(day_hours_answer(understood, plan.itinerary, days_named(said, plan.itinerary.days, turn.today)))
    if asks_hours(said, turn.today):
        return Answered(hours_answer(understood, plan.itinerary, days_named(said, plan.itinerary.days, turn.today)))
    if wondered := advice_asked(said, turn.today):
        return advice(understood, turn, tools, wondered)
    return None


def _of_money(understood: Understood, turn: Turn, plan: Found) -> Step | None:
    """What of the plan's costs is asked for: a traveller's share, the rides there and back, one kind of cost, the
    tickets."""
    said, language, budget = turn.said[-1], understood.language, turn.newest("calculate_budget")
    if budget and asks_share(said, turn.today):
        return Answered(share_answer(budget.budget, language))
    if budget and _is_of_rides(said, budget, turn.today):
        if asks_if_counted(said):
            return Answered(counted_answer(budget.budget, language))
        return rides_told(rides_in(budget.budget), budget, turn, understood)
    if budget and (kind := asks_items(said, turn.today)):
        return Answered(items_answer(kind, budget.budget, language))
    if not turn.found and _is_of_tickets(said, plan, turn.today):
        return Answered(tickets_answer(plan.itinerary, budget.budget if budget else None, language))
    return None


def _visited(understood: Understood, plan: Found) -> list[str]:
    """The sights that a message names, where the plan visits all of them."""
    visited = plan.itinerary.sights
    named = [place for place in understood.about if "/" in place]
    return named if visited.issuperset(named) else []


def _booking(sights: Sequence[str], turn: Turn, plan_at_hand: Route, understood: Understood) -> str:
    """Whether these sights have to be booked ahead, and what no catalogue tells of them."""
    beside = (beyond_answer(topic, understood.language) for topic in beyond(understood, turn.said[-1], turn.today))
    return "\n\n".join((booking_answer(sights, understood, plan_at_hand), *beside))


def _is_of_tickets(said: str, plan: Found, today: date) -> bool:
    """Whether the plan's tickets are asked for, or the dearest are to go where none costs anything."""
    return asks_tickets(said, today) or bool(gives_up_dearest(said, today) and not tickets_of(plan.itinerary.days))


def _gives_up_rides(turn: Turn, plan: Found) -> bool:
    """Whether the plan without the sights that no train leads to is tried, or found, for this message."""
    return bool(turn.found or far_visits(plan, by_road_alone))


def _is_of_rides(said: str, budget: Found, today: date) -> bool:
    """Whether a message asks of the trip's rides there and back."""
    return asks_rides(said, today) or (asks_coach_counted(said, today) and has_coach(budget.budget))


def _load(turn: Turn, plan_at_hand: Route, understood: Understood) -> str:
    """How full the days are, those alone that are named where the question is whether they hold too much."""
    if not asks_too_much(turn.said[-1]):
        return walking_answer(understood, plan_at_hand)
    return too_much_answer(understood, plan_at_hand, days_named(turn.said[-1], plan_at_hand.days, turn.today))


def _long_rides(turn: Turn, plan_at_hand: Route, understood: Understood) -> str:
    """The long rides of the plan, with those from home and back."""
    budget = turn.newest("calculate_budget")
    rides = from_home_and_back(budget.budget, understood.entities.origin) if budget else []
    return long_ride_lines(plan_at_hand, rides, speaker(understood.language))


def rides_told(rides: Sequence[Item], budget: Found, turn: Turn, understood: Understood) -> Step:
    """Rides that a budget holds; where several are asked for their price, what they come to first."""
    rides, language = [as_said(ride, understood.journey) for ride in rides], understood.language
    told = rides_answer(rides, budget.budget.currency, language, speaker(language))
    if len(rides) < 2 or not asks_fares(turn.said[-1]):
        return Answered(told)
    total = fares_told(rides, budget.budget.travellers, budget.budget.currency, language)
    return Answered(f"{total}\n\n{told}")


def _way_to_sights(turn: Turn, plan_at_hand: Route, understood: Understood) -> str | None:
    """How long the way to a sight of the plan is, where that is asked."""
    asked = way_asked(turn.said[-1], planned_cities(turn), turn.today)
    return way_answer(asked, plan_at_hand, speaker(understood.language)) if asked else None


def _why(understood: Understood, turn: Turn, plan: Found) -> Step:
    """The plan's reasons; of a sight that is asked to be open on a day of the week, that first."""
    reasons = why_answer(understood, plan.itinerary, days_named(turn.said[-1], plan.itinerary.days, turn.today))
    asked = open_asked(turn.said[-1])
    verdicts = (
        [open_verdict(asked, sight, understood, turn) for sight in sights_named(understood, turn)] if asked else []
    )
    return Answered("\n\n".join([*verdicts, reasons]))


def _noted(step: Step, understood: Understood, said: str, today: date) -> Step:
    """The answer on food to a diet that was told, led by what becomes of it."""
    if isinstance(step, Calls):
        return step
    lead = speaker(understood.language)(
        "Noted for this trip. The plan stays as it is: it sets times for meals, no restaurants.",
        "已记下，这趟行程都会考虑。安排不变：行程只排用餐时间，不指定餐厅。",
    )
    if names_somebody(said, today) and not _counts(understood, said, today):
        lead += speaker(understood.language)(
            " The number of travellers stays as it was; say so if it is one more.",
            "人数不变；如果多一个人同行，请告诉我。",
        )
    lines = unheard_lines(unheard(said, today), speaker(understood.language))
    return Answered("\n\n".join((lead, *lines, step.text)))


def _counts(understood: Understood, said: str, today: date) -> bool:
    """Whether those whom a message names are among the travellers that were counted."""
    counted = understood.entities.travellers or Travellers()
    named = read_message(said, today).party.travellers or Travellers(adults=2)
    kinds = ((counted.adults, named.adults), (counted.children, named.children), (counted.seniors, named.seniors))
    return all((there or 0) >= (told or 0) for there, told in kinds)

"""That nothing is booked or paid here, and what of the plan the traveller books, by when."""

from travelagent.assistant.asks.subjects import days_of, named_sights, visits_by_sight
from travelagent.assistant.asks.topics.tickets import bookings
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.briefs.acts import Ask


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell that booking is the traveller's own, with what of the named sights, else of the plan, needs it."""
    refusal = say(trip, "booking.not_here")
    if trip.route is None:
        return compose_answer(trip, [refusal, say(trip, "booking.no_plan")], {"books": False})
    named = {sight.id for sight in named_sights(question)}
    visits = [each for id, each in visits_by_sight(trip).items() if id in named] or [
        (day, visit) for day in days_of(question, trip) for visit in day.visits
    ]
    due = bookings(trip, visits)
    return compose_answer(trip, [refusal, due.text], {"books": False, **due.facts})

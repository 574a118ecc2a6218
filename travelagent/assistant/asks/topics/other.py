"""What belongs to no other topic: what is known of the sight that is named, else that it is not known, and what can be
asked instead."""

from travelagent.assistant.asks.subjects import named_sights
from travelagent.assistant.asks.topics import sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.briefs.acts import Ask


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell of the sights that are named; else that the data holds no answer, and what it does hold."""
    if named_sights(question):
        return sights.answer(question, trip)
    return compose_answer(
        trip, [say(trip, "other.unknown"), say(trip, "other.instead")], {"topic": question.topic}, known=False
    )

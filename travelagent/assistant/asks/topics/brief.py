"""What is known of the trip so far: the fields of the brief in words."""

from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.assistant.brief_words import noted_fields
from travelagent.briefs.acts import Ask
from travelagent.briefs.values import EMPTY
from travelagent.briefs.wire import brief_to_wire, without_sources


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Answer with every wish that the brief holds; without one, that there is none yet."""
    fields = noted_fields(EMPTY, trip.brief, trip.locale)
    if not fields:
        return compose_answer(trip, [say(trip, "brief.nothing")], {})
    facts = {"brief": brief_to_wire(without_sources(trip.brief))}
    return compose_answer(trip, [say(trip, "brief.holds", fields=say(trip, "list.comma").join(fields))], facts)

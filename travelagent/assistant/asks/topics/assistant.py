"""Who answers, and what it can do."""

from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.briefs.acts import Ask
from travelagent.catalog import source


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell what the assistant is, what it plans and what it answers."""
    facts = {"cities": len(source.cities()), "sights": len(source.sights())}
    words = {name: f"{count:,}" for name, count in facts.items()}
    return compose_answer(
        trip,
        [say(trip, "assistant.is", **words), say(trip, "assistant.can"), say(trip, "assistant.cannot")],
        facts,
    )

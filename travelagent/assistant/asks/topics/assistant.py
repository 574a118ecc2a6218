"""Who answers, and what it can do."""

from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.briefs.acts import Ask
from travelagent.catalog import source


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell what the assistant is, what it plans and what it answers."""
    facts = {"cities": len(source.cities()), "sights": len(source.sights())}
    words = {name: f"{count:,}" for name, count in facts.items()}
    return compose_answer(
        asked, [say(asked, "assistant.is", **words), say(asked, "assistant.can"), say(asked, "assistant.cannot")], facts
    )

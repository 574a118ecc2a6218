"""What belongs to no other topic: that it is not known, and what can be asked instead."""

from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.briefs.acts import Ask


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell that the data holds no answer, and what it does hold."""
    return compose_answer(
        asked, [say(asked, "other.unknown"), say(asked, "other.instead")], {"topic": question.topic}, known=False
    )

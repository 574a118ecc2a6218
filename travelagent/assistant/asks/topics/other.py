"""What belongs to no other topic: that it is not known, and what can be asked instead."""

from travelagent.assistant.asks.values import Asked, Told
from travelagent.assistant.asks.wording import say, told
from travelagent.briefs.acts import Ask


def answer(question: Ask, asked: Asked) -> Told:
    """Tell that the data holds no answer, and what it does hold."""
    return told(
        asked, [say(asked, "other.unknown"), say(asked, "other.instead")], {"topic": question.topic}, known=False
    )

"""What was said of the trip so far: the fields of the brief in words."""

from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, say
from travelagent.assistant.brief_words import noted_fields
from travelagent.briefs.acts import Ask
from travelagent.briefs.values import EMPTY
from travelagent.briefs.wire import brief_to_wire, without_sources


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell every wish that the brief holds; without one that nothing was said yet."""
    fields = noted_fields(EMPTY, asked.brief, asked.locale)
    if not fields:
        return compose_answer(asked, [say(asked, "brief.nothing")], {})
    facts = {"brief": brief_to_wire(without_sources(asked.brief))}
    return compose_answer(asked, [say(asked, "brief.holds", fields=say(asked, "list.comma").join(fields))], facts)

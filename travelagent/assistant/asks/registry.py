"""All topics that there are, found in the modules of `topics`: each has a function `answer`."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from travelagent.assistant.asks import topics
from travelagent.assistant.asks.values import Resolver, TopicAnswer, TripContext, Unanswered
from travelagent.briefs.acts import Ask

FALLBACK = "other"
"""The topic of what belongs to none of the others."""


def _resolvers() -> Mapping[str, Resolver]:
    names = sorted(module.name for module in pkgutil.iter_modules(topics.__path__))
    return {name: import_module(f"{topics.__name__}.{name}").answer for name in names}


RESOLVERS: Mapping[str, Resolver] = _resolvers()
"""The resolver of every topic by its name."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Return the answer to a question; one of a topic that is not known is answered as `other`."""
    try:
        return RESOLVERS.get(question.topic, RESOLVERS[FALLBACK])(question, trip)
    except Unanswered as stop:
        return stop.answer

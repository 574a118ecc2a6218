"""Which of several sights is to be preferred: the one that is rated best, and what each of them is."""

from travelagent.assistant.asks.subjects import named_sights
from travelagent.assistant.asks.topics import sights
from travelagent.assistant.asks.values import Asked, TopicAnswer
from travelagent.assistant.asks.wording import compose_answer, name_of, say
from travelagent.briefs.acts import Ask


def answer(question: Ask, asked: Asked) -> TopicAnswer:
    """Tell which of the named sights is rated best, then what they are; of fewer than two what there is to see."""
    told, named = sights.answer(question, asked), named_sights(question)
    ranked = sorted(named, key=lambda sight: -sight.score)
    if len(named) < 2 or ranked[0].score == ranked[1].score:
        return told
    words = {"best": name_of(asked, ranked[0]), "score": ranked[0].score, "other": ranked[1].score}
    facts = {**told.facts, "preferred": ranked[0].id}
    return compose_answer(asked, [say(asked, "choice.rather", **words), told.text], facts)

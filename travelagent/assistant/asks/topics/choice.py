"""Which of several sights is to be preferred: the one that is rated best, and what each of them is."""

from travelagent.assistant.asks.subjects import named_sights
from travelagent.assistant.asks.topics import sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, name_of, say
from travelagent.briefs.acts import Ask


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell which of the named sights is rated best, then what they are; of fewer than two what there is to see."""
    described, named = sights.answer(question, trip), named_sights(question)
    ranked = sorted(named, key=lambda sight: -sight.score)
    if len(named) < 2 or ranked[0].score == ranked[1].score:
        return described
    words = {"best": name_of(trip, ranked[0]), "score": ranked[0].score, "other": ranked[1].score}
    facts = {**described.facts, "preferred": ranked[0].id}
    return compose_answer(trip, [say(trip, "choice.rather", **words), described.text], facts)

"""What is asked for, weighed: a linear classifier over the wording, the facts and what the rules of intents.toml say.

The rules know the language's fixed turns; the classifier knows from many sentences of many people which of them to
believe. Its features are hashed into a table of weights, one column an intent, that training/intents makes.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import get_args
from zlib import crc32

import numpy as np
import numpy.typing as npt

from travelagent.assistant.intents import Intent
from travelagent.assistant.offline.reading.lexicon import AREA, CITY, HIDDEN, SIGHT

BUCKETS = 1 << 15
INTENTS: tuple[Intent, ...] = get_args(Intent)
LONGEST_GRAM = 4
RULE_TRUST = 0.4
"""What a rule's word counts, as a share of the margin between intents, beyond what the classifier has learnt of it: it
was taught with many border cases, where the rules err more than in ordinary talk."""
UNPLANNED = 0.4
"""What speaks against a question about the plan at hand where nothing was said before."""
_RUNS = [(re.compile(f"{mark}+"), sign) for mark, sign in ((CITY, "C"), (AREA, "A"), (SIGHT, "S"), (HIDDEN, "H"))]
_NUMBER = re.compile(r"\d+")
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[a-z']+|[CASH0]|[^\sa-z]")


def judged(text: str, facts: Sequence[str], rule: Intent, sure: float) -> tuple[Intent, float]:
    """The likeliest intent of a marked text and its probability.

    `facts` are names of what else is known; `rule` is what the rules make of it, and how surely (0 to 1).
    """
    weights, sharpness = _model()
    scores = weights[buckets(text, facts)].sum(axis=0)
    scores[INTENTS.index(rule)] += RULE_TRUST * sure
    if rule != "itinerary_query" and "prior" not in facts:
        scores[INTENTS.index("itinerary_query")] -= UNPLANNED
    scores = np.exp(sharpness * (scores - scores.max()))
    best = int(scores.argmax())
    return INTENTS[best], float(scores[best] / scores.sum())


def buckets(text: str, facts: Sequence[str]) -> npt.NDArray[np.int64]:
    """The rows of the table that speak for a message, each once, ascending."""
    found = {crc32(feature.encode()) % BUCKETS for feature in features(text, facts)}
    return np.array(sorted(found), dtype=np.int64)


def features(text: str, facts: Sequence[str]) -> Iterator[str]:
    """The facts, the words and their pairs, and the runs of letters of a message whose places are marked."""
    yield "always"
    for fact in facts:
        yield f"f:{fact}"
    plain = text.lower()
    for mark, sign in _RUNS:
        plain = mark.sub(sign, plain)
    plain = f" {_SPACE.sub(' ', _NUMBER.sub('0', plain)).strip()} "
    words = ["^", *_WORD.findall(plain), "$"]
    yield from (f"w:{word}" for word in words)
    yield from (f"p:{first} {second}" for first, second in pairwise(words))
    for length in range(1, LONGEST_GRAM + 1):
        yield from (f"g:{plain[at : at + length]}" for at in range(len(plain) - length + 1))


@cache
def _model() -> tuple[npt.NDArray[np.float32], float]:
    """The table (BUCKETS, intents), and what turns margins into logarithms of odds."""
    path = resources.files("travelagent.assistant.offline") / "data" / "intents.npz"
    with path.open("rb") as file:
        model = np.load(file)
        return np.asarray(model["weights"], dtype=np.float32), float(model["sharpness"])

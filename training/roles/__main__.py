"""Make the weights of the roles that typed tokens play.

`python -m training.roles`: every annotated message of corpus/*.jsonl is read by the lexer as the product reads it, and
one multinomial logistic regression (scikit-learn) a type of token is fitted to the features of its context. Printed is
the share of roles they get right in five-fold cross-validation over messages; the weights go into the assistant's
packaged data. README.md lists the labelled sets of tests/understanding that are among them.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

from training.roles.corpus import CORPUS, Lesson, fingerprint, lesson, lessons, sentences, short_messages
from training.roles.generate import generated
from travelagent.assistant.embedded.reading.clauses import clause_features, clauses
from travelagent.assistant.embedded.reading.context import features, surroundings
from travelagent.assistant.embedded.reading.tagger import ACTS, WEIGHTS, hashed

STRENGTH = 1.0
"""The inverse of the regularisation: smaller is smoother."""
LEAST = 2
"""A feature seen in fewer places is left out."""
EVEN_ROLES, EVEN_ACTS = 0.0, 0.3
"""How much more rare roles, and rare acts, weigh than how often they are met: most clauses are plain wishes."""
FOLDS = 5
SMALLEST = 0.06
"""A feature all of whose weights are smaller is left out."""
GENERATED = 1500
"""So many messages are put together from pieces."""


def examples(all_lessons: Sequence[Lesson], token_type: str) -> tuple[list[set[str]], list[str], list[int], list[int]]:
    """Features, role, message and index of every token of a type."""
    found: list[set[str]] = []
    wanted: list[str] = []
    groups: list[int] = []
    places: list[int] = []
    for number, each in enumerate(all_lessons):
        around = surroundings(each.tokens, planned=each.planned)
        earlier: list[tuple[int, str]] = []
        for n, role in sorted(each.roles.items()):
            if each.tokens[n].type == token_type:
                found.append(set(features(around, n, earlier)))
                wanted.append(role)
                groups.append(number)
                places.append(n)
                earlier.append((n, role))
    return found, wanted, groups, places


def pieces(
    all_lessons: Sequence[Lesson], guessed: Mapping[int, Mapping[int, str]]
) -> tuple[list[set[str]], list[str], list[int]]:
    """Features, act and message of every clause of the written messages. `guessed` holds the roles of each message's
    tokens as cross-validation has them, since those that are read are no better."""
    found: list[set[str]] = []
    wanted: list[str] = []
    groups: list[int] = []
    for number, each in enumerate(all_lessons):
        parts = clauses(each.tokens, each.text)
        roles = {**each.roles, **guessed.get(number, {})}
        before: list[str] = []
        for n, part in enumerate(parts):
            middle = (each.tokens[part.first].start + each.tokens[part.last - 1].end) // 2
            act = next((act for end, act in each.acts if middle < end), each.acts[-1][1])
            found.append(set(clause_features(each.tokens, roles, parts, n, before, planned=each.planned)))
            wanted.append(act)
            groups.append(number)
            before.append(act)
    return found, wanted, groups


def table(found: Sequence[set[str]]) -> tuple[csr_matrix, list[str]]:
    counts = Counter(name for names in found for name in names)
    names = sorted(name for name, times in counts.items() if times >= LEAST)
    index = {name: n for n, name in enumerate(names)}
    rows = [(n, index[name]) for n, each in enumerate(found) for name in each if name in index]
    row, column = zip(*rows, strict=True)
    return csr_matrix((np.ones(len(rows), dtype=np.float32), (row, column)), shape=(len(found), len(names))), names


def main(folder: Path) -> None:
    written = list(lessons(folder))
    all_lessons = [*written, *(lesson(row) for row in generated(GENERATED))]
    print(f"{len(written)} written messages, {GENERATED} generated ones")
    stored: dict[str, np.ndarray] = {}
    guessed: dict[int, dict[int, str]] = defaultdict(dict)
    for token_type in sorted({each.tokens[n].type for each in all_lessons for n in each.roles}):
        found, wanted, groups, places = examples(all_lessons, token_type)
        if len(set(wanted)) > 1:
            weights, roles = learned(token_type, found, wanted, groups, len(written), EVEN_ROLES)
            stored |= weights
            for number, place, role in zip(groups, places, roles, strict=True):
                guessed[number][place] = role
    weights, _ = learned(ACTS, *pieces([*written, *sentences(), *short_messages()], guessed), len(written), EVEN_ACTS)
    stored |= weights
    np.savez_compressed(WEIGHTS, trained_on=np.array(fingerprint()), **stored)
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} kB")


def learned(
    name: str, found: Sequence[set[str]], wanted: Sequence[str], groups: Sequence[int], written: int, evenness: float
) -> tuple[dict[str, np.ndarray], Sequence[str]]:
    """The weights of one model and what cross-validation makes of its examples, the share of it printed; the first
    `written` groups are messages that people wrote. With an evenness above 0 rare classes weigh more, with 1 all the
    same."""
    features_table, names = table(found)
    times = Counter(wanted)
    weight = np.array([times[each] ** -evenness for each in wanted])
    fitting = {"sample_weight": weight / weight.mean()}
    model = LogisticRegression(C=STRENGTH, max_iter=300, tol=1e-3)
    folds = GroupKFold(FOLDS)
    guessed = cross_val_predict(model, features_table, wanted, cv=folds, groups=groups, params=fitting)
    pairs = [(w, g) for w, g, n in zip(wanted, guessed, groups, strict=True) if n < written]
    right = np.mean([w == g for w, g in pairs])
    print(f"{name}: {right:.1%} right of {len(pairs)} in written messages: {dict(Counter(w for w, _ in pairs))}")
    confused = Counter((w, g) for w, g in pairs if w != g)
    print("   ", ", ".join(f"{w} as {g}: {n}" for (w, g), n in confused.most_common(8)))
    model.fit(features_table, wanted, **fitting)
    weights = model.coef_.T if len(model.classes_) > 2 else np.hstack([-model.coef_.T / 2, model.coef_.T / 2])
    keys = np.array([hashed(each) for each in names], dtype=np.uint64)
    order = np.argsort(keys)
    order = order[np.abs(weights[order]).max(axis=1) > SMALLEST]
    weights_of = {
        f"{name}.roles": np.array(model.classes_),
        f"{name}.keys": keys[order],
        f"{name}.weights": weights[order].astype(np.float16),
    }
    return weights_of, list(guessed)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else CORPUS)

"""Make the weights by which claims are held against the evidence.

`python -m training.claims`: two logistic regressions (scikit-learn). `linking` learns which slot a claim is about;
where several slots agree with a true claim, the likeliest one is taken to be meant, in a few rounds. `judging`
learns from the links that `linking` finds in sets that it has not seen. Printed is what both make of each labelled set
trained on the others; the weights of all sets go into the assistant's packaged data.
"""

import json
import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import django
import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "travelagent.settings")
django.setup()

from training.claims.lessons import GRADED_SET, Lesson, claims, graded  # noqa: E402
from travelagent.assistant.grounding.arithmetic import agrees  # noqa: E402
from travelagent.assistant.grounding.judging import BAR, agreed, contradicted  # noqa: E402
from travelagent.assistant.grounding.judging import features as judged_features  # noqa: E402
from travelagent.assistant.grounding.linking import WEIGHTS, Claimed  # noqa: E402
from travelagent.assistant.grounding.linking import features as linked_features  # noqa: E402
from travelagent.assistant.grounding.slots import Candidate  # noqa: E402
from travelagent.assistant.grounding.tracing import Tracer  # noqa: E402
from travelagent.assistant.quantities.read import quantities  # noqa: E402

STRENGTH = 0.3
"""The inverse of the regularisation of both models."""
ROUNDS = 4
MEANT = 3.0
"""How much more the slot of a false claim weighs: there are few."""
LEAST_LIKELY = -3.5
"""A slot that agrees with a true claim and is less likely than this is none that it is about."""
WRONG = 2.0
"""How much more a false claim weighs in judging."""
SMALLEST = 0.02
"""Smaller weights are left out."""
YEAR = 10_000


@dataclass
class Example:
    """A claim of a lesson: the slots that it may be about, whether it stands in the labelled span, whether anything in
    the evidence states its value, whether the traveller stated it; `meant` are the slots that the truth is of.
    """

    lesson: Lesson
    about: Claimed
    candidates: Sequence[Candidate]
    inside: bool
    traced: bool
    is_stated: bool
    meant: Sequence[bool]
    rows: range


def examples(lessons: Sequence[Lesson]) -> tuple[list[Example], list[dict[str, int]]]:
    """The claims of all lessons, and the features of each with each of its candidates."""
    found: list[Example] = []
    rows: list[dict[str, int]] = []
    for lesson in lessons:
        tracer = Tracer(lesson.text, lesson.evidence)
        missing = {id(claim) for claim in tracer.untraced()}
        truths = quantities(lesson.truth)
        for claim in tracer.answer.quantities:
            about = Claimed(tracer.answer, claim, tracer.answer.segment_of(claim), tracer.subjects[id(claim)])
            candidates = list(tracer.contradictions.candidates(claim, about.segment))
            first = len(rows)
            rows += [dict.fromkeys(linked_features(about, each.slot), 1) for each in candidates]
            inside = claim.start < lesson.end and lesson.start < claim.end
            meant = [not each.fits and _is_of(each, truths) for each in candidates]
            found.append(
                Example(
                    lesson, about, candidates, inside, id(claim) not in missing,
                    tracer.contradictions.is_from_traveller(claim),
                    meant, range(first, len(rows)),
                )
            )  # fmt: skip
    return found, rows


def _is_of(candidate: Candidate, truths: Sequence) -> bool:
    """Whether a slot has one of the values that the label names as the truth."""
    if candidate.slot.kind == "date":
        dates = {int(value.value) % YEAR for value in candidate.values}
        return any(truth.kind == "date" and int(truth.value) % YEAR in dates for truth in truths)
    kinds = {candidate.slot.kind, "bare", "count"}
    return any(truth.kind in kinds and agrees(truth, each.value) for truth in truths for each in candidate.values)


def linking(known: Sequence[Example], matrix, sets: Collection[str]) -> tuple[LogisticRegression, np.ndarray]:
    """Fit which slot a claim is about to the sets; with the log-odds of all rows."""
    odds = np.zeros(matrix.shape[0])
    model = LogisticRegression(C=STRENGTH, max_iter=500)
    for turn in range(ROUNDS):
        picked: list[tuple[int, int, float]] = []
        for example in known:
            if example.lesson.set not in sets:
                continue
            false = example.inside and example.lesson.label == "false"
            true = (example.inside and example.lesson.label == "true_of_tools") or not example.inside
            right = [row for row, own in zip(example.rows, example.meant, strict=True) if own and false]
            if false and not right:
                continue
            if true:
                fitting = zip(example.rows, example.candidates, strict=True)
                right = [row for row, each in fitting if each.fits]
                if not right and not example.inside and not example.traced:
                    continue
            best = max(right, key=lambda row: odds[row], default=-1)
            for row in example.rows:
                counts = MEANT if false else 1.0
                likely = false or turn == 1 or odds[row] > LEAST_LIKELY
                if row not in right:
                    picked.append((row, 0, 1.0))
                elif turn == 0:
                    picked.append((row, 1, counts / len(right)))
                elif row == best and likely:
                    picked.append((row, 1, counts))
        at, is_meant, weight = (list(column) for column in zip(*picked, strict=True))
        model.fit(matrix[at], is_meant, sample_weight=weight)
        odds = model.decision_function(matrix)
    return model, odds


def judged(known: Sequence[Example], odds: np.ndarray) -> list[tuple[Example, dict[str, float], bool]]:
    """The features of each claim that some slot contradicts, and whether that slot is the one that the truth is of."""
    found = []
    for example in known:
        readings = [(each, float(odds[row])) for each, row in zip(example.candidates, example.rows, strict=True)]
        wrong = contradicted(example.about, readings)
        if wrong is not None and not example.is_stated:
            values = dict(judged_features(example.about, *wrong, agreed(readings), traced=example.traced))
            found.append((example, values, any(example.meant)))
    return found


def judging(
    rows: Sequence[tuple[Example, dict[str, float], bool]], matrix, sets: Collection[str]
) -> LogisticRegression:
    """Fit whether a claim contradicts the evidence to the sets."""
    at: list[int] = []
    wanted: list[int] = []
    for number, (example, _, knows) in enumerate(rows):
        if example.lesson.set not in sets:
            continue
        false = example.inside and example.lesson.label == "false"
        if knows if false else example.inside or example.traced:
            at.append(number)
            wanted.append(int(false))
    weight = [WRONG if false else 1.0 for false in wanted]
    return LogisticRegression(C=STRENGTH, max_iter=2000).fit(matrix[at], wanted, sample_weight=weight)


def report(lessons: Sequence[Lesson], rows, scores: np.ndarray, sets: Collection[str]) -> None:
    """Print what is found of each set, at several bars."""
    best: dict[int, float] = {}
    for (example, _, _), score in zip(rows, scores, strict=True):
        if example.inside and example.lesson.set in sets:
            best[id(example.lesson)] = max(score, best.get(id(example.lesson), -9.0))
    held = [lesson for lesson in lessons if lesson.set in sets and (lesson.label != "false" or lesson.is_quantity)]
    all_of = Counter(lesson.label for lesson in held)
    for bar in sorted({-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, BAR}):
        found = Counter(lesson.label for lesson in held if best.get(id(lesson), -9.0) > bar)
        summary = ", ".join(f"{label} {found[label]} of {count}" for label, count in sorted(all_of.items()))
        print(f"bar {bar:+.1f}{' *' if bar == BAR else ''}: {summary}")


def packed(model: LogisticRegression, names: Sequence[str]) -> dict[str, object]:
    weights = {name: round(float(w), 3) for name, w in zip(names, model.coef_[0], strict=True) if abs(w) >= SMALLEST}
    return {"bias": round(float(model.intercept_[0]), 3), "weights": dict(sorted(weights.items()))}


def main() -> None:
    lessons = [*claims(), *graded()]
    models = fitted(lessons, *examples(lessons))
    WEIGHTS.write_text(json.dumps(models, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def fitted(
    lessons: Sequence[Lesson], known: Sequence[Example], features: Sequence[Mapping[str, int]]
) -> dict[str, Mapping[str, object]]:
    """Fit both models to all sets; what they make of each labelled one without it is printed."""
    labelled = {lesson.set for lesson in lessons if not lesson.set.startswith(GRADED_SET)}
    all_sets = {lesson.set for lesson in lessons}
    names = DictVectorizer()
    matrix = names.fit_transform(features).tocsr()
    unseen = np.zeros(matrix.shape[0])
    of_row = np.array([example.lesson.set for example in known for _ in example.rows])
    for left_out in sorted(all_sets):
        _, odds = linking(known, matrix, all_sets - {left_out})
        unseen[of_row == left_out] = odds[of_row == left_out]
    rows = judged(known, unseen)
    judged_names = DictVectorizer()
    judged_matrix = judged_names.fit_transform([values for _, values, _ in rows]).tocsr()
    scores = np.zeros(len(rows))
    of_claim = np.array([example.lesson.set for example, _, _ in rows])
    for left_out in sorted(labelled):
        model = judging(rows, judged_matrix, all_sets - {left_out})
        scores[of_claim == left_out] = model.decision_function(judged_matrix)[of_claim == left_out]
    report(lessons, rows, scores, labelled)
    final, _ = linking(known, matrix, all_sets)
    return {
        "linking": packed(final, names.get_feature_names_out()),
        "judging": packed(judging(rows, judged_matrix, all_sets), judged_names.get_feature_names_out()),
    }


if __name__ == "__main__":
    main()

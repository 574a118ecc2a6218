"""Make the intent classifier's weights.

`python -m training.intents`: every sentence of *.jsonl here ({"text", "intent", "before"?}) is read as the product
reads it, and linear support vectors (scikit-learn), one intent against the rest, are fitted to its features. Printed
is the share they get right in five-fold cross-validation, and the share of the rules alone; the weights go into the
assistant's packaged data. No sentence of a labelled set of tests/understanding is among them; ordinary.jsonl has some
of the kinds that the open sets showed to be missing.
"""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.special import log_softmax
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.svm import LinearSVC

from travelagent.assistant.offline.reading.judge import BUCKETS, INTENTS, buckets
from travelagent.assistant.offline.understanding import clues

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "travelagent" / "assistant" / "offline" / "data" / "intents.npz"
TODAY = date(2026, 11, 21)
STRENGTH = 0.01
"""The inverse of the regularisation: smaller is smoother."""
SHARPNESSES = np.linspace(0.5, 12, 47)


def sentences() -> Iterator[dict[str, Any]]:
    for path in sorted(HERE.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def main() -> None:
    rows, columns, wanted, by_rule = [], [], [], []
    for number, item in enumerate(sentences()):
        turns = [item["before"], item["text"]] if item.get("before") else [item["text"]]
        clue = clues(turns, TODAY)
        found = buckets(clue.text, clue.facts)
        rows += [number] * len(found)
        columns += found.tolist()
        wanted.append(INTENTS.index(item["intent"]))
        by_rule.append(INTENTS.index(clue.rule))
    table = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(wanted), BUCKETS))
    target = np.array(wanted)
    model = LinearSVC(C=STRENGTH, fit_intercept=False)
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    margins = cross_val_predict(model, table, target, cv=folds, method="decision_function")
    classes = np.unique(target)
    print(
        f"{len(target)} sentences; right in cross-validation: {np.mean(classes[margins.argmax(axis=1)] == target):.1%}",
        end="",
    )
    print(f", by the rules alone: {np.mean(np.array(by_rule) == target):.1%}")
    at = np.searchsorted(classes, target)
    odds = [log_softmax(s * margins, axis=1)[np.arange(len(at)), at].mean() for s in SHARPNESSES]
    model.fit(table, target)
    weights = np.zeros((BUCKETS, len(INTENTS)), dtype=np.float16)
    weights[:, classes] = model.coef_.T
    np.savez_compressed(TARGET, weights=weights, sharpness=np.float32(SHARPNESSES[int(np.argmax(odds))]))
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()

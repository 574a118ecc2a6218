"""Make the intent classifier's weights.

`python -m training.intents`: every sentence of *.jsonl here ({"text", "intent", "before"?}) is read as the product
reads it, and a multinomial logistic regression (scikit-learn) is fitted to its features. Printed is the share it gets
right in five-fold cross-validation, and the share of the rules alone; the weights go into the assistant's packaged
data. The labelled sets of tests/understanding are never looked at.
"""

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from travelagent.assistant.offline.reading.judge import BUCKETS, INTENTS, buckets
from travelagent.assistant.offline.understanding import clues

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "travelagent" / "assistant" / "offline" / "data" / "intents.npz"
TODAY = date(2026, 11, 21)
STRENGTH = 0.6
"""The inverse of the regularisation: smaller is smoother."""


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
    model = LogisticRegression(C=STRENGTH, max_iter=2_000, fit_intercept=False)
    folds = StratifiedKFold(5, shuffle=True, random_state=1)
    guessed = cross_val_predict(model, table, target, cv=folds)
    print(f"{len(target)} sentences; right in cross-validation: {np.mean(guessed == target):.1%}", end="")
    print(f", by the rules alone: {np.mean(np.array(by_rule) == target):.1%}")
    model.fit(table, target)
    weights = np.zeros((BUCKETS, len(INTENTS)), dtype=np.float16)
    weights[:, model.classes_] = model.coef_.T
    np.savez_compressed(TARGET, weights=weights)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()

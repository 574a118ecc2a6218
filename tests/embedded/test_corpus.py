"""The messages that the reader learns from, and that its weights are of today."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from training.reader.messages import fingerprint
from training.roles.corpus import ACTS, CORPUS, ROLE_NAMES
from training.roles.generate import generated
from travelagent.assistant.encoder.encoder import FOLDER
from travelagent.assistant.encoder.tagger import HEADS_FILE, tagger

FILES = sorted(CORPUS.glob("*.jsonl"))
SPAN = re.compile(r"\{([a-z_.]+):([^{}]+)\}")
MOST_BYTES = 40 * 1024 * 1024


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_message_is_annotated_with_known_roles_and_acts(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        assert row["lang"] in ("zh", "en"), number
        for act, text in row["acts"]:
            assert act in ACTS, f"{number}: {act}"
            assert {role for role, _ in SPAN.findall(text)} <= ROLE_NAMES, f"{number}: {text}"
            assert not set("{}") & set(SPAN.sub("", text)), f"{number}: {text}"


def test_generated_messages_are_annotated_with_known_roles() -> None:
    for row in generated(200):
        (_, text), *_ = row["acts"]
        assert {role for role, _ in SPAN.findall(text)} <= ROLE_NAMES, text


def test_the_weights_are_of_these_messages() -> None:
    with np.load(FOLDER / HEADS_FILE) as stored:
        assert str(stored["learned_from"]) == fingerprint(), "run `python -m training.reader`"


def test_the_weights_are_small_and_know_every_type() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES
    assert {"place", "date", "span", "count", "person", "money", "clock"} <= set(tagger().scheme.types)

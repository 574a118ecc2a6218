"""The reader in training: how it cuts texts into pieces, what it learns of them, how its weights are stored."""

import json
import re

import numpy as np

from training.reader.lessons import samples
from training.reader.messages import AGAIN, COARSE, FRAMES, OWN, frames_in, message_of
from training.roles.corpus import CORPUS
from travelagent.assistant.encoder.blocks import unpacked
from travelagent.assistant.encoder.inputs import Scheme
from travelagent.assistant.encoder.tokenizer import Tokenizer


def test_the_most_probable_pieces_are_chosen_and_point_into_the_text() -> None:
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁a", "b", "ab", "▁ab", "c"]
    tokenizer = Tokenizer(pieces, [0, 0, 0, 0, -2.0, -2.0, -3.0, -3.5, -1.0], {"Ｃ": "c"})
    found = tokenizer.pieces("ab  Ｃ?")
    assert [pieces[n] for n in found.ids] == ["▁ab", "<unk>", "c", "<unk>"]
    assert found.spans == ((0, 2), (2, 2), (4, 5), (5, 6))


def test_blocks_hold_the_low_halves_before_the_high_ones() -> None:
    row = np.frombuffer(np.float16(0.5).tobytes() + bytes([0x9F] + [0x88] * 15), dtype=np.uint8)
    weights = unpacked(row[None])[0]
    assert weights.shape == (32,)
    assert (weights[0], weights[16]) == (3.5, 0.5)
    assert not weights[1:16].any()


def test_frames_keep_the_texts_of_the_pieces_that_they_cut() -> None:
    for path in (FRAMES, AGAIN):
        for id, pieces in frames_in(path).items():
            name, line, number = id.split(":")
            (file,) = (folder / name for folder in (CORPUS, OWN) if (folder / name).exists())
            act, text = json.loads(file.read_text("utf-8").splitlines()[int(line)])["acts"][int(number)]
            assert act == COARSE
            assert "".join(plain(piece) for _, piece in pieces) == plain(text), id


def plain(text: str) -> str:
    return re.sub(r"\{[a-z_.]+:([^{}]*)\}", r"\1", text)


def test_a_message_is_cut_into_labels_acts_and_borders() -> None:
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", "x", "y", "z"]
    tokenizer = Tokenizer(pieces, [0, 0, 0, 0, -1.0, -1.0, -1.0, -1.0], {})
    message = message_of([["edit.add", "{must:xy} z"], ["thanks", "{like:x}"]], planned=True)
    scheme = Scheme(("like", "must"), ("edit.add", "thanks"), ("-",), {})
    (sample,) = samples(tokenizer, scheme, [message])
    of_text = [text for start, end in sample.window.spans if (text := message.text[start:end])]
    held = [n for n, (start, end) in enumerate(sample.window.spans) if end > start]
    assert of_text == ["x", "y", "z", "x"]
    assert [sample.labels[n] for n in held] == [3, 4, 0, 1]
    assert [sample.acts[n] for n in held] == [0, 0, 0, 1]
    assert [sample.borders[n] for n in held] == [0, 0, 0, 1]
    assert len(sample.window.ids) == sample.window.first + len(sample.labels) + 1

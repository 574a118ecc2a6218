"""The reader in training: how it cuts texts into pieces, and how its 4-bit weights are stored."""

import numpy as np

from training.reader.blocks import unpacked
from training.reader.tokenizer import Tokenizer


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

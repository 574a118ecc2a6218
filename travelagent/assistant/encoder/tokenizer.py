"""A SentencePiece unigram tokenizer that keeps which characters of the text each piece covers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

SPACE: Final = "▁"
"""The character that stands for a space in pieces."""
BEGIN, PAD, END, UNKNOWN = range(4)
"""Ids of the special pieces."""
_UNKNOWN_PENALTY: Final = 10.0
"""How much an unknown character scores below the rarest piece."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a text, and the characters `text[start:end]` that each covers; a piece of a space covers none."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


class Tokenizer:
    """Cut texts into the most probable sequence of pieces.

    Args:
        pieces: every piece by its id; the first four are the special ones.
        scores: log probability of each piece.
        normalisation: replacement of single characters.
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float], normalisation: Mapping[str, str]) -> None:
        self._pieces = {
            piece: (float(score), n) for n, (piece, score) in enumerate(zip(pieces, scores, strict=True)) if n > UNKNOWN
        }
        self._normalisation = dict(normalisation)
        self._unknown = min(map(float, scores)) - _UNKNOWN_PENALTY
        self._longest: dict[str, int] = {}
        for piece in self._pieces:
            self._longest[piece[0]] = max(self._longest.get(piece[0], 0), len(piece))

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        """Return the tokenizer stored in a file by `save`."""
        with np.load(path) as stored:
            pieces = stored["pieces"].tobytes().decode().split("\n")
            pairs = stored["normalisation"].tobytes().decode().split("\n")
            normalisation = {pair[0]: pair[1:] for pair in pairs if pair}
            return cls(pieces, stored["scores"].tolist(), normalisation)

    @staticmethod
    def save(path: Path, pieces: Sequence[str], scores: Sequence[float], normalisation: Mapping[str, str]) -> None:
        """Store what a tokenizer consists of; line feeds are normalised to spaces and thus are in no piece."""
        pairs = [key + value for key, value in sorted(normalisation.items()) if key != "\n"]
        np.savez_compressed(
            path,
            pieces=np.frombuffer("\n".join(pieces).encode(), dtype=np.uint8),
            scores=np.array(scores, dtype=np.float32),
            normalisation=np.frombuffer("\n".join(pairs).encode(), dtype=np.uint8),
        )

    def pieces(self, text: str) -> Pieces:
        """Return the pieces of a text; the work grows linearly with its length."""
        line, places = self._normalised(text)
        size = len(line)
        best = [0.0] + [float("-inf")] * size
        back = [(UNKNOWN, 0)] * (size + 1)
        known, longest = self._pieces, self._longest
        for start in range(size):
            base = best[start]
            for end in range(start + 1, min(size, start + longest.get(line[start], 0)) + 1):
                found = known.get(line[start:end])
                if found and base + found[0] > best[end]:
                    best[end], back[end] = base + found[0], (found[1], start)
            if base + self._unknown > best[start + 1]:
                best[start + 1], back[start + 1] = base + self._unknown, (UNKNOWN, start)
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        end = size
        while end > 0:
            piece, start = back[end]
            covered = [places[at] for at in range(start, end) if line[at] != SPACE]
            ids.append(piece)
            spans.append((covered[0], covered[-1] + 1) if covered else (places[start], places[start]))
            end = start
        return Pieces(tuple(reversed(ids)), tuple(reversed(spans)))

    def _normalised(self, text: str) -> tuple[str, list[int]]:
        """Return the normalised text and, for each of its characters, the index of the one that it comes from."""
        line: list[str] = [SPACE]
        places = [0]
        for at, character in enumerate(text):
            for new in self._normalisation.get(character, " " if character == "\n" else character):
                if new != " ":
                    line.append(new)
                    places.append(at)
                elif line[-1] != SPACE:
                    line.append(SPACE)
                    places.append(at)
        return "".join(line), places

"""The forward pass of the encoder, on onnxruntime with one thread.

Its files, made by `python -m training.reader`: `vocabulary.npz` (the tokenizer), `words.npy` (one row of 4-bit blocks a
piece, memory-mapped), `positions.npy` and `layers.onnx`.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from travelagent.assistant.encoder.blocks import unpacked
from travelagent.assistant.encoder.tokenizer import Tokenizer

FOLDER: Final = Path(__file__).parent / "data"
"""Where the files of the product are."""
VOCABULARY_FILE, WORDS_FILE, POSITIONS_FILE = "vocabulary.npz", "words.npy", "positions.npy"
LAYERS_FILE = "layers.onnx"
LONGEST: Final = 512
"""Greatest number of pieces of one pass."""


class Encoder:
    """A pretrained encoder; its parts are loaded when they are first needed.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of the encoder's vocabulary."""
        return Tokenizer.load(self.folder / VOCABULARY_FILE)

    @cached_property
    def _words(self) -> npt.NDArray[np.uint8]:
        words: npt.NDArray[np.uint8] = np.load(self.folder / WORDS_FILE, mmap_mode="r")
        return words

    @cached_property
    def _positions(self) -> npt.NDArray[np.float32]:
        positions: npt.NDArray[np.float32] = np.load(self.folder / POSITIONS_FILE)
        return positions

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False
        return onnxruntime.InferenceSession(str(self.folder / LAYERS_FILE), options, providers=["CPUExecutionProvider"])

    def states(self, ids: Sequence[int], hints: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Return the state of each piece: [pieces, width].

        Args:
            ids: at most `LONGEST` pieces, the special ones included.
            hints: what is known of each piece beforehand, added to its state between the layers: [pieces, width].
        """
        words = unpacked(self._words[list(ids)]) + self._positions[: len(ids)]
        (states,) = self._session.run(None, {"words": words[None], "hints": hints[None]})
        found: npt.NDArray[np.float32] = states[0]
        return found

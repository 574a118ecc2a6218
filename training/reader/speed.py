"""How large the files of the reader are, and how long a pass takes."""

import time
from typing import Final

import numpy as np

from travelagent.assistant.encoder.encoder import Encoder
from travelagent.assistant.encoder.tokenizer import BEGIN, END, UNKNOWN

_LENGTHS: Final = (20, 60, 150, 400)
_RUNS: Final = 15


def measured(encoder: Encoder, width: int, vocabulary: int) -> str:
    """Return a line on the bytes of the files and the median milliseconds of the processor by number of pieces."""
    size = sum(path.stat().st_size for path in encoder.folder.iterdir())
    chance = np.random.default_rng(1)
    found = [f"{size / 1e6:.1f} MB"]
    for length in _LENGTHS:
        ids = [BEGIN, *chance.integers(UNKNOWN + 1, vocabulary, length - 2).tolist(), END]
        hints = np.zeros((length, width), dtype=np.float32)
        encoder.states(ids, hints)
        times = []
        for _ in range(_RUNS):
            started = time.process_time()
            encoder.states(ids, hints)
            times.append(time.process_time() - started)
        found.append(f"{length} pieces: {np.median(times) * 1e3:.1f} ms")
    return ", ".join(found)

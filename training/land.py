"""The mask of land and sea that roads are kept by.

`python -m training.land` writes travelagent/travel/network/data/land.bin.

A cell of a tenth of a degree is land where at least LEAST of it is, by the shapes of the packaged ground (GSHHG).
"""

import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from travelagent.ground.layers import around
from travelagent.travel.network.land import CELLS_A_DEGREE

OUT = Path(__file__).parent.parent / "travelagent" / "travel" / "network" / "data" / "land.bin"
TILE_DEGREES = 10
FINE = 4
"""So many pixels a cell, each way."""
LEAST = 0.3
SOUTH, NORTH = -60, 80
"""Degrees of latitude that are looked at; beyond nobody drives."""


def main() -> None:
    """Draw the land tile by tile, and write the mask."""
    mask = np.zeros((180 * CELLS_A_DEGREE, 360 * CELLS_A_DEGREE), dtype=np.bool_)
    side = TILE_DEGREES * CELLS_A_DEGREE
    for south in range(SOUTH, NORTH, TILE_DEGREES):
        for west in range(-180, 180, TILE_DEGREES):
            row = (90 - (south + TILE_DEGREES)) * CELLS_A_DEGREE
            column = (west + 180) * CELLS_A_DEGREE
            mask[row : row + side, column : column + side] = _tile(west, south) >= LEAST
    OUT.write_bytes(zlib.compress(np.packbits(mask).tobytes(), 9))
    print(f"{mask.mean():.3f} of the cells are land; {OUT.stat().st_size} bytes")


def _tile(west: int, south: int) -> npt.NDArray[np.float64]:
    """The share of land of each cell of a tile, from its north-west corner."""
    side = TILE_DEGREES * CELLS_A_DEGREE
    image = Image.new("1", (side * FINE, side * FINE))
    draw = ImageDraw.Draw(image)
    scale, north = CELLS_A_DEGREE * FINE, south + TILE_DEGREES
    for rings in around((west, south, west + TILE_DEGREES, north), "region").land:
        for ring, land in zip(rings, (1, *[0] * (len(rings) - 1)), strict=True):
            draw.polygon([((lon - west) * scale, (north - lat) * scale) for lon, lat in ring], fill=land)
    pixels = np.asarray(image, dtype=np.float64).reshape(side, FINE, side, FINE)
    return np.asarray(pixels.mean(axis=(1, 3)), dtype=np.float64)


if __name__ == "__main__":
    main()

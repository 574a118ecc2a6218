"""Parts that several buildings share: curved roofs, domes, columns, rows of windows."""

from collections.abc import Callable
from typing import TypeAlias

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.scenery.stage import Tones

Hero: TypeAlias = Callable[[Brush, Tones, Chance], None]


def eaves(b: Brush, fill: str, x: float, y: float, width: float, height: float, ridge: float, lift: float = 14) -> None:
    """Draw a roof with upturned eaves: `width` from tip to tip, `ridge` the length of its ridge."""
    w, r = width / 2, ridge / 2
    b.curve(
        fill,
        ("M", x - w, y + lift),
        ("Q", x - r - (w - r) * 0.42, y + height * 0.24, x - r, y + height),
        ("L", x + r, y + height),
        ("Q", x + r + (w - r) * 0.42, y + height * 0.24, x + w, y + lift),
        ("Q", x + w * 0.8, y, x + w * 0.62, y),
        ("L", x - w * 0.62, y),
        ("Q", x - w * 0.8, y, x - w, y + lift),
    )


def gable(b: Brush, fill: str, x: float, y: float, width: float, height: float) -> None:
    """Draw a triangular gable centred on `x`, its foot at `y`."""
    b.poly(fill, (x - width / 2, y), (x, y + height), (x + width / 2, y))


def round_dome(b: Brush, fill: str, x: float, y: float, width: float, height: float) -> None:
    """Draw a half-round dome centred on `x`, its foot at `y`."""
    w = width / 2
    b.curve(fill, ("M", x - w, y), ("C", x - w, y + height * 1.33, x + w, y + height * 1.33, x + w, y))


def onion_dome(b: Brush, fill: str, x: float, y: float, width: float, height: float) -> None:
    """Draw an onion dome centred on `x`, its foot at `y`."""
    w = width / 2
    b.curve(
        fill,
        ("M", x - w * 0.72, y),
        ("C", x - w * 1.5, y + height * 0.36, x - w * 0.5, y + height * 0.62, x, y + height),
        ("C", x + w * 0.5, y + height * 0.62, x + w * 1.5, y + height * 0.36, x + w * 0.72, y),
    )


def half_shade(b: Brush, fill: str, x: float, y: float, width: float, height: float) -> None:
    """Draw the right half of a dome in shade."""
    w = width / 2
    b.curve(fill, ("M", x + w * 0.3, y), ("C", x + w * 0.5, y + height * 0.6, x + w * 0.3, y + height * 0.9,
        x + w * 0.1,
            y + height * 0.985), ("C", x + w * 0.7, y + height * 0.9, x + w, y + height * 0.5, x + w, y))  # fmt: skip


def columns(b: Brush, fill: str, x: float, y: float, width: float, height: float, count: int, thick: float) -> None:
    """Draw a row of columns over the width, centred on x."""
    for i in range(count):
        b.block(fill, y, thick, height, x - width / 2 + width * (i + 0.5) / count)


def windows(b: Brush, fill: str, x: float, y: float, width: float, height: float, across: int, up: int,
            fullness: float = 0.55) -> None:  # fmt: skip
    """Draw a grid of windows, centred on x."""
    cell, storey = width / across, height / up
    for row in range(up):
        for i in range(across):
            left = x - width / 2 + cell * (i + (1 - fullness) / 2)
            b.rect(fill, left, y + storey * (row + 0.22), cell * fullness, storey * 0.56)


def arcade(b: Brush, fill: str, x: float, y: float, width: float, height: float, count: int, *, pointed: bool = False,
           fullness: float = 0.62) -> None:  # fmt: skip
    """Draw a row of arched openings, centred on x."""
    cell = width / count
    for i in range(count):
        b.arch(fill, x - width / 2 + cell * (i + 0.5), y, cell * fullness, height, pointed=pointed)


def battlements(b: Brush, fill: str, x: float, y: float, width: float, size: float) -> None:
    """Draw merlons along a wall's top."""
    count = max(2, round(width / (2 * size)))
    for i in range(count):
        b.rect(fill, x + width * i / count, y, width / count * 0.55, size)


def finial(b: Brush, fill: str, x: float, y: float, height: float) -> None:
    """Draw a pointed finial with a ball at `x`, its foot at `y`."""
    b.poly(fill, (x - height * 0.09, y), (x, y + height), (x + height * 0.09, y))
    b.disc(fill, x, y + height * 0.3, height * 0.14)

"""Draws the app's icons from the mark: `python -m travelagent.offline.icons` writes them into `static/img/`."""

import re
from pathlib import Path

import resvg_py

IMAGES = Path(__file__).resolve().parents[2] / "static" / "img"
SAFE = 0.62
"""Of a maskable icon a circle of 80 % is sure to be seen: the mark takes a square inside it."""


def draw() -> None:
    """Write the icons."""
    mark = (IMAGES / "mark.svg").read_text("utf-8")
    for size in (192, 512):
        (IMAGES / f"icon-{size}.png").write_bytes(_png(mark, size))
    (IMAGES / "icon-maskable-512.png").write_bytes(_png(_maskable(mark), 512))


def _maskable(mark: str) -> str:
    """Return the mark on a ground without corners, drawn smaller."""
    ground = mark.replace(' rx="7"', "")
    rect = re.search(r"<rect[^>]*/>", ground)
    if rect is None:
        raise ValueError("the mark has no ground")
    inner = ground[rect.end() : ground.index("</svg>")]
    shift = 32 * (1 - SAFE) / 2
    return f'{ground[: rect.end()]}<g transform="translate({shift} {shift}) scale({SAFE})">{inner}</g></svg>'


def _png(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


if __name__ == "__main__":
    draw()

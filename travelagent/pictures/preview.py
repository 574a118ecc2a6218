"""The picture of a page that is shared: its title on paper beside the poster of its place, 1200 × 630 pixels."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw

from travelagent.pictures.canvas import Frame
from travelagent.pictures.poster import poster
from travelagent.pictures.raster import image_of, write
from travelagent.pictures.subjects import Subject
from travelagent.pictures.typesetting import Paragraph, paragraph

SIZE = (1200, 630)
PAPER, SHEET, INK, FAINT, LINE, SEAL = "#f4f6f2", "#fdfefc", "#14252a", "#42545a", "#d6ddd6", "#b2301a"
LINK = "#a9b6b2"
"""What leads from one day to the next."""
DAYS = ("#b2301a", "#0a6462", "#74459a", "#935300", "#27599e", "#972b5d", "#486919", "#5b4b3a")
"""The colours of the days, as on the pages."""
NAME = "TravelAgent"
PANEL, MARGIN = 520, 56
ROOM = PANEL - 2 * MARGIN
POSTER = Frame(SIZE[0] - PANEL, SIZE[1])
TITLE_SIZES = ((58, 2), (50, 3), (42, 4))
"""Sizes in pixels and how many lines each may fill, the largest first that holds the whole title."""
TITLE_LEADING, LINE_SIZE, LINE_LEADING = 1.28, 26, 40
SUPERSAMPLED = 3
LEAST_SCALE = 0.6
"""A map smaller than that is left out."""


@dataclass(frozen=True, slots=True)
class DayRoute:
    """One day's stops in a map of `width` × `height`, and the number of its colour, from 1."""

    colour: int
    stops: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Map:
    """The routes of a trip's days in a box of `width` × `height`."""

    width: int
    height: int
    routes: Sequence[DayRoute]


@dataclass(frozen=True, slots=True)
class Preview:
    """The title of a page, the lines below it, and the map of its trip if it has one."""

    title: str
    lines: Sequence[str]
    map: Map | None = None


def preview(subject: Subject, content: Preview) -> bytes:
    """Return the picture as PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    image.paste(image_of(poster(subject, POSTER), POSTER.width), (PANEL, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((PANEL, 0, PANEL + 3, SIZE[1]), fill=SEAL)
    mark = _mark(44)
    image.paste(mark, (MARGIN, MARGIN), mark)
    write(image, (MARGIN + 60, MARGIN + 2), paragraph(NAME), NAME, 28, FAINT)
    y = _title(image, paragraph(content.title), 146.0) + 18
    for text in map(paragraph, content.lines):
        for line in text.title_lines(LINE_SIZE, ROOM, 2):
            if y + LINE_LEADING <= SIZE[1] - MARGIN / 2:
                _write(image, y, text, line, LINE_SIZE, FAINT)
                y += LINE_LEADING
    if content.map is not None and content.map.routes:
        _draw_map(image, content.map, round(y + 14))
    written = io.BytesIO()
    image.quantize(256, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def _title(image: Image.Image, title: Paragraph, y: float) -> float:
    """Write the title as large as it fits; return where it ends."""
    for size, most in TITLE_SIZES:
        lines = title.title_lines(size, ROOM, most)
        if not lines[-1].endswith("…") or size == TITLE_SIZES[-1][0]:
            break
    for line in lines:
        _write(image, y, title, line, size, INK, bold=True)
        y += size * TITLE_LEADING
    return y


def _write(image: Image.Image, y: float, text: Paragraph, line: str, size: int, colour: str,
           *, bold: bool = False) -> None:  # fmt: skip
    """Write a line from the margin at which its paragraph begins."""
    left = MARGIN + (ROOM - text.width(line, size) if text.is_right_to_left else 0)
    write(image, (left, y), text, line, size, colour, bold=bold)


def _draw_map(image: Image.Image, map: Map, top: int) -> None:
    """Draw the map of the trip in what room there is below."""
    width, room = ROOM, SIZE[1] - MARGIN - top
    scale = min(width / map.width, room / map.height)
    if scale < LEAST_SCALE:
        return
    size = (width * SUPERSAMPLED, round(map.height * scale) * SUPERSAMPLED)
    sheet = Image.new("RGB", size, SHEET)
    draw = ImageDraw.Draw(sheet)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=LINE, width=SUPERSAMPLED)
    left = (width - map.width * scale) / 2
    placed = [
        [((left + x * scale) * SUPERSAMPLED, y * scale * SUPERSAMPLED) for x, y in route.stops] for route in map.routes
    ]
    draw.line([point for points in placed for point in points], fill=LINK, width=2 * SUPERSAMPLED, joint="curve")
    for route, points in zip(map.routes, placed, strict=True):
        colour = DAYS[(route.colour - 1) % len(DAYS)]
        draw.line(points, fill=colour, width=3 * SUPERSAMPLED, joint="curve")
        for x, y in points:
            r = 6 * SUPERSAMPLED
            draw.ellipse((x - r, y - r, x + r, y + r), fill=colour, outline=SHEET, width=2 * SUPERSAMPLED)
    image.paste(sheet.resize((width, size[1] // SUPERSAMPLED), Image.Resampling.LANCZOS), (MARGIN, top))


def _mark(size: int) -> Image.Image:
    path = Path(settings.BASE_DIR) / "static" / "img" / "mark.svg"
    mark = image_of(path.read_text(encoding="utf-8"), size * 4)
    return mark.resize((size, size), Image.Resampling.LANCZOS)

"""Posters as pixels, and text laid over them, for what takes no SVG: share previews and printed documents."""

import io
from collections.abc import Iterator
from functools import cache

import resvg_py
from noto_cjk_sans_otc import FONT_PATH
from PIL import Image, ImageDraw, ImageFont

SIMPLIFIED_CHINESE = 2
"""The number of that face in the font's collection."""


def image_of(svg: str, width: int) -> Image.Image:
    """Return the drawing as an image of that width in pixels, with what is clear in it."""
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")


def flattened(image: Image.Image) -> Image.Image:
    """Return the image in the few colours that flat drawings have, so that it is packed small without loss."""
    return image.convert("RGB").quantize(256, dither=Image.Dither.NONE).convert("RGB")


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that has both languages, by its size in pixels."""
    return ImageFont.truetype(FONT_PATH, size, index=SIMPLIFIED_CHINESE)


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, colour: str, *, bold: bool = False
) -> None:
    """Write one line from its upper left corner."""
    draw.text(at, text, font=font(size), fill=colour, stroke_width=1 if bold else 0, stroke_fill=colour)


def lines_of(text: str, size: int, width: float, most: int) -> list[str]:
    """Break the text into at most so many lines of that width in pixels; what is left out ends in an ellipsis."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and font(size).getlength((line + piece).rstrip()) > width:
            ended = _phrase_end(line)
            lines.append(line[:ended].rstrip())
            line = (line[ended:] + piece).lstrip()
        else:
            line += piece
    lines.append(line.rstrip())
    if len(lines) > most:
        last = lines[most - 1]
        while last and font(size).getlength(f"{last}…") > width:
            last = last[:-1]
        lines = [*lines[: most - 1], f"{last.rstrip()}…"]
    return [cut for line in lines for cut in _fitting(line, size, width)][:most]


def _phrase_end(line: str) -> int:
    """Where a Chinese line is best broken: behind its last punctuation where that leaves it long enough, else at its
    end."""
    if not line or ord(line[-1]) <= 0x2E80:
        return len(line)
    ends = [i + 1 for i, character in enumerate(line) if character in CHINESE_PAUSES]
    return ends[-1] if ends and ends[-1] >= len(line) * SHORTEST_LINE else len(line)


def _fitting(line: str, size: int, width: float) -> Iterator[str]:
    """The line, cut where a single word is wider than the width."""
    while font(size).getlength(line) > width:
        keep = len(line) - 1
        while keep > 1 and font(size).getlength(line[:keep]) > width:
            keep -= 1
        yield line[:keep]
        line = line[keep:]
    yield line


CHINESE_PAUSES, SHORTEST_LINE = frozenset("，。、；：！？"), 0.55
NEVER_FIRST = frozenset("，。、；：！？）》」』”’…·,.;:!?)")


def _pieces(text: str) -> Iterator[str]:
    """What is not broken: a word with the space behind it, a Chinese character with the punctuation behind it."""
    piece = ""
    for character in " ".join(text.split()):
        wide = ord(character) > 0x2E80
        ends = piece and (piece[-1] == " " or wide or ord(piece[-1]) > 0x2E80)
        if ends and character not in NEVER_FIRST and character != " ":
            yield piece
            piece = ""
        piece += character
    yield piece

"""Posters and lines of text as pixels, for what takes no SVG: share previews and printed documents."""

import io
from math import ceil

import resvg_py
from PIL import Image

from travelagent.pictures.typesetting import Paragraph, ascent


def image_of(svg: str, width: int) -> Image.Image:
    """Return the drawing as an image of that width in pixels, with what is clear in it."""
    return Image.open(
        io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True)))
    ).convert("RGBA")


def flattened(image: Image.Image) -> Image.Image:
    """Return the image in the few colours that flat drawings have, so that it is packed small without loss."""
    return image.convert("RGB").quantize(256, dither=Image.Dither.NONE).convert("RGB")


def write(
    image: Image.Image, at: tuple[float, float], paragraph: Paragraph, line: str, size: int, colour: str,
    *, bold: bool = False,
) -> None:  # fmt: skip
    """Write one line of a paragraph from its upper left corner. `size`: in pixels; `colour`: as in CSS."""
    width, height = ceil(paragraph.width(line, size)) + 2 * size, 2 * size
    box = f"{-size} {-ascent(size):.2f} {width} {height}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}">'
        f'<path d="{paragraph.outline(line, size)}" fill="{colour}" stroke="{colour}" stroke-width="{2 * bold}"/></svg>'
    )
    drawn = image_of(svg, width)
    image.paste(drawn, (round(at[0]) - size, round(at[1])), drawn)

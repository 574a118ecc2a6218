"""Pictures and documents made for the tests."""

import io
from functools import cache
from typing import Any

import pypdfium2
from fpdf import FPDF
from PIL import Image


def picture(format: str = "PNG", size: tuple[int, int] = (64, 48), mode: str = "RGB", **options: Any) -> bytes:
    """A picture with a gradient in it, no two columns alike."""
    gradient = Image.linear_gradient("L").resize(size)
    found = Image.merge(
        "RGB", (gradient, gradient.rotate(180), gradient.transpose(Image.Transpose.ROTATE_90).resize(size))
    )
    return encoded(found.convert(mode), format, **options)


def encoded(image: Image.Image, format: str, **options: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, format, **options)
    return written.getvalue()


def opened(content: bytes) -> Image.Image:
    found = Image.open(io.BytesIO(content))
    found.load()
    return found


@cache
def document(text: str = "Ticket 42") -> bytes:
    """A PDF of one page."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=12)
    pdf.cell(text=text)
    return bytes(pdf.output())


def page_texts(pdf: bytes) -> list[str]:
    """The texts of the pages of a PDF without their spaces."""
    return ["".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(pdf)]

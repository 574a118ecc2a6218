"""The sheets of the booklet: A4 with a footer, every text in the one font that has both languages."""

from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TextMode
from noto_cjk_sans_otc import FONT_PATH

Colour: TypeAlias = tuple[int, int, int]

SIMPLIFIED_CHINESE = 2
"""The number of that face in the font's collection."""
INK, SOFT, FAINT, LINE = (20, 37, 42), (66, 84, 90), (86, 102, 105), (214, 221, 214)
PAPER, PINE, SEAL = (244, 246, 242), (11, 93, 91), (178, 48, 26)
DAY_COLOURS: tuple[Colour, ...] = (
    (178, 48, 26), (10, 100, 98), (116, 69, 154), (147, 83, 0), (39, 89, 158), (151, 43, 93), (72, 105, 25),
    (91, 75, 58),
)  # fmt: skip
"""The colours of the days, as on the pages."""
A4_MM = (210, 297)
MARGIN_MM = 18
FOOT_MM = 16
POINT_MM = 25.4 / 72
LEADING = 1.42
EMBOLDENED = 0.022
"""How thick the outline of bold text is, as a share of its size in points: the font's collection has one weight."""


def day_colour(day: int) -> Colour:
    """Return the colour of a day, counted from 1."""
    return DAY_COLOURS[(day - 1) % len(DAY_COLOURS)]


class Pages(FPDF):
    """The booklet as it grows. All measures are millimetres, sizes of text points."""

    def __init__(self, title: str, lang: str) -> None:
        super().__init__(format=A4_MM)
        self.set_lang(lang)
        self.add_font("noto", fname=FONT_PATH, collection_font_number=SIMPLIFIED_CHINESE)
        self.set_title(title)
        self.set_creator("TravelAgent")
        self.set_margins(MARGIN_MM, MARGIN_MM)
        self.set_auto_page_break(True, FOOT_MM + 2)
        self.set_line_width(0.2)
        self.name = title

    @property
    def foot(self) -> float:
        """How low a page is written."""
        return self.h - FOOT_MM - 2

    def footer(self) -> None:
        """Write the trip's title and the number of the page; the cover has none."""
        if self.page_no() == 1:
            return
        self.set_y(-12)
        self.style(7.5, FAINT)
        room = self.epw - 30
        title = self.name
        while title and self.get_string_width(f"{title}…") > room:
            title = title[:-1]
        self.cell(room, 5, title if title == self.name else f"{title}…")
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align="R")

    def style(self, size: float, colour: Colour = INK) -> None:
        """Set how text is written from here on."""
        self.set_font("noto", size=size)
        self.set_text_color(*colour)

    def emboldened(self, size: float, colour: Colour) -> AbstractContextManager[None]:
        """Write what is written inside of it with a thin outline, and so bold."""
        self.style(size, colour)
        return self.local_context(
            text_mode=TextMode.FILL_STROKE, draw_color=colour, line_width=size * EMBOLDENED, text_color=colour
        )

    def text_block(self, text: str, size: float, colour: Colour = INK, *, x: float | None = None, width: float = 0,
                   bold: bool = False) -> None:  # fmt: skip
        """Write a paragraph from the current height on, over the width or to the right margin."""
        left = self.l_margin if x is None else x
        self.set_x(left)
        room = width or self.w - self.r_margin - left
        with self.emboldened(size, colour) if bold else nullcontext():
            self.style(size, colour)
            self.multi_cell(room, size * POINT_MM * LEADING, text, new_x="LMARGIN", new_y="NEXT", align="L")

    def height_of(self, text: str, size: float, width: float) -> float:
        """Return the height of a paragraph in mm."""
        self.style(size)
        measured = self.multi_cell(
            width, size * POINT_MM * LEADING, text, dry_run=True, output=MethodReturnValue.HEIGHT, align="L"
        )
        if not isinstance(measured, float):
            raise TypeError(f"a height was asked for, not {measured!r}")
        return measured

    def rule(self, y: float, colour: Colour = LINE, thickness: float = 0.2) -> None:
        """Draw a line from margin to margin."""
        self.set_draw_color(*colour)
        self.set_line_width(thickness)
        self.line(self.l_margin, y, self.w - self.r_margin, y)
        self.set_line_width(0.2)

    def heading(self, text: str) -> None:
        """Write the heading of a section, on the next page where too little would stand under it."""
        if self.get_y() + 34 > self.foot:
            self.add_page()
        self.text_block(text, 17, bold=True)
        self.ln(2)
        self.rule(self.get_y(), SEAL, 0.6)
        self.ln(4)

    def disc(self, number: int, x: float, y: float, colour: Colour, radius: float = 2.5) -> None:
        """Draw a numbered disc around a point."""
        self.set_fill_color(*colour)
        self.set_draw_color(255, 255, 255)
        self.set_line_width(0.35)
        self.circle(x, y, radius, style="DF")
        size = radius * (2.9 if number < 10 else 2.4)
        with self.emboldened(size, (255, 255, 255)):
            width = self.get_string_width(str(number))
            self.text(x - width / 2, y + size * POINT_MM * 0.36, str(number))

"""The sheets of the booklet: A4 with a footer, every text in faces that have its characters."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TextMode
from fpdf.line_break import Fragment

from travelagent.pictures.typesetting import MAIN, Face, Paragraph, Run, is_plain, paragraph

Colour: TypeAlias = tuple[int, int, int]

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
"""How thick the outline of bold text is, as a share of its size in points: one weight of the fonts is packaged."""


def day_colour(day: int) -> Colour:
    """Return the colour of a day, counted from 1."""
    return DAY_COLOURS[(day - 1) % len(DAY_COLOURS)]


class Pages(FPDF):
    """The booklet as it grows. All measures are millimetres, sizes of text points."""

    def __init__(self, title: str, lang: str) -> None:
        super().__init__(format=A4_MM)
        self.set_lang(lang)
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
        room = self.epw - 30
        title = paragraph(self.name)
        self._write_line(title, title.shortened(7.5 * POINT_MM, room - 2 * self.c_margin), 7.5, FAINT, 5)
        self.set_x(self.l_margin + room)
        self.style(7.5, FAINT)
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align="R")

    def style(self, size: float, colour: Colour = INK) -> None:
        """Set how text is written from here on."""
        self._set_face(MAIN, size)
        self.set_text_color(*colour)

    def emboldened(self, size: float, colour: Colour) -> AbstractContextManager[None]:
        """Write what is written inside of it with a thin outline, and so bold."""
        self.style(size, colour)
        return self.local_context(
            text_mode=TextMode.FILL_STROKE, draw_color=colour, line_width=size * EMBOLDENED, text_color=colour
        )

    def text_block(self, text: str, size: float, colour: Colour = INK, *, x: float | None = None, width: float = 0,
                   bold: bool = False, turned: bool = False) -> None:  # fmt: skip
        """Write paragraphs from the current height on, over the width or to the right margin.

        `turned`: those that are read from right to left begin at the right.
        """
        left = self.l_margin if x is None else x
        self.set_x(left)
        room = width or self.w - self.r_margin - left
        height = size * POINT_MM * LEADING
        with self.emboldened(size, colour) if bold else nullcontext():
            if is_plain(text):
                self.style(size, colour)
                self.multi_cell(room, height, text, new_x="LMARGIN", new_y="NEXT", align="L")
                return
            for whole, line in self._lines(text, size, room):
                if self.will_page_break(height):
                    self.add_page(same=True)
                unused = room - 2 * self.c_margin - whole.width(line, size * POINT_MM)
                self.set_x(left + (unused if turned and whole.is_right_to_left else 0))
                self._write_line(whole, line, size, colour, height)
                self.set_xy(self.l_margin, self.get_y() + height)

    def height_of(self, text: str, size: float, width: float) -> float:
        """Return the height of a text in mm."""
        height = size * POINT_MM * LEADING
        if not is_plain(text):
            return height * sum(1 for _ in self._lines(text, size, width))
        self.style(size)
        measured = self.multi_cell(width, height, text, dry_run=True, output=MethodReturnValue.HEIGHT, align="L")
        if not isinstance(measured, float):
            raise TypeError(f"a height was asked for, not {measured!r}")
        return measured

    def line_at_right(self, text: str, size: float, colour: Colour, width: float, *, bold: bool = False) -> None:
        """Write one line that ends at the right of the width, without going on to the next."""
        whole = paragraph(text)
        self.set_x(self.get_x() + width - 2 * self.c_margin - whole.width(whole.text, size * POINT_MM))
        with self.emboldened(size, colour) if bold else nullcontext():
            self._write_line(whole, whole.text, size, colour, size * POINT_MM * LEADING)

    def _lines(self, text: str, size: float, room: float) -> Iterator[tuple[Paragraph, str]]:
        for whole in map(paragraph, text.splitlines()):
            for line in whole.lines(size * POINT_MM, room - 2 * self.c_margin):
                yield whole, line

    def _write_line(self, whole: Paragraph, line: str, size: float, colour: Colour, height: float) -> None:
        """Write the runs of a line side by side from the current position on, which moves to their end."""
        self.set_text_color(*colour)
        for run in whole.runs(line):
            self._write_run(run, size, height)
        self.set_text_shaping(use_shaping_engine=False)

    def _write_run(self, run: Run, size: float, height: float) -> None:
        self._set_face(run.face, size)
        self.set_text_shaping(use_shaping_engine=True, direction="rtl" if run.is_right_to_left else "ltr")
        x, margin = self.get_x(), self.c_margin
        width = self.get_string_width(run.text)
        self.cell(width + 2 * margin, height, run.text)
        self.set_x(x + width)

    def _preload_bidirectional_text(self, text: str, markdown: bool) -> Sequence[Fragment]:
        """Keep a shaped run whole: the library cuts before marks that many scripts share, which then stand apart."""
        shaping = self.text_shaping
        if not shaping:
            return super()._preload_bidirectional_text(text, markdown)
        shaping["paragraph_direction"] = shaping["fragment_direction"] = shaping["direction"]
        return (Fragment(text, self._get_current_graphics_state(), self.k),)

    def _set_face(self, face: Face, size: float) -> None:
        if face.name not in self.fonts:
            self.add_font(face.name, fname=face.path, collection_font_number=face.number)
        self.set_font(face.name, size=size)

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

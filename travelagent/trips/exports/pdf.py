"""A trip as PDF in A4: a table a day, the budget, page numbers; in a font that has all of both languages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from decimal import Decimal
from functools import partial
from typing import TypeAlias, assert_never

from fpdf import FPDF, FontFace
from fpdf.enums import TableBordersLayout, VAlign
from fpdf.fonts import TTFFont
from noto_cjk_sans_otc import FONT_PATH

from travelagent.costs.values import Budget
from travelagent.plans.values import DayPlan, Leg, Meal, Money, Visit
from travelagent.plans.words import clock
from travelagent.trips.exports.reading import (
    BUDGET,
    ESTIMATES,
    LIKELY,
    MEALS,
    NOTES,
    TOTAL,
    UNVERIFIED,
    VERIFIED,
    Entry,
    Journey,
    Reading,
    read,
)
from travelagent.trips.models import Trip

Colour: TypeAlias = tuple[int, int, int]

SIMPLIFIED_CHINESE = 2
"""The number of that face in the font's collection."""
INK, FAINT, LINE = (20, 37, 42), (86, 102, 105), (214, 221, 214)
DAY_COLOURS = ((178, 48, 26), (10, 100, 98), (116, 69, 154), (147, 83, 0), (39, 89, 158), (151, 43, 93), (72, 105, 25))
A4_MM = (210, 297)
ENDLESS_MM = 4000
"""A page so long has room for any day."""
MARGIN_MM = 18
HEADING_ROOM_MM = 32
"""A heading is not left alone at the end of a page."""


def to_pdf(trip: Trip, lang: str) -> bytes:
    """PDF 1.x with the glyphs that it uses embedded."""
    reading = read(trip, lang)
    page = _Pages(trip.title, lang)
    page.paragraph(trip.title, 22)
    page.paragraph(_subtitle(reading), 10, FAINT)
    problems = reading.problems()
    page.paragraph(reading.say(UNVERIFIED if problems else VERIFIED), 10)
    for problem in problems:
        page.paragraph(f"· {problem}", 9, DAY_COLOURS[0])
    blocks = [partial(_write_day, reading=reading, day=day) for day in reading.itinerary.days]
    if reading.budget is not None:
        blocks.append(partial(_write_budget, reading=reading, budget=reading.budget))
    with closing(_Pages(trip.title, lang, ENDLESS_MM)) as draft:
        _write_unbroken(page, blocks, draft)
    if trip.notes:
        page.heading(reading.say(NOTES), INK)
        page.paragraph(trip.notes, 10)
    page.ln(4)
    page.paragraph(reading.say(ESTIMATES), 8, FAINT)
    return bytes(page.output())


class _Pages(FPDF):
    """Pages as wide as A4 with a footer; every text in the one font."""

    def __init__(self, title: str, lang: str, height: float = A4_MM[1]) -> None:
        super().__init__(format=(A4_MM[0], height))
        self.set_lang(lang)
        self.add_font("noto", fname=FONT_PATH, collection_font_number=SIMPLIFIED_CHINESE)
        self.set_title(title)
        self.set_creator("TravelAgent")
        self.set_margins(MARGIN_MM, MARGIN_MM)
        self.set_auto_page_break(True, MARGIN_MM)
        self.add_page()

    def close(self) -> None:
        """Let go of the font's file, which an output does of itself."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font("noto", size=8)
        self.set_text_color(*FAINT)
        self.cell(0, 5, f"{self.page_no()} / {{nb}}", align="R")

    def paragraph(self, text: str, size: float, colour: Colour = INK) -> None:
        """A paragraph over the whole width."""
        self.set_font("noto", size=size)
        self.set_text_color(*colour)
        self.multi_cell(0, size * 0.52, text, new_x="LMARGIN", new_y="NEXT", align="L")

    def heading(self, text: str, colour: Colour) -> None:
        """A heading over a rule, on the next page when there is no room for something under it."""
        if self.will_page_break(HEADING_ROOM_MM):
            self.add_page()
        self.ln(5)
        self.paragraph(text, 13, colour)
        self.set_draw_color(*colour)
        self.set_line_width(0.5)
        self.line(self.l_margin, self.get_y() + 0.6, self.w - self.r_margin, self.get_y() + 0.6)
        self.set_line_width(0.2)
        self.ln(2)


def _write_unbroken(page: _Pages, blocks: Iterable[Callable[[_Pages], None]], draft: _Pages) -> None:
    """Each block on one page: on the next one where the rest of this one is too short for it, unless every page is. How
    high it is shows on the draft."""
    for write in blocks:
        draft.set_y(MARGIN_MM)
        write(draft)
        height = draft.get_y() - MARGIN_MM
        if page.will_page_break(height) and height <= page.eph:
            page.add_page()
        write(page)


def _subtitle(reading: Reading) -> str:
    """Where and when: Beijing · 1 December 2026 – 3 December 2026."""
    days = reading.itinerary.days
    cities = " → ".join(reading.city(city) for city in dict.fromkeys(day.city for day in days))
    return f"{cities} · {reading.date(days[0].date)} – {reading.date(days[-1].date)}"


def _write_day(page: _Pages, reading: Reading, day: DayPlan) -> None:
    colour = DAY_COLOURS[(day.day - 1) % len(DAY_COLOURS)]
    page.heading(f"{reading.heading(day)} · {reading.city(day.city)}", colour)
    ways = reading.ways(day)
    rows = [_row(reading, day, entry, ways) for entry in reading.entries(day)]
    _table(page, rows, (22, 62, 90), ("L", "L", "L"))


def _row(reading: Reading, day: DayPlan, entry: Entry, ways: Mapping[str, Leg]) -> tuple[str, str, str]:
    """From when to when, what, and what is to be known of it. `ways`: a day's legs by where they lead."""
    match entry:
        case Leg():
            return (
                _span(entry.depart, entry.depart + entry.minutes),
                reading.move(entry),
                " · ".join(reading.length(entry)),
            )
        case Visit():
            way = reading.leg(ways[entry.id]) if entry.id in ways else ""
            told = "\n".join(filter(None, (" · ".join(reading.facts(day, entry)), way)))
            return _span(entry.arrive, entry.depart), reading.name(entry.name), told
        case Meal():
            return _span(entry.start, entry.end), reading.say(MEALS[entry.kind]), ""
        case Journey():
            return clock(entry.ride.at), reading.journey(entry), ""
        case _:
            assert_never(entry)


def _span(start: int, end: int) -> str:
    return f"{clock(start)}–{clock(end)}"


def _write_budget(page: _Pages, reading: Reading, budget: Budget) -> None:
    def money(amount: Decimal) -> str:
        return reading.money(Money(amount, budget.currency))

    page.heading(reading.say(BUDGET), INK)
    rows = [(reading.name(item.label), money(item.amount)) for item in budget.items]
    _table(page, [*rows, (reading.say(TOTAL), money(budget.total))], (134, 40), ("L", "R"))
    page.paragraph(reading.say(LIKELY, low=money(budget.low), high=money(budget.high)), 9, FAINT)


def _table(page: _Pages, rows: Sequence[Sequence[str]], widths: Sequence[int], align: Sequence[str]) -> None:
    """Rows under thin rules, without a head."""
    page.set_font("noto", size=9.5)
    page.set_draw_color(*LINE)
    page.set_text_color(*INK)
    with page.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        col_widths=tuple(widths),
        first_row_as_headings=False,
        line_height=5,
        padding=(1.2, 1),
        text_align=tuple(align),
        v_align=VAlign.T,
    ) as table:
        for cells in rows:
            row = table.row()
            for number, cell in enumerate(cells):
                row.cell(cell, style=FontFace(color=FAINT, size_pt=8.5) if number == 2 else None)

"""The last pages: what is to be booked, what the trip costs, its owner's notes."""

from decimal import Decimal

from travelagent.catalog import source
from travelagent.costs.values import Budget
from travelagent.plans.values import DayPlan, Money, Visit
from travelagent.trips.exports.booklet import words
from travelagent.trips.exports.booklet.pages import FAINT, INK, LINE, MARGIN_MM, SEAL, SOFT, Pages
from travelagent.trips.exports.reading import BUDGET, ESTIMATES, LIKELY, NOTES, TOTAL, Reading

AMOUNT_MM = 46
ROW_SIZES = ((10.5, 2.6), (9.5, 1.8), (8.5, 1.1), (7.5, 0.6))
"""Sizes of the budget's rows in points and the gaps between them, the largest first that leaves it on one page."""
BUDGET_REST_MM = 36


def write_closing(page: Pages, reading: Reading) -> None:
    """Write what there is of it."""
    page.add_page()
    if bookings := _bookings(reading):
        _write_bookings(page, reading, bookings)
    if reading.budget is not None:
        _write_budget(page, reading, reading.budget)
    if reading.trip.notes:
        page.heading(reading.say(NOTES))
        page.text_block(reading.trip.notes, 10, turned=True)
        page.ln(6)
    page.text_block(reading.say(ESTIMATES), 8, FAINT)


def _bookings(reading: Reading) -> list[tuple[DayPlan, Visit, str]]:
    """Return the visits that want booking, in the order of the days."""
    found: list[tuple[DayPlan, Visit, str]] = []
    for day in reading.itinerary.days:
        for visit in day.visits:
            known = source.sights().get(visit.sight or "")
            if known is not None and known.booking != "none":
                found.append((day, visit, known.booking))
    return found


def _write_bookings(page: Pages, reading: Reading, bookings: list[tuple[DayPlan, Visit, str]]) -> None:
    page.heading(reading.say(words.BOOK))
    page.text_block(reading.say(words.BOOK_BY), 9, FAINT)
    page.ln(2)
    for day, visit, booking in bookings:
        if page.get_y() + 12 > page.foot:
            page.add_page()
        y = page.get_y()
        must = booking == "required"
        page.set_draw_color(*(SEAL if must else FAINT))
        page.set_line_width(0.35)
        page.rect(MARGIN_MM, y + 0.8, 3.8, 3.8)
        page.text_block(reading.name(visit.name), 10.5, INK, x=MARGIN_MM + 8)
        when = f"{reading.heading(day)} · {reading.say(words.REQUIRED if must else words.RECOMMENDED)}"
        page.text_block(when, 8.5, SEAL if must else FAINT, x=MARGIN_MM + 8)
        page.ln(1.6)
    page.ln(6)


def _write_budget(page: Pages, reading: Reading, budget: Budget) -> None:
    """Write the budget, on one page where one holds it."""

    def money(amount: Decimal) -> str:
        return reading.money(Money(amount, budget.currency))

    width = page.epw - AMOUNT_MM
    rows = [(reading.name(item.label), money(item.amount)) for item in budget.items]
    for size, gap in ROW_SIZES:
        height = sum(page.height_of(label, size, width) + gap for label, _ in rows) + BUDGET_REST_MM
        if height <= page.foot - MARGIN_MM:
            break
    if page.get_y() + height > page.foot and page.get_y() > MARGIN_MM + 1:
        page.add_page()
    page.heading(reading.say(BUDGET))
    for label, amount in rows:
        if page.get_y() + page.height_of(label, size, width) + 4 > page.foot:
            page.add_page()
        _write_amount(page, label, amount, width, size)
        page.rule(page.get_y() + gap / 4, LINE)
        page.ln(gap)
    _write_amount(page, reading.say(TOTAL), money(budget.total), width, 10.5, bold=True)
    page.ln(1)
    people = reading.say(words.counted(budget.travellers, words.ONE_TRAVELLER, words.TRAVELLERS))
    likely = reading.say(LIKELY, low=money(budget.low), high=money(budget.high))
    page.text_block(f"{people} · {likely}", 9, SOFT)
    page.ln(8)


def _write_amount(page: Pages, label: str, amount: str, width: float, size: float, *, bold: bool = False) -> None:
    y = page.get_y()
    page.text_block(label, size, INK, width=width, bold=bold)
    below = page.get_y()
    page.set_xy(MARGIN_MM + width, y)
    page.line_at_right(amount, size, INK, AMOUNT_MM, bold=bold)
    page.set_y(below)

"""One day: its heading, a map strip with numbered stops, what happens when, and what its tickets cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import assert_never

from travelagent.pictures.canvas import CARD
from travelagent.pictures.poster import poster
from travelagent.pictures.raster import flattened, image_of
from travelagent.pictures.subjects import Subject
from travelagent.plans.fields import clock
from travelagent.plans.values import DayPlan, Leg, Meal, Money, Visit
from travelagent.trips.exports.booklet import words
from travelagent.trips.exports.booklet.maps import Panel, credit, draw_map
from travelagent.trips.exports.booklet.pages import FAINT, INK, LINE, MARGIN_MM, SOFT, Colour, Pages, day_colour
from travelagent.trips.exports.reading import MEALS, Entry, Journey, Reading
from travelagent.trips.posters import visit_subject

MAP_MM, LEAST_MAP_MM = 62.0, 34.0
TIME_MM, TEXT_MM = 25.0, 36.0
"""From the left margin: how wide the times are, and where the text begins."""
GAP_MM = 3.0
RULED_MM, LEAST_RULED_MM = 8.5, 34.0
NAME_PT, OTHER_PT, LOCAL_PT, FACT_PT = 12.5, 10.5, 9.5, 9.0
PICTURE_MM, PICTURE_PX = (31.5, 21.0), 372
"""300 dots an inch."""
REST_MM = 18.0
"""What stands below the stops, and the credit of the map."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of the day: when, what, and what is to be known of it. `number`: of the stop, 0 for what is none."""

    time: str
    name: str
    number: int = 0
    local: str = ""
    facts: list[str] = field(default_factory=list)
    picture: Subject | None = None


def write_day(page: Pages, reading: Reading, day: DayPlan) -> None:
    """Write the page of a day; one with more than a page holds goes on over the next."""
    page.add_page()
    colour = day_colour(day.day)
    _write_heading(page, reading, day, colour)
    rows = _rows(reading, day)
    if sum(_height(page, row) for row in rows) + REST_MM > page.foot - page.get_y() - LEAST_MAP_MM:
        rows = [replace(row, picture=None) for row in rows]
    height = sum(_height(page, row) for row in rows) + REST_MM
    room = page.foot - page.get_y() - height
    if day.visits and room >= LEAST_MAP_MM:
        panel = Panel(MARGIN_MM, page.get_y(), page.epw, min(MAP_MM, room))
        draw_map(page, panel, [day], numbered=True)
        credit(page, panel, reading.say(words.MAP_CREDIT))
        page.set_y(panel.y + panel.height + 6.5)
    for row in rows:
        _write_row(page, row, colour)
    if not rows:
        page.text_block(reading.say(words.NO_STOPS), 10, FAINT)
    _write_costs(page, reading, day)
    _rule_notes(page, reading)


def _write_heading(page: Pages, reading: Reading, day: DayPlan, colour: Colour) -> None:
    y = page.get_y()
    page.disc(day.day, MARGIN_MM + 5.4, y + 6.2, colour, 5.4)
    page.set_y(y)
    page.text_block(f"{reading.heading(day)}", 16, INK, x=MARGIN_MM + 14, bold=True)
    page.text_block(reading.city(day.city), 10, SOFT, x=MARGIN_MM + 14)
    page.ln(1.5)
    page.rule(page.get_y(), colour, 0.7)
    page.ln(4)


def _rows(reading: Reading, day: DayPlan) -> list[_Row]:
    legs = reading.legs_by_destination(day)
    rows: list[_Row] = []
    stops = 0
    for entry in reading.entries(day):
        stops += isinstance(entry, Visit)
        rows.append(_row(reading, day, entry, legs, stops))
    return rows


def _row(reading: Reading, day: DayPlan, entry: Entry, legs: Mapping[str, Leg], stops: int) -> _Row:
    """`legs`: a day's legs by where they lead; `stops`: the number of the entry among the stops where it is one."""
    match entry:
        case Leg():
            span = _span(entry.depart, entry.depart + entry.minutes)
            return _Row(span, reading.move(entry), facts=[" · ".join(reading.length(entry))])
        case Visit():
            facts = [" · ".join(reading.facts(day, entry))]
            if entry.id in legs:
                facts.insert(0, reading.leg(legs[entry.id]))
            local = reading.local_name(entry)
            span, picture = _span(entry.arrive, entry.depart), visit_subject(entry, day.date.month)
            return _Row(span, reading.name(entry.name), stops, local, facts, picture)
        case Meal():
            return _Row(_span(entry.start, entry.end), reading.say(MEALS[entry.kind]))
        case Journey():
            return _Row(clock(entry.ride.at), reading.journey(entry))
        case _:
            assert_never(entry)


def _span(start: int, end: int) -> str:
    return f"{clock(start)}–{clock(end)}"


def _width(page: Pages, row: _Row) -> float:
    return page.epw - TEXT_MM - (PICTURE_MM[0] + 5 if row.picture else 0)


def _height(page: Pages, row: _Row) -> float:
    width = _width(page, row)
    facts = sum(page.height_of(fact, FACT_PT, width) for fact in row.facts if fact)
    local = page.height_of(row.local, LOCAL_PT, width) if row.local else 0.0
    text = page.height_of(row.name, _size(row), width) + local + facts
    return max(text, PICTURE_MM[1] if row.picture else 0.0) + GAP_MM


def _size(row: _Row) -> float:
    return NAME_PT if row.number else OTHER_PT


def _write_row(page: Pages, row: _Row, colour: Colour) -> None:
    height = _height(page, row)
    if page.get_y() + height > page.foot:
        page.add_page()
    y = page.get_y()
    page.style(10.5 if row.number else OTHER_PT, INK if row.number else FAINT)
    page.set_xy(MARGIN_MM, y + (0.4 if row.number else 0))
    page.cell(TIME_MM, 5.2, row.time)
    if row.number:
        page.disc(row.number, MARGIN_MM + TIME_MM + 5.2, y + 3.2, colour, 2.7)
    page.set_y(y)
    left, width = MARGIN_MM + TEXT_MM, _width(page, row)
    page.text_block(row.name, _size(row), INK if row.number else SOFT, x=left, width=width, bold=bool(row.number))
    if row.local:
        page.text_block(row.local, LOCAL_PT, SOFT, x=left, width=width)
    for fact in filter(None, row.facts):
        page.text_block(fact, FACT_PT, FAINT, x=left, width=width)
    if row.picture is not None:
        image = flattened(image_of(poster(row.picture, CARD), PICTURE_PX))
        page.image(image, x=page.w - page.r_margin - PICTURE_MM[0], y=y + 0.4, w=PICTURE_MM[0], h=PICTURE_MM[1])
    page.set_y(y + height)


def _write_costs(page: Pages, reading: Reading, day: DayPlan) -> None:
    """Write what one person pays at the gates that day; a ticket that opens several sights is paid once."""
    sums: dict[str, Decimal] = {}
    for visit in day.visits:
        if visit.ticket is not None and not visit.shared_ticket:
            sums[visit.ticket.currency] = sums.get(visit.ticket.currency, Decimal(0)) + visit.ticket.amount
    if not sums or page.get_y() + 8 > page.foot:
        return
    page.rule(page.get_y())
    page.ln(2)
    amounts = " + ".join(reading.price(Money(amount, currency)) for currency, amount in sums.items() if amount)
    tickets_line = reading.say(words.TICKETS, amount=amounts) if amounts else reading.say(words.FREE_DAY)
    page.text_block(tickets_line, 9.5, SOFT)


def _rule_notes(page: Pages, reading: Reading) -> None:
    """Lines to write on, where the page has room for them."""
    top = page.get_y() + 6
    if page.foot - top < LEAST_RULED_MM:
        return
    page.set_y(top)
    page.text_block(reading.say(words.OWN_NOTES), 8.5, FAINT)
    y = page.get_y() + RULED_MM
    page.set_dash_pattern(dash=0.3, gap=1.2)
    while y <= page.foot:
        page.rule(y, LINE, 0.3)
        y += RULED_MM
    page.set_dash_pattern()

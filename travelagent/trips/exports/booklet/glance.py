"""The days at a glance: a map of the whole trip, and a line or two a day."""

from travelagent.plans.values import DayPlan
from travelagent.trips.exports.booklet import words
from travelagent.trips.exports.booklet.maps import Panel, credit, draw_map
from travelagent.trips.exports.booklet.pages import FAINT, INK, MARGIN_MM, SOFT, Pages, day_colour
from travelagent.trips.exports.reading import Reading

MAP_MM, LEAST_MAP_MM = 140.0, 60.0
NAMED_STOPS, INDENT_MM = 6, 9


def write_glance(page: Pages, reading: Reading) -> None:
    """Write the page behind the cover."""
    page.add_page()
    page.heading(reading.say(words.GLANCE))
    days = reading.itinerary.days
    if any(day.visits for day in days):
        room = page.foot - page.get_y() - sum(_height(page, reading, day) for day in days) - 9
        panel = Panel(MARGIN_MM, page.get_y(), page.epw, min(MAP_MM, max(LEAST_MAP_MM, room)))
        draw_map(page, panel, days, numbered=False)
        credit(page, panel, reading.say(words.MAP_CREDIT))
        page.set_y(panel.y + panel.height + 7)
    for day in days:
        _write_row(page, reading, day)


def _stops_line(reading: Reading, day: DayPlan) -> str:
    names = [reading.name(visit.name) for visit in day.visits if not visit.marker]
    line = " · ".join(names[:NAMED_STOPS]) + (" …" if len(names) > NAMED_STOPS else "")
    return line or reading.say(words.NO_STOPS)


def _height(page: Pages, reading: Reading, day: DayPlan) -> float:
    return 8.6 + page.height_of(_stops_line(reading, day), 9.5, page.epw - INDENT_MM)


def _write_row(page: Pages, reading: Reading, day: DayPlan) -> None:
    if page.get_y() + _height(page, reading, day) > page.foot:
        page.add_page()
    left = MARGIN_MM + INDENT_MM
    y = page.get_y()
    page.disc(day.day, MARGIN_MM + 3, y + 3.4, day_colour(day.day), 3)
    page.set_y(y)
    page.text_block(f"{reading.weekday(day)} · {reading.city(day.city)}", 11, INK, x=left, bold=True)
    page.text_block(_stops_line(reading, day), 9.5, SOFT if day.visits else FAINT, x=left)
    page.ln(2.2)

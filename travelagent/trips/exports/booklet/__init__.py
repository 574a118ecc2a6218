"""A trip as a booklet in A4: a cover, the days at a glance, one day a page with its map, and what is to be arranged."""

from travelagent.trips.exports.booklet.closing import write_closing
from travelagent.trips.exports.booklet.cover import write_cover
from travelagent.trips.exports.booklet.days import write_day
from travelagent.trips.exports.booklet.glance import write_glance
from travelagent.trips.exports.booklet.pages import Pages
from travelagent.trips.exports.reading import read
from travelagent.trips.models import Trip


def to_pdf(trip: Trip, lang: str, link: str = "") -> bytes:
    """PDF 1.x with the glyphs that it uses embedded. `link`: the shared page's address, for a code on the cover."""
    reading = read(trip, lang)
    page = Pages(trip.title, lang)
    write_cover(page, reading, link)
    if len(reading.itinerary.days) > 1:
        write_glance(page, reading)
    for day in reading.itinerary.days:
        write_day(page, reading, day)
    write_closing(page, reading)
    return bytes(page.output())

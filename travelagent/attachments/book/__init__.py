"""The journal of a trip as a book in A4: a title page, then each day with its places, its note and its pictures."""

from travelagent.attachments.book.days import BookDay, write_day
from travelagent.attachments.book.title import write_title
from travelagent.attachments.journal import journal_of
from travelagent.catalog.planners import compute_file
from travelagent.compute.pool import Terms
from travelagent.trips.exports.booklet.pages import Pages
from travelagent.trips.exports.reading import Reading, read
from travelagent.trips.models import Trip

EVERYBODY = Terms()


def to_pdf(trip: Trip, lang: str, terms: Terms = EVERYBODY) -> bytes:
    """Return PDF 1.x with the glyphs that it uses embedded, in "en" or "zh". The notes stay as they were written.

    A worker writes it. Raises TooMuch, Busy.
    """
    reading = read(trip, lang)
    return compute_file(write_book, reading, book_days(reading), terms=terms)


def write_book(reading: Reading, days: list[BookDay]) -> bytes:
    """Return the book of these days as a PDF."""
    page = Pages(reading.trip.title, reading.lang)
    write_title(page, reading, days)
    for day in days:
        write_day(page, reading, day)
    return bytes(page.output())


def book_days(reading: Reading) -> list[BookDay]:
    """Return the days of the plan, and those that have an entry since the plan had them, in their order."""
    entries = {day.entry.day: day for day in journal_of(reading.trip)}
    plans = {day.date: day for day in reading.itinerary.days}
    found = []
    for date in sorted(entries.keys() | plans.keys()):
        entry = entries.get(date)
        text, pictures = (entry.entry.text, tuple(entry.pictures)) if entry else ("", ())
        found.append(BookDay(date, plans.get(date), text, pictures))
    return found

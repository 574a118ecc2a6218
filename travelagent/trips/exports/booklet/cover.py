"""The cover: the poster of the trip's first city, its title, when, where and who, and whether every rule is kept."""

import segno

from travelagent.pictures.canvas import Frame
from travelagent.pictures.poster import poster
from travelagent.pictures.raster import flattened, image_of
from travelagent.trips.exports.booklet import words
from travelagent.trips.exports.booklet.pages import A4_MM, FAINT, INK, MARGIN_MM, PINE, SEAL, SOFT, Pages
from travelagent.trips.exports.reading import VERIFIED, Reading
from travelagent.trips.posters import trip_subject

POSTER_MM = 172
POSTER = Frame(900, round(900 * POSTER_MM / A4_MM[0]))
POSTER_PX = 1654
"""200 dots an inch."""
CODE_MM = 30
TITLE_SIZES = (30, 25, 20, 16)
TITLE_ROOM_MM = 36


def write_cover(page: Pages, reading: Reading, link: str) -> None:
    """Write the first page. `link`: the address of the shared page, empty without one."""
    page.add_page()
    image = image_of(poster(trip_subject(reading.trip.itinerary), POSTER), POSTER_PX)
    page.image(flattened(image), x=0, y=0, w=A4_MM[0], h=POSTER_MM)
    page.set_fill_color(*SEAL)
    page.rect(0, POSTER_MM, A4_MM[0], 1.6, style="F")
    page.set_y(POSTER_MM + 13)
    size = next((s for s in TITLE_SIZES if page.height_of(reading.trip.title, s, page.epw) <= TITLE_ROOM_MM), 14)
    page.text_block(reading.trip.title, size, bold=True)
    page.ln(3)
    room = page.epw - (CODE_MM + 10 if link else 0)
    page.text_block(_when(reading), 12, INK, width=room)
    page.text_block(_where(reading), 12, SOFT, width=room)
    page.ln(2)
    _write_certificate(page, reading, room)
    if link:
        _draw_code(page, reading, link)
    if page.page_no() == 1:
        page.style(8.5, FAINT)
        page.text(MARGIN_MM, A4_MM[1] - 12, "TravelAgent")


def _when(reading: Reading) -> str:
    days = reading.itinerary.days
    count = reading.say(words.counted(len(days), words.ONE_DAY, words.DAYS))
    first, last = reading.date(days[0].date), reading.date(days[-1].date)
    return f"{first} · {count}" if first == last else f"{first} – {last} · {count}"


def _where(reading: Reading) -> str:
    days = reading.itinerary.days
    cities = " → ".join(reading.city(city) for city in dict.fromkeys(day.city for day in days))
    people = reading.budget.travellers if reading.budget else reading.request.travellers
    return f"{cities} · {reading.say(words.counted(people, words.ONE_TRAVELLER, words.TRAVELLERS))}"


def _write_certificate(page: Pages, reading: Reading, room: float) -> None:
    problems = reading.problems()
    if not problems:
        y = page.get_y() + 2.6
        page.set_draw_color(*PINE)
        page.set_line_width(0.7)
        page.polyline([(MARGIN_MM + 0.6, y), (MARGIN_MM + 2.0, y + 1.5), (MARGIN_MM + 4.6, y - 1.7)])
        page.text_block(reading.say(VERIFIED), 10, PINE, x=MARGIN_MM + 6.5, width=room - 6.5)
        return
    count = reading.say(words.counted(len(problems), words.ONE_PROBLEM, words.PROBLEMS))
    page.text_block(count, 10, SEAL, width=room, bold=True)
    for problem in problems:
        page.text_block(f"· {problem}", 8.5, SEAL, width=room)


def _draw_code(page: Pages, reading: Reading, link: str) -> None:
    """Draw the QR code of the shared page in the lower right corner, as squares, so that it prints sharp."""
    rows = [[bool(cell) for cell in row] for row in segno.make(link, error="m", micro=False).matrix]
    cell = CODE_MM / len(rows)
    left, top = A4_MM[0] - MARGIN_MM - CODE_MM, A4_MM[1] - MARGIN_MM - CODE_MM - 4
    page.set_fill_color(*INK)
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            run = next((n for n in range(x, len(row)) if not row[n]), len(row)) - x
            if run:
                page.rect(left + x * cell, top + y * cell, run * cell + 0.02, cell + 0.02, style="F")
            x += run or 1
    page.style(7.5, FAINT)
    caption = reading.say(words.SCAN)
    page.text(A4_MM[0] - MARGIN_MM - page.get_string_width(caption), top + CODE_MM + 4, caption)
    page.link(left, top, CODE_MM, CODE_MM, link)

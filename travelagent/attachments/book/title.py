"""The title page: the first picture of the journal, else the poster of the trip, then its name, when and where."""

from collections.abc import Sequence

from PIL import Image, ImageOps

from travelagent.attachments.book import words
from travelagent.attachments.book.days import BookDay, as_jpeg, picture_of
from travelagent.pictures.canvas import Frame
from travelagent.pictures.poster import poster
from travelagent.pictures.raster import flattened, image_of
from travelagent.trips.exports.booklet.pages import A4_MM, FAINT, MARGIN_MM, PINE, SOFT, Pages
from travelagent.trips.exports.reading import Reading
from travelagent.trips.posters import trip_subject

PICTURE_MM = 190.0
WIDTH_PX = 1654
"""200 dots an inch."""
TITLE_SIZES = (34, 28, 22, 17)
TITLE_ROOM_MM = 40.0


def write_title(page: Pages, reading: Reading, days: Sequence[BookDay]) -> None:
    """Write the first page."""
    page.add_page()
    page.image(as_jpeg(_picture(reading, days)), x=0, y=0, w=A4_MM[0], h=PICTURE_MM)
    page.set_y(PICTURE_MM + 12)
    page.text_block(reading.say(words.JOURNAL), 12, PINE)
    page.ln(2)
    title = reading.trip.title
    size = next((s for s in TITLE_SIZES if page.height_of(title, s, page.epw) <= TITLE_ROOM_MM), 14)
    page.text_block(title, size, bold=True)
    page.ln(3)
    first, last = reading.date(days[0].date), reading.date(days[-1].date)
    page.text_block(first if first == last else f"{first} – {last}", 12)
    cities = dict.fromkeys(day.plan.city for day in days if day.plan)
    page.text_block(" → ".join(reading.city(city) for city in cities), 12, SOFT)
    if page.page_no() == 1:
        page.style(8.5, FAINT)
        page.text(MARGIN_MM, A4_MM[1] - 12, "TravelAgent")


def _picture(reading: Reading, days: Sequence[BookDay]) -> Image.Image:
    height = round(WIDTH_PX * PICTURE_MM / A4_MM[0])
    for file in (file for day in days for file in day.pictures):
        if (found := picture_of(file)) is not None:
            return ImageOps.fit(found, (WIDTH_PX, height))
    frame = Frame(900, round(900 * PICTURE_MM / A4_MM[0]))
    return flattened(image_of(poster(trip_subject(reading.trip.itinerary), frame), WIDTH_PX))

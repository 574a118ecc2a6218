"""A day of the book: its heading, the places visited, the note, and the pictures in rows of one or two."""

import io
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from PIL import Image

from travelagent.attachments.book import words
from travelagent.attachments.models import TripFile
from travelagent.plans.values import DayPlan
from travelagent.plans.words import week_day
from travelagent.trips.exports.booklet.pages import FAINT, INK, MARGIN_MM, PINE, SOFT, Pages, day_colour
from travelagent.trips.exports.reading import DAY, Reading

log = logging.getLogger(__name__)

PRINTED_PX: Final = 1800
"""The longer side of a picture on paper: 260 dots an inch over the width of the text."""
GAP_MM: Final = 4.0
ROW_MM: Final = 118.0
LEAST_ROW_MM: Final = 45.0
NOTE_PT: Final = 11.5
WIDE: Final = 1.25
"""A picture of this ratio of its sides, or a wider one, has a row of its own where the number is odd."""


@dataclass(frozen=True, slots=True)
class BookDay:
    """A day as it is printed. `plan` is None for a day that the plan has no longer."""

    date: date
    plan: DayPlan | None
    text: str
    pictures: tuple[TripFile, ...]


def write_day(page: Pages, reading: Reading, day: BookDay) -> None:
    """Write a day from the top of a page; a long note or many pictures go on over the next."""
    page.add_page()
    _write_heading(page, reading, day)
    if day.text:
        for paragraph in filter(None, (part.strip() for part in day.text.splitlines())):
            page.text_block(paragraph, NOTE_PT, turned=True)
            page.ln(2.6)
    elif not day.pictures:
        page.text_block(reading.say(words.NOTHING_WRITTEN), 10, FAINT)
    page.ln(3)
    for row in rows_of(day.pictures):  # those of a row are decoded at once, not those of a day
        _write_row(page, [picture for file in row if (picture := picture_of(file)) is not None])


def picture_of(file: TripFile) -> Image.Image | None:
    """Return a picture in the size of print, on white; None where the storage has lost it."""
    try:
        with file.content.open("rb") as opened:
            picture = Image.open(io.BytesIO(opened.read()), formats=("JPEG", "PNG", "WEBP"))
    except OSError as error:
        log.warning("a picture was not printed", extra={"file": file.pk, "reason": repr(error)})
        return None
    picture.draft("RGB", (PRINTED_PX, PRINTED_PX))
    picture.thumbnail((PRINTED_PX, PRINTED_PX))
    if picture.mode != "RGBA":
        return picture.convert("RGB")
    white = Image.new("RGB", picture.size, (255, 255, 255))
    white.paste(picture, mask=picture.getchannel("A"))
    return white


def as_jpeg(picture: Image.Image) -> io.BytesIO:
    """Return the picture as it is embedded: JPEG."""
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=86, optimize=True)
    return written


def rows_of(pictures: Sequence[TripFile]) -> list[list[TripFile]]:
    """Return the pictures in their order, two a row; of an odd number a wide one, else the last, stands alone."""
    alone = -1
    if len(pictures) % 2:
        wide = [i for i, file in enumerate(pictures) if i % 2 == 0 and (file.width or 0) >= WIDE * (file.height or 1)]
        alone = wide[0] if wide else len(pictures) - 1
    rows: list[list[TripFile]] = []
    for number, file in enumerate(pictures):
        if number != alone and rows and len(rows[-1]) == 1 and number - 1 != alone:
            rows[-1].append(file)
        else:
            rows.append([file])
    return rows


def _write_heading(page: Pages, reading: Reading, day: BookDay) -> None:
    colour = day_colour(day.plan.day) if day.plan else PINE
    left = MARGIN_MM
    if day.plan:
        page.text_block(f"{reading.say(DAY, day=day.plan.day)} · {reading.city(day.plan.city)}", 10, colour)
    page.text_block(reading.say(week_day(day.date)), 20, INK, x=left, bold=True)
    page.ln(1.5)
    page.rule(page.get_y(), colour, 0.7)
    page.ln(3.5)
    places = [reading.name(visit.name) for visit in day.plan.visits if not visit.marker] if day.plan else []
    if places:
        page.text_block(" · ".join(places), 9.5, SOFT)
        page.ln(4)


def _write_row(page: Pages, row: Sequence[Image.Image]) -> None:
    """Side by side at one height, over the width of the text where that is not too high; nothing for lost pictures."""
    if not row:
        return
    ratios = [picture.width / picture.height for picture in row]
    room = page.epw - GAP_MM * (len(row) - 1)
    height = min(room / sum(ratios), ROW_MM)
    left = page.foot - page.get_y()
    if height > left:
        if left >= max(LEAST_ROW_MM, height * 0.75):
            height = left
        else:
            page.add_page()
    x, y = MARGIN_MM + (room - height * sum(ratios)) / 2, page.get_y()
    for picture, ratio in zip(row, ratios, strict=True):
        page.image(as_jpeg(picture), x=x, y=y, w=height * ratio, h=height)
        x += height * ratio + GAP_MM
    page.set_y(y + height + GAP_MM)

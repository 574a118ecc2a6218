"""No letter of a name or a note is lost on paper: what is written is read back from the booklet and the book."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import pypdfium2
import pytest

from tests.support import scripts
from travelagent.attachments.book import write_book
from travelagent.attachments.book.days import BookDay
from travelagent.catalog import source
from travelagent.trips.exports.booklet import to_pdf
from travelagent.trips.exports.reading import read
from travelagent.trips.models import Trip

DAYS_A_TRIP = 14


def read_back(content: bytes) -> str:
    """The text of a PDF without its spaces."""
    with pypdfium2.PdfDocument(content) as document:
        return "".join("".join(page.get_textpage().get_text_range().split()) for page in document)


def booklet(trip: Trip, lang: str) -> str:
    return read_back(to_pdf(trip, lang))


def book(trip: Trip, lang: str, text: str = "") -> str:
    reading = read(trip, lang)
    return read_back(write_book(reading, [BookDay(day.date, day, text, ()) for day in reading.itinerary.days]))


def trip_of(plan: dict[str, Any], days: Sequence[tuple[str, list[dict[str, str]]]], **fields: Any) -> Trip:
    """A trip with a day for each city and names of its visits."""
    like = plan["days"][0]
    visit = like["visits"][0]
    first = date(2027, 5, 3)
    written = [
        {
            **like, "day": number, "city": city, "date": (first + timedelta(days=number)).isoformat(),
            "visits": [{**visit, "id": f"{number}-{i}", "name": name} for i, name in enumerate(names)],
            "legs": [], "meals": [],
        }
        for number, (city, names) in enumerate(days, 1)
    ]  # fmt: skip
    return Trip(itinerary={**plan, "days": written}, **{"title": "Kyoto", **fields})


def test_names_and_notes_in_many_scripts_are_read_back(plan: dict[str, Any]) -> None:
    names = [{"en": name, "zh": name} for name in scripts.NAMES]
    trip = trip_of(plan, [("kyoto", names)], title="Žluťoučký kůň · مسجد", notes=f"{scripts.NOTE}\n\nཨ")

    for text in (booklet(trip, "en"), book(trip, "en", scripts.NOTE)):
        letters = {character for text in (*scripts.NAMES, trip.title) for character in text if character.isalpha()}
        assert letters - set(text) == set()
        for name in ("Кремль", "Ακρόπολη", "한옥마을", "CaféŁ’Étoile", "ČeskýKrumlov", "🍣Sushi", "Žluťoučkýkůň"):
            assert name in text, name
        assert "".join(scripts.NOTE.split()) in text
    assert "□" in booklet(trip, "en")


def packaged() -> Iterator[list[tuple[str, list[dict[str, str]]]]]:
    """All cities with the names of their sights, as many as a trip has days."""
    cities = [
        (city, [{"en": sight.name_en, "zh": sight.name_zh} for sight in source.sights_of(city)])
        for city in source.cities()
    ]
    return (cities[first : first + DAYS_A_TRIP] for first in range(0, len(cities), DAYS_A_TRIP))


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_packaged_name_is_read_back(plan: dict[str, Any], lang: str) -> None:
    lost: dict[str, list[str]] = {"booklet": [], "book": []}
    for days in packaged():
        trip = trip_of(plan, days)
        cities = [getattr(source.cities()[city], f"name_{lang}") for city, _ in days]
        for kind, text in (("booklet", booklet(trip, lang)), ("book", book(trip, lang))):
            names = [*cities, *(name[lang] for _, sights in days for name in sights)]
            lost[kind] += [name for name in names if "".join(name.split()) not in text]
    assert lost == {"booklet": [], "book": []}

"""Questions about food and hotels near a place are answered from stored venues: open then, of the diet, with the stars
that are tagged, never invented."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from agent_core.tools import ToolContext
from tests.asks.trips import trip as planned_trip
from tests.support.added import place
from travelagent.assistant.asks.subjects import visits_by_sight
from travelagent.assistant.tools.ask_plan import ask_plan, context_of_trip
from travelagent.briefs.at_hand import TripAtHand
from travelagent.catalog import additions, overlay, source
from travelagent.catalog.venues import Venue
from travelagent.plans.values import LocalizedText

pytestmark = pytest.mark.django_db

CASTLE = "piran/castle"


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    source.add_places({})


def venue(number: int, name: str, lat: float, lon: float, hours: str | None = None, **tagged: Any) -> Venue:
    text = LocalizedText(name, name)
    rest = {"kind": "restaurant", "hours": hours, "as_of": date(2026, 11, 1), **tagged}
    return Venue(reference=f"node/{number}", name=text, lat=lat, lon=lon, **rest)


def hotel(number: int, name: str, lat: float, lon: float, stars: float | None = None) -> Venue:
    return venue(number, name, lat, lon, kind="hotel", stars=stars)


def stored(*venues: Venue) -> None:
    """Keep a small town with these places to eat."""
    additions.add(place(), venues)
    overlay.refresh()


def tell(locale: str, at_hand: TripAtHand | None = None, topic: str = "food", **question: Any) -> dict[str, Any]:
    given = ask_plan.validated({"topic": topic, **question}, {"trip": lambda: at_hand or TripAtHand()})
    found = ask_plan.function(**given, context=ToolContext("run", "call", locale, lambda fraction, note: None))
    return dict(found.value)


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", ("Near Piran Castle: Trta (78 m, hours not known)", "ODbL 1.0, as of 2026-11-01")),
        ("zh", ("皮兰城堡附近有：Trta（78 米，营业时间未知）", "ODbL 1.0，2026-11-01", "本站尚未核实")),
    ],
)
def test_places_near_a_sight_are_named_with_their_source(locale: str, expected: tuple[str, ...]) -> None:
    stored(venue(1, "Trta", 45.528, 13.561), venue(2, "Far", 45.6, 13.561))
    reply = tell(locale, about=[CASTLE])
    assert [part for part in expected if part not in reply["text"]] == [], reply["text"]
    assert "Far" not in reply["text"]
    assert reply["facts"]["nearby"][0]["venues"][0]["metres"] == 78


def test_a_diet_leaves_those_that_serve_it() -> None:
    stored(venue(1, "Trta", 45.528, 13.561), venue(2, "Green", 45.528, 13.562, diet={"vegan": "only"}))
    text = tell("en", about=[CASTLE], kinds=["vegan"])["text"]
    assert "Green" in text
    assert "Trta" not in text


def test_near_a_stop_of_the_plan_only_those_that_are_open_when_it_ends() -> None:
    at_hand = planned_trip("family")
    sight, (_, visit) = next(iter(visits_by_sight(context_of_trip(at_hand, "en")).items()))
    stop = source.sights()[sight]
    stored(venue(1, "Always", stop.lat, stop.lon, "24/7"), venue(2, "Nightly", stop.lat, stop.lon, "03:00-04:00"))
    text = tell("en", at_hand, about=[sight])["text"]
    assert f" at {visit.depart}: Always" in text
    assert "Nightly" not in text


@pytest.mark.parametrize(("locale", "word"), [("en", "I list no restaurants"), ("zh", "没有具体餐厅")])
def test_nothing_is_invented_without_data(locale: str, word: str) -> None:
    reply = tell(locale, about=["Kinkaku-ji"])
    assert word in reply["text"]
    assert "nearby" not in reply["facts"]


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "Near Piran Castle: Tartini (78 m, 4 stars as tagged) and Plain House (156 m)."),
        ("zh", "皮兰城堡附近有：Tartini（78 米，标注 4 星）、Plain House（156 米）。"),
    ],
)
def test_hotels_near_a_sight_are_named_with_stars_as_tagged(locale: str, expected: str) -> None:
    stored(
        hotel(1, "Tartini", 45.528, 13.561, 4.0),
        hotel(2, "Plain House", 45.528, 13.562),
        venue(3, "Trta", 45.528, 13.561),
    )
    reply = tell(locale, topic="hotel", about=[CASTLE])
    assert reply["text"].startswith(expected), reply["text"]
    assert [row["stars"] for row in reply["facts"]["nearby"][0]["venues"]] == [4.0, None]
    assert "Trta" not in reply["text"]


@pytest.mark.parametrize(("locale", "word"), [("en", "I list no single hotels"), ("zh", "没有具体酒店")])
def test_hotels_of_a_city_stand_near_the_middle_of_its_sights(locale: str, word: str) -> None:
    stored(hotel(1, "Tartini", 45.528, 13.561))
    reply = tell(locale, topic="hotel", about=["piran"])
    assert "Tartini" in reply["text"]
    assert reply["facts"]["nearby"][0]["place"] == reply["facts"]["cities"][0]["near"]
    assert word in tell(locale, topic="hotel", about=["Kinkaku-ji"])["text"]

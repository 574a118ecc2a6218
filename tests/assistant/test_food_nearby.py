"""Questions about food near a place are answered from imported places: open then, of the diet, never invented."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from agent_core.tools import ToolContext
from tests.asks.trips import trip as planned_trip
from tests.support.added import place
from travelagent.assistant.asks.subjects import visits_by_sight
from travelagent.assistant.tools.ask_plan import ask_plan, asked_of
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
    return Venue(
        "restaurant", f"node/{number}", LocalizedText(name, name), lat, lon, date(2026, 11, 1), hours, **tagged
    )


def stored(*venues: Venue) -> None:
    """Keep a small town with these places to eat."""
    additions.add(place(), venues)
    overlay.refresh()


def tell(locale: str, at_hand: TripAtHand | None = None, **question: Any) -> dict[str, Any]:
    given = ask_plan.validated({"topic": "food", **question}, {"trip": lambda: at_hand or TripAtHand()})
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
    told = tell(locale, about=[CASTLE])
    assert [part for part in expected if part not in told["text"]] == [], told["text"]
    assert "Far" not in told["text"]
    assert told["facts"]["nearby"][0]["venues"][0]["metres"] == 78


def test_a_diet_leaves_those_that_serve_it() -> None:
    stored(venue(1, "Trta", 45.528, 13.561), venue(2, "Green", 45.528, 13.562, diet={"vegan": "only"}))
    text = tell("en", about=[CASTLE], kinds=["vegan"])["text"]
    assert "Green" in text
    assert "Trta" not in text


def test_near_a_stop_of_the_plan_only_those_that_are_open_when_it_ends() -> None:
    at_hand = planned_trip("family")
    sight, (_, visit) = next(iter(visits_by_sight(asked_of(at_hand, "en")).items()))
    stop = source.sights()[sight]
    stored(venue(1, "Always", stop.lat, stop.lon, "24/7"), venue(2, "Nightly", stop.lat, stop.lon, "03:00-04:00"))
    text = tell("en", at_hand, about=[sight])["text"]
    assert f" at {visit.depart}: Always" in text
    assert "Nightly" not in text


@pytest.mark.parametrize(("locale", "word"), [("en", "I list no restaurants"), ("zh", "没有具体餐厅")])
def test_nothing_is_invented_without_data(locale: str, word: str) -> None:
    told = tell(locale, about=["Kinkaku-ji"])
    assert word in told["text"]
    assert "nearby" not in told["facts"]

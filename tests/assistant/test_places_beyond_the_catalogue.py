"""A town that the catalogue does not have is fetched, planned and shown with its source, or with the reason why not."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from agent_core.state import AgentState
from agent_core.tools import ToolError
from tests.assistant.asking import conversed
from tests.assistant.plan_states import assumed, last_text
from tests.support.public_services.server import Fault, PublicServices
from tests.support.public_services.switched import switched_on
from tests.support.waiting import wait_for_idle_services
from travelagent.assistant.plannable_cities import plannable_city, stop_id
from travelagent.assistant.trip_planner import PlannedTrip, plan_trip
from travelagent.briefs.values import Dates, Stay, TripBrief
from travelagent.catalog import additions, overlay, source
from travelagent.catalog.origins import provenance_of
from travelagent.catalog.venues import VenueKind
from travelagent.compute.pool import Terms
from travelagent.providers import towns
from travelagent.providers.models import ProviderAnswer
from travelagent.providers.services import OVERPASS
from travelagent.providers.towns import make_plannable, town_at
from travelagent.providers.venues import venues_around

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT_S = 1.0


@pytest.fixture
def services(settings: Any) -> Iterator[PublicServices]:
    """All services on this machine. Celje is of the world's cities, Škofja Loka of none that we know."""
    with switched_on(settings, {OVERPASS: LIMIT_S}) as found:
        yield found
    for place in tuple(source.additions()):
        additions.remove(place)
    overlay.refresh()


def planned(place: str, locale: str) -> PlannedTrip:
    return plan_trip(TripBrief(stays=(Stay(place),), dates=Dates(days=2)), locale, Terms())


def refused(place: str, locale: str = "en") -> ToolError:
    with pytest.raises(ToolError) as caught:
        plannable_city(place, locale)
    return caught.value


@pytest.mark.parametrize(("name", "locale"), [("Celje", "en"), ("采列", "zh")])
def test_a_town_of_the_worlds_list_is_planned(services: PublicServices, name: str, locale: str) -> None:
    found = planned(name, locale)
    assert found.brief.places == ("celje",)
    assert found.itinerary.certificate.feasible
    seen = [visit.sight for visit in found.itinerary.visits]
    assert "celje/celje-castle" in seen
    assert len(seen) >= 4


def test_every_fact_has_source_licence_and_date(services: PublicServices) -> None:
    found = planned("Celje", "en")
    for id in ("celje", *(visit.sight for visit in found.itinerary.visits)):
        provenance = provenance_of(id)
        assert provenance.source.en.startswith("OpenStreetMap")
        assert provenance.licence.en == "ODbL 1.0"
        answer = ProviderAnswer.objects.get(service="overpass", query__what="sights")
        assert provenance.as_of == answer.fetched_at.date().isoformat()
        assert not provenance.checked
    first = found.itinerary.assumptions[0]
    assert "not yet checked by us" in first.en
    assert "尚未核实" in first.zh


def test_names_that_the_map_does_not_have_come_from_wikidata(services: PublicServices) -> None:
    planned("Celje", "zh")
    assert source.sights()["celje/celje-castle"].name_zh == "采列城堡"


def test_what_was_fetched_is_asked_for_once(services: PublicServices) -> None:
    assert plannable_city("Celje", "en") == plannable_city("采列", "zh")
    wait_for_idle_services()
    assert services.requests["overpass"] == 3, "sights, places to eat, places to sleep"
    services.faults["overpass"] = "error"
    assert planned("Celje", "en").itinerary.certificate.feasible


@pytest.mark.parametrize(
    ("kind", "name", "far_m"), [("restaurant", "Gostilna pri Vodnjaku", 800), ("hotel", "Hotel Savinja", 3000)]
)
def test_venues_of_a_fetched_town_are_fetched_behind_it(
    services: PublicServices, kind: VenueKind, name: str, far_m: int
) -> None:
    planned("Celje", "en")
    wait_for_idle_services()
    town = source.cities()["celje"]

    found = venues_around([kind], town.lat, town.lon, far_m)
    assert [(each.venue.name.en, each.venue.as_of) for each in found.venues] == [(name, timezone.localdate())]
    assert not found.is_pending
    requests = services.requests["overpass"]
    assert not venues_around([kind], town.lat + 0.2, town.lon, far_m).venues
    wait_for_idle_services()
    assert services.requests["overpass"] == requests, "no other place's venues are fetched"


def test_venues_are_fetched_by_whoever_asks_where_they_were_not_to_be_had(services: PublicServices) -> None:
    planned("Celje", "en")
    wait_for_idle_services()
    additions.replace_venues("celje", [])
    ProviderAnswer.objects.exclude(query__what="sights").delete()
    town = source.cities()["celje"]

    first = venues_around(["hotel"], town.lat, town.lon, 3000)
    assert (first.venues, first.is_pending) == ((), True)
    wait_for_idle_services()
    again = venues_around(["hotel"], town.lat, town.lon, 3000)
    assert [each.venue.name.en for each in again.venues] == ["Hotel Savinja"]


def test_a_mountain_that_is_no_town_is_planned(services: PublicServices) -> None:
    assert make_plannable(town_at("Kozjansko", 46.23, 15.26)) == "kozjansko"


def test_an_unknown_name_is_geocoded(services: PublicServices) -> None:
    error = refused("Škofja Loka")
    assert services.requests["nominatim"] == 1
    assert error.data["why"] == "OpenStreetMap has too few sights around Škofja Loka for a plan."
    assert "no place called Nowhereville" in refused("Nowhereville").data["why"]


@pytest.mark.parametrize(
    ("fault", "english", "chinese"),
    [
        ("slow", "took too long", "超时"),
        ("dripping", "took too long", "超时"),
        ("limited", "takes no more requests", "限制了请求频率"),
        ("error", "refused the request", "拒绝了请求"),
        ("html", "cannot be used", "无法使用"),
        ("huge", "too much data", "数据过大"),
        ("truncated", "cannot be used", "无法使用"),
        ("lying", "cannot be used", "无法使用"),
    ],
)
def test_a_failing_service_gives_its_reason_and_caches_nothing(
    services: PublicServices, fault: Fault, english: str, chinese: str
) -> None:
    services.faults["overpass"] = fault
    before = time.monotonic()
    error = refused("Celje")
    assert time.monotonic() - before < 30 * LIMIT_S
    assert english in error.data["why"]
    assert error.data["near"]
    assert not ProviderAnswer.objects.filter(service="overpass").exists()
    assert not source.additions()
    del services.faults["overpass"]


def test_the_words_are_chinese_in_a_chinese_conversation(services: PublicServices) -> None:
    services.faults["overpass"] = "html"
    assert "无法使用" in refused("采列", "zh").data["why"]


def test_nothing_is_asked_where_services_are_off(services: PublicServices, settings: Any) -> None:
    settings.PROVIDERS = False
    assert "why" not in refused("Celje").data
    assert not services.requests


def test_nothing_is_asked_of_what_is_covered_or_an_area_of_covered_cities(services: PublicServices) -> None:
    assert plannable_city("北京", "zh").id == "beijing"
    assert stop_id("Yunnan", "en") == "Yunnan"
    assert refused("France").data["cities_there"]
    assert not services.requests


def test_an_installation_takes_so_many_places(services: PublicServices, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(towns, "MOST_FETCHED", 0)
    assert refused("Celje").data["why"] == "No more places can be added here."
    assert not services.requests["overpass"]


async def conversed_once(wish: str) -> tuple[AgentState, list[str]]:
    (state,) = await conversed([wish])
    return state, [outcome.call.name for outcome in state.tool_result_history]


@pytest.mark.parametrize(("wish", "note"), [("采列两日游", "尚未核实"), ("2 days in Celje", "not yet checked by us")])
async def test_a_wish_for_a_town_beyond_the_catalogue_is_planned_once(
    services: PublicServices, wish: str, note: str
) -> None:
    state, calls = await conversed_once(wish)
    assert calls.count("generate_route") == 1
    assert "search_cities" not in calls
    assert any(note in text for text in assumed(state))


@pytest.mark.parametrize(
    ("wish", "why"),
    [("想去什科菲亚洛卡玩两天", "景点太少"), ("2 days in Škofja Loka", "too few sights around Škofja Loka")],
)
async def test_a_name_that_nobody_knows_is_looked_for_by_the_services(
    services: PublicServices, wish: str, why: str
) -> None:
    state, calls = await conversed_once(wish)
    assert calls == ["set_brief", "generate_route"]
    assert why in last_text(state)


@pytest.mark.parametrize(("wish", "why"), [("采列两日游", "拒绝了请求"), ("2 days in Celje", "refused the request")])
async def test_a_wish_for_a_town_that_cannot_be_fetched_says_why(services: PublicServices, wish: str, why: str) -> None:
    services.faults["overpass"] = "error"
    state, calls = await conversed_once(wish)
    assert calls.count("generate_route") == 1
    assert why in last_text(state)

"""What each service is asked, and what its answers are read as."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.providers.conftest import ASKS, LJUBLJANA
from tests.support.public_services import protocols
from tests.support.public_services.server import PublicServices
from travelagent.catalog.money import packaged_rates
from travelagent.providers import access
from travelagent.providers.answers import Answer
from travelagent.providers.models import ProviderAnswer
from travelagent.providers.overpass import Around
from travelagent.providers.services import SERVICES


def value(answer: Any) -> Any:
    assert isinstance(answer, Answer), answer
    return answer.value


@pytest.mark.parametrize("service", ASKS)
def test_every_answer_has_source_licence_and_date(
    services: PublicServices, query_service: Callable[[str], Any], service: str
) -> None:
    answer = query_service(service)
    described = next(each for each in SERVICES if each.key == service)

    assert answer.value
    assert answer.source == described.source
    assert answer.licence == described.licence
    assert answer.source_url.startswith("https://")
    assert answer.licence_url.startswith("https://")
    assert timedelta(0) <= answer.age() < timedelta(minutes=1)
    assert not answer.is_stale
    assert all("TravelAgent/" in h["user-agent"] and "ops@travel.example" in h["user-agent"] for h in services.headers)
    kept = ProviderAnswer.objects.get(service=service)
    assert kept.licence == described.licence.en
    assert kept.source == services.addresses[service]


@pytest.mark.parametrize("text", ["Ljubljana", "卢布尔雅那", "  LJUBLJANA "])
def test_nominatim_finds_a_place_by_either_name(services: PublicServices, text: str) -> None:
    (place,) = value(access.find_place(text, "zh"))

    assert (place.name, place.name_en, place.name_zh) == ("Ljubljana", "Ljubljana", "卢布尔雅那")
    assert (place.country, place.kind, place.osm_kind, place.osm_id) == ("SI", "city", "relation", 1675888)
    assert (place.lat, place.lon) == (46.05, 14.5069)
    assert place.bbox == pytest.approx((45.95, 14.4069, 46.15, 14.6069))
    assert (place.population, place.wikidata) == (284293, "Q437")
    assert services.queries[0]["accept-language"].startswith("zh")


def test_a_postcode_is_no_place(services: PublicServices) -> None:
    (row,) = protocols.nominatim({"q": "Bled"})
    postcode = {name: field for name, field in row.items() if not name.startswith("osm_")}
    services.faults["nominatim"], services.lies["nominatim"] = "lying", [postcode, row]
    (place,) = value(access.find_place("Bled", "en"))
    assert place.osm_id == row["osm_id"]


def test_photon_finds_a_place(services: PublicServices, settings: Any) -> None:
    settings.GEOCODER = "photon"
    (place,) = value(access.find_place("Bled", "en"))

    assert (place.name_en, place.country, place.kind, place.osm_id) == ("Bled", "SI", "town", 3233141187)
    assert place.address == "Bled, Slovenia"
    assert [query["lang"] for query in services.queries] == ["en", "default"]
    assert not services.requests["nominatim"]


@pytest.mark.parametrize("text", ["", "   ", "x" * 300, "a\x00b"])
def test_no_name_is_no_question(services: PublicServices, text: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        access.find_place(text, "en")
    assert not services.requests


def test_overpass_gives_elements_at_their_centres(services: PublicServices) -> None:
    sights = value(access.elements_around(LJUBLJANA, "sights"))
    by_name = {element.tags["name"]: element for element in sights}

    assert (by_name["Ljubljana Castle"].kind, by_name["Ljubljana Castle"].lat) == ("way", 46.0489)
    assert by_name["National Museum of Slovenia"].tags["opening_hours"] == "Mo-Su 10:00-18:00; Th 10:00-20:00"
    assert {"Tivoli Park", "Unnoted Viewpoint"} <= by_name.keys()
    assert not {"Bled Castle", "Grand Hotel Union", "Julija"} & by_name.keys()
    assert len({(element.kind, element.id) for element in sights}) == len(sights)


@pytest.mark.parametrize(("what", "name"), [("food", "Ajdovo zrno"), ("lodging", "Grand Hotel Union")])
def test_overpass_gives_places_to_eat_and_to_sleep(services: PublicServices, what: Any, name: str) -> None:
    found = value(access.elements_around(LJUBLJANA, what))
    assert name in {element.tags["name"] for element in found}
    assert "Ljubljana Castle" not in {element.tags["name"] for element in found}


def test_only_a_rounded_point_is_sent(services: PublicServices) -> None:
    access.elements_around(Around(46.0512345, 14.5061111, 450), "food")
    access.elements_around(Around(46.0509, 14.50649, 500), "food")

    assert services.requests["overpass"] == 1
    assert "(around:500,46.051,14.506)" in services.queries[0]["data"]


def test_texts_of_things_and_articles(services: PublicServices) -> None:
    found = access.texts_of(["Q437", "Q1365873", "Q999999", "zh:卢布尔雅那", "en:Nowhere"])

    ljubljana = value(found["Q437"])
    assert (ljubljana.name_zh, ljubljana.description_zh) == ("卢布尔雅那", "斯洛文尼亚首都")
    assert (ljubljana.image, ljubljana.lat, ljubljana.title_zh) == ("Ljubljana old town.jpg", 46.05, "卢布尔雅那")
    assert value(found["Q1365873"]).name_zh == "卢布尔雅那城堡"
    assert value(found["zh:卢布尔雅那"]).extract.startswith("卢布尔雅那是斯洛文尼亚的首都")
    assert value(found["Q999999"]) is None
    assert value(found["en:Nowhere"]) is None
    assert services.requests == {"wikidata": 1, "wikipedia": 2}


def test_only_things_that_are_not_kept_are_asked_for(services: PublicServices) -> None:
    access.texts_of(["Q437"])
    access.texts_of(["Q437", "Q1259090"])
    assert [query["ids"] for query in services.queries] == ["Q437", "Q1259090"]


def test_a_picture_under_another_than_a_free_licence_is_none(services: PublicServices) -> None:
    free = value(access.picture_of("File:Ljubljana_old_town.jpg"))
    assert (free.author, free.licence, free.width) == ("Ann & Bo", "CC BY-SA 4.0", 960)
    assert value(access.picture_of("Ljubljana Castle.jpg")) is None
    assert value(access.picture_of("Nothing.jpg")) is None


def test_the_forecast_is_of_the_next_days(services: PublicServices) -> None:
    found = value(access.forecast(46.05, 14.51, "Europe/Ljubljana"))

    assert len(found.days) == 15  # the last day has no figures yet
    assert found.days[0].date == datetime.now(UTC).date()
    wet = found.days[1]
    assert (wet.weather_code, wet.precip_mm, wet.precip_probability) == (63, 12.4, 93)
    assert (wet.t_max, wet.t_min, wet.wind_kmh) == (9.25, 1.25, 11.2)
    assert (wet.sunrise, wet.sunset) == (time(7, 15), time(16, 20))
    assert found.days[-1].precip_probability is None


def test_a_place_tells_its_zone_and_height(services: PublicServices) -> None:
    found = value(access.forecast(46.05, 14.51))
    assert services.queries[0]["timezone"] == "auto"
    assert (found.timezone, found.elevation_m) == ("Europe/Ljubljana", 295.0)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../zoneinfo", "Europe", "Europe/Ljubljana\n"])
def test_no_zone_is_no_question(services: PublicServices, zone: str) -> None:
    with pytest.raises(ValueError, match=r"zone|relative|normalized"):
        access.forecast(46.05, 14.51, zone)
    assert not services.requests


def test_a_zone_may_be_answered_under_another_of_its_names(services: PublicServices) -> None:
    answer = protocols.forecast(
        {"latitude": "28.61", "longitude": "77.21", "timezone": "Asia/Kolkata", "forecast_days": "3"}
    )
    services.faults["open_meteo"], services.lies["open_meteo"] = "lying", answer
    assert value(access.forecast(28.61, 77.21, "Asia/Calcutta")).timezone == "Asia/Calcutta"


@pytest.mark.parametrize("form", ["xml", "json"])
def test_the_rates_of_the_day_replace_the_packaged_ones(services: PublicServices, form: Any) -> None:
    services.rates_as = form
    daily = value(access.rates_today())
    table = daily.table()

    assert daily.per_euro["CNY"] == Decimal("7.432")
    assert table.rows["USD"].per_usd == 1
    assert table.rows["CNY"].per_usd == Decimal("7.432") / Decimal("1.1172")
    assert table.as_of == datetime.now(UTC).date()
    assert table.rows.keys() >= packaged_rates().rows.keys()
    assert table.convert(Decimal(100), "EUR", "CNY").amount == pytest.approx(Decimal("743.2"), abs=Decimal("0.0001"))
    assert not table.convert(Decimal(100), "EUR", "CNY").approximate

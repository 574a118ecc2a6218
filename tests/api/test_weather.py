"""The weather of days over REST: the forecast where it reaches, else the climate, and never a wait for the service."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.api.caller import Caller, problem
from tests.support.public_services import protocols
from tests.support.public_services.server import PublicServices
from tests.support.public_services.switched import switched_on
from tests.support.waiting import wait_for_idle_services, waited_for
from travelagent.catalog.climate import climate_of
from travelagent.catalog.weather import DayWeather
from travelagent.providers.services import OPEN_METEO

pytestmark = pytest.mark.django_db(transaction=True)

LIMIT_S = 3.0


@pytest.fixture
def services(settings: Any) -> Iterator[PublicServices]:
    """The weather service on this machine, with a few seconds for an answer."""
    with switched_on(settings, {OPEN_METEO: LIMIT_S}) as found:
        yield found


def today() -> date:
    return datetime.now(UTC).date()


def weather(api: Caller, days: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"cities/kyoto/weather/?start={today()}&days={days}").json()
    return found


def settled(api: Caller, services: PublicServices, days: int = 1) -> dict[str, Any]:
    """The weather once the service has answered."""
    weather(api, days)
    waited_for(lambda: services.requests["open_meteo"] > 0)
    wait_for_idle_services()
    return weather(api, days)


def test_days_in_reach_have_the_forecast_and_later_ones_the_climate(api: Caller, services: PublicServices) -> None:
    found = settled(api, services, days=20)
    days = [day["basis"] for day in found["days"]]
    assert days == ["forecast"] * 15 + ["climate"] * 5, "the service has no figures for the sixteenth day"
    assert [day["date"] for day in found["days"]] == [str(today() + timedelta(days=n)) for n in range(20)]
    assert found["days"][1] == {
        **{"date": str(today() + timedelta(days=1)), "basis": "forecast", "t_min": 1.25, "t_max": 9.25},
        **{"rain_percent": 93, "rain_mm": 12.4, "sky": "rain", "sky_text": {"en": "rain", "zh": "有雨"}, "wet": True},
    }
    assert [day["wet"] for day in found["days"]].count(True) == 1
    last = found["days"][-1]
    month = climate_of("kyoto").months[int(last["date"][5:7]) - 1]
    assert (last["t_min"], last["t_max"], last["wet"], last["sky"]) == (month.t_min, month.t_max, False, None)
    assert not found["pending"]


def test_the_forecast_says_whose_it_is_and_of_when(api: Caller, services: PublicServices) -> None:
    source = settled(api, services)["forecast"]
    assert source["source"] == {"en": "Open-Meteo", "zh": "Open-Meteo"}
    assert source["licence"]["en"] == "CC BY 4.0"
    assert source["licence_url"].startswith("https://")
    assert datetime.now(UTC) - datetime.fromisoformat(source["as_of"]) < timedelta(minutes=5)
    assert source["stale"] is False


def test_nobody_waits_for_the_service(api: Caller, services: PublicServices) -> None:
    services.faults["open_meteo"] = "slow"
    begun = time.monotonic()
    found = weather(api)
    assert time.monotonic() - begun < LIMIT_S
    assert (found["days"][0]["basis"], found["forecast"], found["pending"]) == ("climate", None, True)


FAHRENHEIT = protocols.forecast(
    {"latitude": "35.01", "longitude": "135.77", "timezone": "Asia/Tokyo", "forecast_days": "3"}
    | {"temperature_unit": "fahrenheit"}
)


def test_a_failing_service_leaves_the_climate(api: Caller, services: PublicServices, subtests: pytest.Subtests) -> None:
    for fault in ("error", "html", "lying", "truncated", "limited"):
        with subtests.test(fault=fault):
            services.faults["open_meteo"], services.lies["open_meteo"] = fault, FAHRENHEIT
            found = settled(api, services, days=3)
            assert [day["basis"] for day in found["days"]] == ["climate"] * 3
            assert found["forecast"] is None


def test_nothing_is_asked_where_services_are_off(api: Caller, services: PublicServices, settings: Any) -> None:
    settings.PROVIDERS = False
    found = weather(api)
    assert (found["days"][0]["basis"], found["pending"]) == ("climate", False)
    assert not services.requests


def test_a_bad_query_names_its_fault(api: Caller, subtests: pytest.Subtests) -> None:
    for query in (
        "",
        "?start=soon",
        "?start=0001-01-01",
        "?start=9999-12-31&days=9",
        "?start=2026-12-01&days=0",
        "?start=2026-12-01&days=32",
    ):
        with subtests.test(query=query):
            response = api.get(f"cities/kyoto/weather/{query}")
            assert problem(response)[0] == 400, response.content


def test_an_unknown_city_is_not_found(api: Caller) -> None:
    response = api.get("cities/kioto/weather/?start=2026-12-01")
    assert problem(response) == (404, "unknown_city")


@pytest.mark.parametrize(
    ("percent", "millimetres", "wet"),
    [(60, 1.0, True), (59, 20.0, False), (90, 0.9, False), (None, 3.0, True), (None, 2.9, False)],
)
def test_a_day_is_wet_from_sixty_per_cent_and_a_millimetre_on(
    percent: int | None, millimetres: float, wet: bool
) -> None:
    figures = {"t_min": 3.0, "t_max": 9.0, "rain_percent": percent, "rain_mm": millimetres}
    assert DayWeather(date=today(), basis="forecast", **figures).is_wet is wet  # type: ignore[arg-type]  # a mixed dict
    assert not DayWeather(date=today(), basis="climate", **figures).is_wet  # type: ignore[arg-type]  # as above

"""A service that fails in any of the ways services do: a clear word, nothing kept, and after a few times left alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.providers.conftest import ASKS
from tests.support.public_services import protocols
from tests.support.public_services.server import RETRY_AFTER_S, Fault, PublicServices
from tests.support.public_services.world import RATES
from travelagent.providers import access
from travelagent.providers.answers import Answer
from travelagent.providers.failures import Malformed, RateLimited, Refused, TooLarge, TooSlow, Unreachable
from travelagent.providers.gate import FAILURES_TO_OPEN
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.providers.services import TITLES

EXPECTED: dict[Fault, type] = {
    "slow": TooSlow,
    "dripping": TooSlow,
    "limited": RateLimited,
    "error": Refused,
    "html": Malformed,
    "huge": TooLarge,
    "inflating": TooLarge,
    "truncated": Malformed,
    "cut_off": Malformed,
    "elsewhere": Refused,
}


def forecast(**changes: Any) -> dict[str, Any]:
    params = {"latitude": "46.05", "longitude": "14.51", "timezone": "Europe/Ljubljana", "forecast_days": "3"}
    answer: dict[str, Any] = protocols.forecast(params)
    return answer | changes


def place(**changes: Any) -> list[dict[str, Any]]:
    (row,) = protocols.nominatim({"q": "Ljubljana"})
    return [{**row, **changes}]


def article(page: str) -> dict[str, Any]:
    return {"type": "standard", "title": "L", "extract": "", "content_urls": {"desktop": {"page": page}}}


LIES: list[tuple[str, Any]] = [
    ("nominatim", {"error": "Unable to geocode"}),
    ("nominatim", [{"lat": "46", "lon": "14"}]),
    ("nominatim", place(lat="146.05")),
    ("nominatim", place(lat="NaN")),
    ("nominatim", place(osm_type="star")),
    ("nominatim", b"[" * 100_000),
    ("photon", {"type": "FeatureCollection"}),
    ("photon", {"type": "FeatureCollection", "features": [{"properties": {"name": "L"}}]}),
    ("photon", {"message": "missing search term"}),
    ("overpass", {"elements": "none"}),
    ("overpass", {"version": 0.6}),
    ("overpass", {"elements": [{"type": "node", "id": 1, "lat": 146.0, "lon": 14.5, "tags": {"name": "X"}}]}),
    ("overpass", {"elements": [{"type": "node", "id": 1, "lat": 46.0, "lon": 14.5, "tags": {"name": 7}}]}),
    ("overpass", {"elements": [], "remark": "runtime error: out of memory"}),
    ("wikipedia", {"type": "standard", "title": "Ljubljana", "extract": 7}),
    ("wikipedia", article("javascript:1")),
    ("wikipedia", ["Ljubljana"]),
    ("wikidata", {"error": {"code": "internal_api_error", "info": "…"}}),
    ("wikidata", {"entities": {"Q437": {"type": "item", "id": "Q437"}}}),
    ("commons", {"query": {"pages": [7]}}),
    ("commons", {"query": {"pages": [{"title": "File:X.jpg"}]}}),
    ("open_meteo", {"error": True, "reason": "…"}),
    ("open_meteo", forecast(daily_units={**forecast()["daily_units"], "temperature_2m_max": "°F"})),
    ("open_meteo", forecast(daily_units={**forecast()["daily_units"], "precipitation_sum": "inch"})),
    ("open_meteo", forecast(daily_units={**forecast()["daily_units"], "wind_speed_10m_max": "mp/h"})),
    ("open_meteo", forecast(timezone="GMT", utc_offset_seconds=0)),
    ("open_meteo", forecast(latitude=-46.05)),
    ("open_meteo", forecast(elevation=29_500)),
    ("open_meteo", forecast(daily={**forecast()["daily"], "temperature_2m_max": [300, 300, 300]})),
    ("open_meteo", forecast(daily={**forecast()["daily"], "temperature_2m_max": [-40, -40, -40]})),
    ("open_meteo", forecast(daily={**forecast()["daily"], "sunset": []})),
    ("open_meteo", forecast(daily={**forecast()["daily"], "time": ["1999-01-01", "1999-01-02", "1999-01-03"]})),
    ("rates", protocols.ecb_file({**RATES, "CNY": "74.32"})),
    ("rates", protocols.ecb_file({**RATES, "CNY": "-7.4"})),
    ("rates", protocols.ecb_file({**RATES, "CNY": "NaN"})),
    ("rates", protocols.ecb_file({"USD": "1.1"})),
    ("rates", protocols.ecb_file().replace(b"time='20", b"time='19")),
    ("rates", b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' + protocols.ecb_file()),
    ("rates", {"base": "USD", "date": "2026-11-26", "rates": {"EUR": 0.9}}),
]  # fmt: skip


@pytest.mark.parametrize("fault", EXPECTED)
@pytest.mark.parametrize("service", ASKS)
def test_a_failure_is_a_clear_word_and_nothing_is_kept(
    services: PublicServices,
    query_service: Callable[[str], Any],
    request: pytest.FixtureRequest,
    service: str,
    fault: Fault,
) -> None:
    services.faults[service] = fault
    if fault in ("slow", "dripping"):
        request.getfixturevalue("impatient")
    failure = query_service(service)

    assert type(failure) is EXPECTED[fault], failure
    assert failure.service == TITLES[service]
    assert failure.service.en in failure.text.en
    assert failure.service.zh in failure.text.zh
    assert services.requests[service] == 1
    assert not ProviderAnswer.objects.exists()
    row = ProviderHost.objects.get()
    assert row.failures == 1
    assert row.last_reason
    if isinstance(failure, RateLimited):
        assert failure.retry_after == RETRY_AFTER_S


@pytest.mark.parametrize(("service", "lie"), LIES)
def test_an_answer_that_cannot_be_true_is_not_taken(
    services: PublicServices, query_service: Callable[[str], Any], service: str, lie: Any
) -> None:
    services.faults[service], services.lies[service] = "lying", lie
    failure = query_service(service)

    assert type(failure) is Malformed, failure
    assert not ProviderAnswer.objects.exists()
    assert ProviderHost.objects.get().failures == 1


@pytest.mark.parametrize("service", ASKS)
def test_nobody_there(
    query_service: Callable[[str], Any], services: PublicServices, settings: Any, service: str
) -> None:
    with PublicServices().serving() as gone:
        settings.PROVIDER_ADDRESSES = gone.addresses
    assert query_service(service) == Unreachable(query_service(service).service)
    assert not ProviderAnswer.objects.exists()


@pytest.mark.parametrize("fault", ["error", "html"])
@pytest.mark.parametrize("service", ASKS)
def test_after_a_few_failures_a_service_is_left_alone(
    services: PublicServices, query_service: Callable[[str], Any], service: str, fault: Fault
) -> None:
    services.faults[service] = fault
    for _ in range(FAILURES_TO_OPEN):
        query_service(service)
    assert services.requests[service] == FAILURES_TO_OPEN

    failure = query_service(service)
    assert isinstance(failure, Unreachable)
    assert failure.retry_after is not None
    assert services.requests[service] == FAILURES_TO_OPEN


def test_an_article_that_is_missing_is_no_failure(
    services: PublicServices, query_service: Callable[[str], Any]
) -> None:
    for number in range(FAILURES_TO_OPEN):
        assert access.summary_of(f"Nowhere {number}", "en").value is None  # type: ignore[union-attr]  # an answer
    assert ProviderHost.objects.get().failures == 0
    assert isinstance(query_service("wikipedia"), Answer)


def test_a_server_that_gave_up_is_too_slow(services: PublicServices, query_service: Callable[[str], Any]) -> None:
    remark = 'runtime error: Query timed out in "query" at line 1 after 21 seconds.'
    services.faults["overpass"], services.lies["overpass"] = "lying", {"elements": [], "remark": remark}
    assert type(query_service("overpass")) is TooSlow
    assert not ProviderAnswer.objects.exists()


@pytest.mark.parametrize("service", ["wikidata", "commons"])
def test_a_lagging_database_is_a_limit(
    services: PublicServices, query_service: Callable[[str], Any], service: str
) -> None:
    services.faults[service], services.lies[service] = "lying", {"error": {"code": "maxlag", "lag": 9}}
    failure = query_service(service)
    assert type(failure) is RateLimited
    assert failure.service == TITLES[service]
    query_service(service)
    assert services.requests[service] == 1

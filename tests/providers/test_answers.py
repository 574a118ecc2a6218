"""What is kept is not asked for again, expires, and stands in while its service is down."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.providers.conftest import ASKS
from tests.support.public_services.server import PublicServices
from tests.support.waiting import wait_for_idle_services, waited_for
from travelagent.environment import Environment
from travelagent.ops import duties
from travelagent.provider_settings import DEFAULT_ADDRESSES, provider_addresses
from travelagent.providers import access
from travelagent.providers.answers import MOST_ROWS, Answer
from travelagent.providers.failures import Off, TooSlow, Unreachable
from travelagent.providers.models import ProviderAnswer
from travelagent.providers.services import NOMINATIM, OPEN_METEO, RATES, SERVICES, Service

BY_KEY: dict[str, Service] = {service.key: service for service in SERVICES}
QueryService = Callable[[str], Any]


def move_back(by: timedelta) -> None:
    """Let all answers be older."""
    for row in ProviderAnswer.objects.all():
        row.fetched_at, row.expires_at = row.fetched_at - by, row.expires_at - by
        row.save()


@pytest.mark.parametrize("service", ASKS)
def test_the_second_answer_comes_from_what_is_kept(
    services: PublicServices, query_service: QueryService, service: str
) -> None:
    first = query_service(service)
    sent = services.requests[service]
    assert query_service(service) == first
    assert services.requests[service] == sent


@pytest.mark.parametrize("service", ASKS)
def test_what_is_kept_expires(services: PublicServices, query_service: QueryService, service: str) -> None:
    first = query_service(service)
    sent = services.requests[service]
    move_back(BY_KEY[service].fresh + timedelta(seconds=1))

    again = query_service(service)
    assert services.requests[service] == 2 * sent
    assert again.as_of > first.as_of
    assert not again.is_stale
    assert ProviderAnswer.objects.count() == 1


@pytest.mark.parametrize("service", ASKS)
def test_an_old_answer_stands_in_while_the_service_is_down(
    services: PublicServices, query_service: QueryService, service: str
) -> None:
    first = query_service(service)
    move_back(BY_KEY[service].fresh + timedelta(seconds=1))
    services.faults[service] = "error"

    again = query_service(service)
    assert isinstance(again, Answer)
    assert again.is_stale
    assert again.value == first.value
    assert again.age() > BY_KEY[service].fresh

    move_back(BY_KEY[service].stale)
    assert not isinstance(query_service(service), Answer)


@pytest.mark.parametrize("service", ASKS)
def test_the_switch_turns_a_service_off(
    services: PublicServices, query_service: QueryService, settings: Any, service: str
) -> None:
    settings.PROVIDERS = False
    assert isinstance(query_service(service), Off)
    assert not services.requests


@pytest.mark.parametrize("service", ASKS)
def test_an_empty_address_turns_one_service_off(
    services: PublicServices, query_service: QueryService, settings: Any, service: str
) -> None:
    settings.PROVIDER_ADDRESSES = {**services.addresses, service: ""}
    for other in ASKS:
        assert isinstance(query_service(other), Off if other == service else Answer)
    assert not services.requests[service]


def test_the_environment_gives_each_service_its_address() -> None:
    found = PublicServices(port=1)
    assert provider_addresses(Environment(found.environment)) == found.addresses
    assert provider_addresses(Environment({})) == DEFAULT_ADDRESSES


def test_only_the_chosen_geocoder_may_be_asked(services: PublicServices) -> None:
    assert NOMINATIM.is_on
    assert not BY_KEY["photon"].is_on


def test_nothing_found_is_kept_for_a_shorter_time(services: PublicServices) -> None:
    assert access.find_place("Atlantis", "en").value == ()  # type: ignore[union-attr]  # an answer
    access.find_place("atlantis", "en")
    assert services.requests["nominatim"] == 1
    row = ProviderAnswer.objects.get()
    assert row.is_empty
    assert row.expires_at - row.fetched_at == NOMINATIM.empty < NOMINATIM.fresh

    move_back(NOMINATIM.empty + timedelta(seconds=1))
    access.find_place("Atlantis", "en")
    assert services.requests["nominatim"] == 2


def test_an_answer_of_another_address_is_not_taken(services: PublicServices, settings: Any) -> None:
    access.rates_today()
    settings.PROVIDER_ADDRESSES = {**services.addresses, "rates": f"{services.origin}/rates/latest"}
    access.rates_today()
    assert services.requests["rates"] == 2


def test_an_answer_that_is_kept_in_another_form_is_asked_for_again(services: PublicServices) -> None:
    access.forecast(46.05, 14.51, "Europe/Ljubljana")
    ProviderAnswer.objects.update(body={"days": "of an older release"})
    assert isinstance(access.forecast(46.05, 14.51, "Europe/Ljubljana"), Answer)
    assert services.requests["open_meteo"] == 2


def test_things_that_are_kept_remain_when_the_service_fails(services: PublicServices) -> None:
    access.texts_of(["Q437"])
    services.faults["wikidata"] = "error"
    found = access.texts_of(["Q437", "Q1259090"])
    assert isinstance(found["Q437"], Answer)
    assert not isinstance(found["Q1259090"], Answer)


def test_a_duty_forgets_what_can_stand_in_no_longer(services: PublicServices, query_service: QueryService) -> None:
    query_service("open_meteo")
    query_service("nominatim")
    move_back(OPEN_METEO.fresh + OPEN_METEO.stale + timedelta(seconds=1))
    duties.do("forget_old_answers")
    assert [row.service for row in ProviderAnswer.objects.all()] == ["nominatim"]


def test_a_duty_keeps_the_newest_answers(
    services: PublicServices, monkeypatch: pytest.MonkeyPatch, query_service: QueryService
) -> None:
    assert MOST_ROWS >= 10_000
    monkeypatch.setattr("travelagent.providers.answers.MOST_ROWS", 1)
    query_service("nominatim")
    move_back(timedelta(minutes=1))
    query_service("open_meteo")
    duties.do("forget_old_answers")
    assert [row.service for row in ProviderAnswer.objects.all()] == ["open_meteo"]


def test_status_tells_how_each_service_is_doing(
    services: PublicServices, query_service: QueryService, settings: Any
) -> None:
    settings.PROVIDER_ADDRESSES = {**services.addresses, "commons": ""}
    query_service("rates")
    services.faults["overpass"] = "html"
    query_service("overpass")
    found = {each.key: each for each in access.status()}

    assert found["rates"].kept_answers == 1
    assert not found["commons"].is_on
    assert not found["commons"].hosts
    (host,) = found["overpass"].hosts  # all services of this test share one host
    assert host.host == services.origin.removeprefix("http://")
    assert host.breaker == "closed"
    assert host.last_reason == "content type text/html"
    assert host.last_success is not None
    assert host.last_failure is not None
    assert host.last_success < host.last_failure <= timezone.now()


def test_a_request_leaves_only_for_a_question(services: PublicServices) -> None:
    access.status()
    duties.do("forget_old_answers")
    assert not services.requests


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_the_same_at_once_send_one_request(services: PublicServices) -> None:
    together = Barrier(6)

    def ask(_: int) -> Any:
        try:
            together.wait()
            return access.rates_today()
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(ask, range(6)))
    assert all(isinstance(answer, Answer) for answer in answers)
    assert services.requests["rates"] == 1


@pytest.mark.django_db(transaction=True)
def test_who_will_not_wait_has_the_answer_the_next_time(services: PublicServices) -> None:
    services.faults["rates"] = "slow"
    begun = time.monotonic()
    assert isinstance(access.rates_today(wait=False), TooSlow)
    access.rates_today(wait=False)
    assert time.monotonic() - begun < 4
    services.faults.clear()
    services.released.set()
    wait_for_idle_services()
    assert services.requests["rates"] <= 1

    access.forecast(46.05, 14.51, wait=False)
    waited_for(lambda: ProviderAnswer.objects.filter(service="open_meteo").exists())
    assert isinstance(access.forecast(46.05, 14.51, wait=False), Answer)


@pytest.mark.django_db(transaction=True)
def test_who_will_not_wait_gets_the_old_answer(services: PublicServices) -> None:
    first = access.rates_today()
    assert isinstance(first, Answer)
    move_back(RATES.fresh + timedelta(seconds=1))
    old = access.rates_today(wait=False)
    assert isinstance(old, Answer)
    assert old.is_stale
    waited_for(lambda: access.rates_today(wait=False).as_of > first.as_of)  # type: ignore[union-attr]  # an answer
    assert services.requests["rates"] == 2


def test_unreachable_is_no_answer_and_never_raised(services: PublicServices, settings: Any) -> None:
    settings.PROVIDER_ADDRESSES = dict.fromkeys(services.addresses, "http://nowhere.invalid")
    assert isinstance(access.rates_today(), Unreachable)

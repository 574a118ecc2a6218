"""Amounts go by the rates of the day once they are known, by the packaged ones until then, and say which."""

from collections.abc import Iterator
from decimal import Decimal

import pytest

from tests.support.public_services.server import Fault, PublicServices
from tests.support.public_services.world import RATES
from tests.support.waiting import wait_for_idle_services, waited_for
from travelagent.catalog.money import current_rates, packaged_rates, put_in_force
from travelagent.providers.current_rates import follow_rates

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def packaged(services: PublicServices) -> Iterator[None]:
    """The packaged rates again behind each test, when nothing asks any more."""
    yield
    wait_for_idle_services()
    put_in_force(None)


def followed() -> bool:
    follow_rates()
    return current_rates() is not packaged_rates()


def test_the_rates_of_the_day_take_the_place_of_the_packaged_ones(services: PublicServices) -> None:
    follow_rates()
    assert current_rates() is packaged_rates()
    waited_for(followed)
    assert current_rates().as_of > packaged_rates().as_of
    yuan = current_rates().convert(Decimal(1), "EUR", "CNY")
    assert (round(yuan.amount, 4), yuan.approximate) == (Decimal(RATES["CNY"]), False)
    assert services.requests["rates"] == 1


def test_a_currency_that_is_not_published_stays_an_estimate(services: PublicServices) -> None:
    waited_for(followed)
    assert current_rates().convert(Decimal(1), "USD", "MAD").approximate
    assert current_rates().table().as_of == current_rates().as_of


@pytest.mark.parametrize("fault", ["error", "html", "lying", "truncated"])
def test_what_cannot_be_used_changes_nothing(services: PublicServices, fault: Fault) -> None:
    services.faults["rates"] = fault

    def has_requested() -> bool:
        follow_rates()
        return services.requests["rates"] > 0

    waited_for(has_requested)
    wait_for_idle_services()
    assert not followed()


def test_nothing_is_asked_where_services_are_off(services: PublicServices, settings: pytest.FixtureRequest) -> None:
    settings.PROVIDERS = False  # type: ignore[attr-defined]  # the fixture of pytest-django
    follow_rates()
    assert not services.requests

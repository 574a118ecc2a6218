"""Rates: exact, dated, and honest about estimates."""

from datetime import date
from decimal import Decimal

import pytest

from travelagent.accounts.countries import usual_country
from travelagent.catalog.money import packaged_rates, rates_of, usual_currency
from travelagent.catalog.open_data import rate_rows
from travelagent.plans.errors import MissingRate


def test_published_rates_are_the_banks() -> None:
    converted = packaged_rates().convert(Decimal(100), "EUR", "USD")
    assert converted.amount.quantize(Decimal("0.0001")) == Decimal("111.7200")
    assert (converted.as_of, converted.approximate) == (date(2026, 10, 30), False)


def test_a_cross_rate_goes_through_the_dollar() -> None:
    converted = packaged_rates().convert(Decimal(100), "CNY", "JPY").amount
    assert converted.quantize(Decimal("0.01")) == (Decimal(100) / Decimal("7.4326") * Decimal("175.68")).quantize(
        Decimal("0.01")
    )


def test_there_and_back_is_the_same() -> None:
    rates = packaged_rates()
    for currency in rates.rows:
        there = rates.convert(Decimal("123.45"), "CNY", currency).amount
        assert rates.convert(there, currency, "CNY").amount.quantize(Decimal("0.00001")) == Decimal("123.45000")


def test_estimated_rates_are_called_approximate() -> None:
    assert packaged_rates().convert(Decimal(1), "USD", "TWD").approximate
    assert packaged_rates().convert(Decimal(1), "VND", "CNY").approximate
    assert not packaged_rates().convert(Decimal(1), "VND", "VND").approximate


def test_a_missing_rate_has_a_name() -> None:
    with pytest.raises(MissingRate) as caught:
        packaged_rates().convert(Decimal(1), "CNY", "XTS")
    assert (caught.value.origin, caught.value.target) == ("CNY", "XTS")


def test_the_bank_comes_before_the_supplement() -> None:
    currencies = [row.currency for row in rate_rows()]
    assert len(currencies) == len(set(currencies))


def test_a_table_needs_a_date() -> None:
    with pytest.raises(ValueError, match="date"):
        rates_of([row for row in rate_rows() if row.source == "supplement"])


@pytest.mark.parametrize(
    ("language", "accepted", "currency"),
    [
        ("en", ["en-gb", "en"], "GBP"),
        ("en", ["en", "en-au"], "AUD"),
        ("en", ["en-us", "en"], "USD"),
        ("zh", ["zh-cn", "zh"], "CNY"),
        ("zh", ["zh-hant-hk", "zh"], "HKD"),
        ("zh", ["en-gb", "en"], "CNY"),
        ("en", ["zh-cn", "zh"], "USD"),
        ("zh", ["zh-hans"], "CNY"),
        ("en", ["en-419", "*"], "USD"),
        ("en", [], "USD"),
    ],
)
def test_readers_count_in_the_currency_of_the_country_of_their_language(
    language: str, accepted: list[str], currency: str
) -> None:
    assert usual_currency(language, usual_country(language, ",".join(accepted))) == currency

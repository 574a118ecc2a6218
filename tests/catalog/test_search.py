"""City search: what filters, what ranks, and which reasons it gives."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.money import packaged_rates, rates_of
from travelagent.catalog.open_data import rate_rows
from travelagent.catalog.search import (
    WARM_SEA_C,
    CityQuery,
    InvalidQuery,
    city_info,
    mean_climate,
    opening_windows,
    search_cities,
    search_sights,
)
from travelagent.plans.errors import MissingRate


def ids(query: CityQuery) -> list[str]:
    return [hit.city.id for hit in search_cities(query)]


def test_it_works() -> None:
    hits = search_cities(CityQuery(interests=["food"], limit=5))
    assert len(hits) == 5
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(0 < hit.score <= 1 and "food" in hit.city.tags for hit in hits)


def test_a_winter_beach_within_a_budget_is_warm_seaside_and_affordable() -> None:
    query = CityQuery(interests=["beach"], month=1, budget_max=Decimal(800), currency="CNY", limit=20)
    hits = search_cities(query)
    assert {"sanya", "phuket"} <= {hit.city.id for hit in hits}
    rates = packaged_rates()
    for hit in hits:
        assert "beach" in hit.city.tags
        assert climate_of(hit.city.id).months[0].t_max >= WARM_SEA_C
        cost = rates.convert(hit.city.daily_cost(hit.daily.tier), hit.city.currency, "CNY").amount
        assert hit.daily.tier in ("budget", "mid")
        assert cost <= 800
        assert hit.daily.amount == cost.quantize(Decimal("0.01"))


def test_a_smaller_budget_never_finds_more() -> None:
    found = [
        set(ids(CityQuery(budget_max=Decimal(most), currency="USD", limit=50, country="JP"))) for most in (60, 150)
    ]
    assert found[0] <= found[1]
    assert ids(CityQuery(budget_max=Decimal(1), currency="USD")) == []


def test_where_it_is_to_be_cheap_what_costs_little_comes_first() -> None:
    any_price, little = (search_cities(CityQuery(interests=["art"], cheap=cheap, limit=20)) for cheap in (False, True))
    assert sum(hit.daily.amount for hit in little) < sum(hit.daily.amount for hit in any_price)
    assert all("budget" in {reason.code for reason in hit.reasons} for hit in little)


def test_snow_in_winter_is_cold() -> None:
    hits = search_cities(CityQuery(interests=["snow"], season="winter", country="中国", limit=5))
    assert hits[0].city.id == "harbin"
    assert all(hit.climate is not None and hit.climate.t_mean <= 2 for hit in hits)


def test_a_region_in_either_language_expands() -> None:
    assert set(ids(CityQuery(region="云南"))) == set(ids(CityQuery(region="Yunnan")))
    assert "florence" in ids(CityQuery(region="Tuscany"))
    assert set(ids(CityQuery(region="关西"))) == {"osaka", "kyoto", "nara"}


def test_region_and_country_are_both_kept() -> None:
    assert ids(CityQuery(region="Tuscany", country="JP")) == []


def test_reasons_tell_the_figures_in_both_languages() -> None:
    query = CityQuery(interests=["beach"], month=1, budget_max=Decimal(800), currency="CNY", region="海南", days=4)
    hit = search_cities(query)[0]
    reasons = {reason.code: reason.text for reason in hit.reasons}
    january = climate_of("sanya").months[0]
    assert hit.city.id == "sanya"
    assert set(reasons) == {"interest", "best_month", "climate", "budget", "days", "sights"}
    assert f"{january.t_max:.0f} °C" in reasons["climate"].en
    assert f"{january.t_max:.0f} °C" in reasons["climate"].zh
    assert f"{round(january.rain_days)} rain day" in reasons["climate"].en
    assert f"¥{hit.daily.amount:,.0f}" in reasons["budget"].zh
    assert "海滩" in reasons["interest"].zh


def test_the_best_month_ranks_a_city_higher() -> None:
    def score(month: int) -> float:
        found = search_cities(CityQuery(month=month, country="JP", limit=50))
        return next(hit.score for hit in found if hit.city.id == "kyoto")

    assert score(4) > score(8)


def test_a_season_takes_the_mean_of_its_months() -> None:
    months = climate_of("beijing").months
    mean = sum(months[index].t_max for index in (5, 6, 7)) / 3
    assert mean_climate("beijing", (6, 7, 8)).t_max == pytest.approx(mean, abs=0.051)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (CityQuery(region="Narnia"), "region"),
        (CityQuery(country="Atlantis"), "country"),
        (CityQuery(month=13), "month"),
        (CityQuery(interests=["spaceships"]), "interests"),
        (CityQuery(budget_min=Decimal(9), budget_max=Decimal(1)), "budget_min"),
        (CityQuery(limit=0), "limit"),
        (CityQuery(days=0), "days"),
    ],
)
def test_a_senseless_query_is_refused_by_name(query: CityQuery, field: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        search_cities(query)
    assert caught.value.field == field
    assert caught.value.text.zh


def test_a_missing_rate_is_said() -> None:
    only_dollars = rates_of([row for row in rate_rows() if row.currency in ("USD", "EUR")])
    with pytest.raises(MissingRate):
        search_cities(CityQuery(currency="USD", country="JP"), rates=only_dollars)


def test_sights_of_a_city_by_interest() -> None:
    hits = search_sights("beijing", interests=["museum"], limit=5)
    assert "museum" in hits[0].sight.tags
    assert hits[0].sight.id.startswith("beijing/")


def test_free_sights_cost_nothing() -> None:
    hits = search_sights("london", free_only=True)
    assert hits
    assert all(hit.sight.price == 0 for hit in hits)


def test_a_closed_day_takes_a_sight_out() -> None:
    monday, tuesday = date(2026, 11, 23), date(2026, 11, 24)
    closed = {hit.sight.id for hit in search_sights("beijing", open_on=monday, limit=50)}
    opened = {hit.sight.id: hit.open_on for hit in search_sights("beijing", open_on=tuesday, limit=50)}
    assert "beijing/forbidden-city" not in closed
    assert opened["beijing/forbidden-city"] == (("08:30", "16:30"),)


def test_hours_past_midnight_end_with_the_day() -> None:
    late, always = (replace(source.sights()["beijing/lama-temple"], hours=hours) for hours in ("18:00-26:00", "24/7"))
    assert opening_windows(late, date(2026, 12, 1)) == (("00:00", "02:00"), ("18:00", "24:00"))
    assert opening_windows(always, date(2026, 12, 1)) == (("00:00", "24:00"),)


def test_city_info_has_climate_costs_and_sources() -> None:
    info = city_info("kyoto")
    assert len(info.climate.months) == 12
    assert info.daily["budget"] < info.daily["mid"] < info.daily["luxury"]
    assert info.daily["mid"] == info.city.lodging.mid / 2 + info.city.meals.mid + info.city.transit_day
    assert [source.key for source in info.sources] == ["curated", "climate"]


def test_a_far_station_is_said() -> None:
    info = city_info("guilin")
    assert info.climate.distance_km > 50
    assert f"{round(info.climate.distance_km)} km" in info.notes[0].en
    assert not any("km away" in note.en for note in city_info("lhasa").notes)


def test_an_uncurated_city_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        city_info("atlantis")
    with pytest.raises(KeyError):
        search_sights("atlantis")

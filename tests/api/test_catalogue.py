"""The catalogue over REST: readable ids, both languages, money as decimal strings, filters that add up."""

from decimal import Decimal

import pytest

from tests.api.caller import Caller, problem
from tests.support.added import place
from travelagent.catalog import additions, overlay, source
from travelagent.catalog.models import City

pytestmark = pytest.mark.django_db


def ids(api: Caller, query: str) -> list[str]:
    return [row["id"] for row in api.get(f"cities/?limit=200&{query}").json()["results"]]


def test_a_city_is_told_in_both_languages(api: Caller) -> None:
    row = api.get("cities/kyoto/").json()
    assert row["id"] == "kyoto"
    assert row["name"] == {"en": "Kyoto", "zh": "京都"}
    assert (row["country"], row["country_name"]) == ("JP", {"en": "Japan", "zh": "日本"})
    assert sorted(row["region"]) == sorted(row["summary"]) == ["en", "zh"]
    assert all(sorted(dish) == ["en", "zh"] for dish in row["food"])
    assert [month["month"] for month in row["climate"]] == list(range(1, 13))
    assert row["climate"][7]["t_mean"] > row["climate"][0]["t_mean"]
    assert sorted(row["climate_station"]) == ["distance_km", "id", "name"]


def test_costs_are_decimal_strings_that_add_up(api: Caller) -> None:
    costs = api.get("cities/kyoto/").json()["costs"]
    assert costs["currency"] == "JPY"
    for tier in ("budget", "mid", "luxury"):
        day = Decimal(costs["lodging"][tier]) / 2 + Decimal(costs["meals"][tier]) + Decimal(costs["transit_day"])
        assert Decimal(costs["daily"][tier]) == day
    assert all(isinstance(amount, str) for amount in costs["lodging"].values())


def test_a_list_is_light(api: Caller) -> None:
    rows = api.get("cities/").json()["results"]
    assert len(rows) == 50
    assert "climate" not in rows[0]
    names = [row["name"]["en"] for row in rows]
    assert names == sorted(names)


def test_a_sight_has_its_citys_currency_and_a_readable_id(api: Caller) -> None:
    rows = api.get("cities/beijing/sights/").json()["results"]
    first = next(row for row in rows if row["id"] == "beijing/forbidden-city")
    assert first["city"] == "beijing"
    assert first["name"]["zh"] == "故宫博物院"
    assert first["ticket"]["currency"] == "CNY"
    assert Decimal(first["ticket"]["amount"]) > 0
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_a_sights_hours_are_told_in_words_of_both_languages(api: Caller) -> None:
    rows = {row["id"]: row for row in api.get("cities/beijing/sights/").json()["results"]}
    assert rows["beijing/forbidden-city"]["hours"].endswith("Mo off")
    assert "Mon closed" in rows["beijing/forbidden-city"]["hours_text"]["en"]
    assert "周一休" in rows["beijing/forbidden-city"]["hours_text"]["zh"]


def test_a_city_says_how_much_there_is_to_see(api: Caller) -> None:
    sights = api.get("cities/kyoto/sights/?limit=200").json()["results"]
    assert api.get("cities/kyoto/").json()["sights_score"] == sum(sight["score"] for sight in sights)


def test_an_unknown_city_comes_with_near_ones(api: Caller) -> None:
    for path in ("cities/京都/", "cities/Kyoto/", "cities/kioto/sights/"):
        response = api.get(path)
        assert problem(response) == (404, "unknown_city")
        assert "kyoto" in [near["id"] for near in response.json()["near"]]


def test_a_name_finds_its_city(api: Caller, subtests: pytest.Subtests) -> None:
    for name in ("kyoto", "京都", "Kyoto", "kioto", "yot"):
        with subtests.test(name=name):
            assert "kyoto" in ids(api, f"q={name}")


def test_a_regions_name_finds_its_cities(api: Caller) -> None:
    found = ids(api, "q=云南")
    assert found
    assert set(found) == set(ids(api, "region=Yunnan"))


def test_a_country_is_whole(api: Caller) -> None:
    chinese = set(City.objects.filter(country="CN").values_list("id", flat=True))
    assert len(chinese) > 50
    for name in ("CN", "cn", "China", "中国"):
        assert chinese <= set(ids(api, f"country={name}"))


def test_filters_hold_together(api: Caller) -> None:
    found = ids(api, "country=JP&tag=food&tag=history&month=4")
    rows = City.objects.in_bulk(found)
    assert found
    assert all(row.country == "JP" and {"food", "history"} <= set(row.tags) for row in rows.values())
    assert all(4 in row.best_months for row in rows.values())
    assert set(found) < set(ids(api, "country=JP&tag=food"))


def test_a_budget_is_a_day_at_most_in_the_named_currency(api: Caller) -> None:
    cheap = ids(api, "budget_max=30&country=IN")
    assert cheap
    assert set(cheap) < set(ids(api, "budget_max=60&country=IN"))
    assert ids(api, "budget_max=0") == []
    chengdu = City.objects.get(pk="chengdu").value().daily_cost("budget")
    assert "chengdu" in ids(api, f"budget_max={chengdu}&currency=cny")
    assert "chengdu" not in ids(api, f"budget_max={chengdu - 1}&currency=CNY")


def test_an_open_filter_is_none(api: Caller) -> None:
    assert len(ids(api, "q=&country=&month=&tag=")) == 200


def test_every_wrong_filter_is_reported(api: Caller, subtests: pytest.Subtests) -> None:
    for query, fields in (
        ("month=13", ["month"]),
        ("month=April", ["month"]),
        ("tag=gold", ["tag"]),
        ("country=Atlantis", ["country"]),
        ("region=Atlantis", ["region"]),
        ("budget_max=-1", ["budget_max"]),
        ("budget_max=NaN", ["budget_max"]),
        ("budget_max=1e400", ["budget_max"]),
        ("currency=XTS&budget_max=5", ["currency"]),
        (f"q={'x' * 201}", ["q"]),
        ("q=%00", ["q"]),
        ("month=13&tag=gold&country=Atlantis", ["country", "month", "tag"]),
    ):
        with subtests.test(query=query, fields=fields):
            response = api.get(f"cities/?{query}")
            assert problem(response) == (400, "invalid")
            assert sorted({name.partition(".")[0] for name in response.json()["errors"]}) == fields


def test_facts_say_where_they_come_from(api: Caller) -> None:
    assert api.get("cities/kyoto/").json()["provenance"]["kind"] == "curated"
    additions.add(place())
    try:
        overlay.publish()
        provenance = api.get("cities/piran/").json()["provenance"]
        assert (provenance["kind"], provenance["as_of"], provenance["checked"]) == ("added", "2026-11-01", False)
        assert "ODbL 1.0" in provenance["notice"]["zh"]
        sights = api.get("cities/piran/sights/").json()["results"]
        assert {sight["provenance"]["reference_url"] for sight in sights} == {
            f"https://www.openstreetmap.org/way/{number}" for number in range(3)
        }
        assert "price" in sights[0]["provenance"]["estimated"]
        source.add_places({})  # as in a process that has not heard of it yet
        assert api.get("cities/piran/").status_code == 200
    finally:
        source.add_places({})


def test_a_removed_place_is_unknown(api: Caller) -> None:
    additions.add(place())
    try:
        overlay.publish()
        additions.remove("piran")
        overlay.publish()
        assert problem(api.get("cities/piran/")) == (404, "unknown_city")
    finally:
        source.add_places({})

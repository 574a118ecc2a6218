"""Regions, countries and macro-regions expand to their curated cities, by any name."""

import pytest

from travelagent.catalog import gazetteer, source
from travelagent.catalog.names import area_members, expand_country, expand_macro, expand_region

YUNNAN = {
    "kunming",
    "dali",
    "lijiang",
    "shangri-la",
    "xishuangbanna",
    "tengchong",
    "lugu-lake",
    "deqin",
    "puzhehei",
    "jianshui",
    "yuanyang",
}


@pytest.mark.parametrize("name", ["Yunnan", "云南", "云南省", "雲南", "滇"])
def test_a_region_has_several_names(name: str) -> None:
    members = area_members(name)
    assert members is not None
    assert set(members) == YUNNAN


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("Kansai", {"osaka", "kyoto", "nara"}, {"tokyo"}),
        ("关西", {"osaka", "kyoto", "nara"}, {"tokyo"}),
        ("东南亚", {"bangkok", "bali", "hanoi", "singapore"}, {"tokyo", "delhi"}),
        ("Europe", {"paris", "rome", "oslo"}, {"istanbul", "cairo"}),
        ("北欧", {"copenhagen", "reykjavik"}, {"berlin"}),
        ("Scandinavia", {"oslo", "stockholm"}, {"reykjavik"}),
        ("江南", {"suzhou", "hangzhou"}, {"beijing"}),
        ("华东", {"shanghai", "hangzhou", "xiamen"}, {"wuhan"}),
        ("东北", {"harbin", "shenyang", "changchun"}, {"beijing"}),
        ("江浙", {"suzhou", "hangzhou"}, {"shanghai"}),
        ("英国", {"london", "edinburgh"}, {"dublin"}),
        ("UK", {"london", "edinburgh"}, {"dublin"}),
        ("jp", {"tokyo", "naha"}, {"seoul"}),
        ("国内", {"beijing", "lhasa"}, {"hong-kong"}),
        ("Tuscany", {"florence"}, {"rome"}),
        ("Bali", {"bali"}, {"jakarta"}),
    ],
)
def test_areas_expand(name: str, inside: set[str], outside: set[str]) -> None:
    members = area_members(name)
    assert members is not None
    assert inside <= set(members)
    assert not outside & set(members)


def test_an_unknown_area_is_none() -> None:
    assert area_members("Narnia") is None


def test_a_known_area_without_covered_cities_is_empty() -> None:
    assert area_members("Sardinia") == ()


def test_every_listed_area_names_places_of_the_catalogue() -> None:
    regions = {city.region_en for city in source.cities().values()}
    countries = {city.country for city in source.cities().values()}
    for row in gazetteer.rows("macros.csv"):
        assert set(gazetteer.split(row["cities"])) <= set(source.cities()), row["name"]
        assert set(gazetteer.split(row["regions"])) <= regions, row["name"]
        assert set(gazetteer.split(row["countries"])) <= countries, row["name"]
    for row in gazetteer.rows("regions.csv"):
        assert row["region"] in regions
    for row in gazetteer.rows("compounds.csv"):
        known = {"region": regions, "city": set(source.cities()), "country": set(gazetteer.country_codes())}
        assert set(gazetteer.split(row["ids"])) <= known[row["kind"]], row["name"]


def test_every_city_is_reached_through_its_region_and_country() -> None:
    for city in source.cities().values():
        assert city.id in expand_region(city.region_en)
        assert city.id in expand_country(city.country)


def test_an_unknown_macro_region_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        expand_macro("Narnia")


def test_listed_sight_names_and_city_aliases_lead_to_rows() -> None:
    for row in gazetteer.rows("city_aliases.csv"):
        assert row["city"] in source.cities()
    for row in gazetteer.rows("sights.csv"):
        for alias in gazetteer.split(row["alias"]):
            assert gazetteer.known().entries.get(gazetteer.key(alias)), alias

"""A city is taken by any of its names in either language; two of one name are asked about."""

import pytest

from travelagent.catalog import source
from travelagent.catalog.matches import Ambiguous, CityMatch, Unknown
from travelagent.catalog.names import choice, near_covered, resolve_city
from travelagent.catalog.open_data import world_city


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("北京", "beijing"), ("北京市", "beijing"), ("Peking", "beijing"), ("BEIJING", "beijing"),
        ("bei jing", "beijing"), ("Xi'an", "xian"), ("Xi’an", "xian"), ("Xian", "xian"), ("長安", "xian"),
        ("São Paulo", "sao-paulo"), ("sao paulo", "sao-paulo"), ("聖保羅", "sao-paulo"), ("東京", "tokyo"),
        ("Tōkyō", "tokyo"), ("臺北", "taipei"), ("廈門", "xiamen"), ("紐約", "new-york"), ("NYC", "new-york"),
        ("New York City", "new-york"), ("newyork", "new-york"), ("L.A.", "los-angeles"), ("三藩市", "san-francisco"),
        ("Saigon", "ho-chi-minh-city"), ("岘港", "hoi-an"), ("Malé", "male"), ("Kobenhavn", "copenhagen"),
        ("Köln", "cologne"), ("Firenze", "florence"), ("翡冷翠", "florence"), ("Seville", "seville"),
        ("大理古城", "dali"), ("大理市", "dali"), ("香港特别行政区", "hong-kong"), ("City of Bath", "bath"),
        ("新宿", "tokyo"), ("浦东", "shanghai"), ("Brooklyn", "new-york"), ("ho-chi-minh-city", "ho-chi-minh-city"),
        ("서울", "seoul"), ("Москва", "moscow"),
    ],
)  # fmt: skip
def test_names_aliases_and_spellings(text: str, city: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, CityMatch)
    assert found.id == city


def test_every_city_answers_to_its_own_names() -> None:
    shared = {"雾都", "赌城", "鹿城", "圣地亚哥"}
    for city in source.cities().values():
        for name in {city.id, city.name_en, city.name_zh} - shared:
            found = resolve_city(name)
            ids = {found.id} if isinstance(found, CityMatch) else {c.id for c in getattr(found, "choices", ())}
            assert city.id in ids, (city.id, name, found)


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("Barcelna", "barcelona"), ("Kyotto", "kyoto"), ("Hanngzhou", "hangzhou"), ("Reykjavic", "reykjavik"),
        ("Santorni", "santorini"), ("Istambul", "istanbul"), ("哈尔宾", "harbin"), ("张家届", "zhangjiajie"),
        ("乌鲁木其", "urumqi"), ("慕尼克", "munich"),
    ],
)  # fmt: skip
def test_typing_errors_are_corrected_and_reported(text: str, city: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, CityMatch)
    assert (found.id, found.covered) == (city, True)
    assert found.score < 100
    assert found.corrected is not None


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("雾都", {"london", "chongqing"}),
        ("赌城", {"las-vegas", "macau"}),
        ("鹿城", {"baotou", "sanya"}),
        ("圣地亚哥", {"santiago", "san-diego"}),
        ("Portland", {"portland", "geonames:4975802"}),
    ],
)
def test_shared_names_are_asked_about(text: str, choices: set[str]) -> None:
    found = resolve_city(text)
    assert isinstance(found, Ambiguous)
    assert choices <= {one.id for one in found.choices}


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("Portland, Oregon", "portland"), ("Portland, ME", "geonames:4975802"), ("Portland Maine", "geonames:4975802"),
        ("智利圣地亚哥", "santiago"), ("美国圣地亚哥", "san-diego"), ("云南大理", "dali"), ("Rome, Italy", "rome"),
        ("London, Ontario", "geonames:6058560"), ("Paris, Texas", "geonames:4717560"), ("Cambridge MA", "boston"),
    ],
)  # fmt: skip
def test_the_neighbours_of_a_name_decide(text: str, city: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, CityMatch)
    assert found.id == city


@pytest.mark.parametrize("text", ["Gothenburg", "哥德堡", "Yokohama", "横滨", "Frankfurt", "顺化", "芭提雅"])
def test_known_cities_outside_the_catalogue_are_recognised(text: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, CityMatch)
    assert found.covered is False
    assert found.id.startswith("geonames:")
    assert choice(found.id).where_en


@pytest.mark.parametrize(
    ("text", "area", "member"),
    [
        ("云南", "Yunnan", "lijiang"),
        ("Tuscany", "Tuscany", "florence"),
        ("日本", "Japan", "kyoto"),
        ("关西", "Kansai", "nara"),
    ],
)
def test_an_area_is_no_city_but_names_its_own(text: str, area: str, member: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, Unknown)
    assert found.region == area
    assert member in found.members


def test_a_sight_points_to_its_city() -> None:
    found = resolve_city("故宫")
    assert isinstance(found, Unknown)
    assert [one.id for one in found.near] == ["beijing"]


@pytest.mark.parametrize("text", ["", "   ", "xyzzy", "?!", "123"])
def test_nonsense_is_unknown(text: str) -> None:
    assert isinstance(resolve_city(text), Unknown)


@pytest.mark.parametrize("text", ["火星", "Mars", "Hogwarts", "霍格沃茨"])
def test_no_name_is_better_than_one_that_is_hardly_like_it(text: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, Unknown)
    assert found.near == ()


@pytest.mark.parametrize(("text", "near"), [("Marrakestan", "marrakech"), ("Florenzza", "florence")])
def test_a_name_that_is_much_like_it_is_offered(text: str, near: str) -> None:
    found = resolve_city(text)
    assert isinstance(found, Unknown)
    assert near in [city.id for city in found.near]


def test_the_nearest_covered_cities_come_with_their_distance() -> None:
    yokohama = world_city(1848354)
    assert yokohama is not None
    (nearest, km), *others = near_covered(yokohama.lat, yokohama.lon)
    assert nearest == "kamakura"
    assert 10 < km < 25
    assert [distance for _, distance in others] == sorted(distance for _, distance in others)


def test_a_known_city_has_a_chinese_name_where_one_is_listed() -> None:
    yerevan = choice("geonames:616052")
    assert (yerevan.name_en, yerevan.name_zh) == ("Yerevan", "埃里温")

"""Places added beside the packaged ones: every reader has them, none hides what is packaged, all say their source."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.support.added import place
from travelagent.assistant.places import cited
from travelagent.catalog import additions, overlay, source
from travelagent.catalog.adapter import city_costs, planning_sights
from travelagent.catalog.loader import LoadResult, load
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.models import CatalogueVersion, City, Correction, Sight
from travelagent.catalog.names import find_places, resolve_city
from travelagent.catalog.origins import provenance_of
from travelagent.catalog.provenance import AddedPlace
from travelagent.catalog.search import city_info, search_sights
from travelagent.catalog.sql.file import catalogue_file
from travelagent.catalog.venues import Venue
from travelagent.plans.values import LocalizedText

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_packaged() -> Iterator[None]:
    yield
    source.correct({})
    source.add_places({})


def published(*places: AddedPlace) -> None:
    for each in places:
        additions.add(each)
    overlay.publish()


def test_every_reader_has_it_until_it_is_removed() -> None:
    before = catalogue_file(Path(settings.DATA_DIR))
    published(place())
    assert source.cities()["piran"].country == "SI"
    assert {sight.id for sight in source.sights_of("piran")} == {"piran/castle", "piran/old-town", "piran/church"}
    assert City.objects.get(pk="piran").elevation_m == 501
    assert Sight.objects.filter(city="piran").count() == 3
    assert search_sights("piran")[0].sight.city == "piran"
    assert len(planning_sights(["piran"])) == 3
    assert catalogue_file(Path(settings.DATA_DIR)) != before
    assert resolve_city("Piran") == CityMatch("piran", covered=True, score=100)

    assert additions.remove("piran")
    overlay.publish()
    assert "piran" not in source.cities()
    assert not Sight.objects.filter(city="piran").exists()
    assert not isinstance(resolve_city("Piran"), CityMatch)
    assert catalogue_file(Path(settings.DATA_DIR)) == before


def test_one_place_is_published_alone(stored_catalogue: LoadResult) -> None:
    overlay.publish()
    additions.add(place())
    overlay.publish_place("piran")
    assert CatalogueVersion.objects.get().data_hash == source.data_hash()
    assert City.objects.get(pk="piran").climate.count() == 12
    assert Sight.objects.filter(city="piran").count() == 3
    assert not load().changed

    fewer = place()
    additions.add(replace(fewer, sights=fewer.sights[:2]))
    overlay.publish_place("piran")
    assert Sight.objects.filter(city="piran").count() == 2

    additions.add(place("other", "Othertown", "他镇"))  # another process has added it, and not yet published
    additions.remove("piran")
    overlay.publish_place("piran")
    assert not City.objects.filter(pk="piran").exists()
    assert City.objects.filter(pk="other").exists()
    assert not load().changed


def test_another_process_follows() -> None:
    additions.add(place())
    assert "piran" not in source.cities()
    assert overlay.refresh()
    assert "piran" in source.cities()
    assert not overlay.refresh()
    additions.add(place(name_zh="皮兰镇"))
    assert overlay.refresh()
    assert source.cities()["piran"].name_zh == "皮兰镇"


def test_corrections_lie_over_it() -> None:
    published(place())
    overlay.check("piran/castle", "price", "18")
    Correction.objects.create(place="piran/castle", column="price", value="18", reason="its own site")
    overlay.publish()
    assert source.sights()["piran/castle"].price == 18
    assert provenance_of("piran/castle").estimated == ("minutes",)


def test_messages_find_it_in_both_languages() -> None:
    published(place())
    for text in ("Three days in Piran with kids", "去皮兰玩两天"):
        assert [mention.ids for mention in find_places(text)] == [("piran",)], text
    assert [mention.ids for mention in find_places("We want to see Piran Castle")] == [("piran/castle",)]


def test_it_never_hides_a_packaged_place() -> None:
    readings = {text: find_places(text) for text in ("a week in Rome", "罗马三日游", "see the Old Town of Prague")}
    published(place("roma-texas", "Rome", "罗马"))
    assert resolve_city("Rome") == CityMatch("rome", covered=True, score=100)
    assert resolve_city("罗马") == CityMatch("rome", covered=True, score=100)
    for text, found in readings.items():
        now = find_places(text)
        assert [(m.surface, m.reading) for m in now] == [(m.surface, m.reading) for m in found]
    assert resolve_city("roma texas") == CityMatch("roma-texas", covered=True, score=100)


def test_a_small_word_is_no_added_town() -> None:
    published(place("blend", "Blend", "布伦德"))
    assert find_places("we like to blend culture and food in spring") == ()
    assert [mention.ids for mention in find_places("two days in Blend, please")] == [("blend",)]


def test_what_the_catalogue_would_not_take_is_not_stored() -> None:
    good = place()
    bad = replace(good.sights[0], sight=replace(good.sights[0].sight, hours="whenever"))
    long = replace(good.sights[0], sight=replace(good.sights[0].sight, name_en="x" * 200))
    for refused in (
        place("rome"),
        replace(good, sights=(bad,)),
        replace(good, sights=(long,)),
        replace(good, sights=()),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            additions.add(refused)
    assert not overlay.refresh()


def test_facts_say_where_they_come_from() -> None:
    published(place())
    provenance = provenance_of("piran/castle")
    assert (provenance.kind, provenance.as_of, provenance.how, provenance.checked) == (
        "added",
        "2026-11-01",
        "import",
        False,
    )
    assert provenance.reference_url == "https://www.openstreetmap.org/way/0"
    assert provenance.notice == LocalizedText(
        "OpenStreetMap contributors, ODbL 1.0, 2026-11-01, not yet checked by us",
        "OpenStreetMap 贡献者，ODbL 1.0，2026-11-01，本站尚未核实",
    )
    assert provenance_of("rome").kind == "curated"
    assert provenance_of("rome/colosseum").checked
    with pytest.raises(KeyError):
        provenance_of("atlantis")
    assert planning_sights(["piran"])[0].estimated == ("price",)
    assert "nearest" in city_costs(source.cities()["piran"]).source
    assert [entry.key for entry in city_info("piran").sources] == ["osm", "climate"]


@pytest.mark.parametrize(
    ("places", "titles"),
    [
        (["rome"], ["TravelAgent"]),
        (["piran"], ["OpenStreetMap contributors"]),
        (["rome", "piran"], ["OpenStreetMap contributors", "TravelAgent"]),
    ],
)
def test_answers_name_the_source(places: list[str], titles: list[str]) -> None:
    published(place())
    sources = cited("en", "curated", places=places)
    assert [source.title.partition(":")[0] for source in sources] == titles
    added = [source for source in sources if source.licence == "ODbL 1.0"]
    assert all(source.as_of == "2026-11-01" and "not yet checked by us" in source.title for source in added)
    assert "本站尚未核实" in cited("zh", places=["piran"])[0].title


@pytest.mark.parametrize(("language", "word"), [("en", "not yet checked by us"), ("zh-hans", "本站尚未核实")])
def test_its_page_names_the_source(client: Client, language: str, word: str) -> None:
    published(place())
    page = client.get("/cities/piran", headers={"accept-language": language}).content.decode()
    assert "ODbL 1.0" in page
    assert word in page
    assert word not in client.get("/cities/vienna", headers={"accept-language": language}).content.decode()


def venue(reference: str, lon: float, hours: str | None, **tagged: object) -> Venue:
    name = LocalizedText(reference, reference)
    return Venue("restaurant", reference, name, 46.37, lon, date(2026, 11, 1), hours, **tagged)  # type: ignore[arg-type]  # fields by name


def test_venues_near() -> None:
    near, far = 14.1001, 14.2
    rows = [
        venue("node/1", near, None),
        venue("node/2", near + 0.001, "11:00-22:00", diet={"vegetarian": "yes"}),
        venue("node/3", near, "11:00-15:00", diet={"vegetarian": "only"}),
        venue("node/4", far, "24/7"),
    ]
    additions.add(place(), rows)
    evening = datetime(2026, 11, 3, 19)

    def found(**wishes: object) -> list[str]:
        near = additions.venues_near("restaurant", 46.37, 14.1, 500, **wishes)  # type: ignore[arg-type]  # by name
        return [each.venue.reference for each in near]

    assert found() == ["node/1", "node/3", "node/2"]
    assert found(open_at=evening) == ["node/2", "node/1"]
    assert found(open_at=evening, diet="vegetarian") == ["node/2"]
    assert found(open_at=evening, open_until=datetime(2026, 11, 3, 22, 30)) == ["node/1"]
    assert found(limit=1) == ["node/1"]
    assert additions.venues_near("hotel", 46.37, 14.1, 500) == ()
    assert additions.venues_near("restaurant", 48.2, 16.4, 5000) == ()
    (first, *_) = additions.venues_near(["restaurant", "cafe"], 46.37, 14.1, 500, open_at=evening)
    assert (first.is_open, first.metres) == (True, 84)
    assert first.venue == rows[1]

    additions.replace_venues("piran", rows[:1])
    assert found() == ["node/1"]
    additions.remove("piran")
    assert found() == []

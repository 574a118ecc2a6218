"""What tags make of an element, and what they leave out."""

import pytest
from opening_hours import validate

from travelagent.osm import kinds
from travelagent.osm.kinds import USES, needs_note, score_of, selectors, sight_kind, venue_kind


@pytest.mark.parametrize(
    ("tags", "category"),
    [
        ({"tourism": "museum"}, "museum"),
        ({"historic": "castle"}, "castle"),
        ({"historic": "castle", "castle_type": "palace"}, "palace"),
        ({"amenity": "place_of_worship", "religion": "muslim", "wikidata": "Q1"}, "mosque"),
        ({"amenity": "place_of_worship", "religion": "buddhist", "heritage": "2"}, "temple"),
        ({"natural": "peak", "wikipedia": "sl:Triglav"}, "mountain"),
        ({"waterway": "waterfall"}, "waterfall"),
        ({"leisure": "park", "wikidata": "Q1"}, "park"),
        ({"tourism": "attraction", "place": "square", "wikidata": "Q1"}, "square"),
        ({"tourism": "attraction"}, "monument"),
    ],
)
def test_the_nearest_kind_counts(tags: dict[str, str], category: str) -> None:
    kind = sight_kind(tags)
    assert kind is not None
    assert kind.category == category


@pytest.mark.parametrize(
    "tags",
    [
        {"amenity": "place_of_worship", "religion": "christian"},  # one of very many
        {"leisure": "park"},
        {"tourism": "museum", "access": "private"},
        {"tourism": "museum", "disused": "yes"},
        {"tourism": "museum", "opening_hours": "off"},
        {"disused:tourism": "museum"},
        {"historic": "memorial", "memorial": "plaque", "wikidata": "Q1"},
        {"tourism": "hotel", "wikidata": "Q1"},
        {"shop": "bakery"},
        {},
    ],
)
def test_what_is_no_sight(tags: dict[str, str]) -> None:
    assert sight_kind(tags) is None


def test_what_is_widely_known_scores_more() -> None:
    museum = {"tourism": "museum"}
    kind = sight_kind(museum)
    assert kind is not None
    known = {**museum, "wikidata": "Q1", "wikipedia": "en:M"}
    famous = {**known, "heritage": "1", **{f"name:{code}": "M" for code in ("de", "fr", "zh", "ja", "ko", "es")}}
    scores = [score_of(tags, kind) for tags in (museum, known, famous)]
    assert scores == sorted(set(scores))
    assert scores[-1] <= kinds.BEST < 10


def test_venues_have_their_kinds() -> None:
    assert venue_kind({"amenity": "pub"}) == "bar"
    assert venue_kind({"tourism": "guest_house"}) == "hotel"
    assert venue_kind({"amenity": "restaurant", "abandoned": "yes"}) is None
    assert venue_kind({"amenity": "bank"}) is None


@pytest.mark.parametrize("use", USES)
def test_the_selectors_find_what_the_table_knows(use: kinds.Use) -> None:
    for key, values in selectors(use).items():
        for value in values:
            found = sight_kind({key: value, "wikidata": "Q1"}) if use == "sight" else venue_kind({key: value})
            conditional = all(row.when for row in kinds._rows(use) if (row.key, row.value) == (key, value))
            assert found is not None or conditional, (key, value)
    assert len(selectors(use)) >= 1


def test_a_query_may_leave_out_what_needs_a_note() -> None:
    assert needs_note("historic", "memorial")
    assert not needs_note("tourism", "museum")


def test_usual_hours_can_be_read() -> None:
    for row in kinds._rows("sight"):
        assert isinstance(row.kind, kinds.SightKind)
        assert validate(row.kind.hours), row
        assert row.kind.minutes > 0

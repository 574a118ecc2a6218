"""Elements become sights: each once, named in both languages, estimates marked."""

from collections import Counter
from decimal import Decimal

import pytest

from tests.osm.elements import mapped_way, node
from travelagent.catalog.values import Category
from travelagent.osm.names import names_of
from travelagent.osm.sights import sights_of
from travelagent.plans.values import LocalizedText


def ticket(category: Category) -> Decimal:
    return Decimal(11) if category == "museum" else Decimal(0)


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ({"name": "Grad", "name:en": "Castle", "name:zh": "盧布爾雅那城堡"}, ("Castle", "卢布尔雅那城堡")),
        ({"name": "Grad"}, ("Grad", "Grad")),
        ({"name": "故宮"}, ("故宮", "故宫")),
        ({"name": "金閣寺", "name:en": "Kinkaku-ji", "name:zh-Hans": "金阁寺"}, ("Kinkaku-ji", "金阁寺")),
        ({"name": "さくら", "name:ja-Latn": "Sakura"}, ("Sakura", "Sakura")),
        ({"name": "Храм", "int_name": "Khram"}, ("Khram", "Khram")),
        ({"name": "A;B|C"}, ("A", "A")),
    ],
)
def test_names(tags: dict[str, str], names: tuple[str, str]) -> None:
    assert names_of(tags) == LocalizedText(*names)


def test_nothing_without_a_name() -> None:
    assert names_of({"ref": "7"}) is None
    assert sights_of([node(tourism="museum")], "bled", "EUR", ticket) == ()


def test_one_thing_mapped_twice_is_one_sight() -> None:
    building = mapped_way(46.0501, 14.5, tourism="museum", name="National Museum", wikidata="Q9", wikipedia="sl:M")
    entrance = node(
        46.0505, 14.5, tourism="museum", name="Narodni muzej", wikidata="Q9", opening_hours="Tu-Su 10:00-18:00"
    )
    same_name = node(46.0510, 14.5, tourism="museum", name="National Museum")
    elsewhere = node(46.0600, 14.5, tourism="museum", name="National Museum")
    found = sights_of([entrance, same_name, building, elsewhere], "ljubljana", "EUR", ticket)
    assert len(found) == 2
    best = found[0]
    assert best.reference == f"way/{building.id}"
    assert best.sight.hours == "Tu-Su 10:00-18:00"
    assert "hours" not in best.estimated
    assert len({added.sight.id for added in found}) == 2


def test_neighbours_of_one_name_with_entries_of_their_own_stay_two() -> None:
    one = mapped_way(tourism="museum", name="Museum", wikidata="Q1")
    other = mapped_way(tourism="museum", name="Museum", wikidata="Q2")
    assert len(sights_of([one, other], "bled", "EUR", ticket)) == 2


def test_what_is_not_tagged_is_usual_and_marked() -> None:
    bare = node(tourism="museum", name="Museum")
    free = node(46.06, tourism="museum", name="Other", fee="no", opening_hours="Mo-Fr 09:00-17:00")
    by_name = {added.sight.name_en: added for added in sights_of([bare, free], "bled", "EUR", ticket)}
    assert by_name["Museum"].estimated == ("minutes", "hours", "price")
    assert by_name["Museum"].sight.price == 11
    assert by_name["Other"].estimated == ("minutes",)
    assert by_name["Other"].sight.price == 0
    assert "estimated" in by_name["Museum"].sight.note_en or "usual" in by_name["Museum"].sight.note_en


def test_the_best_of_many_kinds() -> None:
    statues = [
        node(46 + i / 500, historic="monument", name=f"Statue {i}", wikidata=f"Q{i}", wikipedia="x") for i in range(80)
    ]
    museums = [node(46 + i / 500, 14.6, tourism="museum", name=f"Museum {i}", wikidata=f"Q9{i}") for i in range(80)]
    found = sights_of([*statues, *museums], "bled", "EUR", ticket, most=20)
    assert Counter(added.sight.category for added in found) == {"monument": 5, "museum": 5}


def test_ids_are_slugs_whatever_the_script() -> None:
    found = sights_of(
        [node(tourism="museum", name="Музей"), node(46.1, tourism="museum", name="Café—Musée!")], "bled", "EUR", ticket
    )
    ids = {added.sight.id for added in found}
    assert "bled/cafe-musee" in ids
    assert all(id.startswith("bled/") and id.isascii() for id in ids)

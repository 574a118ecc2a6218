"""Sights are found by a part of their name where no other one has it, and the choices are named where several do."""

import pytest

from agent_core.tools import ToolError
from travelagent.assistant.places import sight_in
from travelagent.assistant.trip_planner import plan_trip, resolved
from travelagent.briefs.values import Dates, DayWish, Stay, TripBrief
from travelagent.catalog import source
from travelagent.compute.pool import Terms


@pytest.mark.parametrize(
    ("text", "city", "id"),
    [
        ("ginza", "tokyo", "tokyo/ginza"),
        ("Golden Gai", "tokyo", "tokyo/golden-gai-omoide-yokocho"),
        ("via condotti", "rome", "rome/spanish-steps-and-via-condotti"),
        ("rome/colosseum", "rome", "rome/colosseum"),
    ],
)
def test_a_part_of_a_name_is_enough(text: str, city: str, id: str) -> None:
    assert sight_in(text, [city], "en") == id


def test_several_of_that_name_are_a_choice() -> None:
    with pytest.raises(ToolError, match="Several sights go by museum") as refusal:
        sight_in("museum", ["tokyo"], "en")
    assert len(refusal.value.data["candidates"]) > 1
    with pytest.raises(ToolError, match="No sight called") as refusal:
        sight_in("xyzzy", ["tokyo"], "en")
    assert "candidates" not in refusal.value.data


REFUSED = (
    ("temples", "temple"),
    ("Temples", "temple"),
    ("寺庙", "temple"),
    ("temple", "temple"),
    ("看展", "museum"),
    ("theme park", "theme_park"),
    ("religion", "religion"),
    ("stairs", "stairs"),
    ("台阶", "stairs"),
    ("Kinkaku-ji", "kyoto/kinkaku-ji"),
    ("kyoto/kinkaku-ji", "kyoto/kinkaku-ji"),
    ("temples and long queues", "temples and long queues"),
)
"""Words that refuse, and what they refuse; the last is no name of anything."""


def test_what_is_refused_is_refused_by_any_word_for_it() -> None:
    words = [word for word, _ in REFUSED]
    stays = (Stay("Kyoto"),)
    wishes = tuple(DayWish(1, "without", value=word) for word in words)
    known = resolved(TripBrief(stays=stays, avoid=tuple(words), day_wishes=wishes), "en")

    assert known.avoid == tuple(dict.fromkeys(term for _, term in REFUSED))
    assert [(word, wish.value) for word, wish in zip(words, known.day_wishes, strict=True)] == list(REFUSED)


def test_a_city_is_come_back_to_and_named_twice_in_a_row_is_one_stay() -> None:
    stays = (Stay("Lima", 1), Stay("Cusco", 2), Stay("库斯科", 1), Stay("利马", 1))
    known = resolved(TripBrief(stays=stays), "en")

    assert [(stay.place, stay.days) for stay in known.stays] == [("lima", 1), ("cusco", 3), ("lima", 1)]


def test_a_plan_has_nothing_of_a_refused_word() -> None:
    brief = TripBrief(stays=(Stay("Kyoto"),), dates=Dates(days=1), avoid=("temples",))
    planned = plan_trip(brief, "en", Terms())
    visited = [visit.sight for day in planned.itinerary.days for visit in day.visits]

    assert visited
    assert not any("temple" in source.sights()[sight].category for sight in visited if sight)
    (entry,) = [entry for entry in planned.payload["ledger"] if entry["field"] == "avoid"]
    assert entry["verdict"] == "kept"

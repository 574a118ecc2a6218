"""Every change of a trip is a version: described, undone, and never lost to another editor."""

from typing import Any

import pytest

from tests.conftest import make_partner
from tests.support.trips import made
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.catalog import source
from travelagent.plans.errors import InvalidRequest
from travelagent.trips import actions
from travelagent.trips.history import KEPT_VERSIONS
from travelagent.trips.models import CONTENT, Author, Trip
from travelagent.trips.plans import renewed_budget
from travelagent.trips.proposals import replanned

pytestmark = pytest.mark.django_db


def changes_of(trip: Trip) -> list[str]:
    """Return the English sentences about what the newest version changed."""
    return [text["en"] for text in trip.versions.get(number=trip.version).told]


def visits(trip: Trip, day: int) -> list[str]:
    return [visit["id"] for visit in trip.itinerary["days"][day - 1]["visits"]]


def test_it_works(person: int, trip: Trip) -> None:
    first = visits(trip, 1)[0]
    moved = actions.edit_trip(person, trip.pk, [{"op": "move", "visit": first, "day": 2}], base=1)
    assert moved.version == 2
    assert first in visits(moved, 2)
    assert first not in visits(moved, 1)
    assert any(text.endswith("day 1 → day 2.") for text in changes_of(moved))

    renamed = actions.update_trip(person, trip.pk, title="Winter", base=2, author=Author.ASSISTANT)
    assert changes_of(renamed) == ["Renamed to “Winter”."]
    assert [(v.number, v.author) for v in trip.versions.all()] == [(3, "assistant"), (2, "owner"), (1, "owner")]


def test_undo_goes_back_step_by_step_and_a_new_change_starts_from_there(person: int, trip: Trip) -> None:
    for title in ("two", "three"):
        actions.update_trip(person, trip.pk, title=title)
    seen = [actions.undo_trip(person, trip.pk).title for _ in range(2)]
    assert seen == ["two", trip.title]
    with pytest.raises(actions.NothingToUndo):
        actions.undo_trip(person, trip.pk)

    actions.update_trip(person, trip.pk, title="anew")
    back = actions.undo_trip(person, trip.pk)
    assert back.title == trip.title
    assert changes_of(back) == ["Back to version 1."]


def test_an_older_version_is_brought_back_whole_and_that_is_undone_in_one_step(person: int, trip: Trip) -> None:
    actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": visits(trip, 1)[0]}])
    changed = actions.update_trip(person, trip.pk, title="Winter", notes="")

    back = actions.restore_trip(person, trip.pk, 1, base=3)
    assert {field: getattr(back, field) for field in CONTENT} == {field: getattr(trip, field) for field in CONTENT}
    assert (back.version, changes_of(back)) == (4, ["Back to version 1."])

    undone = actions.undo_trip(person, trip.pk)
    assert (undone.title, undone.itinerary) == ("Winter", changed.itinerary)
    with pytest.raises(actions.InvalidTrip):
        actions.restore_trip(person, trip.pk, 9)


def test_other_dates_are_told_in_the_history(person: int, trip: Trip) -> None:
    shown = replanned(trip, {"edits": [{"op": "start_date", "date": "2026-12-12"}]}, "tests")
    moved = actions.update_trip(person, trip.pk, itinerary=shown.itinerary)

    assert changes_of(moved)[0] == "The trip begins on Saturday 12 December 2026."
    assert moved.versions.get(number=2).told[0]["zh"] == "行程改为从2026年12月12日（周六）开始。"
    assert [day["date"] for day in moved.itinerary["days"]] == ["2026-12-12", "2026-12-13", "2026-12-14"]
    assert moved.itinerary["certificate"]["feasible"] is True


def test_an_update_upon_an_old_version_writes_nothing(person: int, trip: Trip) -> None:
    actions.edit_trip(person, trip.pk, [{"op": "hours", "day": 1, "start": "09:30"}], base=1)
    actions.update_trip(person, trip.pk, title="theirs", base=2)
    for late in (
        lambda: actions.update_trip(person, trip.pk, title="mine", base=1),
        lambda: actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": visits(trip, 1)[0]}], base=1),
        lambda: actions.undo_trip(person, trip.pk, base=1),
        lambda: actions.restore_trip(person, trip.pk, 1, base=1),
        lambda: actions.delete_trip(person, trip.pk, base=1),
    ):
        with pytest.raises(actions.VersionConflict) as conflict:
            late()
        assert conflict.value.version == 3
        assert [change["version"] for change in conflict.value.changes] == [2, 3]
    assert actions.find_trip(person, trip.pk).title == "theirs"


def test_the_certificate_is_the_verifiers_whatever_the_plan_says_of_itself(person: int, plan: dict[str, Any]) -> None:
    days = [dict(day) for day in plan["days"]]
    days[0]["visits"] = [{**visit, "arrive": "03:00", "depart": "03:30"} for visit in days[0]["visits"]]
    trip = actions.create_trip(person, "Night", {**plan, "days": days})

    assert trip.itinerary["certificate"]["feasible"] is False
    failed = {c["constraint"] for c in trip.itinerary["certificate"]["checks"] if c["status"] == "fail"}
    assert "opening_hours" in failed


def test_a_plan_that_tells_no_request_can_be_kept_and_changed(person: int, plan: dict[str, Any]) -> None:
    bare = {name: plan[name] for name in ("cities", "days")}
    trip = actions.create_trip(person, "Bare", bare)
    assert trip.itinerary["certificate"]["feasible"] is True

    changed = actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": visits(trip, 1)[0]}])
    assert visits(changed, 1) == visits(trip, 1)[1:]


def test_after_every_edit_a_familys_budget_notes_the_same_once(person: int, plan: dict[str, Any]) -> None:
    days = {"days": plan["days"]}
    costs = made(calculate_budget, city="Kyoto", days=3, travellers=4, children=2, reduced=2, itinerary=days)
    trip = actions.create_trip(person, "Family", plan, costs)
    for day in (2, 3):
        trip = actions.edit_trip(person, trip.pk, [{"op": "move", "visit": visits(trip, 1)[0], "day": day}])

    assert trip.budget
    assert trip.budget["notes"] == costs["notes"]
    for remark in ("counted by age", "age was not said", "parents' room"):
        assert sum(remark in note["en"] for note in costs["notes"]) == 1


def test_a_changed_plan_costs_what_its_brief_wants_of_rooms_meals_and_people(plan: dict[str, Any]) -> None:
    costs = made(calculate_budget, city="Kyoto", days=3, travellers=3, itinerary={"days": plan["days"]})
    wishes = {
        "lodging": {"night": "1", "currency": "JPY"},
        "tiers": {"meals": "luxury"},
        "party": {"adults": 2, "changes": [{"since": 3}]},
    }
    found = renewed_budget(costs, {**plan, "brief": {**plan["brief"], **wishes}})
    assert found is not None
    assert (found["travellers"], found["people"], found["tier"]) == (3, [2, 2, 3], costs["tier"])
    kyoto = source.cities()["kyoto"]
    prices = {item["kind"]: (float(item["unit_price"]), item["quantity"]) for item in found["items"]}
    assert prices["lodging"] == (float(kyoto.lodging.of("budget")), 2)
    assert prices["meals"] == (float(kyoto.meals.of("luxury")), 7)


def test_in_winter_the_budget_of_a_changed_plan_counts_the_tickets_of_winter(person: int) -> None:
    plan = made(generate_route, city="Beijing", days=2, start_date="2026-12-08")
    palace = "beijing/forbidden-city"
    costs = made(calculate_budget, city="Beijing", days=2, itinerary={"days": plan["days"]})
    trip = actions.create_trip(person, "Winter", plan, costs)
    other = next(id for day in (1, 2) for id in visits(trip, day) if id != palace)

    changed = actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": other}])
    assert changed.budget
    tickets = {item["label"]["en"]: item["unit_price"] for item in changed.budget["items"] if item["kind"] == "tickets"}
    (price,) = [price for label, price in tickets.items() if "Forbidden City" in label]
    assert float(price) == 40


def test_a_changed_plan_costs_what_it_costs_now(person: int, trip: Trip) -> None:
    ticketed = next(
        visit["id"]
        for day in trip.itinerary["days"]
        for visit in day["visits"]
        if visit["ticket"] and float(visit["ticket"]["amount"]) > 0
    )
    changed = actions.edit_trip(person, trip.pk, [{"op": "remove", "visit": ticketed}])

    assert trip.budget
    assert changed.budget
    assert float(changed.budget["total"]) < float(trip.budget["total"])
    journeys = [[i for i in b["items"] if i["kind"] == "intercity"] for b in (trip.budget, changed.budget)]
    assert journeys[0] == journeys[1]
    assert journeys[0]
    assert [note["en"] for note in trip.budget["notes"]] == [note["en"] for note in changed.budget["notes"]]
    assert any("The journey" in note["en"] for note in changed.budget["notes"])


def test_old_versions_are_forgotten_beyond_a_hundred(person: int, trip: Trip) -> None:
    for number in range(KEPT_VERSIONS + 5):
        actions.update_trip(person, trip.pk, title=f"t{number}")
    assert trip.versions.count() == KEPT_VERSIONS


@pytest.mark.parametrize("title", ["", "  \n "])
def test_a_trip_needs_a_title(person: int, plan: dict[str, Any], title: str) -> None:
    with pytest.raises(actions.InvalidTrip):
        actions.create_trip(person, title, plan)


def test_what_is_no_edit_is_refused_and_changes_nothing(person: int, trip: Trip) -> None:
    for edits in ([], [{"op": "fly"}], [{"op": "move", "visit": "kyoto/nowhere", "day": 1}], [{"op": "remove"}]):
        with pytest.raises(InvalidRequest):
            actions.edit_trip(person, trip.pk, edits)
    assert actions.find_trip(person, trip.pk).version == 1


def test_a_strangers_trip_is_not_found(trip: Trip) -> None:
    stranger = make_partner("mallory").actor.person_for().pk
    for attempt in (
        lambda: actions.update_trip(stranger, trip.pk, title="x"),
        lambda: actions.undo_trip(stranger, trip.pk),
        lambda: actions.delete_trip(stranger, trip.pk),
        lambda: actions.share_trip(stranger, trip.pk),
    ):
        with pytest.raises(actions.TripNotFound):
            attempt()

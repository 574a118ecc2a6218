"""What the traveller wishes for by its kind stays in the plan by at least one sight of that kind."""

from __future__ import annotations

from tests.planning.cast import SIGHTS, edits_of, request, sight
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.planning.wishes import kept, unmet
from travelagent.plans.values import Itinerary, Sight

GRAND = tuple(sight(f"grand-{n}", 48.0 + n / 300, 11.0, minutes=90, score=10.0) for n in range(9))
OWL = sight("owls", 48.09, 11.09, category="zoo", tags=("wildlife",), minutes=200, score=5.0)
TOWN = (*GRAND, OWL)


def visited(itinerary: Itinerary) -> set[str | None]:
    return {visit.sight for visit in itinerary.visits}


def test_a_calmer_plan_keeps_the_one_sight_of_a_wish() -> None:
    plan_request = request(interests=("wildlife",), pace="packed", must_see=(OWL.id,))
    before = plan(plan_request, TOWN)
    after = replan(before, request(interests=("wildlife",), pace="packed"), edits_of(pace="relaxed"), TOWN)
    assert OWL.id in visited(after.itinerary)
    assert OWL.id not in after.request.must_see
    assert not any("must-see" in visit.why.en for visit in after.itinerary.visits)
    without = replan(before, request(pace="packed"), edits_of(pace="relaxed"), TOWN)
    assert OWL.id not in visited(without.itinerary)


def test_a_wish_whose_sight_is_closed_does_not_forbid_the_change() -> None:
    shut = sight("owls", 48.01, 11.01, tags=("wildlife",), hours="Tu 09:00-18:00")
    plan_request = request(interests=("wildlife",), days=1)
    town: tuple[Sight, ...] = (*GRAND, shut)
    before = plan(request(interests=("wildlife",), days=1, must_see=(shut.id,)), town)
    monday = before.days[0].date.replace(day=before.days[0].date.day + 6)
    after = replan(before, plan_request, edits_of(start_date=monday), town)
    assert visited(after.itinerary)
    assert shut.id not in visited(after.itinerary)


def test_the_best_visited_sight_keeps_a_wish_and_the_best_of_all_meets_a_new_one() -> None:
    before = plan(request(), SIGHTS)
    art = kept(before, request(interests=("art",)), request(interests=("art",)), SIGHTS)
    assert art == ("town/museum",)
    lesser = sight("owl-house", 48.001, 11.002, tags=("wildlife",), score=3.0)
    new = kept(before, request(), request(interests=("wildlife",)), (*SIGHTS, OWL, lesser))
    assert new == (OWL.id,)


def test_a_refused_sight_meets_no_wish() -> None:
    plan_request = request(interests=("wildlife",), avoid=("zoo",))
    assert unmet(plan(plan_request, TOWN), plan_request, TOWN) == ()


def test_a_wish_that_nothing_in_the_plan_meets_is_found() -> None:
    plan_request = request(interests=("wildlife",), days=1)
    itinerary = plan(request(days=1, pace="relaxed"), TOWN)
    assert OWL.id not in visited(itinerary)
    assert unmet(itinerary, plan_request, TOWN) == (OWL.id,)


def test_a_strain_that_is_refused_leaves_its_sights_out_and_tells_them_but_for_what_is_demanded() -> None:
    steps = sight("steps", 48.001, 11.001, strains=("stairs",), score=10.0)
    belfry = sight("belfry", 48.002, 11.002, strains=("stairs",), score=9.0)
    found = plan(request(avoid=("stairs",), must_see=(belfry.id,)), (*SIGHTS, steps, belfry))
    assert steps.id not in visited(found)
    assert belfry.id in visited(found)
    [note] = [text for text in found.assumptions if "stairs" in text.en]
    assert (note.en, note.zh) == ("Left out because of the stairs: Steps.", "因台阶没有安排：Steps（中）。")
    assert steps.id in visited(plan(request(), (*SIGHTS, steps, belfry)))


def test_a_long_stay_in_a_town_with_few_sights_says_that_there_are_no_more() -> None:
    note = [text for text in plan(request(days=5), SIGHTS).assumptions if "all 8 sights" in text.en]
    assert [text.zh.startswith("Town（中）：我知道的 8 个景点") for text in note] == [True]
    assert not any("that I know" in text.en for text in plan(request(days=2), SIGHTS).assumptions)

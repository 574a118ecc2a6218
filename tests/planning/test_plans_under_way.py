"""Under way the rest of the day is planned anew; what lies behind and all other days stay as they were."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.planning.cast import SIGHTS, request, sight, text
from travelagent.planning.edits.under_way import GoOn, SituationKind
from travelagent.planning.engine import plan
from travelagent.planning.onward import onward
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.outcomes import Replanned
from travelagent.plans.values import FixedVisit, Itinerary, Point
from travelagent.verifier import verify
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire, stop_count

MANY = (
    *SIGHTS,
    *(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=45, score=4.0 + n / 10) for n in range(9)),
    *(sight(f"hall-{n}", 48.0 - n / 300, 11.0 + n / 300, category="museum", indoor=True, score=3.0) for n in range(4)),
)
SHOW = FixedVisit(text("show"), 48.003, 11.002, 19 * 60 + 30, 60, 1)
PLAN_REQUEST = request(days=2, fixed=(SHOW,))


@pytest.fixture(scope="module")
def before() -> Itinerary:
    return plan(PLAN_REQUEST, MANY)


def happens(itinerary: Itinerary) -> list[tuple[str, int, int]]:
    """The second day, to the minute."""
    return [(visit.id, visit.arrive, visit.depart) for visit in itinerary.days[1].visits]


def goes_on(before: Itinerary, situation: GoOn) -> Replanned:
    result = onward(before, PLAN_REQUEST, situation, MANY)
    assert result.itinerary.certificate.failures == ()
    assert verify(result.itinerary, result.request, MANY).failures == ()
    assert happens(result.itinerary) == happens(before)
    assert "fixed/1" in {visit.id for visit in result.itinerary.days[0].visits}
    return result


def test_who_runs_late_goes_on_after_the_delay(before: Itinerary) -> None:
    second = before.days[0].visits[1]
    result = goes_on(before, GoOn("late", 1, second.arrive - 5, minutes=60))

    first, stop, *rest = result.itinerary.days[0].visits
    assert first.id == before.days[0].visits[0].id
    assert stop.minutes == 60
    assert all(visit.arrive >= stop.depart for visit in rest)


def test_in_the_rain_one_goes_indoors(before: Itinerary) -> None:
    known = {each.id: each for each in MANY}
    now = before.days[0].visits[0].depart
    result = goes_on(before, GoOn("rain", 1, now))

    after = [known[v.sight] for v in result.itinerary.days[0].visits if v.sight and v.arrive >= now]
    were = [known[v.sight] for v in before.days[0].visits if v.sight and v.arrive >= now]
    assert sum(not each.indoor for each in after) < sum(not each.indoor for each in were)
    assert result.request.rainy_days == (1,)


def test_what_is_skipped_is_gone_for_good(before: Itinerary) -> None:
    second = before.days[0].visits[1]
    result = goes_on(before, GoOn("skip", 1, second.arrive - 5, visit=second.id))

    assert second.sight not in {visit.sight for visit in result.itinerary.visits}
    assert second.sight in result.request.avoid


def test_one_goes_on_from_where_one_is(before: Itinerary) -> None:
    here = Point(text("here"), 48.02, 11.03)
    now = before.days[0].visits[1].arrive + 10
    result = goes_on(before, GoOn("here", 1, now, place=here))

    stop = next(v for v in result.itinerary.days[0].visits if v.sight is None and v.id != "fixed/1")
    assert (stop.lat, stop.lon, stop.arrive) == (48.02, 11.03, now)
    leg = next(leg for leg in result.itinerary.days[0].legs if leg.origin == stop.id)
    assert leg.depart >= stop.depart


def test_from_an_excursion_by_train_every_way_leads_on_from_where_one_is() -> None:
    castle = sight("castle-by-rail", 48.5, 11.0, station=True, hours="24/7", indoor=True)
    hall = sight("hall-in-town", 48.01, 11.0, category="museum", indoor=True, hours="24/7")
    squares = [sight(f"square-{n}", 48.0 + n / 500, 11.0, hours="24/7", score=8.0) for n in range(3)]
    plan_request = request(days=1, must_see=(castle.id,))
    before = plan(plan_request, (castle, *squares))
    assert before.visits[0].sight == castle.id
    result = onward(before, plan_request, GoOn("rain", 1, before.visits[0].arrive + 5), (castle, hall, *squares))

    day = result.itinerary.days[0]
    behind, stop, *rest = (visit.id for visit in day.visits)
    assert hall.id in rest
    legs = [*pairwise(("start", behind)), *pairwise((stop, *rest, "end"))]
    assert [(leg.origin, leg.destination) for leg in day.legs] == legs


@pytest.mark.parametrize(
    ("at_the_castle", "here"),
    [(False, Point(text("suburb"), 48.12, 11.0)), (True, None), (True, Point(text("car park"), 48.502, 11.002))],
)
def test_from_where_one_is_one_goes_by_train_as_the_plan_does(at_the_castle: bool, here: Point | None) -> None:
    castle = sight("castle-by-rail", 48.5, 11.0, station=True, hours="24/7", indoor=True)
    squares = [sight(f"square-{n}", 48.0 + n / 500, 11.0, hours="24/7", score=8.0) for n in range(3)]
    plan_request = request(days=1, must_see=(castle.id,))
    before = plan(plan_request, (castle, *squares))
    now = before.visits[0].arrive + 40 if at_the_castle else before.days[0].start
    after = onward(before, plan_request, GoOn("here", 1, now, place=here), (castle, *squares)).itinerary.days[0]

    long = [leg for leg in after.legs if leg.km > 20 and leg.origin.startswith("fixed/")]
    assert [leg.mode for leg in long] == ["train"]


def test_where_one_is_is_marked_and_no_stop(before: Itinerary) -> None:
    first = before.days[0].visits[0]
    result = goes_on(before, GoOn("late", 1, first.depart, minutes=15))
    visits = result.itinerary.days[0].visits
    payload = itinerary_to_wire(result.itinerary)

    assert [visit.id for visit in visits if visit.marker] == ["fixed/2"]
    assert itinerary_from_wire(payload) == result.itinerary
    assert stop_count(payload["days"][:1]) == len(visits) - 1
    again = onward(result.itinerary, result.request, GoOn("rain", 1, 15 * 60), MANY)
    assert sum(visit.marker for visit in again.itinerary.days[0].visits) == 2


def test_it_can_happen_twice(before: Itinerary) -> None:
    first = goes_on(before, GoOn("late", 1, 11 * 60, minutes=30))
    again = onward(first.itinerary, first.request, GoOn("late", 1, 15 * 60, minutes=20), MANY)

    assert again.itinerary.certificate.failures == ()
    assert len(again.request.fixed) == 3


@pytest.mark.parametrize("kind", ["late", "rain", "here"])
def test_behind_the_last_stop_there_is_the_way_home_and_no_more(before: Itinerary, kind: SituationKind) -> None:
    last = before.days[0].visits[-1]
    result = goes_on(before, GoOn(kind, 1, last.depart + 10, minutes=10))

    day = result.itinerary.days[0]
    assert [visit.id for visit in day.visits[:-1]] == [visit.id for visit in before.days[0].visits]
    assert day.legs[-1].destination == "end"


def test_where_one_stands_is_no_change_of_the_plan(before: Itinerary) -> None:
    now = before.days[0].visits[0].depart
    result = goes_on(before, GoOn("here", 1, now))

    assert "fixed/" not in {moved.visit[:6] for moved in result.difference.added}


def test_a_day_that_is_over_is_said_to_be(before: Itinerary) -> None:
    with pytest.raises(InvalidRequest) as caught:
        onward(before, PLAN_REQUEST, GoOn("rain", 1, 23 * 60), MANY)
    assert "nothing is left" in caught.value.text.en


@pytest.mark.parametrize(
    "situation",
    [GoOn("late", 5, 600), GoOn("skip", 1, 600, visit="town/nowhere"), GoOn("rain", 1, 2000)],
)
def test_what_is_not_there_is_refused(before: Itinerary, situation: GoOn) -> None:
    with pytest.raises(InvalidRequest):
        onward(before, PLAN_REQUEST, situation, MANY)


def test_who_has_nothing_left_to_see_still_has_dinner() -> None:
    alone = sight("tower", 48.001, 11.001, minutes=45)
    plan_request = request(days=1)
    planned = plan(plan_request, (alone,))
    result = onward(planned, plan_request, GoOn("rain", 1, planned.visits[0].arrive + 5), (alone,))

    day = result.itinerary.days[0]
    assert [visit.marker for visit in day.visits] == [False, True]
    assert "dinner" in {meal.kind for meal in day.meals}
    assert result.itinerary.certificate.feasible

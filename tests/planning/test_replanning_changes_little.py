"""One thing changes, the rest stays: untouched days are the same to the minute, and the answer lists what became."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.planning.cast import SIGHTS, TOWN, TUESDAY, edits_of, request, sight, text, with_visit
from tests.planning.worlds import requests, sights
from tests.support.examples import examples
from travelagent.planning.diff import describe, diff
from travelagent.planning.edits.apply import requested
from travelagent.planning.edits.become import Become
from travelagent.planning.edits.trip import RestAt
from travelagent.planning.engine import plan
from travelagent.planning.renumbering import with_opening_windows
from travelagent.planning.replan import replan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.fields import clock
from travelagent.plans.outcomes import Difference, Figures, Moved, Replanned
from travelagent.plans.values import DayPlan, DayWindow, Edit, FixedVisit, Itinerary, Pace, Pin, Refusal
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

MANY = (
    *SIGHTS,
    *(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=45, score=4.0 + n / 10) for n in range(9)),
)
PLAN_REQUEST = request(days=3)


@pytest.fixture(scope="module")
def before() -> Itinerary:
    return plan(PLAN_REQUEST, MANY)


def happens(day: DayPlan):
    visits = [(visit.sight, visit.arrive, visit.depart) for visit in day.visits]
    return day.date, day.start, day.end, day.meals, visits, [(leg.mode, leg.depart, leg.minutes) for leg in day.legs]


def day_of(itinerary: Itinerary, sight_id: str) -> int:
    return next(day.day for day in itinerary.days for visit in day.visits if visit.sight == sight_id)


def changed(before: Itinerary, change: tuple[Edit, ...]):
    result = replan(before, PLAN_REQUEST, change, MANY)
    assert result.request == requested(PLAN_REQUEST, change, MANY)
    assert verify(result.itinerary, result.request, MANY).failures == ()
    return result


def assert_same(before: Itinerary, after: Itinerary, *days: int) -> None:
    for day in days:
        assert happens(after.days[day - 1]) == happens(before.days[day - 1])


def test_a_sight_given_up_touches_its_day_alone(before):
    gone = before.days[1].visits[0].sight
    result = changed(before, edits_of(drop=(gone,)))
    assert_same(before, result.itinerary, 1, 3)
    assert result.difference.same_days == (1, 3)
    assert [visit.visit for visit in result.difference.removed] == [gone]
    stayed = {visit.sight for visit in before.days[1].visits} - {gone}
    assert stayed <= {visit.sight for visit in result.itinerary.days[1].visits}


def test_a_sight_insisted_on_touches_one_day(before):
    wanted = before.left_out[0].sight
    result = changed(before, edits_of(insist=(wanted,)))
    assert len(result.difference.same_days) == 2
    assert wanted in {visit.visit for visit in result.difference.added}


def test_another_day_is_put_behind_the_others(before):
    result = changed(before, edits_of(extra_days=1))
    assert_same(before, result.itinerary, 1, 2, 3)
    assert result.itinerary.days[3].visits


def test_a_shorter_day_touches_no_other(before):
    result = changed(before, edits_of(windows=(DayWindow(2, end=15 * 60),)))
    assert_same(before, result.itinerary, 1, 3)
    assert result.itinerary.days[1].end <= 15 * 60


def test_a_calmer_pace_takes_away_and_brings_nothing_new():
    world = tuple(s for s in MANY if s.id != "town/zoo")  # too long for the calmer day that it shares
    result = replan(plan(PLAN_REQUEST, world), PLAN_REQUEST, edits_of(pace="relaxed"), world)
    assert result.difference.removed
    assert all(len(day.visits) <= 3 for day in result.itinerary.days)
    assert result.difference.added == ()
    assert result.difference.moved == ()


def test_a_visit_is_moved_where_it_is_wanted(before):
    moving = before.days[0].visits[0].sight
    result = changed(before, edits_of(pins=(Pin(moving, day=3),)))
    assert day_of(result.itinerary, moving) == 3
    assert_same(before, result.itinerary, 2)
    assert (moving, 1, 3) in [(m.visit, m.from_day, m.to_day) for m in result.difference.moved]


def order_of(day: DayPlan, without: set[str]) -> list[str]:
    return [visit.id for visit in day.visits if visit.id not in without]


@pytest.mark.parametrize("pace", ["normal", "packed"])
@pytest.mark.parametrize("number", range(3))
def test_all_but_a_moved_visit_and_what_it_changes_places_with_stay_in_their_order(pace: Pace, number: int):
    plan_request, short = dataclasses.replace(PLAN_REQUEST, pace=pace), tuple(s for s in MANY if s.minutes <= 120)
    before = plan(plan_request, short)
    moving = before.days[0].visits[number].id
    result = replan(before, plan_request, edits_of(pins=(Pin(moving, day=3),)), short)
    moved = {move.visit for move in result.difference.moved} | {gone.visit for gone in result.difference.removed}
    assert moving in moved
    assert len(moved) <= 2
    assert result.difference.added == ()
    for was, now in zip(before.days, result.itinerary.days, strict=True):
        assert order_of(was, moved) == order_of(now, moved)


def test_what_makes_room_for_a_moved_visit_changes_places_with_it():
    large = {"minutes": 330, "score": 10.0}
    town = (sight("palace", 48.002, 11.003, **large), sight("wall", 48.004, 11.006, **large), *MANY[-6:])
    plan_request = request(days=2)
    before = plan(plan_request, town)
    there = day_of(before, "town/wall")
    assert there != day_of(before, "town/palace")
    after = replan(before, plan_request, edits_of(pins=(Pin("town/palace", there),)), town)
    assert day_of(after.itinerary, "town/palace") == there
    assert day_of(after.itinerary, "town/wall") == day_of(before, "town/palace")
    assert after.difference.removed == ()


def test_rain_moves_a_day_indoors_and_touches_one_other_at_most(before):
    museum = dataclasses.replace(MANY[-1], id="town/hall", indoor=True, score=9.5)
    world = (*MANY, museum)
    outside = plan(dataclasses.replace(PLAN_REQUEST, avoid=("town/hall",)), world)
    plan_request = dataclasses.replace(PLAN_REQUEST, avoid=("town/hall",))
    result = replan(outside, plan_request, edits_of(rainy_days=(2,), insist=("town/hall",)), world)
    assert day_of(result.itinerary, "town/hall") == 2
    assert any(happens(outside.days[day - 1]) == happens(result.itinerary.days[day - 1]) for day in (1, 3))


def test_a_rainy_day_changes_places_with_a_day_indoors():
    large = {"minutes": 330, "score": 10.0}
    town = (sight("palace", 48.002, 11.003, indoor=True, **large), sight("garden", 48.004, 11.006, **large))
    plan_request = request(days=2)
    before = plan(plan_request, town)
    wet = day_of(before, "town/garden")
    after = replan(before, plan_request, edits_of(rainy_days=(wet,)), town)
    assert day_of(after.itinerary, "town/palace") == wet
    assert day_of(after.itinerary, "town/garden") == 3 - wet
    assert after.difference.removed == ()


def test_a_day_cut_short_keeps_what_one_comes_for_by_another_day():
    town = (
        sight("wall", 48.002, 11.003, minutes=330, score=10.0),
        sight("hill", 48.004, 11.006, minutes=330, score=5.0),
    )
    plan_request = request(days=2)
    before = plan(plan_request, town)
    cut = day_of(before, "town/wall")
    after = replan(before, plan_request, edits_of(windows=(DayWindow(cut, end=12 * 60),)), town)
    assert day_of(after.itinerary, "town/wall") == 3 - cut
    assert [gone.visit for gone in after.difference.removed] == ["town/hill"]


@pytest.mark.parametrize("days", [3, 4])
def test_a_day_that_loses_all_it_had_takes_something_from_the_others(days: int):
    far = sight("gorge", 48.7, 11.0, category="nature", score=10.0, minutes=400, hours="24/7", tags=("hiking",))
    near = [sight(f"hall-{n}", 48.0 + n / 500, 11.0, minutes=90, score=8.0, hours="24/7") for n in range(2 * days)]
    plan_request = request(days=days)
    before = plan(plan_request, (*near, far))
    after = replan(before, plan_request, edits_of(drop=("hiking",)), (*near, far)).itinerary
    assert [len(day.visits) for day in before.days if day.visits[0].sight == far.id] == [1]
    assert all(day.visits for day in after.days)
    assert {visit.sight for visit in after.visits} == {visit.sight for visit in before.visits} - {far.id}


def test_a_hand_edited_day_is_put_right(before):
    museum_day = day_of(before, "town/museum")
    broken = with_visit(before, "town/museum", arrive=8 * 60, depart=10 * 60)
    result = replan(broken, PLAN_REQUEST, edits_of(), MANY)
    assert result.itinerary.certificate.feasible
    assert_same(before, result.itinerary, *({1, 2, 3} - {museum_day}))


def test_a_cheaper_plan_keeps_the_hours_of_days_that_keep_their_visits(before):
    result = changed(before, edits_of(thrift=1.0))
    alike = [
        new.day
        for old, new in zip(before.days, result.itinerary.days, strict=True)
        if {visit.id for visit in old.visits} == {visit.id for visit in new.visits}
    ]
    assert alike
    assert_same(before, result.itinerary, *alike)


def test_a_hand_edited_day_is_put_right_when_the_plan_gets_cheaper(before):
    broken = with_visit(before, before.days[0].visits[0].sight, arrive=3 * 60, depart=4 * 60)
    result = replan(broken, PLAN_REQUEST, edits_of(thrift=1.0), MANY)
    assert verify(result.itinerary, result.request, MANY).failures == ()


def test_nothing_changed_changes_nothing(before):
    result = changed(before, edits_of())
    assert result.difference.same_days == (1, 2, 3)
    assert describe(result.difference) == ()


def test_a_booking_given_up_frees_its_day_and_keeps_the_other():
    shows = (FixedVisit(text("Opera"), 48.0, 11.0, 1140, 120, 1), FixedVisit(text("Ballet"), 48.0, 11.0, 1140, 120, 2))
    plan_request = dataclasses.replace(PLAN_REQUEST, fixed=shows)
    before = plan(plan_request, MANY)
    result = replan(before, plan_request, edits_of(drop=("fixed/1",)), MANY)
    assert [visit.name.en for visit in result.itinerary.visits if visit.sight is None] == ["Ballet"]
    assert_same(before, result.itinerary, 3)
    assert result.itinerary.certificate.feasible


def test_what_cannot_be_had_is_refused(before):
    with pytest.raises(Infeasible):
        replan(before, PLAN_REQUEST, edits_of(insist=("town/castle", "town/zoo"), windows=tuple(
            DayWindow(day, start=600, end=700) for day in (1, 2, 3))), MANY)  # fmt: skip


def test_assumed_dates_stay_as_they_were():
    plan_request = dataclasses.replace(
        PLAN_REQUEST, start_date=None, today=dataclasses.replace(PLAN_REQUEST).start_date
    )
    before = plan(plan_request, MANY)
    later = dataclasses.replace(plan_request, today=before.days[0].date)
    result = replan(before, later, edits_of(extra_days=1), MANY)
    assert result.itinerary.days[0].date == before.days[0].date
    assert result.itinerary.date_assumed
    assert result.request.start_date is None


def test_the_days_of_a_trip_with_given_nights_grow_in_the_city_named():
    other = dataclasses.replace(TOWN, id="other", name=text("Other"), lat=49.0, days=1)
    there = tuple(dataclasses.replace(s, id=f"other/{n}", city="other", lat=s.lat + 1) for n, s in enumerate(SIGHTS))
    plan_request = request(days=3, cities=(dataclasses.replace(TOWN, days=2), other))
    before = plan(plan_request, (*SIGHTS, *there))
    result = replan(before, plan_request, edits_of(extra_days=1, city="other"), (*SIGHTS, *there))
    assert [day.city for day in result.itinerary.days] == ["town", "town", "other", "other"]
    assert_same(before, result.itinerary, 1, 2, 3)


OTHER = dataclasses.replace(TOWN, id="other", name=text("Other"), lat=49.0)
IN_BOTH = (*MANY, *(dataclasses.replace(s, id=f"other/{s.id[5:]}", city="other", lat=s.lat + 1) for s in MANY))
OF_BOTH = request(days=4, cities=tuple(dataclasses.replace(stay, days=2) for stay in (TOWN, OTHER)))
ONE_DAY = timedelta(days=1)


def dated_on(day: DayPlan, number: int, days: int) -> DayPlan:
    return dataclasses.replace(day, day=number, date=day.date + timedelta(days=days))


@pytest.mark.parametrize("extra", [1, -1])
def test_the_days_of_the_cities_behind_the_one_that_grows_or_shrinks_are_only_later_or_earlier(extra: int):
    moving = edits_of(pins=(Pin("other/tower", 4, start=15 * 60),))
    moved = replan(plan(OF_BOTH, IN_BOTH), OF_BOTH, moving, IN_BOTH)
    before, plan_request = moved.itinerary, moved.request
    result = replan(before, plan_request, edits_of(extra_days=extra, city="town"), IN_BOTH)
    after = result.itinerary
    assert [day.city for day in after.days] == ["town"] * (2 + extra) + ["other"] * 2
    for number in (3, 4):
        assert happens(after.days[number + extra - 1]) == happens(dated_on(before.days[number - 1], number, extra))
    assert {3 + extra, 4 + extra} <= set(result.difference.same_days)
    assert not {move.visit for move in result.difference.moved if move.visit.startswith("other/")}
    assert day_of(after, "other/tower") == 4 + extra
    assert verify(after, result.request, IN_BOTH).failures == ()


def test_a_city_of_which_everything_is_visited_leaves_nothing_to_plan_there():
    world = (*MANY, *(s for s in IN_BOTH if s.id in ("other/museum", "other/tower")))
    before = plan(OF_BOTH, world)
    assert {"other/museum", "other/tower"} <= {visit.id for visit in before.visits}
    result = replan(before, OF_BOTH, edits_of(extra_days=1, city="town"), world)
    assert {4, 5} <= set(result.difference.same_days)


def test_what_the_day_that_goes_held_is_told_of_that_day():
    before = plan(OF_BOTH, IN_BOTH)
    difference = replan(before, OF_BOTH, edits_of(extra_days=-1, city="town"), IN_BOTH).difference
    was = {visit.id for visit in before.days[1].visits}
    days_before = {move.visit: move.from_day for move in (*difference.removed, *difference.moved) if move.visit in was}
    assert was <= days_before.keys()
    assert set(days_before.values()) == {2}


@pytest.mark.parametrize(("fridays", "stays"), [("09:30-19:00", True), ("12:00-18:00", False)])
def test_a_later_day_stays_where_all_that_it_holds_is_open_then(fridays: str, stays: bool):
    hours = f"Mo-Th 10:00-17:00; Fr {fridays}; Sa,Su off"
    museum = dataclasses.replace(next(s for s in IN_BOTH if s.id == "other/museum"), hours=hours)
    world = tuple(museum if s.id == museum.id else s for s in IN_BOTH)
    plan_request = dataclasses.replace(
        OF_BOTH, pinned=(Pin(museum.id, 4, start=10 * 60),), start_date=TUESDAY - ONE_DAY
    )
    held = dataclasses.replace(plan_request, pinned=(Pin(museum.id, 4),))
    before = plan(plan_request, world)
    result = replan(before, held, edits_of(extra_days=1, city="town"), world)
    after = result.itinerary
    visit = next(visit for visit in after.visits if visit.id == museum.id)
    assert (5 in result.difference.same_days) == stays
    assert day_of(after, museum.id) == 5
    assert f"{clock(visit.opens)}-{clock(visit.closes)}" == fridays


def test_a_later_day_stays_only_with_all_its_minutes_to_spare(before):
    day = before.days[0]
    visit = max(day.visits, key=lambda visit: visit.slack_minutes)
    until = visit.depart + visit.slack_minutes
    for closes, stays in ((until, True), (until - 1, False)):
        there = dataclasses.replace(MANY[0], id=visit.id, hours=f"00:00-{clock(closes)}", last_entry_minutes=0)
        assert (with_opening_windows(day, {visit.id: there}) is not None) == stays


def test_a_day_that_ends_early_stays_the_last_one_at_a_slower_pace():
    plan_request = request(days=1, pace="packed", day_windows=(DayWindow(1, start=0, end=511),))
    result = replan(plan(plan_request, SIGHTS), plan_request, edits_of(pace="relaxed", extra_days=1), SIGHTS)
    assert result.request.day_windows == (DayWindow(2, start=0, end=511),)


@given(data=st.data())
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_whatever_is_changed_the_plan_holds_and_the_difference_is_true(data):
    candidates = data.draw(sights())
    plan_request = data.draw(requests(candidates))
    ids = st.sampled_from([candidate.id for candidate in candidates] or ["town/none"])
    change = data.draw(
        st.builds(
            edits_of,
            drop=st.lists(ids, max_size=1).map(tuple) if candidates else st.just(()),
            pace=st.none() | st.sampled_from(["relaxed", "packed"]),
            extra_days=st.integers(0, 1),
            rainy_days=st.lists(st.just(1), max_size=1).map(tuple),
        )
    )
    try:
        before = plan(plan_request, candidates)
        result = replan(before, plan_request, change, candidates)
    except Infeasible:
        return
    assert verify(result.itinerary, result.request, candidates).failures == ()
    difference = result.difference
    assert_same(before, result.itinerary, *difference.same_days)
    ids_before, ids_after = ({visit.id for visit in itinerary.visits} for itinerary in (before, result.itinerary))
    assert {visit.visit for visit in difference.added} == ids_after - ids_before
    assert {visit.visit for visit in difference.removed} == ids_before - ids_after


def test_what_is_refused_on_a_day_moves_to_another_and_stays_off_that_day_later():
    large = {"minutes": 330, "score": 10.0}
    palace = sight("palace", 48.002, 11.003, category="museum", **large)
    town = (palace, sight("wall", 48.004, 11.006, **large), *MANY[-6:])
    plan_request = request(days=2)
    before = plan(plan_request, town)
    there = day_of(before, palace.id)
    after = replan(before, plan_request, edits_of(avoid_on=(Refusal(there, "museum"),)), town)
    assert day_of(after.itinerary, palace.id) != there
    assert after.difference.removed == ()
    assert verify(after.itinerary, after.request, town).failures == ()
    [fault] = verify(before, after.request, town).failures
    assert (fault.constraint, fault.visit) == ("avoid", palace.id)
    later = replan(after.itinerary, after.request, edits_of(pace="relaxed"), town)
    assert palace.id not in {visit.sight for visit in later.itinerary.days[there - 1].visits}


def test_a_refusal_goes_with_its_day_and_over_the_wire():
    plan_request = requested(request(days=3), edits_of(avoid_on=(Refusal(3, "zoo"), Refusal(1, "zoo"))))
    assert request_from_wire(request_to_wire(plan_request)).avoid_on == plan_request.avoid_on
    assert requested(plan_request, edits_of(extra_days=-1)).avoid_on == (Refusal(1, "zoo"),)


def test_other_dates_tell_what_is_closed_on_them():
    museum = sight("museum", 48.002, 11.003, hours="Tu-Su 10:00-17:00; Mo off", score=9.0)
    plan_request = request(days=1)
    before = plan(plan_request, (museum, *MANY[1:]))
    later = replan(before, plan_request, edits_of(start_date=TUESDAY + ONE_DAY), (museum, *MANY[1:]))
    assert later.difference.closed == ()
    monday = replan(before, plan_request, edits_of(start_date=TUESDAY - ONE_DAY), (museum, *MANY[1:]))
    assert [(shut.visit, shut.day, shut.date) for shut in monday.difference.closed] == [
        (museum.id, 1, TUESDAY - ONE_DAY)
    ]
    assert text_of(monday, "Closed on") == [
        (f"Closed on Mon 13 Apr: {museum.name.en}.", "4月13日 周一不开放：Museum（中）。")
    ]


def test_visits_that_move_together_are_told_together():
    moves = [Moved(name, text(name), 1, 2, 600, 600) for name in ("one", "two")]
    still = Figures(2, 1.0, 0, 0.0, 0, 0, {})
    both = Difference((), (), (*moves, Moved("three", text("three"), 2, 1, 0, 0)), (), (), still, still)
    assert [sentence.en for sentence in describe(both)] == ["one, two: day 1 → day 2.", "three: day 2 → day 1."]


def text_of(result: Replanned, begins: str) -> list[tuple[str, str]]:
    return [(text.en, text.zh) for text in describe(result.difference) if text.en.startswith(begins)]


@pytest.mark.parametrize("change", [edits_of(drop=("stairs", "climb")), edits_of(drop=("climb",), pace="relaxed")])
def test_an_easier_plan_has_no_day_with_more_sights_than_before(change: tuple[Edit, ...]):
    walls = sight("walls", 48.3, 11.3, minutes=480, score=10.0, strains=("climb",), hours="08:00-22:00")
    lanes = [sight(f"lane-{at}", 48.001 + at / 500, 11.0, score=6.5, category=f"kind-{at}") for at in range(6)]
    plan_request, offered = request(days=2), (*SIGHTS, *lanes, walls)
    trip = plan(dataclasses.replace(plan_request, pinned=(Pin(walls.id, 1),)), offered)
    after = replan(trip, plan_request, change, offered).itinerary
    assert walls.id not in {visit.sight for visit in after.visits}
    assert all(len(day.visits) <= len(was.visits) for day, was in zip(after.days, trip.days, strict=True))


def test_a_day_of_another_city_is_not_unchanged(before):
    elsewhere = dataclasses.replace(before.days[1], city="other", visits=(), meals=(), legs=())
    empty = dataclasses.replace(elsewhere, city="town")
    one, two = (dataclasses.replace(before, days=(before.days[0], day)) for day in (empty, elsewhere))
    assert diff(one, one).same_days == (1, 2)
    assert diff(one, two).same_days == (1,)


def test_a_shared_ticket_that_runs_out_is_named():
    pair = tuple(
        sight(slug, lat, 11.002, minutes=60, shared_ticket="town/forum", ticket_days=1)
        for slug, lat in (("arena", 48.002), ("forum", 48.004))
    )
    both = tuple(each.id for each in pair)
    wanted = request(days=3, pinned=tuple(Pin(id, 1) for id in both))
    apart = dataclasses.replace(wanted, pinned=(Pin(both[0], 1), Pin(both[1], 3)))
    together, split = plan(wanted, (*SIGHTS, *pair)), plan(apart, (*SIGHTS, *pair))
    difference = diff(together, split)
    assert {name.en for name in difference.unshared} == {"Arena", "Forum"}
    assert any(line.en.startswith("No longer on one ticket") for line in describe(difference))
    assert diff(together, together).unshared == diff(split, together).unshared == ()


def test_a_booking_that_no_day_holds_is_refused():
    short = dataclasses.replace(PLAN_REQUEST, day_windows=tuple(DayWindow(day, end=1080) for day in (1, 2, 3)))
    booked = dataclasses.replace(short, fixed=(FixedVisit(text("Course"), 48.0, 11.0, 510, 700),))
    with pytest.raises(Infeasible):
        replan(plan(short, MANY), short, [Become(booked, {day: day for day in (1, 2, 3)})], MANY)


def test_a_rest_on_a_day_that_the_trip_has_not_is_refused(before):
    with pytest.raises(InvalidRequest, match="no day 9"):
        replan(before, PLAN_REQUEST, [RestAt(days=(9,))], MANY)

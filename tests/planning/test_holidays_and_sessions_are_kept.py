"""No sight is planned on a day on which it is closed, a show is met when it begins, and what gives way has a reason."""

from __future__ import annotations

import dataclasses
from datetime import date, timedelta

import pytest

from tests.planning.cast import SIGHTS, TOWN, TUESDAY, request, sight
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.days import SetStartDate
from travelagent.planning.edits.sights import Move
from travelagent.planning.engine import plan
from travelagent.planning.hours import windows_of
from travelagent.plans.closures import read_closures
from travelagent.plans.errors import Infeasible
from travelagent.plans.sessions import read_sessions
from travelagent.plans.values import FixedVisit, Itinerary, LocalizedText, Pin, Sight, Visit
from travelagent.verifier import verify

CHRISTMAS = date(2026, 12, 25)
SHOW = sight("show", 48.003, 11.004, category="show", minutes=90, score=9.0, hours="Tu-Su 18:00-23:00; Mo off",
             sessions=read_sessions("19:00|21:00"), indoor=True)  # fmt: skip


def closed(slug: str, on: str) -> tuple[Sight, ...]:
    """The town, with that sight closed on those days."""
    return tuple(dataclasses.replace(s, closed_on=read_closures(on)) if s.id == f"town/{slug}" else s for s in SIGHTS)


def visit_of(itinerary: Itinerary, sight: str) -> tuple[date, Visit] | None:
    return next(((day.date, v) for day in itinerary.days for v in day.visits if v.sight == sight), None)


@pytest.mark.parametrize("hours", ["24/7", None, "09:00-18:00"])
def test_a_closed_day_has_no_window_whatever_the_hours(hours: str | None) -> None:
    place = sight("place", 48.0, 11.0, hours=hours, closed_on=read_closures("12-25|cny-eve"))
    assert windows_of(place, CHRISTMAS) == ()
    assert windows_of(place, date(2027, 2, 5)) == ()
    assert windows_of(place, CHRISTMAS + timedelta(days=1)) != ()


def test_sessions_are_windows_of_the_visits_length_while_it_is_open() -> None:
    assert windows_of(SHOW, TUESDAY) == ((1140, 1230), (1260, 1350))
    assert windows_of(SHOW, TUESDAY - timedelta(days=1)) == ()
    long = dataclasses.replace(SHOW, minutes=150)
    assert windows_of(long, TUESDAY) == ((1140, 1290),)


@pytest.mark.parametrize("first", [CHRISTMAS, CHRISTMAS - timedelta(days=1)])
def test_the_sight_is_on_the_other_day(first: date) -> None:
    sights = closed("castle", "12-25")
    itinerary = plan(request(start_date=first), sights)
    found = visit_of(itinerary, "town/castle")
    assert found is not None
    assert found[0] != CHRISTMAS
    assert itinerary.certificate.feasible


def test_what_is_closed_all_days_is_left_out_with_the_holiday() -> None:
    itinerary = plan(request(days=1, start_date=CHRISTMAS), closed("castle", "12-25"))
    [left] = [left for left in itinerary.left_out if left.sight == "town/castle"]
    assert left.reason.en == "Closed on Friday 25 December 2026 (holiday), your only day there."
    assert left.reason.zh == "你在当地只有一天，而2026年12月25日（周五）（节假日）不开放。"


def test_a_pin_to_a_closed_day_is_refused_with_the_holiday() -> None:
    plan_request = request(start_date=date(2027, 2, 5), pinned=(Pin("town/castle", day=1),))
    with pytest.raises(Infeasible) as refused:
        plan(plan_request, closed("castle", "cny-eve"))
    assert "5 February 2027 (Chinese New Year's Eve)" in refused.value.text.en
    assert "除夕" in refused.value.text.zh


def test_other_dates_say_for_which_holiday_a_sight_is_closed() -> None:
    sights = closed("castle", "12-25|12-26")
    before = plan(request(start_date=date(2026, 12, 8)), sights)
    assert visit_of(before, "town/castle") is not None
    after = edit_plan(before, request(start_date=date(2026, 12, 8)), [SetStartDate(CHRISTMAS)], sights)
    [closed_then] = after.difference.closed
    assert closed_then.closure is not None
    assert visit_of(after.itinerary, "town/castle") is None
    assert verify(after.itinerary, after.request, sights).feasible


def test_the_assumed_date_is_not_a_closed_one() -> None:
    sights = closed("castle", "04-28..05-01")
    itinerary = plan(request(start_date=None, today=TUESDAY, days=1, must_see=("town/castle",)), sights)
    assert itinerary.days[0].date == date(2026, 5, 5)


@pytest.mark.parametrize("pace", ["relaxed", "normal", "packed"])
def test_a_show_is_met_when_it_begins(pace: str) -> None:
    itinerary = plan(request(pace=pace), (*SIGHTS, SHOW))
    found = visit_of(itinerary, SHOW.id)
    assert found is not None
    visit = found[1]
    assert visit.arrive in (19 * 60, 21 * 60)
    assert (visit.opens, visit.closes, visit.slack_minutes) == (visit.arrive, visit.depart, 0)
    assert f"begins at {visit.arrive // 60}:00 sharp" in visit.why.en
    assert f"{visit.arrive // 60}:00 准时开始" in visit.why.zh
    assert [c.status for c in itinerary.certificate.checks if c.constraint == "session"] == ["pass"]
    assert itinerary.certificate.feasible


def test_one_dines_before_a_show_that_begins_at_seven() -> None:
    seven = dataclasses.replace(SHOW, minutes=150, sessions=read_sessions("19:00"))
    itinerary = plan(request(days=1, must_see=(SHOW.id,)), (*SIGHTS, seven))
    [dinner] = [meal for meal in itinerary.days[0].meals if meal.kind == "dinner"]
    assert (dinner.start, dinner.end, dinner.visit) == (18 * 60, 19 * 60, None)
    assert itinerary.certificate.feasible


def test_a_booking_of_its_own_time_leaves_the_show_the_other_session() -> None:
    booked = FixedVisit(LocalizedText("Talk", "讲座"), 48.001, 11.002, 19 * 60 + 5, 45, 1)
    twice = dataclasses.replace(SHOW, sessions=read_sessions("19:00|20:15"))
    itinerary = plan(request(days=1, fixed=(booked,), must_see=(SHOW.id,)), (*SIGHTS, twice))
    found = visit_of(itinerary, SHOW.id)
    assert found is not None
    assert found[1].arrive == 20 * 60 + 15


def test_a_day_laid_out_by_hand_keeps_the_session_and_its_dinner() -> None:
    seven = dataclasses.replace(SHOW, minutes=150, sessions=read_sessions("19:00"))
    sights, plan_request = (*SIGHTS, seven), request(must_see=(SHOW.id,))
    before = plan(plan_request, sights)
    found = visit_of(before, SHOW.id)
    assert found is not None
    day = next(day.day for day in before.days if day.date == found[0])
    other = next(v.sight for d in before.days for v in d.visits if d.day != day and v.minutes <= 60)
    after = edit_plan(before, plan_request, [Move(str(other), day)], sights)
    moved = visit_of(after.itinerary, SHOW.id)
    assert moved is not None
    assert moved[1].arrive == 19 * 60
    assert after.itinerary.certificate.feasible


def test_a_long_afternoon_out_may_have_its_dinner_inside() -> None:
    camp = sight("camp", 48.2, 11.4, category="desert", minutes=360, score=10.0, hours="14:30-21:30")
    itinerary = plan(request(days=1, cities=(TOWN,)), (camp,))
    [dinner] = [meal for meal in itinerary.days[0].meals if meal.kind == "dinner"]
    assert dinner.visit == camp.id
    assert itinerary.certificate.feasible

"""The ledger: every wish of a brief held against the plan, kept and broken, and planted violations found."""

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.planning.cast import SIGHTS, TOWN, TUESDAY, request, text, with_day, with_visit
from travelagent.briefs.compile import compile_request
from travelagent.briefs.ledger import ACCOUNTS, NO_WISHES, Entry, Ledger, account, ledger_to_wire
from travelagent.briefs.values import (
    FIELDS,
    BudgetLimit,
    Dates,
    DayWish,
    Hours,
    LaterLodging,
    Lodging,
    Party,
    PartyChange,
    PersonalDiet,
    Ride,
    Stay,
    Tiers,
    Travel,
    TripBrief,
    Unserved,
)
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.costs.values import Budget, BudgetItem
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.engine import plan
from travelagent.plans.requests import booking_id
from travelagent.plans.values import (
    PACES,
    CityStay,
    DayPlan,
    DayWindow,
    FixedVisit,
    Itinerary,
    LeftOut,
    Leg,
    LocalizedText,
    Meal,
    Money,
    PlanRequest,
    Point,
    Sight,
    Visit,
)
from travelagent.plans.values import Ride as PlannedRide
from travelagent.plans.words import REST

KNOWN = {sight.id: sight for sight in SIGHTS}
VILLAGE = CityStay("village", text("Village"), 48.3, 11.3)
HOTEL = Point(text("Hotel"), 48.01, 11.02)
DINNER = FixedVisit(text("Dinner"), 48.002, 11.002, 19 * 60, 60, 2)
ELSEWHERE = Point(text("Elsewhere"), 48.2, 11.2)
TODAY = date(2026, 12, 1)


def visit(sight: str, arrive: int, minutes: int = 60) -> Visit:
    known = KNOWN[sight]
    return stop(sight, sight, Point(known.name, known.lat, known.lon), arrive, minutes)


def own(booking: FixedVisit, number: int = 1) -> Visit:
    place = Point(booking.name, booking.lat, booking.lon)
    return stop(booking_id(number - 1), None, place, booking.start, booking.minutes)


def stop(id: str, sight: str | None, place: Point, arrive: int, minutes: int) -> Visit:
    at = (arrive, arrive + minutes, minutes, None, 0, 1440, 0)
    return Visit(id, sight, "town", place.name, place.lat, place.lon, *at, why=text("Why"))


def day(number: int, *visits: Visit, city: str = "town") -> DayPlan:
    first, last = (visits[0].arrive, visits[-1].depart) if visits else (540, 540)
    return DayPlan(number, city, TUESDAY + timedelta(days=number - 1), first - 15, last + 15, HOTEL, HOTEL, visits)


NAMES = {"town": TOWN.name, "village": VILLAGE.name}
PLAN = Itinerary(
    ("town",),
    (
        day(1, visit("town/castle", 720), visit("town/market", 1020)),
        day(2, visit("town/museum", 600, 120), visit("town/garden", 900), own(DINNER)),
        day(3, visit("town/tower", 630)),
    ),
    city_names=NAMES,
)
TWO_CITIES = dataclasses.replace(
    PLAN, cities=("town", "village"), days=(*PLAN.days[:2], dataclasses.replace(PLAN.days[2], city="village"))
)
BASE = request(days=3, fixed=(DINNER,), cities=(dataclasses.replace(TOWN, hotel=HOTEL),), walkers=("adult",))
MOVE = Leg("city:town", "city:village", TOWN.name, VILLAGE.name, "train", 60, 40.0, True, 540)
RIDE = Leg("start", "town/tower", HOTEL.name, text("Tower"), "taxi", 10, 3.0, True, 615)
REFUSED_TICKET = dataclasses.replace(KNOWN["town/garden"], shared_ticket="town/castle")


class Row(NamedTuple):
    """A wish, the entry that accounts for it, and the plans or requests that keep and break it."""

    field: str
    key: str
    wish: Mapping[str, Any]
    broken: Itinerary
    kept: Itinerary = PLAN
    request: Mapping[str, Any] = {}
    broken_request: Mapping[str, Any] = {}


def wishing(*wishes: DayWish) -> dict[str, Any]:
    return {"day_wishes": wishes}


def resting(*numbers: int) -> Itinerary:
    rest = FixedVisit(REST, HOTEL.lat, HOTEL.lon, 840, 90)
    days = (dataclasses.replace(d, visits=(*d.visits, own(rest, 9))) if d.day in numbers else d for d in PLAN.days)
    return dataclasses.replace(PLAN, days=tuple(days))


EMPTY_DAY = with_day(PLAN, 3, visits=())
NO_MUSEUM = with_day(PLAN, 2, visits=())
WITHOUT_DAY = dataclasses.replace(PLAN, days=PLAN.days[:2])
LATE_ARRIVAL = {"arrival": PlannedRide(600, 60, "train")}
DEPARTURE = {"departure": PlannedRide(900, 60, "train")}
MOVED = with_day(TWO_CITIES, 3, legs=(MOVE, RIDE))
ROWS = (
    Row("stays", "town", {"stays": (Stay("town", 3),)}, WITHOUT_DAY),
    Row("stays", "village", {"stays": (Stay("town"), Stay("village"))}, PLAN, TWO_CITIES),
    Row("stays", "order", {"stays": (Stay("town"), Stay("village"))},
        dataclasses.replace(TWO_CITIES, days=TWO_CITIES.days[::-1]), TWO_CITIES),
    Row("origin", "paris", {"origin": "paris"}, PLAN, request={"home": ELSEWHERE}, broken_request={"home": None}),
    Row("ends_at", "village", {"ends_at": "village"}, PLAN, TWO_CITIES),
    Row("dates", "days", {"dates": Dates(days=3)}, WITHOUT_DAY),
    Row("dates", "start", {"dates": Dates(start=TUESDAY)}, with_day(PLAN, 1, date=TUESDAY + timedelta(days=1))),
    Row("dates", "end", {"dates": Dates(end=TUESDAY + timedelta(days=2))}, WITHOUT_DAY),
    Row("dates", "month", {"dates": Dates(month=4)}, with_day(
        with_day(WITHOUT_DAY, 1, date=date(2026, 6, 1)), 2, date=date(2026, 6, 2))),
    Row("dates", "season", {"dates": Dates(season="spring")}, with_day(PLAN, 1, date=date(2026, 8, 1))),
    Row("dates", "weekday", {"dates": Dates(weekday=1)}, with_day(PLAN, 1, date=date(2026, 4, 16))),
    Row("dates", "weekend", {"dates": Dates(weekend=True)}, PLAN, with_day(PLAN, 3, date=date(2026, 4, 18))),
    Row("dates", "part", {"dates": Dates(month=4, part="middle")}, with_day(
        dataclasses.replace(PLAN, days=PLAN.days[:1]), 1, date=date(2026, 4, 2))),
    Row("dates", "layover", {"dates": Dates(layover=Hours(600, 1200))}, with_day(PLAN, 1, end=1260)),
    Row("arrival", "at", {"arrival": Ride(600, mode="train")}, with_day(PLAN, 1, start=630), request=LATE_ARRIVAL),
    Row("arrival", "at", {"arrival": Ride(600, mode="train")}, with_day(PLAN, 1, start=540), request=LATE_ARRIVAL),
    Row("arrival", "at", {"arrival": Ride(part_of_day="morning")}, with_day(PLAN, 1, start=540)),
    Row("arrival", "sets_out", {"arrival": Ride(sets_out=480)}, with_day(PLAN, 1, start=450)),
    Row("arrival", "mode", {"arrival": Ride(mode="train")}, PLAN, broken_request={"arrival": PlannedRide(1, 1, "car")}),
    Row("departure", "at", {"departure": Ride(900)}, with_day(PLAN, 3, end=870), request=DEPARTURE),
    Row("departure", "at", {"departure": Ride(900)}, with_day(PLAN, 3, end=930), request=DEPARTURE),
    Row("party", "people", {"party": Party(adults=1)}, PLAN, broken_request={"travellers": 2}),
    Row("needs", "no_heights", {"needs": ("no_heights",)}, PLAN),
    Row("needs", "stroller", {"needs": ("stroller",)}, PLAN, request={"walkers": ("small_child",)},
        broken_request={"walkers": ("adult",)}),
    Row("needs", "short_trips", {"needs": ("short_trips",)}, PLAN, request={"short_ways": True},
        broken_request={"short_ways": False}),
    Row("needs", "regular_meals", {"needs": ("regular_meals",)}, PLAN,
        with_day(PLAN, 2, meals=(Meal("lunch", 720, 780),))),
    Row("thrift", "thrift", {"thrift": "sparing"}, PLAN, request={"thrift": 1.0}, broken_request={"thrift": 0.0}),
    Row("pace", "pace", {"pace": "relaxed"}, with_day(PLAN, 3, visits=(
        visit("town/tower", 600), visit("town/church", 700), visit("town/bridge", 800), visit("town/zoo", 900)))),
    Row("interests", "art", {"interests": ("art",)}, with_day(PLAN, 2, visits=PLAN.days[1].visits[1:])),
    Row("must_see", "town/tower", {"must_see": ("town/tower",)}, EMPTY_DAY),
    Row("avoid", "town/zoo", {"avoid": ("town/zoo",)}, with_day(PLAN, 3, visits=(visit("town/zoo", 600),))),
    Row("avoid", "zoo", {"avoid": ("zoo",)}, with_day(PLAN, 3, visits=(visit("town/zoo", 600),))),
    Row("avoid", "family", {"avoid": ("family",)}, with_day(PLAN, 3, visits=(visit("town/zoo", 600),))),
    Row("avoid", "动物园", {"avoid": ("动物园",)}, with_day(PLAN, 3, visits=(visit("town/zoo", 600),))),
    Row("avoid", "Zoos", {"avoid": ("Zoos",)}, with_day(PLAN, 3, visits=(visit("town/zoo", 600),))),
    Row("avoid", "museum", {"avoid": ("museum",)}, PLAN, NO_MUSEUM),
    Row("avoid", "museum", {"avoid": ("museum",)},
        with_visit(NO_MUSEUM, "town/tower", name=text("The Tower Museum")), NO_MUSEUM),
    Row("lodging", "place", {"lodging": Lodging(place=HOTEL)}, with_day(PLAN, 2, origin=ELSEWHERE)),
    Row("lodging", "place", {"lodging": Lodging(place=HOTEL)}, dataclasses.replace(
        PLAN, days=tuple(dataclasses.replace(day, city="village") for day in PLAN.days))),
    Row("lodging", "place", {"lodging": Lodging(near="Hotel")}, PLAN, broken_request={"cities": (TOWN,)}),
    Row("day_wishes", "3:day_trip:village", wishing(DayWish(3, "day_trip", value="village")),
        PLAN, with_day(PLAN, 3, visits=(dataclasses.replace(visit("town/tower", 630), city="village"),))),
    Row("lodging", "later:2", {"lodging": Lodging(later=(LaterLodging(2, place=HOTEL),))},
        with_day(PLAN, 3, destination=ELSEWHERE)),
    Row("lodging", "later:2", {"lodging": Lodging(later=(LaterLodging(2, near="Hotel"),))},
        with_day(PLAN, 2, destination=dataclasses.replace(HOTEL, unlocated=True))),
    Row("bookings", "1", {"bookings": (DINNER,)}, with_day(PLAN, 2, visits=PLAN.days[1].visits[:2])),
    Row("bookings", "1", {"bookings": (DINNER,)}, with_day(PLAN, 2, visits=(
        *PLAN.days[1].visits[:2], own(dataclasses.replace(DINNER, start=DINNER.start + 30))))),
    Row("bookings", "1", {"bookings": (DINNER,)}, with_day(PLAN, 2, visits=(
        *PLAN.days[1].visits[:2], own(dataclasses.replace(DINNER, name=text("Breakfast")))))),
    Row("day_wishes", "2:visit:town/museum", wishing(DayWish(2, "visit", "town/museum")),
        with_day(with_day(PLAN, 2, visits=()), 3, visits=(visit("town/museum", 600),))),
    Row("day_wishes", "2:visit:town/museum", wishing(DayWish(2, "visit", "town/museum", start=600)),
        with_visit(PLAN, "town/museum", arrive=630)),
    Row("day_wishes", "2:visit:town/museum", wishing(DayWish(2, "visit", "town/museum", part="morning")),
        with_visit(PLAN, "town/museum", arrive=780)),
    Row("day_wishes", "2:visit:town/museum", wishing(DayWish(2, "visit", "town/museum", part="first")),
        with_visit(PLAN, "town/museum", arrive=1000)),
    Row("day_wishes", "2:visit:town/garden", wishing(DayWish(2, "visit", "town/garden", part="last")),
        with_visit(PLAN, "town/garden", arrive=540)),
    Row("day_wishes", "every:visit:town/museum", wishing(DayWish("every", "visit", "town/museum", minutes=120)),
        with_visit(PLAN, "town/museum", minutes=45)),
    Row("day_wishes", "3:free", wishing(DayWish(3, "free")), PLAN, EMPTY_DAY),
    Row("day_wishes", "every:rest", wishing(DayWish("every", "rest")), PLAN, resting(1, 2, 3)),
    Row("day_wishes", "2:rest", wishing(DayWish(2, "rest", start=840)), resting(3), resting(2)),
    Row("day_wishes", "every:hours", wishing(DayWish("every", "hours", start=570, end=1230)),
        with_day(PLAN, 2, end=1260)),
    Row("day_wishes", "last:hours", wishing(DayWish("last", "hours", start=570)), with_day(PLAN, 3, start=540)),
    Row("day_wishes", "3:hours", wishing(DayWish(3, "hours", origin=HOTEL, destination=HOTEL)),
        with_day(PLAN, 3, destination=ELSEWHERE)),
    Row("day_wishes", "2:indoors", wishing(DayWish(2, "indoors")), PLAN,
        with_day(PLAN, 2, visits=PLAN.days[1].visits[:1])),
    Row("day_wishes", "2:only_kind", wishing(DayWish(2, "only_kind", values=("museum", "nature"))),
        with_day(PLAN, 2, visits=PLAN.days[0].visits)),
    Row("day_wishes", "3:without:museum", wishing(DayWish(3, "without", "museum")),
        with_day(PLAN, 3, visits=(visit("town/museum", 600),))),
    Row("constraints", "most_sights", {"constraints": (MostSights(2),)},
        with_day(PLAN, 3, visits=(visit("town/tower", 600), visit("town/church", 700), visit("town/bridge", 800)))),
    Row("travel", "between", {"travel": Travel(between="train")},
        with_day(TWO_CITIES, 3, legs=(dataclasses.replace(MOVE, mode="flight"),)), MOVED),
    Row("travel", "within", {"travel": Travel(within="taxi")}, with_day(
        PLAN, 3, legs=(dataclasses.replace(RIDE, mode="transit"),)), MOVED),
    Row("travel", "refuse:taxi", {"travel": Travel(refuse=("taxi",))}, MOVED),
    Row("budget", "total", {"budget": BudgetLimit(Decimal(1000), "EUR")}, PLAN),
)  # fmt: skip
HIGH = {**KNOWN, "town/tower": dataclasses.replace(KNOWN["town/tower"], strains=("heights",))}


def ledger_of(brief: TripBrief, itinerary: Itinerary = PLAN, total: int | None = None, **changes: Any) -> Ledger:
    sights = changes.pop("sights", KNOWN)
    budget = changes.pop("budget", None if total is None else spent(Money(Decimal(total), "EUR")))
    return account(brief, dataclasses.replace(BASE, **changes), itinerary, sights, budget)


def spent(total: Money) -> Budget:
    """A budget of nothing but the total."""
    return Budget(total.currency, 1, 3, "mid", (), *[total.amount] * 4)


def entry(ledger: Ledger, field: str, key: str) -> Entry:
    (found,) = (each for each in ledger.entries if (each.field, each.key) == (field, key))
    return found


def test_every_wish_is_kept_by_a_plan_that_has_it_and_not_by_one_that_has_not(subtests: pytest.Subtests) -> None:
    for row in ROWS:
        with subtests.test(field=row.field, key=row.key, wish=str(row.wish)):
            brief = TripBrief(**row.wish)
            heights = row.key == "no_heights"
            kept = entry(ledger_of(brief, row.kept, 1019, **row.request), row.field, row.key)
            lost = entry(
                ledger_of(
                    brief, row.broken, 1100, **{**row.request, **row.broken_request},
                    sights=HIGH if heights else KNOWN,
                ),
                row.field,
                row.key,
            )  # fmt: skip
            assert kept.verdict == "kept", kept
            assert lost.verdict in ("kept_in_part", "given_up", "not_possible"), lost
            for each in (kept, lost):
                for words in (each.words, each.evidence):
                    assert words.en.strip() == words.en != ""
                    assert words.zh.strip() == words.zh != ""


def test_every_field_of_a_brief_has_its_account() -> None:
    assert ACCOUNTS.keys() | NO_WISHES == set(FIELDS)
    assert {row.field for row in ROWS} | {"tier", "tiers", "diet", "notes", "unserved"} == ACCOUNTS.keys()


def test_evidence_is_what_the_plan_has() -> None:
    wish = DayWish(2, "visit", "town/museum", start=630, part="morning")
    brief = TripBrief(stays=(Stay("town", 4),), must_see=("town/zoo", "town/tower"), day_wishes=(wish,))
    left = LeftOut("town/zoo", text("Zoo"), text("Too far."), text("Fits if you add a day."))
    ledger = ledger_of(brief, dataclasses.replace(PLAN, left_out=(left,)))
    visited = entry(ledger, "day_wishes", "2:visit:town/museum")
    assert visited.words == LocalizedText(
        "Museum on day 2 at 10:30 in the morning", "第 2 天 10:30 上午去Museum（中）"
    )  # the hour and the part as they are stated
    assert visited.evidence == LocalizedText("stands on day 2, 10:00", "排在第 2 天 10:00")
    assert visited.scope.days == (2,)
    assert entry(ledger, "stays", "town").evidence.en == "3 days instead of 4 days"
    assert entry(ledger, "must_see", "town/tower").evidence.en == "stands on day 3, 10:30"
    zoo = entry(ledger, "must_see", "town/zoo")
    assert (zoo.verdict, zoo.evidence.en) == ("not_possible", "Too far. Fits if you add a day.")
    assert not ledger.hard_held
    assert set(ledger.unkept) == {visited, zoo, entry(ledger, "stays", "town")}
    assert ledger_to_wire(ledger)[0] == {
        "field": "stays",
        "key": "town",
        "words": {"en": "4 days in Town", "zh": "Town（中） 4 天"},
        "hard": True,
        "verdict": "kept_in_part",
        "evidence": {"en": "3 days instead of 4 days", "zh": "安排了 3 天，不是 4 天"},
        "scope": {"city": "town"},
    }


def test_what_no_plan_can_vouch_for_is_no_hard_wish() -> None:
    brief = TripBrief(
        needs=("quiet",),
        diet=("vegan",),
        avoid=("crowds",),
        unserved=(Unserved("a pony", "there are none"),),
        tier="mid",
    )
    ledger = ledger_of(brief)
    assert ledger.hard_held
    assert [each.verdict for each in ledger.entries] == [
        "kept_in_part", "kept", "not_understood", "kept_in_part", "not_understood",
    ]  # fmt: skip
    assert entry(ledger, "unserved", "1").evidence.en == "there are none"


def test_who_joins_or_leaves_is_judged_by_the_people_that_the_budget_counts() -> None:
    changes = (PartyChange(2, who="my sister"), PartyChange(3, leaves=True, adults=1), PartyChange(9, children=(6,)))
    brief = TripBrief(party=Party(adults=2, changes=changes))
    counted = dataclasses.replace(spent(Money(Decimal(10), "EUR")), people=(2, 3, 2))
    ledger = ledger_of(brief, budget=counted, travellers=3)
    assert [(each.key, each.verdict) for each in ledger.entries] == [
        ("people", "kept"), ("since:2", "kept"), ("since:3", "kept"), ("since:9", "given_up"),
    ]  # fmt: skip
    sister = entry(ledger, "party", "since:2")
    assert sister.words == LocalizedText("my sister from day 2 on", "my sister从第 2 天起加入")
    assert sister.evidence == LocalizedText("2 until then, 3 from day 2 on", "之前 2 人，第 2 天起 3 人")
    assert (sister.hard, sister.scope.days) == (True, (2,))
    assert entry(ledger, "party", "since:3").words.en == "1 adult not from day 3 on"
    assert entry(ledger, "party", "people").evidence.en == "2 people"
    uniform = ledger_of(brief, total=10, travellers=3)
    assert entry(uniform, "party", "since:2").verdict == "given_up"
    alone = ledger_of(TripBrief(party=Party(changes=changes[:1])), travellers=2)
    assert [(each.key, each.verdict) for each in alone.entries] == [("since:2", "kept")]


def test_a_diet_of_one_person_names_whom_it_concerns() -> None:
    diets = ("no_nuts", PersonalDiet("no_nuts", "my son", allergy=True), PersonalDiet("vegan", "爸爸"))
    ledger = ledger_of(TripBrief(diet=diets))
    assert [(each.id, each.verdict) for each in ledger.entries] == [
        ("diet:no_nuts", "kept_in_part"), ("diet:no_nuts:my son", "kept_in_part"), ("diet:vegan:爸爸", "kept_in_part"),
    ]  # fmt: skip
    whole, allergy, own = ledger.entries
    assert "an allergy of my son" in allergy.evidence.en
    assert "my son过敏" in allergy.evidence.zh
    assert "my son" in allergy.words.zh
    assert own.evidence.en.startswith("for 爸爸;")
    assert whole.evidence not in (allergy.evidence, own.evidence)


def test_a_refused_kind_is_called_alike_in_whatever_language_it_was_refused() -> None:
    for refused in ("museum", "Museums", "博物馆"):
        found = entry(ledger_of(TripBrief(avoid=(refused,))), "avoid", refused)
        assert found.words == LocalizedText("no museum", "不去博物馆")
        assert found.verdict == "given_up"


def test_what_is_named_outweighs_what_is_refused_and_a_shared_ticket_is_half_a_breach() -> None:
    brief = TripBrief(must_see=("town/museum",), avoid=("museum", "town/zoo"))
    assert ledger_of(brief).hard_held
    refused = entry(ledger_of(TripBrief(avoid=("town/castle",)), with_day(PLAN, 1, visits=()),
                              sights={**KNOWN, "town/garden": REFUSED_TICKET}), "avoid", "town/castle")  # fmt: skip
    assert (refused.verdict, refused.evidence.en) == ("kept_in_part", "on its ticket: Garden (day 2)")


def test_a_limit_is_a_round_figure_and_unknown_totals_are_not_accounted_for() -> None:
    brief = TripBrief(budget=BudgetLimit(Decimal(500), "EUR", "person"), party=Party(adults=2))
    for total, verdict in ((1000, "kept"), (1019, "kept"), (1051, "given_up")):
        found = entry(ledger_of(brief, total=total, travellers=2), "budget", "total")
        assert (found.verdict, found.hard) == (verdict, False)
        firm = dataclasses.replace(brief, firm=("budget:total",))
        held = entry(ledger_of(firm, total=total, travellers=2), "budget", "total")
        assert (held.verdict, held.hard) == ("kept" if total == 1000 else "given_up", True)
    assert "1.9 % over" in entry(ledger_of(brief, total=1019), "budget", "total").evidence.en
    assert not any(each.field == "budget" for each in ledger_of(brief).entries)


def test_a_night_is_judged_by_the_rooms_that_the_budget_counts() -> None:
    beijing = dataclasses.replace(PLAN, cities=("beijing",))
    cheapest = source.cities()["beijing"].lodging.of("budget")
    limit = cheapest * 2
    limited = TripBrief(lodging=Lodging(night=limit, currency="CNY"))
    for price, verdict in ((limit, "kept"), (limit + 1, "given_up")):
        found = entry(ledger_of(limited, beijing, budget=with_rooms(price)), "lodging", "night")
        assert (found.verdict, found.hard) == (verdict, False)
        assert f"{price:,.0f} CNY" in found.evidence.zh
    tight = TripBrief(lodging=Lodging(near="Hotel", night=cheapest - 20, currency="CNY"))
    found = entry(ledger_of(tight, beijing, budget=with_rooms(cheapest)), "lodging", "night")
    assert (found.verdict, found.scope.city) == ("not_possible", "beijing")
    assert found.words.en == f"a room for at most {cheapest - 20:,.0f} CNY a night"
    assert f"{cheapest:,.0f} CNY" in found.evidence.en
    no_night = dataclasses.replace(with_rooms(cheapest), items=())
    assert entry(ledger_of(tight, beijing, budget=no_night), "lodging", "night").is_kept
    assert [each.key for each in ledger_of(tight, beijing).entries] == ["place"]


def test_classes_are_judged_by_the_prices_that_the_budget_counts() -> None:
    beijing = dataclasses.replace(PLAN, cities=("beijing",))
    lodging = source.cities()["beijing"].lodging
    wish = TripBrief(tier="mid", tiers=Tiers(lodging="luxury"))
    for room, verdict in (("luxury", "kept"), ("mid", "given_up")):
        ledger = ledger_of(wish, beijing, budget=with_rooms(lodging.of(room)))
        assert entry(ledger, "tiers", "lodging").verdict == verdict
        assert entry(ledger, "tier", "tier").is_kept
    lost = entry(ledger, "tiers", "lodging")
    assert (lost.words.zh, lost.evidence.en) == ("住宿高档型", "not in the budget: it counts another class for rooms")
    whole = ledger_of(TripBrief(tier="luxury"), beijing, budget=with_rooms(lodging.of("mid")))
    assert entry(whole, "tier", "tier").verdict == "kept_in_part"
    assert all(each.is_kept for each in ledger_of(wish, beijing).entries)


def with_rooms(price: Decimal) -> Budget:
    """A budget in CNY with a room of that price a night."""
    room = BudgetItem("lodging", text("Room"), 2, price, 2 * price, price, 3 * price, "catalogue", "2026")
    return dataclasses.replace(spent(Money(2 * price, "CNY")), items=(room,))


class Case(NamedTuple):
    """A trip that keeps every wish of its brief."""

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary
    sights: Mapping[str, Sight]
    total: Money | None

    @property
    def ledger(self) -> Ledger:
        budget = None if self.total is None else spent(self.total)
        return account(self.brief, self.request, self.itinerary, self.sights, budget)


def concert(city: str, day: int) -> FixedVisit:
    spots = {"rome": (41.909, 12.476), "beijing": (39.903, 116.386), "kyoto": (35.0, 135.77), "vienna": (48.2, 16.37)}
    return FixedVisit(LocalizedText("Concert", "音乐会"), *spots[city], 17 * 60, 90, day)


ITALY = TripBrief(
    stays=(Stay("rome", 2), Stay("florence", 2)),
    dates=Dates(start=date(2027, 5, 10), days=4),
    arrival=Ride(at=600, mode="flight"),
    departure=Ride(at=1260, mode="train"),
    party=Party(adults=2),
    needs=("no_heights",),
    budget=BudgetLimit(Decimal(2000), "EUR"),
    pace="normal",
    interests=("art",),
    must_see=("rome/pantheon", "florence/uffizi-gallery"),
    avoid=("church", "shopping"),
    lodging=Lodging(near="Trastevere"),
    bookings=(concert("rome", 1),),
    day_wishes=(
        DayWish(2, "visit", value="rome/colosseum", part="morning"),
        DayWish(3, "visit", value="florence/accademia-gallery", start=840),
        DayWish("every", "hours", end=1290),
    ),
    travel=Travel(between="train", refuse=("flight",)),
)
BEIJING = TripBrief(
    stays=(Stay("beijing"),),
    dates=Dates(month=4, days=3),
    departure=Ride(at=1200, mode="train"),
    party=Party(seniors=2, adults=1),
    needs=("little_walking",),
    must_see=("beijing/forbidden-city",),
    avoid=("museum", "hiking"),
    bookings=(concert("beijing", 2),),
    day_wishes=(DayWish(2, "without", value="park"), DayWish(3, "free"), DayWish("every", "hours", start=540)),
)
KYOTO = TripBrief(
    stays=(Stay("kyoto", 3),),
    dates=Dates(start=date(2027, 4, 6)),
    arrival=Ride(at=720, mode="train"),
    party=Party(adults=1, children=(9, 5)),
    pace="relaxed",
    interests=("religion",),
    avoid=("market", "nightlife"),
    day_wishes=(
        DayWish(2, "visit", value="kyoto/kinkaku-ji", part="first"),
        DayWish(3, "only_kind", values=("temple", "shrine", "garden", "nature")),
    ),
    constraints=(MostSights(3),),
)
VIENNA = TripBrief(
    stays=(Stay("vienna", 2),),
    dates=Dates(start=date(2027, 6, 8)),
    party=Party(adults=4),
    pace="packed",
    interests=("history", "art"),
    must_see=("vienna/kunsthistorisches-museum",),
    avoid=("theme_park",),
    bookings=(concert("vienna", 2),),
    lodging=Lodging(near="St. Stephen's Cathedral"),
    travel=Travel(refuse=("car",)),
)


@cache
def cases() -> tuple[Case, ...]:
    return tuple(_made(brief) for brief in (ITALY, BEIJING, KYOTO, VIENNA))


def _made(brief: TripBrief) -> Case:
    sights = planning_sights(brief.places)
    wanted = dataclasses.replace(compile_request(brief, sights, TODAY).request, iterations=600)
    total = Money(Decimal(1990), "EUR") if brief.budget else None
    return Case(brief, wanted, plan(wanted, sights), {sight.id: sight for sight in sights}, total)


Spoilt = tuple[str, str, Case]
"""The field and the key of the wish that is broken, and the trip that breaks it."""


def replanned(case: Case, *days: DayPlan) -> Case:
    new = {each.day: each for each in days}
    made = tuple(new.get(each.day, each) for each in case.itinerary.days)
    return case._replace(itinerary=dataclasses.replace(case.itinerary, days=made))


def sights_of(case: Case) -> list[tuple[DayPlan, Visit]]:
    return [(day, visit) for day in case.itinerary.days for visit in day.visits if visit.sight is not None]


def put(visit: Visit, sight: Sight) -> Visit:
    return dataclasses.replace(visit, id=sight.id, sight=sight.id, name=sight.name, lat=sight.lat, lon=sight.lon)


def without_visit(day: DayPlan, gone: Visit) -> DayPlan:
    return dataclasses.replace(day, visits=tuple(visit for visit in day.visits if visit is not gone))


def place_removed(case: Case, rng: random.Random) -> Spoilt:
    sight = rng.choice(case.brief.must_see)
    day, gone = next(each for each in sights_of(case) if each[1].sight == sight)
    return "must_see", sight, replanned(case, without_visit(day, gone))


def heads_miscounted(case: Case, rng: random.Random) -> Spoilt:
    people = case.request.travellers + rng.choice((-1, 1, 2))
    return "party", "people", case._replace(request=dataclasses.replace(case.request, travellers=people))


def refused_visited(case: Case, rng: random.Random) -> Spoilt:
    """A sight that has the refused category, tag or strain stands in place of another one."""
    refused = rng.choice([term for term in case.brief.avoid if any(term in s.terms for s in case.sights.values())])
    named = {*case.brief.must_see, *(wish.value for wish in case.brief.day_wishes)}
    day, visit = rng.choice([each for each in sights_of(case) if each[1].sight not in named])
    others = [sight for sight in case.sights.values() if refused in sight.terms and sight.id not in named]
    other = put(visit, rng.choice(others))
    visits = tuple(other if each is visit else each for each in day.visits)
    return "avoid", refused, replanned(case, dataclasses.replace(day, visits=visits))


def refused_by_another_name(case: Case, rng: random.Random) -> Spoilt:
    """What is visited is refused by its id, a tag, its category or its name in either language."""
    named = {*case.brief.must_see, *(wish.value for wish in case.brief.day_wishes)}
    _, visit = rng.choice([each for each in sights_of(case) if each[1].sight not in named])
    sight = case.sights[visit.sight or ""]
    term = rng.choice([sight.id, sight.category, *sight.tags, sight.name.en, sight.name.zh, sight.category.title()])
    return "avoid", term, case._replace(brief=dataclasses.replace(case.brief, avoid=(*case.brief.avoid, term)))


def _visit_wish(case: Case, rng: random.Random) -> tuple[DayWish, str, DayPlan, Visit]:
    wish = rng.choice([each for each in case.brief.day_wishes if each.kind == "visit"])
    day, visit = next(each for each in sights_of(case) if each[1].sight == wish.value)
    return wish, f"{wish.day}:visit:{wish.value}", day, visit


def visit_off_its_day(case: Case, rng: random.Random) -> Spoilt:
    _, key, day, visit = _visit_wish(case, rng)
    other = rng.choice([each for each in case.itinerary.days if each.day != day.day])
    moved = dataclasses.replace(other, visits=(*other.visits, visit))
    return "day_wishes", key, replanned(case, without_visit(day, visit), moved)


def visit_off_its_hour(case: Case, rng: random.Random) -> Spoilt:
    wish, key, day, visit = _visit_wish(case, rng)
    minutes = rng.choice((15, 60, 120)) if wish.start is not None else 600
    later = dataclasses.replace(visit, arrive=visit.arrive + minutes, depart=visit.depart + minutes)
    visits = tuple(later if each is visit else each for each in day.visits)
    return "day_wishes", key, replanned(case, dataclasses.replace(day, visits=visits))


def booking_moved(case: Case, rng: random.Random) -> Spoilt:
    day = next(d for d in case.itinerary.days if any(v.name.en == "Concert" for v in d.visits))
    visit = next(visit for visit in day.visits if visit.name.en == "Concert")
    minutes = rng.choice((-30, 15, 60, None))
    if minutes is None:
        return "bookings", "1", replanned(case, without_visit(day, visit))
    later = dataclasses.replace(visit, arrive=visit.arrive + minutes, depart=visit.depart + minutes)
    visits = tuple(later if each is visit else each for each in day.visits)
    return "bookings", "1", replanned(case, dataclasses.replace(day, visits=visits))


def day_dropped(case: Case, rng: random.Random) -> Spoilt:
    gone = rng.choice(case.itinerary.days)
    left = [day for day in case.itinerary.days if day is not gone]
    days = tuple(dataclasses.replace(day, day=number) for number, day in enumerate(left, 1))
    key = ("dates", "days") if case.brief.dates.days else ("stays", gone.city)
    return *key, case._replace(itinerary=dataclasses.replace(case.itinerary, days=days))


def city_lost(case: Case, rng: random.Random) -> Spoilt:
    lost = rng.choice(case.brief.places)
    days = tuple(dataclasses.replace(day, city="oslo") if day.city == lost else day for day in case.itinerary.days)
    return "stays", lost, case._replace(itinerary=dataclasses.replace(case.itinerary, days=days))


def dates_shifted(case: Case, rng: random.Random) -> Spoilt:
    by = timedelta(days=rng.choice((-60, 45, 90)) if case.brief.dates.start is None else rng.choice((-1, 1, 7)))
    days = tuple(dataclasses.replace(day, date=day.date + by) for day in case.itinerary.days)
    key = "month" if case.brief.dates.start is None else "start"
    return "dates", key, case._replace(itinerary=dataclasses.replace(case.itinerary, days=days))


def arrival_missed(case: Case, rng: random.Random) -> Spoilt:
    assert case.brief.arrival.at is not None
    first = case.itinerary.days[0]
    early = dataclasses.replace(first, start=case.brief.arrival.at + rng.choice((-60, 5, 20)))
    return "arrival", "at", replanned(case, early)


def departure_missed(case: Case, rng: random.Random) -> Spoilt:
    assert case.brief.departure.at is not None
    last = case.itinerary.days[-1]
    ends = case.brief.departure.at + rng.choice((-60, -10, 30))
    visits = last.visits or (dataclasses.replace(sights_of(case)[0][1], arrive=ends - 60, depart=ends),)
    return "departure", "at", replanned(case, dataclasses.replace(last, visits=visits, end=ends))


def too_much(case: Case, rng: random.Random) -> Spoilt:
    assert case.brief.pace is not None
    day, spare = rng.choice(case.itinerary.days), [visit for _, visit in sights_of(case)] * 2
    visits = (*day.visits, *spare[: PACES[case.brief.pace].visits + 1])
    return "pace", "pace", replanned(case, dataclasses.replace(day, visits=visits))


def hours_broken(case: Case, rng: random.Random) -> Spoilt:
    wish = next(wish for wish in case.brief.day_wishes if wish.kind == "hours")
    day = rng.choice([day for day in case.itinerary.days if day.visits and not (day.legs and day.legs[0].is_move)])
    late = rng.choice((5, 30, 90))
    changes = {"end": wish.end + late} if wish.end is not None else {"start": (wish.start or 0) - late}
    return "day_wishes", "every:hours", replanned(case, dataclasses.replace(day, **changes))


def free_day_filled(case: Case, rng: random.Random) -> Spoilt:
    day = next(day for day in case.itinerary.days if not any(visit.sight for visit in day.visits))
    _, visit = rng.choice(sights_of(case))
    return "day_wishes", "3:free", replanned(case, dataclasses.replace(day, visits=(visit,)))


def refused_mode_taken(case: Case, rng: random.Random) -> Spoilt:
    mode = case.brief.travel.refuse[0]
    day = rng.choice([day for day in case.itinerary.days if day.legs])
    number = rng.randrange(len(day.legs))
    legs = tuple(dataclasses.replace(leg, mode=mode) if n == number else leg for n, leg in enumerate(day.legs))
    return "travel", f"refuse:{mode}", replanned(case, dataclasses.replace(day, legs=legs))


def money_overspent(case: Case, rng: random.Random) -> Spoilt:
    return "budget", "total", case._replace(total=Money(Decimal(rng.randrange(2110, 3000)), "EUR"))


def interest_lost(case: Case, rng: random.Random) -> Spoilt:
    interest = rng.choice(case.brief.interests)
    days = [
        dataclasses.replace(day, visits=tuple(v for v in day.visits if not v.sight or not _is_of(case, v, interest)))
        for day in case.itinerary.days
    ]
    return "interests", interest, replanned(case, *days)


def _is_of(case: Case, visit: Visit, interest: str) -> bool:
    return interest in case.sights[visit.sight or ""].terms


def hotel_moved(case: Case, rng: random.Random) -> Spoilt:
    day = rng.choice([day for day in case.itinerary.days if day.city == case.brief.places[0]])
    end = rng.choice(("origin", "destination"))
    return "lodging", "place", replanned(case, dataclasses.replace(day, **{end: ELSEWHERE}))


def other_kind_visited(case: Case, rng: random.Random) -> Spoilt:
    wish = next(wish for wish in case.brief.day_wishes if wish.kind in ("only_kind", "without"))
    day = next(day for day in case.itinerary.days if day.day == wish.day)
    unwanted = [s for s in case.sights.values() if _is_unwanted(wish, s) and s.id not in case.brief.must_see]
    visit = put(next(v for v in day.visits if v.sight), rng.choice(unwanted))
    key = f"{wish.day}:{wish.kind}" + (f":{wish.value}" if wish.value else "")
    return "day_wishes", key, replanned(case, dataclasses.replace(day, visits=(*day.visits, visit)))


def _is_unwanted(wish: DayWish, sight: Sight) -> bool:
    return wish.value in sight.terms if wish.kind == "without" else sight.terms.isdisjoint(wish.values)


def constraint_broken(case: Case, rng: random.Random) -> Spoilt:
    day, every = rng.choice(case.itinerary.days), [visit for _, visit in sights_of(case)]
    return "constraints", "most_sights", replanned(case, dataclasses.replace(day, visits=tuple(every[:4])))


Violation = Callable[[Case, random.Random], Spoilt]
VIOLATIONS: tuple[Violation, ...] = (
    place_removed, heads_miscounted, refused_visited, refused_by_another_name, visit_off_its_day, visit_off_its_hour,
    booking_moved, day_dropped, city_lost, dates_shifted, arrival_missed, departure_missed, too_much, hours_broken,
    free_day_filled, refused_mode_taken, money_overspent, interest_lost, hotel_moved, other_kind_visited,
    constraint_broken,
)  # fmt: skip
NEEDS: Mapping[Violation, Callable[[TripBrief], bool]] = {
    place_removed: lambda brief: bool(brief.must_see),
    visit_off_its_day: lambda brief: any(wish.kind == "visit" for wish in brief.day_wishes),
    visit_off_its_hour: lambda brief: any(wish.kind == "visit" for wish in brief.day_wishes),
    booking_moved: lambda brief: bool(brief.bookings),
    arrival_missed: lambda brief: brief.arrival.at is not None,
    departure_missed: lambda brief: brief.departure.at is not None,
    too_much: lambda brief: brief.pace is not None,
    hours_broken: lambda brief: any(wish.kind == "hours" for wish in brief.day_wishes),
    free_day_filled: lambda brief: any(wish.kind == "free" for wish in brief.day_wishes),
    refused_mode_taken: lambda brief: bool(brief.travel.refuse),
    money_overspent: lambda brief: brief.budget is not None,
    interest_lost: lambda brief: bool(brief.interests),
    hotel_moved: lambda brief: brief.lodging != Lodging(),
    other_kind_visited: lambda brief: any(wish.kind in ("only_kind", "without") for wish in brief.day_wishes),
    constraint_broken: lambda brief: bool(brief.constraints),
}
"""What a brief must have for a violation to be possible."""


def spoilt_plans(count: int) -> Iterator[Spoilt]:
    rng = random.Random(56)
    for number in range(count):
        violation = VIOLATIONS[number % len(VIOLATIONS)]
        able = NEEDS.get(violation, lambda brief: True)
        yield violation(rng.choice([case for case in cases() if able(case.brief)]), rng)


def harmless_plans(count: int) -> Iterator[Case]:
    """The same plans with changes that break no wish: another ticket, a shorter visit, a sight nobody named gone."""
    rng = random.Random(65)
    for _ in range(count):
        case = rng.choice(cases())
        named = {*case.brief.must_see, *(wish.value for wish in case.brief.day_wishes)}
        free = [(day, v) for day, v in sights_of(case) if v.sight not in named and not _carries(case, v)]
        if not free:
            continue
        day, visit = rng.choice(free)
        shorter = dataclasses.replace(visit, depart=visit.depart - 5, minutes=visit.minutes - 5, ticket=None)
        kept = rng.random() < 0.5
        visits = tuple(shorter if each is visit else each for each in day.visits if kept or each is not visit)
        total = None if case.total is None else Money(Decimal(rng.randrange(1500, 2090)), "EUR")
        window = (*case.request.day_windows, DayWindow(9))
        request_ = dataclasses.replace(case.request, seed=rng.randrange(99), day_windows=window)
        yield replanned(case, dataclasses.replace(day, visits=visits))._replace(total=total, request=request_)


def _carries(case: Case, visit: Visit) -> bool:
    """Whether the visit is the only one of an interest."""
    for interest in case.brief.interests:
        if [v for _, v in sights_of(case) if _is_of(case, v, interest)] == [visit]:
            return True
    return False


def test_planted_violations_are_found_and_unspoilt_plans_raise_no_alarm() -> None:
    for case in cases():
        assert case.ledger.unkept == (), [(e.field, e.key, e.evidence.en) for e in case.ledger.unkept]
    spoilt = list(spoilt_plans(200))
    missed = [(field, key) for field, key, case in spoilt if entry(case.ledger, field, key).is_kept]
    ledgers = [case.ledger for case in harmless_plans(200)]
    alarms = [(e.field, e.key, e.evidence.en) for ledger in ledgers for e in ledger.unkept]
    accounted = sum(len(ledger.entries) for ledger in ledgers)
    print(f"\nplanted violations found: {len(spoilt) - len(missed)} of {len(spoilt)}")
    print(f"false alarms on {len(ledgers)} unspoilt plans: {len(alarms)} of {accounted} entries")
    assert len(missed) <= 0.02 * len(spoilt), missed
    assert len(alarms) <= 0.01 * accounted, alarms

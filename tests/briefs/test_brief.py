"""The brief as a value: its wire form, acts upon it, what a change of a plan makes of it."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.planning.cast import edits_of
from travelagent.briefs.acts import ClearField, EditPlan, NotRead, PatchBrief, SetField, SmallTalk
from travelagent.briefs.apply import apply
from travelagent.briefs.changed import ops_of_edits
from travelagent.briefs.compile import compile_request
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.values import (
    EMPTY,
    FIELDS,
    BudgetLimit,
    Dates,
    DayWish,
    Hours,
    Lodging,
    Party,
    PartyChange,
    PersonalDiet,
    Provenance,
    Ride,
    Stay,
    Tiers,
    Travel,
    TripBrief,
    Unserved,
)
from travelagent.briefs.wire import (
    BriefPatch,
    brief_from_wire,
    brief_to_wire,
    patch_from_wire,
    patch_to_wire,
    without_sources,
)
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.edits.apply import requested
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import CityStay, DayWindow, FixedVisit, LocalizedText, Pin, PlanRequest, Point, Sight
from travelagent.plans.values import Ride as PlannedRide

HOME = LocalizedText("Home", "家")
FULL = TripBrief(
    stays=(Stay("beijing", 2), Stay("xian")),
    order_free=True,
    origin="shanghai",
    ends_at="xian",
    dates=Dates(date(2027, 4, 1), date(2027, 4, 5), 5, 4, "spring", "end", 5, True, "cherry_blossom", Hours(360, 840)),
    arrival=Ride(600, None, "flight", "Daxing", 300, 45),
    departure=Ride(None, "evening", "train"),
    party=Party(2, (5, None, 0), 0, group=True, elders=True, changes=(PartyChange(2, adults=1, who="Ada"),)),
    needs=("stroller",),
    budget=BudgetLimit(Decimal("5000.50"), "CNY", "person"),
    currency="USD",
    tier="luxury",
    thrift="sparing",
    pace="packed",
    interests=("history",),
    must_see=("beijing/forbidden-city",),
    avoid=("zoo",),
    tiers=Tiers(meals="budget"),
    diet=("halal", PersonalDiet("no_nuts", "my son", allergy=True)),
    lodging=Lodging("钟楼", Point(HOME, 1.5, 2.5), Decimal(600), "CNY"),
    bookings=(FixedVisit(HOME, 1.0, 2.0, 1170, 90, 2),),
    day_wishes=(
        DayWish("last", "free"),
        DayWish("every", "hours", start=0, end=1200),
        DayWish(2, "visit", value="beijing/summer-palace", part="morning", minutes=120),
        DayWish(1, "only_kind", values=("museum",)),
        DayWish(1, "hours", origin=Point(HOME, 1.0, 2.0)),
    ),
    constraints=(MostSights(3),),
    travel=Travel("train", "transit", ("taxi",), "paid"),
    notes=("it is her birthday on day 2",),
    unserved=(Unserved("a unicorn", "there is none"),),
    rules_off=("bedtime",),
    firm=("budget:total",),
    sources={"stays": Provenance("said", (0, 4)), "party": Provenance("form")},
)


def patch(**fields: Any) -> PatchBrief:
    return patch_from_wire(fields)


def test_a_brief_is_read_as_it_was_written() -> None:
    assert all(getattr(FULL, name) != getattr(EMPTY, name) for name in FIELDS)
    assert brief_from_wire(brief_to_wire(FULL)) == FULL
    assert brief_to_wire(EMPTY) == {}


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"stays": [{"place": " "}]}, "brief.stays.0.place"),
        ({"dates": {"days": 31}}, "brief.dates.days"),
        ({"dates": {"start": "2027-02-02", "end": "2027-02-01"}}, "brief.dates"),
        ({"dates": {"layover": {"start": "14:00", "end": "06:00"}}}, "brief.dates.layover"),
        ({"arrival": {"at": "25:99"}}, "brief.arrival.at"),
        ({"party": {"children": [18]}}, "brief.party.children.0"),
        ({"party": {"adults": -1}}, "brief.party.adults"),
        ({"budget": {"amount": "NaN"}}, "brief.budget.amount"),
        ({"day_wishes": [{"day": 1, "kind": "visit"}]}, "brief.day_wishes.0"),
        ({"pets": 1}, "brief.pets"),
        ({"interests": ["x"] * 61}, "brief.interests"),
    ],
)
def test_a_bad_patch_is_refused_at_its_field(payload: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        apply(EMPTY, [patch_from_wire(payload)], "api")
    assert refusal.value.field == field


def test_a_patch_sets_what_it_names_and_clears_what_is_null() -> None:
    after = apply(FULL, [patch(pace="relaxed", party=None)], "form")
    assert after.changed == ("party", "pace")
    assert (after.brief.pace, after.brief.party) == ("relaxed", Party())
    assert after.brief.sources == {"stays": Provenance("said", (0, 4)), "pace": Provenance("form")}


EVENING = {"part_of_day": "evening"}
FOUR_DAYS = {"start": "2027-05-01", "end": "2027-05-04"}
EUROS = {"amount": "900", "currency": "EUR"}
MERGES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("party", {"seniors": 1, "senior_ages": [78]}, {"adults": 2}, {"adults": 2, "seniors": 1, "senior_ages": [78]}),
    ("party", {"adults": 2, "children": [6]}, {"children": [6, 9]}, {"adults": 2, "children": [6, 9]}),
    ("party", {"adults": 2, "seniors": 2, "senior_ages": [70, 72]}, {"seniors": None}, {"adults": 2}),
    ("party", {"adults": 2, "changes": [{"since": 3}]}, {"adults": 3}, {"adults": 3, "changes": [{"since": 3}]}),
    ("party", {"adults": 2, "changes": [{"since": 3}]}, {"changes": None}, {"adults": 2}),
    ("party", {"group": True}, {"adults": 8}, {"adults": 8}),
    ("budget", EUROS, {"per": "person"}, {**EUROS, "per": "person"}),
    ("budget", EUROS, {"amount": 1200}, {**EUROS, "amount": "1200"}),
    ("dates", {"month": 5, "part": "end", "days": 4}, {"start": "2027-05-29"}, {"start": "2027-05-29", "days": 4}),
    ("dates", FOUR_DAYS, {"start": "2027-06-01"}, {"start": "2027-06-01", "days": 4}),
    ("dates", {"start": "2027-05-01", "days": 4}, {"month": 6}, {"month": 6, "days": 4}),
    ("dates", FOUR_DAYS, {"days": 6}, {"start": "2027-05-01", "days": 6}),
    ("dates", {"start": "2027-05-01", "days": 6}, {"end": "2027-05-03"}, {"start": "2027-05-01", "end": "2027-05-03"}),
    ("arrival", {"part_of_day": "morning", "port": "FCO"}, {"at": "10:00"}, {"at": "10:00", "port": "FCO"}),
    ("departure", {"at": "18:00", "port": "FCO"}, EVENING, {**EVENING, "port": "FCO"}),
    ("tiers", {"lodging": "luxury"}, {"meals": "budget"}, {"lodging": "luxury", "meals": "budget"}),
    ("tiers", {"lodging": "luxury", "meals": "mid"}, {"lodging": None}, {"meals": "mid"}),
    ("lodging", {"near": "Termini"}, {"night": 90}, {"near": "Termini", "night": 90}),
    ("lodging", {"near": "Termini", "night": 90}, {"near": "Trevi"}, {"near": "Trevi", "night": 90}),
    ("lodging", {"place": {"name": "Flat", "lat": 1, "lon": 2}}, {"near": "Termini"}, {"near": "Termini"}),
    ("travel", {"refuse": ["taxi", "bus"]}, {"within": "taxi"}, {"refuse": ["bus"], "within": "taxi"}),
]  # fmt: skip
"""A field, what it holds, the parts that come, and what it holds then."""


def test_parts_of_a_field_are_merged_and_contradicted_ones_go(subtests: pytest.Subtests) -> None:
    for field, held, parts, after in MERGES:
        with subtests.test(field=field, held=held, parts=parts):
            before = apply(EMPTY, [patch_from_wire({field: held})], "said").brief
            found = apply(before, [patch_from_wire({field: parts})], "model").brief
            assert found == apply(EMPTY, [patch_from_wire({field: after})], "model").brief


@pytest.mark.parametrize(
    ("held", "parts", "field"),
    [
        ({}, {"budget": {"per": "person"}}, "brief.budget"),
        ({"dates": {"start": "2027-05-04"}}, {"dates": {"end": "2027-05-01"}}, "brief.dates"),
    ],
)
def test_parts_that_cannot_stand_together_are_refused(held: Any, parts: Any, field: str) -> None:
    with pytest.raises(InvalidRequest) as refusal:
        apply(brief_from_wire(held), [patch_from_wire(parts)], "model")
    assert refusal.value.field == field


def test_a_patch_leads_from_any_brief_to_any_other() -> None:
    few = TripBrief(party=Party(2), dates=Dates(month=5, days=3), arrival=Ride(part_of_day="morning"))
    briefs = [EMPTY, FULL, few]
    for before in briefs:
        for after in briefs:
            act = patch_from_wire(patch_to_wire(before, after, frozenset(FIELDS)))
            assert without_sources(apply(before, [act], "model").brief) == without_sources(after)


LENIENT: TypeAdapter[PatchBrief] = TypeAdapter(BriefPatch)


def test_what_a_model_spells_wrong_is_named_and_the_rest_is_set(subtests: pytest.Subtests) -> None:
    for payload, rejected, left in [
        ({"pace": "slow", "tier": "mid"}, ["pace"], {"tier": "mid"}),
        ({"needs": ["wheelchair", "walker"]}, ["needs.1"], {"needs": ["wheelchair"]}),
        ({"diet": ["vegan", {"diet": "nuts", "who": "Ada"}]}, ["diet.1"], {"diet": ["vegan"]}),
        ({"dates": {"days": 34, "month": 5}}, ["dates.days"], {"dates": {"month": 5}}),
        ({"day_wishes": [{"day": "monday", "kind": "free"}], "pace": "packed"}, ["day_wishes"], {"pace": "packed"}),
        ({"stays": [{"place": "rome", "nights": 3}]}, ["stays.0.nights"], {"stays": [{"place": "rome"}]}),
        ({"pets": 1, "origin": "Paris"}, ["pets"], {"origin": "Paris"}),
    ]:
        with subtests.test(payload=payload):
            act = LENIENT.validate_python(payload)
            assert [each.field for each in act.rejected] == rejected
            assert without_sources(apply(EMPTY, [act], "model").brief) == brief_from_wire(left)
    with pytest.raises(ValidationError):
        LENIENT.validate_python({"pace": "slow"})
    with pytest.raises(ValidationError):
        LENIENT.validate_python({"needs": ["x"] * 30, "pace": "normal"})


def test_only_what_is_about_the_brief_changes_it() -> None:
    assert apply(FULL, [SmallTalk("thanks"), EditPlan(())], "said").brief == FULL
    applied = apply(EMPTY, [NotRead("blorp")], "said").brief
    assert applied.unserved == (Unserved("blorp"),)
    with pytest.raises(KeyError):
        apply(EMPTY, [PatchBrief((ClearField("pets"),))], "said")


def test_what_is_bound_to_a_place_goes_with_it() -> None:
    one = apply(FULL, [patch(stays=[{"place": "xian"}])], "said").brief
    assert (one.must_see, [wish.kind for wish in one.day_wishes]) == ((), ["free", "hours", "only_kind", "hours"])
    assert one.lodging == FULL.lodging
    other = apply(FULL, [patch(stays=[{"place": "rome"}])], "said").brief
    assert (other.lodging, other.bookings, other.party) == (Lodging(night=Decimal(600), currency="CNY"), (), FULL.party)


@pytest.mark.parametrize(
    ("brief", "days"),
    [
        (TripBrief(dates=Dates(days=4)), 4),
        (TripBrief(stays=(Stay("a", 2), Stay("b", 3))), 5),
        (TripBrief(stays=(Stay("a", 2), Stay("b"))), None),
        (TripBrief(dates=Dates(start=date(2027, 1, 1), end=date(2027, 1, 3))), 3),
        (TripBrief(dates=Dates(layover=Hours(0, 600))), 1),
    ],
)
def test_the_length_follows_from_stays_and_dates(brief: TripBrief, days: int | None) -> None:
    assert brief.days == days


def test_a_change_of_a_plan_changes_what_is_wanted() -> None:
    before = TripBrief(
        stays=(Stay("beijing", 2), Stay("xian", 1)),
        dates=Dates(days=3),
        must_see=("beijing/forbidden-city",),
        arrival=Ride(600, mode="flight", minutes=30),
        day_wishes=(DayWish(1, "visit", value="beijing/summer-palace"), DayWish(2, "hours", start=600)),
    )
    change = edits_of(
        insist=("beijing/summer-palace",),
        drop=("beijing/forbidden-city", "zoo"),
        windows=(DayWindow(2, end=1200),),
        pins=(Pin("beijing/summer-palace", 2),),
        extra_days=1,
        city="xian",
        pace="relaxed",
        arrival=PlannedRide(660, 120),
    )
    original = PlanRequest(
        cities=(
            CityStay("beijing", LocalizedText("", ""), 40.0, 116.0, 2),
            CityStay("xian", LocalizedText("", ""), 34.0, 109.0, 1),
        ),
        days=3,
        must_see=before.must_see,
        pinned=(Pin("beijing/summer-palace", 1),),
        day_windows=(DayWindow(2, start=600),),
    )
    sights = (Sight("beijing/summer-palace", "beijing", LocalizedText("", ""), 40.0, 116.0, "palace", 120, 9.0),)
    wanted = requested(original, change, sights)
    after = apply(before, [PatchBrief(ops_of_edits(before, change, original, wanted))], "model").brief
    assert after.stays == (Stay("beijing", 2), Stay("xian", 2))
    assert (after.days, after.pace, after.arrival) == (4, "relaxed", Ride(660, mode="flight"))
    assert (after.must_see, after.avoid) == (("beijing/summer-palace",), ("beijing/forbidden-city", "zoo"))
    assert after.day_wishes == (
        DayWish(2, "hours", start=600, end=1200),
        DayWish(2, "visit", value="beijing/summer-palace"),
    )
    assert ops_of_edits(after, edits_of(), wanted, wanted) == ()


def test_a_field_that_is_set_to_nothing_has_no_source() -> None:
    assert apply(EMPTY, [PatchBrief((SetField("pace", None),))], "form").brief.sources == {}


def test_an_old_plan_without_a_brief_has_one_of_its_request() -> None:
    wanted = TripBrief(stays=(Stay("beijing"),), dates=Dates(days=2), party=Party(3), arrival=Ride(600, mode="train"))
    request = compile_request(wanted, (), date(2026, 11, 21)).request
    again = compile_request(brief_of_request(request), (), date(2026, 11, 21)).request
    assert again == request

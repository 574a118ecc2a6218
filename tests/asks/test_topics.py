"""The answers of each topic: their facts against the itinerary and the catalogue."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from tests.asks.trips import BRIEFS, LOCALES, TODAY, left_out, route, trip_context, visited, without_plan
from travelagent.assistant.asks.registry import answer
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.briefs.acts import Ask
from travelagent.briefs.values import EMPTY, PersonalDiet, TripBrief
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of, elevation_of
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.search import opening_windows
from travelagent.plans.public_holidays import is_public_holiday

SIGHT = "rome/colosseum"


@pytest.fixture(params=LOCALES)
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=list(BRIEFS))
def trip(request: pytest.FixtureRequest, locale: str) -> TripContext:
    return trip_context(request.param, locale)


def tell(trip: TripContext, topic: str, *about: str, **more: Any) -> TopicAnswer:
    return answer(Ask(topic, about=about, **more), trip)


def test_why_a_sight_is_in_the_plan(trip: TripContext) -> None:
    visit = visited(trip)[0]
    reply = tell(trip, "why", str(visit.sight))
    assert reply.facts["reasons"][0]["reason"] == visit.why
    assert reply.known
    assert visit.arrive in reply.text


def test_why_a_sight_is_left_out(trip: TripContext) -> None:
    row = route(trip).left_out[0]
    reason = tell(trip, "why", row.sight).facts["reasons"][0]
    assert (reason["in_plan"], reason["reason"], reason["relaxation"]) == (False, row.reason, row.relaxation)


def test_answer_names_the_city_of_a_sight_elsewhere(locale: str) -> None:
    reply = tell(trip_context("family", locale), "why", SIGHT)
    assert reply.facts["reasons"][0] == {"sight": SIGHT, "in_plan": False, "reason": "elsewhere", "city": "rome"}


def test_a_refused_kind_is_the_reason(locale: str) -> None:
    reply = tell(trip_context("two_cities", locale), "why", "rome/capitoline-museums")
    assert reply.facts["reasons"][0]["refused"] == "museum"


def test_answer_on_a_left_out_sight_names_its_closed_day(locale: str) -> None:
    trip = trip_context("two_cities", locale)
    monday = next(day for day in route(trip).days if day.date.weekday() == 0)
    reply = tell(trip, "why", "florence/bargello-museum", days=(monday.day,))
    shut = not opening_windows(source.sights()["florence/bargello-museum"], monday.date)
    assert ("closed_on" in reply.facts["reasons"][0]) is shut


def test_when_a_sight_is_visited(trip: TripContext) -> None:
    day = route(trip).days[-1]
    visit = next(v for v in day.visits if v.sight)
    fact = tell(trip, "when", str(visit.sight)).facts["visits"][0]
    assert (fact["day"], fact["date"], fact["arrive"]) == (day.day, day.date, visit.arrive)
    assert tell(trip, "when", left_out(trip)).facts["visits"][0]["in_plan"] is False


def test_the_day_of_a_sight_begins_and_ends(trip: TripContext) -> None:
    visit = visited(trip)[0]
    day = next(day for day in route(trip).days if visit in day.visits)
    reply = tell(trip, "plan", str(visit.sight))
    assert (reply.facts["start"], reply.facts["end"]) == (day.start, day.end)
    assert visit.arrive in reply.text
    assert day.start in reply.text


def test_when_a_kind_is_visited(trip: TripContext) -> None:
    kind = source.sights()[str(visited(trip)[0].sight)].category
    reply = tell(trip, "when", kinds=(kind,))
    assert {fact["sight"] for fact in reply.facts["visits"]} == {
        v.sight
        for v in visited(trip)
        if kind in (source.sights()[str(v.sight)].category, *source.sights()[str(v.sight)].tags)
    }
    assert tell(trip, "when", kinds=("aquarium",)).facts["visits"] == []


def test_hours_on_the_day_of_the_plan(trip: TripContext) -> None:
    day = route(trip).days[0]
    visit = next(v for v in day.visits if v.sight)
    fact = tell(trip, "hours", str(visit.sight)).facts["sights"][0]
    sight = source.sights()[str(visit.sight)]
    assert fact["hours"] == sight.hours
    if sight.hours != "24/7":
        assert fact["on"] == [{"date": day.date, "open": list(opening_windows(sight, day.date))}]


def test_hours_on_a_closed_day(locale: str) -> None:
    reply = tell(without_plan(locale), "hours", "florence/uffizi-gallery", dates=(date(2027, 5, 3),))
    assert reply.facts["sights"][0]["on"] == [{"date": date(2027, 5, 3), "open": []}]
    assert reply.facts["sights"][0]["closed_on"] == [0]


def test_tickets_tell_what_to_book_and_by_when(trip: TripContext) -> None:
    facts = tell(trip, "tickets").facts
    days = {visit.sight: day for day in route(trip).days for visit in day.visits}
    for kind, ahead in (("required", 14), ("recommended", 3)):
        rows = facts.get(kind, [])
        assert {row["sight"] for row in rows} == {v.sight for v in visited(trip) if v.booking == kind}
        assert all(row["book_by"] == max(days[row["sight"]].date - timedelta(days=ahead), TODAY) for row in rows)


def test_a_city_of_the_plan_is_its_days_there(locale: str) -> None:
    trip = trip_context("two_cities", locale)
    of_florence = {day.day for day in route(trip).days if day.city == "florence"}
    rows = [row for kind in ("required", "recommended") for row in tell(trip, "tickets", "florence").facts[kind]]
    assert {row["day"] for row in rows} <= of_florence
    assert {fact["day"] for fact in tell(trip, "rain", "florence").facts["days"]} == of_florence


def test_the_ticket_of_a_sight(locale: str) -> None:
    fact = tell(without_plan(locale), "tickets", SIGHT).facts["sights"][0]
    assert (fact["price"], fact["currency"], fact["booking"]) == (source.sights()[SIGHT].price, "EUR", "required")


def test_the_price_of_the_trip_is_its_budget(trip: TripContext) -> None:
    budget = trip.budget
    assert budget is not None
    facts = tell(trip, "price").facts
    assert facts["total"] == budget.total == sum(facts["by_kind"].values())
    assert facts["per_person"] == budget.total / budget.travellers
    assert facts["largest"] == max((k for k in facts["by_kind"] if k != "reserve"), key=lambda k: facts["by_kind"][k])


def test_the_price_without_some_of_its_lines(trip: TripContext) -> None:
    budget = trip.budget
    assert budget is not None
    rest = tell(trip, "price", without=("lodging", "hotel")).facts["without"]
    lodging = sum(item.amount for item in budget.items if item.kind == "lodging")
    assert lodging > 0
    assert (rest["kinds"], rest["total"]) == (["lodging"], budget.total - lodging)
    assert rest["per_person"] == rest["total"] / budget.travellers


def test_whether_the_budget_is_enough(locale: str) -> None:
    trip = trip_context("two_cities", locale)
    assert trip.budget is not None
    facts = tell(trip, "price").facts
    assert (facts["limit"], facts["enough"]) == (Decimal(1600), trip.budget.total <= 1600)
    much = tell(trip, "price", amount=Decimal(100_000), currency="CNY").facts
    assert (much["limit_currency"], much["enough"]) == ("CNY", True)
    assert tell(trip, "price", amount=Decimal(10), currency="EUR").facts["enough"] is False


def test_a_day_costs_without_a_plan(locale: str) -> None:
    reply = tell(without_plan(locale), "price", "kyoto")
    assert reply.facts["cities"][0]["person_day"]["mid"] == source.cities()["kyoto"].daily_cost("mid")


def test_how_long_a_city_and_a_sight_take(trip: TripContext) -> None:
    fact = tell(trip, "how_long").facts["cities"][0]
    city = source.cities()[fact["city"]]
    assert fact["days"] == sum(day.city == city.id for day in route(trip).days)
    assert fact["enough"] is (fact["days"] >= city.days_min)
    visit = visited(trip)[0]
    assert tell(trip, "how_long", str(visit.sight)).facts["sights"][0]["planned_minutes"] == visit.minutes


def test_whether_so_many_days_are_enough(locale: str) -> None:
    assert tell(without_plan(locale), "how_long", "rome", length=1).facts["cities"][0]["enough"] is False


def test_the_ride_of_the_plan_between_its_cities(locale: str) -> None:
    trip = trip_context("two_cities", locale)
    day, leg = next((d, leg) for d in route(trip).days for leg in d.legs if leg.origin == "city:rome")
    planned = tell(trip, "ride", ends=("rome", "florence")).facts["planned"]
    assert (planned["day"], planned["depart"], planned["minutes"]) == (day.day, leg.depart, leg.minutes)
    assert tell(trip, "ride").facts["rides"][0]["minutes"] == leg.minutes


def test_a_ride_is_estimated_without_a_plan(locale: str) -> None:
    reply = tell(without_plan(locale), "ride", ends=("beijing", "shanghai"), kinds=("flight",))
    assert {ride["mode"] for ride in reply.facts["rides"]} >= {"flight"}
    assert all(ride["minutes"] > 0 for ride in reply.facts["rides"])


def test_a_way_of_travelling_without_a_place_is_that_from_home(locale: str) -> None:
    facts = tell(trip_context("family", locale), "ride", kinds=("train",)).facts
    assert facts["ends"] == ["zhengzhou", "xian"]
    assert facts["rides"][0]["mode"] == "train"


def test_the_way_to_a_sight(trip: TripContext) -> None:
    day = route(trip).days[0]
    leg = next(leg for leg in day.legs if leg.destination in source.sights())
    ride = tell(trip, "ride", leg.destination).facts["rides"][0]
    assert (ride["mode"], ride["minutes"]) == (leg.mode, leg.minutes)


def test_no_line_from_an_airport_is_known(trip: TripContext) -> None:
    reply = tell(trip, "ride", kinds=("airport",))
    assert not reply.known
    assert reply.facts["minutes"] > 0


def test_the_weather_of_the_months_of_the_trip(trip: TripContext) -> None:
    for fact in tell(trip, "weather").facts["cities"]:
        months = sorted({day.date.month for day in route(trip).days if day.city == fact["city"]})
        assert [row["month"] for row in fact["months"]] == months
        normals = climate_of(fact["city"]).months[months[0] - 1]
        assert (fact["months"][0]["t_max"], fact["months"][0]["rain_days"]) == (normals.t_max, normals.rain_days)


def test_the_best_months(locale: str) -> None:
    fact = tell(without_plan(locale), "weather", "kyoto").facts["cities"][0]
    assert fact["best_months"] == list(source.cities()["kyoto"].best_months)


def test_food_that_suits_a_diet(locale: str) -> None:
    fact = tell(trip_context("two_cities", locale), "food", "florence").facts
    assert fact["diet"] == ["vegetarian"]
    refused = fact["cities"][0]["refused"]
    meat = {d for d in refused if source.dishes()[d] & {"meat", "pork", "beef", "lamb", "fish", "shellfish"}}
    assert refused
    assert meat == set(refused)
    free = tell(without_plan(locale), "food", "florence").facts["cities"][0]
    assert all("food" in source.sights()[id].tags for id in free["streets"])


def test_food_for_everybody_is_listed_before_one_persons(locale: str) -> None:
    diets = ("vegetarian", PersonalDiet("no_nuts", "Ada", allergy=True), PersonalDiet("halal", "Ben"))
    trip = without_plan(locale)
    found = tell(replace(trip, brief=replace(trip.brief, diet=diets)), "food", "florence")
    assert found.facts["diet"] == ["vegetarian", "no_nuts", "halal"]
    assert found.text.index("Ada") < found.text.index("Ben")
    assert found.text.count("Ben") == 1


def test_where_to_stay_is_in_the_middle_of_the_stops(trip: TripContext) -> None:
    for fact in tell(trip, "hotel").facts["cities"]:
        assert fact["near"] in {v.sight for v in visited(trip)}
        assert fact["room_night"]["mid"] == source.cities()[fact["city"]].lodging.mid


def test_rain_hits_what_is_in_the_open(trip: TripContext) -> None:
    facts = tell(trip, "rain").facts["days"]
    assert [fact["day"] for fact in facts] == [day.day for day in route(trip).days]
    for fact in facts:
        for row in fact["outdoors"]:
            sight = source.sights()[row["sight"]]
            assert sight.indoor == "none"
            visit = next(v for v in visited(trip) if v.sight == sight.id)
            assert row["instead"] == visit.instead.get("rain")


def test_crowds_on_holidays(locale: str) -> None:
    trip = trip_context("two_cities", locale)
    expected = [d.date for d in route(trip).days if is_public_holiday("IT", d.date)]
    assert [fact["date"] for fact in tell(trip, "crowds").facts["holidays"]] == expected == [date(2027, 5, 1)]
    assert tell(trip_context("family", locale), "crowds", dates=(date(2027, 1, 1),)).facts["holidays"]


def test_crowds_are_not_known_without_a_holiday(locale: str) -> None:
    assert not tell(without_plan(locale), "crowds", "rome", dates=(date(2027, 5, 11),)).known


def test_of_visas_only_where_to_apply_is_known(locale: str) -> None:
    reply = tell(trip_context("two_cities", locale), "visa")
    assert (reply.known, reply.facts["countries"]) == (True, ["IT"])
    assert ("意大利" if locale == "zh" else "Italy") in reply.text
    assert not tell(without_plan(locale), "visa", "JP").known
    from_vienna = replace(EMPTY, origin="vienna")
    at_home = tell(replace(without_plan(locale), brief=from_vienna), "visa", "IT")
    assert "申根" not in at_home.text
    assert "Schengen" not in at_home.text
    assert not tell(without_plan(locale), "visa").known
    assert tell(trip_context("family", locale), "visa").known  # from Zhengzhou to Xi'an


def test_packing_is_by_the_climate_and_the_ways(trip: TripContext) -> None:
    facts = tell(trip, "packing").facts
    for fact in facts["climate"]:
        rows = [climate_of(fact["city"]).months[month - 1] for month in fact["months"]]
        assert fact["t_min"] == pytest.approx(sum(row.t_min for row in rows) / len(rows))
    if "longest_walk" in facts:
        assert facts["longest_walk"]["km"] == max(day.walked.km for day in route(trip).days if day.walked)


def test_packing_needs_a_month(locale: str) -> None:
    assert not tell(without_plan(locale), "packing", "rome").known


def test_safety_tells_height_and_strains(locale: str) -> None:
    reply = tell(trip_context("seniors", locale), "safety")
    assert reply.known
    assert reply.facts["elevations"] == {"lhasa": elevation_of("lhasa")}
    assert not tell(without_plan(locale), "safety", "rome").known


def test_how_tiring_the_days_are(trip: TripContext) -> None:
    facts = tell(trip, "tiring").facts
    days = {day.day: day for day in route(trip).days}
    for fact in facts["days"]:
        day = days[fact["day"]]
        assert (fact["start"], fact["end"], fact["stops"]) == (day.start, day.end, len(day.visits))
        assert day.walked is not None
        assert fact["walked_km"] == day.walked.km
    assert facts["fullest"] == max(facts["days"], key=lambda f: (f["minutes_out"], f["walked_km"]))["day"]


def test_the_best_sights_that_are_not_planned(trip: TripContext) -> None:
    planned = {visit.sight for visit in visited(trip)}
    for fact in tell(trip, "sights").facts["cities"]:
        others = sorted((s.score for s in source.sights_of(fact["city"]) if s.id not in planned), reverse=True)
        assert [row["score"] for row in fact["sights"]] == others[:4]


def test_one_sight_in_short(trip: TripContext) -> None:
    visit = visited(trip)[0]
    fact, sight = tell(trip, "sights", str(visit.sight)).facts["sights"][0], source.sights()[str(visit.sight)]
    assert (fact["score"], fact["minutes"], fact["hours"]) == (sight.score, sight.minutes, sight.hours)
    assert fact["day"] is not None


def test_a_day_of_the_plan(trip: TripContext) -> None:
    day = route(trip).days[-1]
    reply = tell(trip, "plan", days=(day.day,))
    assert [v["sight"] for v in reply.facts["days"][0]["visits"]] == [v.sight for v in day.visits]
    assert day.end in reply.text


def test_the_plan_at_a_glance(trip: TripContext) -> None:
    facts = tell(trip, "plan").facts
    assert facts["days"] == len(route(trip).days)
    assert sum(facts["cities"].values()) == facts["days"]


def test_nothing_is_booked_here(trip: TripContext) -> None:
    facts = tell(trip, "booking").facts
    assert facts["books"] is False
    assert {row["sight"] for row in facts.get("required", [])} == {
        v.sight for v in visited(trip) if v.booking == "required"
    }


def test_the_assistant_tells_what_it_covers(locale: str) -> None:
    facts = tell(without_plan(locale), "assistant").facts
    assert facts == {"cities": len(source.cities()), "sights": len(source.sights())}


@pytest.mark.parametrize("topic", ["other", "horoscope"])
def test_what_belongs_to_no_topic_is_not_known(topic: str, locale: str) -> None:
    assert not tell(without_plan(locale), topic).known


@pytest.mark.parametrize(
    "topic", ["hours", "price", "how_long", "weather", "food", "hotel", "crowds", "sights", "rain"]
)
def test_without_any_place_it_asks_which(topic: str, locale: str) -> None:
    reply = tell(without_plan(locale), topic)
    assert (reply.known, dict(reply.facts)) == (False, {})
    assert reply.text.rstrip().endswith(("?", "？"))


@pytest.mark.parametrize("topic", ["why", "when", "tiring", "plan"])
def test_without_a_plan_it_says_so(topic: str, locale: str) -> None:
    assert not tell(without_plan(locale), topic, "rome").known


def test_an_unknown_place_comes_with_the_nearest(locale: str) -> None:
    reply = tell(without_plan(locale), "hotel", "geonames:2911522")  # Halle
    assert not reply.known
    assert len(reply.facts["near"]) == 3
    assert tell(without_plan(locale), "weather", "geonames:2911522", months=(7,)).known


def test_of_a_country_it_asks_which_city(locale: str) -> None:
    reply = tell(without_plan(locale), "food", "IT")
    assert not reply.known
    assert "rome" in reply.facts["cities"]


def test_a_day_that_the_plan_does_not_have(trip: TripContext) -> None:
    reply = tell(trip, "plan", days=(29,))
    assert (reply.known, reply.facts["days"]) == (False, len(route(trip).days))


def test_the_brief_stands_in_for_a_plan(locale: str) -> None:
    brief: TripBrief = BRIEFS["two_cities"]
    cities = tell(without_plan(locale, brief), "weather").facts["cities"]
    assert [(fact["city"], fact["months"][0]["month"]) for fact in cities] == [("rome", 5), ("florence", 5)]


def test_brief_topic_lists_the_noted_fields(locale: str) -> None:
    reply = tell(trip_context("family", locale), "brief")
    assert ("郑州" if locale == "zh" else "Zhengzhou") in reply.text
    assert ("没有记下" if locale == "zh" else "Nothing is noted") in tell(
        replace(without_plan(locale), brief=EMPTY), "brief"
    ).text


def test_the_money_of_the_place_is_counted(locale: str) -> None:
    there = tell(trip_context("two_cities", locale), "exchange").facts
    assert there["currency"] == "EUR"
    assert 0 < there["on_the_spot"] <= trip_context("two_cities", locale).budget.total  # type: ignore[union-attr]  # it has one
    hundred = tell(trip_context("two_cities", locale), "exchange", amount=Decimal(100), currency="USD").facts
    assert hundred["worth"] == packaged_rates().convert(Decimal(100), "USD", "EUR").amount


def test_choice_prefers_the_best_rated_sight(locale: str) -> None:
    best, other = sorted(source.sights_of(source.cities()["rome"].id), key=lambda sight: -sight.score)[::10][:2]
    reply = tell(without_plan(locale), "choice", other.id, best.id)
    assert reply.facts["preferred"] == best.id
    assert (best.name_zh if locale == "zh" else best.name_en) in reply.text.split("。" if locale == "zh" else ". ")[0]
    assert "preferred" not in tell(without_plan(locale), "choice", best.id).facts

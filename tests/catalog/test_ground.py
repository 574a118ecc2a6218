"""Which land a place lies on, what taxis and trains cost there, and which sights are on one ticket."""

from datetime import date

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, city_stay, home_point, planning_sights
from travelagent.catalog.files import DATA
from travelagent.catalog.ground import area_of, land_of, taxi_of, train_of
from travelagent.catalog.source import distance_km
from travelagent.costs.budget import budget, train_rides
from travelagent.costs.values import BudgetRequest
from travelagent.planning.day_order import FAR_KM
from travelagent.planning.engine import plan
from travelagent.planning.frame import hotel_of, with_low_cities_first
from travelagent.planning.places import legs_among, riders_of
from travelagent.plans.values import DayWindow, IntercityMode, PlanRequest, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import EstimatedLegs

OFF_SHORE = {"honolulu", "naha", "jeju", "bali", "zanzibar", "santorini", "mykonos", "naxos"}


def land(city: str) -> str:
    place = source.cities()[city]
    return land_of(place.country, place.lat, place.lon)


@pytest.mark.parametrize(
    ("one", "other"), [("beijing", "paris"), ("london", "rome"), ("tokyo", "sapporo"), ("cancun", "montreal")]
)
def test_rails_roads_and_tunnels_join_a_land(one: str, other: str) -> None:
    assert land(one) == land(other)


@pytest.mark.parametrize(
    ("one", "other"), [("shanghai", "tokyo"), ("new-york", "paris"), ("london", "dublin"), ("xiamen", "taipei")]
)
def test_a_sea_parts_two(one: str, other: str) -> None:
    assert land(one) != land(other)


@pytest.mark.parametrize("city", sorted(OFF_SHORE))
def test_an_island_is_not_its_countrys_land(city: str) -> None:
    country = source.cities()[city].country
    others = {land(id) for id, place in source.cities().items() if place.country == country and id not in OFF_SHORE}
    assert land(city) not in {*others, "mainland"}


def test_taxi_prices_are_in_the_currency_of_their_country() -> None:
    currencies = {city.country: city.currency for city in source.cities().values()}
    for country, currency in currencies.items():
        taxi = taxi_of(country)
        assert taxi is None or (taxi.currency == currency and taxi.base + taxi.per_km > 0)
    assert taxi_of("JP") is not None


def test_a_shared_ticket_is_another_sights_of_the_same_city_and_no_chain() -> None:
    sights, shared = source.sights(), source.shared_tickets()
    for id, ticket in shared.items():
        assert sights[id].city == sights[ticket].city
        assert ticket not in shared
        assert sights[id].price > 0


def test_the_colosseum_and_the_forum_cost_one_ticket() -> None:
    rome = {sight.id: sight for sight in planning_sights(["rome"])}
    visited = (rome["rome/colosseum"], rome["rome/roman-forum-and-palatine-hill"])
    found = budget(BudgetRequest(((city_costs(source.cities()["rome"]), 2),), visited=visited))
    [paid] = [item for item in found.items if item.kind == "tickets"]
    assert paid.unit_price == rome["rome/colosseum"].price


@pytest.mark.parametrize(
    ("origin", "destination", "low", "high"),
    [
        ("delhi", "agra", 400, 800),
        ("delhi", "varanasi", 1000, 1900),
        ("bangkok", "chiang-mai", 600, 1100),
        ("beijing", "shanghai", 500, 700),
    ],
)
def test_a_train_costs_what_trains_of_the_country_cost(origin: str, destination: str, low: int, high: int) -> None:
    home, goal = source.cities()[origin], source.cities()[destination]
    found = budget(BudgetRequest(cities=((city_costs(goal), 2),), origin=home_point(home), mode="train"))
    fares = [item.unit_price for item in found.items if item.kind == "intercity"]
    assert len(fares) == 2
    assert all(low <= fare <= high for fare in fares)


@pytest.mark.parametrize(
    ("one", "other", "mode"),
    [("barcelona", "madrid", "train"), ("london", "edinburgh", "train"), ("paris", "nice", "flight")],
)
def test_nobody_flies_where_a_train_takes_four_hours(one: str, other: str, mode: str) -> None:
    ends = [home_point(source.cities()[city]) for city in (one, other)]
    assert intercity_leg(*ends).mode == intercity_leg(*reversed(ends)).mode == mode


@pytest.mark.parametrize(("one", "other", "least"), [("oslo", "bergen", 390), ("bangkok", "chiang-mai", 660)])
def test_a_train_over_the_mountains_takes_its_time(one: str, other: str, least: int) -> None:
    ends = [home_point(source.cities()[city]) for city in (one, other)]
    there, back = intercity_leg(*ends, "train"), intercity_leg(*reversed(ends), "train")
    assert there.mode == "train"
    assert there.minutes == back.minutes >= least


def test_a_train_fare_is_known_in_the_currency_of_its_cities() -> None:
    known = [city for city in source.cities().values() if train_of(city.country) is not None]
    assert {city.country for city in known} >= {"IN", "TH"}
    assert all(city_costs(city).train is not None for city in known)
    assert train_of("FR") is None


@pytest.mark.parametrize(
    ("city", "sight", "low", "high"),
    [
        ("chengdu", "chengdu/dujiangyan", 10, 20),
        ("chengdu", "chengdu/qingcheng-mountain", 10, 20),
        ("tokyo", "tokyo/kamakura-great-buddha", 700, 1200),
        ("jakarta", "jakarta/bogor-botanical-gardens", 3000, 10000),
    ],
)
def test_an_excursion_near_by_costs_what_suburban_trains_cost(city: str, sight: str, low: int, high: int) -> None:
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    found = plan(PlanRequest((stay,), 1, start_date=date(2026, 5, 12), must_see=(sight,), iterations=200), sights)
    costs = city_costs(source.cities()[city])
    lines = budget(BudgetRequest(((costs, 1),), train_rides=train_rides(found)[:1])).items
    [fare] = [item.unit_price for item in lines if "train ride" in item.label.en]
    assert low <= fare <= high


def test_the_buses_of_an_area_join_sights_of_one_city() -> None:
    areas: dict[str, set[str]] = {}
    for sight in source.sights().values():
        if area := area_of(sight.id):
            areas.setdefault(area, set()).add(sight.city)
    assert {"jiuzhaigou-valley", "jade-dragon"} <= set(areas)
    assert {area: cities for area, cities in areas.items() if len(cities) > 1} == {
        "capri": {"amalfi", "naples", "sorrento"}  # boats go there from each of them
    }
    for name in ("shuttles", "ferries"):
        with (DATA / f"curated/{name}.csv").open(encoding="utf-8") as file:
            assert all(line.partition(",")[0] in source.sights() for line in file.read().splitlines()[1:])


def test_no_taxi_goes_from_valley_to_valley_of_jiuzhaigou() -> None:
    sights = planning_sights(["jiuzhaigou"])
    stay = city_stay(source.cities()["jiuzhaigou"])
    within = {sight.id for sight in sights if sight.area}
    found = plan(PlanRequest((stay,), 2, start_date=date(2026, 5, 12), must_see=tuple(sorted(within)[:3])), sights)
    legs = [leg for day in found.days for leg in day.legs if {leg.origin, leg.destination} <= within]
    assert legs
    assert "taxi" not in {leg.mode for leg in legs}
    assert len({day.day for day in found.days if within & {visit.sight for visit in day.visits}}) == 1


def test_no_road_leads_to_machu_picchu() -> None:
    stay, sights = city_stay(source.cities()["cusco"]), planning_sights(["cusco"])
    id = "cusco/machu-picchu"
    start = (DayWindow(2, start=390),)
    found = plan(PlanRequest((stay,), 3, start_date=date(2027, 5, 11), must_see=(id,), day_windows=start), sights)
    legs = [leg for day in found.days for leg in day.legs if id in (leg.origin, leg.destination)]
    assert legs
    assert all(leg.mode == "train" and leg.minutes >= 210 for leg in legs)
    [there] = [day for day in found.days if any(visit.sight == id for visit in day.visits)]
    dinner = next(meal for meal in there.meals if meal.kind == "dinner")
    assert dinner.start >= there.legs[-1].depart + there.legs[-1].minutes


@pytest.mark.parametrize(("avoid", "order"), [((), ("cusco", "lima")), (("altitude",), ("lima", "cusco"))])
def test_where_altitude_is_spared_the_low_city_comes_first(avoid: tuple[str, ...], order: tuple[str, ...]) -> None:
    stays = tuple(city_stay(source.cities()[city]) for city in ("cusco", "lima"))
    assert tuple(stay.id for stay in with_low_cities_first(PlanRequest(stays, 6, avoid=avoid)).cities) == order


@pytest.mark.parametrize(("city", "days"), [("cusco", 4), ("cusco", 5), ("shangri-la", 4)])
def test_where_altitude_is_spared_the_first_day_high_up_is_spent_in_town(city: str, days: int) -> None:
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    found = plan(PlanRequest((stay,), days, start_date=date(2027, 5, 11), avoid=("altitude",)), sights)
    far = [max(distance_km(stay.lat, stay.lon, v.lat, v.lon) for v in day.visits) > FAR_KM for day in found.days]
    assert stay.high
    assert any(far)
    assert not far[0]


@pytest.mark.parametrize("mode", [None, "car"])
@pytest.mark.parametrize("city", sorted(source.villages()))
def test_nobody_waits_for_a_bus_in_a_village(city: str, mode: IntercityMode | None) -> None:
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    points = [Point(stay.name, stay.lat, stay.lon), *(Point(sight.name, sight.lat, sight.lon) for sight in sights)]
    riders = riders_of(PlanRequest((stay,), 1, way=mode), stay, [date(2027, 7, 13)])
    matrix = legs_among(points, [None, *sights], stay, EstimatedLegs(), riders=riders)
    assert "transit" not in {mode for row in matrix.modes for mode in row}
    assert "city centre" not in hotel_of(stay).name.en
    assert "市中心" not in hotel_of(stay).name.zh


def test_an_island_without_a_bridge_is_reached_by_ferry() -> None:
    sights = planning_sights(["xiamen"])
    stay = city_stay(source.cities()["xiamen"])
    island = {sight.id for sight in sights if sight.area == "gulangyu"}
    found = plan(PlanRequest((stay,), 3, start_date=date(2026, 5, 12), must_see=tuple(sorted(island))), sights)
    legs = [leg for day in found.days for leg in day.legs]
    crossings = [leg for leg in legs if (leg.origin in island) != (leg.destination in island)]
    assert {leg.mode for leg in crossings} == {"ferry"}
    assert all(leg.minutes >= 35 for leg in crossings)
    assert not {leg.mode for leg in legs if leg.origin in island and leg.destination in island} & {"ferry", "taxi"}

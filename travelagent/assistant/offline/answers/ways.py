"""How one gets from one city to another: distance, time and fare, as the budget estimates them."""

from travelagent.assistant.offline.answers.tongue import Say, money
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, home_point
from travelagent.catalog.money import packaged_rates
from travelagent.planning.budget import budget
from travelagent.planning.travel import MODE_NAMES, Hop, intercity_leg
from travelagent.planning.values import BudgetRequest, Point, Way
from travelagent.planning.words import duration

WAYS_ASKED: tuple[Way, ...] = ("train", "flight")


def journey_answer(origin: str, city: str, currency: str, say: Say) -> str:
    """How one gets from one city to another: distance and time of the ways that there are and, of a city of the
    catalogue, the fare, as a budget estimates them."""
    here, there = _point(origin), _point(city)
    if here is None or there is None:
        return say("I do not know where that is.", "我不知道这个地方在哪里。")
    hops = {hop.mode: (way, hop) for way in WAYS_ASKED if (hop := intercity_leg(here, there, way)).km > 0}
    told = [_told(hop, here, there, _fare(here, city, way, currency, say), say) for way, hop in hops.values()]
    head = say("One way, door to door, as I estimate it from the distance:", "单程，从门到门，按距离估算：")
    foot = say(
        "I know no timetables, lines or ticket prices: look them up at the railway or the airline before you book.",
        "我没有车次、时刻和实时票价，订票前请到铁路或航空公司的官方渠道查询。",
    )
    return "\n".join([head, "", *told, "", foot])


def _told(hop: Hop, here: Point, there: Point, fare: str, say: Say) -> str:
    mode, lasts = MODE_NAMES[hop.mode], duration(hop.minutes)
    return say(
        f"- {here.name.en} to {there.name.en}, {mode.en}: {hop.km:.0f} km, about {lasts.en}{fare}",
        f"- {here.name.zh}至{there.name.zh}，{mode.zh}：{hop.km:.0f} 公里，约 {lasts.zh}{fare}",
    )


def _fare(here: Point, city: str, way: Way, currency: str, say: Say) -> str:
    """One person's fare from low to high; nothing where the catalogue knows no prices of the city one goes to."""
    if (known := source.cities().get(city)) is None:
        return ""
    costs = ((city_costs(known), 1),)
    request = BudgetRequest(cities=costs, travellers=1, tier="mid", origin=here, way=way, currency=currency)
    items = budget(request, packaged_rates().table()).items
    ride = next(item for item in items if item.kind == "intercity")
    low, high = (money(amount, currency, say("en", "zh")) for amount in (ride.low, ride.high))
    return say(f", {low} to {high} a person", f"，每人 {low}～{high}")


def _point(city: str) -> Point | None:
    """Where a city lies, of the catalogue or by its GeoNames id."""
    place = source.cities().get(city) or source.world_city(int(city.removeprefix("geonames:")))
    return home_point(place) if place else None

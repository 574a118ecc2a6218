"""How one gets from one city to another: what is known of it, and how a plan brings an estimate."""

from travelagent.assistant.offline.answers.tongue import Say
from travelagent.catalog import source


def journey_answer(origin: str, city: str, say: Say) -> str:
    """That timetables and fares are not known, and the wish that brings distance, time and cost of the way."""
    here, there = (_name(end, say) for end in (origin, city))
    return say(
        f"I know no timetables, lines or ticket prices from {here} to {there}: ask the railway or the airline."
        f" A plan brings an estimate of time and cost; say “plan a weekend in {there} by train from {here}”.",
        f"我没有{here}到{there}的车次、时刻和票价，请到铁路或航空公司的官方渠道查询。"
        f"规划行程时，预算会按距离估算路上的时间和花费；可以说“规划从{here}坐高铁去{there}的行程”。",
    )


def _name(city: str, say: Say) -> str:
    """What a city is called, of the catalogue or by its GeoNames id."""
    place = source.cities().get(city) or source.world_city(int(city.removeprefix("geonames:")))
    return say(place.name_en, place.name_zh or place.name_en) if place else city

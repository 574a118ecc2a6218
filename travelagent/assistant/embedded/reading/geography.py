"""How the places of a message lie to one another: home is rarely where the rest of the trip is."""

from collections import Counter
from collections.abc import Sequence

from travelagent.assistant.lexer.places import PlaceValue, city_of, country_of
from travelagent.assistant.lexer.tokens import Token
from travelagent.catalog import source
from travelagent.catalog.open_data import world_city

NEAR_KM, REACH_KM, FAR_KM = 60, 400, 2500


def geography(tokens: Sequence[Token]) -> dict[int, tuple[str, ...]]:
    """Features of every place of a message, by the index of its token; the work grows with the square of the towns."""
    values: dict[int, PlaceValue] = {n: token.value for n, token in enumerate(tokens) if token.type == "place"}
    spots = {_town(value): spot for value in values.values() if (spot := _spot(value)) is not None}
    away = {
        town: [source.distance_km(*spot, *other) for name, other in spots.items() if name != town]
        for town, spot in spots.items()
    }
    total = sum(map(sum, away.values()))
    countries = {_town(value): _country(value) for value in values.values()}
    counts = Counter(countries[town] for town in spots if countries[town])
    times = Counter(value.ids for value in values.values())
    held = {_town(value) for value in values.values() if value.kind == "sight"}
    found: dict[int, tuple[str, ...]] = {}
    for n, value in values.items():
        town = _town(value)
        if town not in spots:
            continue
        country, others, sum_away = countries[town], len(away[town]), sum(away[town])
        most = (counts - Counter([country])).most_common(1)
        mean = sum_away / others if others else -1.0
        rest = (total - 2 * sum_away) / (others * (others - 1)) if others > 1 else 0.0
        found[n] = (
            f"g.country={_agrees(country, most)}:{min(others, 3)}",
            f"g.nearest={_bucket(min(away[town], default=-1.0))}",
            f"g.mean={_bucket(mean)}",
            f"g.outlier={others > 1 and mean > 2 * rest + NEAR_KM}",
            f"g.held={value.kind != 'sight' and town in held}",
            f"g.times={min(3, times[value.ids])}",
            f"g.china={country == 'CN'}:{bool(most) and most[0][0] == 'CN'}",
        )
    return found


def _agrees(country: str, most: Sequence[tuple[str, int]]) -> str:
    return "none" if not most else "same" if country == most[0][0] else "other"


def _bucket(km: float) -> str:
    if km < 0:
        return "alone"
    return "near" if km < NEAR_KM else "reach" if km < REACH_KM else "middle" if km < FAR_KM else "far"


def _town(value: PlaceValue) -> str:
    return city_of(value.id) if value.kind == "sight" else value.id


def _country(value: PlaceValue) -> str:
    return value.id if value.kind == "country" else country_of(_town(value))


def _spot(value: PlaceValue) -> tuple[float, float] | None:
    if value.kind in ("region", "country"):
        return None
    town = _town(value)
    if city := source.cities().get(town):
        return city.lat, city.lon
    known = world_city(int(town.removeprefix("geonames:"))) if town.startswith("geonames:") else None
    return (known.lat, known.lon) if known else None

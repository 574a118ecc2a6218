"""How the places of a message lie to one another: home is rarely where the rest of the trip is."""

from collections import Counter
from collections.abc import Sequence

from travelagent.assistant.lexer.places import PlaceValue, city_of, country_of
from travelagent.assistant.lexer.tokens import Token
from travelagent.catalog import source
from travelagent.catalog.open_data import world_city

NEAR_KM, REACH_KM, FAR_KM = 60, 400, 2500


def geography(tokens: Sequence[Token]) -> dict[int, tuple[str, ...]]:
    """Features of every place of a message, by the index of its token."""
    spots = {n: spot for n, token in enumerate(tokens) if token.type == "place" and (spot := _spot(token.value))}
    countries = {n: _country(tokens[n].value) for n in spots}
    found: dict[int, tuple[str, ...]] = {}
    for n in spots:
        value: PlaceValue = tokens[n].value
        others = [m for m in spots if _town(tokens[m].value) != _town(value)]
        counts = Counter(countries[m] for m in others if countries[m])
        most = counts.most_common(1)
        away = [source.distance_km(*spots[n], *spots[m]) for m in others]
        nearest, mean = (min(away), sum(away) / len(away)) if away else (-1.0, -1.0)
        rest = [
            sum(source.distance_km(*spots[a], *spots[b]) for b in others if b != a) / max(1, len(others) - 1)
            for a in others
        ]
        outlier = len(others) > 1 and mean > 2 * (sum(rest) / len(rest)) + NEAR_KM
        held = any(tokens[m].value.kind == "sight" and _town(tokens[m].value) == value.id for m in spots)
        found[n] = (
            f"g.country={_agrees(countries[n], most)}:{min(len(others), 3)}",
            f"g.nearest={_bucket(nearest)}",
            f"g.mean={_bucket(mean)}",
            f"g.outlier={outlier}",
            f"g.held={held}",
            f"g.times={min(3, sum(tokens[m].value.ids == value.ids for m in spots))}",
            f"g.china={countries[n] == 'CN'}:{bool(most) and most[0][0] == 'CN'}",
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

"""The reduced prices of the catalogue's sights: tariffs by age, and where each of them holds.

A tariff holds at a sight, in a city or in a country, there for the categories that its row names; what is nearest to
the sight decides alone. A sight that is entered on another's ticket has that one's tariff. Source: general knowledge,
2026-11; where nothing is known everybody pays the adult price.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from travelagent.catalog import source
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.values import Sight
from travelagent.plans.concessions import NO_END, Concession

NONE: Final = "none"
"""The tariff of sights at which nothing is known, though something is for most of their city or country."""


class _Place(NamedTuple):
    """Where a tariff holds; `categories` empty: all of them."""

    tariff: str
    categories: frozenset[str]


@cache
def tariffs() -> Mapping[str, tuple[Concession, ...]]:
    """Return each tariff's concessions, youngest first."""
    found: dict[str, tuple[Concession, ...]] = {NONE: ()}
    for row in csv_rows(DATA / "curated/concessions.csv"):
        found[row["tariff"]] = (*found.get(row["tariff"], ()), _concession(row))
    return MappingProxyType(found)


def concessions_of(sight: Sight) -> tuple[Concession, ...]:
    """Return the reduced prices of a sight's ticket, none where they are not known."""
    gate = source.sights().get(sight.ticket, sight) if sight.ticket else sight
    country = source.cities()[gate.city].country if gate.city in source.cities() else ""
    for place in (sight.id, gate.id, gate.city, country):
        for tariff, categories in _places().get(place, ()):
            if not categories or gate.category in categories:
                return tariffs()[tariff]
    return ()


@cache
def _places() -> Mapping[str, tuple[_Place, ...]]:
    found: dict[str, tuple[_Place, ...]] = {}
    for row in csv_rows(DATA / "curated/concession_places.csv"):
        if row["tariff"] not in tariffs():
            raise ValueError(f"concession_places.csv: {row['place']}: unknown tariff {row['tariff']!r}")
        categories = frozenset(row["categories"].split("|")) if row["categories"] else frozenset()
        found[row["place"]] = (*found.get(row["place"], ()), _Place(row["tariff"], categories))
    return MappingProxyType(found)


def _concession(row: Mapping[str, str]) -> Concession:
    if bool(row["share"]) == bool(row["price"]):
        raise ValueError(f"concessions.csv: {row['tariff']}: a share or a price, one of them")
    return Concession(
        from_age=int(row["from_age"] or 0),
        until_age=int(row["until_age"] or NO_END),
        share=Decimal(row["share"]) if row["share"] else None,
        price=Decimal(row["price"]) if row["price"] else None,
    )

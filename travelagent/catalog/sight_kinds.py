"""Which sights are of a kind by their names alone: a garden with its museum is in the catalogue as a garden."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from travelagent.catalog import source

_NAMED: Final[Mapping[str, re.Pattern[str]]] = {"museum": re.compile(r"博物[馆院]|\bmuseums?\b", re.IGNORECASE)}
"""Kind to what in its name makes a sight of another category one of that kind."""


def is_kind_by_name(kind: str, names: Iterable[str]) -> bool:
    """Return whether a sight of these names is of that kind by them."""
    named = _NAMED.get(kind)
    return named is not None and any(named.search(name) for name in names)


def sights_of_kinds_by_name(kinds: Sequence[str], cities: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the sights of these cities that are of one of these kinds by their names alone."""
    sights = (sight for city in cities if city in source.cities() for sight in source.sights_of(city))
    others = (sight for sight in sights if not {sight.category, *sight.tags} & set(kinds))
    return tuple(
        sight.id for sight in others if any(is_kind_by_name(kind, (sight.name_en, sight.name_zh)) for kind in kinds)
    )

"""Which building stands for a sight: by its names, else by its category and where in the world it is.

The choices are data, `choice.toml`; a name in it that is no building raises `KeyError` when it is first read.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from travelagent.pictures.heroes import HEROES
from travelagent.pictures.heroes.parts import Hero
from travelagent.pictures.regions import Region

OPEN_COUNTRY: Final = frozenset({"island", "river", "lake", "mountain", "cemetery"})
"""Categories without a building of their own, in which one stands where the name has it."""


@dataclass(frozen=True, slots=True)
class _Named:
    """Buildings for names that hold one of these words, in these regions; everywhere where there are none."""

    words: re.Pattern[str]
    regions: frozenset[str]
    heroes: tuple[Hero, ...]


@dataclass(frozen=True, slots=True)
class _Choices:
    named: tuple[_Named, ...]
    kinds: Mapping[str, Mapping[str, tuple[Hero, ...]]]


@cache
def _choices() -> _Choices:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    named = tuple(
        _Named(re.compile("|".join(row["words"])), frozenset(row.get("regions", ())), _heroes(row["heroes"]))
        for row in data["named"]
    )
    kinds = {
        kind: {region: _heroes(names) for region, names in by_region.items()}
        for kind, by_region in data["kinds"].items()
    }
    return _Choices(named, kinds)


def _heroes(names: Sequence[str]) -> tuple[Hero, ...]:
    return tuple(HEROES[name] for name in names)


def is_named(region: Region, names: Sequence[str]) -> bool:
    """Return whether a building is known for these names, whatever their category."""
    return bool(_named(region, names))


def _named(region: Region, names: Sequence[str]) -> tuple[Hero, ...]:
    text = " ".join(names).lower()
    fitting = (each for each in _choices().named if not each.regions or region in each.regions)
    return next((each.heroes for each in fitting if each.words.search(text)), ())


def heroes_for(category: str, region: Region, names: Sequence[str]) -> tuple[Hero, ...]:
    """Return the buildings that may stand for a sight of that category and of these names.

    Empty for one of open country.
    """
    kinds = _choices().kinds
    if (named := _named(region, names)) and (category in kinds or category in OPEN_COUNTRY):
        return named
    by_region = kinds.get(category, {})
    return by_region.get(region) or by_region.get("", ())

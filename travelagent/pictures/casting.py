"""What stands for each sight of a city: chosen together, so that few of them look alike.

A sight takes of what suits it that which the sights before it in the catalogue took least; what is still open follows
from its id.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.values import City, Sight
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.choice import heroes_for, is_named
from travelagent.pictures.heroes.parts import Hero
from travelagent.pictures.regions import region_of
from travelagent.pictures.scenery.choice import settings_for

T = TypeVar("T")

NIGHT_TAGS = frozenset({"nightlife"})
NIGHT_CATEGORIES = frozenset({"show", "street", "square", "market", "tower", "viewpoint", "neighborhood"})
PLAIN_CATEGORIES = frozenset({"museum", "gallery", "market", "neighborhood", "street", "theme_park", "show", "park"})
"""Categories that characterise a city only by the name of the sight."""
BY_NIGHT = {"show": 0.7}
USUALLY_BY_NIGHT = 0.12
"""Which share of sights is drawn by night that are open then."""


@dataclass(frozen=True, slots=True)
class Role:
    """A sight's building, its setting, which of the lights that suit the month it is seen in (by a
    number), and whether it is telling of its city."""

    hero: Hero | None
    setting: str
    light: int
    night: bool
    telling: bool


@follows_places
@cache
def roles_of(city: str) -> Mapping[str, Role]:
    """Return the roles of a city's sights by their ids."""
    row = source.cities()[city]
    heroes: Counter[Hero] = Counter()
    scenes: Counter[tuple[Hero | None, str]] = Counter()
    roles = {}
    for sight in source.sights_of(city):
        role = _role(sight, row, heroes, scenes)
        if role.hero is not None:
            heroes[role.hero] += 1
        scenes[role.hero, role.setting] += 1
        scenes[None, role.setting] += role.hero is not None
        roles[sight.id] = role
    return roles


def _role(sight: Sight, city: City, heroes: Counter[Hero], scenes: Counter[tuple[Hero | None, str]]) -> Role:
    chance = Chance(sight.id)
    names = (sight.name_en, sight.name_zh)
    hero = _least(heroes_for(sight.category, region_of(city.country), names), heroes, chance)
    settings = settings_for(sight.category, names, sight.tags, city.tags)
    taken = Counter({setting: 8 * scenes[hero, setting] + scenes[None, setting] for setting in settings})
    setting = _least(settings, taken, chance) or settings[0]
    late = chance.happens(BY_NIGHT.get(sight.category, USUALLY_BY_NIGHT)) or bool(NIGHT_TAGS & set(sight.tags))
    night = late and sight.category in NIGHT_CATEGORIES
    telling = sight.category not in PLAIN_CATEGORIES or is_named(region_of(city.country), names)
    return Role(hero, setting, chance.whole(0, 2) + scenes[hero, setting], night, telling)


def _least(choices: Sequence[T], taken: Counter[T], chance: Chance) -> T | None:
    """The choice that was taken least, by chance among several; None without any."""
    if not choices:
        return None
    least = min(taken[each] for each in choices)
    return chance.pick([each for each in choices if taken[each] == least])

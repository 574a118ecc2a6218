"""What a poster is of: a place's setting, its buildings, its plants and the light, from what the catalogue knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from travelagent.catalog import source
from travelagent.catalog.climate import climate_of, elevation_of, nearest_climate
from travelagent.catalog.values import City, CityClimate, Sight
from travelagent.pictures.casting import roles_of
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.choice import heroes_for
from travelagent.pictures.heroes.parts import Hero
from travelagent.pictures.palettes import Climate, Palette, Season, palettes
from travelagent.pictures.regions import Region, region_of
from travelagent.pictures.scenery.choice import city_setting, settings_for
from travelagent.pictures.waters import waters_at

TROPICAL_COLDEST_C, DESERT_WARMEST_C, BOREAL_MEAN_C, FREEZING_C = 17.0, 20.0, 7.0, 1.5
DESERT_RAIN_MM, HIGHLAND_METRES = 260, 2200
CITY_HEROES = 3
PLANTS: Mapping[Climate, tuple[str, ...]] = {
    "temperate": ("round", "shrub", "conifer", "round"),
    "boreal": ("conifer", "conifer", "round"),
    "tropical": ("palm", "palm", "shrub"),
    "desert": ("palm", "shrub", "shrub"),
}
HIGHLAND_PLANTS = ("conifer", "shrub", "conifer", "round")
REGIONAL_PLANTS: Mapping[Region, tuple[str, ...]] = {
    "china": ("pine", "willow", "round", "bamboo"),
    "japan": ("pine", "pine", "round"),
    "mediterranean": ("cypress", "cypress", "pine", "shrub"),
    "africa": ("acacia", "acacia", "shrub"),
    "andes": ("cactus", "shrub", "round"),
}


@dataclass(frozen=True, slots=True)
class Subject:
    """A place to be drawn. `key` seeds what varies; `heroes` stand in it, the first one in the middle."""

    key: str
    setting: str
    heroes: tuple[Hero, ...]
    plants: tuple[str, ...]
    climate: Climate
    palette: Palette


def sight_subject(sight: Sight, month: int | None = None) -> Subject:
    """Return the subject of a sight of the catalogue, in the month or in its city's best one."""
    role = roles_of(sight.city)[sight.id]
    heroes = (role.hero,) if role.hero else ()
    return _subject(sight.id, source.cities()[sight.city], month, role.setting, heroes, role.light, night=role.night)


def city_subject(city: City, month: int | None = None) -> Subject:
    """Return the subject of a city with what its best sights look like, in the month or in its best one.

    With a house of its region where none of them is a building.
    """
    chance = Chance(city.id)
    roles = roles_of(city.id)
    heroes: list[Hero] = []
    for sight in sorted(source.sights_of(city.id), key=lambda each: (not roles[each.id].telling, -each.score)):
        hero = roles[sight.id].hero
        if hero is not None and hero not in heroes and len(heroes) < CITY_HEROES:
            heroes.append(hero)
    if not heroes:
        heroes.append(chance.pick(heroes_for("neighborhood", region_of(city.country), (city.name_en,))))
    setting = city_setting((city.name_en,), city.tags, waters_at(city.lat, city.lon), chance)
    return _subject(city.id, city, month, setting, tuple(heroes), chance.whole(0, 2))


def own_subject(key: str, name: str, kind: str = "", city: str = "", month: int | None = None) -> Subject:
    """Return the subject of a traveller's own place, by its kind and its city where those are known."""
    near = source.cities().get(city)
    chance = Chance(key)
    category = kind or "neighborhood"
    heroes = heroes_for(category, region_of(near.country) if near else "northern", (name,))
    setting = chance.pick(settings_for(category, (name,), (), near.tags if near else ()))
    hero = (chance.pick(heroes),) if heroes else ()
    return _subject(key, near, month, setting, hero, chance.whole(0, 2))


def _subject(
    key: str,
    city: City | None,
    month: int | None,
    setting: str,
    heroes: tuple[Hero, ...],
    light: int,
    *,
    night: bool = False,
) -> Subject:
    weather = climate_of(city.id) if city else nearest_climate(45.0, 8.0)
    lat = city.lat if city else 45.0
    best: Sequence[int] = city.best_months if city else (5,)
    at = month or best[len(best) // 2]
    climate = _climate(weather)
    season = season_of(at, lat)
    freezes = weather.months[at - 1].t_mean < FREEZING_C
    plants = _plants(city, climate)
    lights = palettes(season, climate, freezes=freezes, night=night)
    return Subject(key, setting, heroes, plants, climate, lights[light % len(lights)])


def _plants(city: City | None, climate: Climate) -> tuple[str, ...]:
    region = region_of(city.country) if city else "northern"
    if region == "africa" and climate != "desert":
        return REGIONAL_PLANTS["africa"]
    if climate != "temperate":
        return PLANTS[climate]
    if city is not None and elevation_of(city.id) > HIGHLAND_METRES:
        return HIGHLAND_PLANTS
    return REGIONAL_PLANTS.get(region, PLANTS[climate])


def season_of(month: int, lat: float) -> Season:
    """Return the season of a month on that side of the equator."""
    northern: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")
    return northern[((month + (6 if lat < 0 else 0)) % 12) // 3]


def _climate(weather: CityClimate) -> Climate:
    temperatures, rain = [month.t_mean for month in weather.months], sum(month.precip_mm for month in weather.months)
    if rain < DESERT_RAIN_MM and max(temperatures) > DESERT_WARMEST_C:
        return "desert"
    if min(temperatures) > TROPICAL_COLDEST_C:
        return "tropical"
    return "boreal" if sum(temperatures) / len(temperatures) < BOREAL_MEAN_C else "temperate"

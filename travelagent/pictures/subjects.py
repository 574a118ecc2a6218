"""What a poster is of: a place's setting, its buildings, its plants and the light, from what the catalogue knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from travelagent.catalog import source
from travelagent.catalog.climate import climate_of, elevation_of, nearest_climate
from travelagent.catalog.values import City, CityClimate, Sight
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.choice import hero_of
from travelagent.pictures.heroes.parts import Hero
from travelagent.pictures.palettes import Climate, Palette, Season, palettes
from travelagent.pictures.regions import Region, region_of
from travelagent.pictures.scenery.choice import city_setting, setting_of

TROPICAL_COLDEST_C, BOREAL_MEAN_C, FREEZING_C = 17.0, 7.0, 1.5
DESERT_RAIN_MM, HIGHLAND_METRES = 260, 2200
CITY_HEROES = 3
NIGHT_TAGS = frozenset({"nightlife"})
NIGHT_CATEGORIES = frozenset({"show", "street", "square", "market", "tower", "viewpoint", "neighborhood"})
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
    """A sight of the catalogue, in the month or in its city's best one."""
    city = source.cities()[sight.city]
    chance = Chance(sight.id)
    hero = hero_of(sight.category, region_of(city.country), (sight.name_en, sight.name_zh), chance)
    setting = setting_of(sight.category, (sight.name_en, sight.name_zh), sight.tags, city.tags, chance)
    night = sight.category in NIGHT_CATEGORIES and (bool(NIGHT_TAGS & set(sight.tags)) or chance.happens(0.12))
    night = night or (sight.category == "show" and chance.happens(0.7))
    return _subject(sight.id, city, month, setting, (hero,) if hero else (), night, chance)


def city_subject(city: City, month: int | None = None) -> Subject:
    """A city with what its best sights look like, in the month or in its best one."""
    chance = Chance(city.id)
    heroes: list[Hero] = []
    region = region_of(city.country)
    for sight in sorted(source.sights_of(city.id), key=lambda each: -each.score):
        hero = hero_of(sight.category, region, (sight.name_en, sight.name_zh), Chance(sight.id))
        if hero is not None and hero not in heroes and len(heroes) < CITY_HEROES:
            heroes.append(hero)
    setting = city_setting((city.name_en,), city.tags, chance)
    return _subject(city.id, city, month, setting, tuple(heroes), False, chance)


def own_subject(key: str, name: str, kind: str = "", city: str = "", month: int | None = None) -> Subject:
    """A traveller's own place, by its kind and its city where those are known."""
    near = source.cities().get(city)
    chance = Chance(key)
    region = region_of(near.country) if near else "northern"
    hero = hero_of(kind or "neighborhood", region, (name, name), chance)
    setting = setting_of(kind or "neighborhood", (name, name), (), near.tags if near else (), chance)
    return _subject(key, near, month, setting, (hero,) if hero else (), False, chance)


def _subject(key: str, city: City | None, month: int | None, setting: str, heroes: tuple[Hero, ...], night: bool,
             chance: Chance) -> Subject:  # fmt: skip
    weather = climate_of(city.id) if city else nearest_climate(45.0, 8.0)
    lat = city.lat if city else 45.0
    best: Sequence[int] = city.best_months if city else (5,)
    at = month or best[len(best) // 2]
    climate = _climate(weather)
    season = season_of(at, lat)
    freezes = weather.months[at - 1].t_mean < FREEZING_C
    region = region_of(city.country) if city else "northern"
    plants = (
        PLANTS[climate] if climate in ("tropical", "desert", "boreal") else REGIONAL_PLANTS.get(region, PLANTS[climate])
    )
    if city and climate == "temperate" and elevation_of(city.id) > HIGHLAND_METRES:
        plants = HIGHLAND_PLANTS
    if region == "africa" and climate != "desert":
        plants = REGIONAL_PLANTS["africa"]
    palette = chance.branch("light").pick(palettes(season, climate, freezes=freezes, night=night))
    return Subject(key, setting, heroes, plants, climate, palette)


def season_of(month: int, lat: float) -> Season:
    """The season of a month on that side of the equator."""
    northern: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")
    return northern[((month + (6 if lat < 0 else 0)) % 12) // 3]


@cache
def _climate_of_station(wmo: str, shift: float, weather: tuple[tuple[float, float], ...]) -> Climate:
    temperatures, rain = [t + 0 * shift for t, _ in weather], sum(mm for _, mm in weather)
    if rain < DESERT_RAIN_MM and max(temperatures) > 20:
        return "desert"
    if min(temperatures) > TROPICAL_COLDEST_C:
        return "tropical"
    return "boreal" if sum(temperatures) / 12 < BOREAL_MEAN_C else "temperate"


def _climate(weather: CityClimate) -> Climate:
    normals = tuple((month.t_mean, month.precip_mm) for month in weather.months)
    return _climate_of_station(weather.station.wmo_id, weather.shift_c, normals)

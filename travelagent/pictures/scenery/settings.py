"""The settings by name: each draws a whole poster below the sky, with the subject's buildings in their place."""

from collections.abc import Callable, Mapping
from typing import Final

from travelagent.pictures.scenery import country, heights, towns, waters
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.subjects import Subject

Setting = Callable[[Stage, Subject], None]

SETTINGS: Final[Mapping[str, Setting]] = {
    setting.__name__: setting
    for setting in (
        towns.plain,
        towns.city,
        towns.hills,
        towns.garden,
        towns.park,
        towns.plaza,
        towns.overlook,
        towns.graves,
        towns.great_wall,
        waters.lake,
        waters.lakeside,
        waters.bay,
        waters.canal,
        waters.river,
        waters.karst,
        waters.coast,
        waters.beach,
        waters.island,
        waters.falls,
        waters.spring,
        waters.underwater,
        heights.mountains,
        heights.peaks,
        heights.pillars,
        heights.volcano,
        heights.valley,
        heights.glacier,
        heights.slopes,
        heights.cave,
        heights.canyon,
        country.desert,
        country.grassland,
        country.geyser,
        country.savanna,
        country.forest,
        country.bamboo,
        country.terraces,
    )
}

"""The settings by name: each draws a whole poster below the sky, with the subject's buildings in their place."""

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import land, plants, water
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.subjects import Subject

Setting = Callable[[Stage, Subject], None]


def _size(stage: Stage) -> float:
    """How large a building is drawn: it fills three fifths of the sheet's width or half its height."""
    return min(stage.width / 570, stage.height / 470)


def stand(stage: Stage, subject: Subject, y: float | None = None, size: float = 1.0) -> None:
    """The subject's buildings: the first in the middle, the others smaller behind it at its sides."""
    foot = stage.ground if y is None else y
    scale = _size(stage) * size
    chance = stage.chance.branch("stand")
    heroes = subject.heroes
    shift = 0.0
    if len(heroes) > 1:
        sides = chance.pick(((-1, 1), (1, -1)))
        for side, hero in zip(sides, heroes[1:], strict=False):
            x = stage.width * (0.5 + side * 0.31)
            hero(stage.brush(x, foot - 8, scale * 0.58), stage.tones(0.38), stage.chance.branch(f"hero{side}"))
        scale *= 0.82
        shift = 0.0
    elif heroes:
        shift = chance.between(-0.07, 0.07) * stage.width
    if heroes:
        brush = stage.brush(stage.width / 2 + shift, foot, scale, mirrored=chance.happens(0.4))
        heroes[0](brush, stage.tones(), stage.chance.branch("hero"))


def _skyline(stage: Stage, base: float, distance: float) -> None:
    """Distant roofs of a city."""
    chance = stage.chance.branch(f"skyline{base:.0f}")
    colour = stage.palette.layer(distance)
    points: list[tuple[float, float]] = [(0.0, -stage.height)]
    x = 0.0
    while x < stage.width:
        wide, high = chance.between(24, 62), chance.between(14, 78) * (1.7 if chance.happens(0.14) else 1)
        points += [(x, -base + high), (x + wide, -base + high)]
        x += wide
    points.append((x, -stage.height))
    stage.brush(0, 0).poly(colour, *points)


def plain(stage: Stage, subject: Subject) -> None:
    land.ranges(stage, stage.height * 0.1, count=2, jagged=0.1, nearest=0.3)
    plants.row(stage, subject.plants, stage.ground - 4, size=0.6, near=0.05)
    land.ground(stage, nearness=0.42)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.6, top=stage.ground + 34)
    plants.row(stage, subject.plants, stage.ground + 44, size=0.62, near=0.35, share=0.5, clear=0.55)
    plants.frame(stage, subject.plants)


def city(stage: Stage, subject: Subject) -> None:
    land.ridge(stage, "back", stage.horizon + 10, stage.height * 0.1, 0.06, jagged=0.2)
    _skyline(stage, stage.horizon + 16, 0.12)
    _skyline(stage, stage.horizon + 34, 0.22)
    land.ground(stage, nearness=0.4, roll=3)
    stand(stage, subject, stage.ground + 8)
    land.ground(stage, nearness=0.58, top=stage.ground + 30, roll=3)
    plants.row(stage, subject.plants, stage.ground + 36, size=0.55, near=0.3, share=0.6, clear=0.6)
    plants.frame(stage, subject.plants)


def hills(stage: Stage, subject: Subject) -> None:
    land.ranges(
        stage, stage.height * 0.3, count=3, jagged=0.6 if stage.chance.branch("h").happens(0.5) else 0.25, nearest=0.4
    )
    land.mist(stage, stage.horizon + 20)
    land.forest_wall(stage, stage.ground - 14, 0.46)
    land.ground(stage, nearness=0.44)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.62, top=stage.ground + 32)
    plants.frame(stage, subject.plants)


def mountains(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("mountains")
    land.ridge(stage, "far", stage.horizon, stage.height * 0.26, 0.06, jagged=0.8)
    for x, grow in (
        (chance.between(0.12, 0.3), 0.7),
        (chance.between(0.7, 0.9), 0.78),
        (chance.between(0.42, 0.6), 1.0),
    ):
        land.snow_peak(
            stage, stage.width * x, stage.ground + 20, stage.width * 0.62 * grow, stage.height * 0.56 * grow, 0.3
        )
    land.mist(stage, stage.ground - 30)
    land.ridge(stage, "near", stage.ground + 20, stage.height * 0.14, 0.5, jagged=0.15)
    plants.row(stage, ("conifer",), stage.ground + 16, size=0.5, near=0.35, share=0.75)
    stand(stage, subject, stage.ground + 30, 0.5)
    land.ridge(stage, "front", stage.ground + 70, stage.height * 0.08, 0.68, jagged=0.1)
    plants.frame(stage, ("pine", "conifer") if subject.climate != "tropical" else subject.plants)


def peaks(stage: Stage, subject: Subject) -> None:
    """Ridge behind ridge, with mist between, as in an ink painting."""
    for i in range(5):
        share = i / 4
        level = stage.horizon * (0.72 + 0.5 * share)
        land.ridge(stage, f"peaks{i}", level, stage.height * (0.3 - 0.03 * i), 0.05 + 0.56 * share, jagged=0.9)
        if i in (1, 3):
            land.mist(stage, level + 34)
    stand(stage, subject, stage.ground + 30, 0.5)
    plants.frame(stage, ("pine", "pine", "conifer"), size=1.9)


def pillars(stage: Stage, subject: Subject) -> None:
    land.pillars(stage)
    stand(stage, subject, stage.ground + 50, 0.5)
    plants.frame(stage, ("pine", "shrub"), size=1.7)


def volcano(stage: Stage, subject: Subject) -> None:
    land.ridge(stage, "far", stage.horizon + 10, stage.height * 0.12, 0.1, jagged=0.3)
    land.snow_peak(stage, stage.width * 0.5, stage.ground, stage.width * 1.05, stage.height * 0.56, 0.26)
    land.mist(stage, stage.ground - 40)
    land.forest_wall(stage, stage.ground - 6, 0.5)
    water.water(stage, stage.ground + 14)
    stand(stage, subject, stage.ground + 22, 0.5)
    plants.frame(stage, subject.plants)


def _boats(stage: Stage, subject: Subject, level: float) -> None:
    chance = stage.chance.branch("boats")
    names = ("junk", "raft") if "bamboo" in subject.plants else ("sail", "sail", "gondola")
    boat = water.BOATS[chance.pick(names)]
    hull, sail = mix(stage.palette.roof, stage.palette.deep, 0.6), stage.palette.wall
    if boat in (water.raft, water.gondola):
        sail = hull
    for _ in range(chance.whole(1, 3)):
        y = level + chance.between(0.15, 0.75) * (stage.height * 0.9 - level)
        size = 0.45 + 1.1 * (y - level) / (stage.height - level)
        boat(stage.brush(chance.between(0.14, 0.86) * stage.width, y, size, mirrored=chance.happens(0.5)), hull, sail)


def lake(stage: Stage, subject: Subject) -> None:
    jagged = stage.chance.branch("lake").pick((0.15, 0.5, 0.8))
    land.ranges(stage, stage.height * 0.26, count=3, jagged=jagged, nearest=0.4)
    land.forest_wall(stage, stage.horizon + 36, 0.42)
    stand(stage, subject, stage.horizon + 52, 0.74)
    water.water(stage, stage.horizon + 48)
    _reflection(stage, stage.horizon + 48)
    _boats(stage, subject, stage.horizon + 60)
    plants.frame(stage, subject.plants, size=1.8)


def _reflection(stage: Stage, top: float) -> None:
    """Broken strokes of dark under what stands by the water."""
    chance = stage.chance.branch("reflection")
    colour = mix(stage.palette.water, stage.palette.deep, 0.35)
    brush = stage.brush(stage.width / 2, top)
    for i in range(7):
        reach = stage.width * 0.24 * (1 - i / 9) * chance.between(0.6, 1)
        x = chance.between(-30, 30)
        brush.line(colour, 3, (x - reach, -7 - 9 * i), (x + reach, -7 - 9 * i), opacity=0.4)


def lakeside(stage: Stage, subject: Subject) -> None:
    land.ranges(stage, stage.height * 0.18, count=2, jagged=0.2, nearest=0.3)
    land.ground(stage, nearness=0.42, top=stage.ground - 8)
    plants.row(stage, subject.plants, stage.ground + 4, size=0.7, near=0.15, clear=0.3)
    stand(stage, subject, stage.ground + 10, 0.9)
    water.water(stage, stage.ground + 8)
    _reflection(stage, stage.ground + 8)
    plants.frame(stage, subject.plants)


def bay(stage: Stage, subject: Subject) -> None:
    land.ridge(stage, "far", stage.horizon + 14, stage.height * 0.14, 0.08, jagged=0.3)
    _skyline(stage, stage.horizon + 26, 0.14)
    land.ground(stage, nearness=0.34, roll=2, top=stage.ground - 14)
    stand(stage, subject, stage.ground)
    water.water(stage, stage.ground - 2)
    _reflection(stage, stage.ground)
    _boats(stage, subject, stage.ground + 20)
    plants.frame(stage, subject.plants, size=1.3)


def canal(stage: Stage, subject: Subject) -> None:
    land.ridge(stage, "far", stage.horizon + 14, stage.height * 0.1, 0.1, jagged=0.1)
    stand(stage, subject, stage.ground - 6)
    water.water(stage, stage.ground - 6)
    _reflection(stage, stage.ground)
    hull = mix(stage.palette.roof, stage.palette.deep, 0.7)
    boat = water.raft if "bamboo" in subject.plants else water.gondola
    boat(stage.brush(stage.width * stage.chance.branch("boat").between(0.3, 0.7), stage.ground + 66, 1.5), hull, hull)
    plants.frame(stage, subject.plants, size=1.4)


def river(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("river-kind")
    if chance.happens(0.35):
        land.karst(stage)
    else:
        land.ranges(stage, stage.height * 0.3, count=3, jagged=chance.pick((0.2, 0.75)), nearest=0.38)
    land.ground(stage, nearness=0.46, top=stage.horizon + 44)
    water.river(stage, stage.horizon + 44)
    plants.row(stage, subject.plants, stage.horizon + 60, size=0.5, near=0.15, clear=0.2)
    stand(stage, subject, stage.ground + 6, 0.6)
    _boats(stage, subject, stage.ground + 30)
    plants.frame(stage, subject.plants, size=1.6)


def karst(stage: Stage, subject: Subject) -> None:
    land.karst(stage)
    land.mist(stage, stage.horizon + 20)
    stand(stage, subject, stage.ground - 20, 0.55)
    water.water(stage, stage.ground - 24)
    _reflection(stage, stage.ground - 20)
    _boats(stage, subject, stage.ground)
    plants.frame(stage, subject.plants, size=1.6)


def coast(stage: Stage, subject: Subject) -> None:
    water.islands(stage)
    water.water(stage, stage.horizon, foot=stage.ground + 20)
    _boats(stage, subject, stage.horizon + 10)
    land.ground(stage, nearness=0.42, top=stage.ground)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.6, top=stage.ground + 36)
    plants.frame(stage, subject.plants)


def beach(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("beach")
    water.islands(stage, chance.whole(1, 3))
    water.water(stage, stage.horizon)
    _boats(stage, subject, stage.horizon + 12)
    water.shore(stage)
    for _ in range(chance.whole(0, 3)):
        x = stage.width * chance.between(0.12, 0.42)
        brush = stage.brush(x, stage.height * chance.between(0.79, 0.86), chance.between(0.7, 1.0))
        brush.line(stage.palette.deep, 3, (0, 0), (8, 62))
        cloth = chance.pick((stage.palette.accent, stage.palette.wall))
        brush.curve(cloth, ("M", -38, 52), ("C", -34, 84, 40, 94, 52, 64))
    plants.frame(
        stage, ("palm", "palm", "shrub") if subject.climate == "tropical" else ("pine", "shrub", "palm"), size=2.0
    )


def island(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("island")
    water.islands(stage, 3)
    water.water(stage, stage.horizon)
    w = stage.width
    brush = stage.brush(w * chance.between(0.4, 0.6), stage.ground - 10, w / 900)
    for colour, rise, reach in ((stage.palette.layer(0.36), 190, 300), (stage.palette.layer(0.5), 110, 380)):
        top = chance.between(-90, 90)
        brush.curve(colour, ("M", -reach, 0), ("C", -reach * 0.6, rise * 0.3, top - 80, rise, top, rise),
                    ("C", top + 90, rise, reach * 0.5, rise * 0.36, reach, 0))  # fmt: skip
    brush.curve(
        mix(stage.palette.wall, stage.palette.sun, 0.4), ("M", -390, 0), ("Q", 0, 16, 390, 0), ("Q", 0, -22, -390, 0)
    )
    stand(stage, subject, stage.ground - 14, 0.6)
    _boats(stage, subject, stage.ground + 6)
    plants.frame(stage, subject.plants, size=2.0)


def falls(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("falls"), stage.palette
    w, h = stage.width, stage.height
    land.ridge(stage, "far", stage.horizon * 0.8, h * 0.2, 0.12, jagged=0.5)
    rim = stage.horizon * chance.between(0.55, 0.75)
    foot = stage.ground + 40
    rock = palette.layer(0.5)
    brush = stage.brush(0, 0)
    brush.poly(
        rock,
        (0, -rim + 30),
        (w * 0.2, -rim + 14),
        (w * 0.5, -rim),
        (w * 0.8, -rim + 18),
        (w, -rim + 40),
        (w, -h),
        (0, -h),
    )
    land.forest_wall(stage, rim - 2, 0.44)
    brush.poly(rock, (0, -rim - 26), (w, -rim - 26), (w, -h), (0, -h))
    count = chance.pick((1, 2, 3, 5))
    light, pale = mix(palette.water, "#ffffff", 0.72), mix(palette.water, "#ffffff", 0.35)
    total = w * chance.between(0.22, 0.5)
    for i in range(count):
        x = w / 2 - total / 2 + total * (i + 0.5) / count
        wide = total / count * chance.between(0.4, 0.85)
        drop = rim + chance.between(0, 30)
        brush.poly(
            pale, (x - wide / 2, -drop), (x + wide / 2, -drop), (x + wide * 0.64, -foot), (x - wide * 0.64, -foot)
        )
        for j in range(3):
            left = x - wide * 0.36 + wide * 0.3 * j
            brush.poly(
                light,
                (left, -drop),
                (left + wide * 0.13, -drop),
                (left + wide * 0.17, -foot),
                (left - wide * 0.05, -foot),
            )
    for side in (0, 1):
        g = stage.brush(w if side else 0, 0, mirrored=bool(side))
        g.poly(
            palette.layer(0.66),
            (0, -rim + 60),
            (w * 0.12, -rim + 20),
            (w * 0.2, -rim - 90),
            (w * 0.17, -rim - 190),
            (w * 0.28, -foot),
            (0, -h),
        )
    water.water(stage, foot)
    land.mist(stage, foot, opacity=0.6)
    plants.frame(stage, subject.plants, size=1.7)


def cave(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("cave"), stage.palette
    w, h = stage.width, stage.height
    brush = stage.brush(0, 0)
    land.ranges(stage, h * 0.2, count=2, jagged=0.3)
    water.water(stage, stage.ground - 10)
    for depth, colour in enumerate(
        (mix(palette.foliage, palette.deep, 0.4), mix(palette.foliage, palette.deep, 0.7), palette.front)
    ):
        inner = 0.36 + 0.07 * depth
        points = []
        for i in range(19):
            angle = pi * i / 18
            reach = w * inner * chance.between(0.86, 1.05)
            lift = h * (0.52 + 0.06 * depth) * chance.between(0.82, 1.05) - (36 if i % 3 == 1 else 0)
            points.append((w / 2 - reach * cos(angle), -(stage.ground + 40 - lift * sin(angle))))
        brush.poly(colour, (0, -h), (0, 0), (w, 0), (w, -h), (points[-1][0], -h), *reversed(points), (points[0][0], -h))
    for _ in range(7):
        x = w * chance.between(0.2, 0.8)
        brush.poly(palette.front, (x - 15, 0), (x + 15, 0), (x, -h * chance.between(0.24, 0.46)))
    brush.rect(palette.front, 0, -h, w, h * 0.1)


def canyon(stage: Stage, subject: Subject) -> None:
    land.ridge(stage, "mesa", stage.horizon + 10, stage.height * 0.12, 0.12, jagged=0.9)
    land.ground(stage, nearness=0.3, top=stage.ground - 20)
    water.river(stage, stage.ground - 20)
    land.strata(stage)
    plants.frame(stage, ("shrub", "conifer") if subject.climate != "desert" else ("cactus", "shrub"), size=1.3)


def desert(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("desert")
    land.ridge(stage, "far", stage.horizon + 16, stage.height * 0.1, 0.05, jagged=0.7)
    if subject.heroes:
        land.ground(stage, nearness=0.22)
        stand(stage, subject, stage.ground + 6)
        land.ground(stage, nearness=0.34, top=stage.ground + 26)
        plants.row(stage, ("palm", "shrub"), stage.ground + 36, size=0.7, near=0.3, clear=0.5)
    else:
        land.dunes(stage, 4)
        dark = stage.palette.front
        x, y = stage.width * chance.between(0.2, 0.5), stage.ground + chance.between(-10, 30)
        for i in range(chance.whole(3, 5)):
            _camel(stage, x + 62 * i, y + 5 * i, dark)
    plants.frame(stage, ("shrub", "palm"), size=1.3)


def _camel(stage: Stage, x: float, y: float, colour: str) -> None:
    b = stage.brush(x, y, 0.66)
    b.curve(colour, ("M", -26, 0), ("L", -24, 36), ("Q", -30, 44, -22, 50), ("Q", -14, 72, -4, 52), ("Q", 6, 72, 14,
        50), ("Q", 26, 44, 30, 60),
            ("L", 33, 74), ("L", 48, 70), ("L", 46, 64), ("L", 38, 64), ("Q", 36, 38, 20, 36), ("L", 20, 0), ("L",
                16, 0), ("L", 14, 32), ("L", -16, 32),
            ("L", -22, 0))  # fmt: skip


def grassland(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("grass")
    for i in range(4):
        land.ridge(stage, f"g{i}", stage.horizon + 24 + 34 * i, 46 - 4 * i, 0.12 + 0.14 * i, jagged=0.0)
    if subject.heroes:
        stand(stage, subject, stage.ground + 10, 0.8)
    else:
        t = stage.tones()
        for _ in range(chance.whole(2, 4)):
            b = stage.brush(
                stage.width * chance.between(0.15, 0.85),
                stage.ground + chance.between(-10, 50),
                chance.between(0.6, 1.0),
            )
            b.rect(t.wall, -46, 0, 92, 36)
            b.rect(t.shade, 12, 0, 34, 36)
            b.curve(t.wall, ("M", -54, 34), ("Q", -20, 62, 0, 70), ("Q", 20, 62, 54, 34))
            b.curve(t.shade, ("M", 10, 34), ("Q", 10, 60, 0, 70), ("Q", 20, 62, 54, 34))
            b.rect(t.accent, -9, 0, 18, 26)
            b.rect(t.accent, -48, 33, 96, 4)
    plants.frame(stage, ("shrub",), size=1.4)


def glacier(stage: Stage, subject: Subject) -> None:
    w = stage.width
    for x, grow in ((0.16, 0.9), (0.86, 1.0), (0.5, 0.62)):
        land.snow_peak(stage, w * x, stage.ground + 20, w * 0.7 * grow, stage.height * 0.6 * grow, 0.3)
    ice, blue = mix(stage.palette.wall, "#ffffff", 0.4), mix(stage.palette.water, stage.palette.wall, 0.4)
    b = stage.brush(w / 2, stage.ground + 40, w / 900)
    b.curve(
        ice, ("M", -40, 190), ("C", -60, 120, -180, 60, -230, -20), ("L", 250, -20), ("C", 180, 50, 60, 110, 30, 190)
    )
    for i in range(6):
        b.stroke(
            blue, 4, ("M", -30 + 12 * i, 180 - 6 * i), ("C", -40 + 20 * i, 110, -120 + 50 * i, 60, -170 + 70 * i, -10)
        )
    for i in range(9):
        b.poly(blue, (-220 + 52 * i, -24), (-205 + 52 * i, 14 + 12 * (i % 2)), (-176 + 52 * i, -24))
    water.water(stage, stage.ground + 56)
    plants.frame(stage, ("conifer", "shrub"), size=1.2)


def spring(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("spring")
    land.ranges(stage, stage.height * 0.24, count=3, jagged=0.4, nearest=0.44)
    land.forest_wall(stage, stage.ground - 30, 0.5)
    land.ground(stage, nearness=0.56, top=stage.ground)
    w = stage.width
    b = stage.brush(w / 2, stage.ground + 62, w / 900)
    rim = mix(stage.palette.roof, stage.palette.deep, 0.5)
    b.oval(rim, 0, 0, 330, 66)
    b.oval(mix(stage.palette.water, "#ffffff", 0.2), 0, -3, 310, 54)
    b.oval(mix(stage.palette.water, stage.palette.deep, 0.12), 30, -8, 220, 34)
    for i in range(16):
        angle = 2 * pi * i / 16
        b.oval(
            mix(rim, stage.palette.haze, 0.25 if i % 2 else 0.1),
            326 * cos(angle),
            62 * sin(angle),
            chance.between(24, 42),
            chance.between(14, 24),
        )
    steam = mix(stage.palette.sky_low, "#ffffff", 0.5)
    for i in range(5):
        x = -190 + 95 * i
        b.stroke(steam, 13, ("M", x, 20), ("C", x - 46, 70, x + 46, 110, x, 170 + 20 * (i % 2)), opacity=0.5)
    plants.frame(stage, subject.plants, size=1.7)


def geyser(stage: Stage, subject: Subject) -> None:
    land.ranges(stage, stage.height * 0.2, count=3, jagged=0.4, nearest=0.4)
    land.forest_wall(stage, stage.ground - 10, 0.46)
    land.ground(stage, nearness=0.24, top=stage.ground)
    b = stage.brush(stage.width / 2, stage.ground + 40, stage.height / 600)
    steam = mix(stage.palette.wall, "#ffffff", 0.6)
    for x, y, r in ((0, 250, 60), (-50, 220, 44), (54, 232, 48), (-24, 300, 44), (34, 310, 38), (0, 180, 40)):
        b.disc(steam, x, y, r, 0.7)
    b.curve(steam, ("M", -14, 0), ("Q", -6, 100, -30, 240), ("L", 34, 250), ("Q", 8, 100, 16, 0))
    b.oval(mix(stage.palette.water, "#ffffff", 0.2), 0, -6, 190, 26)
    plants.frame(stage, ("conifer",), size=1.6)


def savanna(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("savanna")
    land.ranges(stage, stage.height * 0.12, count=2, jagged=0.2, nearest=0.3)
    warm = subject.climate in ("tropical", "desert")
    plants.row(stage, ("acacia",) if warm else subject.plants, stage.ground, size=0.9, near=0.2)
    land.ground(stage, nearness=0.42, top=stage.ground)
    dark = mix(stage.palette.foliage, stage.palette.deep, 0.75)
    kinds = [_elephant, _giraffe, _deer]
    first = chance.pick(kinds)
    first(stage, stage.width * chance.between(0.36, 0.52), stage.ground + 46, 1.25, dark)
    first(stage, stage.width * chance.between(0.62, 0.72), stage.ground + 40, 0.85, dark)
    stand(stage, subject, stage.ground + 10, 0.7)
    land.ground(stage, nearness=0.6, top=stage.ground + 62)
    plants.frame(stage, subject.plants, size=1.7)


def _elephant(stage: Stage, x: float, y: float, size: float, colour: str) -> None:
    stage.brush(x, y, size).curve(
        colour, ("M", -62, 0), ("L", -60, 40), ("C", -78, 92, -30, 112, 10, 104), ("C", 26, 118, 58, 112, 66, 88),
            ("C", 74, 66, 70, 40, 76, 14),
        ("C", 78, 4, 88, 6, 88, 14), ("L", 94, 12), ("C", 92, -6, 70, -6, 68, 12), ("C", 66, 34, 60, 52, 48, 56),
            ("L", 42, 46), ("L", 42, 0), ("L", 22, 0),
        ("L", 20, 36), ("L", -18, 34), ("L", -20, 0), ("L", -42, 0), ("L", -44, 30), ("L", -46, 0),
    )  # fmt: skip


def _giraffe(stage: Stage, x: float, y: float, size: float, colour: str) -> None:
    stage.brush(x, y, size).curve(
        colour, ("M", -34, 0), ("L", -32, 58), ("C", -42, 84, -26, 96, -6, 98), ("L", 26, 112), ("L", 52, 188),
            ("L", 50, 204), ("L", 56, 194), ("L", 80, 184),
        ("L", 82, 176), ("L", 66, 178), ("L", 42, 98), ("C", 40, 78, 34, 70, 30, 62), ("L", 28, 0), ("L", 20, 0),
            ("L", 18, 60), ("L", -18, 60),
        ("L", -26, 0),
    )  # fmt: skip


def _deer(stage: Stage, x: float, y: float, size: float, colour: str) -> None:
    b = stage.brush(x, y, size)
    b.curve(
        colour, ("M", -34, 0), ("L", -32, 36), ("C", -42, 56, -34, 64, -20, 62), ("L", 24, 62), ("L", 34, 92), ("L",
            30, 98), ("L", 40, 98), ("L", 58, 88),
        ("L", 56, 82), ("L", 44, 82), ("L", 38, 50), ("L", 32, 34), ("L", 32, 0), ("L", 26, 0), ("L", 22, 36), ("L",
            -20, 38), ("L", -26, 0),
    )  # fmt: skip
    b.stroke(colour, 4, ("M", 38, 96), ("Q", 26, 116, 36, 134))
    b.stroke(colour, 4, ("M", 38, 96), ("Q", 54, 112, 50, 130))


def underwater(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("sea"), stage.palette
    w, h = stage.width, stage.height
    high, low = mix(palette.water, "#ffffff", 0.45), mix(palette.water, palette.deep, 0.62)
    if palette.is_night:
        high = mix(palette.water, palette.sky_low, 0.4)
    stage.canvas.gradient(0, 0, w, h, high, low)
    brush = stage.brush(0, 0)
    for i in range(4):
        x = w * (0.1 + 0.25 * i) + chance.between(-40, 40)
        brush.poly("#ffffff", (x, 0), (x + 46, 0), (x - 60, -h * 0.8), (x - 170, -h * 0.8), opacity=0.12)
    dark = mix(low, palette.deep, 0.35)
    x, y = w * chance.between(0.38, 0.6), h * chance.between(0.34, 0.46)
    g = stage.brush(x, y, min(w, h) / 480, mirrored=chance.happens(0.5))
    kind = chance.whole(0, 2)
    if kind == 0:
        g.curve(dark, ("M", -190, 26), ("Q", -170, 4, -140, 2), ("C", -60, 60, 90, 66, 150, 6), ("C", 110, -40, -40,
            -50, -140, -6), ("Q", -170, -10, -196, -34),
                ("Q", -176, 0, -190, 26))  # fmt: skip
        g.curve(dark, ("M", 20, -30), ("Q", 0, -80, -40, -86), ("Q", -20, -50, -16, -30))
    elif kind == 1:
        g.curve(dark, ("M", -160, 50), ("Q", -60, 60, -20, 26), ("L", 20, 26), ("Q", 60, 60, 160, 50), ("Q", 90, 10,
            26, -22), ("Q", 6, -40, 0, -130),
                ("Q", -8, -40, -26, -22), ("Q", -90, 10, -160, 50))  # fmt: skip
    else:
        g.curve(dark, ("M", -70, 0), ("C", -70, 90, 70, 90, 70, 0), ("Q", 35, -20, 0, 0), ("Q", -35, -20, -70, 0))
        for i in range(5):
            g.stroke(dark, 5, ("M", -48 + 24 * i, -4), ("C", -70 + 24 * i, -50, -26 + 24 * i, -90, -48 + 24 * i, -140))
    fish = mix(palette.accent, palette.sun, 0.3)
    for _ in range(13):
        f = stage.brush(w * chance.between(0.06, 0.94), h * chance.between(0.3, 0.8), chance.between(0.5, 1.0))
        f.curve(
            fish,
            ("M", -24, 10),
            ("Q", -14, 2, -10, 2),
            ("Q", 8, 16, 24, 0),
            ("Q", 8, -16, -10, -2),
            ("Q", -14, -2, -24, -10),
            ("Q", -18, 0, -24, 10),
        )
    for i in range(11):
        x = w * (i + chance.between(0, 1)) / 11
        tall = h * chance.between(0.12, 0.34)
        brush.stroke(
            palette.front, 10, ("M", x, -h), ("C", x - 30, -h + tall * 0.4, x + 34, -h + tall * 0.7, x, -h + tall)
        )
    brush.curve(
        palette.front,
        ("M", 0, -h * 0.9),
        ("C", w * 0.3, -h * 0.84, w * 0.6, -h * 0.95, w, -h * 0.88),
        ("L", w, -h),
        ("L", 0, -h),
    )


def slopes(stage: Stage, subject: Subject) -> None:
    w = stage.width
    for x, grow in ((0.24, 0.8), (0.78, 1.0)):
        land.snow_peak(stage, w * x, stage.ground + 20, w * 0.8 * grow, stage.height * 0.56 * grow, 0.22)
    snow = mix(stage.palette.wall, stage.palette.haze, 0.12)
    b = stage.brush(0, 0)
    level = -stage.ground
    b.curve(
        snow,
        ("M", 0, level + 90),
        ("C", w * 0.3, level + 40, w * 0.6, level + 10, w, level - 40),
        ("L", w, -stage.height),
        ("L", 0, -stage.height),
    )
    plants.row(stage, ("conifer",), stage.ground - 30, size=0.7, near=0.4, clear=0.45)
    line = mix(stage.palette.roof, stage.palette.deep, 0.5)
    b.line(line, 2.5, (0, level + 40), (w, level + 260))
    for i in range(4):
        x = w * (0.16 + 0.22 * i)
        y = level + 40 + 220 * x / w
        b.rect(stage.palette.accent, x - 13, y - 44, 26, 22)
        b.line(line, 2, (x, y), (x, y - 24))
    for i in range(3):
        x = w * (0.3 + 0.12 * i)
        b.stroke(
            mix(snow, stage.palette.haze, 0.5),
            3,
            ("M", x, level + 40),
            ("C", x + 80, level - 10, x - 50, level - 50, x + 40, level - 110),
        )
    plants.frame(stage, ("conifer",), size=1.6)


def forest(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("forest"), stage.palette
    w, h = stage.width, stage.height
    land.ridge(stage, "far", stage.horizon, h * 0.12, 0.1, jagged=0.2)
    brush = stage.brush(0, 0)
    for layer in range(3):
        colour = palette.layer(0.2 + 0.2 * layer)
        for i in range(9 - 2 * layer):
            x = w * (i + chance.between(0.1, 0.9)) / (9 - 2 * layer)
            if layer == 2 and abs(x - w / 2) < w * 0.14:
                continue
            wide = 12 + 12 * layer
            brush.poly(colour, (x - wide, -h), (x - wide * 0.45, 0), (x + wide * 0.45, 0), (x + wide, -h))
        top = stage.brush(0, h * (0.1 - 0.02 * layer))
        for i in range(10):
            top.oval(colour, w * (i + chance.between(0, 1)) / 10, chance.between(0, 50), 90, 44)
        if layer < 2:
            land.mist(stage, stage.ground + 20 * layer, opacity=0.4)
    light = mix(palette.sun, palette.sky_low, 0.5)
    for i in range(3):
        x = w * (0.3 + 0.18 * i)
        brush.poly(light, (x, 0), (x + 60, 0), (x - 110, -h), (x - 230, -h), opacity=0.16)
    brush.curve(mix(palette.wall, palette.foliage, 0.3), ("M", w * 0.48, -stage.ground), ("C", w * 0.56, -h * 0.8,
        w * 0.36, -h * 0.86, w * 0.3, -h),
                ("L", w * 0.7, -h), ("C", w * 0.5, -h * 0.86, w * 0.66, -h * 0.8, w * 0.51,
                    -stage.ground))  # fmt: skip
    stand(stage, subject, stage.ground + 20, 0.5)
    plants.frame(stage, ("conifer", "shrub") if subject.climate != "tropical" else ("palm", "shrub"), size=1.6)


def bamboo(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("bamboo"), stage.palette
    w, h = stage.width, stage.height
    land.ridge(stage, "far", stage.horizon, h * 0.1, 0.1, jagged=0.1)
    brush = stage.brush(0, 0)
    for layer in range(3):
        colour = palette.layer(0.18 + 0.16 * layer)
        joint = mix(colour, palette.sky_low, 0.5)
        for i in range(10 - layer):
            x = w * (i + chance.between(0, 1)) / (10 - layer)
            if layer and abs(x - w / 2) < w * 0.13 * layer:
                continue
            wide = 7 + 6 * layer
            lean = chance.between(-14, 14)
            brush.poly(
                colour, (x - wide / 2, -h), (x + lean - wide / 2, 0), (x + lean + wide / 2, 0), (x + wide / 2, -h)
            )
            for j in range(1, 4):
                y = h * (j + chance.between(-0.2, 0.2)) / 4
                brush.rect(joint, x + lean * (1 - y / h) - wide / 2, -y, wide, 3)
    brush.curve(mix(palette.wall, palette.foliage, 0.25), ("M", w * 0.49, -stage.ground), ("Q", w * 0.47, -h * 0.85,
        w * 0.3, -h), ("L", w * 0.7, -h),
                ("Q", w * 0.53, -h * 0.85, w * 0.51, -stage.ground))  # fmt: skip
    if chance.happens(0.5) and not subject.heroes:
        _panda(stage)
    stand(stage, subject, stage.ground + 20, 0.5)
    plants.frame(stage, ("bamboo", "bamboo", "shrub"), size=1.9)


def _panda(stage: Stage) -> None:
    b = stage.brush(stage.width / 2, stage.ground + 70, 1.15)
    dark, light = stage.palette.deep, stage.palette.wall
    b.oval(light, 0, 52, 56, 50)
    b.curve(
        dark,
        ("M", -50, 78),
        ("Q", 0, 60, 50, 78),
        ("Q", 66, 50, 40, 36),
        ("Q", 20, 62, 0, 60),
        ("Q", -20, 62, -40, 36),
        ("Q", -66, 50, -50, 78),
    )
    for x in (-38, 38):
        b.oval(dark, x, 10, 26, 17)
        b.disc(dark, x * 0.86, 150, 14)
    b.oval(light, 0, 118, 46, 38)
    for x in (-19, 19):
        b.oval(dark, x, 120, 11, 13)
    b.oval(dark, 0, 103, 7, 5)


def terraces(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("terraces"), stage.palette
    w, h = stage.width, stage.height
    land.ranges(stage, h * 0.24, count=2, jagged=0.4, nearest=0.24)
    land.mist(stage, stage.horizon + 10)
    stand(stage, subject, stage.horizon + 60, 0.62)
    phase = chance.between(0, 2 * pi)
    brush = stage.brush(0, 0)
    for i in range(8):
        level = stage.horizon + 54 + (h - stage.horizon - 54) * i / 8.4
        colour = mix(palette.water, palette.sky_low, 0.35) if i % 2 else palette.layer(0.34 + 0.05 * i)
        swing = 12 + 5 * i
        y = [-level + swing * sin(phase + 0.5 * i + 1.6 * j) for j in range(4)]
        brush.curve(colour, ("M", 0, y[0]), ("C", w * 0.2, y[0] + swing, w * 0.2, y[1], w / 3, y[1]), ("C",
            w * 0.48, y[1], w * 0.5, y[2], w * 2 / 3, y[2]),
                    ("C", w * 0.84, y[2], w * 0.86, y[3], w, y[3]), ("L", w, -h), ("L", 0, -h))  # fmt: skip
    plants.frame(stage, subject.plants, size=1.5)


def great_wall(stage: Stage, subject: Subject) -> None:
    chance, palette = stage.chance.branch("wall"), stage.palette
    w, h = stage.width, stage.height
    land.ranges(stage, h * 0.34, count=3, jagged=0.6, nearest=0.34)
    t = stage.tones()
    swing = 1 if chance.happens(0.5) else -1
    b = stage.brush(w / 2, 0, mirrored=swing < 0)
    crest = [
        (-0.56, 0.8),
        (-0.36, 0.63),
        (-0.2, 0.7),
        (-0.02, 0.52),
        (0.12, 0.56),
        (0.26, 0.42),
        (0.4, 0.46),
        (0.56, 0.33),
    ]
    path = [(x * w, -h * (y + chance.between(-0.025, 0.025))) for x, y in crest]
    b.poly(palette.layer(0.5), (-w, -h), *path, (w, -h))
    for (x0, y0), (x1, y1), near in zip(path, path[1:], (1, 0.86, 0.74, 0.62, 0.5, 0.42, 0.36), strict=False):
        tall = 46 * near
        b.poly(t.wall, (x0, y0 - 6), (x0, y0 + tall), (x1, y1 + tall * 0.9), (x1, y1 - 6))
        b.poly(t.shade, (x0, y0 - 6), (x0, y0 + tall * 0.4), (x1, y1 + tall * 0.36), (x1, y1 - 6))
        steps = max(4, round(9 * near) + 3)
        for i in range(steps):
            share = i / steps
            x, y = x0 + (x1 - x0) * share, y0 + tall * (1 - 0.1 * share) + (y1 - y0) * share
            b.rect(t.wall, x, y - 1, (x1 - x0) / steps * 0.55, 7 * near)
    for (x, y), near in zip(path[1::2], (1.0, 0.72, 0.5, 0.4), strict=False):
        wide, tall = 92 * near, 104 * near
        b.rect(t.wall, x - wide / 2, y - 12, wide, tall)
        b.rect(t.shade, x, y - 12, wide / 2, tall)
        for i in (-1, 0, 1):
            b.arch(t.dark, x + i * wide * 0.27, y + tall * 0.4, wide * 0.13, tall * 0.24)
        for i in range(4):
            b.rect(t.wall, x - wide * 0.54 + i * wide * 0.3, y + tall - 14, wide * 0.17, 12 * near + 2)
    land.ridge(stage, "front", stage.ground + 76, h * 0.1, 0.66, jagged=0.1)
    plants.frame(stage, ("pine", "round", "shrub"), size=1.6)


def garden(stage: Stage, subject: Subject) -> None:
    chance = stage.chance.branch("garden")
    land.ridge(stage, "far", stage.horizon + 20, stage.height * 0.12, 0.14, jagged=0.1)
    land.forest_wall(stage, stage.horizon + 26, 0.3)
    plants.row(stage, subject.plants, stage.ground - 6, size=1.0, near=0.1, clear=0.3)
    land.ground(stage, nearness=0.46)
    stand(stage, subject, stage.ground + 8, 0.86)
    pond = stage.ground + 26
    water.water(stage, pond)
    _reflection(stage, pond)
    leaf = mix(stage.palette.foliage, stage.palette.deep, 0.3)
    for _ in range(10):
        b = stage.brush(stage.width * chance.between(0.08, 0.92), pond + chance.between(24, 90))
        b.oval(leaf, 0, 0, chance.between(16, 30), chance.between(4, 7))
        if chance.happens(0.4):
            b.oval(stage.palette.accent, 4, 7, 7, 6)
    plants.frame(stage, subject.plants, size=1.8)


def park(stage: Stage, subject: Subject) -> None:
    land.forest_wall(stage, stage.horizon + 10, 0.22)
    land.ground(stage, nearness=0.4, top=stage.ground - 10)
    plants.row(stage, subject.plants, stage.ground, size=1.2, near=0.16, clear=0.3)
    stand(stage, subject, stage.ground + 12, 0.8)
    w, h = stage.width, stage.height
    land.ground(stage, nearness=0.54, top=stage.ground + 26)
    path = mix(stage.palette.wall, stage.palette.foliage, 0.18)
    stage.brush(0, 0).curve(path, ("M", w * 0.48, -stage.ground - 26), ("C", w * 0.58, -h * 0.8, w * 0.3, -h * 0.86,
        w * 0.2, -h), ("L", w * 0.56, -h),
                            ("C", w * 0.5, -h * 0.88, w * 0.68, -h * 0.82, w * 0.52, -stage.ground - 26))  # fmt: skip
    plants.frame(stage, subject.plants, size=1.8)


def plaza(stage: Stage, subject: Subject) -> None:
    """A paved place among houses; by night with lit lamps."""
    _skyline(stage, stage.horizon + 20, 0.12)
    stand(stage, subject, stage.ground + 8, 1.04)
    w, h, palette = stage.width, stage.height, stage.palette
    stone = mix(palette.wall, palette.haze, 0.5) if not palette.is_night else palette.layer(0.5)
    brush = stage.brush(0, 0)
    brush.rect(stone, 0, -h, w, h - stage.ground - 6)
    joint = mix(stone, palette.deep, 0.14)
    for i in range(-5, 6):
        brush.line(joint, 2, (w / 2 + i * 56, -stage.ground - 6), (w / 2 + i * 190, -h))
    for share in (0.14, 0.34, 0.62):
        y = -(stage.ground + 6 + (h - stage.ground) * share)
        brush.line(joint, 2, (0, y), (w, y))
    lamp = palette.front
    for x in (0.09, 0.91):
        g = stage.brush(w * x, stage.ground + 60, 1.1)
        g.line(lamp, 5, (0, 0), (0, 150))
        g.disc(mix(palette.sun, palette.accent, 0.2), 0, 162, 15)
        g.poly(lamp, (-16, 172), (0, 188), (16, 172))
        if palette.is_night:
            g.disc(palette.sun, 0, 162, 44, 0.2)
    plants.frame(stage, subject.plants, size=1.2)


def overlook(stage: Stage, subject: Subject) -> None:
    """A view from a height over a city or a land."""
    chance, palette = stage.chance.branch("overlook"), stage.palette
    w, h = stage.width, stage.height
    land.ranges(stage, h * 0.2, count=2, jagged=chance.pick((0.2, 0.8)), nearest=0.2)
    if chance.happens(0.5):
        water.water(stage, stage.horizon + 14, foot=stage.horizon + 60)
    _skyline(stage, stage.horizon + 62, 0.26)
    _skyline(stage, stage.horizon + 90, 0.38)
    stand(stage, subject, stage.ground + 14, 0.9)
    land.forest_wall(stage, stage.ground + 20, 0.56)
    front = palette.front
    side = chance.happens(0.5)
    b = stage.brush(w if side else 0, 0, mirrored=side)
    b.poly(
        front,
        (0, -h * 0.72),
        (w * 0.2, -h * 0.74),
        (w * 0.36, -h * 0.8),
        (w * 0.46, -h * 0.9),
        (w, -h * 0.94),
        (w, -h),
        (0, -h),
    )
    for i in range(7):
        b.line(front, 4, (w * 0.02 + 44 * i, -h * 0.75), (w * 0.02 + 44 * i, -h * 0.66 - 3 * i))
    b.line(front, 5, (0, -h * 0.66), (w * 0.02 + 264, -h * 0.69))
    x = w * 0.14
    b.curve(
        front,
        ("M", x - 11, -h * 0.74),
        ("L", x - 12, -h * 0.62),
        ("Q", x, -h * 0.58, x + 12, -h * 0.62),
        ("L", x + 11, -h * 0.74),
    )
    b.disc(front, x, -h * 0.572, 11)
    plants.TREES[chance.pick(subject.plants)](b.at(w * 0.03, -h * 0.74, 1.9), front, front)


def valley(stage: Stage, subject: Subject) -> None:
    land.ranges(stage, stage.height * 0.36, count=3, jagged=0.75, nearest=0.36)
    land.mist(stage, stage.horizon + 26)
    land.forest_wall(stage, stage.ground - 26, 0.46)
    land.ground(stage, nearness=0.5, top=stage.ground)
    water.river(stage, stage.ground)
    plants.row(stage, ("conifer", "round"), stage.ground + 12, size=0.6, near=0.3, clear=0.35)
    _deer(
        stage,
        stage.width * stage.chance.branch("deer").between(0.2, 0.34),
        stage.ground + 84,
        0.62,
        stage.palette.front,
    )
    plants.frame(stage, ("conifer", "conifer", "round") if subject.climate != "tropical" else subject.plants, size=1.9)


def graves(stage: Stage, subject: Subject) -> None:
    land.ranges(stage, stage.height * 0.2, count=3, jagged=0.3, nearest=0.36)
    plants.row(stage, ("cypress", "pine"), stage.ground - 4, size=1.2, near=0.3, clear=0.3)
    land.ground(stage, nearness=0.48)
    stand(stage, subject, stage.ground + 8, 0.8)
    t = stage.tones()
    if not subject.heroes:
        for row in range(3):
            size = 0.6 + 0.24 * row
            for i in range(7 - row):
                b = stage.brush(stage.width / 2 + (i - (6 - row) / 2) * 92 * size, stage.ground + 22 + 30 * row, size)
                b.arch(t.wall, 0, 0, 38, 62)
                b.rect(t.shade, 4, 0, 15, 50)
    plants.frame(stage, ("cypress", "pine", "shrub"), size=1.6)


SETTINGS: Final[Mapping[str, Setting]] = {
    "plain": plain, "city": city, "hills": hills, "mountains": mountains, "peaks": peaks, "pillars": pillars,
        "volcano": volcano,
    "lake": lake, "lakeside": lakeside, "bay": bay, "canal": canal, "river": river, "karst": karst, "coast": coast,
    "beach": beach,
        "island": island,
    "falls": falls, "cave": cave, "canyon": canyon, "desert": desert, "grassland": grassland, "glacier": glacier,
        "spring": spring,
    "geyser": geyser, "savanna": savanna, "underwater": underwater, "slopes": slopes, "forest": forest,
        "bamboo": bamboo,
    "terraces": terraces, "great_wall": great_wall, "garden": garden, "park": park, "plaza": plaza,
        "overlook": overlook,
    "valley": valley, "graves": graves,
}  # fmt: skip

"""Settings of mountains, snow and rock."""

from math import cos, pi, sin

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import land, plants, water
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.scenery.standing import deer, stand
from travelagent.pictures.subjects import Subject


def mountains(stage: Stage, subject: Subject) -> None:
    """Draw a range of high peaks."""
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
    """Draw ridges behind one another, with mist between, as in an ink painting."""
    for i in range(5):
        share = i / 4
        level = stage.horizon * (0.72 + 0.5 * share)
        land.ridge(stage, f"peaks{i}", level, stage.height * (0.3 - 0.03 * i), 0.05 + 0.56 * share, jagged=0.9)
        if i in (1, 3):
            land.mist(stage, level + 34)
    stand(stage, subject, stage.ground + 30, 0.5)
    plants.frame(stage, ("pine", "pine", "conifer"), size=1.9)


def pillars(stage: Stage, subject: Subject) -> None:
    """Draw pillars of rock, framed by pines."""
    land.pillars(stage)
    stand(stage, subject, stage.ground + 50, 0.5)
    plants.frame(stage, ("pine", "shrub"), size=1.7)


def volcano(stage: Stage, subject: Subject) -> None:
    """Draw a single high cone over a lake."""
    land.ridge(stage, "far", stage.horizon + 10, stage.height * 0.12, 0.1, jagged=0.3)
    land.snow_peak(stage, stage.width * 0.5, stage.ground, stage.width * 1.05, stage.height * 0.56, 0.26)
    land.mist(stage, stage.ground - 40)
    land.forest_wall(stage, stage.ground - 6, 0.5)
    water.water(stage, stage.ground + 14)
    stand(stage, subject, stage.ground + 22, 0.5)
    plants.frame(stage, subject.plants)


def valley(stage: Stage, subject: Subject) -> None:
    """Draw a river valley between mountains."""
    land.ranges(stage, stage.height * 0.36, count=3, jagged=0.75, nearest=0.36)
    land.mist(stage, stage.horizon + 26)
    land.forest_wall(stage, stage.ground - 26, 0.46)
    land.ground(stage, nearness=0.5, top=stage.ground)
    water.river(stage, stage.ground)
    plants.row(stage, ("conifer", "round"), stage.ground + 12, size=0.6, near=0.3, clear=0.35)
    deer(
        stage,
        stage.width * stage.chance.branch("deer").between(0.2, 0.34),
        stage.ground + 84,
        0.62,
        stage.palette.front,
    )
    plants.frame(stage, ("conifer", "conifer", "round") if subject.climate != "tropical" else subject.plants, size=1.9)


def glacier(stage: Stage, subject: Subject) -> None:
    """Draw a glacier between snow peaks."""
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


def slopes(stage: Stage, subject: Subject) -> None:
    """Draw ski slopes below snow peaks."""
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


def cave(stage: Stage, subject: Subject) -> None:
    """Draw a view out of a cave over water."""
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
    """Draw a canyon with a river between walls of layered rock."""
    land.ridge(stage, "mesa", stage.horizon + 10, stage.height * 0.12, 0.12, jagged=0.9)
    land.ground(stage, nearness=0.3, top=stage.ground - 20)
    water.river(stage, stage.ground - 20)
    land.strata(stage)
    plants.frame(stage, ("shrub", "conifer") if subject.climate != "desert" else ("cactus", "shrub"), size=1.3)

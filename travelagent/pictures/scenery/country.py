"""Settings of open country and woods."""

from math import pi, sin

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import land, plants
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.scenery.standing import deer, stand
from travelagent.pictures.subjects import Subject


def desert(stage: Stage, subject: Subject) -> None:
    """Draw a desert: rolling sand before a far ridge."""
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
    """Draw a grassland of rolling hills."""
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


def geyser(stage: Stage, subject: Subject) -> None:
    """Draw a geyser with its steam before woods and mountains."""
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
    """Draw a savanna with scattered trees and animals."""
    chance = stage.chance.branch("savanna")
    land.ranges(stage, stage.height * 0.12, count=2, jagged=0.2, nearest=0.3)
    warm = subject.climate in ("tropical", "desert")
    plants.row(stage, ("acacia",) if warm else subject.plants, stage.ground, size=0.9, near=0.2)
    land.ground(stage, nearness=0.42, top=stage.ground)
    dark = mix(stage.palette.foliage, stage.palette.deep, 0.75)
    kinds = [_elephant, _giraffe, deer]
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


def forest(stage: Stage, subject: Subject) -> None:
    """Draw a forest in layers of trunks."""
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
    """Draw a bamboo grove in layers of canes."""
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
    """Draw terraced fields below mountains and mist."""
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

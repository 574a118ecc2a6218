"""Settings of towns, gardens and parks."""

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import land, plants, water
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.scenery.standing import reflection, skyline, stand
from travelagent.pictures.subjects import Subject


def plain(stage: Stage, subject: Subject) -> None:
    """Draw the subject on a plain with trees."""
    land.ranges(stage, stage.height * 0.1, count=2, jagged=0.1, nearest=0.3)
    plants.row(stage, subject.plants, stage.ground - 4, size=0.6, near=0.05)
    land.ground(stage, nearness=0.42)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.6, top=stage.ground + 34)
    plants.row(stage, subject.plants, stage.ground + 44, size=0.62, near=0.35, share=0.5, clear=0.55)
    plants.frame(stage, subject.plants)


def city(stage: Stage, subject: Subject) -> None:
    """Draw the subject before the skylines of a city."""
    land.ridge(stage, "back", stage.horizon + 10, stage.height * 0.1, 0.06, jagged=0.2)
    skyline(stage, stage.horizon + 16, 0.12)
    skyline(stage, stage.horizon + 34, 0.22)
    land.ground(stage, nearness=0.4, roll=3)
    stand(stage, subject, stage.ground + 8)
    land.ground(stage, nearness=0.58, top=stage.ground + 30, roll=3)
    plants.row(stage, subject.plants, stage.ground + 36, size=0.55, near=0.3, share=0.6, clear=0.6)
    plants.frame(stage, subject.plants)


def hills(stage: Stage, subject: Subject) -> None:
    """Draw the subject before hills and woods."""
    land.ranges(
        stage, stage.height * 0.3, count=3, jagged=0.6 if stage.chance.branch("h").happens(0.5) else 0.25, nearest=0.4
    )
    land.mist(stage, stage.horizon + 20)
    land.forest_wall(stage, stage.ground - 14, 0.46)
    land.ground(stage, nearness=0.44)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.62, top=stage.ground + 32)
    plants.frame(stage, subject.plants)


def garden(stage: Stage, subject: Subject) -> None:
    """Draw the subject in a garden."""
    chance = stage.chance.branch("garden")
    land.ridge(stage, "far", stage.horizon + 20, stage.height * 0.12, 0.14, jagged=0.1)
    land.forest_wall(stage, stage.horizon + 26, 0.3)
    plants.row(stage, subject.plants, stage.ground - 6, size=1.0, near=0.1, clear=0.3)
    land.ground(stage, nearness=0.46)
    stand(stage, subject, stage.ground + 8, 0.86)
    pond = stage.ground + 26
    water.water(stage, pond)
    reflection(stage, pond)
    leaf = mix(stage.palette.foliage, stage.palette.deep, 0.3)
    for _ in range(10):
        b = stage.brush(stage.width * chance.between(0.08, 0.92), pond + chance.between(24, 90))
        b.oval(leaf, 0, 0, chance.between(16, 30), chance.between(4, 7))
        if chance.happens(0.4):
            b.oval(stage.palette.accent, 4, 7, 7, 6)
    plants.frame(stage, subject.plants, size=1.8)


def park(stage: Stage, subject: Subject) -> None:
    """Draw the subject in a park."""
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
    """Draw a paved place among houses; by night with lit lamps."""
    skyline(stage, stage.horizon + 20, 0.12)
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
    """Draw a view from a height over a city or a land."""
    chance, palette = stage.chance.branch("overlook"), stage.palette
    w, h = stage.width, stage.height
    land.ranges(stage, h * 0.2, count=2, jagged=chance.pick((0.2, 0.8)), nearest=0.2)
    if chance.happens(0.5):
        water.water(stage, stage.horizon + 14, foot=stage.horizon + 60)
    skyline(stage, stage.horizon + 62, 0.26)
    skyline(stage, stage.horizon + 90, 0.38)
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


def graves(stage: Stage, subject: Subject) -> None:
    """Draw a burial ground among cypresses and pines."""
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


def great_wall(stage: Stage, subject: Subject) -> None:
    """Draw a wall with towers over mountains."""
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

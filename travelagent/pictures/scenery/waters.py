"""Settings by the water and on it."""

from math import cos, pi, sin

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import land, plants, water
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.scenery.standing import boats, reflection, skyline, stand
from travelagent.pictures.subjects import Subject


def lake(stage: Stage, subject: Subject) -> None:
    """Draw the subject across a lake, with its reflection."""
    jagged = stage.chance.branch("lake").pick((0.15, 0.5, 0.8))
    land.ranges(stage, stage.height * 0.26, count=3, jagged=jagged, nearest=0.4)
    land.forest_wall(stage, stage.horizon + 36, 0.42)
    stand(stage, subject, stage.horizon + 52, 0.74)
    water.water(stage, stage.horizon + 48)
    reflection(stage, stage.horizon + 48)
    boats(stage, subject, stage.horizon + 60)
    plants.frame(stage, subject.plants, size=1.8)


def lakeside(stage: Stage, subject: Subject) -> None:
    """Draw the subject on the near shore of a lake, with its reflection."""
    land.ranges(stage, stage.height * 0.18, count=2, jagged=0.2, nearest=0.3)
    land.ground(stage, nearness=0.42, top=stage.ground - 8)
    plants.row(stage, subject.plants, stage.ground + 4, size=0.7, near=0.15, clear=0.3)
    stand(stage, subject, stage.ground + 10, 0.9)
    water.water(stage, stage.ground + 8)
    reflection(stage, stage.ground + 8)
    plants.frame(stage, subject.plants)


def bay(stage: Stage, subject: Subject) -> None:
    """Draw the subject at a bay before a skyline."""
    land.ridge(stage, "far", stage.horizon + 14, stage.height * 0.14, 0.08, jagged=0.3)
    skyline(stage, stage.horizon + 26, 0.14)
    land.ground(stage, nearness=0.34, roll=2, top=stage.ground - 14)
    stand(stage, subject, stage.ground)
    water.water(stage, stage.ground - 2)
    reflection(stage, stage.ground)
    boats(stage, subject, stage.ground + 20)
    plants.frame(stage, subject.plants, size=1.3)


def canal(stage: Stage, subject: Subject) -> None:
    """Draw the subject at a canal with boats."""
    land.ridge(stage, "far", stage.horizon + 14, stage.height * 0.1, 0.1, jagged=0.1)
    stand(stage, subject, stage.ground - 6)
    water.water(stage, stage.ground - 6)
    reflection(stage, stage.ground)
    hull = mix(stage.palette.roof, stage.palette.deep, 0.7)
    boat = water.raft if "bamboo" in subject.plants else water.gondola
    boat(stage.brush(stage.width * stage.chance.branch("boat").between(0.3, 0.7), stage.ground + 66, 1.5), hull, hull)
    plants.frame(stage, subject.plants, size=1.4)


def river(stage: Stage, subject: Subject) -> None:
    """Draw the subject above a river between karst hills or mountains."""
    chance = stage.chance.branch("river-kind")
    if chance.happens(0.35):
        land.karst(stage)
    else:
        land.ranges(stage, stage.height * 0.3, count=3, jagged=chance.pick((0.2, 0.75)), nearest=0.38)
    land.ground(stage, nearness=0.46, top=stage.horizon + 44)
    water.river(stage, stage.horizon + 44)
    plants.row(stage, subject.plants, stage.horizon + 60, size=0.5, near=0.15, clear=0.2)
    stand(stage, subject, stage.ground + 6, 0.6)
    boats(stage, subject, stage.ground + 30)
    plants.frame(stage, subject.plants, size=1.6)


def karst(stage: Stage, subject: Subject) -> None:
    """Draw the subject at a river between karst hills."""
    land.karst(stage)
    land.mist(stage, stage.horizon + 20)
    stand(stage, subject, stage.ground - 20, 0.55)
    water.water(stage, stage.ground - 24)
    reflection(stage, stage.ground - 20)
    boats(stage, subject, stage.ground)
    plants.frame(stage, subject.plants, size=1.6)


def coast(stage: Stage, subject: Subject) -> None:
    """Draw the subject on a coast with islands and boats."""
    water.islands(stage)
    water.water(stage, stage.horizon, foot=stage.ground + 20)
    boats(stage, subject, stage.horizon + 10)
    land.ground(stage, nearness=0.42, top=stage.ground)
    stand(stage, subject, stage.ground + 10)
    land.ground(stage, nearness=0.6, top=stage.ground + 36)
    plants.frame(stage, subject.plants)


def beach(stage: Stage, subject: Subject) -> None:
    """Draw a beach before the sea."""
    chance = stage.chance.branch("beach")
    water.islands(stage, chance.whole(1, 3))
    water.water(stage, stage.horizon)
    boats(stage, subject, stage.horizon + 12)
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
    """Draw an island in the sea."""
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
    boats(stage, subject, stage.ground + 6)
    plants.frame(stage, subject.plants, size=2.0)


def falls(stage: Stage, subject: Subject) -> None:
    """Draw a waterfall over a rim of rock."""
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


def spring(stage: Stage, subject: Subject) -> None:
    """Draw a hot spring before woods and mountains."""
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


def underwater(stage: Stage, subject: Subject) -> None:
    """Draw a view below the surface of the sea."""
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

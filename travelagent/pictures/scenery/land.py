"""Sky, ridges, hills and plains."""

from itertools import pairwise
from math import pi, sin

from travelagent.pictures.canvas import Command
from travelagent.pictures.colours import mix
from travelagent.pictures.scenery.stage import Stage


def sky(stage: Stage) -> None:
    """Draw the sky with its sun or moon, and thin clouds lying over it."""
    palette, chance = stage.palette, stage.chance.branch("sky")
    stage.canvas.gradient(0, 0, stage.width, stage.height, palette.sky_high, palette.sky_low)
    brush = stage.brush(0, 0)
    x = stage.width * chance.pick((0.2, 0.27, 0.34, 0.66, 0.73, 0.8))
    y = -stage.horizon * chance.between(0.24, 0.62)
    radius = chance.between(30, 54) * min(1.3, stage.height / 600)
    if palette.is_night:
        brush.disc(palette.sun, x, y, radius * 0.62)
        if chance.happens(0.6):
            brush.disc(mix(palette.sky_high, palette.sky_low, 0.35), x + radius * 0.3, y + radius * 0.12, radius * 0.52)
        for _ in range(14):
            brush.disc(
                palette.sun, chance.between(0, stage.width), -stage.horizon * chance.between(0.05, 0.7), 1.6, 0.7
            )
    else:
        brush.disc(palette.sun, x, y, radius * 1.55, 0.28)
        brush.disc(palette.sun, x, y, radius)
    pale = mix(palette.sky_low, palette.wall, 0.6) if not palette.is_night else palette.sky_low
    for _ in range(chance.whole(1, 3)):
        _cloud(stage, chance.between(0.05, 0.95) * stage.width, stage.horizon * chance.between(0.2, 0.7), pale)


def _cloud(stage: Stage, x: float, y: float, colour: str) -> None:
    """A flat cloud of two or three rounded bars."""
    chance = stage.chance.branch(f"cloud{x:.0f}")
    opacity = 0.3 if stage.palette.is_night else 0.75
    brush = stage.brush(x, y)
    width = chance.between(90, 190)
    bars = ((0, 0, width), (chance.between(-40, 40), 13, width * 0.6), (chance.between(-70, 70), -12, width * 0.45))
    for dx, dy, wide in bars[: chance.whole(2, 3)]:
        brush.line(colour, 12, (dx - wide / 2, dy), (dx + wide / 2, dy), opacity=opacity)


def ridge(stage: Stage, name: str, base: float, rise: float, nearness: float, *, jagged: float = 0.5) -> None:
    """Draw a mountain range across the sheet: `base` its mean height on the sheet, `rise` how far its peaks stand
    above; `jagged` from rolling hills (0) to peaks (1).
    """
    chance = stage.chance.branch(name)
    steps = 5 + round(7 * jagged)
    phase, waves = chance.between(0, 2 * pi), chance.between(0.8, 1.7)
    points = []
    for i in range(steps + 1):
        x = stage.width * (i / steps) + (chance.between(-0.3, 0.3) * stage.width / steps if 0 < i < steps else 0)
        swell = 0.5 + 0.5 * sin(phase + waves * 2 * pi * i / steps)
        tooth = (i % 2) * jagged * chance.between(0.35, 0.75) + chance.between(0, 0.2)
        points.append((x, -(base - rise * ((1 - jagged) * swell + jagged * swell * 0.4 + tooth))))
    brush, foot = stage.brush(0, 0), -stage.height
    colour = stage.palette.layer(nearness)
    if jagged > 0.45:
        brush.poly(colour, (0, foot), *points, (stage.width, foot))
        return
    commands: list[Command] = [("M", 0, foot), ("L", *points[0])]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (x0 + x1) / 2
        commands.append(("C", middle, y0, middle, y1, x1, y1))
    brush.curve(colour, *commands, ("L", stage.width, foot))


def ranges(stage: Stage, rise: float, *, count: int = 3, jagged: float = 0.5, nearest: float = 0.42) -> None:
    """Draw several ranges behind one another, paler with distance."""
    for i in range(count):
        share = (i + 1) / count
        base = stage.horizon + (stage.ground - stage.horizon) * 0.5 * share
        ridge(stage, f"ridge{i}", base, rise * (1.15 - 0.5 * share), nearest * share * 0.9, jagged=jagged)


def ground(stage: Stage, *, nearness: float = 0.5, roll: float = 12, top: float | None = None) -> None:
    """Draw the plain on which things stand, gently rolling."""
    chance = stage.chance.branch("ground")
    brush, level = stage.brush(0, 0), -(stage.ground if top is None else top)
    w = stage.width
    brush.curve(
        stage.palette.layer(nearness),
        ("M", 0, level - chance.between(-roll, roll)),
        ("C", w * 0.3, level + chance.between(-roll, roll), w * 0.35, level, w * 0.5, level),
        ("C", w * 0.65, level, w * 0.7, level + chance.between(-roll, roll), w, level - chance.between(-roll, roll)),
        ("L", w, -stage.height),
        ("L", 0, -stage.height),
    )


def snow_peak(stage: Stage, x: float, foot: float, width: float, height: float, nearness: float) -> None:
    """Draw a single mountain with a lit and a shaded flank and, where it is high, a cap of snow."""
    chance = stage.chance.branch(f"peak{x:.0f}")
    brush = stage.brush(x, foot)
    lean = chance.between(-0.12, 0.12) * width
    lit = stage.palette.layer(nearness)
    shade = mix(lit, stage.palette.deep, 0.3)
    snow = mix(stage.palette.wall, stage.palette.haze, 0.3 if stage.palette.is_night else 0.06)
    top = (lean, height)
    brush.poly(lit, (-width / 2, 0), (-width * 0.24 + lean * 0.5, height * 0.52), top, (width / 2, 0))
    brush.poly(
        shade, top, (width * 0.09 + lean, height * 0.62), (-width * 0.02, height * 0.36), (width * 0.07, 0),
        (width / 2, 0), (width * 0.2 + lean * 0.6, height * 0.6),
    )  # fmt: skip
    left, right = (-width * 0.24 + lean * 0.5, height * 0.52), (width * 0.2 + lean * 0.6, height * 0.6)
    a, b = _between(top, left, 0.52), _between(top, right, 0.6)
    brush.poly(
        snow, top, a, (a[0] + width * 0.05, a[1] + height * 0.07), (lean - width * 0.03, height * 0.74),
        (lean + width * 0.02, height * 0.83), (b[0] - width * 0.05, b[1] + height * 0.06), b,
    )  # fmt: skip


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def dunes(stage: Stage, count: int = 3) -> None:
    """Draw sand dunes with a lit and a shaded side."""
    chance = stage.chance.branch("dunes")
    w, h = stage.width, stage.height
    for i in range(count):
        share = (i + 1) / count
        level = -(stage.horizon + (h - stage.horizon) * 0.62 * (share - 0.3))
        lit = stage.palette.layer(0.08 + 0.34 * share)
        crest = w * chance.between(0.2, 0.8)
        top = level + chance.between(30, 80)
        brush = stage.brush(0, 0)
        left, right = level - chance.between(0, 40), level - chance.between(0, 40)
        brush.curve(
            lit, ("M", 0, left), ("C", crest * 0.5, left, crest * 0.8, top, crest, top),
            ("C", crest + (w - crest) * 0.3, top - 8, crest + (w - crest) * 0.5, right, w, right),
            ("L", w, -h), ("L", 0, -h),
        )  # fmt: skip
        brush.curve(
            mix(lit, stage.palette.deep, 0.2), ("M", crest, top),
            ("C", crest + (w - crest) * 0.3, top - 8, crest + (w - crest) * 0.5, right, w, right),
            ("L", w, right - 90), ("C", crest + 160, right - 70, crest - 10, top - 90, crest, top),
        )  # fmt: skip


def karst(stage: Stage, *, count: int = 9) -> None:
    """Draw steep, rounded limestone hills."""
    chance = stage.chance.branch("karst")
    for layer in range(3):
        colour = stage.palette.layer(0.1 + 0.17 * layer)
        foot = -(stage.horizon + 10 + 22 * layer)
        brush = stage.brush(0, 0)
        for i in range(count - 2 * layer):
            x = stage.width * (i + chance.between(0, 0.9)) / (count - 2 * layer)
            wide, high = chance.between(60, 130), chance.between(70, 190) * (1.1 - 0.22 * layer)
            brush.curve(
                colour, ("M", x - wide / 2, foot), ("C", x - wide * 0.42, foot + high * 0.9, x - wide * 0.2,
                    foot + high,
                x, foot + high), ("C", x + wide * 0.24, foot + high, x + wide * 0.36, foot + high * 0.7,
                    x + wide * 0.6,
                foot),
            )  # fmt: skip
        brush.rect(colour, 0, foot - 40, stage.width, 40)


def pillars(stage: Stage) -> None:
    """Draw sheer rock pillars that rise out of mist, small pines on their heads."""
    chance = stage.chance.branch("pillars")
    palette = stage.palette
    for layer in range(3):
        rock = palette.layer(0.12 + 0.2 * layer)
        shade = mix(rock, palette.deep, 0.25)
        brush = stage.brush(0, stage.ground)
        count = 6 - layer
        for i in range(count):
            x = stage.width * (i + chance.between(0.15, 0.85)) / count
            wide, high = chance.between(44, 86), chance.between(150, 330) - 50 * layer
            brush.poly(
                rock, (x - wide / 2, -200), (x - wide * 0.42, high * 0.55), (x - wide * 0.5, high * 0.6),
                (x - wide * 0.34, high), (x + wide * 0.2, high + 8), (x + wide * 0.4, high * 0.9),
                (x + wide * 0.36, high * 0.5), (x + wide / 2, -200),
            )  # fmt: skip
            brush.poly(
                shade, (x + wide * 0.05, -200), (x + wide * 0.12, high * 0.6), (x + wide * 0.02, high * 0.7),
                (x + wide * 0.2, high + 8), (x + wide * 0.4, high * 0.9), (x + wide * 0.36, high * 0.5),
                (x + wide / 2, -200),
            )  # fmt: skip
            brush.oval(mix(palette.foliage, palette.deep, 0.2 * layer), x - wide * 0.06, high + 3, wide * 0.33, 9)
        mist(stage, stage.ground - 20 + 25 * layer)


def mist(stage: Stage, y: float, *, opacity: float = 0.55) -> None:
    """Draw a bank of mist at that height of the sheet."""
    chance = stage.chance.branch(f"mist{y:.0f}")
    pale = mix(stage.palette.sky_low, stage.palette.haze, 0.25)
    brush = stage.brush(0, y)
    for i in range(4):
        x = stage.width * (i + chance.between(0, 1)) / 4
        brush.oval(pale, x, chance.between(-14, 14), chance.between(150, 260), chance.between(14, 28), opacity)


def strata(stage: Stage) -> None:
    """Draw the two walls of a canyon in bands of rock, open towards the middle."""
    chance = stage.chance.branch("strata")
    palette, w, h = stage.palette, stage.width, stage.height
    for depth in range(3):
        gap = w * (0.1 + 0.11 * depth)
        top = stage.horizon * (0.72 - 0.24 * depth) + 30
        for side in (False, True):
            brush = stage.brush(w if side else 0, 0, mirrored=side)
            reach = w / 2 - gap + chance.between(-30, 30)
            steps = 5
            for step in range(steps):
                share = step / steps
                y = top + (h - top) * share
                colour = mix(
                    palette.layer(0.16 + 0.2 * depth), palette.roof if step % 2 else palette.deep, 0.13 + 0.05 * step
                )
                edge = reach * (0.74 + 0.3 * share) + chance.between(-12, 12)
                brush.poly(colour, (0, -y), (edge * 0.9, -y), (edge, -y - 18), (edge * 1.02, -h), (0, -h))


def forest_wall(stage: Stage, top: float, nearness: float) -> None:
    """Draw a line of woods across the sheet."""
    chance = stage.chance.branch(f"woods{top:.0f}")
    colour = stage.palette.layer(nearness)
    brush = stage.brush(0, top)
    x = -20.0
    while x < stage.width + 20:
        radius = chance.between(16, 34)
        brush.disc(colour, x, chance.between(-6, 8), radius)
        x += radius * 1.15
    brush.rect(colour, 0, -(stage.height - top), stage.width, stage.height - top)

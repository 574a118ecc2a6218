"""Where buildings stand in a setting, and what several settings share."""

from travelagent.pictures.colours import mix
from travelagent.pictures.scenery import water
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.subjects import Subject


def _size(stage: Stage) -> float:
    """How large a building is drawn: it fills three fifths of the sheet's width or half its height."""
    return min(stage.width / 570, stage.height / 470)


def stand(stage: Stage, subject: Subject, y: float | None = None, size: float = 1.0) -> None:
    """Draw the subject's buildings: the first in the middle, the others smaller behind it at its sides."""
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


def skyline(stage: Stage, base: float, distance: float) -> None:
    """Draw distant roofs of a city."""
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


def boats(stage: Stage, subject: Subject, level: float) -> None:
    """Draw boats on the water at that height of the sheet."""
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


def reflection(stage: Stage, top: float) -> None:
    """Draw broken strokes of dark under what stands by the water."""
    chance = stage.chance.branch("reflection")
    colour = mix(stage.palette.water, stage.palette.deep, 0.35)
    brush = stage.brush(stage.width / 2, top)
    for i in range(7):
        reach = stage.width * 0.24 * (1 - i / 9) * chance.between(0.6, 1)
        x = chance.between(-30, 30)
        brush.line(colour, 3, (x - reach, -7 - 9 * i), (x + reach, -7 - 9 * i), opacity=0.4)


def deer(stage: Stage, x: float, y: float, size: float, colour: str) -> None:
    """Draw a standing deer at `x`, `y`."""
    b = stage.brush(x, y, size)
    b.curve(
        colour, ("M", -34, 0), ("L", -32, 36), ("C", -42, 56, -34, 64, -20, 62), ("L", 24, 62), ("L", 34, 92), ("L",
            30, 98), ("L", 40, 98), ("L", 58, 88),
        ("L", 56, 82), ("L", 44, 82), ("L", 38, 50), ("L", 32, 34), ("L", 32, 0), ("L", 26, 0), ("L", 22, 36), ("L",
            -20, 38), ("L", -26, 0),
    )  # fmt: skip
    b.stroke(colour, 4, ("M", 38, 96), ("Q", 26, 116, 36, 134))
    b.stroke(colour, 4, ("M", 38, 96), ("Q", 54, 112, 50, 130))

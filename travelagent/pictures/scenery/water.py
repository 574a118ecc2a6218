"""Seas, lakes, rivers, and what floats on them."""

from travelagent.pictures.canvas import Brush
from travelagent.pictures.colours import mix
from travelagent.pictures.scenery.stage import Stage


def water(stage: Stage, top: float, *, foot: float | None = None) -> None:
    """Draw a sheet of water from one height of the sheet to another, with strokes of light."""
    chance = stage.chance.branch(f"water{top:.0f}")
    low = stage.height if foot is None else foot
    near = mix(stage.palette.water, stage.palette.deep, 0.22)
    stage.canvas.gradient(0, round(top), stage.width, round(low - top), stage.palette.water, near)
    brush = stage.brush(0, 0)
    light = mix(stage.palette.water, stage.palette.sky_low, 0.65)
    for i in range(9):
        share = (i + 0.5) / 9
        y = -(top + 5 + (low - top) * share * 0.9)
        x = chance.between(0, stage.width)
        brush.line(light, 2 + 2.5 * share, (x, y), (x + chance.between(24, 60) * (1 + 1.4 * share), y), opacity=0.7)


def river(stage: Stage, top: float) -> None:
    """Draw a river that winds from the horizon to the front."""
    chance = stage.chance.branch("river")
    side = 1 if chance.happens(0.5) else -1
    w, h = stage.width, stage.height
    x = w * chance.between(0.44, 0.56)
    brush = stage.brush(x, top, mirrored=side < 0)
    depth = h - top
    brush.curve(
        mix(stage.palette.water, stage.palette.sky_low, 0.15), ("M", -4, 0),
        ("C", 90, -depth * 0.16, 130, -depth * 0.3, 10, -depth * 0.44),
        ("C", -150, -depth * 0.62, -190, -depth * 0.8, -40, -depth), ("L", 330, -depth),
        ("C", 30, -depth * 0.82, 40, -depth * 0.62, 130, -depth * 0.46),
        ("C", 230, -depth * 0.28, 130, -depth * 0.12, 6, 0),
    )  # fmt: skip


def shore(stage: Stage) -> None:
    """Draw a crescent of sand in front of the sea, with a line of surf."""
    chance = stage.chance.branch("shore")
    side = chance.happens(0.5)
    w, h = stage.width, stage.height
    brush = stage.brush(w if side else 0, 0, mirrored=side)
    sand = mix(stage.palette.wall, stage.palette.sun, 0.4)
    wet, surf = mix(sand, stage.palette.deep, 0.16), mix(stage.palette.water, "#ffffff", 0.75)
    far = stage.horizon + (h - stage.horizon) * chance.between(0.12, 0.22)
    for colour, grow in ((surf, 26), (wet, 12), (sand, 0)):
        brush.curve(
            colour, ("M", 0, -far + grow * 0.2), ("C", w * 0.3, -far - 8 + grow * 0.3, w * 0.24 + grow, -h * 0.82,
                w * 0.62
            + grow, -h * 0.9), ("C", w * 0.8, -h * 0.93 + grow * 0.4, w * 0.95, -h * 0.95 + grow * 0.4, w, -h * 0.96
            + grow * 0.4), ("L", w, -h), ("L", 0, -h),
        )  # fmt: skip


def islands(stage: Stage, count: int = 2) -> None:
    """Draw islands on the horizon."""
    chance = stage.chance.branch("islands")
    for i in range(count):
        brush = stage.brush(stage.width * (0.15 + 0.7 * (i + chance.between(0.1, 0.9)) / count), stage.horizon + 3)
        wide, high = chance.between(120, 260), chance.between(26, 70)
        colour = stage.palette.layer(0.2 + 0.08 * i)
        brush.curve(
            colour, ("M", -wide / 2, 0), ("C", -wide * 0.3, high * 0.3, -wide * 0.2, high, -wide * 0.02, high),
            ("C", wide * 0.15, high, wide * 0.2, high * 0.45, wide * 0.3, high * 0.4), ("L", wide / 2, 0),
        )  # fmt: skip


def sailing_boat(brush: Brush, hull: str, sail: str) -> None:
    """Draw a small boat under sail, 60 units high."""
    brush.curve(hull, ("M", -26, 8), ("L", 28, 8), ("Q", 22, -4, 12, -4), ("L", -16, -4))
    brush.poly(sail, (1, 60), (1, 12), (25, 12))
    brush.poly(sail, (-2, 52), (-2, 12), (-19, 12))


def junk(brush: Brush, hull: str, sail: str) -> None:
    """Draw a boat with ribbed sails, as on Asian rivers and bays."""
    brush.curve(hull, ("M", -34, 12), ("L", -26, 6), ("L", 26, 6), ("L", 36, 16), ("Q", 30, -6, 18, -6), ("L", -20, -6))
    brush.curve(sail, ("M", -2, 12), ("L", 0, 62), ("Q", 30, 46, 26, 12))
    brush.curve(sail, ("M", -8, 12), ("L", -8, 48), ("Q", -30, 36, -26, 12))


def raft(brush: Brush, hull: str, person: str) -> None:
    """Draw a bamboo raft with a boatman and his pole."""
    brush.curve(
        hull, ("M", -40, 6), ("Q", -30, 0, -20, 0), ("L", 26, 0), ("Q", 36, 0, 44, 8), ("L", 40, -3), ("L", -36, -3)
    )
    brush.poly(person, (8, 0), (18, 0), (16, 20), (10, 20))
    brush.poly(person, (4, 21), (22, 21), (13, 29))
    brush.line(person, 1.6, (20, 30), (30, -4))


def gondola(brush: Brush, hull: str, person: str) -> None:
    """Draw a slim black boat with a rower."""
    brush.curve(hull, ("M", -46, 16), ("Q", -36, 0, -18, 0), ("L", 20, 0), ("Q", 40, 0, 50, 18), ("Q", 38, -6, 20,
        -6),
                ("L", -18, -6), ("Q", -40, -6, -46, 16))  # fmt: skip
    brush.poly(person, (-24, 0), (-14, 0), (-16, 22), (-22, 22))
    brush.disc(person, -19, 26, 4)
    brush.line(person, 1.6, (-14, 20), (6, -6))


BOATS = {"sail": sailing_boat, "junk": junk, "raft": raft, "gondola": gondola}

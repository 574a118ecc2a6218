"""Trees and shrubs by climate, as framing groups in front and as rows farther back."""

from collections.abc import Callable

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.colours import mix
from travelagent.pictures.scenery.stage import Stage


def round_tree(brush: Brush, leaves: str, trunk: str) -> None:
    """A broad-leaved tree, 100 units high."""
    brush.poly(trunk, (-4, 0), (-2, 50), (2, 50), (4, 0))
    brush.curve(leaves, ("M", -32, 46), ("C", -46, 70, -22, 100, 2, 100), ("C", 30, 100, 44, 70, 32, 46),
                ("C", 22, 34, -22, 34, -32, 46))  # fmt: skip


def cypress(brush: Brush, leaves: str, trunk: str) -> None:
    """A slim cypress, 110 units high."""
    brush.rect(trunk, -2, 0, 4, 12)
    brush.curve(leaves, ("M", 0, 110), ("C", -15, 70, -16, 30, -8, 8), ("L", 8, 8), ("C", 16, 30, 15, 70, 0, 110))


def conifer(brush: Brush, leaves: str, trunk: str) -> None:
    """A fir, 110 units high."""
    brush.rect(trunk, -3, 0, 6, 14)
    brush.poly(leaves, (0, 110), (-14, 72), (-8, 74), (-22, 40), (-13, 43), (-30, 10), (30, 10), (13, 43), (22, 40),
               (8, 74), (14, 72))  # fmt: skip


def pine(brush: Brush, leaves: str, trunk: str) -> None:
    """A crooked pine with flat clouds of needles, 100 units high."""
    brush.curve(trunk, ("M", -6, 0), ("Q", 2, 34, -10, 58), ("L", 14, 88), ("L", -3, 60), ("Q", 10, 32, 5, 0))
    for x, y, across in ((-20, 62, 28), (18, 76, 30), (4, 96, 24), (28, 50, 20)):
        brush.oval(leaves, x, y, across, 8.5)


def palm(brush: Brush, leaves: str, trunk: str) -> None:
    """A leaning palm, 120 units high."""
    brush.curve(trunk, ("M", -5, 0), ("Q", -2, 60, 14, 104), ("L", 19, 102), ("Q", 6, 58, 4, 0))
    for tip, lift in (
        ((-46, 84), 30),
        ((-30, 118), 20),
        ((18, 138), 14),
        ((58, 116), 22),
        ((64, 80), 32),
        ((-18, 70), 26),
    ):
        x, y = tip
        brush.curve(leaves, ("M", 16, 104), ("Q", (x + 16) / 2, max(y, 104) + lift * 0.6, x, y),
                    ("Q", (x + 16) / 2, max(y, 100) + lift * 0.05, 16, 100))  # fmt: skip


def bamboo(brush: Brush, leaves: str, trunk: str) -> None:
    """A few canes of bamboo, 130 units high."""
    for x, high in ((-14, 104), (0, 128), (13, 112)):
        brush.line(leaves, 4, (x, 0), (x + 5, high))
        for y in (0.5, 0.7, 0.86):
            brush.curve(leaves, ("M", x + 3, high * y), ("Q", x + 20, high * y + 8, x + 34, high * y - 12),
                        ("Q", x + 16, high * y - 2, x + 3, high * y))  # fmt: skip


def acacia(brush: Brush, leaves: str, trunk: str) -> None:
    """An umbrella tree of the savanna, 90 units high."""
    brush.curve(trunk, ("M", -4, 0), ("Q", -2, 40, -24, 68), ("L", -20, 70), ("Q", 0, 50, 2, 44), ("Q", 6, 54, 24,
        70),
                ("L", 28, 67), ("Q", 6, 44, 5, 0))  # fmt: skip
    brush.oval(leaves, 0, 76, 52, 11)
    brush.oval(leaves, 10, 86, 30, 7)


def shrub(brush: Brush, leaves: str, trunk: str) -> None:
    """A low bush, 30 units high."""
    brush.curve(leaves, ("M", -34, 0), ("C", -34, 26, -10, 36, 0, 24), ("C", 10, 38, 36, 28, 34, 0))


def willow(brush: Brush, leaves: str, trunk: str) -> None:
    """A weeping willow, 100 units high."""
    brush.curve(trunk, ("M", -5, 0), ("Q", 0, 40, -4, 74), ("L", 5, 74), ("Q", 6, 40, 6, 0))
    brush.curve(leaves, ("M", -40, 20), ("C", -50, 80, -24, 102, 2, 102), ("C", 30, 102, 52, 80, 44, 24),
                ("Q", 34, 56, 26, 32), ("Q", 20, 62, 8, 30), ("Q", 0, 62, -10, 28), ("Q", -18, 60, -26, 30),
                ("Q", -32, 54, -40, 20))  # fmt: skip


def cactus(brush: Brush, leaves: str, trunk: str) -> None:
    """A candelabra cactus, 90 units high."""
    brush.line(leaves, 13, (0, 0), (0, 84))
    brush.stroke(leaves, 9, ("M", 0, 34), ("Q", -26, 34, -26, 62))
    brush.stroke(leaves, 9, ("M", 0, 46), ("Q", 24, 46, 24, 72))


Tree = Callable[[Brush, str, str], None]
TREES: dict[str, Tree] = {
    "round": round_tree, "cypress": cypress, "conifer": conifer, "pine": pine, "palm": palm, "bamboo": bamboo,
    "acacia": acacia, "shrub": shrub, "willow": willow, "cactus": cactus,
}  # fmt: skip


def _leaves(stage: Stage, chance: Chance, near: float) -> str:
    palette = stage.palette
    tint = palette.accent if chance.happens(0.22) and not palette.is_night else palette.foliage
    return mix(tint, palette.deep, near)


def row(stage: Stage, kinds: tuple[str, ...], y: float, *, size: float = 0.5, near: float = 0.3, share: float = 0.7,
        clear: float = 0.0) -> None:  # fmt: skip
    """Trees along a line of the sheet. `clear`: the share of the width in the middle that stays free."""
    chance = stage.chance.branch(f"row{y:.0f}")
    trunk = mix(stage.palette.roof, stage.palette.deep, 0.5)
    places = max(4, round(stage.width / (95 * size)))
    for i in range(places):
        x = stage.width * (i + chance.between(0.1, 0.9)) / places
        if abs(x - stage.width / 2) < clear * stage.width / 2 or not chance.happens(share):
            continue
        colour = _leaves(stage, chance, near)
        TREES[chance.pick(kinds)](
            stage.brush(x, y + chance.between(-3, 5), size * chance.between(0.75, 1.2)), colour, trunk
        )


def frame(stage: Stage, kinds: tuple[str, ...], *, size: float = 1.6) -> None:
    """The dark band in front, with groups of plants at one or both edges that lead the eye to the middle."""
    chance = stage.chance.branch("frame")
    front, h, w = stage.palette.front, stage.height, stage.width
    top = h * chance.between(0.88, 0.92)
    brush = stage.brush(0, 0)
    lift = chance.between(10, 34)
    left_heavy = chance.happens(0.5)
    a, b = (lift, -8.0) if left_heavy else (-8.0, lift)
    both = chance.happens(0.45)
    for at_left in (True, False):
        if not both and at_left != left_heavy:
            continue
        for i in range(chance.whole(1, 3)):
            away = (0.02 + 0.085 * i) * w + chance.between(-14, 14)
            x = away if at_left else w - away
            grow = size * chance.between(0.8, 1.25) * (1 - 0.2 * i)
            kind = TREES[chance.pick(kinds)]
            kind(stage.brush(x, top + 16, grow, mirrored=not at_left), front, front)
    brush.curve(
        front,
        ("M", 0, -top + a),
        ("C", w * 0.3, -top - 14, w * 0.6, -top - 18, w, -top + b),
        ("L", w, -h),
        ("L", 0, -h),
    )
    for i in range(7):
        shrub(stage.brush(w * (i + chance.between(0, 1)) / 7, top + 14, chance.between(0.6, 1.1)), front, front)

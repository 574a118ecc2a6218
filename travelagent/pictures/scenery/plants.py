"""Trees and shrubs by climate, as framing groups in front and as rows farther back."""

from collections.abc import Callable

from travelagent.pictures.canvas import Brush, Command
from travelagent.pictures.chance import Chance
from travelagent.pictures.colours import mix
from travelagent.pictures.scenery.stage import Stage


def round_tree(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a broad-leaved tree, 100 units high."""
    brush.poly(trunk, (-4, 0), (-2, 50), (2, 50), (4, 0))
    brush.curve(leaves, ("M", -32, 46), ("C", -46, 70, -22, 100, 2, 100), ("C", 30, 100, 44, 70, 32, 46),
                ("C", 22, 34, -22, 34, -32, 46))  # fmt: skip


def cypress(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a slim cypress, 110 units high."""
    brush.rect(trunk, -2, 0, 4, 12)
    brush.curve(leaves, ("M", 0, 110), ("C", -15, 70, -16, 30, -8, 8), ("L", 8, 8), ("C", 16, 30, 15, 70, 0, 110))


def conifer(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a fir, 110 units high."""
    brush.rect(trunk, -3, 0, 6, 14)
    brush.poly(leaves, (0, 110), (-14, 72), (-8, 74), (-22, 40), (-13, 43), (-30, 10), (30, 10), (13, 43), (22, 40),
               (8, 74), (14, 72))  # fmt: skip


def pine(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a crooked pine with flat clouds of needles, 105 units high."""
    brush.stroke(trunk, 6, ("M", 0, 0), ("Q", 10, 34, -4, 60), ("Q", -10, 76, 6, 92))
    brush.stroke(trunk, 4, ("M", 3, 40), ("Q", 18, 46, 30, 56))
    brush.stroke(trunk, 4, ("M", -4, 58), ("Q", -18, 62, -30, 70))
    for x, y, across in ((-30, 72, 24), (32, 58, 26), (6, 96, 30), (-6, 82, 26)):
        brush.curve(leaves, ("M", x - across, y - 2), ("C", x - across, y + 10, x - across * 0.4, y + 12, x, y + 10),
                    ("C", x + across * 0.5, y + 14, x + across, y + 8, x + across, y - 2))  # fmt: skip


def palm(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a leaning palm, 120 units high."""
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
    """Draw a few canes of bamboo with drooping leaves, 130 units high."""
    for x, high, lean in ((-12, 104, -10), (2, 130, 6), (14, 112, 18)):
        brush.stroke(leaves, 3.2, ("M", x, 0), ("Q", x, high * 0.6, x + lean, high))
        for share, side in ((0.98, 1), (0.98, -1), (0.84, 1), (0.74, -1), (0.62, 1)):
            top, y = x + lean * share * share, high * share
            brush.curve(leaves, ("M", top, y), ("Q", top + side * 16, y + 3, top + side * 26, y - 15),
                        ("Q", top + side * 12, y - 7, top, y))  # fmt: skip


def acacia(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw an umbrella tree of the savanna, 90 units high."""
    brush.curve(trunk, ("M", -4, 0), ("Q", -2, 40, -24, 68), ("L", -20, 70), ("Q", 0, 50, 2, 44), ("Q", 6, 54, 24,
        70),
                ("L", 28, 67), ("Q", 6, 44, 5, 0))  # fmt: skip
    brush.oval(leaves, 0, 76, 52, 11)
    brush.oval(leaves, 10, 86, 30, 7)


def shrub(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a low bush, 30 units high."""
    brush.curve(leaves, ("M", -34, 0), ("C", -34, 26, -10, 36, 0, 24), ("C", 10, 38, 36, 28, 34, 0))


def willow(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a weeping willow, 100 units high."""
    brush.stroke(trunk, 7, ("M", 0, 0), ("Q", 5, 40, 0, 76))
    brush.curve(
        leaves, ("M", -36, 62), ("C", -34, 92, -16, 102, 2, 102), ("C", 22, 102, 38, 92, 38, 60), ("Q", 0, 74, -36, 62)
    )
    for x, low in ((-37, 24), (-27, 38), (-16, 30), (14, 34), (27, 26), (37, 36)):
        brush.stroke(leaves, 6, ("M", x * 0.82, 74), ("Q", x * 1.12, 60, x, low))


def cactus(brush: Brush, leaves: str, trunk: str) -> None:
    """Draw a candelabra cactus, 90 units high."""
    brush.line(leaves, 13, (0, 0), (0, 84))
    brush.stroke(leaves, 9, ("M", 0, 34), ("Q", -26, 34, -26, 62))
    brush.stroke(leaves, 9, ("M", 0, 46), ("Q", 24, 46, 24, 72))


Tree = Callable[[Brush, str, str], None]
TREES: dict[str, Tree] = {
    "round": round_tree, "cypress": cypress, "conifer": conifer, "pine": pine, "palm": palm, "bamboo": bamboo,
    "acacia": acacia, "shrub": shrub, "willow": willow, "cactus": cactus,
}  # fmt: skip


BLOSSOMING = ("round", "shrub")


def _leaves(stage: Stage, kind: str, chance: Chance, near: float) -> str:
    palette = stage.palette
    turns = kind in BLOSSOMING and chance.happens(0.25) and not palette.is_night
    tint = mix(palette.accent, palette.wall, 0.3) if turns else palette.foliage
    return mix(tint, palette.deep, near)


def row(stage: Stage, kinds: tuple[str, ...], y: float, *, size: float = 0.5, near: float = 0.3, share: float = 0.7,
        clear: float = 0.0) -> None:  # fmt: skip
    """Draw trees along a line of the sheet. `clear`: the share of the width in the middle that stays free."""
    chance = stage.chance.branch(f"row{y:.0f}")
    trunk = mix(stage.palette.roof, stage.palette.deep, 0.5)
    places = max(4, round(stage.width / (95 * size)))
    for i in range(places):
        x = stage.width * (i + chance.between(0.1, 0.9)) / places
        if abs(x - stage.width / 2) < clear * stage.width / 2 or not chance.happens(share):
            continue
        kind = chance.pick(kinds)
        colour = _leaves(stage, kind, chance, near)
        TREES[kind](stage.brush(x, y + chance.between(-3, 5), size * chance.between(0.75, 1.2)), colour, trunk)


def frame(stage: Stage, kinds: tuple[str, ...], *, size: float = 1.6) -> None:
    """Draw the dark band in front, with groups of plants at one or both edges that lead the eye to the middle."""
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
            tree = TREES[chance.pick(kinds)]
            tree(stage.brush(x, top + 16, grow, mirrored=not at_left), front, front)
    commands: list[Command] = [("M", 0, -top + a)]
    x = 0.0
    while x < w:
        wide, high = chance.between(60, 190), chance.between(4, 20)
        y = -top + a + (b - a) * min(1.0, (x + wide) / w)
        commands.append(("C", x + wide * 0.2, y + high + 6, x + wide * 0.7, y + high, x + wide, y))
        x += wide
    brush.curve(front, *commands, ("L", x, -h), ("L", 0, -h))

"""Ruins and monuments: temples, arches, columns, statues."""

from itertools import pairwise

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import arcade, columns, gable, half_shade, round_dome, windows
from travelagent.pictures.scenery.stage import Tones


def greek_temple(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a columned temple on steps."""
    for i in range(3):
        b.block(t.shade if i % 2 else t.wall, 9 * i, 370 - 22 * i, 9)
    b.block(t.dark, 27, 270, 108)
    columns(b, t.wall, 0, 27, 320, 110, 8, 19)
    columns(b, t.shade, 5, 27, 320, 110, 8, 7)
    b.block(t.wall, 136, 336, 22)
    b.block(t.shade, 136, 336, 5)
    gable(b, t.wall, 0, 158, 350, 60)
    gable(b, t.shade, 0, 163, 270, 44)


def pantheon(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a portico before a low dome."""
    round_dome(b, t.roof, 20, 128, 260, 84)
    half_shade(b, t.roof_shade, 20, 128, 260, 84)
    b.block(t.glow, 0, 290, 130, 20)
    b.rect(t.shade, 100, 0, 65, 130)
    b.block(t.dark, 0, 200, 100, -40)
    columns(b, t.wall, -40, 0, 210, 100, 7, 16)
    b.block(t.wall, 100, 224, 18, -40)
    gable(b, t.wall, -40, 118, 236, 54)
    gable(b, t.shade, -40, 122, 180, 40)


def amphitheatre(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a broken ring of arches, three storeys on one side."""
    b.curve(t.wall, ("M", -216, 0), ("L", -210, 190), ("L", -60, 200), ("L", -30, 150), ("L", 30, 142), ("L", 56,
        102),
            ("L", 210, 96), ("L", 216, 0))  # fmt: skip
    b.curve(t.shade, ("M", 110, 0), ("L", 116, 99), ("L", 210, 96), ("L", 216, 0))
    arcade(b, t.dark, 0, 6, 414, 38, 13)
    arcade(b, t.dark, 0, 56, 410, 34, 13)
    arcade(b, t.dark, -133, 108, 148, 32, 5)
    windows(b, t.dark, -133, 156, 140, 26, 5, 1, 0.26)
    for y in (48, 96):
        b.block(t.glow, y, 424, 5)
    b.block(t.glow, 148, 166, 5, -128)


def broken_columns(b: Brush, t: Tones, c: Chance) -> None:
    """Draw standing and fallen columns, a piece of entablature between some."""
    b.block(t.shade, 0, 400, 12)
    x, tall = -176.0, []
    while x < 180:
        high = c.pick((150, 150, 150, 90, 56, 24))
        b.block(t.wall, 12, 22, high, x)
        b.rect(t.shade, x + 2, 12, 9, high)
        if high == 150:
            b.block(t.glow, 158, 34, 10, x)
            tall.append(x)
        x += 50
    for left, right in pairwise(tall):
        if right - left < 60:
            b.rect(t.wall, left - 14, 168, right - left + 28, 18)
            b.rect(t.shade, left - 14, 168, right - left + 28, 5)
    b.poly(t.glow, (60, 12), (74, 36), (120, 30), (132, 12))


def stepped_pyramid(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a stepped pyramid with a stair and a shrine on top."""
    steps = c.pick((6, 7, 9))
    high = 180 / steps
    for i in range(steps):
        wide = 400 - 300 * i / steps
        b.poly(
            t.glow,
            (-wide / 2, high * i),
            (-wide / 2 + 10, high * (i + 1)),
            (wide / 2 - 10, high * (i + 1)),
            (wide / 2, high * i),
        )
        b.poly(
            t.roof,
            (wide * 0.2, high * i),
            (wide * 0.2, high * (i + 1)),
            (wide / 2 - 10, high * (i + 1)),
            (wide / 2, high * i),
        )
    b.poly(t.wall, (-44, 0), (-26, 180), (26, 180), (44, 0))
    for i in range(9):
        b.line(t.shade, 2, (-40 + 1.8 * i, 20 * i + 10), (40 - 1.8 * i, 20 * i + 10))
    b.block(t.wall, 180, 92, 44)
    b.block(t.dark, 180, 22, 28)
    b.block(t.roof, 220, 104, 11)


def triumphal_arch(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a triumphal arch with one or three openings."""
    three = c.happens(0.5)
    wide = 260 if three else 190
    b.block(t.wall, 0, wide, 176)
    b.rect(t.shade, wide * 0.24, 0, wide * 0.26, 176)
    b.arch(t.dark, 0, 0, 66, 122)
    if three:
        for x in (-88, 88):
            b.arch(t.dark, x, 0, 38, 76)
    b.block(t.glow, 140, wide + 18, 10)
    b.block(t.glow, 176, wide + 22, 12)
    b.block(t.wall, 188, wide - 20, 26)
    if c.happens(0.6):
        b.poly(t.roof, (-40, 214), (-24, 246), (0, 232), (16, 254), (40, 214))


def obelisk(b: Brush, t: Tones, c: Chance) -> None:
    """Draw an obelisk on a stepped base."""
    for i in range(3):
        b.block(t.shade if i % 2 else t.wall, 13 * i, 210 - 52 * i, 13)
    b.poly(t.wall, (-24, 39), (-15, 266), (0, 292), (15, 266), (24, 39))
    b.poly(t.shade, (0, 39), (0, 292), (15, 266), (24, 39))
    b.line(t.roof, 2, (-60, 39), (-60, 84))
    b.line(t.roof, 2, (60, 39), (60, 84))


def column(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a victory column with a figure on top."""
    b.block(t.wall, 0, 170, 14)
    b.block(t.shade, 14, 100, 44)
    b.block(t.wall, 58, 30, 168)
    b.rect(t.shade, 2, 58, 13, 168)
    b.block(t.glow, 226, 48, 12)
    b.curve(t.roof, ("M", -9, 238), ("L", -7, 272), ("Q", -30, 268, -36, 292), ("Q", -10, 290, -3, 278), ("Q", 12,
        288, 36, 296),
            ("Q", 26, 268, 8, 270), ("L", 10, 238))  # fmt: skip
    b.disc(t.roof, 1, 286, 7)


def statue(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a standing figure with a raised arm on a high plinth."""
    b.block(t.wall, 0, 180, 20)
    b.block(t.wall, 20, 92, 96)
    b.rect(t.shade, 6, 20, 40, 96)
    b.block(t.glow, 116, 106, 10)
    b.curve(t.roof, ("M", -28, 126), ("C", -26, 170, -24, 196, -16, 216), ("Q", -30, 226, -34, 284), ("L", -26, 284),
            ("Q", -22, 240, -8, 230), ("L", 10, 226), ("C", 24, 200, 26, 170, 28, 126))  # fmt: skip
    b.curve(t.roof_shade, ("M", 6, 126), ("L", 4, 226), ("L", 10, 226), ("C", 24, 200, 26, 170, 28, 126))
    b.disc(t.roof, 2, 240, 12)
    b.disc(t.glow, -30, 290, 8)


def fountain(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a tiered fountain before an arcade."""
    b.block(t.wall, 0, 380, 118)
    b.block(t.shade, 118, 400, 12)
    arcade(b, t.shade, 0, 14, 370, 84, 7)
    for x in (-64, -32, 32, 64):
        b.stroke(t.wall, 3, ("M", 0, 128), ("Q", x * 0.8, 150, x, 44))
    b.block(t.roof_shade, 0, 12, 122)
    b.curve(t.roof_shade, ("M", -60, 74), ("L", 60, 74), ("Q", 40, 54, 8, 52), ("L", -8, 52), ("Q", -40, 54, -60, 74))
    b.curve(
        t.roof_shade, ("M", -32, 120), ("L", 32, 120), ("Q", 20, 106, 5, 104), ("L", -5, 104), ("Q", -20, 106, -32, 120)
    )
    b.curve(t.roof, ("M", -124, 34), ("L", 124, 34), ("L", 112, 0), ("L", -112, 0))
    b.block(t.roof_shade, 28, 250, 9)

"""Palaces, castles and houses of Europe."""

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import battlements, columns, finial, gable, half_shade, round_dome, windows
from travelagent.pictures.scenery.stage import Tones

DOME_BLUE = "#2f6c9c"
"""Of the churches of the Cyclades, whatever the light."""


def facade(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a classical museum: columns, a pediment, two wings."""
    wide = c.pick((360, 400))
    b.block(t.wall, 0, wide, 100)
    b.block(t.shade, 0, wide, 14)
    count = c.pick((3, 4))
    for side in (-1, 1):
        x = side * (wide / 2 - 62)
        windows(b, t.dark, x, 18, 110, 78, count, 2, 0.4)
    b.block(t.roof, 100, wide + 14, 12)
    columns_, high = c.pick((6, 8)), c.pick((112, 124))
    b.block(t.dark, 14, 150, high)
    columns(b, t.wall, 0, 14, 160, high, columns_, 12)
    b.block(t.wall, high + 12, 180, 16)
    if c.happens(0.6):
        gable(b, t.wall, 0, high + 28, 196, 46)
        gable(b, t.shade, 0, high + 33, 140, 30)
    else:
        b.block(t.shade, high + 28, 120, 22)
        round_dome(b, t.roof, 0, high + 50, 112, 62)
        half_shade(b, t.roof_shade, 0, high + 50, 112, 62)
        finial(b, t.glow, 0, high + 110, 26)
    for i in range(3):
        b.block(t.shade if i % 2 else t.wall, 5 * i, 210 - 14 * i, 5)


def palace(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a long palace with pavilions under steep roofs."""
    wide = 430
    b.block(t.wall, 0, wide, 96)
    windows(b, t.dark, 0, 8, wide - 20, 84, 17, 2, 0.4)
    b.poly(t.roof, (-wide / 2, 96), (-wide / 2 + 12, 124), (wide / 2 - 12, 124), (wide / 2, 96))
    sides = c.pick(((-170, 170), (-186, 186), (-110, 110)))
    for x in (*sides, 0):
        w = 104 if x == 0 else 78
        high = 122 if x == 0 else 108
        b.block(t.wall, 0, w, high, x)
        b.rect(t.shade, x + w * 0.2, 0, w * 0.3, high)
        windows(b, t.dark, x, 8, w * 0.86, high - 12, 3, 2, 0.42)
        if x == 0 and c.happens(0.5):
            round_dome(b, t.roof, x, high, w * 0.9, 62)
            half_shade(b, t.roof_shade, x, high, w * 0.9, 62)
            finial(b, t.glow, x, high + 60, 34)
        else:
            b.poly(
                t.roof, (x - w * 0.54, high), (x - w * 0.3, high + 58), (x + w * 0.3, high + 58), (x + w * 0.54, high)
            )
            b.poly(
                t.roof_shade,
                (x + w * 0.1, high),
                (x + w * 0.1, high + 58),
                (x + w * 0.3, high + 58),
                (x + w * 0.54, high),
            )
    b.arch(t.dark, 0, 0, 30, 48)


def castle(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a castle with round towers on a rock."""
    b.curve(
        t.roof_shade,
        ("M", -240, 0),
        ("C", -180, 10, -170, 60, -120, 66),
        ("L", 120, 66),
        ("C", 160, 60, 190, 14, 240, 0),
    )
    b.block(t.wall, 60, 210, 80)
    battlements(b, t.wall, -105, 140, 210, 9)
    windows(b, t.dark, 0, 92, 180, 34, 6, 1, 0.22)
    for x, wide, tall in ((-110, 48, 170), (112, 54, 150), (-30, 42, 214), (46, 38, 188)):
        high = tall * c.between(0.9, 1.12)
        b.block(t.wall, 56, wide, high - 56, x)
        b.rect(t.shade, x + wide * 0.08, 56, wide * 0.42, high - 56)
        b.block(t.dark, high - 40, 7, 18, x)
        b.poly(t.roof, (x - wide * 0.66, high), (x, high + wide * 1.6), (x + wide * 0.66, high))
        b.poly(t.roof_shade, (x, high), (x, high + wide * 1.6), (x + wide * 0.66, high))
    b.arch(t.dark, 6, 62, 32, 46)


def stronghold(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a fortress: sloping walls, a square keep and a flag."""
    b.poly(t.glow, (-240, 0), (-214, 84), (214, 84), (240, 0))
    b.poly(t.roof, (70, 0), (60, 84), (214, 84), (240, 0))
    battlements(b, t.glow, -214, 84, 428, 11)
    for x in (-150, 150):
        b.block(t.wall, 0, 76, 128, x)
        b.rect(t.shade, x + 6, 0, 32, 128)
        battlements(b, t.wall, x - 38, 128, 76, 11)
    tall = c.between(150, 200)
    b.block(t.wall, 60, 108, tall - 60, c.pick((-30, 30)))
    x = c.pick((-30, 30))
    b.block(t.wall, 60, 108, tall - 60, x)
    b.rect(t.shade, x + 8, 60, 46, tall - 60)
    battlements(b, t.wall, x - 54, tall, 108, 12)
    windows(b, t.dark, x, tall - 62, 84, 40, 3, 1, 0.2)
    b.line(t.dark, 3, (x, tall), (x, tall + 56))
    b.curve(t.accent, ("M", x, tall + 56), ("Q", x + 20, tall + 62, 40 + x, tall + 50), ("L", x + 40, tall + 32),
            ("Q", x + 20, tall + 44, x, tall + 36))  # fmt: skip
    b.arch(t.dark, 0, 0, 44, 58)


def gabled_houses(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a row of tall gabled houses, each its own colour."""
    x = -226.0
    while x < 190:
        wide, high = c.between(56, 80), c.between(104, 168)
        fill = c.pick((t.wall, t.glow, t.shade, t.accent, t.roof))
        middle = x + wide / 2
        b.block(fill, 0, wide, high, middle)
        shape = c.whole(0, 2)
        if shape == 0:
            gable(b, fill, middle, high, wide, wide * 0.7)
            b.line(t.roof_shade, 5, (x, high), (middle, high + wide * 0.7), (x + wide, high))
        elif shape == 1:
            for i in range(3):
                b.block(fill, high + 13 * i, wide * (0.74 - 0.24 * i), 13, middle)
        else:
            b.poly(t.roof_shade, (x - 3, high), (x + 6, high + 34), (x + wide - 6, high + 34), (x + wide + 3, high))
        dark = t.dark if fill not in (t.accent, t.roof) else t.wall
        windows(b, dark, middle, 34, wide * 0.84, high - 38, 3 if wide > 64 else 2, 3, 0.42)
        b.arch(t.dark, middle, 0, 17, 30)
        x += wide


def hill_town(b: Brush, t: Tones, c: Chance) -> None:
    """Draw houses climbing a slope up to a church."""
    b.curve(t.roof_shade, ("M", -290, -10), ("C", -170, 20, -120, 110, 0, 120), ("C", 120, 110, 180, 20, 290, -10))
    for row in range(4):
        y = 92 - 30 * row
        reach = 60 + 52 * row
        x = -reach + c.between(-12, 12)
        while x < reach - 20:
            wide, high = c.between(32, 52), c.between(30, 52)
            fill = c.pick((t.wall, t.wall, t.glow, t.shade))
            if row == 0 and -34 < x < 8:
                x += 34
                continue
            b.rect(fill, x, y, wide, high)
            if c.happens(0.75):
                b.poly(t.roof, (x - 3, y + high), (x + wide * 0.5, y + high + 15), (x + wide + 3, y + high))
            windows(b, t.dark, x + wide / 2, y + high * 0.3, wide * 0.8, high * 0.5, 2, 1, 0.26)
            x += wide + c.between(-4, 8)
    b.block(t.wall, 108, 30, 96)
    b.rect(t.shade, 1, 108, 14, 96)
    b.arch(t.dark, 0, 168, 12, 24)
    b.poly(t.roof, (-20, 204), (0, 244), (20, 204))


def cycladic(b: Brush, t: Tones, c: Chance) -> None:
    """Draw white cubes with blue domes over a cliff."""
    b.poly(t.roof_shade, (-290, -20), (-230, 30), (-60, 60), (120, 50), (240, 20), (290, -20))
    for _ in range(16):
        x, y = c.between(-210, 180), c.between(6, 96)
        y *= 1 - abs(x) / 300
        b.rect(t.wall, x, y, c.between(44, 70), c.between(34, 56))
        b.rect(t.shade, x + 40, y, 12, 34)
        b.arch(t.dark, x + 18, y, 10, 20)
    for x, s in ((-70, 1.0), (70, 0.8)):
        b.block(t.wall, 60, 84 * s, 62 * s, x)
        round_dome(b, DOME_BLUE, x, 60 + 62 * s, 76 * s, 36 * s)
        b.block(t.wall, 60 + 96 * s, 4, 18, x)
    b.block(t.wall, 110, 40, 56, 6)
    b.arch(t.dark, 6, 122, 18, 32)


def windmills(b: Brush, t: Tones, c: Chance) -> None:
    """Draw windmills on a low bank."""
    for x, s in ((-150, 0.6), (130, 0.74), (-16, 1.0)):
        g = b.at(x, 0, s)
        g.poly(t.glow, (-48, 0), (-28, 150), (28, 150), (48, 0))
        g.poly(t.roof, (6, 0), (4, 150), (28, 150), (48, 0))
        round_dome(g, t.roof_shade, 0, 150, 60, 30)
        turn = c.between(0.5, 0.9)
        for dx, dy in ((1, turn), (-turn, 1), (-1, -turn), (turn, -1)):
            g.line(t.dark, 5, (0, 160), (92 * dx, 160 + 92 * dy))
            g.poly(t.wall, (24 * dx, 160 + 24 * dy), (92 * dx, 160 + 92 * dy), (92 * dx - 20 * dy,
                160 + 92 * dy + 20 * dx),
                   (24 * dx - 20 * dy, 160 + 24 * dy + 20 * dx), opacity=0.85)  # fmt: skip


def lighthouse(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a banded lighthouse with a keeper's house."""
    b.curve(t.roof_shade, ("M", -230, -6), ("C", -160, 30, 60, 44, 230, -6))
    b.block(t.wall, 16, 110, 46, 80)
    b.poly(t.roof, (18, 62), (40, 92), (122, 92), (142, 62))
    for i in range(6):
        low, high = 34 - 2.6 * i, 34 - 2.6 * (i + 1)
        b.poly(
            t.accent if i % 2 else t.wall,
            (-low, 16 + 34 * i),
            (-high, 50 + 34 * i),
            (high, 50 + 34 * i),
            (low, 16 + 34 * i),
        )
    b.block(t.dark, 220, 52, 7)
    b.block(t.glow, 227, 26, 24)
    round_dome(b, t.roof, 0, 251, 36, 22)

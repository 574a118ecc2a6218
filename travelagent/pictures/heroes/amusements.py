"""Places of pleasure and trade: stages, markets, fairs."""

from math import cos, pi, sin

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import arcade, columns
from travelagent.pictures.scenery.stage import Tones


def stadium(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a stadium of woven beams."""
    b.curve(t.shade, ("M", -216, 16), ("C", -240, 70, -206, 130, -170, 128), ("Q", 0, 70, 170, 128), ("C", 206, 130,
        240, 70, 216, 16),
            ("Q", 0, -12, -216, 16))  # fmt: skip
    for i in range(-7, 8):
        b.line(t.wall, 7, (i * 28, 8), (i * 24 + (30 if i % 2 else -30), 96 + abs(i) * 3.6))
    b.stroke(t.wall, 9, ("M", -176, 128), ("Q", 0, 66, 176, 128))
    b.stroke(t.accent, 4, ("M", -150, 108), ("Q", 0, 62, 150, 108))


def wheel(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a great wheel with cabins."""
    x, y, r = 0.0, 158.0, 128.0
    b.line(t.shade, 9, (-70, 0), (x, y), (70, 0))
    b.ring(t.wall, 8, x, y, r)
    b.ring(t.accent, 3, x, y, r - 18)
    turn = c.between(0, 0.5)
    for i in range(12):
        a = turn + 2 * pi * i / 12
        b.line(t.shade, 2, (x, y), (x + r * cos(a), y + r * sin(a)))
    for i in range(12):
        a = turn + 2 * pi * i / 12
        b.disc((t.accent, t.glow, t.roof)[i % 3], x + r * cos(a), y + r * sin(a), 12)
    b.disc(t.dark, x, y, 14)


def fairground(b: Brush, t: Tones, c: Chance) -> None:
    """Draw fairy-tale spires before the loops of a coaster."""
    b.stroke(t.shade, 6, ("M", -320, 20), ("C", -240, 240, -170, 210, -120, 60), ("C", -90, -10, -40, 60, 20, 120),
        ("C", 80, 180, 150,
             230, 210, 110), ("C", 240, 50, 280, 40, 340, 60))  # fmt: skip
    for post in range(-270, 300, 54):
        b.line(t.shade, 2, (post, 0), (post, 60))
    for x, wide, high in ((-62.0, 40, 110), (66, 44, 124), (-22, 40, 160), (28, 34, 190), (0, 130, 70)):
        b.block(t.wall, 0, wide, high, x)
        b.rect(t.shade, x + wide * 0.1, 0, wide * 0.4, high)
        if wide < 100:
            fill = t.accent if x % 4 else t.roof
            b.poly(fill, (x - wide * 0.66, high), (x, high + 70), (x + wide * 0.66, high))
            b.line(t.dark, 2, (x, high + 68), (x, high + 92))
            b.poly(t.glow, (x, high + 92), (x + 20, high + 86), (x, high + 80))
    b.arch(t.dark, 0, 0, 44, 56)


def stalls(b: Brush, t: Tones, c: Chance) -> None:
    """Draw market stalls under striped awnings, lamps strung over them."""
    count = c.pick((3, 4))
    wide = 420 / count
    for i in range(count):
        x = -210 + wide * (i + 0.5)
        b.block(t.shade, 0, wide * 0.9, 118, x)
        b.block(t.dark, 30, wide * 0.82, 66, x)
        fill = c.pick((t.accent, t.roof, t.glow))
        for j in range(6):
            left = x - wide * 0.47 + wide * 0.94 * j / 6
            b.poly(
                t.wall if j % 2 else fill,
                (left + 5, 128),
                (left + wide * 0.157, 128),
                (left + wide * 0.157, 92),
                (left, 92),
            )
            b.disc(t.wall if j % 2 else fill, left + wide * 0.078, 92, wide * 0.078)
        b.block(t.roof, 0, wide * 0.86, 34, x)
        for j in range(7):
            b.disc(c.pick((t.accent, t.glow, t.wall)), x - wide * 0.34 + wide * 0.68 * j / 6, 38, wide * 0.06)
    b.stroke(t.dark, 2, ("M", -260, 190), ("Q", -130, 140, 0, 176), ("Q", 130, 140, 260, 190))
    for i in range(9):
        b.disc(t.glow, -240 + 60 * i, 186 - 26 * abs(sin(pi * (i * 60 + 20) / 260)) - 8, 8)


def hall_market(b: Brush, t: Tones, c: Chance) -> None:
    """Draw an iron market hall."""
    b.block(t.roof_shade, 0, 400, 96)
    arcade(b, t.glow, 0, 0, 390, 84, 7)
    b.poly(t.roof, (-214, 96), (-150, 142), (150, 142), (214, 96))
    b.block(t.glow, 142, 240, 16)
    b.poly(t.roof, (-132, 158), (0, 204), (132, 158))
    b.block(t.accent, 84, 404, 7)
    columns(b, t.roof_shade, 0, 0, 390, 96, 8, 5)


def theatre(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a lit stage between curtains."""
    b.block(t.roof_shade, 0, 440, 226)
    b.block(t.dark, 20, 330, 180)
    b.block(t.glow, 20, 310, 160)
    b.oval(t.wall, 0, 34, 130, 12)
    for x in (-40, 4, 50):
        b.poly(t.accent, (x - 12, 34), (x, 92), (x + 12, 34))
        b.disc(t.roof_shade, x, 100, 9)
    for side in (-1, 1):
        b.curve(
            t.accent,
            ("M", side * 170, 206),
            ("Q", side * 96, 130, side * 128, 20),
            ("L", side * 190, 20),
            ("L", side * 190, 206),
        )
    for i in range(6):
        b.oval(t.accent, -150 + 60 * i, 200, 40, 26)
    b.block(t.glow, 222, 460, 10)


def opera(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a hall of shells over water."""
    b.block(t.roof_shade, 0, 440, 24)
    b.block(t.glow, 24, 410, 8)
    for x, s, flip in ((-120, 0.8, False), (-60, 1.1, False), (20, 1.3, False), (110, 0.84, True), (168, 0.6, True)):
        g = b.at(x, 30, s, mirrored=flip)
        g.curve(t.wall, ("M", -56, 0), ("C", -50, 64, -10, 116, 46, 136), ("C", 40, 84, 44, 40, 50, 0))
        g.curve(t.shade, ("M", 4, 0), ("C", 0, 60, 12, 110, 46, 136), ("C", 40, 84, 44, 40, 50, 0))

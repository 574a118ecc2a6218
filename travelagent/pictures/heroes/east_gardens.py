"""Gardens, houses and sculpture of China and Japan."""

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import columns, eaves, finial, windows
from travelagent.pictures.scenery.stage import Tones


def pavilion(b: Brush, t: Tones, c: Chance) -> None:
    """Draw an open pavilion with one or two roofs and a rail, on a stone base."""
    wide = c.pick((130, 160, 190))
    b.block(t.shade, 0, wide + 60, 16)
    columns(b, t.accent, 0, 16, wide, 84, c.pick((4, 5, 6)), 8)
    b.block(t.accent, 34, wide, 5)
    b.block(t.roof_shade, 92, wide, 10)
    eaves(b, t.roof, 0, 98, wide + 96, 62, 30, 22)
    if c.happens(0.45):
        b.block(t.accent, 148, 52, 22)
        eaves(b, t.roof, 0, 164, 132, 54, 10, 18)
        finial(b, t.glow, 0, 216, 30)
    else:
        finial(b, t.glow, 0, 158, 34)


def moon_gate(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a white garden wall with a round gate, a rock and a tiled coping."""
    b.block(t.wall, 0, 440, 132)
    b.block(t.shade, 0, 440, 16)
    eaves(b, t.roof, 0, 130, 470, 26, 400, 8)
    b.disc(t.shade, 0, 66, 70)
    b.disc(t.glow, 0, 66, 60)
    b.curve(
        t.roof_shade,
        ("M", -34, 10),
        ("C", -44, 60, -14, 50, -16, 84),
        ("C", 4, 100, 6, 60, 20, 62),
        ("C", 34, 50, 18, 24, 30, 10),
    )
    for x in (-150, 150):
        if c.happens(0.7):
            b.block(t.dark, 54, 44, 44, x)
            b.line(t.wall, 3, (x - 22, 76), (x + 22, 76))
            b.line(t.wall, 3, (x, 54), (x, 98))


def town(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a row of tiled town houses with lanterns."""
    x = -230.0
    while x < 210:
        wide, high = c.between(74, 120), c.between(62, 130)
        middle = x + wide / 2
        b.block(t.wall if c.happens(0.6) else t.shade, 0, wide, high, middle)
        b.block(t.roof_shade, 0, wide, 30, middle)
        windows(b, t.dark, middle, 4, wide * 0.8, 26, 3, 1, 0.6)
        if high > 90:
            windows(b, t.dark, middle, high * 0.55, wide * 0.84, high * 0.34, 3, 1, 0.66)
            eaves(b, t.roof, middle, 34, wide + 16, 14, wide * 0.8, 5)
        eaves(b, t.roof, middle, high - 4, wide + 30, c.between(26, 40), wide * 0.72, 10)
        b.disc(t.accent, x + 10, 44, 7)
        b.disc(t.accent, x + wide - 10, 44, 7)
        x += wide - 4


def water_town(b: Brush, t: Tones, c: Chance) -> None:
    """Draw white houses with stepped gables, as in the south of China."""
    x = -220.0
    while x < 200:
        wide, high = c.between(80, 116), c.between(74, 128)
        b.rect(t.wall, x, 0, wide, high)
        b.rect(t.shade, x, 0, wide, 12)
        for step in range(3):
            half = wide * (0.5 - 0.14 * step)
            b.block(t.wall, high + 13 * step, half * 2, 13, x + wide / 2)
            b.block(t.roof_shade, high + 13 * (step + 1) - 2, half * 2 + 8, 5, x + wide / 2)
        b.rect(t.dark, x + wide * 0.42, 0, 20, 34)
        windows(b, t.dark, x + wide / 2, high * 0.56, wide * 0.7, 26, 3, 1, 0.32)
        x += wide + (0 if c.happens(0.6) else 12)


def tulou(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a round earthen house."""
    b.block(t.glow, 0, 360, 120)
    b.rect(t.shade, 60, 0, 120, 120)
    windows(b, t.dark, 0, 62, 330, 40, 13, 1, 0.28)
    b.arch(t.dark, 0, 0, 34, 46)
    eaves(b, t.roof, 0, 116, 420, 40, 330, 10)


def thatched_hall(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a low hall under one great hipped roof, open to a veranda, as of Zen temples and old farms."""
    wide = c.pick((300, 340))
    b.block(t.shade, 0, wide + 30, 12)
    b.block(t.wall, 12, wide, 56)
    columns(b, t.roof_shade, 0, 12, wide, 56, 9, 6)
    b.block(t.dark, 12, wide / 3, 50)
    b.block(t.roof_shade, 62, wide + 24, 7)
    b.curve(t.roof, ("M", -wide / 2 - 52, 66), ("Q", -wide * 0.34, 92, -wide * 0.24, 172), ("L", wide * 0.24, 172),
            ("Q", wide * 0.34, 92, wide / 2 + 52, 66))  # fmt: skip
    b.curve(t.roof_shade, ("M", wide * 0.1, 66), ("L", wide * 0.12, 172), ("L", wide * 0.24, 172),
            ("Q", wide * 0.34, 92, wide / 2 + 52, 66))  # fmt: skip
    b.block(t.roof_shade, 170, wide * 0.54, 11)


def grottoes(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a cliff with caves, a seated figure and a wooden porch of many roofs."""
    b.poly(t.glow, (-260, 0), (-240, 190), (-150, 232), (20, 214), (150, 240), (246, 180), (266, 0))
    b.poly(t.shade, (60, 0), (90, 150), (60, 216), (150, 240), (246, 180), (266, 0))
    for i in range(14):
        b.arch(t.dark, -214 + 66 * (i % 7) + 12 * (i // 7), 34 + 66 * (i // 7), 22, 34)
    for i in range(5):
        b.block(t.accent, 4 + 38 * i, 92 - 8 * i, 34)
        eaves(b, t.roof, 0, 30 + 38 * i, 136 - 12 * i, 20, 70 - 8 * i, 9)
    b.arch(t.dark, 0, 4, 34, 26)


def buddha(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a seated Buddha on a lotus base."""
    b.block(t.shade, 0, 230, 22)
    for i in range(7):
        b.oval(t.roof, -90 + 30 * i, 32, 20, 16)
    b.curve(t.roof, ("M", -112, 38), ("C", -120, 78, -70, 76, -58, 96), ("C", -76, 160, -54, 196, -22, 200), ("L",
        22, 200),
            ("C", 54, 196, 76, 160, 58, 96), ("C", 70, 76, 120, 78, 112, 38))  # fmt: skip
    b.curve(t.roof_shade, ("M", 8, 200), ("C", 46, 150, 30, 110, 40, 40), ("L", 112, 38), ("C", 120, 78, 70, 76, 58,
        96),
            ("C", 76, 160, 54, 196, 22, 200))  # fmt: skip
    b.oval(t.roof, 0, 226, 27, 32)
    b.disc(t.roof_shade, 0, 260, 12)


def warriors(b: Brush, t: Tones, c: Chance) -> None:
    """Draw rows of clay soldiers."""
    for row in range(3):
        scale, y = 0.62 + 0.24 * row, 74 - 40 * row
        for i in range(9 - row):
            g = b.at((i - (8 - row) / 2) * 62 * scale, y, scale)
            fill = (t.glow, t.roof, t.roof_shade)[row]
            g.curve(
                fill,
                ("M", -17, 0),
                ("L", -20, 60),
                ("Q", -24, 94, -9, 98),
                ("L", 9, 98),
                ("Q", 24, 94, 20, 60),
                ("L", 17, 0),
            )
            g.oval(fill, 0, 112, 10, 13)
            g.oval(fill, 4, 128, 6, 6)

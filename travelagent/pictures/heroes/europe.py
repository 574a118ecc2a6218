"""Buildings of Europe and of the Americas before the skyscraper."""

from itertools import pairwise

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import (
    arcade,
    battlements,
    columns,
    finial,
    gable,
    half_shade,
    onion_dome,
    round_dome,
    windows,
)  # fmt: skip
from travelagent.pictures.scenery.stage import Tones


def gothic(b: Brush, t: Tones, c: Chance) -> None:
    """A cathedral's west front with two towers, with or without spires."""
    spires = c.happens(0.55)
    b.block(t.wall, 0, 130, 150)
    gable(b, t.roof, 0, 150, 134, 74)
    for x in (-92, 92):
        b.block(t.wall, 0, 78, 196, x)
        b.rect(t.shade, x + 4, 0, 35, 196)
        for y in (40, 104, 150):
            b.arch(t.dark, x - 13, y, 14, 36, pointed=True)
            b.arch(t.dark, x + 13, y, 14, 36, pointed=True)
        if spires:
            b.poly(t.roof, (x - 34, 196), (x, 310), (x + 34, 196))
            b.poly(t.roof_shade, (x, 196), (x, 310), (x + 34, 196))
        for dx in (-36, 36):
            b.poly(t.shade, (x + dx - 5, 196), (x + dx, 222), (x + dx + 5, 196))
    b.disc(t.dark, 0, 120, 27)
    b.disc(t.glow, 0, 120, 16)
    for x, high in ((-92, 44), (92, 44), (0, 64)):
        b.arch(t.dark, x, 0, 34, high, pointed=True)


def basilica(b: Brush, t: Tones, c: Chance) -> None:
    """A dome on a drum behind a columned front."""
    b.block(t.shade, 0, 340, 88)
    columns(b, t.wall, 0, 0, 340, 82, 12, 12)
    b.block(t.wall, 82, 356, 14)
    gable(b, t.wall, 0, 96, 150, 36)
    for x in (-128, 128):
        b.block(t.wall, 96, 46, 30, x)
        round_dome(b, t.roof, x, 126, 44, 30)
        finial(b, t.glow, x, 155, 20)
    b.block(t.wall, 116, 146, 42)
    windows(b, t.dark, 0, 120, 140, 34, 8, 1, 0.34)
    round_dome(b, t.roof, 0, 156, 158, 92)
    half_shade(b, t.roof_shade, 0, 156, 156, 90)
    b.block(t.wall, 244, 26, 24)
    round_dome(b, t.roof, 0, 268, 26, 18)
    finial(b, t.glow, 0, 282, 26)


def duomo(b: Brush, t: Tones, c: Chance) -> None:
    """A ribbed red dome with a bell-tower beside it."""
    b.block(t.wall, 0, 250, 96, 30)
    b.rect(t.shade, 80, 0, 75, 96)
    arcade(b, t.dark, 30, 14, 230, 52, 6)
    gable(b, t.roof, -60, 96, 90, 34)
    b.block(t.wall, 96, 150, 34, 50)
    for x in (0, 50, 100):
        b.disc(t.dark, x, 113, 8)
    b.curve(t.roof, ("M", -32, 130), ("C", -26, 200, 16, 232, 50, 236), ("C", 84, 232, 126, 200, 132, 130))
    b.curve(t.roof_shade, ("M", 76, 130), ("C", 80, 190, 64, 226, 54, 236), ("C", 86, 232, 126, 200, 132, 130))
    for bend in (-34, 0):
        b.stroke(t.wall, 3.5, ("M", 50 + bend * 1.5, 130), ("Q", 50 + bend * 1.3, 200, 50, 236))
    b.block(t.wall, 234, 20, 26, 50)
    finial(b, t.glow, 50, 258, 30)
    b.block(t.wall, 0, 54, 236, -150)
    b.rect(t.shade, -148, 0, 25, 236)
    for y in (60, 112, 168):
        arcade(b, t.dark, -150, y, 44, 38, 2)
    b.block(t.roof, 236, 64, 9, -150)


def parish(b: Brush, t: Tones, c: Chance) -> None:
    """A church with one tower and a steep spire."""
    x = c.pick((-70, 60))
    b.block(t.wall, 0, 220, 84, -x * 0.4)
    b.poly(t.roof, (-x * 0.4 - 122, 80), (-x * 0.4 - 96, 146), (-x * 0.4 + 96, 146), (-x * 0.4 + 122, 80))
    arcade(b, t.dark, -x * 0.4, 20, 200, 48, 5, pointed=c.happens(0.5), fullness=0.36)
    b.block(t.wall, 0, 70, 172, x)
    b.rect(t.shade, x + 4, 0, 31, 172)
    b.arch(t.dark, x, 112, 24, 40)
    b.disc(t.glow, x, 92, 11)
    b.arch(t.dark, x, 0, 28, 44)
    if c.happens(0.3):
        onion_dome(b, t.roof, x, 172, 70, 74)
        finial(b, t.glow, x, 240, 36)
    else:
        b.poly(t.roof, (x - 44, 170), (x, 300), (x + 44, 170))
        b.poly(t.roof_shade, (x, 170), (x, 300), (x + 44, 170))


def onions(b: Brush, t: Tones, c: Chance) -> None:
    """A church of many coloured onion domes."""
    b.block(t.wall, 0, 260, 96)
    arcade(b, t.dark, 0, 10, 240, 58, 6)
    b.rect(t.shade, 60, 0, 70, 96)
    fills = (t.roof, t.accent, t.glow, t.accent, t.roof)
    for i, (x, high, wide) in enumerate(((-106, 96, 56), (106, 96, 56), (-58, 128, 58), (58, 128, 58), (0, 172, 66))):
        b.block(t.wall, 60, wide * 0.62, high, x)
        b.rect(t.shade, x + 2, 60, wide * 0.29, high)
        b.arch(t.dark, x, high + 14, 12, 34)
        onion_dome(b, fills[i], x, high + 56, wide, wide * 1.1)
        finial(b, t.glow, x, high + 54 + wide * 1.08, 24)


def orthodox(b: Brush, t: Tones, c: Chance) -> None:
    """A low church with a conical drum, as in the Caucasus."""
    b.block(t.wall, 0, 230, 92)
    b.rect(t.shade, 40, 0, 75, 92)
    gable(b, t.roof, -70, 92, 120, 48)
    gable(b, t.roof, 70, 92, 120, 48)
    b.block(t.wall, 110, 84, 92)
    b.rect(t.shade, 6, 110, 36, 92)
    arcade(b, t.dark, 0, 132, 74, 52, 4, fullness=0.34)
    b.poly(t.roof, (-54, 200), (0, 286), (54, 200))
    b.poly(t.roof_shade, (0, 200), (0, 286), (54, 200))
    finial(b, t.glow, 0, 284, 22)
    b.arch(t.dark, -70, 0, 30, 52)


def mission(b: Brush, t: Tones, c: Chance) -> None:
    """A white colonial church with two bell-towers and a curved gable."""
    b.block(t.wall, 0, 150, 130)
    b.curve(
        t.wall, ("M", -75, 130), ("C", -70, 176, -30, 150, -22, 192), ("L", 22, 192), ("C", 30, 150, 70, 176, 75, 130)
    )
    b.disc(t.dark, 0, 124, 15)
    b.arch(t.dark, 0, 0, 46, 80)
    for x in (-106, 106):
        b.block(t.wall, 0, 66, 170, x)
        b.rect(t.shade, x + 3, 0, 30, 170)
        b.block(t.accent, 166, 76, 7, x)
        b.block(t.wall, 173, 50, 46, x)
        b.arch(t.dark, x, 176, 22, 34)
        round_dome(b, t.roof, x, 219, 52, 32)
        finial(b, t.glow, x, 250, 24)


def greek_temple(b: Brush, t: Tones, c: Chance) -> None:
    """A columned temple on steps."""
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
    """A portico before a low dome."""
    round_dome(b, t.roof, 20, 128, 260, 84)
    half_shade(b, t.roof_shade, 20, 128, 260, 84)
    b.block(t.glow, 0, 290, 130, 20)
    b.rect(t.shade, 100, 0, 65, 130)
    b.block(t.dark, 0, 200, 100, -40)
    columns(b, t.wall, -40, 0, 210, 100, 7, 16)
    b.block(t.wall, 100, 224, 18, -40)
    gable(b, t.wall, -40, 118, 236, 54)
    gable(b, t.shade, -40, 122, 180, 40)


def facade(b: Brush, t: Tones, c: Chance) -> None:
    """A classical museum: columns, a pediment, two wings."""
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
    """A long palace with pavilions under steep roofs."""
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
    """A castle with round towers on a rock."""
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
    """A fortress: sloping walls, a square keep and a flag."""
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


def amphitheatre(b: Brush, t: Tones, c: Chance) -> None:
    """A broken ring of arches, three storeys on one side."""
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
    """Standing and fallen columns, a piece of entablature between some."""
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
    """A stepped pyramid with a stair and a shrine on top."""
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
    """A triumphal arch with one or three openings."""
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
    """An obelisk on a stepped base."""
    for i in range(3):
        b.block(t.shade if i % 2 else t.wall, 13 * i, 210 - 52 * i, 13)
    b.poly(t.wall, (-24, 39), (-15, 266), (0, 292), (15, 266), (24, 39))
    b.poly(t.shade, (0, 39), (0, 292), (15, 266), (24, 39))
    b.line(t.roof, 2, (-60, 39), (-60, 84))
    b.line(t.roof, 2, (60, 39), (60, 84))


def column(b: Brush, t: Tones, c: Chance) -> None:
    """A victory column with a figure on top."""
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
    """A standing figure with a raised arm on a high plinth."""
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
    """A tiered fountain before an arcade."""
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


def campanile(b: Brush, t: Tones, c: Chance) -> None:
    """A clock or bell tower beside a hall."""
    side = c.pick((-1, 1))
    b.block(t.wall, 0, 200, 86, side * 70)
    arcade(b, t.dark, side * 70, 0, 184, 48, 5)
    battlements(b, t.wall, side * 70 - 100, 86, 200, 10)
    x = -side * 60
    b.block(t.wall, 0, 62, 222, x)
    b.rect(t.shade, x + 2, 0, 29, 222)
    b.disc(t.wall, x, 168, 22)
    b.disc(t.dark, x, 168, 18)
    b.line(t.wall, 3, (x, 168), (x, 180))
    b.line(t.wall, 3, (x, 168), (x + 8, 164))
    arcade(b, t.dark, x, 196, 54, 24, 3)
    if c.happens(0.6):
        b.poly(t.roof, (x - 38, 222), (x, 304), (x + 38, 222))
        b.poly(t.roof_shade, (x, 222), (x, 304), (x + 38, 222))
    else:
        b.block(t.glow, 222, 74, 10, x)
        battlements(b, t.glow, x - 37, 232, 74, 9)


def gabled_houses(b: Brush, t: Tones, c: Chance) -> None:
    """A row of tall gabled houses, each its own colour."""
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
    """Houses climbing a slope up to a church."""
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
    """White cubes with blue domes over a cliff."""
    b.poly(t.roof_shade, (-290, -20), (-230, 30), (-60, 60), (120, 50), (240, 20), (290, -20))
    for _ in range(16):
        x, y = c.between(-210, 180), c.between(6, 96)
        y *= 1 - abs(x) / 300
        b.rect(t.wall, x, y, c.between(44, 70), c.between(34, 56))
        b.rect(t.shade, x + 40, y, 12, 34)
        b.arch(t.dark, x + 18, y, 10, 20)
    for x, s in ((-70, 1.0), (70, 0.8)):
        b.block(t.wall, 60, 84 * s, 62 * s, x)
        round_dome(b, t.accent if t.accent != t.roof else t.roof, x, 60 + 62 * s, 76 * s, 36 * s)
        b.block(t.wall, 60 + 96 * s, 4, 18, x)
    b.block(t.wall, 110, 40, 56, 6)
    b.arch(t.dark, 6, 122, 18, 32)


def windmills(b: Brush, t: Tones, c: Chance) -> None:
    """Windmills on a low bank."""
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
    """A banded lighthouse with a keeper's house."""
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

"""Churches of Europe and the Americas, and bell-towers."""

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
)
from travelagent.pictures.scenery.stage import Tones


def gothic(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a cathedral's west front with two towers, with or without spires."""
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
    """Draw a dome on a drum behind a columned front."""
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
    """Draw a ribbed red dome with a bell-tower beside it."""
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
    """Draw a church with one tower and a steep spire."""
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
    """Draw a church of many coloured onion domes."""
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
    """Draw a low church with a conical drum, as in the Caucasus."""
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
    """Draw a white colonial church with two bell-towers and a curved gable."""
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


def campanile(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a clock or bell tower beside a hall."""
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

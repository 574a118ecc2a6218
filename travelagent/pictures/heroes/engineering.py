"""High towers, bridges and stations."""

from math import pi, sin

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import arcade, columns, finial, round_dome, windows
from travelagent.pictures.scenery.stage import Tones


def suspension_bridge(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a suspension bridge across the whole view."""
    fill = c.pick((t.accent, t.roof, t.roof_shade))
    deck = 62
    for x in (-190, 190):
        for dx in (-13, 13):
            b.block(fill, -20, 11, 250, x + dx)
        for y in (100, 150, 200, 226):
            b.block(fill, y, 36, 9, x)
    for i in range(-9, 10):
        x = i * 20
        b.line(fill, 1.6, (x, deck), (x, 78 + 145 * (x / 190) ** 2))
    b.stroke(fill, 5, ("M", -190, 228), ("Q", 0, -72, 190, 228))
    b.stroke(fill, 5, ("M", -190, 228), ("Q", -270, 100, -420, deck))
    b.stroke(fill, 5, ("M", 190, 228), ("Q", 270, 100, 420, deck))
    b.rect(t.dark, -600, deck - 8, 1200, 13)


def cable_bridge(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a cable-stayed bridge with one or two pylons."""
    for x in c.pick(((0,), (-150, 150), (-60,))):
        b.poly(t.wall, (x - 34, -20), (x - 7, 260), (x + 7, 260), (x + 34, -20), (x + 20, -20), (x, 120), (x - 20, -20))
        for i in range(8):
            for side in (-1, 1):
                b.line(t.dark, 1.6, (x, 250 - 16 * i), (x + side * (210 - 24 * i), 62))
    b.rect(t.roof_shade, -600, 50, 1200, 13)


def stone_bridge(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a stone bridge of several arches, towers or a roofed pavilion on some."""
    spans = c.pick((3, 5, 7))
    wide = 480
    humped = c.happens(0.5)
    if humped:
        b.curve(t.wall, ("M", -wide / 2, 0), ("Q", 0, 190, wide / 2, 0), ("L", wide / 2, -24), ("L", -wide / 2, -24))
        b.stroke(t.shade, 8, ("M", -wide / 2, 4), ("Q", 0, 194, wide / 2, 4))
    else:
        b.block(t.wall, -24, wide + 200, 96)
        b.block(t.shade, 66, wide + 200, 10)
    for i in range(spans):
        x = wide * 0.86 * ((i + 0.5) / spans - 0.5)
        high = 84 if not humped else 92 * (1 - (2 * x / wide) ** 2) - 6
        b.arch(t.dark, x, -26, wide * 0.86 / spans * 0.76, high, pointed=False)
    if not humped:
        for x in (-wide / 2 + 20, wide / 2 - 20):
            b.block(t.wall, 60, 56, 96, x)
            b.rect(t.shade, x + 4, 60, 24, 96)
            b.arch(t.dark, x, 76, 20, 44, pointed=True)
            b.poly(t.roof, (x - 34, 156), (x, 224), (x + 34, 156))


def steel_arch(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a steel arch bridge between stone piers."""
    fill = t.roof
    b.stroke(fill, 9, ("M", -200, 40), ("C", -110, 224, 110, 224, 200, 40))
    b.stroke(fill, 5, ("M", -200, 20), ("C", -110, 180, 110, 180, 200, 20))
    for i in range(-8, 9):
        x = i * 22
        top = 40 + 138 * (1 - (x / 200) ** 2)
        b.line(fill, 2, (x, 62), (x, max(62, top)))
    b.rect(t.dark, -600, 54, 1200, 12)
    for x in (-216, 216):
        b.block(t.wall, -20, 44, 128, x)
        b.rect(t.shade, x + 4, -20, 18, 128)


def station(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a railway station with a great arched window and a clock."""
    b.block(t.wall, 0, 390, 104)
    arcade(b, t.dark, -140, 12, 100, 66, 3)
    arcade(b, t.dark, 140, 12, 100, 66, 3)
    b.block(t.wall, 0, 180, 150)
    b.arch(t.roof_shade, 0, 0, 140, 138)
    b.arch(t.glow, 0, 0, 124, 128)
    for x in (-36, 0, 36):
        b.block(t.roof_shade, 0, 5, 112, x)
    b.block(t.roof_shade, 58, 126, 5)
    b.block(t.roof, 150, 200, 14)
    b.disc(t.wall, 0, 176, 22)
    b.disc(t.dark, 0, 176, 17)
    for x in (-184, 184):
        round_dome(b, t.roof, x, 104, 50, 40)


def needle(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a television tower with spheres or pods."""
    kind = c.whole(0, 2)
    if kind == 0:
        for x in (-54, 54):
            b.poly(t.shade, (x - 8, 0), (x * 0.2 - 4, 110), (x * 0.2 + 4, 110), (x + 8, 0))
        b.block(t.wall, 0, 22, 240)
        b.disc(t.accent, 0, 84, 36)
        b.disc(t.roof_shade, 10, 80, 18)
        b.disc(t.accent, 0, 184, 23)
        b.disc(t.accent, 0, 232, 10)
    elif kind == 1:
        b.curve(t.wall, ("M", -40, 0), ("Q", -10, 60, -8, 230), ("L", 8, 230), ("Q", 10, 60, 40, 0))
        b.curve(t.shade, ("M", 6, 0), ("Q", 4, 60, 2, 230), ("L", 8, 230), ("Q", 10, 60, 40, 0))
        b.curve(
            t.roof, ("M", -46, 198), ("L", 46, 198), ("Q", 34, 172, 14, 168), ("L", -14, 168), ("Q", -34, 172, -46, 198)
        )
        b.block(t.glow, 198, 92, 7)
        round_dome(b, t.roof, 0, 205, 62, 20)
    else:
        b.curve(t.wall, ("M", -44, 0), ("C", -8, 90, -14, 140, -26, 236), ("L", 26, 236), ("C", 14, 140, 8, 90, 44, 0))
        for i in range(9):
            reach = 34 - 22 * sin(pi * i / 8)
            b.line(t.shade, 3, (-reach, 14 + 25 * i), (reach * 0.9, 32 + 25 * i))
            b.line(t.shade, 3, (reach, 14 + 25 * i), (-reach * 0.9, 32 + 25 * i))
    b.poly(t.dark, (-5, 228), (0, 316), (5, 228))
    b.block(t.shade, 0, 230, 20)


def lattice_tower(b: Brush, t: Tones, c: Chance) -> None:
    """Draw an iron lattice tower on four legs."""
    fill = t.accent if c.happens(0.5) else t.roof
    b.curve(fill, ("M", -104, 0), ("C", -50, 60, -20, 160, -8, 276), ("L", 8, 276), ("C", 20, 160, 50, 60, 104, 0),
        ("L", 70, 0),
            ("C", 52, 62, 22, 66, 0, 66), ("C", -22, 66, -52, 62, -70, 0))  # fmt: skip
    for low, high, reach in ((70, 106, 34), (112, 168, 22), (176, 250, 12)):
        b.poly(t.shade, (0, low), (-reach * 0.55, (low + high) / 2), (0, high), (reach * 0.55, (low + high) / 2))
    for y, wide in ((64, 112), (108, 78), (170, 44)):
        b.block(t.dark, y, wide, 8)
    b.line(fill, 5, (0, 270), (0, 316))


def skyscrapers(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a cluster of high buildings, one of them the highest."""
    hero = c.between(-50, 50)
    for x in (-210, -164, -116, 112, 158, 204, -70, 70):
        wide, high = c.between(40, 60), c.between(80, 190) - abs(x) * 0.2
        b.block(t.shade, 0, wide, high, x)
        windows(b, t.wall, x, 8, wide * 0.84, high - 14, 4, max(3, int(high / 22)), 0.5)
    kind = c.whole(0, 3)
    if kind == 0:
        for wide, low, high in ((84, 0, 150), (62, 150, 226), (36, 226, 266)):
            b.block(t.wall, low, wide, high - low, hero)
            b.rect(t.roof, hero + wide * 0.08, low, wide * 0.42, high - low)
        finial(b, t.accent, hero, 264, 54)
        columns(b, t.dark, hero, 0, 74, 146, 6, 4)
    elif kind == 1:
        b.poly(t.wall, (hero - 42, 0), (hero - 30, 280), (hero + 34, 246), (hero + 42, 0))
        b.poly(t.roof, (hero, 0), (hero + 2, 263), (hero + 34, 246), (hero + 42, 0))
        for i in range(9):
            b.line(t.shade, 2, (hero - 40 + 1.2 * i, 26 * i + 14), (hero + 41 - i, 26 * i + 14))
    elif kind == 2:
        b.curve(t.wall, ("M", hero - 40, 0), ("C", hero - 44, 120, hero - 34, 230, hero, 300), ("C", hero + 34, 230,
            hero + 44, 120,
                hero + 40, 0))  # fmt: skip
        b.curve(t.roof, ("M", hero + 4, 0), ("C", hero + 8, 120, hero + 6, 230, hero, 300), ("C", hero + 34, 230,
            hero + 44, 120,
                hero + 40, 0))  # fmt: skip
        for i in range(8):
            b.line(t.shade, 2, (hero - 36, 30 * i + 16), (hero + 36, 30 * i + 26))
    else:
        for left in (hero - 30, hero + 30):
            b.block(t.wall, 0, 40, 230, left)
            b.rect(t.roof, left + 3, 0, 17, 230)
            b.poly(t.wall, (left - 18, 230), (left, 290), (left + 18, 230))
        b.block(t.accent, 130, 24, 10, hero)

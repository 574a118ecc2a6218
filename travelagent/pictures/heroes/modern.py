"""Towers, bridges, museums of our time, and places of amusement."""

from math import cos, pi, sin

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import arcade, columns, finial, round_dome, windows
from travelagent.pictures.scenery.stage import Tones


def skyscrapers(b: Brush, t: Tones, c: Chance) -> None:
    """A cluster of high buildings, one of them the highest."""
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


def needle(b: Brush, t: Tones, c: Chance) -> None:
    """A television tower with spheres or pods."""
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
    """An iron lattice tower on four legs."""
    fill = t.accent if c.happens(0.5) else t.roof
    b.curve(fill, ("M", -104, 0), ("C", -50, 60, -20, 160, -8, 276), ("L", 8, 276), ("C", 20, 160, 50, 60, 104, 0),
        ("L", 70, 0),
            ("C", 52, 62, 22, 66, 0, 66), ("C", -22, 66, -52, 62, -70, 0))  # fmt: skip
    for low, high, reach in ((70, 106, 34), (112, 168, 22), (176, 250, 12)):
        b.poly(t.shade, (0, low), (-reach * 0.55, (low + high) / 2), (0, high), (reach * 0.55, (low + high) / 2))
    for y, wide in ((64, 112), (108, 78), (170, 44)):
        b.block(t.dark, y, wide, 8)
    b.line(fill, 5, (0, 270), (0, 316))


def suspension_bridge(b: Brush, t: Tones, c: Chance) -> None:
    """A suspension bridge across the whole view."""
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
    """A cable-stayed bridge with one or two pylons."""
    for x in c.pick(((0,), (-150, 150), (-60,))):
        b.poly(t.wall, (x - 34, -20), (x - 7, 260), (x + 7, 260), (x + 34, -20), (x + 20, -20), (x, 120), (x - 20, -20))
        for i in range(8):
            for side in (-1, 1):
                b.line(t.dark, 1.6, (x, 250 - 16 * i), (x + side * (210 - 24 * i), 62))
    b.rect(t.roof_shade, -600, 50, 1200, 13)


def stone_bridge(b: Brush, t: Tones, c: Chance) -> None:
    """A stone bridge of several arches, towers or a roofed pavilion on some."""
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
    """A steel arch bridge between stone piers."""
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


def glass_hall(b: Brush, t: Tones, c: Chance) -> None:
    """A glasshouse with a high vault between lower wings."""
    for x, wide, high in ((-140, 130, 70), (140, 130, 70), (0, 190, 130)):
        b.block(t.wall, 0, wide, high * 0.5, x)
        round_dome(b, t.glow, x, high * 0.5, wide, high * 0.66)
        for i in range(-3, 4):
            b.stroke(t.shade, 2.5, ("M", x + i * wide / 7, 0), ("L", x + i * wide / 7, high * 0.5), ("Q",
                x + i * wide / 8, high,
                     x, high * 1.16))  # fmt: skip
        b.block(t.shade, high * 0.5 - 3, wide, 5, x)
    finial(b, t.roof, 0, 150, 34)


def slab_museum(b: Brush, t: Tones, c: Chance) -> None:
    """A museum of stacked, shifted boxes."""
    x, y = 0.0, 0.0
    for i, wide in enumerate(c.pick(((250, 340, 210), (320, 220, 290), (210, 300, 380)))):
        high = c.between(48, 70)
        b.block(t.wall if i % 2 == 0 else t.shade, y, wide, high, x)
        b.rect(t.dark, x - wide * 0.42, y + high * 0.28, wide * c.between(0.3, 0.62), high * 0.44)
        b.rect(t.roof, x + wide * 0.3, y, wide * 0.2, high)
        y += high
        x = c.between(-56, 56)
    b.block(t.accent, y, 5, 44, x + 40)
    b.block(t.accent, y + 30, 30, 14, x + 56)


def curved_museum(b: Brush, t: Tones, c: Chance) -> None:
    """A museum of sweeping shells."""
    b.block(t.shade, 0, 400, 22)
    for i in range(c.whole(2, 4)):
        reach = 190 - 40 * i
        peak = c.between(90, 150) + 22 * i
        lean = c.between(-70, 70)
        b.curve((t.wall, t.roof, t.glow, t.wall)[i], ("M", -reach, 20), ("C", -reach * 0.8 + lean, peak, lean * 0.6,
            peak * 1.25, reach * 0.5
                + lean * 0.5, peak * 0.7), ("C", reach * 0.8, peak * 0.4, reach, 40, reach, 20))  # fmt: skip
    columns(b, t.dark, 0, 20, 150, 30, 9, 5)


def spiral_museum(b: Brush, t: Tones, c: Chance) -> None:
    """A museum of rings that widen upwards, or of a drum with a ramp."""
    b.block(t.shade, 0, 380, 18)
    for i in range(5):
        wide = 150 + 26 * i
        b.poly(
            t.wall,
            (-wide / 2 - 30, 22 + 34 * i),
            (-wide / 2 - 38, 48 + 34 * i),
            (wide / 2 - 22, 48 + 34 * i),
            (wide / 2 - 30, 22 + 34 * i),
        )
        b.block(t.dark, 48 + 34 * i, wide - 6, 8, -30)
    b.block(t.wall, 0, 120, 96, 140)
    windows(b, t.dark, 140, 12, 100, 76, 3, 3, 0.5)


def glass_pyramid(b: Brush, t: Tones, c: Chance) -> None:
    """A glass pyramid before a long wing."""
    b.block(t.wall, 0, 440, 92)
    windows(b, t.dark, 0, 8, 424, 80, 17, 2, 0.4)
    b.poly(t.roof, (-220, 92), (-206, 118), (206, 118), (220, 92))
    b.poly(t.glow, (-118, 0), (0, 128), (118, 0))
    b.poly(t.shade, (0, 128), (34, 0), (118, 0))
    for i in range(1, 6):
        b.line(t.wall, 2, (-118 + 20 * i, 21.5 * i), (118 - 20 * i, 21.5 * i))
    for x in (-70, -34, 34, 70):
        b.line(t.wall, 2, (x, 0), (0, 128))


def old_museum_asia(b: Brush, t: Tones, c: Chance) -> None:
    """A museum of today under a great hipped roof."""
    wide = c.pick((330, 380))
    b.block(t.shade, 0, wide + 50, 20)
    b.block(t.wall, 20, wide, 70)
    columns(b, t.roof_shade, 0, 20, wide * 0.96, 70, c.pick((7, 9, 11)), 9)
    b.block(t.glow, 84, wide + 6, 9)
    b.poly(t.roof, (-wide / 2 - 40, 93), (-wide * 0.3, 158), (wide * 0.3, 158), (wide / 2 + 40, 93))
    b.poly(t.roof_shade, (wide * 0.1, 93), (wide * 0.1, 158), (wide * 0.3, 158), (wide / 2 + 40, 93))
    b.block(t.accent, 20, 44, 48)


def observatory(b: Brush, t: Tones, c: Chance) -> None:
    """A science centre: a sphere or slit dome between low wings."""
    b.block(t.wall, 0, 340, 66)
    windows(b, t.dark, 0, 12, 320, 42, 15, 1, 0.6)
    b.block(t.shade, 66, 180, 18)
    round_dome(b, t.roof, 0, 84, 180, 108)
    if c.happens(0.5):
        b.curve(t.dark, ("M", 20, 84), ("Q", 30, 150, 2, 188), ("L", 22, 185), ("Q", 54, 150, 44, 84))
    else:
        for i in range(1, 5):
            b.line(t.shade, 3, (-88 + 6 * i * i * 0.6, 84 + 24 * i), (88 - 6 * i * i * 0.6, 84 + 24 * i))


def opera(b: Brush, t: Tones, c: Chance) -> None:
    """A hall of shells over water."""
    b.block(t.roof_shade, 0, 440, 24)
    b.block(t.glow, 24, 410, 8)
    for x, s, flip in ((-120, 0.8, False), (-60, 1.1, False), (20, 1.3, False), (110, 0.84, True), (168, 0.6, True)):
        g = b.at(x, 30, s, mirrored=flip)
        g.curve(t.wall, ("M", -56, 0), ("C", -50, 64, -10, 116, 46, 136), ("C", 40, 84, 44, 40, 50, 0))
        g.curve(t.shade, ("M", 4, 0), ("C", 0, 60, 12, 110, 46, 136), ("C", 40, 84, 44, 40, 50, 0))


def theatre(b: Brush, t: Tones, c: Chance) -> None:
    """A lit stage between curtains."""
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


def stadium(b: Brush, t: Tones, c: Chance) -> None:
    """A stadium of woven beams."""
    b.curve(t.shade, ("M", -216, 16), ("C", -240, 70, -206, 130, -170, 128), ("Q", 0, 70, 170, 128), ("C", 206, 130,
        240, 70, 216, 16),
            ("Q", 0, -12, -216, 16))  # fmt: skip
    for i in range(-7, 8):
        b.line(t.wall, 7, (i * 28, 8), (i * 24 + (30 if i % 2 else -30), 96 + abs(i) * 3.6))
    b.stroke(t.wall, 9, ("M", -176, 128), ("Q", 0, 66, 176, 128))
    b.stroke(t.accent, 4, ("M", -150, 108), ("Q", 0, 62, 150, 108))


def station(b: Brush, t: Tones, c: Chance) -> None:
    """A railway station with a great arched window and a clock."""
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


def campus(b: Brush, t: Tones, c: Chance) -> None:
    """A brick hall with a clock tower and a lawn."""
    b.block(t.roof, 0, 370, 92)
    windows(b, t.wall, 0, 8, 350, 80, 13, 2, 0.36)
    b.poly(t.roof_shade, (-196, 92), (-170, 126), (170, 126), (196, 92))
    b.block(t.wall, 0, 86, 96)
    columns(b, t.shade, 0, 0, 86, 84, 4, 8)
    b.poly(t.wall, (-52, 96), (0, 128), (52, 96))
    b.block(t.wall, 122, 50, 64)
    b.disc(t.dark, 0, 160, 15)
    b.block(t.shade, 186, 36, 26)
    round_dome(b, t.roof_shade, 0, 212, 38, 28)
    finial(b, t.glow, 0, 238, 30)


def wheel(b: Brush, t: Tones, c: Chance) -> None:
    """A great wheel with cabins."""
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
    """Fairy-tale spires before the loops of a coaster."""
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
    """Market stalls under striped awnings, lamps strung over them."""
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
    """An iron market hall."""
    b.block(t.roof_shade, 0, 400, 96)
    arcade(b, t.glow, 0, 0, 390, 84, 7)
    b.poly(t.roof, (-214, 96), (-150, 142), (150, 142), (214, 96))
    b.block(t.glow, 142, 240, 16)
    b.poly(t.roof, (-132, 158), (0, 204), (132, 158))
    b.block(t.accent, 84, 404, 7)
    columns(b, t.roof_shade, 0, 0, 390, 96, 8, 5)


def city_block(b: Brush, t: Tones, c: Chance) -> None:
    """Houses of a quarter: brick fronts with shops and awnings, water tanks on some roofs."""
    x = -230.0
    while x < 190:
        wide, high = c.between(72, 104), c.between(96, 196)
        middle = x + wide / 2
        fill = c.pick((t.wall, t.roof, t.shade, t.glow))
        b.block(fill, 0, wide, high, middle)
        b.block(t.roof_shade, high, wide + 6, 7, middle)
        windows(
            b,
            t.dark if fill != t.roof else t.wall,
            middle,
            42,
            wide * 0.86,
            high - 48,
            c.pick((3, 4)),
            max(2, int(high / 42)),
            0.44,
        )
        b.block(t.dark, 0, wide * 0.86, 28, middle)
        b.poly(c.pick((t.accent, t.wall)), (x + 2, 30), (x + 8, 42), (x + wide - 8, 42), (x + wide - 2, 30))
        if c.happens(0.35):
            b.block(t.roof_shade, high + 7, 26, 22, middle)
            b.poly(t.roof_shade, (middle - 16, high + 29), (middle, high + 42), (middle + 16, high + 29))
        x += wide

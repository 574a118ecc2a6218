"""Museums, campuses and quarters of our time."""

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import columns, finial, round_dome, windows
from travelagent.pictures.scenery.stage import Tones


def glass_hall(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a glasshouse with a high vault between lower wings."""
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
    """Draw a museum of stacked, shifted boxes."""
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
    """Draw a museum of sweeping shells."""
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
    """Draw a museum of rings that widen upwards, or of a drum with a ramp."""
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
    """Draw a glass pyramid before a long wing."""
    b.block(t.wall, 0, 440, 92)
    windows(b, t.dark, 0, 8, 424, 80, 17, 2, 0.4)
    b.poly(t.roof, (-220, 92), (-206, 118), (206, 118), (220, 92))
    b.poly(t.glow, (-118, 0), (0, 128), (118, 0))
    b.poly(t.shade, (0, 128), (34, 0), (118, 0))
    for i in range(1, 6):
        b.line(t.wall, 2, (-118 + 20 * i, 21.5 * i), (118 - 20 * i, 21.5 * i))
    for x in (-70, -34, 34, 70):
        b.line(t.wall, 2, (x, 0), (0, 128))


def hipped_museum(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a museum of today under a great hipped roof."""
    wide = c.pick((330, 380))
    b.block(t.shade, 0, wide + 50, 20)
    b.block(t.wall, 20, wide, 70)
    columns(b, t.roof_shade, 0, 20, wide * 0.96, 70, c.pick((7, 9, 11)), 9)
    b.block(t.glow, 84, wide + 6, 9)
    b.poly(t.roof, (-wide / 2 - 40, 93), (-wide * 0.3, 158), (wide * 0.3, 158), (wide / 2 + 40, 93))
    b.poly(t.roof_shade, (wide * 0.1, 93), (wide * 0.1, 158), (wide * 0.3, 158), (wide / 2 + 40, 93))
    b.block(t.accent, 20, 44, 48)


def observatory(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a science centre: a sphere or slit dome between low wings."""
    b.block(t.wall, 0, 340, 66)
    windows(b, t.dark, 0, 12, 320, 42, 15, 1, 0.6)
    b.block(t.shade, 66, 180, 18)
    round_dome(b, t.roof, 0, 84, 180, 108)
    if c.happens(0.5):
        b.curve(t.dark, ("M", 20, 84), ("Q", 30, 150, 2, 188), ("L", 22, 185), ("Q", 54, 150, 44, 84))
    else:
        for i in range(1, 5):
            b.line(t.shade, 3, (-88 + 6 * i * i * 0.6, 84 + 24 * i), (88 - 6 * i * i * 0.6, 84 + 24 * i))


def campus(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a brick hall with a clock tower and a lawn."""
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


def city_block(b: Brush, t: Tones, c: Chance) -> None:
    """Draw houses of a quarter: brick fronts with shops and awnings, water tanks on some roofs."""
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

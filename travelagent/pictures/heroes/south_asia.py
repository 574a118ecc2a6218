"""Buildings of South and South-East Asia, and of the lands of Islam."""

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


def wat(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a Thai or Lao hall under steep roofs that overlap."""
    b.block(t.shade, 0, 330, 16)
    b.block(t.wall, 16, 270, 62)
    columns(b, t.shade, 0, 16, 270, 62, 8, 10)
    b.arch(t.dark, 0, 16, 30, 50, pointed=True)
    for i, (wide, foot, high) in enumerate(((330, 70, 78), (250, 92, 104), (168, 118, 130))):
        fill = (t.roof, t.accent, t.roof)[i]
        b.curve(fill, ("M", -wide / 2, foot), ("Q", -wide * 0.2, foot + high * 0.3, 0, foot + high),
                ("Q", wide * 0.2, foot + high * 0.3, wide / 2, foot))  # fmt: skip
        b.stroke(t.glow, 4, ("M", -wide / 2, foot), ("Q", -wide * 0.2, foot + high * 0.3, 0, foot + high),
                 ("Q", wide * 0.2, foot + high * 0.3, wide / 2, foot))  # fmt: skip
    gable(b, t.glow, 0, 136, 80, 66)
    finial(b, t.glow, 0, 244, 34)


def chedi(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a bell-shaped stupa with smaller ones beside it."""
    for x, s in ((-130, 0.52), (130, 0.52), (0, 1.0)):
        g = b.at(x, 0, s)
        for i in range(4):
            g.block(t.shade if i % 2 else t.wall, 16 * i, 220 - 30 * i, 16)
        g.curve(
            t.glow, ("M", -66, 64), ("C", -62, 130, -36, 168, -17, 176), ("L", 17, 176), ("C", 36, 168, 62, 130, 66, 64)
        )
        g.curve(t.roof, ("M", 14, 64), ("C", 30, 110, 22, 150, 6, 176), ("L", 17, 176), ("C", 36, 168, 62, 130, 66, 64))
        g.block(t.wall, 176, 42, 12)
        g.poly(t.glow, (-17, 188), (0, 300), (17, 188))


def prang(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a corn-cob tower between lower ones, as at Arun."""
    for x, s in ((-150, 0.5), (150, 0.5), (0, 1.0)):
        g = b.at(x, 0, s)
        for i in range(5):
            g.poly(t.wall if i % 2 else t.shade, (-110 + 16 * i, 26 * i), (-100 + 16 * i, 26 * i + 26),
                   (100 - 16 * i, 26 * i + 26), (110 - 16 * i, 26 * i))  # fmt: skip
        g.curve(t.glow, ("M", -40, 130), ("C", -40, 210, -20, 262, 0, 276), ("C", 20, 262, 40, 210, 40, 130))
        g.curve(t.roof, ("M", 8, 130), ("C", 14, 210, 8, 262, 0, 276), ("C", 20, 262, 40, 210, 40, 130))
        finial(g, t.roof, 0, 272, 34)


def angkor(b: Brush, t: Tones, c: Chance) -> None:
    """Draw towers like lotus buds over long galleries."""
    b.block(t.shade, 0, 440, 22)
    b.block(t.wall, 22, 400, 34)
    columns(b, t.dark, 0, 24, 390, 26, 26, 6)
    b.block(t.roof_shade, 56, 410, 10)
    for x, s in ((-130, 0.66), (130, 0.66), (-64, 0.74), (64, 0.74), (0, 1.0)):
        g = b.at(x, 60, s)
        g.block(t.shade, 0, 74, 60)
        g.block(t.dark, 4, 18, 34)
        for i in range(6):
            wide = 84 * (1 - (i / 6) ** 1.7)
            g.block(t.wall if i % 2 else t.shade, 60 + 22 * i, wide, 22)
            g.rect(t.roof_shade, wide * 0.12, 60 + 22 * i, wide * 0.38, 22)
        finial(g, t.shade, 0, 190, 26)


def meru(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a Balinese split gate with thatched towers of many tiers behind it."""
    for x, tiers in ((-96, 7), (96, 5)):
        b.block(t.wall, 0, 66, 44, x)
        for i in range(tiers):
            wide = 112 - 11 * i
            b.poly(t.dark, (x - wide / 2, 44 + 28 * i), (x - wide * 0.3, 66 + 28 * i), (x + wide * 0.3, 66 + 28 * i),
                   (x + wide / 2, 44 + 28 * i))  # fmt: skip
            b.block(t.accent, 66 + 28 * i, wide * 0.34, 8, x)
    for side in (-1, 1):
        for i in range(6):
            left, right = 20, 92 - 11 * i
            b.rect(t.glow if i % 2 else t.wall, side * left if side > 0 else -right, 32 * i, right - left, 32)
            b.rect(t.roof_shade, side * left if side > 0 else -right, 32 * i, right - left + 4, 6)


def shikhara(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a Hindu temple: a curved tower with half-towers leaning on it, and a porch."""
    b.block(t.shade, 0, 360, 18)
    for x, s in ((-96, 0.5), (-50, 0.72), (60, 0.62), (20, 1.0)):
        g = b.at(x, 18, s)
        g.curve(t.glow if s == 1 else t.wall, ("M", -74, 0), ("L", -74, 60), ("C", -66, 160, -38, 220, -16, 236),
            ("L", 16, 236),
                ("C", 38, 220, 66, 160, 74, 60), ("L", 74, 0))  # fmt: skip
        g.curve(t.shade, ("M", 24, 0), ("L", 24, 60), ("C", 22, 160, 14, 220, 6, 236), ("L", 16, 236),
                ("C", 38, 220, 66, 160, 74, 60), ("L", 74, 0))  # fmt: skip
        g.oval(t.roof, 0, 240, 24, 9)
        finial(g, t.accent, 0, 246, 26)
    b.block(t.wall, 18, 90, 66, -150)
    columns(b, t.dark, -150, 18, 90, 46, 4, 8)
    gable(b, t.roof, -150, 84, 110, 42)


def stupa(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a white dome with a square tower, a gilt spire and strings of flags."""
    for i in range(3):
        b.block(t.shade if i % 2 else t.wall, 18 * i, 400 - 60 * i, 18)
    round_dome(b, t.wall, 0, 54, 240, 96)
    half_shade(b, t.shade, 0, 54, 240, 96)
    b.block(t.glow, 146, 62, 42)
    b.oval(t.dark, -15, 168, 8, 4)
    b.oval(t.dark, 15, 168, 8, 4)
    for i in range(7):
        b.block(t.glow if i % 2 else t.roof, 188 + 11 * i, 54 - 7 * i, 11)
    finial(b, t.glow, 0, 264, 34)
    for side in (-1, 1):
        b.stroke(t.dark, 1.5, ("M", 0, 276), ("Q", side * 90, 130, side * 196, 40))
        for i in range(6):
            share = 0.16 + 0.14 * i
            x, y = side * (180 * share + 16 * share * share), 276 - 292 * share + 56 * share * share
            b.block((t.accent, t.glow, t.wall)[i % 3], y - 12, 15, 12, x)


def taj(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a domed tomb between four slim towers."""
    b.block(t.shade, 0, 440, 24)
    for x in (-196, -140, 140, 196):
        b.poly(t.wall, (x - 8, 24), (x - 6, 190), (x + 6, 190), (x + 8, 24))
        b.block(t.shade, 128, 20, 5, x)
        round_dome(b, t.wall, x, 190, 16, 14)
    b.block(t.wall, 24, 236, 96)
    b.rect(t.shade, 64, 24, 54, 96)
    b.block(t.wall, 24, 84, 116)
    b.arch(t.shade, 0, 24, 56, 96, pointed=True)
    b.arch(t.dark, 0, 24, 32, 60, pointed=True)
    for x in (-82, 82):
        b.arch(t.dark, x, 24, 24, 34, pointed=True)
        b.arch(t.dark, x, 70, 24, 34, pointed=True)
        onion_dome(b, t.wall, x, 120, 40, 46)
    b.block(t.shade, 138, 96, 14)
    onion_dome(b, t.wall, 0, 148, 122, 122)
    half_shade(b, t.shade, 0, 150, 118, 92)
    finial(b, t.glow, 0, 262, 34)


def haveli(b: Brush, t: Tones, c: Chance) -> None:
    """Draw an Indian palace with canopied roofs and rows of arched windows."""
    wide = c.pick((340, 390))
    b.block(t.glow, 0, wide, 150)
    b.rect(t.roof, wide * 0.22, 0, wide * 0.28, 150)
    for y, high in ((8, 40), (62, 34), (106, 30)):
        arcade(b, t.dark, 0, y, wide * 0.9, high, 11, pointed=True)
    b.block(t.wall, 56, wide, 4)
    b.block(t.wall, 148, wide + 10, 7)
    for i in range(5):
        x = -wide / 2 + 24 + (wide - 48) * i / 4
        size = 1.4 if i == 2 else 1.0
        columns(b, t.wall, x, 154, 38 * size, 26 * size, 3, 5)
        round_dome(b, t.roof, x, 154 + 26 * size, 46 * size, 24 * size)
        finial(b, t.glow, x, 154 + 48 * size, 16)


def mosque(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a great dome, smaller ones around it, and minarets."""
    towers = c.pick(((-176, 176), (-190, -140, 140, 190), (-180, 180), (150,)))
    for x in towers:
        b.block(t.wall, 0, 17, 214, x)
        b.rect(t.shade, x + 1, 0, 8, 214)
        b.block(t.shade, 150, 27, 7, x)
        b.poly(t.roof, (x - 9, 214), (x, 274), (x + 9, 214))
    b.block(t.wall, 0, 290, 84)
    b.rect(t.shade, 60, 0, 85, 84)
    arcade(b, t.dark, 0, 0, 270, 52, 7, pointed=c.happens(0.6))
    dome = onion_dome if c.happens(0.3) else round_dome
    for x in (-88, 88):
        round_dome(b, t.roof, x, 84, 100, 44)
    b.block(t.shade, 84, 150, 28)
    windows(b, t.dark, 0, 88, 140, 20, 9, 1, 0.35)
    dome(b, t.roof, 0, 110, 158, 96)
    half_shade(b, t.roof_shade, 0, 110, 156, 92)
    finial(b, t.glow, 0, 204, 34)


def iwan(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a high portal with a pointed arch, tiled domes beside it, as at Samarkand."""
    for x in (-150, 150):
        b.block(t.wall, 0, 130, 104, x)
        arcade(b, t.dark, x, 12, 116, 38, 3, pointed=True)
        arcade(b, t.dark, x, 60, 116, 34, 3, pointed=True)
        b.block(t.shade, 104, 60, 30, x)
        onion_dome(b, t.accent if c.happens(0.3) else t.roof, x, 132, 76, 74)
        half_shade(b, t.roof_shade, x, 132, 66, 54)
    b.block(t.wall, 0, 164, 204)
    b.block(t.glow, 8, 144, 188)
    b.arch(t.shade, 0, 0, 112, 172, pointed=True)
    b.arch(t.dark, 0, 0, 56, 92, pointed=True)
    for x in (-96, 96):
        b.poly(t.glow, (x - 12, 0), (x - 9, 236), (x + 9, 236), (x + 12, 0))
        b.block(t.roof, 222, 26, 14, x)


def kasbah(b: Brush, t: Tones, c: Chance) -> None:
    """Draw mud-brick towers with battlements."""
    for x, wide, tall in ((-150, 92, 120), (140, 110, 108), (-64, 96, 176), (62, 84, 206), (0, 88, 138)):
        high = tall * c.between(0.88, 1.12)
        b.poly(t.glow, (x - wide / 2, 0), (x - wide * 0.44, high), (x + wide * 0.44, high), (x + wide / 2, 0))
        b.poly(t.roof, (x + wide * 0.16, 0), (x + wide * 0.15, high), (x + wide * 0.44, high), (x + wide / 2, 0))
        battlements(b, t.glow, x - wide * 0.44, high, wide * 0.88, 8)
        windows(b, t.dark, x, high * 0.55, wide * 0.6, high * 0.3, 3, 2, 0.26)
    b.arch(t.dark, 0, 0, 44, 70, pointed=True)


def rock_tomb(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a façade cut from a cliff."""
    b.poly(t.roof, (-270, 0), (-250, 250), (-120, 300), (110, 286), (250, 240), (272, 0))
    b.poly(t.roof_shade, (110, 0), (130, 286), (250, 240), (272, 0))
    b.block(t.glow, 0, 190, 112)
    columns(b, t.wall, 0, 0, 190, 96, 6, 13)
    b.block(t.dark, 0, 30, 70)
    b.block(t.wall, 96, 206, 12)
    gable(b, t.wall, 0, 108, 130, 26)
    for x in (-66, 66):
        b.block(t.glow, 112, 48, 84, x)
        columns(b, t.wall, x, 116, 48, 58, 2, 9)
        b.block(t.wall, 176, 56, 10, x)
    b.block(t.wall, 120, 44, 64)
    b.poly(t.wall, (-30, 184), (0, 224), (30, 184))
    b.disc(t.glow, 0, 230, 9)


def pyramids(b: Brush, t: Tones, c: Chance) -> None:
    """Draw three pyramids with a lit and a shaded face."""
    for x, wide, high in ((-150, 190, 118), (170, 150, 92), (10, 300, 190)):
        b.poly(t.glow, (x - wide / 2, 0), (x, high), (x + wide / 2, 0))
        b.poly(t.roof, (x, high), (x + wide * 0.16, 0), (x + wide / 2, 0))


def old_quarter(b: Brush, t: Tones, c: Chance) -> None:
    """Draw flat-roofed houses one above another, a minaret or a dome among them."""
    for row in range(3):
        x = -230.0 + 20 * row
        while x < 200 - 20 * row:
            wide, high = c.between(54, 92), 74 + 46 * (2 - row) + c.between(-14, 18)
            b.rect((t.shade, t.glow, t.wall)[row], x, 0, wide, high)
            b.rect(t.roof_shade, x, high, wide, 5)
            windows(b, t.dark, x + wide / 2, high - 44, wide * 0.8, 30, 2, 1, 0.3)
            x += wide + 2
        if row == 0:
            tall = c.between(-120, 120)
            b.block(t.wall, 0, 26, 240, tall)
            b.block(t.shade, 196, 38, 8, tall)
            round_dome(b, t.roof, tall, 240, 24, 20)
    b.arch(t.dark, c.between(-60, 60), 0, 34, 54, pointed=True)

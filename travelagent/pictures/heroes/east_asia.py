"""Halls, pagodas and gates of China, Korea and Japan."""

from travelagent.pictures.canvas import Brush
from travelagent.pictures.chance import Chance
from travelagent.pictures.heroes.parts import columns, eaves, finial, gable, windows
from travelagent.pictures.scenery.stage import Tones


def _terrace(b: Brush, t: Tones, width: float, steps: int) -> float:
    """White terraces, one on the other; returns their height."""
    for i in range(steps):
        b.block(t.wall, i * 14, width - 40 * i, 14)
        b.block(t.shade, i * 14, width - 40 * i, 4)
    b.poly(t.shade, (-30, 0), (-20, 14 * steps), (20, 14 * steps), (30, 0))
    return 14.0 * steps


def hall(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a palace hall under one or two roofs on a terrace."""
    foot = _terrace(b, t, c.pick((380, 420)), c.whole(1, 3))
    wide = c.pick((250, 290, 320))
    b.block(t.accent, foot, wide, 54)
    columns(b, t.roof_shade, 0, foot, wide, 54, c.pick((8, 10)), 7)
    b.block(t.dark, foot, wide / 5, 40)
    eaves(b, t.roof, 0, foot + 50, wide + 76, 44, wide - 60, 16)
    level = foot + 88
    if c.happens(0.7):
        b.block(t.accent, level - 6, wide - 56, 22)
        b.block(t.glow, level + 8, wide - 56, 5)
        eaves(b, t.roof, 0, level + 12, wide + 20, 62, wide - 110, 16)
        level += 70
    _horns(b, t, wide - 110 if level > foot + 90 else wide - 60, level + 2)


def _horns(b: Brush, t: Tones, ridge: float, y: float) -> None:
    b.block(t.roof_shade, y, ridge, 7)
    for x in (-ridge / 2, ridge / 2):
        b.poly(t.roof_shade, (x - 6, y), (x - 4, y + 17), (x + 4, y + 17), (x + 6, y))


def rotunda(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a round hall under three conical roofs, as the Temple of Heaven's."""
    foot = _terrace(b, t, 400, 3)
    for i, wide in enumerate((190, 156, 120)):
        level = foot + 62 * i
        b.block(t.accent, level, wide, 44 if i == 0 else 30)
        columns(b, t.roof_shade, 0, level, wide, 44 if i == 0 else 30, 7 - i, 5)
        eaves(
            b,
            t.roof,
            0,
            level + (42 if i == 0 else 28),
            wide + 66,
            52 if i == 2 else 36,
            24 if i == 2 else wide - 30,
            8,
        )
    b.disc(t.glow, 0, foot + 210, 11)
    finial(b, t.glow, 0, foot + 212, 24)


def pagoda(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a pagoda of five to nine storeys."""
    storeys = c.pick((5, 7, 7, 9))
    high = 290 / (storeys + 1.6)
    b.block(t.shade, 0, 150, 12)
    for i in range(storeys):
        wide = 96 - 58 * i / storeys
        level = 12 + high * i
        b.block(t.wall, level, wide, high)
        b.rect(t.shade, 0, level, wide / 2, high)
        b.block(t.dark, level + high * 0.1, 9, high * 0.5)
        eaves(b, t.roof, 0, level + high * 0.66, wide + 46 - 14 * i / storeys, high * 0.44, wide * 0.7, 8)
    finial(b, t.roof_shade, 0, 12 + high * storeys, 46)


def brick_pagoda(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a square brick pagoda whose storeys shrink in steps."""
    storeys = c.pick((6, 7, 9))
    high = 270 / storeys
    b.block(t.roof_shade, 0, 190, 16)
    for i in range(storeys):
        wide = 128 * (1 - 0.085 * i)
        level = 16 + high * i
        b.block(t.glow, level, wide, high)
        b.rect(t.roof, wide * 0.12, level, wide * 0.38, high)
        b.arch(t.dark, 0, level + high * 0.12, 16, high * 0.5)
        b.block(t.roof_shade, level + high * 0.84, wide + 12, high * 0.16)
    finial(b, t.roof_shade, 0, 16 + high * storeys, 34)


def gate_tower(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a hall on a high wall with arched gateways."""
    wide = c.pick((380, 420))
    b.poly(t.accent, (-wide / 2, 0), (-wide / 2 + 14, 104), (wide / 2 - 14, 104), (wide / 2, 0))
    b.block(t.wall, 98, wide - 26, 8)
    for x, size in ((0, 50), (-80, 38), (80, 38)):
        b.arch(t.dark, x, 0, size, size * 1.3)
    b.block(t.accent, 106, 270, 40)
    columns(b, t.roof_shade, 0, 106, 270, 40, 10, 6)
    eaves(b, t.roof, 0, 142, 340, 40, 230, 15)
    b.block(t.glow, 178, 210, 12)
    eaves(b, t.roof, 0, 188, 290, 56, 170, 15)
    _horns(b, t, 170, 244)


def archway(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a memorial archway of three or five bays."""
    bays = c.pick((3, 3, 5))
    bay = 330 / bays
    for i in range(bays + 1):
        x = -165 + bay * i
        middle = i in (bays // 2, bays // 2 + 1)
        b.block(t.accent, 0, 14, 170 if middle else 120, x)
        b.block(t.shade, 0, 24, 18, x)
    for i in range(bays):
        x = -165 + bay * (i + 0.5)
        rise = 40 if i == bays // 2 else 0
        b.block(t.glow, 112 + rise, bay, 12, x)
        b.block(t.roof_shade, 126 + rise, bay, 14, x)
        eaves(b, t.roof, x, 140 + rise, bay + 34, 34, bay * 0.7, 12)


def torii(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a torii, with smaller ones behind it on a path."""
    for scale in (0.42, 0.6, 1.0):
        g = b.at(0, 66 * (1 - scale), scale)
        for x in (-92, 92):
            b_x = x + (6 if x < 0 else -6)
            g.poly(t.accent, (x - 11, 0), (b_x - 9, 190), (b_x + 9, 190), (x + 11, 0))
            g.block(t.dark, 0, 28, 20, x)
        g.block(t.accent, 150, 226, 15)
        g.block(t.dark, 165, 14, 28)
        g.curve(t.accent, ("M", -142, 206), ("Q", 0, 180, 142, 206), ("L", 134, 186), ("L", -134, 186))
        g.curve(t.dark, ("M", -150, 222), ("Q", 0, 194, 150, 222), ("L", 144, 204), ("Q", 0, 180, -144, 204))


def temple_gate(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a two-storeyed wooden gate of a temple, open in the middle, with steps and lanterns of stone."""
    b.block(t.shade, 0, 300, 16)
    b.poly(t.wall, (-48, 0), (-38, 16), (38, 16), (48, 0))
    for x in (-112, -62, 62, 112):
        b.block(t.roof_shade, 16, 15, 92, x)
    for x in (-87, 87):
        b.block(t.wall, 24, 36, 66, x)
    b.block(t.roof_shade, 96, 268, 13)
    eaves(b, t.roof, 0, 106, 330, 30, 220, 11)
    b.block(t.wall, 132, 200, 30)
    columns(b, t.roof_shade, 0, 128, 210, 36, 8, 7)
    b.block(t.accent, 128, 224, 6)
    eaves(b, t.roof, 0, 160, 320, 74, 130, 16)
    _horns(b, t, 130, 233)
    for x in (-196, 196):
        b.block(t.shade, 0, 12, 44, x)
        b.block(t.shade, 44, 30, 18, x)
        eaves(b, t.roof_shade, x, 60, 48, 18, 8, 6)


def keep(b: Brush, t: Tones, c: Chance) -> None:
    """Draw a Japanese castle's keep on its curved stone base."""
    b.curve(t.roof_shade, ("M", -190, 0), ("Q", -140, 30, -124, 92), ("L", 124, 92), ("Q", 140, 30, 190, 0))
    b.curve(t.dark, ("M", 40, 0), ("Q", 40, 40, 60, 92), ("L", 124, 92), ("Q", 140, 30, 190, 0), opacity=0.45)
    storeys = c.pick((3, 4, 5))
    high = 200 / storeys
    for i in range(storeys):
        wide = 220 * (1 - 0.62 * i / storeys)
        level = 92 + high * i
        b.block(t.wall, level, wide, high)
        b.rect(t.shade, wide * 0.1, level, wide * 0.4, high)
        windows(b, t.dark, 0, level + high * 0.15, wide * 0.8, high * 0.36, max(2, 6 - i), 1, 0.3)
        eaves(b, t.roof, 0, level + high * 0.6, wide + 60, high * 0.5, wide * 0.72, 11)
        if i % 2 == 0 and i < storeys - 1:
            gable(b, t.wall, 0, level + high * 0.72, wide * 0.36, high * 0.5)
            b.line(
                t.roof,
                6,
                (-wide * 0.22, level + high * 0.7),
                (0, level + high * 1.26),
                (wide * 0.22, level + high * 0.7),
            )
    _horns(b, t, 62, 92 + high * storeys - high * 0.02)

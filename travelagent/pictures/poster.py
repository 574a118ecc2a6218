"""A place's poster: drawn from its subject alone, so that it is the same wherever and whenever it is drawn."""

from travelagent.pictures.canvas import CARD, Canvas, Frame
from travelagent.pictures.chance import Chance
from travelagent.pictures.scenery.land import sky
from travelagent.pictures.scenery.settings import SETTINGS
from travelagent.pictures.scenery.stage import Stage
from travelagent.pictures.subjects import Subject

HORIZON, GROUND = 0.57, 0.745
"""Shares of the height."""


def poster(subject: Subject, frame: Frame = CARD) -> str:
    """Return the poster as an SVG document without any text."""
    canvas = Canvas(frame)
    chance = Chance(subject.key)
    horizon, ground = frame.height * HORIZON, frame.height * GROUND
    stage = Stage(canvas, subject.palette, chance, subject.climate, horizon, ground)
    sky(stage)
    SETTINGS[subject.setting](stage, subject)
    return canvas.svg()

"""What every part of a poster is drawn with: the sheet, the colours, the choices and the level of the ground."""

from dataclasses import dataclass

from travelagent.pictures.canvas import Brush, Canvas
from travelagent.pictures.chance import Chance
from travelagent.pictures.colours import mix
from travelagent.pictures.palettes import Climate, Palette


@dataclass(frozen=True, slots=True)
class Tones:
    """A building's colours in one light: the side in the sun, the side in shade, openings, roof, and what shines."""

    wall: str
    shade: str
    dark: str
    roof: str
    roof_shade: str
    accent: str
    glow: str


@dataclass(frozen=True, slots=True)
class Stage:
    """The sheet of one poster. `horizon` and `ground` are heights on it, measured from above."""

    canvas: Canvas
    palette: Palette
    chance: Chance
    climate: Climate
    horizon: float
    ground: float

    @property
    def width(self) -> int:
        """The width of the sheet in units."""
        return self.canvas.frame.width

    @property
    def height(self) -> int:
        """The height of the sheet in units."""
        return self.canvas.frame.height

    def tones(self, distance: float = 0) -> Tones:
        """Return a building's colours, paler with distance (0 near to 1 at the horizon)."""
        palette = self.palette
        wall = mix(palette.wall, palette.haze, 0.85 * distance)

        def far(colour: str) -> str:
            return mix(colour, palette.haze, 0.75 * distance)

        if palette.is_night:
            body = far(mix(palette.roof, palette.haze, 0.45))
            return Tones(
                wall=body,
                shade=far(mix(palette.roof, palette.haze, 0.15)),
                dark=far(palette.wall),
                roof=far(mix(palette.roof, palette.deep, 0.35)),
                roof_shade=far(palette.deep),
                accent=far(palette.accent),
                glow=far(palette.wall),
            )
        return Tones(
            wall=wall,
            shade=far(mix(palette.wall, palette.deep, 0.2)),
            dark=far(mix(palette.roof, palette.deep, 0.6)),
            roof=far(palette.roof),
            roof_shade=far(mix(palette.roof, palette.deep, 0.4)),
            accent=far(palette.accent),
            glow=far(mix(palette.accent, palette.sun, 0.7)),
        )

    def brush(self, x: float, y: float, scale: float = 1, *, mirrored: bool = False) -> Brush:
        """Return a brush with its origin at `x`, `y` of the sheet."""
        return self.canvas.brush(x, y, scale, mirrored=mirrored)

"""A sheet that shapes are laid on, from back to front, and its text as SVG.

Coordinates are whole numbers on the finished sheet, so that a poster stays small. A `Brush` draws in coordinates of its
own: x to the right and y UP from a point on the sheet, in units of its scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias, cast

Point = tuple[float, float]
Command: TypeAlias = (
    tuple[str, float, float]
    | tuple[str, float, float, float, float]
    | tuple[str, float, float, float, float, float, float]
)
"""A letter and its coordinates in pairs."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a sheet in its own units."""

    width: int
    height: int


CARD = Frame(900, 600)
"""What cards and headers show."""


_CLOSED, _JOINING = '"/>', 'z"/>'


def _paint(fill: str, opacity: float) -> str:
    return f'fill="{fill}"' if opacity == 1 else f'fill="{fill}" fill-opacity="{opacity:.2g}"'


@dataclass(slots=True)
class Canvas:
    """Shapes in the order in which they are drawn; neighbours of one fill share a group."""

    frame: Frame
    _runs: list[tuple[str, list[str]]] = field(default_factory=list)
    _gradients: list[str] = field(default_factory=list)

    def put(self, element: str, fill: str, opacity: float = 1) -> None:
        """Add an element that has no fill of its own."""
        self._run(_paint(fill, opacity)).append(element)

    def fill(self, path: str, fill: str, opacity: float = 1, *, joins: bool = False) -> None:
        """Add an area. One that `joins` runs clockwise: it may share an element with its neighbours of one fill."""
        elements = self._run(_paint(fill, opacity))
        if joins and opacity == 1 and elements and elements[-1].endswith(_JOINING):
            elements[-1] = f"{elements[-1].removesuffix(_JOINING)}{path}{_JOINING}"
        else:
            elements.append(f'<path d="{path}{_JOINING if joins else _CLOSED}')

    def stroke(self, path: str, colour: str, width: float, opacity: float = 1) -> None:
        """Add a line along a path."""
        paint = f'fill="none" stroke="{colour}" stroke-width="{width:.3g}" stroke-linecap="round"'
        if opacity != 1:
            paint += f' stroke-opacity="{opacity:.2g}"'
        elements = self._run(paint)
        if elements and opacity == 1:
            elements[-1] = f"{elements[-1].removesuffix(_CLOSED)}{path}{_CLOSED}"
        else:
            elements.append(f'<path d="{path}{_CLOSED}')

    def _run(self, paint: str) -> list[str]:
        if not self._runs or self._runs[-1][0] != paint:
            self._runs.append((paint, []))
        return self._runs[-1][1]

    def gradient(self, x: int, y: int, width: int, height: int, high: str, low: str) -> None:
        """Add a rectangle that goes from one colour at its top to another at its foot."""
        name = "abcdefgh"[len(self._gradients)]
        self._gradients.append(
            f'<linearGradient id="{name}" x2="0" y2="1"><stop stop-color="{high}"/>'
            f'<stop offset="1" stop-color="{low}"/></linearGradient>'
        )
        self.fill(f"M{x} {y}h{width}v{height}h{-width}z", f"url(#{name})")

    def brush(self, x: float, y: float, scale: float = 1, *, mirrored: bool = False) -> "Brush":
        """Return a brush whose origin is at that point of the sheet."""
        return Brush(self, x, y, scale, -1 if mirrored else 1)

    def svg(self, title: str = "") -> str:
        """Return the drawing as a document of its own."""
        groups = "".join(
            elements[0].replace("/>", f" {paint}/>", 1) if len(elements) == 1 else f"<g {paint}>{''.join(elements)}</g>"
            for paint, elements in self._runs
        )
        defs = f"<defs>{''.join(self._gradients)}</defs>" if self._gradients else ""
        width, height = self.frame.width, self.frame.height
        named = f"<title>{title}</title>" if title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' preserveAspectRatio="xMidYMid slice">{named}{defs}{groups}</svg>'
        )


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws around a point of a canvas, x to the right and y up, `scale` sheet units to one of its own."""

    canvas: Canvas
    x: float
    y: float
    scale: float = 1
    side: int = 1

    def at(self, x: float, y: float, scale: float = 1, *, mirrored: bool = False) -> "Brush":
        """Return a brush whose origin is at a point of this one's."""
        side = -self.side if mirrored else self.side
        return replace(self, x=self._x(x), y=self._y(y), scale=self.scale * scale, side=side)

    def _x(self, x: float) -> float:
        return self.x + self.side * self.scale * x

    def _y(self, y: float) -> float:
        return self.y - self.scale * y

    def poly(self, fill: str, *points: Point, opacity: float = 1) -> None:
        """Fill a polygon."""
        clockwise = points if self._turn(points) > 0 else points[::-1]
        self.canvas.fill(self._line(clockwise), fill, opacity, joins=True)

    def rect(self, fill: str, x: float, y: float, width: float, height: float, opacity: float = 1) -> None:
        """Fill a rectangle whose lower left corner is at x, y."""
        left, right = sorted((round(self._x(x)), round(self._x(x + width))))
        top, foot = round(self._y(y + height)), round(self._y(y))
        path = f"M{left} {top}h{max(1, right - left)}v{max(1, foot - top)}H{left}"
        self.canvas.fill(path, fill, opacity, joins=True)

    def block(self, fill: str, y: float, width: float, height: float, x: float = 0) -> None:
        """Fill a rectangle that stands centred on x."""
        self.rect(fill, x - width / 2, y, width, height)

    def curve(self, fill: str, *commands: Command, opacity: float = 1) -> None:
        """Fill a path of SVG's absolute commands M, L, Q, C."""
        clockwise = self._turn([_end(command) for command in commands]) > 0
        self.canvas.fill(self._path(commands) + ("" if clockwise else "z"), fill, opacity, joins=clockwise)

    def line(self, colour: str, width: float, *points: Point, opacity: float = 1) -> None:
        """Draw a line along points."""
        self.canvas.stroke(self._line(points), colour, max(1.0, width * self.scale), opacity)

    def stroke(self, colour: str, width: float, *commands: Command, opacity: float = 1) -> None:
        """Draw a line along a path of SVG's absolute commands."""
        self.canvas.stroke(self._path(commands), colour, max(1.0, width * self.scale), opacity)

    def disc(self, fill: str, x: float, y: float, radius: float, opacity: float = 1) -> None:
        """Fill a circle."""
        element = f'<circle cx="{self._x(x):.0f}" cy="{self._y(y):.0f}" r="{max(1.0, radius * self.scale):.3g}"/>'
        self.canvas.put(element, fill, opacity)

    def ring(self, colour: str, width: float, x: float, y: float, radius: float) -> None:
        """Draw a circle's line."""
        r = self.scale * radius
        left, middle = self._x(x) - r, self._y(y)
        arc = f"a{r:.0f} {r:.0f} 0 1 1"
        path = f"M{left:.0f} {middle:.0f}{arc} {2 * r:.0f} 0{arc} {-2 * r:.0f} 0"
        self.canvas.stroke(path, colour, max(1.0, width * self.scale))

    def oval(self, fill: str, x: float, y: float, across: float, up: float, opacity: float = 1) -> None:
        """Fill an ellipse by its two radii."""
        element = (
            f'<ellipse cx="{self._x(x):.0f}" cy="{self._y(y):.0f}"'
            f' rx="{self.scale * across:.3g}" ry="{self.scale * up:.3g}"/>'
        )
        self.canvas.put(element, fill, opacity)

    def arch(self, fill: str, x: float, y: float, width: float, height: float, *, pointed: bool = False) -> None:
        """Fill an opening with a round or a pointed head, centred on x."""
        half = width / 2
        spring = y + max(0.0, height - (width * 0.8 if pointed else half))
        if pointed:
            head: tuple[Command, ...] = (
                ("Q", x - half, y + height * 0.9, x, y + height),
                ("Q", x + half, y + height * 0.9, x + half, spring),
            )
        else:
            top = spring + half * 1.33
            head = (("C", x - half, top, x + half, top, x + half, spring),)
        self.curve(fill, ("M", x - half, y), ("L", x - half, spring), *head, ("L", x + half, y))

    def _turn(self, points: Sequence[Point]) -> float:
        """Twice the area that the points enclose on the sheet, positive where they run clockwise."""
        pairs = zip(points, [*points[1:], points[0]], strict=True)
        return -self.side * sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)

    def _line(self, points: Sequence[Point]) -> str:
        placed = [(round(self._x(x)), round(self._y(y))) for x, y in points]
        parts = [f"M{placed[0][0]} {placed[0][1]}"]
        for (x0, y0), (x1, y1) in pairwise(placed):
            dx, dy = x1 - x0, y1 - y0
            if not dy:
                parts.append(f"h{dx}")
            elif not dx:
                parts.append(f"v{dy}")
            else:
                parts.append(f"l{_pair(dx, dy)}")
        return "".join(parts)

    def _path(self, commands: Sequence[Command]) -> str:
        """Relative commands, which are shorter."""
        parts: list[str] = []
        at = (0, 0)
        for command in commands:
            letter, numbers = command[0], cast(tuple[float, ...], command[1:])
            placed = [(round(self._x(numbers[i])), round(self._y(numbers[i + 1]))) for i in range(0, len(numbers), 2)]
            pairs = [_pair(x - at[0], y - at[1]) for x, y in placed]
            parts.append(letter.lower() if parts else letter)
            parts.append(_joined(pairs))
            at = placed[-1]
        return "".join(parts)


def _end(command: Command) -> Point:
    """The point that a command leads to."""
    return command[-2:]


def _pair(x: int, y: int) -> str:
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def _joined(pairs: Sequence[str]) -> str:
    text = pairs[0]
    for pair in pairs[1:]:
        text += pair if pair.startswith("-") else f" {pair}"
    return text

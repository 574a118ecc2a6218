"""Maps for paper: land and water from the packaged ground, the ways of days over it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians

from travelagent.ground import Box, Ground, around, detail_for, seam, unwrapped
from travelagent.plans.values import DayPlan
from travelagent.trips.exports.booklet.pages import FAINT, LINE, Colour, Pages, day_colour

SEA, LAND, WATER, BORDER = (221, 233, 234), (250, 250, 246), (196, 219, 222), (188, 190, 178)
LEAST_SPAN = 0.012
"""Degrees of latitude: a day in one place is not drawn larger than its quarter."""
PADDING = 0.16
SPREAD_MM = 5.4
"""How far apart the discs of two stops stand at least."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Where on the page a map stands, in millimetres."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Projection:
    """From degrees to the page, one scale in both directions at the map's middle. `start`: the seam of its places."""

    panel: Panel
    box: Box
    start: float

    def point(self, lon: float, lat: float) -> tuple[float, float]:
        west, south, east, north = self.box
        x = self.panel.x + (lon - west) / (east - west) * self.panel.width
        return x, self.panel.y + (north - lat) / (north - south) * self.panel.height

    def place(self, lon: float, lat: float) -> tuple[float, float]:
        return self.point(unwrapped(lon, self.start), lat)


def draw_map(page: Pages, panel: Panel, days: Sequence[DayPlan], *, numbered: bool) -> None:
    """Draw the ways of these days. `numbered`: each stop has its number; else each day's first stop the day's."""
    places = [(end.lon, end.lat) for day in days for visit in day.visits for end in (visit, visit.left_from)]
    if not places:
        return
    if numbered:
        places += [(end.lon, end.lat) for day in days for end in (day.origin, day.destination)]
    start = seam(lon for lon, _ in places)
    box = _box([(unwrapped(lon, start), lat) for lon, lat in places], panel)
    projection = _Projection(panel, box, start)
    with page.rect_clip(panel.x, panel.y, panel.width, panel.height):
        _draw_ground(page, projection, around(box, detail_for((box[2] - box[0]) / (panel.width * 4))))
        for day in days:
            _draw_way(page, projection, day, numbered)
        if not numbered:
            _draw_day_numbers(page, projection, days)
    page.set_draw_color(*LINE)
    page.set_line_width(0.25)
    page.rect(panel.x, panel.y, panel.width, panel.height)


def _box(places: Sequence[tuple[float, float]], panel: Panel) -> Box:
    """Return a box around the places with some room, in the shape of the panel."""
    (west, east), (south, north) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
    middle_lon, middle_lat = (west + east) / 2, (south + north) / 2
    shrink = max(0.2, cos(radians(middle_lat)))
    high = max(north - south, LEAST_SPAN) * (1 + 2 * PADDING)
    wide = max(east - west, LEAST_SPAN / shrink) * (1 + 2 * PADDING)
    ratio = panel.width / panel.height / shrink
    wide, high = max(wide, high * ratio), max(high, wide / ratio)
    return middle_lon - wide / 2, middle_lat - high / 2, middle_lon + wide / 2, middle_lat + high / 2


def _draw_ground(page: Pages, projection: _Projection, ground: Ground) -> None:
    panel = projection.panel
    page.set_fill_color(*SEA)
    page.rect(panel.x, panel.y, panel.width, panel.height, style="F")
    for fill, holes, polygons in ((LAND, SEA, ground.land), (WATER, LAND, ground.lakes)):
        for polygon in polygons:
            for index, ring in enumerate(polygon):
                page.set_fill_color(*(fill if index == 0 else holes))
                page.polygon([projection.point(lon, lat) for lon, lat in ring], style="F")
    for lines, colour, width in (
        (ground.streams, WATER, 0.35), (ground.rivers, WATER, 0.8), (ground.coast, WATER, 0.3),
        (ground.borders, BORDER, 0.3),
    ):  # fmt: skip
        _draw_lines(page, projection, lines, colour, width)


def _draw_lines(page: Pages, projection: _Projection, lines: Iterable[Sequence[tuple[float, float]]], colour: Colour,
                width: float) -> None:  # fmt: skip
    page.set_draw_color(*colour)
    page.set_line_width(width)
    for line in lines:
        page.polyline([projection.point(lon, lat) for lon, lat in line])


def _draw_way(page: Pages, projection: _Projection, day: DayPlan, numbered: bool) -> None:
    colour = day_colour(day.day)
    shown = [visit for visit in day.visits if not visit.marker]
    stops = [projection.place(visit.lon, visit.lat) for visit in shown]
    exits = [projection.place(visit.left_from.lon, visit.left_from.lat) for visit in shown]
    ends = [projection.place(end.lon, end.lat) for end in (day.origin, day.destination)]
    page.set_draw_color(*colour)
    if numbered and stops:
        page.set_line_width(0.4)
        page.set_dash_pattern(dash=1.1, gap=1.1)
        page.line(*ends[0], *stops[0])
        page.line(*exits[-1], *ends[1])
        page.set_dash_pattern()
    page.set_line_width(0.7)
    for one, other in zip(exits, stops[1:], strict=False):
        page.line(*one, *other)
    if not numbered:
        page.set_fill_color(*colour)
        page.set_draw_color(255, 255, 255)
        page.set_line_width(0.2)
        for x, y in stops:
            page.circle(x, y, 1.1, style="DF")
        return
    for x, y in dict.fromkeys(ends):
        page.set_fill_color(255, 255, 255)
        page.set_draw_color(*colour)
        page.set_line_width(0.6)
        page.rect(x - 1.4, y - 1.4, 2.8, 2.8, style="DF")
    for number, (x, y) in enumerate(_spread(stops), 1):
        page.disc(number, x, y, colour, 2.7)


def _draw_day_numbers(page: Pages, projection: _Projection, days: Sequence[DayPlan]) -> None:
    with_stops = [day for day in days if day.visits]
    firsts = [projection.place(day.visits[0].lon, day.visits[0].lat) for day in with_stops]
    for day, (x, y) in zip(with_stops, _spread(firsts), strict=True):
        page.disc(day.day, x, y, day_colour(day.day), 2.7)


def _spread(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points, pushed apart where their discs would hide one another."""
    placed = [*points]
    for _ in range(24):
        for i in range(len(placed)):
            for j in range(i):
                (x0, y0), (x1, y1) = placed[j], placed[i]
                away = hypot(x1 - x0, y1 - y0)
                if away >= SPREAD_MM:
                    continue
                dx, dy = ((x1 - x0) / away, (y1 - y0) / away) if away > 0.01 else (cos(i * 2.4), cos(i * 2.4 + 1.57))
                push = (SPREAD_MM - away) / 2
                placed[j], placed[i] = (x0 - dx * push, y0 - dy * push), (x1 + dx * push, y1 + dy * push)
    return placed


def credit(page: Pages, panel: Panel, text: str) -> None:
    """Write whose data the map is under its right corner."""
    page.style(6, FAINT)
    page.text(panel.x + panel.width - page.get_string_width(text), panel.y + panel.height + 2.6, text)

"""Positions as people and programs write them: decimal, in minutes and seconds, with letters, as WKT, in the address
of a map, past ±180°.
"""

import re
from urllib.parse import unquote

Position = tuple[float, float]
"""(latitude, longitude) in degrees."""
_DIGITS = r"\d{1,3}(?:[.,]\d{1,20})?"
_ANGLE = re.compile(
    rf"\s*+(?P<before>[NSEW北南东東西])?\s*+(?P<sign>[-+−])?\s*+(?P<degrees>{_DIGITS})\s*+(?:[°º度]|deg\b)?"
    rf"\s*+(?:(?P<minutes>{_DIGITS})\s*+['′’分]\s*+(?:(?P<seconds>{_DIGITS})\s*+(?:[\"″”秒]|''))?)?"
    r"\s*+(?P<behind>[NSEW北南东東西])?\s*+",
    re.IGNORECASE,
)
_POINT = re.compile(r"\s*+(?:SRID=\d+;)?POINT\s*+Z?\s*+\(\s*+(-?[\d.]+)\s++(-?[\d.]+)[\s\d.-]*+\)", re.IGNORECASE)
_SIGNS = {"n": 1, "e": 1, "北": 1, "东": 1, "東": 1, "s": -1, "w": -1, "南": -1, "西": -1}
_OF_LATITUDE = frozenset("ns北南")
_IN_ADDRESS = (
    re.compile(r"!3d(-?\d{1,2}\.\d{1,12})!4d(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"[?&]mlat=(-?\d{1,2}\.\d{1,12})&mlon=(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"[?&](?:q|ll|query|center|destination)=(?:loc:)?(-?\d{1,2}\.\d{1,12}),\s*(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"/(?:search|place|dir)/(-?\d{1,2}\.\d{1,12}),\s*(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"^geo:(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)"),
    re.compile(r"#map=\d{1,2}/(-?\d{1,2}\.\d{1,12})/(-?\d{1,3}\.\d{1,12})"),
    re.compile(r"[/@](-?\d{1,2}\.\d{1,12}),(-?\d{1,3}\.\d{1,12})"),
)
"""Where an address of a map states a position, the place's own before that of the picture around it."""
MOST_CHARS = 120
MOST_LON = 360.0
"""A map that was dragged round the world once counts on; what lies farther is no longitude."""


def angle_in(cell: str) -> float | None:
    """Return the degrees of a whole cell: 35.0050, 48,1386, 33.4372 S, 35°00'18.0"N; None for anything else."""
    found = _ANGLE.fullmatch(cell[:MOST_CHARS])
    return None if found is None else _degrees(found)


def pair_in(cell: str) -> Position | None:
    """Return the position of a cell that holds latitude and longitude, or the other way round where letters say so."""
    text = cell[:MOST_CHARS].strip(" ()[]")
    first = _ANGLE.match(text)
    if first is None:
        return None
    second = _ANGLE.fullmatch(text[first.end() :].removeprefix(",").removeprefix(";").removeprefix("/"))
    if second is None:
        return None
    pair = _degrees(first), _degrees(second)
    return (pair[1], pair[0]) if _letter(first) and _letter(first) not in _OF_LATITUDE else pair


def point_in(cell: str) -> Position | None:
    """Return the position of a point in WKT, `POINT (lon lat)`; None for anything else."""
    found = _POINT.match(cell[:MOST_CHARS])
    try:
        return None if found is None else (float(found[2]), float(found[1]))
    except ValueError:
        return None


def position_of(lat: object, lon: object) -> Position | None:
    """Return the position of two numbers or texts, in any spelling that `angle_in` reads; None for nowhere on Earth."""
    north, east = (
        value if isinstance(value, int | float) and not isinstance(value, bool) else angle_in(str(value))
        for value in (lat, lon)
    )
    if north is None or east is None:
        return None
    east = wrapped(float(east))
    return (float(north), east) if abs(north) <= 90 and abs(east) <= 180 else None


def position_in_address(address: str) -> Position | None:
    """Return the position out of the address of a map or a geo URI (RFC 5870), None where it has none."""
    text = unquote(address[:2000]).replace("+", " ").strip()
    for pattern in _IN_ADDRESS:
        if found := pattern.search(text):
            return float(found[1]), float(found[2])
    return None


def wrapped(lon: float) -> float:
    """Return a longitude between -180 and 180; what is none stays as it is."""
    if -180 <= lon <= 180 or not -MOST_LON <= lon <= MOST_LON:
        return lon
    return (lon + 180) % 360 - 180


def _degrees(found: re.Match[str]) -> float:
    parts = (float((found[name] or "0").replace(",", ".")) for name in ("degrees", "minutes", "seconds"))
    value = sum((part / 60.0**power for power, part in enumerate(parts)), 0.0)
    return value * _SIGNS.get(_letter(found), 1) * (-1 if found["sign"] in ("-", "−") else 1)


def _letter(found: re.Match[str]) -> str:
    return (found["before"] or found["behind"] or "").casefold()

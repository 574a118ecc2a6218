"""Colours as `#rrggbb`: mixing in OKLab, where a mix of two hues stays clean, and contrast after WCAG 2."""

from functools import cache

Rgb = tuple[float, float, float]

INK, WHITE = "#14252a", "#ffffff"


def _linear(colour: str) -> Rgb:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


@cache
def _oklab(colour: str) -> Rgb:
    """Lightness and the two opponent axes (Björn Ottosson, 2020)."""
    r, g, b = _linear(colour)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(lab: Rgb) -> str:
    light, a, b = lab
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return "#" + "".join(f"{_encoded(value):02x}" for value in (red, green, blue))


@cache
def mix(one: str, other: str, share: float) -> str:
    """Return `one` with that share (0 to 1) of `other`."""
    a, b, c = ((1 - share) * x + share * y for x, y in zip(_oklab(one), _oklab(other), strict=True))
    return _hex((a, b, c))


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)

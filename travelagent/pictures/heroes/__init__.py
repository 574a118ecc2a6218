"""Buildings and monuments as silhouettes in a few tones, each about 400 units wide and up to 300 high, feet at 0."""

from collections.abc import Mapping
from typing import Final

from travelagent.pictures.heroes import (
    amusements,
    ancient,
    churches,
    east_asia,
    east_gardens,
    engineering,
    europe,
    modern,
    south_asia,
)
from travelagent.pictures.heroes.parts import Hero

HEROES: Final[Mapping[str, Hero]] = {
    name: drawn
    for module in (amusements, ancient, churches, east_asia, east_gardens, engineering, europe, modern, south_asia)
    for name, drawn in vars(module).items()
    if callable(drawn) and getattr(drawn, "__module__", "") == module.__name__ and not name.startswith("_")
}
"""Every building by the name of its function."""

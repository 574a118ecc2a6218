"""The Chinese characters of which names of places are made, counted in the names of the world's towns."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from travelagent.catalog.open_data import world_cities
from travelagent.catalog.trust import HAN_NAMED

TRANSCRIBING: Final = 8
"""A character that so many foreign names have stands for a sound in them."""
NAME_FORMING: Final = 3
"""A character that so many names have is one that names are made of."""
SHORTEST: Final = 3
PARTICLES: Final = frozenset("的得了着")
SUFFIXES: Final = tuple("市县镇乡村寨屯堡")


@cache
def _counts() -> tuple[Counter[str], Counter[str]]:
    """How many names of foreign towns, and of all towns, have each character."""
    foreign, all_names = Counter[str](), Counter[str]()
    for town in world_cities():
        letters = set(town.name_zh)
        all_names.update(letters)
        if town.country not in HAN_NAMED:
            foreign.update(letters)
    return foreign, all_names


def transcribes(letter: str) -> bool:
    """Return whether a character writes sounds in foreign names: 克, 拉, 尼, and neither 去 nor 的."""
    return _counts()[0][letter] >= TRANSCRIBING


def is_name_like(text: str) -> bool:
    """Return whether characters look like a town's name.

    A foreign one in transcription (特尔玛), or one of a town by its last character (雾岭镇).
    """
    if len(text) < SHORTEST or not PARTICLES.isdisjoint(text):
        return False
    if text.endswith(SUFFIXES):
        return all(_counts()[1][letter] >= NAME_FORMING for letter in text)
    return all(map(transcribes, text))

"""Whole messages put together from the pieces of fragments.toml: some of each group, in an order that people use."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FRAGMENTS: Final = Path(__file__).parent / "fragments.toml"
_GROUPS: Final = (
    ("aside", 0.15), ("back", 0.25), ("dates", 0.6), ("length", 0.45), ("stays", 0.12), ("party", 0.55),
    ("budget", 0.4), ("hotel", 0.3), ("rides", 0.35), ("wishes", 0.5), ("aside", 0.15), ("wishes", 0.2),
    ("closing", 0.5),
)  # fmt: skip
"""What follows an opening, with how often it does."""
_JOINTS: Final = {
    "zh": ("，", "，", "，", "。", " ", "", "；", "\n"),
    "en": (", ", ", ", ". ", " ", " ", "; ", "\n", " - "),
}


def generated(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """So many annotated messages, half of each language; the same for the same seed."""
    chance = random.Random(seed)
    pieces = tomllib.loads(FRAGMENTS.read_text(encoding="utf-8"))
    for n in range(number):
        language = "zh" if n % 2 else "en"
        groups = pieces[language]
        chosen = [chance.choice(groups[group]) for group, share in _GROUPS if chance.random() < share]
        first, rest = chosen[:1], chosen
        if chance.random() < 0.35:
            chance.shuffle(rest)
        opening = [chance.choice(groups["opening"])] if chance.random() < 0.9 else []
        words = [*first, *opening, *rest[1:]] if chance.random() < 0.2 else [*opening, *rest]
        text = ""
        for word in words:
            text += (chance.choice(_JOINTS[language]) if text else "") + word
        yield {"lang": language, "planned": False, "acts": [["plan", text]]}

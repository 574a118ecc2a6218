"""How an answer is worded: five styles, each with an instruction and a temperature for models. Never what it says.

The user's choice wins. Without one the mood decides (urgent is answered shortly, hesitation calmly), then the intent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast, get_args

Style: TypeAlias = Literal["enthusiastic", "warm", "professional", "playful", "concise"]
STYLES: Final = get_args(Style)


@dataclass(frozen=True, slots=True)
class Manner:
    """What a model is told of a style, and the temperature (0 to 1) it writes with."""

    instruction: str
    temperature: float


MANNERS: Final[Mapping[Style, Manner]] = {
    "enthusiastic": Manner("Write with energy and delight in the journey, one exclamation mark at most.", 0.8),
    "warm": Manner("Write calmly and kindly, and guide: one suggestion at a time.", 0.6),
    "professional": Manner("Write plainly and precisely, without flourish.", 0.3),
    "playful": Manner("Write lightly, with a wink here and there.", 0.9),
    "concise": Manner("Write as little as answers the question: short sentences, no introduction.", 0.2),
}
BY_MOOD: Final[Mapping[str, Style]] = {
    "urgent": "concise",
    "hesitant": "warm",
    "disappointed": "warm",
    "excited": "enthusiastic",
}
BY_INTENT: Final[Mapping[str, Style]] = {
    "greeting": "warm",
    "general_chat": "warm",
    "complaint": "warm",
    "family_tour": "warm",
    "honeymoon_tour": "warm",
    "adventure_tour": "enthusiastic",
    "data_question": "concise",
}


def style_for(chosen: str, understanding: Mapping[str, Any]) -> Style:
    """The style of an answer; `chosen` is the user's, "" or "auto" where none is."""
    if chosen in STYLES:
        return cast(Style, chosen)
    mood, intent = str(understanding.get("sentiment", "")), str(understanding.get("intent", ""))
    return BY_MOOD.get(mood) or BY_INTENT.get(intent, "professional")

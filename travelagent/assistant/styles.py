"""How an answer is worded: five styles, each with an instruction and a temperature for models. The content is the same.

The user's choice wins. Without one the mood decides (urgent is answered shortly, hesitation calmly), then the intent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from travelagent.plans.values import LocalizedText

Style: TypeAlias = Literal["enthusiastic", "warm", "professional", "playful", "concise"]
STYLES: Final = get_args(Style)


@dataclass(frozen=True, slots=True)
class Manner:
    """The instruction of a style for a model, and the temperature (0 to 1) it writes with."""

    instruction: LocalizedText
    temperature: float


MANNERS: Final[Mapping[Style, Manner]] = {
    "enthusiastic": Manner(
        LocalizedText(
            "Write with energy and delight in the journey, one exclamation mark at most.",
            "写得有热情，表达对旅途的期待，感叹号最多一个。",
        ),
        0.8,
    ),
    "warm": Manner(
        LocalizedText(
            "Write calmly and kindly, and guide: one suggestion at a time.",
            "写得平和亲切，循序引导：一次只给一个建议。",
        ),
        0.6,
    ),
    "professional": Manner(
        LocalizedText(
            "Write plainly and precisely, without flourish.",
            "写得平实准确，不加修饰。",
        ),
        0.3,
    ),
    "playful": Manner(
        LocalizedText(
            "Write lightly, with a wink here and there.",
            "写得轻松，偶尔俏皮。",
        ),
        0.9,
    ),
    "concise": Manner(
        LocalizedText(
            "Write as little as answers the question: short sentences, no introduction.",
            "只写足以回答问题的内容：短句，不要开场白。",
        ),
        0.2,
    ),
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
    """Return the style of an answer; `chosen` is the user's, "" or "auto" where none is."""
    if chosen in STYLES:
        return cast(Style, chosen)
    mood, intent = str(understanding.get("sentiment", "")), str(understanding.get("intent", ""))
    return BY_MOOD.get(mood) or BY_INTENT.get(intent, "professional")

"""Which of the two languages a message is in."""

import pytest

from travelagent.assistant.language import language_of

LONG = "I would like to spend five days in Dalian with three friends, eat seafood, see the coast and have dinner near "


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("去西安玩三天", "zh"),
        ("Three days in Rome", "en"),
        ("女朋友 and I 想去 Prague，Feb 中旬", "zh"),
        ("Plan me a day at 西湖", "zh"),
        (f"{LONG}the place called 风光 please, my friend said it is lovely there.", "en"),
        (f"{LONG}the harbour. 我们四个人，十一月去，预算五千，想住在海边，不要太赶，谢谢", "zh"),
        ("in English please", "en"),
        ("用中文说", "zh"),
    ],
)
def test_a_chinese_name_makes_no_long_english_text_chinese(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("otherwise", ["en", "zh"])
def test_a_text_without_letters_is_in_the_language_of_the_conversation(otherwise: str) -> None:
    assert language_of("3 👍", otherwise) == otherwise

"""How Chinese is spoken, in pinyin without tones. The dictionaries are loaded on first use: they take half a second."""

from itertools import product


def sound_of(text: str) -> tuple[str, ...]:
    """Return the usual syllable of each character."""
    from pypinyin import lazy_pinyin

    return tuple(lazy_pinyin(text))


def possible_sounds(word: str) -> list[tuple[str, ...]]:
    """Return all combinations of the syllables that each character of a word may have."""
    from pypinyin import Style, pinyin

    return list(product(*pinyin(word, Style.NORMAL, heteronym=True)))

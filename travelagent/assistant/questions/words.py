"""The words of data questions, in both languages, as patterns over a folded text whose places are marked out."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from travelagent.assistant.lexer.patterns import ENGLISH_COUNTS
from travelagent.catalog.labels import Season
from travelagent.catalog.values import Category, Tag

_DATA: Final[Mapping[str, Any]] = tomllib.loads((Path(__file__).parent / "figures.toml").read_text("utf-8"))


def _words(alternatives: Mapping[str, str]) -> re.Pattern[str]:
    """A pattern of whole English words, or of Chinese ones anywhere."""
    english = rf"\b(?:{alternatives['en']})\b" if "en" in alternatives else ""
    return re.compile("|".join(filter(None, (english, alternatives.get("zh", "")))), re.ASCII)


def _each(section: str) -> dict[str, re.Pattern[str]]:
    return {name: _words(alternatives) for name, alternatives in _DATA[section].items()}


# -- figures -----------------------------------------------------------------------------------------------------------

_ENGLISH_NUMBER: Final = "|".join(sorted((word for word in ENGLISH_COUNTS if word.isalpha()), key=len, reverse=True))
NUMBER: Final = (
    r"(?:\d[\d,]*(?:\.\d+)?(?:[kw万千百](?![a-z]))?|半(?=个?小时)|[一二两三四五六七八九十百千万]+"
    rf"|\b(?:{_ENGLISH_NUMBER})\b)"
)
BEFORE_NUMBER: Final[Mapping[str, str]] = _DATA["figures"]["before"]
AFTER_NUMBER: Final[Mapping[str, str]] = _DATA["figures"]["after"]
UNITS: Final[Mapping[str, str]] = _DATA["figures"]["units"]
CURRENCIES: Final[Mapping[str, str]] = _DATA["figures"]["currencies"]
ROWS: Final[str] = _DATA["rows"]["en"]
MONEY: Final = "|".join(f"(?P<{code}>{names})" for code, names in CURRENCIES.items())
IN_CURRENCY: Final = re.compile(rf"(?:\b(?:in|to|into) |用|按|成|为)(?:{MONEY})(?![a-z])", re.ASCII)

# -- what is asked -----------------------------------------------------------------------------------------------------

_QUESTION: Final = _each("asked")
QUESTION_WORDS: Final = tuple(_QUESTION.values())
HOW_MANY, AVERAGE, SHARE = _QUESTION["how_many"], _QUESTION["average"], _QUESTION["share"]
MOST, FEWEST = _QUESTION["most"], _QUESTION["fewest"]
ASCENDING, DESCENDING, RANK = _QUESTION["ascending"], _QUESTION["descending"], _QUESTION["rank"]
COMPARED, TOGETHER, EACH = _QUESTION["compared"], _QUESTION["together"], _QUESTION["each"]
CITY, COUNTRY, REGION = _QUESTION["city"], _QUESTION["country"], _QUESTION["region"]
PLACES: Final = {"city": CITY, "country": COUNTRY, "region": REGION}
CATEGORY, SIGHT, NATIONWIDE = _QUESTION["category"], _QUESTION["sight"], _QUESTION["nationwide"]
CHEAPER, DEARER, FREE, PAID = _QUESTION["cheaper"], _QUESTION["dearer"], _QUESTION["free"], _QUESTION["paid"]
BEST_MONTH, EXCEPT = _QUESTION["best_month"], _QUESTION["except"]
# Who wants advice wants more than figures.
ADVICE: Final = _QUESTION["advice"]
# What sounds like the family and is none of it: the catalogue does not hold it, or it is not worked out.
UNSUPPORTED: Final = _QUESTION["beyond"]
# A question that goes on from the one before it.
GOES_ON: Final = re.compile(r"^\s*(?:and|what about|how about)\b|^\s*(?:那|还有)|呢[?？]?\s*$", re.ASCII)
# By what the rows are to be put in order: the field's own name stands behind it.
ORDER_BY: Final = re.compile(r"(?:\bby (?:the |their |its )?|按照?)$", re.ASCII)
NAMED: Final = re.compile(r"[“\"「『](?P<text>[^”\"」』]{1,60})[”\"」』]")

# What may be left of a question without its being a place nobody knows.
FILLER: Final = re.compile(_DATA["filler"]["zh"])
DEMONYMS: Final[Mapping[str, str]] = _DATA["demonyms"]
DEMONYM: Final = re.compile(
    rf"\b({'|'.join(DEMONYMS)})\b(?:'s\b)?(?! (?:food|cuisine|restaurants?)\b)", re.ASCII | re.IGNORECASE
)
TIERS: Final = _each("tiers")
# Field → what names it. A more special one comes first: 最高气温 is a field of its own, not a highest one.
FIELDS: Final = _each("fields")
COSTS: Final = ("lodging", "meals", "day")
SUPERLATIVES: Final = tuple((row["field"], row["descending"], _words(row)) for row in _DATA["superlatives"])
BOOKING: Final = _each("booking")
INDOOR: Final = _each("indoor")
KINDS: Final = cast(Mapping[Category, re.Pattern[str]], _each("kinds"))
SIGHT_TAGS: Final = cast(Mapping[Tag, re.Pattern[str]], _each("tags"))
SEASONS: Final = cast(Mapping[Season, re.Pattern[str]], _each("seasons"))

_MONTHS: Final = (
    *("january|jan", "february|feb", "march", "april|apr", "(?<=in )may|(?<=of )may|(?<=for )may|(?<=during )may"),
    *("june|jun", "july|jul", "august|aug", "september|sept?", "october|oct", "november|nov", "december|dec"),
)
_MONTHS_ZH: Final = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
MONTHS: Final = tuple(
    _words({"en": english, "zh": rf"(?<![十\d])(?:{number}|{chinese})月(?:份)?"})
    for number, (english, chinese) in enumerate(zip(_MONTHS, _MONTHS_ZH, strict=True), 1)
)

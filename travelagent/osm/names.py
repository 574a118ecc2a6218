"""Names of elements in English and Simplified Chinese; the local one where there is no better, never an empty one."""

import re
from functools import cache

from opencc import OpenCC

from travelagent.catalog.text import is_spaced, key
from travelagent.osm.kinds import Tags
from travelagent.plans.values import LocalizedText

LONGEST = 120
HAN = re.compile("[\u4e00-\u9fff]")
KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
ENGLISH = ("name:en", "int_name", "official_name:en")
CHINESE = ("name:zh-Hans", "name:zh-CN", "name:zh")


def names_of(tags: Tags) -> LocalizedText | None:
    """Return the names of an element, None where it has none at all. Traditional characters become simplified ones."""
    local = _clean(tags.get("name", ""))
    english = next(filter(None, (_clean(tags.get(key, "")) for key in ENGLISH)), "")
    chinese = next(filter(None, (_clean(tags.get(key, "")) for key in CHINESE)), "")
    if not english:
        latin = (_clean(value) for key, value in sorted(tags.items()) if key.startswith("name:"))
        english = local if local.isascii() or is_spaced(key_of(local)) else next(filter(_is_latin, latin), local)
    if not chinese and HAN.search(local) and not KANA_OR_HANGUL.search(local):
        chinese = local
    english = english or chinese
    if not english:
        return None
    return LocalizedText(english, simplified(chinese) if chinese else english)


def simplified(text: str) -> str:
    """Return a Chinese text in simplified characters."""
    return text if text.isascii() else str(_converter().convert(text))


def slug_of(name: str) -> str:
    """Return a name as part of an address, `helsinki-cathedral`; empty where it is in no Latin letters."""
    words = re.findall("[a-z0-9]+", key(name))
    return "-".join(words)[:60].strip("-")


def key_of(name: str) -> str:
    """Return the folded name, the name itself where nothing is left of it."""
    return key(name) or name


def _is_latin(name: str) -> bool:
    return bool(name) and key(name).replace(" ", "").isascii()


def _clean(name: str) -> str:
    """The first of several names, without what the files use as separators, cut to what the tables take."""
    first = " ".join(name.partition(";")[0].replace("|", " ").split())
    return first[:LONGEST]


@cache
def _converter() -> OpenCC:
    return OpenCC("t2s")

"""Whether texts are in the language that they should be in, judged by their letters, and set as that language is.

A page of one language may hold words of the other where they are names. What is shown on purpose in another language is
marked so in the page itself: by `lang`, by `translate="no"`, or by `code`, `pre` and their like.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser

from travelagent.catalog import source

ATTRIBUTES = ("aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt", "label")
"""Attributes that people see or hear."""
UNREAD = frozenset({"script", "style", "template", "code", "pre", "samp", "kbd", "textarea"})
"""Elements whose text is no prose, or is what the person wrote."""
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})

NAMES = frozenset(
    {
        "TravelAgent",
        # formats and protocols that have no other name
        *("API", "ASCII", "CSRF", "Cookie", "GeoJSON", "GPS", "GPX", "HTML", "HTTP", "HTTPS", "ICS", "ID", "JSON"),
        *("HEIC", "JPEG", "PNG", "WebP", "jpg", "png"),
        *("NUL", "PDF", "REST", "SQL", "URL", "UTC", "Webhook", "https"),
        *("geojson", "gpx", "ics", "json", "kml", "md", "pdf"),
        # units that have no Chinese sign in use, keys of the keyboard
        *("ms", "Esc", "Ctrl", "Mac", "Command"),
        # how Django's admin says yes and no to screen readers, and names a key; the embedded model's name
        *("True", "False", "None", "Id", "LDAP", "offline"),
        # sources, projects and licences
        *("CC", "BY", "CC0", "Django", "GeoNames", "Leaflet", "LGPL", "MIT", "ODbL", "OpenStreetMap"),
        *("BY-SA", "Google", "Takeout", "Nominatim", "Open-Meteo", "Overpass", "Photon"),
        *("Noto", "Sans", "CJK", "Emoji", "Academa", "Team", "Adobe", "bowenliang"),
        *("Natural", "Earth", "GSHHG", "Wessel", "Smith", "Liang", "Wang", "multilingual-e5-small"),
        # the notice that the German weather service asks for
        *("Datenbasis", "Deutscher", "Wetterdienst", "eigene", "Bearbeitung"),
    }
)
"""Words that a Chinese page says in Latin letters."""
NO_WORDS = re.compile(
    r"https?://\S+"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)*"  # addresses of mail
    r"|\b\w+_[\w…-]+"  # ids, beginnings of keys, names of tools
    r"|(?<=气象站[（：])[A-Z][\w'/ .()-]*"  # weather stations
    r"|\b[A-Za-z0-9-]+/[A-Za-z0-9-]+"  # ids of sights, repositories
    r"|\b[0-9a-f]{10,}|\S+\*{4,}"  # digests
    r"|\b(?:[a-z0-9-]+\.)+(?:com|org|net|dev|int|cn|de|eu)\b"  # sites
    r"|\b(?:[A-Z]{1,2})?(?=[$¥€£₩₹])"  # CN¥, US$
)
CODE = re.compile(r"[A-Z]{2,3}")
"""Currencies, countries, airports."""
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f0-9'’.-]*[A-Za-z\u00c0-\u024f]")
CHINESE = re.compile(r"[\u3400-\u9fff]+")
HALF_WIDTH = re.compile(r"[\u3400-\u9fff][,;:!?()]|[,;!?()][\u3400-\u9fff]|[\u3400-\u9fff]\.(?!\w)")
UNSPACED = re.compile(r"[\u3400-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u3400-\u9fff]")
DATE = re.compile(r"(?:\d+\s*年)?(?:\d+(?:[–、至-]\d+)*月)(?:\d+(?:[–-]\d+)?日)?|\d+\s*年|\d+日")
"""Dates are written without spaces, whatever stands around numbers elsewhere."""


def untranslated(texts: Iterable[str], language: str) -> list[str]:
    """Those texts, shortened, with words that a page of that language ("en" or "zh") should not hold, and the words."""
    foreign = _latin_words if language == "zh" else _chinese_words
    found = ((text, foreign(text)) for text in texts)
    return [f"{', '.join(words)}: {' '.join(text.split())[:160]}" for text, words in found if words]


def badly_set(texts: Iterable[str]) -> list[str]:
    """Chinese texts with half-width punctuation, without a space beside Latin letters and digits, or that say 您."""
    return [" ".join(text.split())[:160] for text in texts if _is_badly_set(text)]


def page_texts(html: str, *, cells: bool = True) -> list[str]:
    """What a person sees or hears of a page as it comes from the server.

    Without `cells` what stands in the admin's columns and read-only fields is left out: data, not words of the page.
    """
    reader = _Reader(cells)
    reader.feed(html)
    reader.close()
    texts = (text.strip() for text in reader.texts)
    return [text for text in texts if text and text[0] not in "{["]  # JSON


SHOWN_TEXTS = """(attributes) => {
  const root = document.documentElement;
  const unread = "script, style, template, code, pre, samp, kbd, textarea, [translate=no]";
  const own = (el) => !el.closest(unread) && el.closest("[lang]").lang === root.lang;
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (own(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent);
  }
  for (const el of document.querySelectorAll("*")) {
    if (el.closest("[translate=no]") || el.closest("[lang]").lang !== root.lang) continue;
    for (const name of attributes) if (el.hasAttribute(name)) texts.push(el.getAttribute(name));
  }
  return texts.map((text) => text.trim()).filter(Boolean);
}"""
"""The same of a page in a browser, as it stands; for `page.evaluate(SHOWN_TEXTS, list(ATTRIBUTES))`."""


class _Reader(HTMLParser):
    """Collects texts and spoken attributes of the elements in the page's own language."""

    def __init__(self, cells: bool) -> None:
        super().__init__()
        self._cells = cells
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._language = ""

    @property
    def _reading(self) -> bool:
        return all(read for _, read in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self._language = given.get("lang") or ""
        own = given.get("lang") in (None, "", self._language) and given.get("translate") != "no"
        if not self._cells and _is_cell(tag, given.get("class") or ""):
            own = False
        if own and self._reading:
            self.texts.extend(given[name] or "" for name in ATTRIBUTES if name in given)
            if tag == "meta" and given.get("name") == "description":
                self.texts.append(given.get("content") or "")
            if tag == "input" and given.get("type") in ("submit", "button", "reset"):
                self.texts.append(given.get("value") or "")
        if tag not in VOID:
            self._open.append((tag, own and tag not in UNREAD))

    def handle_endtag(self, tag: str) -> None:
        opened = [name for name, _ in self._open]
        if tag in opened:
            del self._open[len(opened) - 1 - opened[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if self._reading:
            self.texts.append(data)


def _is_cell(tag: str, classes: str) -> bool:
    return "readonly" in classes.split() or (tag in ("td", "th") and classes.startswith("field-"))


def _latin_words(text: str) -> list[str]:
    words = LATIN.findall(NO_WORDS.sub(" ", _without_local_names(text)))
    return [word for word in words if word not in NAMES and not CODE.fullmatch(word)]


def _chinese_words(text: str) -> list[str]:
    return CHINESE.findall(text)


def _is_badly_set(text: str) -> bool:
    return is_badly_set(_without_local_names(text))


def is_badly_set(text: str) -> bool:
    """The same of one text in which nothing is taken for a name."""
    return bool(HALF_WIDTH.search(text) or UNSPACED.search(DATE.sub(" ", text)) or "您" in text)


def _without_local_names(text: str) -> str:
    """Return the text without the catalogue's Chinese names with Latin letters or digits, such as N首尔塔."""
    for name in _mixed_names():
        text = text.replace(name, " ")
    return text


def catalogue_remarks() -> Iterator[str]:
    """The catalogue's sentences in Chinese; they name stations, shops and shows as those are signed."""
    yield from (city.summary_zh for city in source.cities().values())
    yield from (sight.note_zh for sight in source.sights().values())


@cache
def _mixed_names() -> tuple[str, ...]:
    """Return the catalogue's Chinese texts with Latin letters or digits, longest first."""
    cities, sights = source.cities().values(), source.sights().values()
    texts = {text for city in cities for text in (city.name_zh, *city.food_zh)}
    texts |= {sight.name_zh for sight in sights}
    texts |= set(catalogue_remarks())
    return tuple(sorted((text for text in texts if re.search(r"[A-Za-z0-9]", text)), key=len, reverse=True))

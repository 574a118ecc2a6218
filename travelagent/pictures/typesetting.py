"""Text of any script as runs that one face each can draw, in visual order: for PDFs and for pictures.

A text is cut into lines, and a line into runs: characters of one face and one direction. Characters that no face has
are drawn as a box. Scripts are shaped by HarfBuzz; directions follow the Unicode bidirectional algorithm (UAX #9).
"""

import logging
import re
import unicodedata
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, TypeVar

import manimgx_fonts
import noto_cjk_sans_otc
import uharfbuzz
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fpdf.bidi import BidiParagraph, auto_detect_base_direction
from fpdf.enums import TextDirection

KeyT = TypeVar("KeyT", bound=Hashable)

log = logging.getLogger(__name__)

BOX: Final = "□"
"""Stands for a character that no face has."""
_ZERO_WIDTH_JOINER: Final = "\u200d"
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_SPACES: Final = re.compile(r"[^\S\u00a0\u2007\u202f]+")
"""Where a line may break: all white space but that which is no-break."""
_CHINESE_PAUSES: Final = frozenset("，。、；：！？")
_NEVER_FIRST: Final = frozenset("，。、；：！？）》」』”’…·,.;:!?)")
_SHORTEST_LINE: Final = 0.55
"""How much of a line is left at least where it is broken behind its last punctuation."""
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN", "RLE", "RLO", "RLI"))


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a font: a name for it, its file, and its number in a collection."""

    name: str
    path: str
    number: int = 0


MAIN: Final = Face("cjk", noto_cjk_sans_otc.FONT_PATH, 2)
"""Chinese (the collection's simplified face), Latin, Greek and Cyrillic."""
_NOTO: Final = Path(manimgx_fonts.__file__).parent
SANS: Final = Face("sans", str(_NOTO / "NotoSans[wght].ttf"))
"""The letters of Latin, Greek and Cyrillic that `MAIN` lacks, and signs of currencies."""
FACES: Final = (
    MAIN,
    SANS,
    *(
        Face(name.removeprefix("Noto").removeprefix("Sans").casefold(), str(_NOTO / f"{name}[wght].ttf"))
        for name in (
            "NotoSansArabic", "NotoSansArmenian", "NotoSansBengali", "NotoSansDevanagari", "NotoSansEthiopic",
            "NotoSansGeorgian", "NotoSansGujarati", "NotoSansGurmukhi", "NotoSansHebrew", "NotoSansKannada",
            "NotoSansKhmer", "NotoSansLao", "NotoSansMalayalam", "NotoSansMyanmar", "NotoSansOriya", "NotoSansSinhala",
            "NotoSansTamil", "NotoSansTelugu", "NotoSansThai", "NotoEmoji", "NotoSansSymbols",
        )
    ),
)  # fmt: skip
"""In the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one face and one direction, in the order in which they are read."""

    text: str
    face: Face
    is_right_to_left: bool = False


@cache
def coverage(face: Face) -> frozenset[str]:
    """Return the characters that a face has a glyph for."""
    return frozenset(map(chr, _font(face).face.unicodes))


def has_glyph(character: str) -> bool:
    """Return whether some face draws the character, or it is one that nothing is drawn for."""
    return _needs_no_glyph(character) or any(character in coverage(face) for face in FACES)


def is_plain(text: str) -> bool:
    """Return whether `MAIN` draws the text character by character, from left to right."""
    return _plain().issuperset(text)


def ascent(size: float) -> float:
    """Return how far above its baseline a line begins, in the unit of its size."""
    font = _font(MAIN)
    return size * float(font.get_font_extents("ltr").ascender) / float(font.face.upem)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text without breaks that is set in lines.

    Sizes, widths and rooms are in one unit, which is the caller's. `faces`: in the order in which they are tried.
    """

    text: str
    faces: Sequence[Face]
    is_right_to_left: bool

    def lines(self, size: float, room: float) -> list[str]:
        """Break the paragraph into lines that are no wider than the room."""
        return [cut for line in self._broken(size, room) for cut in self._fitting(line, size, room)]

    def title_lines(self, size: float, room: float, most: int) -> list[str]:
        """Break the paragraph into at most so many lines, Chinese behind punctuation where one is near the end.

        What is left out ends in an ellipsis.
        """
        lines = self._broken(size, room, at_pauses=True)
        if len(lines) > most:
            lines = [*lines[: most - 1], self._cut(lines[most - 1], size, room)]
        return [cut for line in lines for cut in self._fitting(line, size, room)][:most]

    def shortened(self, size: float, room: float) -> str:
        """Return the paragraph as one line, which ends in an ellipsis where the room is too small for all."""
        return self.text if self.width(self.text, size) <= room else self._cut(self.text, size, room)

    def width(self, line: str, size: float) -> float:
        """Return the width of a line."""
        return sum(glyph.advance for run in self.runs(line) for glyph in _glyphs(run)) * size

    def runs(self, line: str) -> list[Run]:
        """Return what a line is made of, from left to right."""
        faces = self._faces_of(line)
        if not self.is_right_to_left and not _has_right_to_left(line):
            return [Run(part, face) for face, part in _grouped(line, faces)]
        base = TextDirection.RTL if self.is_right_to_left else TextDirection.LTR
        found = BidiParagraph(text=line, base_direction=base, preserve_bn_chars=True)
        levels = [character.embedding_level for character in found.get_characters_with_embedding_level()]
        return _in_visual_order(_grouped(line, list(zip(levels, faces, strict=True))))

    def outline(self, line: str, size: float) -> str:
        """Return a line as the data of an SVG path that begins at the origin and stands on the x axis."""
        pen = SVGPathPen(None, ntos=lambda value: f"{value:.2f}")
        x = 0.0
        for run in self.runs(line):
            scale = size / _font(run.face).face.upem
            for glyph in _glyphs(run):
                placed = (scale, 0, 0, -scale, (x + glyph.x) * size, -glyph.y * size)
                _font(run.face).draw_glyph_with_pen(glyph.number, TransformPen(pen, placed))
                x += glyph.advance
        return str(pen.getCommands())

    def _cut(self, line: str, size: float, room: float) -> str:
        """Return a line that ends in an ellipsis, without the last characters that find no room before it."""
        clusters = _clusters(line)
        while clusters and self.width("".join(clusters).rstrip() + "…", size) > room:
            clusters.pop()
        return "".join(clusters).rstrip() + "…"

    def _broken(self, size: float, room: float, *, at_pauses: bool = False) -> list[str]:
        lines: list[str] = []
        line = ""
        for piece in _pieces(self.text):
            if line and self.width((line + piece).rstrip(" "), size) > room:
                end = _pause_in(line) if at_pauses else len(line)
                lines.append(line[:end].rstrip(" "))
                line = line[end:].lstrip(" ")
            line += piece
        return [*lines, line.rstrip(" ")]

    def _fitting(self, line: str, size: float, room: float) -> Iterator[str]:
        """Yield the line, cut between characters where a single word is wider than the room."""
        clusters = _clusters(line)
        while len(clusters) > 1 and self.width("".join(clusters), size) > room:
            keep = len(clusters) - 1
            while keep > 1 and self.width("".join(clusters[:keep]), size) > room:
                keep -= 1
            yield "".join(clusters[:keep])
            clusters = clusters[keep:]
        yield "".join(clusters)

    def _faces_of(self, line: str) -> list[Face]:
        """Return the face of each character: the same for all of a word, and for spaces inside, where one has it."""
        faces: list[Face] = []
        for word in re.findall(r" +|[^ ]+", line):
            if (whole := self._face_of(word)) is not None:
                faces += [whole] * len(word)
                continue
            for cluster in _clusters(word):
                faces += [self._face_of(cluster) or MAIN] * len(cluster)
        for i, (before, character, behind) in enumerate(zip(line, line[1:], line[2:], strict=False), 1):
            is_between = character == " " and " " not in (before, behind) and faces[i - 1] == faces[i + 1]
            if is_between and " " in coverage(faces[i - 1]):
                faces[i] = faces[i - 1]
        return faces

    def _face_of(self, text: str) -> Face | None:
        needed = [character for character in text if not _needs_no_glyph(character)]
        return next((face for face in self.faces if coverage(face).issuperset(needed)), None)


@lru_cache(maxsize=512)
def paragraph(text: str) -> Paragraph:
    """Return the paragraph of a text: what no face has is a box, white space is one space.

    Where `MAIN` lacks a letter that `SANS` has, all words that `SANS` can draw are set in it, to look alike; also where
    marks stand on letters, which `MAIN` cannot place.
    """
    drawn = _boxed(unicodedata.normalize("NFC", _SPACES.sub(" ", text).strip(" ")))
    lacking = {c for c in drawn if _is_mark(c) or (c not in coverage(MAIN) and not _needs_no_glyph(c))}
    faces = FACES if coverage(SANS).isdisjoint(lacking) else (SANS, *(face for face in FACES if face != SANS))
    begins_right = _has_right_to_left(drawn) and auto_detect_base_direction(drawn) is TextDirection.RTL
    return Paragraph(drawn, faces, begins_right)


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A glyph by its number, with its advance and its offsets to the right and upwards, as shares of the size."""

    number: int
    advance: float
    x: float
    y: float


def _glyphs(run: Run) -> Iterator[_Glyph]:
    buffer = uharfbuzz.Buffer()
    buffer.add_str(run.text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if run.is_right_to_left else "ltr"
    font = _font(run.face)
    uharfbuzz.shape(font, buffer)
    unit = font.face.upem
    for found, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        yield _Glyph(found.codepoint, at.x_advance / unit, at.x_offset / unit, at.y_offset / unit)


@cache
def _font(face: Face) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(face.path), face.number))


@cache
def _plain() -> frozenset[str]:
    plain = (c for c in coverage(MAIN) if unicodedata.category(c)[0] not in "CM" and not _has_right_to_left(c))
    return frozenset((*plain, "\n"))


def _has_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)


def _needs_no_glyph(character: str) -> bool:
    """Return whether a character is a space or acts on its neighbours only: a joiner, a direction, a variant."""
    return unicodedata.category(character) in ("Cf", "Zs") or _is_variant(character)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_variant(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _boxed(text: str) -> str:
    if lost := {character for character in text if not has_glyph(character)}:
        log.warning("no face has these characters", extra={"characters": sorted(f"U+{ord(c):04X}" for c in lost)})
    return "".join(BOX if character in lost else character for character in text)


def _clusters(text: str) -> list[str]:
    """Return what is drawn as one: a character with its marks, an emoji with what is joined to it."""
    clusters: list[str] = []
    for character in text:
        joins = _is_mark(character) or character == _ZERO_WIDTH_JOINER or character in _SKIN_TONES
        if clusters and (joins or clusters[-1][-1] == _ZERO_WIDTH_JOINER):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _pieces(text: str) -> Iterator[str]:
    """Yield what is not broken: a word with the space behind it, a Chinese character with the punctuation behind it."""
    piece, behind_wide = "", False
    for cluster in _clusters(text):
        is_wide = _is_wide(cluster[0])
        if piece and (piece[-1] == " " or is_wide or behind_wide) and cluster not in _NEVER_FIRST and cluster != " ":
            yield piece
            piece = ""
        piece, behind_wide = piece + cluster, is_wide
    yield piece


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _pause_in(line: str) -> int:
    """Return where a Chinese line is best broken: behind its last punctuation where that leaves enough of it."""
    if not _is_wide(line[-1]):
        return len(line)
    end = max((i for i, character in enumerate(line, 1) if character in _CHINESE_PAUSES), default=0)
    return end if end >= len(line) * _SHORTEST_LINE else len(line)


def _grouped(text: str, keys: Sequence[KeyT]) -> list[tuple[KeyT, str]]:
    """Return the stretches of a text whose characters have one key."""
    pairs = groupby(zip(keys, text, strict=True), key=lambda pair: pair[0])
    return [(key, "".join(character for _, character in part)) for key, part in pairs]


def _in_visual_order(parts: Sequence[tuple[tuple[int, Face], str]]) -> list[Run]:
    """Return the runs of a line by their levels as they stand from left to right (UAX #9, rule L2)."""
    ordered = list(parts)
    highest = max((level for (level, _), _ in ordered), default=0)
    for least in range(highest, 0, -1):
        turned: list[tuple[tuple[int, Face], str]] = []
        for is_turned, group in groupby(ordered, key=lambda part: part[0][0] >= least):
            stretch = list(group)
            turned += reversed(stretch) if is_turned else stretch
        ordered = turned
    return [Run(text, face, level % 2 == 1) for (level, face), text in ordered]

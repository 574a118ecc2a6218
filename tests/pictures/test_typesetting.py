"""Typesetting: each character has a face, lines fit, right-to-left text stands so, nothing is lost silently."""

import pytest

from tests.support import scripts
from travelagent.catalog import source
from travelagent.pictures.typesetting import BOX, FACES, MAIN, SANS, coverage, has_glyph, is_plain, paragraph

ARABIC, THAI, EMOJI = (next(face for face in FACES if face.name == name) for name in ("arabic", "thai", "emoji"))


def drawn(text: str) -> list[tuple[str, str]]:
    """The runs of a text as one line: their texts and the names of their faces."""
    whole = paragraph(text)
    return [(run.text, run.face.name) for run in whole.runs(whole.text)]


def test_it_works() -> None:
    assert drawn("Hotel مسجد 🍣") == [("Hotel ", "cjk"), ("مسجد", "arabic"), (" ", "cjk"), ("🍣", "emoji")]


def test_every_character_of_names_in_many_scripts_has_a_face() -> None:
    for text in (*scripts.NAMES, scripts.NOTE):
        whole = paragraph(text)
        assert BOX not in whole.text, text
        assert not whole.outline(whole.text, 10).isspace(), text
        for run in whole.runs(whole.text):
            visible = {character for character in run.text if character.isprintable() and not character.isspace()}
            assert visible <= coverage(run.face), (text, run)


def test_every_character_of_the_packaged_names_has_a_face() -> None:
    cities, sights = source.cities().values(), source.sights().values()
    names = [name for city in cities for name in (city.name_en, city.name_zh, city.region_en, city.region_zh)]
    names += [name for sight in sights for name in (sight.name_en, sight.name_zh)]
    assert {character for character in set("".join(names)) if not has_glyph(character)} == set()


def test_what_no_face_has_is_a_box() -> None:
    assert paragraph("Lhasa ལྷ\ue000").text == f"Lhasa {BOX * 3}"


def test_plain_text_is_what_the_main_face_draws_from_left_to_right() -> None:
    for text in ("", "Kyoto 京都, 3–5 €\nЖ", "한옥"):
        assert is_plain(text), text
    for text in ("Český", "₽", "مسجد", "e\u0301", "🍣", "a\tb"):
        assert not is_plain(text), text


def test_neighbours_of_a_word_that_the_main_face_lacks_look_like_it() -> None:
    assert drawn("Český Krumlov 克鲁姆洛夫") == [("Český Krumlov ", "sans"), ("克鲁姆洛夫", "cjk")]


def test_an_emoji_of_several_characters_is_one_run() -> None:
    for text in ("👩‍👩‍👧", "👨🏽‍🚀", "🇩🇪", "1️⃣"):
        assert drawn(text) == [(text, "emoji")], text


def test_marks_stand_on_their_letters() -> None:
    assert paragraph("e\u0301").text == "é"
    assert drawn("ẹ\u0301") == [("ẹ\u0301", "sans")]
    for text, face in (("مَسْجِد", ARABIC), ("แก้ว", THAI)):
        assert drawn(text) == [(text, face.name)]


@pytest.mark.parametrize(
    ("text", "expected", "begins_right"),
    [
        ("Hotel مسجد الحسين", ["Hotel ", "مسجد الحسين"], False),
        ("מלון Kyoto", ["Kyoto", " ", "מלון"], True),
        ("Hotel مسجد 12 الحسين Berlin", ["Hotel ", "الحسين", " ", "12", " ", "مسجد", " Berlin"], False),
    ],
)
def test_runs_stand_as_they_are_read(text: str, expected: list[str], begins_right: bool) -> None:
    whole = paragraph(text)
    assert [run.text for run in whole.runs(text)] == expected
    assert whole.is_right_to_left is begins_right


def test_lines_keep_all_that_is_written_and_fit() -> None:
    for text in (
        *(f"{name} " * 12 for name in scripts.NAMES),
        scripts.NOTE * 3,
        "京都的寺庙，以及花园。" * 9,
        "ว" * 300,
    ):
        whole = paragraph(text)
        lines = whole.lines(10, 150)
        assert "".join("".join(lines).split()) == "".join(whole.text.split())
        assert len(lines) > 1
        assert max(whole.width(line, 10) for line in lines) <= 150


def test_a_line_of_arabic_breaks_between_words_and_an_emoji_stays_whole() -> None:
    words = {"مسجد", "الحسين"}
    assert all(set(line.split()) <= words for line in paragraph("مسجد الحسين " * 20).lines(10, 90))
    assert set(paragraph("👩‍👩‍👧" * 40).lines(10, 4)) == {"👩‍👩‍👧"}


def test_a_title_has_no_more_lines_than_it_may_and_ends_in_an_ellipsis() -> None:
    lines = paragraph("A very long title of a trip to Český Krumlov " * 4).title_lines(30, 300, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert paragraph("京都赏红叶，然后去奈良看小鹿").title_lines(30, 240, 3) == ["京都赏红叶，", "然后去奈良看小鹿"]


def test_a_text_of_one_line_is_cut_between_what_is_drawn_as_one() -> None:
    assert paragraph("Kyoto").shortened(10, 100) == "Kyoto"
    assert paragraph("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧").shortened(10, 25) == "👩‍👩‍👧…"


def test_a_picture_shows_the_letters_of_every_script() -> None:
    box = paragraph(BOX).outline(BOX, 10)
    outlines = [paragraph(letter).outline(letter, 10) for letter in "ČŁşمวבКΑहგខ🍣₽฿₹₪"]
    assert all(outlines)
    assert box not in outlines
    assert len(set(outlines)) == len(outlines)


def test_the_faces_have_names_of_their_own() -> None:
    assert len({face.name for face in FACES}) == len(FACES)
    assert FACES[:2] == (MAIN, SANS)

"""Hostile files are refused by name, or kept as something harmless; which of both stands here for each."""

import io
import os
from collections.abc import Callable

import pytest
from PIL import Image, ImageStat
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, TextStringObject

from tests.api.caller import Caller, Upload, problem
from tests.attachments import hostile
from tests.attachments.hostile import HTML, SCRIPT, SVG
from tests.attachments.samples import document, encoded, opened, picture
from travelagent.attachments.models import TripFile
from travelagent.attachments.values import FILE_BYTES

pytestmark = pytest.mark.django_db
Make = Callable[[], bytes]

UNSUPPORTED, UNREADABLE = (415, "unsupported_file"), (422, "unreadable_file")
REFUSED: dict[str, tuple[Make, tuple[int, str]]] = {
    "an HTML page called .pdf": (lambda: HTML, UNSUPPORTED),
    "an HTML page with a PDF's mark inside": (lambda: HTML + document(), UNSUPPORTED),
    "an SVG with a script": (lambda: SVG, UNSUPPORTED),
    "a GIF that is a script": (hostile.gif_and_script, UNSUPPORTED),
    "a program": (lambda: b"MZ\x90\x00" + bytes(200), UNSUPPORTED),
    "a ZIP bomb": (hostile.zip_bomb, UNSUPPORTED),
    "a HEIC picture": (lambda: b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(80), UNSUPPORTED),
    "a TIFF": (lambda: picture("TIFF"), UNSUPPORTED),
    "a PostScript": (lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file\n", UNSUPPORTED),
    "nothing": (lambda: b"", UNREADABLE),
    "a truncated JPEG": (lambda: picture("JPEG", (640, 480))[:2000], UNREADABLE),
    "a PNG's mark and noise": (lambda: b"\x89PNG\r\n\x1a\n" + os.urandom(4000), UNREADABLE),
    "a PNG of 900 million pixels": (lambda: hostile.png_bomb(30_000), UNREADABLE),
    "a PNG of 81 million pixels": (lambda: hostile.png_bomb(9_000), UNREADABLE),
    "a PNG whose comment is 300 MB": (hostile.png_text_bomb, UNREADABLE),
    "a PDF's mark and HTML": (lambda: b"%PDF-1.7\n" + HTML, UNREADABLE),
    "a truncated PDF": (lambda: document()[:300], UNREADABLE),
    "a PDF with a password": (hostile.pdf_locked, UNREADABLE),
    "a PDF with a script": (hostile.pdf_script, UNREADABLE),
    "a PDF with a script by an escaped name": (hostile.pdf_script_by_an_escaped_name, UNREADABLE),
    "a PDF that starts a program": (hostile.pdf_launch, UNREADABLE),
    "a PDF that sends its form": (hostile.pdf_that_sends_its_form, UNREADABLE),
    "a PDF that opens another machine's file": (hostile.pdf_that_reads_a_share, UNREADABLE),
    "a PDF with a program inside": (lambda: hostile.pdf_with_a_file("setup.exe", b"MZ"), UNREADABLE),
    "a PDF of 400,000 objects": (hostile.pdf_of_many_objects, UNREADABLE),
    "a file of 15 MB and a byte": (lambda: document() + bytes(FILE_BYTES + 1 - len(document())), (413, "too_large")),
}


def test_each_is_refused_by_name(page: Caller, path: str, subtests: pytest.Subtests) -> None:
    for number, (what, (make, expected)) in enumerate(REFUSED.items()):
        language = ("en", "zh-hans")[number % 2]
        with subtests.test(what, language=language):
            answer = page.post(f"{path}files/", Upload(make(), "ticket.pdf"), **{"Accept_Language": language})
            assert problem(answer) == expected, answer.content
            detail = answer.json()["detail"]
            assert any("\u4e00" <= c <= "\u9fff" for c in detail) == (language != "en"), detail
    assert not TripFile.objects.exists()


def kept(page: Caller, path: str, content: bytes, name: str) -> tuple[dict[str, str], bytes]:
    """The row and the content of a file that is taken; whatever it is, it is handed out so that nothing runs it."""
    made = page.post(f"{path}files/", Upload(content, name))
    assert made.status_code == 201, made.content
    row = made.json()
    answer = page.get(f"{path}files/{row['id']}/")
    assert answer["Content-Type"] == row["media_type"]
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    shown = page.get(f"{path}files/{row['id']}/?inline=true")["Content-Disposition"]
    assert shown.startswith("inline; ") == row["media_type"].startswith("image/")
    return row, answer.content


@pytest.mark.parametrize("make", [hostile.jpeg_with_html_behind_it, hostile.jpeg_with_html_in_its_comment])
def test_what_hides_in_a_picture_is_not_kept(page: Caller, path: str, make: Make) -> None:
    assert SCRIPT in make()
    row, content = kept(page, path, make(), "a.html")
    assert (row["media_type"], row["name"]) == ("image/jpeg", "a.html.jpg")
    assert SCRIPT not in content
    assert opened(content).size == (64, 48)


def test_the_position_of_a_picture_is_not_kept_and_it_stands_upright(page: Caller, path: str) -> None:
    sent = hostile.jpeg_with_position()
    assert Image.open(io.BytesIO(sent)).getexif().get_ifd(0x8825)
    row, content = kept(page, path, sent, "a.jpg")
    found = opened(content)
    assert not found.getexif()
    assert hostile.GPS_MARK not in content
    assert found.size == (80, 120) == (row["width"], row["height"])


@pytest.mark.parametrize("make", [hostile.animated_png, hostile.animated_webp])
def test_an_animation_becomes_its_first_picture(page: Caller, path: str, make: Make) -> None:
    assert getattr(Image.open(io.BytesIO(make())), "n_frames", 1) == 3
    _, content = kept(page, path, make(), "a.png")
    found = opened(content)
    assert getattr(found, "n_frames", 1) == 1
    red, green, blue = ImageStat.Stat(found.convert("RGB")).mean
    assert red > 200 > 60 > max(green, blue)


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_a_picture_in_other_colours_becomes_one_in_rgb(page: Caller, path: str, mode: str) -> None:
    _, content = kept(page, path, picture("JPEG", (64, 48), mode), "a.jpg")
    assert opened(content).mode == "RGB"


def test_a_transparent_picture_stays_so(page: Caller, path: str) -> None:
    sent = encoded(Image.new("RGBA", (20, 20), (255, 0, 0, 100)), "PNG")
    _, content = kept(page, path, sent, "a.png")
    assert opened(content).getpixel((5, 5)) == (255, 0, 0, 100)


def test_a_large_picture_is_brought_to_4096_pixels(page: Caller, path: str) -> None:
    row, content = kept(page, path, picture("JPEG", (8000, 2000)), "a.jpg")
    assert (row["width"], row["height"]) == (4096, 1024) == opened(content).size


def test_a_wrong_ending_is_put_right(page: Caller, path: str) -> None:
    row, content = kept(page, path, document(), "ticket.exe")
    assert (row["media_type"], row["name"]) == ("application/pdf", "ticket.exe.pdf")
    assert len(PdfReader(io.BytesIO(content)).pages) == 1


def test_a_pdf_that_is_html_too_is_handed_out_as_a_pdf_to_be_saved(page: Caller, path: str) -> None:
    row, content = kept(page, path, document() + HTML, "a.html")
    assert (row["media_type"], row["name"]) == ("application/pdf", "a.html.pdf")
    assert content.startswith(b"%PDF-")


def test_the_xml_of_an_invoice_may_lie_in_a_pdf(page: Caller, path: str) -> None:
    row, _ = kept(page, path, hostile.pdf_with_a_file("factur-x.xml", b"<Invoice/>"), "invoice.pdf")
    assert row["media_type"] == "application/pdf"


def test_a_camera_s_several_pictures_become_the_first(page: Caller, path: str) -> None:
    several = io.BytesIO()
    first, second = (opened(picture("JPEG", size)) for size in ((64, 48), (32, 24)))
    first.save(several, "MPO", save_all=True, append_images=[second])
    row, content = kept(page, path, several.getvalue(), "portrait.jpg")
    assert (row["media_type"], opened(content).format, opened(content).size) == ("image/jpeg", "JPEG", (64, 48))


def test_every_name_of_a_file_in_a_pdf_is_looked_at(page: Caller, path: str) -> None:
    found = PdfReader(io.BytesIO(hostile.pdf_with_a_file("factur-x.xml", b"MZ")))
    writer = PdfWriter(clone_from=found)
    for each in writer._objects:
        if isinstance(each, DictionaryObject) and "/EF" in each:
            each[NameObject("/F")] = TextStringObject("factur-x.exe")
            each[NameObject("/UF")] = TextStringObject("factur-x.xml")
    sent = hostile.written(writer)
    assert problem(page.post(f"{path}files/", Upload(sent, "invoice.pdf")))[0] == 422


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../../etc/passwd", "passwd.png"),
        ("C:\\Windows\\System32\\evil.png", "evil.png"),
        ("gnp.\u202eexe", "gnp.exe.png"),
        ("a\x00b\x1f\x7fc.png", "abc.png"),
        ("<img src=x onerror=alert(1)>.png", "_img src=x onerror=alert(1)_.png"),
        ("   . . ", "file.png"),
        ("CON.png", "_CON.png"),
        ('quo"te; filename=x.html', "quo_te; filename=x.html.png"),
        ("\u5bff\u53f8" * 200 + ".png", "\u5bff\u53f8" * 41 + "\u5bff.png"),
        ("e\u0301t\u00e9.PNG", "\u00e9t\u00e9.png"),
    ],
)
def test_a_name_is_only_a_name(page: Caller, path: str, name: str, expected: str) -> None:
    made = page.post(f"{path}files/", Upload(picture(), "a.png", {"name": name}))
    if "\x00" in name:
        assert problem(made) == (400, "invalid")
        return
    assert made.status_code == 201, made.content
    row = made.json()
    assert row["name"] == expected
    assert len(row["name"].encode()) <= 255
    stored = TripFile.objects.get(pk=row["id"]).content.name or ""
    assert stored == f"{path.split('/')[1]}/{row['id']}.png"
    disposition = page.get(f"{path}files/{row['id']}/")["Content-Disposition"]
    assert disposition.startswith("attachment; filename=\"file.png\"; filename*=UTF-8''")
    assert disposition.isascii()
    assert page.patch(f"{path}files/{row['id']}/", {"name": name}).json()["name"] == expected

"""Files made to harm: each is refused in words or harmless, and none holds up the process that serves."""

import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date

import pytest
from django.db import connection

from travelagent.catalog import planners
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.worker import serve_jobs
from travelagent.trips.imports import TripFile
from travelagent.trips.imports.preview import Preview
from travelagent.trips.imports.reading import read_file
from travelagent.trips.imports.values import UnreadableFile

TODAY = date(2026, 11, 2)
KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>{}</Document></kml>'
MARK = "<Placemark><name>{}</name><Point><coordinates>135.7681,35.0116</coordinates></Point></Placemark>"
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
SCRIPT = '<script type="application/ld+json">'
ENDLESS_PDF = (
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[2 0 R]/Count 9>>endobj\ntrailer<</Root 1 0 R>>"
)
CIRCLE = json.dumps({"@id": "a", "@type": "XReservation", "reservationFor": [{"@id": "a"}] * 100})
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def read(format: str, content: bytes | str) -> Preview:
    return read_file(TripFile(format, content.encode() if isinstance(content, str) else content), TODAY)


def zipped(content: bytes, name: str = "doc.kml") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr(name, content)
    return file.getvalue()


def lying_zip() -> bytes:
    """Return an archive whose directory states one byte for a file of 64 MB."""
    whole = bytearray(zipped(b"a" * 64 * 1024 * 1024))
    entry = whole.rindex(b"PK\x01\x02")
    struct.pack_into("<I", whole, entry + 24, 1)
    return bytes(whole)


def locked_zip() -> bytes:
    """Return an archive that marks its file as encrypted."""
    whole = bytearray(zipped(KML.format(MARK.format("a")).encode()))
    whole[6] |= 1
    whole[whole.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(whole)


def point_at(coordinates: str) -> str:
    feature = '{"geometry": {"type": "Point", "coordinates": [' + coordinates + "]}}"
    return '{"type": "FeatureCollection", "features": [' + feature + "]}"


def pdf_bomb() -> bytes:
    """A page whose text unpacks to 100 MB."""
    stream = zlib.compress(b"BT (a) Tj ET\n" * 8_000_000, 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /MediaBox [0 0 10 10] >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    file, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(file)
    file += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(file + b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % start)


def nested_mail(depth: int) -> str:
    heads = "".join(
        f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth)
    )  # fmt: skip
    return f"Subject: x\nMIME-Version: 1.0\n{heads}"


REFUSED: dict[str, tuple[str, bytes | str]] = {
    "laughs in KML": ("kml", LAUGHS + "]>" + KML.format(MARK.format("&i;"))),
    "laughs in GPX": ("gpx", LAUGHS + "]><gpx><wpt lat='1' lon='1'><name>&i;</name></wpt></gpx>"),
    "a file of the server in KML": ("kml", OUTSIDE + KML.format(MARK.format("&a;"))),
    "entities in UTF-16": ("kml", (OUTSIDE + KML.format(MARK.format("&a;"))).encode("utf-16")),
    "deep XML": ("kml", "<kml>" + "<Folder>" * 100_000),
    "deep XML in GPX": ("gpx", "<gpx>" + "<a>" * 100_000),
    "many elements": ("kml", KML.format("<a/>" * 400_000)),
    "a bomb in KMZ": ("kmz", zipped(b" " * 64 * 1024 * 1024)),
    "a bomb that lies": ("kmz", lying_zip()),
    "a broken archive": ("kmz", zipped(b"<kml/>")[:-30]),
    "an archive of other things": ("kmz", zipped(b"MZ", "setup.exe")),
    "no archive": ("kmz", b"PK\x03\x04" + b"\0" * 100),
    "an encrypted archive": ("kmz", locked_zip()),
    "deep JSON": ("geojson", '{"type": "FeatureCollection", "features": ' + "[" * 100_000),
    "huge numbers": ("geojson", point_at("1e999, NaN")),
    "a long integer": ("geojson", point_at("9" * 5000 + ", 1")),
    "UTF-32 rubbish": ("csv", b"\xff\xfe\x00\x00" + b"\xff" * 101),
    "half of UTF-16": ("csv", b"\xff\xfen\x00a"),
    "no table": ("csv", b"\x00\x01\x02" * 1000),
    "one endless line": ("csv", "name,lat,lon\n" + '"' + "a" * 3_000_000),
    "endless rows": ("csv", "name,lat,lon\n" + "a,1,1\n" * 100_000),
    "nested mail": ("eml", nested_mail(3000)),
    "mail without bookings": ("eml", "Subject: Hello\n\nSee you"),
    "no mail": ("eml", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10),
    "deep JSON-LD": ("eml", f"Content-Type: text/html\n\n{SCRIPT}{'[' * 100_000}</script>"),
    "declarations without end": ("eml", "Content-Type: text/html\n\n" + "<![" * 100_000),
    "a broken PDF": ("pdf", b"%PDF-1.7\n1 0 obj\n<<"),
    "a picture as PDF": ("pdf", b"\x89PNG\r\n\x1a\n"),
    "pages without end": ("pdf", ENDLESS_PDF),
    "sections without end": ("kml", "<kml>&x;" + "<![CDATA[" * 50_000),
    "deep microdata": ("eml", "Content-Type: text/html\n\n" + "<div itemscope>" * 50_000),
    "a text of JSON without end": ("geojson", '{"a":' + '"\\' * 200_000),
    "faults of JSON without end": ("geojson", '{"features":[' + "{," * 200_000),
    "components without end": ("ics", "BEGIN:VCALENDAR\n" + "BEGIN:X\n" * 20_000 + "END:Y\n" * 20_000),
    "lines that are none": ("ics", "BEGIN:VCALENDAR\n" + "x\n" * 100_000),
    "references in a circle": ("eml", f"Content-Type: text/html\n\n{SCRIPT}{CIRCLE}</script>"),
    "an endless calendar line": ("ics", "BEGIN:VCALENDAR\r\nX:" + "a" * 2_000_000),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_a_hostile_file_is_refused_in_words(kind: str) -> None:
    format, content = REFUSED[kind]
    with pytest.raises(UnreadableFile) as refused:
        read(format, content)

    assert str(refused.value)
    assert "passwd" not in str(refused.value)


NAMES = "a\u202eb\u0007c\u0000d\ud800\nline " + "x" * 5000


@pytest.mark.django_db
def test_a_name_with_control_characters_is_cleaned_and_shortened() -> None:
    found = read("geojson", json.dumps({"type": "FeatureCollection", "name": NAMES, "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [135.7681, 35.0116]},
         "properties": {"name": NAMES}},
    ]}))  # fmt: skip

    (stop,) = found.stops
    assert stop.name["en"].startswith("abcd line xx")
    assert len(stop.name["en"]) <= 120
    assert found.title == stop.name["en"]
    json.dumps(found.document, ensure_ascii=False).encode()


def test_markup_in_a_name_stays_text_and_out_of_notes() -> None:
    mark = MARK.format("&lt;b&gt;Aunt&lt;/b&gt;").replace(
        "<Point>", "<description>&lt;script&gt;alert(1)&lt;/script&gt; Hello</description><Point>"
    )
    found = read("kml", KML.format(mark))

    assert found.stops[0].name["en"] == "<b>Aunt</b>"
    assert "<script>" not in found.notes[0]


def test_a_path_in_an_archive_is_never_written(tmp_path: os.PathLike[str]) -> None:
    before = set(os.listdir(tmp_path))
    found = read("kmz", zipped(KML.format(MARK.format("Aunt")).encode(), "../../../../tmp/evil.kml"))

    assert found.counts.own_places == 1
    assert set(os.listdir(tmp_path)) == before
    assert not os.path.exists("/tmp/evil.kml")


def test_notes_that_are_too_long_are_named_as_left_out() -> None:
    marks = "".join(
        MARK.format(f"Place {n}").replace("<Point>", f"<description>{'word ' * 300}</description><Point>")
        for n in range(20)
    )
    found = read("kml", KML.format(marks))

    assert len(found.document["notes"]) <= 10_000
    assert found.counts.notes + found.counts.not_read == 20


@pytest.fixture
def workers() -> Iterator[None]:
    """Files are read in worker processes, as where one serves."""
    connection.close()
    forkserver = ForkServer(serve_jobs, lambda: None)
    forkserver.start()
    planners.pool.start(forkserver)
    yield
    planners.pool.stop()
    forkserver.stop()


@pytest.mark.usefixtures("workers")
def test_in_a_worker_a_bomb_takes_no_memory_and_the_next_file_is_read() -> None:
    with pytest.raises(UnreadableFile):
        read("pdf", pdf_bomb())
    found = read("kml", KML.format(MARK.format("Aunt")))

    assert [stop.name["en"] for stop in found.stops] == ["Aunt"]


@pytest.mark.usefixtures("workers")
def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("travelagent.trips.imports.reading.LIMIT_S", 0.1)
    rows = "".join(f"Place {n},{35 + n / 10000:.4f},-150.7681\n" for n in range(600))
    with pytest.raises(UnreadableFile) as refused:
        read("csv", "name,lat,lon\n" + rows)

    assert "time" in str(refused.value)

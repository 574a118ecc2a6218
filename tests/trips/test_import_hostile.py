"""Files made to harm: each is refused in words or harmless, and none holds up the process that serves."""

import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date
from email.parser import BytesParser

import pytest
from django.db import connection

from travelagent.catalog import planners
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.worker import serve_jobs
from travelagent.trips.actions import checked_document
from travelagent.trips.imports import TripFile, events
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


CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}END:VCALENDAR\r\n"
EVENT = "BEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:Temple {uid}\r\nGEO:35.01;135.76\r\n{lines}\r\nEND:VEVENT\r\n"
BOOKING = {
    "@type": "LodgingReservation", "checkinDate": "2026-12-01", "checkoutDate": "2026-12-03",
    "reservationFor": {"@type": "LodgingBusiness", "name": "Inn", "geo": {"latitude": 35.01, "longitude": 135.76}},
}  # fmt: skip
FLIGHT = {
    "@type": "FlightReservation",
    "reservationFor": {
        "@type": "Flight", "flightNumber": "1",
        "departureAirport": {"name": "London", "iataCode": "LHR"},
        "arrivalAirport": {"name": "Kansai", "iataCode": "KIX"},
    },
}  # fmt: skip


def calendar(*events: str) -> str:
    return CALENDAR.format("".join(EVENT.format(uid=number, lines=lines) for number, lines in enumerate(events)))


def mail(*nodes: object, head: str = "") -> str:
    return f"{head}Content-Type: text/html\n\n{SCRIPT}{json.dumps(nodes)}</script>"


def flown(moment: str) -> str:
    return mail(
        FLIGHT | {"reservationFor": {**FLIGHT["reservationFor"], "departureTime": moment, "arrivalTime": moment}}
    )


def way_point(time: str) -> str:
    return f'<gpx version="1.1"><wpt lat="35.01" lon="135.76"><time>{time}</time><name>Temple</name></wpt></gpx>'


UNTIMELY: dict[str, tuple[str, str]] = {
    "the last year in GPX": ("gpx", way_point("9999-12-31T23:59:59-12:00")),
    "the last year in KML": ("kml", KML.format(MARK.format("a").replace(
        "<Point>", "<TimeStamp><when>9999-12-31T23:59:59-12:00</when></TimeStamp><Point>"))),
    "the last day in a calendar": ("ics", calendar("DTSTART;VALUE=DATE:99991231")),
    "the last minutes in a calendar": ("ics", calendar("DTSTART:99991231T100000Z\r\nDTEND:99991231T235959Z")),
    "nights of the last year in a calendar": (
        "ics", calendar("DTSTART;VALUE=DATE:99991228\r\nDTEND;VALUE=DATE:99991231")),
    "the first year in a calendar": ("ics", calendar("DTSTART:00010101T000000Z")),
    "the last year in CSV": ("csv", "name,lat,lon,date\na,35.01,135.76,9999-12-31\n"),
    "the first year in CSV": ("csv", "name,lat,lon,date\na,35.01,135.76,0001-01-01\n"),
    "all years in CSV": ("csv", "name,lat,lon,date\na,35.01,135.76,0001-01-01\nb,35.01,135.76,9999-12-31\n"),
    "a century too late in CSV": ("csv", "name,lat,lon,date\na,35.01,135.76,2200-01-05\n"),
    "the last year in GeoJSON": ("geojson", json.dumps({"type": "Feature", "properties": {"date": "9999-12-31"},
        "geometry": {"type": "Point", "coordinates": [135.76, 35.01]}})),
    "nights of the last year in a mail": (
        "eml", mail(BOOKING | {"checkinDate": "9999-12-30", "checkoutDate": "9999-12-31"})),
    "nights of the first year in a mail": (
        "eml", mail(BOOKING | {"checkinDate": "0001-01-01", "checkoutDate": "0001-01-02"})),
    "a flight of the last year": ("eml", flown("9999-12-31T23:59:59-12:00")),
    "a flight of the first year": ("eml", flown("0001-01-01T00:00:00+14:00")),
}  # fmt: skip


def test_dates_that_no_trip_has_are_named() -> None:
    """One walk over the table, which names every row that fails."""
    wrong: dict[str, str] = {}
    for kind, (format, content) in UNTIMELY.items():
        try:
            wrong[kind] = f"read: {read(format, content).stops}"
        except UnreadableFile as refused:
            if "out of range" not in str(refused):
                wrong[kind] = str(refused)
        except OverflowError as error:
            wrong[kind] = repr(error)

    assert wrong == {}


@pytest.mark.django_db
def test_bad_dates_do_not_stop_good_ones() -> None:
    found = read("csv", "name,lat,lon,date\na,35.01,135.76,9999-12-31\nb,35.02,135.77,2026-12-01\n")

    assert [stop.name["en"] for stop in found.stops] == ["b"]
    assert [each.what for each in found.not_read] == ["a"]


CROWDED: dict[str, tuple[str, str]] = {
    "all at one hour": ("ics", calendar(*["DTSTART:20261201T100000\r\nDTEND:20261201T113000"] * 60)),
    "every second": ("ics", calendar("DTSTART:20261201T100000\r\nDTEND:20261201T110000\r\nRRULE:FREQ=SECONDLY")),
    "on one date": ("csv", "name,lat,lon,date,time\n" + "".join(
        f"p{n},{35 + n / 50},135.76,2026-12-01,23:{n:02d}\n" for n in range(60))),
    "on both sides of the Earth": ("csv", "name,lat,lon,date,time\n" + "".join(
        f"p{n},{35 * (-1) ** n},{135 * (-1) ** n},2026-12-01,10:{n:02d}\n" for n in range(9))),
    "numbers of days": ("geojson", json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "p", "day": 10**9, "date": "2026-12-01"},
         "geometry": {"type": "Point", "coordinates": [135.76, 35.01]}},
        {"type": "Feature", "properties": {"name": "q", "day": 10**30},
         "geometry": {"type": "Point", "coordinates": [135.77, 35.01]}}]})),
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("kind", CROWDED)
def test_what_a_preview_shows_can_be_imported(kind: str) -> None:
    found = read(*CROWDED[kind])

    assert found.stops
    checked_document(found.document)
    lost = [each.what for each in found.not_read if "No time is left" in each.why]
    assert bool(lost) == (kind != "numbers of days")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=2\r\nRRULE:FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=-5",
        "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1,3",
    ],
)
def test_a_rule_without_a_next_time_is_read_once(rule: str) -> None:
    found = read("ics", calendar(f"DTSTART:20261201T100000\r\nRRULE:{rule}"))

    assert [stop.date for stop in found.stops] == ["2026-12-01"]
    assert any("cannot be read" in each.why for each in found.not_read)


@pytest.mark.django_db
def test_so_many_events_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_SERIES", 2)
    found = read("ics", calendar(*["DTSTART:20261201T100000\r\nRRULE:FREQ=DAILY;COUNT=2"] * 3))

    assert sorted(stop.date for stop in found.stops) == ["2026-12-01"] * 3 + ["2026-12-02"] * 2
    assert [each.what for each in found.not_read] == ["Temple 2"]


@pytest.mark.django_db
@pytest.mark.parametrize("unit", ["=?utf-8?q?a?= ", "(a)"])
def test_a_mail_with_an_endless_header_is_read(unit: str) -> None:
    found = read("eml", mail(BOOKING, head=f"Subject: {unit * 70_000}\n"))

    assert found.hotels
    assert len(found.title) <= 120


def test_a_mail_of_too_many_parts_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    taken_apart: list[bytes] = []
    monkeypatch.setattr(BytesParser, "parsebytes", lambda _parser, content: taken_apart.append(content))
    many = "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 100_000
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(100))
    for content in (many, deep):
        with pytest.raises(UnreadableFile):
            read("eml", content)
    assert not taken_apart


def test_truth_is_no_position() -> None:
    with pytest.raises(UnreadableFile):
        read("geojson", point_at("true, false"))


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

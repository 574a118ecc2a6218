"""Files as programs and people really write them: what can be read is, and one fault is no fault of the rest."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from travelagent.trips.imports.coordinates import angle_in, pair_in, point_in, wrapped
from travelagent.trips.imports.geojson import read_geojson
from travelagent.trips.imports.gpx import read_gpx
from travelagent.trips.imports.kml import read_kml, read_kmz
from travelagent.trips.imports.mail import read_eml
from travelagent.trips.imports.table import read_csv
from travelagent.trips.imports.values import FileTrip, UnreadableFile

ROME: Final = (41.89, 12.47)
KML: Final = (
    '<?xml version="1.0"{declared}?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>{inside}</Document></kml>'
)


def kml(inside: str, declared: str = "") -> str:
    return KML.format(inside=inside, declared=declared)


def mark(name: str, inside: str = "<Point><coordinates>12.47,41.89,0</coordinates></Point>") -> str:
    return f"<Placemark><name>{name}</name>{inside}</Placemark>"


def archive(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        for name, text in files.items():
            zipped.writestr(name, text)
    return packed.getvalue()


def gpx(points: str, head: str = '<?xml version="1.0"?>') -> str:
    return f'{head}<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">{points}</gpx>'


def way_point(name: str, inside: str = "") -> str:
    return f'<wpt lat="41.89" lon="12.47">{inside}<name>{name}</name></wpt>'


def geometry(kind: str, coordinates: Any, **more: Any) -> dict[str, Any]:
    return {"type": kind, "coordinates": coordinates, **more}


def feature(name: str, shape: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"name": name}, "geometry": shape}


def collection(*features: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


POINT: Final = geometry("Point", [12.47, 41.89])
LINK: Final = "<NetworkLink><name>{name}</name><Link><href>{href}</href></Link></NetworkLink>"


def named(read: FileTrip) -> list[str]:
    return [place.name for place in read.places]


TABLES: Final[dict[str, tuple[bytes, list[str], list[tuple[float, float]]]]] = {
    "Western, from a spreadsheet": (
        "Name;Latitude;Longitude\nMünchner Stadtmuseum;48,1353;11,5723\nCafé für uns;48,1351;11,5763".encode("cp1252"),
        ["Münchner Stadtmuseum", "Café für uns"],
        [(48.1353, 11.5723), (48.1351, 11.5763)],
    ),
    "Chinese, from a spreadsheet": (
        "名称,纬度,经度\n外滩,31.24,121.49\n豫园,31.227,121.492".encode("gb18030"),
        ["外滩", "豫园"],
        [(31.24, 121.49), (31.227, 121.492)],
    ),
    "WKT": (
        b'WKT,name\n"POINT (12.47 41.89)",Bar\n"POINT Z (12.48 41.9 5)",Inn',
        ["Bar", "Inn"],
        [ROME, (41.9, 12.48)],
    ),
    "letters": (b"Name,Latitude,Longitude\nRefuge,33.4372 S,70.6506 W", ["Refuge"], [(-33.4372, -70.6506)]),
    "letters before": (b'Name,Coordinates\nRefuge,"S33.4372, W70.6506"', ["Refuge"], [(-33.4372, -70.6506)]),
    "longitude first, as its letter says": (b'Name,Coordinates\nBar,"12.47 E, 41.89 N"', ["Bar"], [ROME]),
    "minutes and seconds": (
        "Name,Latitude,Longitude\nTea,35°00'18.0\"N,135°46'12.0\"E".replace('"', "″").encode(),
        ["Tea"],
        [(35.005, 135.77)],
    ),
    "Chinese letters": (
        "名称,纬度,经度\n茶馆,35.005°北,135.77°东".encode(),
        ["茶馆"],
        [(35.005, 135.77)],
    ),
    "decimal commas": (b"Name;Lat;Lon\nBar;41,89;12,47", ["Bar"], [ROME]),
    "past the date line": (b"Name,Lat,Lon\nSuva,-18.1416,-181.5581", ["Suva"], [(-18.1416, 178.4419)]),
    "a title above the headings": (
        b'Autumn list\n\nTitle,Note,URL\nPin,,"https://www.google.com/maps/search/41.89,12.47"\n,,\n',
        ["Pin"],
        [ROME],
    ),
}
MARKS: Final[dict[str, tuple[bytes, list[str], list[str]]]] = {
    "declared encoding": (kml(mark("Café Glück"), ' encoding="ISO-8859-1"').encode("latin-1"), ["Café Glück"], []),
    "entities of HTML": (
        kml(mark("Fish&nbsp;&amp;&nbsp;chips")).encode(),
        ["Fish & chips"],
        [],
    ),
    "entities in CDATA": (kml(mark("<![CDATA[Tom &amp; Jerry]]>")).encode(), ["Tom & Jerry"], []),
    "an address without a position": (
        kml(mark("Colosseum", "<address>Piazza del Colosseo</address>") + mark("Bar")).encode(),
        ["Colosseum", "Bar"],
        [],
    ),
    "an address that nobody knows": (
        kml(mark("At Ines's", "<address>Rua 1</address>") + mark("Bar")).encode(),
        ["Bar"],
        ["At Ines's"],
    ),
    "a link to the web": (
        kml(mark("Bar") + LINK.format(name="Rome", href="https://maps.example/kml?mid=abc")).encode(),
        ["Bar"],
        ["Rome"],
    ),
    "a lone placemark": (f'<?xml version="1.0"?>{mark("Bar")}'.encode(), ["Bar"], []),
}
ARCHIVES: Final[dict[str, tuple[dict[str, str], list[str], list[str]]]] = {
    "lists beside the document": (
        {
            "doc.kml": kml(
                LINK.format(name="Rome", href="files/Rome.kml") + LINK.format(name="Gone", href="files/No.kml")
            ),
            "files/Rome.kml": kml(mark("Bar") + mark("Inn")),
        },
        ["Bar", "Inn"],
        ["Gone"],
    ),
    "zipped by macOS": ({"__MACOSX/._Trip.kml": "\0\0", "Trip.kml": kml(mark("Bar"))}, ["Bar"], []),
    "in a folder": (
        {"__MACOSX/Trip/._doc.kml": "\0", "Trip/other.kml": kml(mark("No")), "Trip/doc.kml": kml(mark("Bar"))},
        ["Bar"],
        [],
    ),
}
SHAPES: Final[dict[str, tuple[str, list[str], list[str]]]] = {
    "one feature": (json.dumps(feature("Bar", POINT)), ["Bar"], []),
    "a bare geometry": (json.dumps(POINT), ["41.8900, 12.4700"], []),
    "several points": (collection(feature("Bar", geometry("MultiPoint", [[12.47, 41.89], [1, 2]]))), ["Bar"], []),
    "a collection of shapes": (
        collection(feature("Bar", {"type": "GeometryCollection", "geometries": [geometry("LineString", []), POINT]})),
        ["Bar"],
        [],
    ),
    "no geometry": (collection(feature("Bar", POINT), feature("Lost", None)), ["Bar"], ["Lost"]),
    "an empty geometry": (collection(feature("Bar", POINT), feature("Lost", {})), ["Bar"], ["Lost"]),
    "empty coordinates": (collection(feature("Bar", POINT), feature("Lost", geometry("Point", []))), ["Bar"], ["Lost"]),
    "coordinates of another type": (
        collection(feature("Bar", POINT), feature("Lost", geometry("Point", "12,41"))),
        ["Bar"],
        ["Lost"],
    ),
    "a geometry of another type": (collection(feature("Bar", POINT), feature("Lost", [12, 41])), ["Bar"], ["Lost"]),
    "a feature that is none": (collection(feature("Bar", POINT), None, 3), ["Bar"], []),
    "past the date line": (collection(feature("Suva", geometry("Point", [-181.5581, -18.1416]))), ["Suva"], []),
}


def test_tables_are_read(subtests: pytest.Subtests) -> None:
    for name, (content, names, spots) in TABLES.items():
        with subtests.test(file=name):
            read = read_csv(content)
            assert named(read) == names
            assert [(round(place.lat, 4), round(place.lon, 4)) for place in read.places] == spots
            assert read.unread == ()


def test_a_doubtful_encoding_is_reported() -> None:
    chinese, western = (
        "Name,Lat,Lon\nCafé 外滩,31.24,121.49".encode("gb18030"),
        "\nÖl,1,2\nKöln,3,4\nFüssen,5,6".encode("cp1252"),
    )
    read = read_csv(chinese + western)
    assert [each.what for each in read.unread] == ["The encoding"]


def test_placemarks_are_read(subtests: pytest.Subtests) -> None:
    for name, (content, names, unread) in MARKS.items():
        with subtests.test(file=name):
            read = read_kml(content)
            assert (named(read), [each.what for each in read.unread]) == (names, unread)
    for name, (files, names, unread) in ARCHIVES.items():
        with subtests.test(file=name):
            read = read_kmz(archive(files))
            assert (named(read), [each.what for each in read.unread]) == (names, unread)


def test_features_are_read(subtests: pytest.Subtests) -> None:
    for name, (text, names, unread) in SHAPES.items():
        with subtests.test(file=name):
            read = read_geojson(text.encode())
            assert (named(read), [each.what for each in read.unread]) == (names, unread)


def test_way_points_are_undated_unless_they_lie_ahead() -> None:
    saved, ahead = "2025-06-03T08:11:02Z", f"{datetime.now(UTC) + timedelta(days=40):%Y-%m-%dT%H:%M:%SZ}"
    read = read_gpx(
        gpx(way_point("Saved", f"<time>{saved}</time>") + way_point("Planned", f"<time>{ahead}</time>")).encode()
    )
    assert [place.begin is None for place in read.places] == [True, False]
    latin = gpx(way_point("Café Glück"), '<?xml version="1.0" encoding="ISO-8859-1"?>').encode("latin-1")
    assert named(read_gpx(latin)) == ["Café Glück"]


def test_positions_are_read_as_they_are_written(subtests: pytest.Subtests) -> None:
    for cell, value in {
        "35.005": 35.005,
        "-35,005": -35.005,
        "−1.5": -1.5,
        "33.4372 S": -33.4372,
        "E 12°": 12.0,
        "35°00'18\"N": 35.005,
        "35° 0′ 18″ n": 35.005,
        "120 30' W": -120.5,
        "": None,
        "N": None,
        "12.5 km": None,
        "1e5": None,
    }.items():
        with subtests.test(cell=cell):
            assert angle_in(cell) == (value if value is None else pytest.approx(value))
    assert pair_in("(41.89; 12.47)") == pytest.approx(ROME)
    assert pair_in("41.89 12.47") == pytest.approx(ROME)
    assert pair_in("nowhere") is None
    assert point_in("LINESTRING (1 2, 3 4)") is None
    assert [wrapped(lon) for lon in (180.0, 180.02, -181.0, 359.0, 500.0)] == pytest.approx(
        [180, -179.98, 179, -1, 500]
    )


RESERVATION: Final = {
    "@context": "http://schema.org",
    "@type": "EventReservation",
    "reservationNumber": "A1",
    "reservationStatus": "http://schema.org/ReservationConfirmed",
    "reservationFor": {
        "@type": "Event",
        "name": "Opera",
        "startDate": "2027-05-03T19:00:00+02:00",
        "location": {"@type": "Place", "name": "House", "geo": {"latitude": 41.89, "longitude": 12.47}},
    },
}


def mail(script: str) -> bytes:
    head = "Subject: Booking\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
    return f'{head}<html><script type="application/ld+json">{script}</script></html>'.encode()


def test_sloppy_bookings_are_read_and_cancelled_ones_named() -> None:
    for script in (f"{json.dumps(RESERVATION)[:-1]},}}", f"<!-- {json.dumps(RESERVATION)} -->"):
        assert named(read_eml(mail(script))) == ["Opera"]
    gone = {**RESERVATION, "reservationStatus": "http://schema.org/ReservationCancelled"}
    with pytest.raises(UnreadableFile, match="cancelled: Opera"):
        read_eml(mail(json.dumps(gone)))
    assert named(read_eml(mail(json.dumps([gone, RESERVATION])))) == ["Opera"]

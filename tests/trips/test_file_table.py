"""One table of small files of every format that is imported: what each is read as, and what of it is not read."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

import pytest
from django.utils.module_loading import import_string
from fpdf import FPDF

from travelagent.trips.imports import IMPORTS
from travelagent.trips.imports.values import FileTrip, Place, Transfer, UnreadableFile

BAR: Final = "Bar 41.8900,12.4700"
INN: Final = "Inn 41.9000,12.4800"
COLOSSEUM: Final = "Colosseum 41.8902,12.4922"
TEMPLE: Final = "Kinkaku-ji 35.0394,135.7292"


@dataclass(frozen=True)
class Row:
    """A file and what it is read as; `refused`: a pattern of the message that refuses it, empty where it is read."""

    format: str
    content: bytes
    places: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()
    rides: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    refused: str = ""


def row(
    format: str,
    content: bytes | str,
    *places: str,
    stays: Sequence[str] = (),
    rides: Sequence[str] = (),
    unread: Sequence[str] = (),
    refused: str = "",
) -> Row:
    """Return a row; text is written as UTF-8."""
    written = content.encode() if isinstance(content, str) else content
    return Row(format, written, places, tuple(stays), tuple(rides), tuple(unread), refused)


# Calendars


def event(name: str, *lines: str, start: str = "DTSTART:20270503T090000", geo: str = "GEO:41.89;12.47") -> str:
    return "\r\n".join(
        ["BEGIN:VEVENT", f"UID:{name}@x", "DTSTAMP:20270101T000000Z", *filter(None, (start, geo)), f"SUMMARY:{name}",
         *lines, "END:VEVENT"]
    )  # fmt: skip


def calendar(*inside: str, end: bool = True) -> str:
    tail = ["END:VCALENDAR", ""] if end else []
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", *inside, *tail])


def whole_days(first: str, last: str) -> tuple[str, str]:
    return f"DTSTART;VALUE=DATE:{first}", f"DTEND;VALUE=DATE:{last}"


MORNING: Final = "Bar 41.8900,12.4700 2027-05-03T09:00"
INN_EVENT: Final = event("Inn", geo="GEO:41.9;12.48", start="DTSTART:20270504T100000")
INN_MORNING: Final = "Inn 41.9000,12.4800 2027-05-04T10:00"
OUTLOOK: Final = (
    "BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\n"
    "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE"
)
CALENDARS: Final = {
    "one event": row("ics", calendar(event("Bar")), MORNING),
    "how long it lasts": row("ics", calendar(event("Bar", "DTEND:20270503T103000")), f"{MORNING} 90 min"),
    "a duration": row("ics", calendar(event("Bar", "DURATION:PT45M")), f"{MORNING} 45 min"),
    "a daily rule with an exception": row(
        "ics",
        calendar(event("Bar", "RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20270505T090000")),
        MORNING,
        "Bar 41.8900,12.4700 2027-05-04T09:00",
        "Bar 41.8900,12.4700 2027-05-06T09:00",
    ),
    "a rule that is none": row("ics", calendar(event("Bar", "RRULE:FREQ=NEVER")), MORNING, unread=["Bar"]),
    "one is cancelled": row(
        "ics", calendar(event("Bar"), event("Inn", "STATUS:CANCELLED")), MORNING, unread=["Inn"]
    ),
    "cancelled in American spelling": row(
        "ics", calendar(event("Bar"), event("Inn", "STATUS:CANCELED")), MORNING, unread=["Inn"]
    ),
    "all are cancelled": row("ics", calendar(event("Bar", "STATUS:CANCELLED")), refused="It is cancelled: Bar"),
    "a calendar that cancels": row("ics", calendar("METHOD:CANCEL", event("Bar")), refused="It is cancelled: Bar"),
    "two calendars": row("ics", calendar(event("Bar")) + calendar(INN_EVENT), MORNING, INN_MORNING),
    "Apple's position": row(
        "ics",
        calendar(event("Bar", 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Bar":geo:41.89,12.47', geo="")),
        MORNING,
    ),
    "a position with a comma": row("ics", calendar(event("Bar", geo="GEO:41.89,12.47")), MORNING),
    "a position with decimal commas": row("ics", calendar(event("Bar", geo="GEO:41,89;12,47")), MORNING),
    "an event at a known sight": row(
        "ics", calendar(event("Colosseum", geo="")), f"{COLOSSEUM} 2027-05-03T09:00"
    ),
    "a zone of Outlook": row(
        "ics",
        calendar(OUTLOOK, event("Bar", start='DTSTART;TZID="Customized Time Zone":20270503T090000')),
        MORNING,
    ),
    "a zone by its name in Windows": row(
        "ics", calendar(event("Bar", start="DTSTART;TZID=W. Europe Standard Time:20270503T090000")), MORNING
    ),
    "lines without carriage returns": row("ics", calendar(event("Bar")).replace("\r\n", "\n"), MORNING),
    "a stay of whole days": row(
        "ics",
        calendar(event("Inn", *whole_days("20270503", "20270507"), start="")),
        stays=["Inn 2027-05-03/2027-05-07"],
    ),
    "a single whole day": row(
        "ics", calendar(event("Bar", *whole_days("20270503", "20270504"), start="")), "Bar 41.8900,12.4700 2027-05-03"
    ),
    "cut off within an event": row(
        "ics", calendar(event("Bar"), INN_EVENT[:-5], end=False), MORNING, unread=["Inn"]
    ),
    "cut off behind an event": row("ics", calendar(event("Bar"), end=False), MORNING),
    "an event that is not closed": row(
        "ics", calendar(event("Bar").removesuffix("END:VEVENT").strip(), INN_EVENT), MORNING, INN_MORNING
    ),
    "lines of no calendar before it": row("ics", "HTTP/1.1 200 OK\r\n\r\n" + calendar(event("Bar")), MORNING),
    "a line that is none": row("ics", calendar("rubbish", event("Bar")), MORNING, unread=["Line 4"]),
    "a text that was broken over lines": row(
        "ics", calendar(event("Bar", "DESCRIPTION:one", "two lines")), MORNING, unread=["Line 11"]
    ),
    "events without a calendar around them": row("ics", event("Bar") + "\r\n", MORNING),
    "Windows-1252": row(
        "ics", calendar(event("Café Glück")).encode("cp1252"), "Café Glück 41.8900,12.4700 2027-05-03T09:00"
    ),
    "a date that is none": row(
        "ics", calendar(event("Bar"), event("Inn", start="DTSTART:SOON")), MORNING, unread=["Inn"]
    ),
}  # fmt: skip

# Tables


def table(*rows: str, head: str = "Name,Latitude,Longitude,Date,Time") -> str:
    return "\n".join((head, *rows, ""))


def dated(day: str, clock: str = "") -> str:
    return table(f'Bar,41.89,12.47,"{day}","{clock}"')


DAY, AT_NINE, AT_NIGHT = f"{BAR} 2026-12-06", f"{BAR} 2026-12-06T09:30", f"{BAR} 2026-12-06T21:30"
TABLES: Final = {
    "a date and a time": row("csv", dated("2026-12-06", "09:30"), AT_NINE),
    "a time in the cell of the date": row("csv", dated("2026-12-06T09:30"), AT_NINE),
    "points and a day first": row("csv", dated("6.12.2026", "9.30"), AT_NINE),
    "21h30": row("csv", dated("2026-12-06", "21h30"), AT_NIGHT),
    "9:30 PM behind a narrow space": row("csv", dated("2026-12-06", "9:30\u202fPM"), AT_NIGHT),
    "an hour alone": row("csv", dated("2026-12-06", "9 pm"), f"{BAR} 2026-12-06T21:00"),
    "half of the day in Spanish": row("csv", dated("2026-12-06", "9:30 p. m."), AT_NIGHT),
    "half of the day in Chinese": row("csv", dated("2026年12月6日", "晚上9点半"), AT_NIGHT),
    "half of the day in Korean": row("csv", dated("2026년 12월 6일", "오후 9:30"), AT_NIGHT),
    "midnight in English": row("csv", dated("2026-12-06", "12:15 am"), f"{BAR} 2026-12-06T00:15"),
    "German": row("csv", dated("Sonntag, 6. Dezember 2026", "9.30 Uhr"), AT_NINE),
    "French": row("csv", dated("6 décembre 2026", "9h30"), AT_NINE),
    "Spanish": row("csv", dated("6 de diciembre de 2026"), DAY),
    "Polish": row("csv", dated("6 grudnia 2026"), DAY),
    "Russian": row("csv", dated("6 декабря 2026 г."), DAY),
    "American": row("csv", dated("December 6th, 2026 9:30 AM"), AT_NINE),
    "short names of months": row("csv", dated("6-Dec-2026"), DAY),
    "years of two digits": row("csv", table("Bar,41.89,12.47,06/12/26,", "Inn,41.9,12.48,13/12/26,"), DAY,
                               f"{INN} 2026-12-13"),
    "the day first, as another row has it": row(
        "csv", table("Bar,41.89,12.47,06/12/2026,", "Inn,41.9,12.48,13/12/2026,"), DAY, f"{INN} 2026-12-13"
    ),
    "the month first, as another row has it": row(
        "csv", table("Bar,41.89,12.47,12/06/2026,", "Inn,41.9,12.48,12/13/2026,"), DAY, f"{INN} 2026-12-13"
    ),
    "neither is clear": row("csv", dated("06/12/2026", "09:30"), BAR, unread=["The dates"]),
    "years of two digits in front": row("csv", dated("26/12/06"), BAR, unread=["Bar: 26/12/06"]),
    "a date that is none": row("csv", dated("next Sunday"), BAR, unread=["Bar: next Sunday"]),
    "a time that is none": row("csv", dated("2026-12-06", "after lunch"), DAY, unread=["Bar: after lunch"]),
    "decimal commas": row("csv", "Name;Lat;Lon\nBar;41,89;12,47\n", BAR),
    "letters of hemispheres": row("csv", "Name,Lat,Lon\nHut,33.4372 S,70.6506 W\n", "Hut -33.4372,-70.6506"),
    "letters in one cell": row("csv", 'Name,Coordinates\nHut,"33.4372 S, 70.6506 W"\n', "Hut -33.4372,-70.6506"),
    "minutes and seconds": row("csv", "Name,Lat,Lon\nTea,35°00′18″N,135°46′12″E\n", "Tea 35.0050,135.7700"),
    "WKT": row("csv", 'WKT,name,description\n"POINT (12.47 41.89)",Bar,"good, cheap"\n', BAR),
    "a geo URI": row("csv", 'Title,URL\nBar,"geo:41.89,12.47"\n', BAR),
    "an address of OpenStreetMap": row("csv", "Title,URL\nBar,https://osm.example/#map=17/41.8900/12.4700\n", BAR),
    "past the date line": row("csv", "Name,Lat,Lon\nSuva,-18.1416,-181.5581\n", "Suva -18.1416,178.4419"),
    "one place without a position": row("csv", "Name,Lat,Lon\nBar,41.89,12.47\nAnna's,,\n", BAR, unread=["Anna's"]),
    "German headings": row("csv", "Titel;Breitengrad;Längengrad\nBar;41,89;12,47\n", BAR),
    "Excel's line of the separator": row("csv", "sep=;\nName;Lat;Lon\nBar;41,89;12,47\n", BAR),
    "a quotation mark without an end": row(
        "csv", 'Name,Lat,Lon\nBar,41.89,12.47\n"The 5" pub,41.9,12.5\nInn,41.9,12.48\n', BAR, INN, unread=["Line 3"]
    ),
    "cut off within a quotation": row(
        "csv", 'Name,Lat,Lon,Note\nBar,41.89,12.47,x\nInn,41.9,12.48,"good', BAR, unread=["Line 3"]
    ),
    "a line break within a cell": row("csv", 'Name,Lat,Lon,Note\nBar,41.89,12.47,"a\nb"\nInn,41.9,12.48,\n', BAR, INN),
    "a line separator of Unicode": row("csv", "Name,Note,Lat,Lon\nBar,a\u2028b,41.89,12.47\n", BAR),
    "UTF-16 without a mark": row("csv", "Name,Lat,Lon\nBar,41.89,12.47\n".encode("utf-16-le"), BAR),
    "Western": row(
        "csv", "Name;Lat;Lon\nMünchner Café;48,1353;11,5723\n".encode("cp1252"), "Münchner Café 48.1353,11.5723"
    ),
    "Central European": row(
        "csv", "Name;Lat;Lon\nZamek Królewski;52,2;21\nŁazienki;52,2;21\n".encode("cp1250"),
        "Zamek Królewski 52.2000,21.0000", "Łazienki 52.2000,21.0000",
    ),
    "Cyrillic": row("csv", "Name;Lat;Lon\nЭрмитаж;59,94;30,31\n".encode("cp1251"), "Эрмитаж 59.9400,30.3100",
                    unread=["The encoding"]),
    "Greek": row("csv", "Name;Lat;Lon\nΠλάκα;37,9;23,7\n".encode("cp1253"), "Πλάκα 37.9000,23.7000"),
    "Japanese": row("csv", "Name,Lat,Lon\nラーメン横丁,43,141.3\n".encode("cp932"), "ラーメン横丁 43.0000,141.3000"),
    "Chinese": row("csv", "名称,纬度,经度\n外滩边,31.24,121.49\n".encode("gb18030"), "外滩边 31.2400,121.4900"),
    "traditional Chinese": row(
        "csv", "Name,Lat,Lon\n中正紀念堂邊,25.03,121.52\n".encode("big5"), "中正紀念堂邊 25.0300,121.5200"
    ),
    "too short to be sure of": row("csv", "Name,Lat,Lon\n故宫,39,116\n".encode("gb18030"), "故宫 39.0000,116.0000",
                                   unread=["The encoding"]),
    "cut off within a character": row(
        "csv", "Name,Lat,Lon\nBar,41.89,12.47\nInn,41.9,12.48\né".encode()[:-1], BAR, INN
    ),
    "no headings": row("csv", "Bar,41.89,12.47\n", refused="needs headings"),
}  # fmt: skip
TAKEOUT: Final = {
    "a list with titles and addresses": row(
        "csv",
        'Title,Note,URL,Tags,Comment\nBar,"try the, gnocchi","https://www.google.com/maps/search/41.89,12.47",,\n'
        'Pub,,"https://www.google.com/maps/place/Pub/data=!4m2!3m1!1s0x0:0x1",,\n,,,,\n',
        BAR,
        unread=["Pub"],
    ),
    "a title of the list above it": row(
        "csv", "Autumn: eating\n\nTitle,Note,URL\nColosseum,,https://maps.example/?cid=1\n", COLOSSEUM
    ),
    "a list in German": row(
        "csv", 'Titel,Notiz,URL,Tags,Kommentar\nBar,,"https://www.google.com/maps/search/41.89,12.47",,\n', BAR
    ),
    "a list in Chinese": row(
        "csv", '标题,备注,网址,标签,评论\nBar,,"https://www.google.com/maps/search/41.89,12.47",,\n', BAR
    ),
    "the position of the place, not of the picture": row(
        "csv", 'Title,URL\nBar,"https://www.google.com/maps/place/Bar/@41.5,12.5,15z/data=!3d41.8900!4d12.4700"\n', BAR
    ),
    "saved places of today": row(
        "geojson",
        json.dumps({"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [12.47, 41.89]},
             "properties": {"date": "2024-05-03T08:00:00Z", "google_maps_url": "https://maps.example/?cid=1",
                            "location": {"name": "Bar", "address": "Via 1"}}},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]},
             "properties": {"google_maps_url": "https://maps.example/?cid=2", "location": {"name": "Anna's"}}}]}),
        BAR,
        unread=["Anna's"],
    ),
    "saved places of before": row(
        "geojson",
        json.dumps({"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]},
             "properties": {"Google Maps URL": "https://maps.example/", "Title": "Bar", "Published": "2019-05-03",
                            "Location": {"Geo Coordinates": {"Latitude": "41,89", "Longitude": "12,47"}}}}]}),
        BAR,
    ),
}  # fmt: skip

# GPX and KML


def gpx(*points: str, head: str = '<?xml version="1.0"?>', end: str = "</gpx>") -> str:
    return f'{head}\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\n' + "\n".join((*points, end))


def point(name: str, inside: str = "", at: tuple[str, str] = ("41.89", "12.47")) -> str:
    return f'<wpt lat="{at[0]}" lon="{at[1]}">{inside}<name>{name}</name></wpt>'


INN_POINT: Final = point("Inn", at=("41.9", "12.48"))
POINTS: Final = {
    "way points": row("gpx", gpx(point("Bar"), INN_POINT), BAR, INN),
    "decimal commas": row("gpx", '<gpx version="0.31">' + point("Bar", at=("41,89", "12,47")) + "</gpx>", BAR),
    "a declared encoding": row(
        "gpx", gpx(point("Café"), head='<?xml version="1.0" encoding="ISO-8859-1"?>').encode("latin-1"),
        "Café 41.8900,12.4700",
    ),
    "quotation marks of Windows, declared as ISO-8859-1": row(
        "gpx", gpx(point("L’Inn"), head='<?xml version="1.0" encoding="ISO-8859-1"?>').encode("cp1252"),
        "L’Inn 41.8900,12.4700",
    ),
    "declared Cyrillic": row(
        "gpx", gpx(point("Эрмитаж"), head='<?xml version="1.0" encoding="windows-1251"?>').encode("cp1251"),
        "Эрмитаж 41.8900,12.4700",
    ),
    "declared as UTF-8, which it is not": row(
        "gpx", gpx(point("Café Glück"), head='<?xml version="1.0" encoding="UTF-8"?>').encode("cp1252"),
        "Café Glück 41.8900,12.4700",
    ),
    "a mark of another encoding than declared": row(
        "gpx", "\ufeff".encode() + gpx(point("Café"), head='<?xml version="1.0" encoding="ISO-8859-1"?>').encode(),
        "Café 41.8900,12.4700",
    ),
    "UTF-16": row("gpx", gpx(point("Café"), head='<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16"),
                  "Café 41.8900,12.4700"),
    "when a favourite was saved": row("gpx", gpx(point("Bar", "<time>2025-06-03T08:11:02Z</time>")), BAR),
    "when one will be there": row(
        "gpx", gpx(point("Bar", "<time>2099-06-03T08:11:00Z</time>")), f"{BAR} 2099-06-03T08:11"
    ),
    "a route a day": row(
        "gpx", gpx(*(f"<rte>{each.replace('wpt', 'rtept')}</rte>" for each in (point("Bar"), INN_POINT))),
        f"{BAR} day 1", f"{INN} day 2",
    ),
    "one point without a position": row("gpx", gpx(point("Bar"), "<wpt><name>Lost</name></wpt>"), BAR, unread=["Lost"]),
    "one latitude of nowhere": row(
        "gpx", gpx(point("Bar"), point("Lost", at=("141.9", "12"))), BAR, unread=["Lost"]
    ),
    "one time that is none": row("gpx", gpx(point("Bar", "<time>soon</time>"), INN_POINT), BAR, INN),
    "a bare ampersand": row("gpx", gpx(point("Fish & Chips")), "Fish & Chips 41.8900,12.4700"),
    "an entity of HTML": row("gpx", gpx(point("Caf&eacute;")), "Café 41.8900,12.4700"),
    "a prefix that is not declared": row("gpx", gpx(point("Bar", "<ext:a>1</ext:a>")), BAR),
    "a control character": row("gpx", gpx(point("Ba\x0br")), BAR),
    "bytes before the declaration": row("gpx", "\r\n\r\n" + gpx(point("Bar")), BAR),
    "cut off within a point": row("gpx", gpx(point("Bar"), INN_POINT[:-20], end=""), BAR, unread=["Line 4"]),
    "cut off within a position": row("gpx", gpx(point("Bar"), INN_POINT[:15], end=""), BAR, unread=["Line 4"]),
    "cut off behind a point": row("gpx", gpx(point("Bar"), end=""), BAR, unread=["Line 4"]),
    "a tag that is closed by another": row(
        "gpx", gpx('<wpt lat="1" lon="1"><name>Lost</nam></wpt>', point("Bar"), INN_POINT), BAR, INN, unread=["Lost"]
    ),
    "text behind the end": row("gpx", gpx(point("Bar")) + "rubbish", BAR, unread=["Line 4"]),
    "a track alone": row("gpx", gpx("<trk><trkseg></trkseg></trk>"), refused="recorded track only"),
    "no GPX": row("gpx", "<html></html>", refused="not a readable GPX"),
}  # fmt: skip


def kml(*inside: str, end: str = "</Document></kml>") -> str:
    head = '<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Rome</name>\n'
    return head + "\n".join((*inside, end))


def mark(name: str, inside: str = "", at: str = "12.47,41.89,0") -> str:
    shape = f"<Point><coordinates>{at}</coordinates></Point>" if at else ""
    return f"<Placemark><name>{name}</name>{inside}{shape}</Placemark>"


def stamp(at: str) -> str:
    return f"<TimeStamp><when>{at}</when></TimeStamp>"


def link(name: str, address: str) -> str:
    return f"<NetworkLink><name>{name}</name><Link><href>{address}</href></Link></NetworkLink>"


INN_MARK: Final = mark("Inn", at="12.48,41.9")
KML: Final = {
    "placemarks": row("kml", kml(mark("Bar"), INN_MARK), BAR, INN),
    "folders that are days": row(
        "kml", kml(f"<Folder><name>Day 2</name>{mark('Bar')}</Folder>"), f"{BAR} day 2"
    ),
    "entities in CDATA": row("kml", kml(mark("<![CDATA[Tom &amp; Jerry]]>")), "Tom & Jerry 41.8900,12.4700"),
    "an address alone, of a known sight": row(
        "kml", kml(mark("Colosseum", "<address>Piazza</address>", at=""), mark("Bar")), COLOSSEUM, BAR
    ),
    "an address alone": row("kml", kml(mark("Anna's", "<address>Via 1</address>", at=""), mark("Bar")), BAR,
                            unread=["Anna's"]),
    "when a bookmark was saved": row("kml", kml(mark("Bar", stamp("2025-06-03T08:11:02Z"))), BAR),
    "on which day it was saved": row("kml", kml(mark("Bar", stamp("2025-06-03"))), BAR),
    "when one will be there": row("kml", kml(mark("Bar", stamp("2099-06-03T08:11:00Z"))), f"{BAR} 2099-06-03T08:11"),
    "a span of time": row(
        "kml",
        kml(mark("Bar", "<TimeSpan><begin>2025-06-03T08:00:00Z</begin><end>2025-06-03T09:00:00Z</end></TimeSpan>")),
        f"{BAR} 2025-06-03T08:00 60 min",
    ),
    "a link to the web": row("kml", kml(mark("Bar"), link("More", "https://x.example/a.kml")), BAR, unread=["More"]),
    "links to the web alone": row(
        "kml", kml(link("More", "https://x.example/a.kml")), refused="link to a list elsewhere.*: More"
    ),
    "bare ampersands and undeclared prefixes": row(
        "kml", kml(mark("Fish & Chips", "<gx:drawOrder>1</gx:drawOrder>")), "Fish & Chips 41.8900,12.4700"
    ),
    "ampersands within CDATA": row("kml", kml(mark("<![CDATA[Rock & Roll]]>"), mark("A & B")),
                                   "Rock & Roll 41.8900,12.4700", "A & B 41.8900,12.4700"),
    "a position that is none": row("kml", kml(mark("Lost", at="north"), mark("Bar")), BAR, unread=["Lost"]),
    "cut off within a placemark": row("kml", kml(mark("Bar"), INN_MARK[:-25], end=""), BAR, unread=["Inn"]),
    "cut off within a folder": row(
        "kml", kml(f"<Folder><name>Day 3</name>{mark('Bar')}", INN_MARK[:-40], end=""), f"{BAR} day 3", unread=["Inn"]
    ),
    "a placemark that is not closed": row(
        "kml", kml(mark("Lost").removesuffix("</Placemark>"), mark("Bar"), INN_MARK), BAR, INN, unread=["Lost"]
    ),
    "Windows-1252 without a declaration": row(
        "kml", kml(mark("Café Glück")).encode("cp1252"), "Café Glück 41.8900,12.4700"
    ),
    "entities of its own": row("kml", '<!DOCTYPE k [<!ENTITY a "b">]>' + kml(mark("&a;")), refused="entities"),
}  # fmt: skip


def kmz(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


LINKED: Final = {
    "doc.kml": kml(link("Rome", "files/Rome.kml"), link("Gone", "files/No.kml"), mark("Bar")),
    "files/Rome.kml": kml(INN_MARK),
}
MANY_MARKS: Final = kml(*(mark(f"P{n}", at=f"12.{n * 7919 % 10000:04},41.{n * 6131 % 10000:04}") for n in range(40)))


def with_other_byte(archive: bytes) -> bytes:
    """Return an archive in which the checksum of the first file, in the directory, is another."""
    at = archive.index(b"PK\x01\x02") + 16
    return archive[:at] + bytes([archive[at] ^ 0xFF]) + archive[at + 1 :]


ARCHIVES: Final = {
    "lists beside the document": row("kmz", kmz(LINKED), BAR, INN, unread=["Gone"]),
    "a linked list that is none": row(
        "kmz", kmz({**LINKED, "files/Rome.kml": "rubbish"}), BAR, unread=["Rome", "Gone"]
    ),
    "zipped by macOS": row("kmz", kmz({"__MACOSX/._A.kml": "\0", "A/doc.kml": kml(mark("Bar"))}), BAR),
    "a directory that is cut off": row("kmz", kmz({"doc.kml": kml(mark("Bar"))})[:-40], BAR, unread=["The archive"]),
    "the second file is cut off": row(
        "kmz", kmz({"doc.kml": kml(mark("Bar")), "b.kml": MANY_MARKS})[:600], BAR, unread=["The archive"]
    ),
    "bytes before it": row("kmz", b"\r\n" * 20 + kmz({"doc.kml": kml(mark("Bar"))}), BAR),
    "a wrong checksum": row("kmz", with_other_byte(kmz({"doc.kml": kml(mark("Bar"))})), BAR, unread=["The archive"]),
    "a broken directory": row(
        "kmz", kmz({"doc.kml": kml(mark("Bar"))}).replace(b"PK\x01\x02", b"PK\x01\x03"), BAR, unread=["The archive"]
    ),
    "no document": row("kmz", kmz({"a.txt": "x"}), refused="holds no KML document"),
    "no archive": row("kmz", b"rubbish", refused="not a readable KMZ"),
}

# GeoJSON


def feature(name: str, at: Any = (12.47, 41.89), **more: Any) -> dict[str, Any]:
    geometry = {"type": "Point", "coordinates": list(at)} if at is not None else None
    return {"type": "Feature", "properties": {"name": name, **more}, "geometry": geometry}


def collection(*features: Any, **more: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features, **more}, ensure_ascii=False)


BOTH: Final = collection(feature("Bar"), feature("Inn", (12.48, 41.9)))
FEATURES: Final = {
    "a collection": row("geojson", BOTH, BAR, INN),
    "a lone feature": row("geojson", json.dumps(feature("Bar")), BAR),
    "a bare geometry": row(
        "geojson", '{"type": "Point", "coordinates": [12.47, 41.89]}', "41.8900, 12.4700 41.8900,12.4700"
    ),
    "a list of features": row("geojson", json.dumps([feature("Bar"), feature("Inn", (12.48, 41.9))]), BAR, INN),
    "a feature a line": row(
        "geojson", json.dumps(feature("Bar")) + "\n" + json.dumps(feature("Inn", (12.48, 41.9))) + "\n", BAR, INN
    ),
    "records of RFC 8142": row(
        "geojson", "".join(f"\x1e{json.dumps(each)}\n" for each in (feature("Bar"), feature("Inn", (12.48, 41.9)))),
        BAR, INN,
    ),
    "an empty geometry": row("geojson", collection(feature("Bar"), feature("Lost", None)), BAR, unread=["Lost"]),
    "coordinates of one number": row("geojson", collection(feature("Bar"), feature("Lost", [1])), BAR, unread=["Lost"]),
    "longitudes that count on": row("geojson", collection(feature("Suva", (-181.5581, -18.1416))),
                                    "Suva -18.1416,178.4419"),
    "a collection without its type": row("geojson", json.dumps({"features": [feature("Bar")]}), BAR),
    "a hotel that is none": row("geojson", collection(feature("Bar"), hotels=[{"name": "Odd"}]), BAR, unread=["Odd"]),
    "a comma behind the last feature": row("geojson", BOTH.replace("]}", "],}"), BAR, INN),
    "comments": row("geojson", "/* of Rome */\n" + BOTH, BAR, INN),
    "cut off within a feature": row("geojson", BOTH[:-60], BAR, unread=["Line 1"]),
    "cut off within a number": row("geojson", BOTH[: BOTH.index("12.48") + 4], BAR, unread=["Line 1"]),
    "cut off behind a feature": row("geojson", BOTH[:-2], BAR, INN, unread=["Line 1"]),
    "Windows-1252": row("geojson", collection(feature("Café Glück")).encode("cp1252"), "Café Glück 41.8900,12.4700"),
    "UTF-8 with a broken byte": row(
        "geojson", collection(feature("Ακρόπολη και Πλάκα")).encode().replace("ό".encode(), b"\xcf", 1),
        "Ακρ\ufffdπολη και Πλάκα 41.8900,12.4700", unread=["The encoding"],
    ),
    "a date and hours": row(
        "geojson", collection(feature("Bar", date="2027-05-03", arrive="09:00", depart="10:30")),
        f"{BAR} 2027-05-03T09:00 90 min",
    ),
    "no GeoJSON": row("geojson", '{"type": "Topology"}', refused="not a readable GeoJSON"),
}  # fmt: skip

# Mail

STAY: Final[dict[str, Any]] = {
    "@context": "http://schema.org", "@type": "LodgingReservation", "reservationNumber": "K1",
    "reservationFor": {"@type": "Hotel", "name": "Inn", "geo": {"latitude": 41.9, "longitude": 12.48}},
    "checkinTime": "2027-05-03T15:00:00+02:00", "checkoutTime": "2027-05-06T11:00:00+02:00",
}  # fmt: skip
OPERA: Final[dict[str, Any]] = {
    "@context": "http://schema.org", "@type": "EventReservation", "reservationNumber": "E1", "startTime": None,
    "reservationFor": {"@type": "Event", "name": "Opera", "startDate": "2027-05-04T19:00:00",
                       "location": {"@type": "Place", "name": "House",
                                    "geo": {"latitude": "41,89", "longitude": "12,47"}}},
}  # fmt: skip
FLIGHT: Final[dict[str, Any]] = {
    "@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "F1",
    "reservationFor": {"@type": "Flight", "flightNumber": "10", "airline": {"iataCode": "NZ"},
                       "departureAirport": {"name": "Auckland", "iataCode": "AKL"},
                       "departureTime": "2027-03-08T23:55:00+13:00",
                       "arrivalAirport": {"name": "Honolulu", "iataCode": "HNL"},
                       "arrivalTime": "2027-03-08T09:40:00-10:00"},
}  # fmt: skip
CANCELLED: Final = {"reservationStatus": "http://schema.org/ReservationCancelled"}
HEAD: Final = "From: b@x.example\nDate: Sat, 02 Jan 2027 08:00:00 +0000\nSubject: Your booking\nMIME-Version: 1.0\n"
NIGHTS, EVENING = "Inn 2027-05-03/2027-05-06", f"Opera {BAR[4:]} 2027-05-04T19:00 120 min"
RIDE: Final = "NZ 10 2027-03-08T23:55 > 2027-03-08T09:40"


def script(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f'<script type="application/ld+json">{text}</script>'


def mail(body: str, kind: str = "text/html; charset=utf-8", more: str = "") -> str:
    return f"{HEAD}Content-Type: {kind}\n{more}\n{body}\n"


def parts(*each: str) -> str:
    inside = "".join(f"--b\n{part}\n" for part in each)
    return f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n{inside}--b--\n'


def attached(inner: str, *, kind: str = "message/rfc822", name: str = "", encoded: bool = False) -> str:
    head = f"Content-Type: {kind}" + (f'; name="{name}"' if name else "")
    if not encoded:
        return f"{head}\n\n{inner}"
    return f"{head}\nContent-Transfer-Encoding: base64\n\n{base64.encodebytes(inner.encode()).decode()}"


def without(node: dict[str, Any], *names: str, **more: Any) -> dict[str, Any]:
    return {**{name: value for name, value in node.items() if name not in names}, **more}


def stay_at(check_in: str, check_out: str) -> str:
    return mail(script(without(STAY, checkinTime=check_in, checkoutTime=check_out)))


MICRODATA: Final = """<div itemscope itemtype="http://schema.org/LodgingReservation">
<meta itemprop="reservationNumber" content="K9"><link itemprop="reservationStatus" href="http://schema.org/{status}">
<p itemprop="reservationFor" itemscope itemtype="http://schema.org/LodgingBusiness"><b itemprop="name">Inn</b>
<span itemprop="geo" itemscope itemtype="http://schema.org/GeoCoordinates"><meta itemprop="latitude" content="41.9">
<meta itemprop="longitude" content="12.48"></span></p>
<time itemprop="checkinTime" datetime="2027-05-03T15:00:00">Mon</time>
<span itemprop="checkoutTime">6 May 2027, 11:00 am</span></div>"""
INVITE: Final = calendar(event("Bar"))
MAILS: Final = {
    "a stay": row("eml", mail(script(STAY)), stays=[NIGHTS]),
    "an evening": row("eml", mail(script(OPERA)), EVENING),
    "a flight over the date line": row("eml", mail(script(FLIGHT)), rides=[RIDE]),
    "one cancelled, one kept": row("eml", mail(script([without(STAY, **CANCELLED), OPERA])), EVENING, unread=["Inn"]),
    "all cancelled": row("eml", mail(script(without(STAY, **CANCELLED))), refused="The booking was cancelled: Inn"),
    "an event that is cancelled": row(
        "eml",
        mail(script(without(OPERA, reservationFor={**OPERA["reservationFor"], "eventStatus": "EventCancelled"}))),
        refused="cancelled: Opera",
    ),
    "commas behind the last value": row("eml", mail(script(json.dumps(STAY)[:-1] + ",},")), stays=[NIGHTS]),
    "a comment around it": row("eml", mail(script(f"<!-- {json.dumps(STAY)} -->")), stays=[NIGHTS]),
    "CDATA around it": row("eml", mail(script(f"//<![CDATA[\n{json.dumps(STAY)}\n//]]>")), stays=[NIGHTS]),
    "bare CDATA around it": row("eml", mail(script(f"<![CDATA[{json.dumps(STAY)}]]>")), stays=[NIGHTS]),
    "entities in it": row("eml", mail(script(json.dumps(STAY).replace('"', "&quot;"))), stays=[NIGHTS]),
    "a semicolon behind it": row("eml", mail(script(json.dumps(STAY) + ";")), stays=[NIGHTS]),
    "a graph": row("eml", mail(script({"@context": "http://schema.org", "@graph": [STAY, OPERA]})), EVENING,
                   stays=[NIGHTS]),
    "a graph with references": row(
        "eml",
        mail(script([without(STAY, reservationFor={"@id": "#h"}), {**STAY["reservationFor"], "@id": "#h"}])),
        stays=[NIGHTS],
    ),
    "lists of one": row(
        "eml",
        mail(script({name: value if name[0] == "@" else [value] for name, value in STAY.items()})),
        stays=[NIGHTS],
    ),
    "two flights of one reservation": row(
        "eml",
        mail(script(without(FLIGHT, reservationFor=[
            FLIGHT["reservationFor"], {**FLIGHT["reservationFor"], "flightNumber": 12}]))),
        rides=[RIDE, RIDE.replace("10", "12", 1)],
    ),
    "airports by their codes alone": row(
        "eml",
        mail(script(without(FLIGHT, reservationFor={
            **FLIGHT["reservationFor"], "departureAirport": "AKL", "arrivalAirport": "HNL"}))),
        rides=[RIDE],
    ),
    "names with the vocabulary's address": row(
        "eml",
        mail(script({name if name[0] == "@" else f"http://schema.org/{name}": value for name, value in STAY.items()})),
        stays=[NIGHTS],
    ),
    "typed values": row(
        "eml", mail(script(without(STAY, checkinTime={"@type": "DateTime", "@value": "2027-05-03T15:00:00"}))),
        stays=[NIGHTS],
    ),
    "properties of dates": row("eml", mail(script(without(
        STAY, "checkinTime", "checkoutTime", checkinDate="2027-05-03", checkoutDate="2027-05-06"))), stays=[NIGHTS]),
    "am and pm": row("eml", stay_at("3 May 2027 3:00 PM", "6 May 2027 11:00 AM"), stays=[NIGHTS]),
    "dates in words": row("eml", stay_at("Montag, 3. Mai 2027, 15.00 Uhr", "jeudi 6 mai 2027 à 11h"), stays=[NIGHTS]),
    "dates of mail": row(
        "eml", stay_at("Mon, 03 May 2027 15:00:00 +0200", "Thu, 06 May 2027 11:00:00 +0200"), stays=[NIGHTS]
    ),
    "the day first, as the other date has it": row("eml", stay_at("03/05/2027 15:00", "16/05/2027 11:00"),
                                                   stays=["Inn 2027-05-03/2027-05-16"]),
    "the month first, as the other date has it": row("eml", stay_at("05/03/2027 15:00", "05/16/2027 11:00"),
                                                     stays=["Inn 2027-05-03/2027-05-16"]),
    "neither is clear": row(
        "eml", mail(script([without(STAY, checkinTime="05/03/2027", checkoutTime="05/06/2027"), OPERA])), EVENING,
        unread=["Inn", "The dates"],
    ),
    "microdata": row("eml", mail(MICRODATA.format(status="ReservationConfirmed")), stays=[NIGHTS]),
    "microdata of a cancelled booking": row(
        "eml", mail(MICRODATA.format(status="ReservationCancelled")), refused="cancelled: Inn"
    ),
    "microdata that is not closed": row(
        "eml", mail("<table><tr><td>" + MICRODATA.format(status="x").removesuffix("</div>")), stays=[NIGHTS]
    ),
    "microdata beside other scripts": row(
        "eml", mail(script({"@type": "Organization", "name": "X"}) + MICRODATA.format(status="x")), stays=[NIGHTS]
    ),
    "JSON-LD as a part of its own": row("eml", parts(f"Content-Type: application/ld+json\n\n{json.dumps(STAY)}"),
                                        stays=[NIGHTS]),
    "forwarded as an attachment": row("eml", parts(attached(mail(script(STAY)))), stays=[NIGHTS]),
    "forwarded in Base64": row("eml", parts(attached(mail(script(STAY)), encoded=True)), stays=[NIGHTS]),
    "forwarded as a file": row(
        "eml", parts(attached(mail(script(STAY)), kind="application/octet-stream", name="a.eml", encoded=True)),
        stays=[NIGHTS],
    ),
    "forwarded twice": row("eml", parts(attached(parts(attached(mail(script(STAY)))))), stays=[NIGHTS]),
    "forwarded within the page": row("eml", mail(f"<blockquote>{script(STAY)}</blockquote>"), stays=[NIGHTS]),
    "quoted as text": row(
        "eml",
        mail("".join(f"> {line}\n" for line in script(json.dumps(STAY, indent=1)).split("\n")), "text/plain"),
        stays=[NIGHTS],
    ),
    "another encoding, declared by the part": row(
        "eml",
        mail(script(json.dumps(STAY, ensure_ascii=False).replace("Inn", "Gästehaus")), "text/html; charset=iso-8859-1")
        .encode("cp1252"),
        stays=["Gästehaus 2027-05-03/2027-05-06"],
    ),
    "an encoding that the page declares": row(
        "eml",
        mail("<meta charset='windows-1250'>" + script(json.dumps(STAY, ensure_ascii=False).replace("Inn", "Łódź")),
             "text/html").encode("cp1250"),
        stays=["Łódź 2027-05-03/2027-05-06"],
    ),
    "an encoding that nobody knows": row("eml", mail(script(STAY), "text/html; charset=x-unknown"), stays=[NIGHTS]),
    "a calendar": row("eml", mail(INVITE, "text/calendar"), MORNING),
    "a calendar as a file": row(
        "eml", parts(attached(INVITE, kind="application/octet-stream", name="trip.ics", encoded=True)), MORNING
    ),
    "a calendar with a stay": row(
        "eml", mail(calendar(event("Inn", *whole_days("20270503", "20270506"), start="")), "text/calendar"),
        stays=[NIGHTS],
    ),
    "a calendar that cancels": row("eml", mail(calendar("METHOD:CANCEL", event("Bar")), "text/calendar"),
                                   refused="It is cancelled: Bar"),
    "a booking without a place": row(
        "eml", mail(script(without(OPERA, reservationFor={"name": "Talk", "startDate": "2027-05-04T19:00:00"}))),
        refused="no position or no time.*: Talk",
    ),
    "no booking": row("eml", mail("<p>Hello on 3 May 2027</p>"), refused="no readable booking"),
}  # fmt: skip

# PDF


def pdf(*pages: str) -> bytes:
    document = FPDF()
    document.set_compression(compress=False)
    document.set_font("helvetica", size=12)
    for text in pages:
        document.add_page()
        document.multi_cell(0, 8, text)
    return bytes(document.output())


VISIT: Final = pdf("Rome\n3 May 2027\nKinkaku-ji\n")
PAGES: Final = {
    "a sight below its date": row("pdf", VISIT, f"{TEMPLE} 2027-05-03"),
    "a line break before it": row("pdf", b"\n" + VISIT, f"{TEMPLE} 2027-05-03"),
    "bytes before it": row("pdf", b"\x1b%-12345X@PJL ENTER\r\n".ljust(900, b" ") + VISIT, f"{TEMPLE} 2027-05-03"),
    "cut off behind its pages": row(
        "pdf", VISIT[: VISIT.index(b"xref")], f"{TEMPLE} 2027-05-03", unread=["The end of the file"]
    ),
    "a date in French": row("pdf", pdf("Rome\n3 mai 2027\nKinkaku-ji"), f"{TEMPLE} 2027-05-03"),
    "a date in German": row("pdf", pdf("Rom\nMontag, 3. Mai 2027\nKinkaku-ji"), f"{TEMPLE} 2027-05-03"),
    "the day first, as another page has it": row(
        "pdf", pdf("03/05/2027\nKinkaku-ji", "13/05/2027"), f"{TEMPLE} 2027-05-03"
    ),
    "neither is clear": row("pdf", pdf("03/05/2027\nKinkaku-ji"), TEMPLE, unread=["The dates"]),
    "no sight": row("pdf", pdf("Nothing known"), refused="names no sight"),
    "no text": row("pdf", pdf(""), refused="no text"),
    "no PDF": row("pdf", b"rubbish", refused="not a readable PDF"),
}

TABLE: Final = {
    "calendar": CALENDARS, "table": TABLES, "Takeout": TAKEOUT, "GPX": POINTS, "KML": KML, "KMZ": ARCHIVES,
    "GeoJSON": FEATURES, "mail": MAILS, "PDF": PAGES,
}  # fmt: skip


def place_line(place: Place) -> str:
    """Return a place with its position, when it is visited and how long."""
    when = f" {written(place.begin or place.on)}" if place.begin or place.on else ""
    day = f" day {place.day}" if place.day else ""
    lasts = f" {place.minutes} min" if place.minutes else ""
    return f"{place.name} {place.lat:.4f},{place.lon:.4f}{when}{day}{lasts}"


def written(at: date | None) -> str:
    return f"{at:%Y-%m-%dT%H:%M}" if isinstance(at, datetime) else str(at or "")


def ride_line(ride: Transfer) -> str:
    return f"{ride.label} {written(ride.departs)} > {written(ride.arrives)}"


def read(each: Row) -> FileTrip:
    found: FileTrip = import_string(f"travelagent.trips.imports.{IMPORTS[each.format]}")(each.content)
    return found


def test_every_file_of_the_table_is_read_as_it_is_meant(subtests: pytest.Subtests) -> None:
    for group, rows in TABLE.items():
        for name, each in rows.items():
            with subtests.test(group=group, file=name):
                if each.refused:
                    with pytest.raises(UnreadableFile, match=each.refused):
                        read(each)
                    continue
                found = read(each)
                assert tuple(map(place_line, found.places)) == each.places
                assert tuple(f"{s.name} {s.check_in}/{s.check_out}" for s in found.lodgings) == each.stays
                assert tuple(map(ride_line, found.transfers)) == each.rides
                assert tuple(unread.what for unread in found.unread) == each.unread


def test_rides_find_their_airports() -> None:
    by_code = MAILS["airports by their codes alone"]
    [ride] = read(by_code).transfers
    assert ride.origin_at == pytest.approx((-37.008, 174.792), abs=0.01)
    assert ride.destination_at == pytest.approx((21.318, -157.92), abs=0.01)


def test_an_archive_that_is_cut_off_within_its_document_is_read_up_to_there() -> None:
    packed = kmz({"doc.kml": MANY_MARKS})
    found = read(Row("kmz", packed[: len(packed) // 2]))
    assert [place.name for place in found.places] == [f"P{n}" for n in range(len(found.places))]
    assert 5 <= len(found.places) < 40
    assert len(found.unread) == 2


def test_damage_is_named_with_its_reason() -> None:
    [unread] = read(POINTS["cut off within a point"]).unread
    assert (unread.what, unread.why) == ("Line 4", "The file is damaged there.")

"""CSV: a row is a place; its columns are recognized by their headings, in any order.

The delimiter is the one that separates most known headings. Rows without a position are placed by the position in the
address of a map, or where they name one sight of the catalogue; all others go into the notes.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from travelagent.catalog.text import fold
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.coordinates import angle_in, pair_in, point_in, position_in_address
from travelagent.trips.imports.dates import clock_in, date_in, day_first_in, moment_in
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.values import (
    FileTrip,
    Place,
    Unread,
    UnreadableFile,
    checked_trip,
    damaged,
    doubtful_dates,
)

HEADINGS = {
    "name": "name title place location poi sight stop attraction 名称 名字 标题 地点 景点 位置名称 地名 titel titre"
    " titolo titulo tytuł nom nome nombre nazwa ort lieu lugar luogo タイトル 名前 제목 название",
    "lat": "lat latitude y 纬度 breite breitengrad latitud latitudine 緯度 위도 широта",
    "lon": "lon lng long longitude x 经度 lange langengrad longitud longitudine 経度 경도 долгота",
    "position": "coordinates latlng latlon latlong gps 坐标 经纬度 koordinaten coordonnees coordenadas coordinate",
    "date": "date day_date visit_date start_date 日期 出行日期 游览日期 datum fecha data giorno 日付 날짜 дата",
    "day": "day day_number 天 第几天 天数",
    "time": "time start start_time arrival arrive begin 时间 开始 开始时间 到达时间 到达 zeit uhrzeit heure hora"
    " ora 時刻",
    "end": "end end_time departure depart until 结束 结束时间 离开时间 离开",
    "minutes": "minutes duration duration_min 分钟 时长 停留 停留时间 停留分钟",
    "note": "note notes comment description remark remarks memo 备注 说明 描述 笔记 评论 notiz notizen nota notas メモ",
    "wkt": "wkt geometry geom 几何",
    "url": "url link address_url 链接 网址",
}
"""The headings of each column, folded, with an underscore for a space."""
DELIMITERS = ",;\t|"
MOST_ROWS = 5000
MOST_FAULTS = 50
"""A table with more broken lines is read up to the last of these."""
_COLUMN = {fold(heading): column for column, words in HEADINGS.items() for heading in words.split()}
_HEAD_LINES = 8


@dataclass(frozen=True, slots=True)
class _Row:
    cells: Mapping[str, str]
    place: Place | None


def read_csv(content: bytes) -> FileTrip:
    """Read a CSV table. Raises UnreadableFile."""
    try:
        text, doubts = decoded(content)
        rows, faults = _rows(text)
    except (ValueError, csv.Error) as error:
        raise UnreadableFile(_("This is not a readable CSV file.")) from error
    if not rows:
        raise UnreadableFile(_("The CSV file needs headings for the names and for positions or addresses."))
    day_first = day_first_in(row.get("date", "") for row in rows)
    read = [_Row(row, _place(row, day_first)) for row in rows]
    remarks = [remark for row in read if (remark := _remark(row))]
    lost = _("It has no position, and no sight is known by this name.")
    unread = [Unread(row.cells["name"], lost, is_noted=True)
              for row in read if row.place is None and row.cells.get("name")]  # fmt: skip
    unread += [each for row in read for each in _spellings_unread(row, is_order_known=day_first is not None)]
    unread += [doubtful_dates()] if day_first is None else []
    unread += doubts + faults
    places = tuple(row.place for row in read if row.place is not None)
    return checked_trip(FileTrip("", places, tuple(remarks), unread=tuple(unread)))


def _rows(text: str) -> tuple[list[dict[str, str]], list[Unread]]:
    """Return the rows below the line of headings, by column, and the broken ones.

    Without rows where no line has headings for what is needed. Raises ValueError for too many rows.
    """
    lines = re.split(r"\r\n|\r|\n", text)
    head, delimiter = _head(lines)
    if head is None:
        return [], []
    columns = [_COLUMN.get(_heading(cell), "") for cell in next(csv.reader(lines[head:], delimiter=delimiter))]
    found: list[dict[str, str]] = []
    unread: list[Unread] = []
    for number, cells in _records(lines, head + 1, delimiter):
        if cells is None:
            unread.append(damaged(number))
            continue
        row: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column and cell.strip():
                row.setdefault(column, cell.strip())
        if row:
            found.append(row)
        if len(found) > MOST_ROWS:
            raise ValueError("too many rows")
    return found, unread


def _records(lines: Sequence[str], begin: int, delimiter: str) -> Iterator[tuple[int, list[str] | None]]:
    """Yield the cells of each record with the number of its first line, from 1; None for a line that is broken.

    Quotation marks that are never closed make one broken line, not the rest of the file one cell.
    """
    faults = 0
    while begin < len(lines):
        table = csv.reader((f"{line}\n" for line in lines[begin:]), delimiter=delimiter, strict=True)
        before = 0
        try:
            for cells in table:
                yield begin + before + 1, cells
                before = table.line_num
        except csv.Error:
            faults += 1
            yield begin + before + 1, None
        else:
            return
        begin += before + 1
        if faults == MOST_FAULTS:
            return


def _head(lines: Sequence[str]) -> tuple[int | None, str]:
    """Return the number of the line of headings, which need not be the first, and the delimiter."""
    for number, line in enumerate(lines[:_HEAD_LINES]):
        if len(line) > 2000:
            continue
        found = {delimiter: _known(line, delimiter) for delimiter in DELIMITERS}
        delimiter = max(found, key=lambda each: len(found[each]))
        columns = found[delimiter]
        if "name" in columns and columns & {"lat", "position", "wkt", "url"}:
            return number, delimiter
    return None, ""


def _known(line: str, delimiter: str) -> set[str]:
    return {_COLUMN[_heading(cell)] for cell in line.split(delimiter) if _heading(cell) in _COLUMN}


def _heading(cell: str) -> str:
    """ "Start time (local)" as start_time."""
    return "_".join(re.sub(r"[(（\[].{0,80}", "", fold(cell.strip(' "\ufeff'))).replace("-", " ").split())


def _place(row: Mapping[str, str], day_first: bool | None) -> Place | None:
    name = row.get("name", "")
    where = _position(row)
    known = sight_called(name) if where is None and name else None
    if known is not None:
        where = known.lat, known.lon
    if where is None:
        return None
    cell = row.get("date", "")
    on = date_in(cell, day_first)
    moment = moment_in(cell, day_first)
    begin = clock_in(row.get("time", "")) or (moment.time() if moment else None)
    ends = clock_in(row.get("end", ""))
    minutes = _number(row.get("minutes", ""))
    if begin and ends and not minutes:
        minutes = (ends.hour * 60 + ends.minute - begin.hour * 60 - begin.minute) % 1440
    day = re.search(r"\d{1,2}", row.get("day", ""))
    at = datetime.combine(on, begin) if on and begin else None
    return Place(name, *where, at, on, int(day[0]) if day else 0, min(minutes, 1440), known.id if known else "")


def _spellings_unread(row: _Row, *, is_order_known: bool) -> Iterator[Unread]:
    """Yield the cells of dates and times that cannot be read."""
    day, clock = row.cells.get("date", ""), row.cells.get("time", "")
    name = row.cells.get("name", "")
    if row.place is not None and day and row.place.on is None and is_order_known:
        yield Unread(f"{name}: {day}", _("It is not a date that can be read."))
    if row.place is not None and clock and clock_in(clock) is None:
        yield Unread(f"{name}: {clock}", _("It is not a time that can be read."))


def _position(row: Mapping[str, str]) -> tuple[float, float] | None:
    lat, lon = angle_in(row.get("lat", "")), angle_in(row.get("lon", ""))
    if lat is not None and lon is not None:
        return lat, lon
    written = row.get("position", "")
    return (
        point_in(row.get("wkt", "")) or point_in(written) or pair_in(written) or position_in_address(row.get("url", ""))
    )


def _remark(row: _Row) -> str:
    """Return the contents of the row that no plan holds."""
    name, note = row.cells.get("name", ""), row.cells.get("note", "")
    if row.place is None:
        return " · ".join(filter(None, (name, row.cells.get("date", ""), note, row.cells.get("url", "")[:300])))
    return f"{name}: {note}" if note else ""


def _number(cell: str) -> int:
    """Minutes: 90, "90 min", 1:30, "1.5 h"."""
    if found := re.match(r"(\d{1,2}):(\d{2})", cell):
        return int(found[1]) * 60 + int(found[2])
    found = re.match(r"(\d{1,4}(?:\.\d{1,2})?)\s*(h|小时)?", cell)
    return round(float(found[1]) * (60 if found[2] else 1)) if found else 0

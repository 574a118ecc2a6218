"""CSV: a row is a place; its columns are recognized by their headings, in English or Chinese, in any order.

The delimiter is the one that separates most known headings. Rows without a position are placed by the position in the
address of a map, or where they name one sight of the catalogue; all others go into the notes.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from io import StringIO

from django.utils.translation import gettext as _

from travelagent.catalog.text import fold
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.coordinates import angle_in, pair_in, point_in
from travelagent.trips.imports.takeout import position_in
from travelagent.trips.imports.text import guessed
from travelagent.trips.imports.values import FileTrip, Place, Unread, UnreadableFile, checked_trip

HEADINGS = {
    "name": "name title place location poi sight stop attraction 名称 名字 标题 地点 景点 位置名称 地名",
    "lat": "lat latitude y 纬度",
    "lon": "lon lng long longitude x 经度",
    "position": "coordinates latlng latlon latlong gps 坐标 经纬度",
    "date": "date day_date visit_date start_date 日期 出行日期 游览日期",
    "day": "day day_number 天 第几天 天数",
    "time": "time start start_time arrival arrive begin 时间 开始 开始时间 到达时间 到达",
    "end": "end end_time departure depart until 结束 结束时间 离开时间 离开",
    "minutes": "minutes duration duration_min 分钟 时长 停留 停留时间 停留分钟",
    "note": "note notes comment description remark remarks memo 备注 说明 描述 笔记 评论",
    "wkt": "wkt geometry geom 几何",
    "url": "url link address_url 链接 网址",
}
"""The headings of each column, folded, with an underscore for a space."""
DELIMITERS = ",;\t|"
MOST_ROWS = 5000
_COLUMN = {heading: column for column, words in HEADINGS.items() for heading in words.split()}
_ISO = re.compile(r"(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?")
_DAY_AND_MONTH = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_CLOCK = re.compile(r"(\d{1,2})[:：.h点时](\d{2})?(?::\d{2})?\s*分?\s*([ap]\.?m\.?)?", re.IGNORECASE)
_HEAD_LINES = 8


@dataclass(frozen=True, slots=True)
class _Row:
    cells: Mapping[str, str]
    place: Place | None


def read_csv(content: bytes) -> FileTrip:
    """Read a CSV table. Raises UnreadableFile."""
    try:
        text, doubtful = guessed(content)
        rows = _rows(text)
    except (ValueError, csv.Error) as error:
        raise UnreadableFile(_("This is not a readable CSV file.")) from error
    if not rows:
        raise UnreadableFile(_("The CSV file needs headings for the names and for positions or addresses."))
    day_first = _is_day_first([row.get("date", "") for row in rows])
    read = [_Row(row, _place(row, day_first)) for row in rows]
    remarks = [remark for row in read if (remark := _remark(row))]
    lost = _("It has no position, and no sight is known by this name; it stands in the notes.")
    unread = [Unread(row.cells["name"], lost)
              for row in read if row.place is None and row.cells.get("name")]  # fmt: skip
    if day_first is None:
        unread.append(Unread(_("The dates"), _("It is not clear which number is the day and which the month.")))
    if doubtful:
        unread.append(
            Unread(_("The encoding"), _("The file does not state it; it was read as %(name)s.") % {"name": doubtful})
        )
    places = tuple(row.place for row in read if row.place is not None)
    return checked_trip(FileTrip("", places, tuple(remarks), unread=tuple(unread)))


def _rows(text: str) -> list[dict[str, str]]:
    """Return the rows below the line of headings, by column. Empty where no line has headings for what is needed."""
    lines = text.splitlines()
    head, delimiter = _head(lines)
    if head is None:
        return []
    table = csv.reader(StringIO("\n".join(lines[head:])), delimiter=delimiter)
    columns = [_COLUMN.get(_heading(cell), "") for cell in next(table)]
    found: list[dict[str, str]] = []
    for cells in table:
        row: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if column and cell.strip():
                row.setdefault(column, cell.strip())
        if row:
            found.append(row)
        if len(found) > MOST_ROWS:
            raise ValueError("too many rows")
    return found


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
    on, begin = date_in(cell, day_first), clock_in(row.get("time", "") or _behind_date(cell))
    ends = clock_in(row.get("end", ""))
    minutes = _number(row.get("minutes", ""))
    if begin and ends and not minutes:
        minutes = (ends.hour * 60 + ends.minute - begin.hour * 60 - begin.minute) % 1440
    day = re.search(r"\d{1,2}", row.get("day", ""))
    at = datetime.combine(on, begin) if on and begin else None
    return Place(name, *where, at, on, int(day[0]) if day else 0, min(minutes, 1440), known.id if known else "")


def _position(row: Mapping[str, str]) -> tuple[float, float] | None:
    lat, lon = angle_in(row.get("lat", "")), angle_in(row.get("lon", ""))
    if lat is not None and lon is not None:
        return lat, lon
    written = row.get("position", "")
    return point_in(row.get("wkt", "")) or point_in(written) or pair_in(written) or position_in(row.get("url", ""))


def _remark(row: _Row) -> str:
    """Return the contents of the row that no plan holds."""
    name, note = row.cells.get("name", ""), row.cells.get("note", "")
    if row.place is None:
        return " · ".join(filter(None, (name, row.cells.get("date", ""), note, row.cells.get("url", "")[:300])))
    return f"{name}: {note}" if note else ""


def _is_day_first(cells: Sequence[str]) -> bool | None:
    """Return whether dates such as 6.12.2026 begin with the day; None where that is ambiguous. With points they do."""
    found = [match for cell in cells if (match := _DAY_AND_MONTH.match(cell))]
    if not found or any(int(match[1]) > 12 or "." in match[0] for match in found):
        return True
    return False if any(int(match[2]) > 12 for match in found) else None


def date_in(cell: str, day_first: bool | None = True) -> date | None:
    """Return the date that a cell begins with: 2026-12-06, 2026/12/6, 2026年12月6日, 6.12.2026."""
    try:
        if found := _ISO.match(cell):
            return date(*(int(part) for part in found.groups()))
        if day_first is not None and (found := _DAY_AND_MONTH.match(cell)):
            day, month = (found[1], found[2]) if day_first else (found[2], found[1])
            return date(int(found[3]), int(month), int(day))
    except ValueError:
        return None
    return None


def clock_in(cell: str) -> time | None:
    """Return the time that a cell begins with: 9:30, 09:30:00, 2:15 pm, 14点15分, 9h30; None for none."""
    found = _CLOCK.match(cell.strip())
    if not found:
        return None
    hour, half = int(found[1]), (found[3] or "").lower()
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return time(hour, int(found[2] or 0)) if hour < 24 and int(found[2] or 0) < 60 else None


def _behind_date(cell: str) -> str:
    """Return the time of a cell such as "2026-12-06T09:30"."""
    return re.split(r"[T\s日]", cell, maxsplit=1)[-1] if re.search(r"[T\s日]", cell) else ""


def _number(cell: str) -> int:
    """Minutes: 90, "90 min", 1:30, "1.5 h"."""
    if found := re.match(r"(\d{1,2}):(\d{2})", cell):
        return int(found[1]) * 60 + int(found[2])
    found = re.match(r"(\d{1,4}(?:\.\d{1,2})?)\s*(h|小时)?", cell)
    return round(float(found[1]) * (60 if found[2] else 1)) if found else 0

"""Exports are read by other software's readers and hold what the trip holds."""

import copy
import io
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import gpxpy
import icalendar
import pypdfium2
import pytest
import vobject

from tests.support.trips import made
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.catalog import source
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

PICTURES = Path(__file__).parent / "pictures"


def exported(trip: Trip, name: str, lang: str = "en") -> bytes:
    return EXPORTS[name].write(trip, lang)


def visits(trip: Trip) -> list[tuple[str, dict[str, Any]]]:
    return [(day["date"], visit) for day in trip.itinerary["days"] for visit in day["visits"]]


@pytest.fixture(scope="module")
def far() -> dict[str, Any]:
    """A plan over two time zones."""
    return made(generate_route, city="London", cities=["Paris"], days=4, start_date="2026-10-23")


def local(date: str, clock: str, zone: str) -> datetime:
    return datetime.fromisoformat(f"{date}T{clock}").replace(tzinfo=ZoneInfo(zone))


def test_the_calendar_has_every_visit_and_meal_at_its_local_time(trip: Trip) -> None:
    calendar = icalendar.Calendar.from_ical(exported(trip, "ics", "zh"))
    events = calendar.walk("VEVENT")

    meals = {"lunch": "午餐", "dinner": "晚餐"}
    own = [(d["date"], m) for d in trip.itinerary["days"] for m in d["meals"] if m["visit"] is None]
    assert own
    expected = [(v["name"]["zh"], d, v["arrive"], v["depart"]) for d, v in visits(trip)]
    expected += [(meals[m["kind"]], d, m["start"], m["end"]) for d, m in own]
    assert {(e["summary"], e.decoded("dtstart"), e.decoded("dtend")) for e in events} == {
        (name, local(d, begin, "Asia/Tokyo"), local(d, end, "Asia/Tokyo")) for name, d, begin, end in expected
    }
    assert len(events) == len(expected)
    assert [zone["tzid"] for zone in calendar.walk("VTIMEZONE")] == ["Asia/Tokyo"]
    assert len({event["uid"] for event in events}) == len(events)


def test_a_second_reader_sees_the_same_moments_across_zones_and_the_end_of_summer_time(
    person: int, far: dict[str, Any]
) -> None:
    trip = actions.create_trip(person, "Two cities", far)
    calendar = vobject.readOne(exported(trip, "ics").decode())
    seen = {event.summary.value: event.dtstart.value for event in calendar.vevent_list}

    zones = {"london": "Europe/London", "paris": "Europe/Paris"}
    assert {d["city"] for d in far["days"]} == set(zones)
    for date, visit in visits(trip):
        expected = local(date, visit["arrive"], zones[visit["city"]])
        assert seen[visit["name"]["en"]].timestamp() == expected.timestamp(), visit["name"]
    assert any("→" in summary for summary in seen)


def test_the_gpx_has_a_route_a_day(trip: Trip) -> None:
    gpx = gpxpy.parse(exported(trip, "gpx").decode())

    assert gpx.name == trip.title
    for route, day in zip(gpx.routes, trip.itinerary["days"], strict=True):
        inner = route.points[1:-1]
        assert [(p.latitude, p.longitude, p.name) for p in inner] == [
            (pytest.approx(v["lat"]), pytest.approx(v["lon"]), v["name"]["en"]) for v in day["visits"]
        ]
        first = local(day["date"], day["visits"][0]["arrive"], "Asia/Tokyo")
        assert inner[0].time.timestamp() == first.timestamp()


def test_the_geojson_has_a_point_a_visit_longitude_first(trip: Trip) -> None:
    collection = json.loads(exported(trip, "geojson"))

    assert collection["type"] == "FeatureCollection"
    points = [f for f in collection["features"] if f["geometry"]["type"] == "Point"]
    lines = [f for f in collection["features"] if f["geometry"]["type"] == "LineString"]
    assert [f["geometry"]["coordinates"] for f in points] == [[v["lon"], v["lat"]] for _, v in visits(trip)]
    assert all(len(line["geometry"]["coordinates"]) >= 2 for line in lines)
    assert len(lines) == 3
    for lon, lat in [p["geometry"]["coordinates"] for p in points]:
        assert 135 < lon < 136.5
        assert 34 < lat < 36


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_markdown_names_every_visit_with_its_time(trip: Trip, lang: str) -> None:
    text = exported(trip, "md", lang).decode()

    assert text.startswith("# Kyoto {in} winter\n")
    for _, visit in visits(trip):
        assert f"- {visit['arrive']}–{visit['depart']} **{visit['name'][lang]}**" in text
    assert ("合计" if lang == "zh" else "Total") in text
    assert "Passport!" in text


def stops(trip: Trip, lang: str) -> list[str]:
    """The lines of the visits in the Markdown."""
    return [line for line in exported(trip, "md", lang).decode().splitlines() if re.match(r"- \d\d:\d\d–", line)]


def printed(trip: Trip, lang: str) -> str:
    """The text of the PDF without its spaces."""
    pages = pypdfium2.PdfDocument(exported(trip, "pdf", lang))
    return "".join("".join(page.get_textpage().get_text_range() for page in pages).split())


@pytest.mark.parametrize(("lang", "row", "inside"), [("en", "Lunch", "lunch on site"), ("zh", "午餐", "午餐就地解决")])
@pytest.mark.sampled("lang")
def test_a_meal_inside_a_visit_is_told_with_it_and_has_no_row_of_its_own(
    person: int, plan: dict[str, Any], lang: str, row: str, inside: str
) -> None:
    day = copy.deepcopy(plan["days"][0])
    visit = day["visits"][0]
    day["meals"] = [{"kind": "lunch", "start": visit["arrive"], "end": visit["depart"], "visit": visit["id"]}]
    trip = actions.create_trip(person, "Kyoto", {**plan, "days": [day]})
    span = f"{visit['arrive']}–{visit['depart']}"

    assert f"{inside} {span}" in stops(trip, lang)[0]
    assert f" {row}\n" not in exported(trip, "md", lang).decode()
    paper = printed(trip, lang)
    assert "".join(f"{inside}{span}".split()) in paper
    assert f"{span}{row}" not in paper


@pytest.mark.parametrize(("lang", "required"), [("en", "book ahead"), ("zh", "需预约")])
@pytest.mark.sampled("lang")
def test_on_paper_stands_which_sights_are_to_be_booked(
    person: int, plan: dict[str, Any], lang: str, required: str
) -> None:
    kinds = ("required", "none")
    booked, free = (next(s for s in source.sights().values() if s.booking == kind) for kind in kinds)
    day = copy.deepcopy(plan["days"][0])
    day["visits"] = [{**day["visits"][0], "id": each.id, "sight": each.id} for each in (booked, free)]
    trip = actions.create_trip(person, "Kyoto", {**plan, "days": [day]})

    first, second = stops(trip, lang)
    assert required in first
    assert required not in second
    assert printed(trip, lang).count(required.replace(" ", "")) == 1


@pytest.mark.parametrize(("lang", "line"), [("en", "by train: London"), ("zh", "火车：伦敦")])
@pytest.mark.sampled("lang")
def test_on_paper_stands_the_move_between_two_cities(person: int, far: dict[str, Any], lang: str, line: str) -> None:
    trip = actions.create_trip(person, "Two cities", far)
    leg = next(leg for day in far["days"] for leg in day["legs"] if leg["mode"] == "train")

    assert f"- {leg['depart']} {line}" in exported(trip, "md", lang).decode()
    assert line.replace(" ", "") in printed(trip, lang)


@pytest.mark.parametrize(("lang", "nowhere"), [("en", ("0 min", " 0 km")), ("zh", ("0 分钟", " 0 公里"))])
@pytest.mark.sampled("lang")
def test_where_one_is_already_no_way_leads(
    person: int, plan: dict[str, Any], lang: str, nowhere: tuple[str, str]
) -> None:
    days = copy.deepcopy(plan["days"])
    for leg in days[0]["legs"]:
        leg |= {"minutes": 0, "km": 0}
    days[1]["legs"][0] |= {"mode": "walk", "minutes": 5, "km": 0}
    trip = actions.create_trip(person, "Kyoto", {**plan, "days": days})

    text = "\n".join(stops(trip, lang))
    assert not [words for words in nowhere if re.search(rf"(?<!\d){words}", text)]
    assert ("步行 · 5 分钟；" if lang == "zh" else "on foot · 5 min; ") in text


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("words", [1, 8, 15])
@pytest.mark.sampled("lang", "words")
def test_a_day_and_the_budget_stand_on_one_page_of_the_pdf(
    person: int, far: dict[str, Any], costs: dict[str, Any], lang: str, words: int
) -> None:
    trip = actions.create_trip(person, "Cities! " * words, far, costs)
    pages = pypdfium2.PdfDocument(exported(trip, "pdf", lang))
    sheets = ["".join(page.get_textpage().get_text_range().split()) for page in pages]

    blocks = [[visit["name"][lang] for visit in day["visits"]] for day in far["days"]]
    blocks.append([item["label"][lang] for item in costs["items"]])
    for block in blocks:
        names = ["".join(name.split()) for name in block]
        assert any(all(name in sheet for name in names) for sheet in sheets), block
    assert len(sheets) > 1


def test_markup_in_a_title_stays_text(person: int, plan: dict[str, Any]) -> None:
    trip = actions.create_trip(person, "<b>*bold*</b> [x](y)", plan)
    assert exported(trip, "md").decode().startswith("# \\<b\\>\\*bold\\*\\</b\\> \\[x\\](y)\n")


def test_the_json_comes_back_as_the_same_trip(person: int, trip: Trip) -> None:
    document = json.loads(exported(trip, "json"))
    again = actions.import_trip(person, document)

    assert again.pk != trip.pk
    for field in ("title", "itinerary", "budget", "notes"):
        assert getattr(again, field) == getattr(trip, field), field
    assert exported(again, "json") == exported(trip, "json")


@pytest.mark.parametrize(
    "spoilt",
    [{"format": "other"}, {"format_version": 2}, {"title": 7}, {"itinerary": None}, {"budget": []}, {"notes": None}],
)
def test_a_document_that_is_no_trip_is_refused(person: int, trip: Trip, spoilt: dict[str, Any]) -> None:
    document = {**json.loads(exported(trip, "json")), **spoilt}
    with pytest.raises(actions.InvalidTrip):
        actions.import_trip(person, document)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_pdf_shows_every_visit_in_its_language(trip: Trip, lang: str) -> None:
    pdf = exported(trip, "pdf", lang)
    assert f"/Lang ({lang})".encode() in pdf
    document = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_range() for page in document)

    for _, visit in visits(trip):
        assert visit["name"][lang].replace(" ", "") in "".join(text.split())
        assert f"{visit['arrive']}–{visit['depart']}" in text
    PICTURES.mkdir(exist_ok=True)
    for number, page in enumerate(document, 1):
        picture = page.render(scale=1.5).to_pil()
        assert len(picture.getcolors(1 << 24)) > 50
        picture.save(PICTURES / f"trip-{lang}-{number}.png")


def test_a_plan_with_problems_says_so_in_its_exports(person: int, trip: Trip) -> None:
    first = visits(trip)[0][1]
    broken = actions.edit_trip(person, trip.pk, [{"op": "minutes", "visit": first["id"], "minutes": 700}])
    evidence = next(c for c in broken.itinerary["certificate"]["checks"] if c["status"] == "fail")["evidence"]["zh"]

    assert "行程中的问题" in exported(broken, "md", "zh").decode()
    pages = pypdfium2.PdfDocument(io.BytesIO(exported(broken, "pdf", "zh")))
    assert "".join(evidence.split()) in "".join(pages[0].get_textpage().get_text_range().split())


@pytest.mark.parametrize(
    ("lang", "coming", "leaving"),
    [
        ("en", "Arrival · in town by 15:05", "Departure: by train · set off by 18:15"),
        ("zh", "到达 · 15:05 前到市区", "返程：高铁/火车 · 18:15 前动身"),
    ],
)
@pytest.mark.sampled("lang", "coming", "leaving")
def test_the_hours_of_arriving_and_leaving_stand_in_the_calendar_and_on_paper(
    person: int, lang: str, coming: str, leaving: str
) -> None:
    ride = {"at": "19:45", "minutes": 90, "way": "train"}
    plan = made(
        generate_route,
        city="Kyoto",
        days=2,
        start_date="2026-12-08",
        arrival={"at": "14:20", "minutes": 45},
        departure=ride,
    )
    trip = actions.create_trip(person, "Kyoto", plan)
    events = {e["summary"]: e for e in icalendar.Calendar.from_ical(exported(trip, "ics", lang)).walk("VEVENT")}
    text, paper = exported(trip, "md", lang).decode(), printed(trip, lang)

    for called, date, at in ((coming, "2026-12-08", "14:20"), (leaving, "2026-12-09", "19:45")):
        assert events[called].decoded("dtstart") == local(date, at, "Asia/Tokyo")
        assert f"- {at} **{called}**" in text
        assert "".join(f"{at}{called}".split()) in paper
    assert text.rindex("- ") == text.index(f"- 19:45 **{leaving}**")

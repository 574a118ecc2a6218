"""A live calendar: secret, revocable, right across changes of the clock by two readers, unsent while unchanged."""

import io
from datetime import date, datetime, timedelta
from typing import Any
from urllib.robotparser import RobotFileParser
from zoneinfo import ZoneInfo

import icalendar
import pytest
import vobject
from dateutil.tz import tzical
from django.test import Client
from django.utils import timezone

from tests.conftest import PartnerKey
from travelagent.catalog import source
from travelagent.trips import actions, feeds
from travelagent.trips.models import CalendarFeed, Trip

pytestmark = pytest.mark.django_db

CHANGES = [
    ("london", "2026-03-29"),
    ("london", "2026-10-25"),
    ("new-york", "2026-03-08"),
    ("new-york", "2026-11-01"),
    ("sydney", "2026-04-05"),
    ("sydney", "2026-10-04"),
    ("cairo", "2026-04-24"),
    ("santiago", "2026-09-06"),
    ("marrakech", "2026-02-15"),
    ("kyoto", "2026-03-29"),
]
"""Cities, and a day on which their clocks change; Kyoto's do not."""
HOURS = ("03:30", "05:00", "12:00", "22:40")


def own_plan(city: str, change: str) -> dict[str, Any]:
    """Three days around a change of the clock with places of one's own, at night, too."""
    middle, at = date.fromisoformat(change), source.cities()[city]
    first = {"city": city, "start": "00:00", "end": "23:59"}
    number = iter(range(1, 100))

    def visit(hour: str) -> dict[str, Any]:
        begin = datetime.fromisoformat(f"2026-01-01T{hour}")
        n = next(number)
        times = {"arrive": hour, "depart": f"{begin + timedelta(minutes=45):%H:%M}"}
        return {
            "id": f"fixed/{n}",
            "name": {"en": f"Stop {n}", "zh": f"第 {n} 站"},
            "lat": at.lat,
            "lon": at.lon,
            **times,
        }

    dates = [middle + timedelta(days=offset) for offset in (-1, 0, 1)]
    days = [
        {**first, "day": n, "date": str(on), "visits": [visit(hour) for hour in HOURS]} for n, on in enumerate(dates, 1)
    ]
    return {"cities": [city], "days": days}


def moment(day: str, clock: str, zone: ZoneInfo) -> float:
    """Seconds since the epoch."""
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=zone).timestamp()


def fetched(token: str, **headers: str) -> Any:
    return Client().get(f"/calendar/{token}.ics", headers=headers)


@pytest.fixture
def token(person: int, trip: Trip) -> str:
    return feeds.make_feed(person, trip.pk, "en")[1]


def test_it_works(trip: Trip, token: str) -> None:
    response = fetched(token)
    calendar = icalendar.Calendar.from_ical(response.content)
    names = {str(event["summary"]) for event in calendar.walk("VEVENT")}

    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert {v["name"]["en"] for day in trip.itinerary["days"] for v in day["visits"]} <= names
    assert calendar["x-wr-calname"] == calendar["name"] == trip.title
    assert calendar.decoded("refresh-interval") == timedelta(hours=1)
    assert calendar["x-published-ttl"] == "PT1H"


@pytest.mark.parametrize(("city", "change"), CHANGES)
def test_two_readers_see_every_hour_as_the_clocks_of_the_city_tell_it(person: int, city: str, change: str) -> None:
    trip = actions.create_trip(person, city, own_plan(city, change))
    text = fetched(feeds.make_feed(person, trip.pk, "en")[1]).content.decode()
    zone = ZoneInfo(source.cities()[city].timezone)
    expected = {
        visit["name"]["en"]: [moment(day["date"], visit[end], zone) for end in ("arrive", "depart")]
        for day in trip.itinerary["days"]
        for visit in day["visits"]
    }
    assert len(expected) == 3 * len(HOURS)

    theirs = [event for event in vobject.readOne(text).vevent_list if event.summary.value.startswith("Stop")]
    ours = [e for e in icalendar.Calendar.from_ical(text).walk("VEVENT") if str(e["summary"]).startswith("Stop")]
    assert {e.summary.value: [e.dtstart.value.timestamp(), e.dtend.value.timestamp()] for e in theirs} == expected
    assert {str(e["summary"]): [e.decoded(end).timestamp() for end in ("dtstart", "dtend")] for e in ours} == expected

    rules = text[text.index("BEGIN:VTIMEZONE") : text.rindex("END:VTIMEZONE")] + "END:VTIMEZONE\r\n"
    by_rules = tzical(io.StringIO(rules)).get()
    for event in ours:
        wall = event.decoded("dtstart").replace(tzinfo=None)
        assert event["dtstart"].params["TZID"] == zone.key
        assert wall.replace(tzinfo=by_rules).timestamp() == expected[str(event["summary"])][0]


def test_a_change_keeps_the_ids_and_raises_the_sequence(person: int, trip: Trip, token: str) -> None:
    before = {
        str(e["uid"]): int(e["sequence"]) for e in icalendar.Calendar.from_ical(fetched(token).content).walk("VEVENT")
    }
    first, second = trip.itinerary["days"][0]["visits"][:2]
    changed = actions.edit_trip(person, trip.pk, [{"op": "move", "visit": first["id"], "day": 2}])
    events = icalendar.Calendar.from_ical(fetched(token).content).walk("VEVENT")
    after = {str(e["uid"]): int(e["sequence"]) for e in events}

    for visit in (first, second):
        uid = f"{trip.pk}/{visit['id']}@travelagent"
        assert after[uid] == changed.version > before[uid]
    moved = next(e for e in events if f"/{first['id']}@" in e["uid"])
    assert moved.decoded("dtstart").date().isoformat() == trip.itinerary["days"][1]["date"]
    for event in events:
        assert event.decoded("dtstamp") == event.decoded("last-modified")
        assert abs(event.decoded("dtstamp") - changed.updated_at) < timedelta(seconds=1)


def test_what_is_unchanged_is_not_sent_again(person: int, trip: Trip, token: str) -> None:
    first = fetched(token)
    again = fetched(token, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert "private" in again["Cache-Control"]
    actions.update_trip(person, trip.pk, title="Another")
    assert fetched(token, if_none_match=first["ETag"]).status_code == 200


def test_it_is_private_and_out_of_reach_of_search_engines(token: str) -> None:
    for response in (fetched(token), fetched("nothing")):
        assert "private" in response["Cache-Control"]
        assert "noindex" in response["X-Robots-Tag"]
        assert response["Referrer-Policy"] == "no-referrer"
        assert "sessionid" not in response.cookies
    rules = RobotFileParser()
    rules.parse(Client().get("/robots.txt").content.decode().splitlines())
    assert rules.can_fetch("Google-Calendar-Importer", f"/calendar/{token}.ics")
    assert not rules.can_fetch("Googlebot", "/trips/")


def test_a_token_is_not_kept_and_opens_nothing_once_revoked(person: int, trip: Trip) -> None:
    feed, token = feeds.make_feed(person, trip.pk, "en")
    assert len(token) * 6 >= 128
    assert token not in str(list(CalendarFeed.objects.values()))
    feeds.revoke_feed(person, trip.pk, feed.pk)
    for each in (token, feed.pk, feed.digest, "x" * 22):
        assert fetched(each).status_code == 404
    with pytest.raises(actions.TripNotFound):
        feeds.revoke_feed(person, trip.pk, feed.pk)


@pytest.mark.parametrize("with_notes", [False, True])
def test_notes_and_costs_stand_in_it_only_if_they_are_asked_for(person: int, trip: Trip, with_notes: bool) -> None:
    text = fetched(feeds.make_feed(person, trip.pk, "en", with_notes=with_notes)[1]).content.decode()
    assert ("Passport!" in text) is with_notes
    assert "X-TRAVELAGENT-TRIP" not in text


def test_one_address_has_all_trips_of_a_person_and_nobody_elses(
    person: int, trip: Trip, partner: PartnerKey, plan: dict[str, Any]
) -> None:
    _, token = feeds.make_feed(person, trip.pk, "zh", all_trips=True)
    other = partner.actor.person_for("ben").pk
    actions.create_trip(other, "Secret of Ben", plan)
    empty = fetched(token)["ETag"]
    second = actions.create_trip(person, "Second", own_plan("london", "2026-10-25"))
    response = fetched(token, if_none_match=empty)
    calendar = icalendar.Calendar.from_ical(response.content)
    uids = [str(event["uid"]) for event in calendar.walk("VEVENT")]

    assert {uid.partition("/")[0] for uid in uids} == {trip.pk, second.pk}
    assert len(uids) == len(set(uids))
    assert calendar["x-wr-calname"] == "我的行程"
    assert b"Ben" not in response.content
    assert {str(zone["tzid"]) for zone in calendar.walk("VTIMEZONE")} == {"Asia/Tokyo", "Europe/London"}
    actions.delete_trip(person, second.pk)
    assert b"Second" not in fetched(token).content


def test_a_trip_that_is_gone_is_gone_from_its_calendar(person: int, trip: Trip, token: str) -> None:
    actions.delete_trip(person, trip.pk)
    assert fetched(token).status_code == 404


def test_a_trip_without_dates_of_its_own_is_tentative(person: int, plan: dict[str, Any]) -> None:
    trip = actions.create_trip(person, "Some day", {**plan, "date_assumed": True})
    events = icalendar.Calendar.from_ical(fetched(feeds.make_feed(person, trip.pk, "en")[1]).content).walk("VEVENT")
    assert {str(event["status"]) for event in events} == {"TENTATIVE"}


def test_a_person_has_so_many_calendars_and_no_more(person: int, trip: Trip) -> None:
    rows = [CalendarFeed(person_id=person, digest=str(n), locale="en") for n in range(feeds.MOST_FEEDS)]
    CalendarFeed.objects.bulk_create(rows)
    with pytest.raises(actions.InvalidTrip):
        feeds.make_feed(person, trip.pk, "en")
    CalendarFeed.objects.filter(digest="0").update(revoked_at=timezone.now())
    feeds.make_feed(person, trip.pk, "en")


def test_what_many_fetch_is_written_once_and_counted(
    person: int, trip: Trip, token: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = feeds.OpenFeed.written
    monkeypatch.setattr(feeds.OpenFeed, "written", lambda feed: written.append(feed.etag) or write(feed))
    assert fetched(token).content == fetched(token).content
    assert len(written) == 1
    actions.update_trip(person, trip.pk, title="Another")
    assert "Another" in fetched(token).content.decode()
    settings.THROTTLE_READS = 1
    answers = [fetched(token) for _ in range(12)]
    assert (answers[-1].status_code, int(answers[-1]["Retry-After"]) > 0) == (429, True)

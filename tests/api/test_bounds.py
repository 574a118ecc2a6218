"""What a body may hold is bounded before any work: by the schema, or by whoever reads what the schema leaves open."""

import gc
import json
import weakref
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.api.caller import Caller, as_partner, problem
from tests.conftest import PartnerKey
from travelagent.api.views.trips import TripList

READ_LATER: Final = frozenset({
    *("itinerary", "request", "sights", "budget", "brief", "edits", "change", "situation", "arguments", "file"),
})  # fmt: skip
"""Objects of the planner and of tools, and uploads. `tests/wire/test_bounds.py` walks what reads the objects."""
READ_ELSEWHERE: Final = frozenset({"Brief", "PatchedBrief", "TripDocument"})
"""Components whose parts have their bounds where they are read: `briefs/wire.py`, `trips/content.py`."""
BOUNDED: Final = ("enum", "const", "maxLength", "pattern")
FORMATS: Final = frozenset({"date", "date-time", "uuid", "binary"})
LARGEST_ANSWER: Final = 20_000


def unbounded(schema: Mapping[str, Any], parts: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Return the places of a schema that take texts, numbers or lists of any size."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        schema = parts[name]
        if name in READ_ELSEWHERE:
            return
    for joined in ("allOf", "anyOf", "oneOf"):
        for each in schema.get(joined, ()):
            yield from unbounded(each, parts, place)
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "string" in kinds and not any(word in schema for word in BOUNDED) and schema.get("format") not in FORMATS:
        yield place
    if {"integer", "number"} & {*kinds} and not {"minimum", "maximum"} <= schema.keys() and "enum" not in schema:
        yield place
    if "array" in kinds:
        if "maxItems" not in schema:
            yield place
        yield from unbounded(schema["items"], parts, f"{place}[]")
    for name, inner in schema.get("properties", {}).items():
        if name not in READ_LATER:
            yield from unbounded(inner, parts, f"{place}.{name}")


def test_every_body_states_its_bounds(subtests: pytest.Subtests) -> None:
    schema = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    parts = schema["components"]["schemas"]
    operations = [
        (f"{method.upper()} {path}", body)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        for body in operation.get("requestBody", {}).get("content", {}).values()
    ]
    assert len(operations) > 40
    for operation, body in operations:
        with subtests.test(operation=operation):
            assert list(unbounded(body.get("schema", {}), parts)) == []


def day(**fields: Any) -> dict[str, Any]:
    return {"day": 1, "city": "q", "date": "2027-03-01", "start": "08:00", "end": "20:00", **fields}


def visits(count: int, chars: int) -> list[dict[str, Any]]:
    name = {"en": "x" * chars, "zh": "x" * chars}
    times = {"arrive": "08:00", "depart": "20:00"}
    return [{"id": str(n), "name": name, "lat": 1.0, "lon": 1.0, **times} for n in range(count)]


MEAL: Final = {"kind": "lunch", "start": "08:00", "end": "20:00"}
REQUEST: Final = {"cities": ["kyoto"], "days": 2}
NIGHT: Final = {"day": 1, "place": {"name": {"en": "Hut", "zh": "屋"}, "lat": 35.0, "lon": 135.7}}


def plan(*days: dict[str, Any]) -> dict[str, Any]:
    return {"cities": ["q"], "days": list(days)}


ATTACKS: Final[Mapping[str, tuple[str, Any]]] = {
    "a day of 700 visits and meals": (
        "itineraries/verify/",
        {"itinerary": plan(day(visits=visits(700, 200), meals=[MEAL] * 700))},
    ),
    "12,000 days": ("trips/", {"title": "Long", "itinerary": plan(*[day()] * 12_000)}),
    "the year 9999": ("itineraries/verify/", {"itinerary": plan(day(date="9999-12-31"))}),
    "the year 1": ("trips/", {"title": "Early", "itinerary": plan(day(date="0001-01-01"))}),
    "a start in 9999": ("itineraries/", {"request": {**REQUEST, "start_date": "9999-12-31"}}),
    "an endless thrift": ("itineraries/", {"request": {**REQUEST, "thrift": 1e308}}),
    "20,000 nights": ("itineraries/", {"request": {**REQUEST, "nights": [NIGHT] * 20_000}}),
    "40,000 places of one's own": (
        "itineraries/",
        {"request": {**REQUEST, "fixed": [{"lat": 35.0, "lon": 135.7, "start": "10:00", "minutes": 30}] * 40_000}},
    ),
}


@pytest.mark.django_db
def test_what_is_beyond_is_refused_in_few_words(api: Caller, subtests: pytest.Subtests) -> None:
    for name, (path, body) in ATTACKS.items():
        with subtests.test(attack=name):
            refused = api.post(path, body)
            assert problem(refused)[0] == 400
            assert len(refused.content) < LARGEST_ANSWER


@pytest.mark.django_db
def test_a_meal_names_three_of_the_stops_that_it_clashes_with(api: Caller) -> None:
    crowded = plan(day(visits=visits(60, 200), meals=[MEAL] * 8))
    answer = api.post("itineraries/verify/", {"itinerary": crowded})
    texts = [check["evidence"]["en"] for check in answer.json()["checks"] if check["constraint"] == "no_overlap"]
    assert any(text.endswith(" and 57 more") and text.count("clashes with") == 3 for text in texts)
    assert len(answer.content) < 1_000_000


@pytest.mark.django_db
def test_an_answered_request_keeps_nothing_of_its_body(partner: PartnerKey, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view is gone with the answer, before any garbage collection: with it went the body that was read."""
    views: list[weakref.ref[TripList]] = []
    begin = TripList.initial

    def initial(self: TripList, *args: Any, **kwargs: Any) -> None:
        views.append(weakref.ref(self))
        begin(self, *args, **kwargs)

    monkeypatch.setattr(TripList, "initial", initial)
    gc.collect()
    gc.disable()
    try:
        for key in ({}, {"Idempotency_Key": "k1"}):
            bodies = {"refused": {"title": "x", "itinerary": {"cities": [], "days": [{}] * 40}}, "malformed": [1]}
            statuses = [as_partner(partner).post("trips/", body, **key).status_code for body in bodies.values()]
            assert set(statuses) <= {400, 422}
        assert len(views) >= 3
        assert [view() for view in views] == [None] * len(views)
    finally:
        gc.enable()

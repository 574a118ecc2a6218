"""`pytest tests/api/record_examples.py`: record the schema's examples anew, the bodies below and what the API answers.

Look at the difference before committing it, and renew the schema's snapshot after it.
"""

import json
import re
from typing import Any

import pytest

from tests.api.caller import Upload, as_partner
from tests.api.test_access_matrix import BROWSER, Row, filled
from tests.api.test_examples import IDS, ROWS, TOKEN, answer_body, name_of
from tests.api.world import PLAN, belongings, document
from tests.conftest import make_partner
from travelagent.api.schema import EXAMPLES

BODIES: dict[str, Any] = {
    "POST sessions/": {"title": "Autumn", "mode": "auto", "locale": "en", "end_user": "ann-42"},
    "POST sessions/{session}/runs/": {"message": "Plan one day in Kyoto"},
    "PATCH sessions/{session}/": {"title": "Autumn in Kyoto", "style": "concise"},
    "POST runs/{run}/cancel/": {"when": "after_step"},
    "POST feedback/": {"kind": "wrong_fact", "sight": "kyoto/kinkaku-ji", "text": "It opens at nine."},
    "PATCH memories/{memory}/": {"text": "I am vegetarian."},
    "POST trips/{trip}/share/": {"days": 30},
    "POST trips/{trip}/calendars/": {"all_trips": False, "notes": False, "locale": "en"},
    "PATCH trips/{trip}/reminders/": {"push": True},
    "POST trips/{trip}/replan/": {"change": {"pace": "relaxed"}},
    "POST trips/{trip}/undo/": {"version": 1},
    "POST trips/{trip}/travellers/": {"name": "Ben"},
    "PATCH trips/{trip}/travellers/{traveller}/": {"name": "Benjamin"},
    "POST trips/{trip}/expenses/": {
        **{"payer": "{payer}", "amount": "12000", "currency": "JPY", "day": "2026-04-14", "kind": "food"},
        **{"label": "Kaiseki", "method": "equal"},
    },
    "POST trips/{trip}/lists/": {"list": "packing", "text": "Camera", "quantity": 1},
    "PATCH trips/{trip}/files/{file}/": {"name": "Tickets"},
    "PUT trips/{trip}/journal/{day}/": {"text": "Rain, then tea."},
    "POST trips/{trip}/comments/": {
        **{"visit": "{visit}", "text": "@One day in Kyoto: early?"},
        "mentions": [{"member": "{member}", "at": 0}],
    },
    "POST trips/join/": {"token": "{token}", "name": "Ben", "end_user": "ben-7"},
    "POST webhooks/": {"url": "https://example.com/hooks", "events": ["run.finished", "run.paused"]},
}
KINDS = (
    *("ses", "run", "prop_run", "prop", "trip", "share", "feed", "push", "mem", "wh", "msg"),
    *("trv", "exp", "item", "file", "mbr", "inv", "cmt"),
)
FIXED = {
    rf"\b({'|'.join(KINDS)})_[0-9A-Za-z]{{22}}": r"\1_4fWqT0bVZ1c8yJ5hK2mN7x",
    r"\d{4}-\d\d-\d\dT[\d:.]+Z": "2026-01-31T10:00:00Z",
    r'"push_key": "[\w-]+"': f'"push_key": "{BROWSER["keys"]["p256dh"]}"',
    r"whsec_[\w+/=]+": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    r"/calendar/[\w-]+": "/calendar/Yp3s6v9y",
    r"/shared/[\w-]+": "/shared/Yp3s6v9y",
    r"/join/[\w-]{22}": f"/join/{TOKEN}",
    r'"token": "[\w-]{22}"': f'"token": "{TOKEN}"',
    "prop_run": "prop",
}


def body_of(row: Row) -> Any:
    """What the example sends."""
    plan = {name: PLAN[name] for name in ("cities", "days")}
    plan["days"] = [{**day, "visits": day["visits"][:1], "legs": []} for day in plan["days"]]
    own = {
        "POST trips/": {"title": "Kyoto in a day", "itinerary": plan, "end_user": "ann-42"},
        "POST trips/import/": {**document(), "itinerary": plan},
        "POST trips/import/preview/": {**document(), "itinerary": plan},
        "POST itineraries/verify/": {"itinerary": plan},
    }
    return {**BODIES, **own}.get(name_of(row), row.body)


def shortened(value: Any) -> Any:
    """With the first item of every list of objects alone."""
    if isinstance(value, dict):
        return {name: shortened(item) for name, item in value.items()}
    if isinstance(value, list):
        return [shortened(item) for item in (value[:1] if value and isinstance(value[0], dict | list) else value[:3])]
    return value


@pytest.mark.django_db
@pytest.mark.usefixtures("public_names", "planned")
def test_record() -> None:
    """Writes `examples.json`."""
    recorded: dict[str, Any] = {}
    for row in sorted(ROWS, key=lambda row: (row.path, row.method)):
        key = make_partner(f"acme {name_of(row)}")
        ids = {**belongings(key.actor, "One day in Kyoto"), **IDS}
        body = filled(body_of(row), ids)
        response = as_partner(key)(row.method, filled(row.path, ids) + row.query, body)
        example = {"status": response.status_code}
        if body is not None and not isinstance(body, Upload):
            example["request"] = body
        if (answer := answer_body(response)) is not None:
            example["response"] = shortened(answer)
        recorded[name_of(row)] = example
    text = json.dumps(recorded, ensure_ascii=False, indent=1)
    for pattern, fixed in FIXED.items():
        text = re.sub(pattern, fixed, text)
    EXAMPLES.write_text(text + "\n", "utf-8")

"""The texts of the API and the mails are in the language of their reader."""

import json
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from tests.i18n.world import LANGUAGES, World, inhabited
from tests.support.language import badly_set, untranslated

pytestmark = pytest.mark.django_db

QUOTED = re.compile(r"“[^”]*”|(?<=/)[\w/.]+|(?<=可用：).*|(?<=之一：).*")
"""What was sent, and lists of what may be sent."""
CALLS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "trips/trip_none/", None),
    ("GET", "cities/nowhere/", None),
    ("GET", "cities/?budget_max=much&month=13&q=x", None),
    ("GET", "nothing/", None),
    ("PATCH", "sessions/{session}/", {"mode": "sideways", "colour": "red"}),
    ("POST", "sessions/{session}/runs/", {"message": " "}),
    ("POST", "sessions/{session}/runs/", {"message": "x" * 5001}),
    ("POST", "tools/no_tool/", {"arguments": {}}),
    ("POST", "tools/get_city_info/", {"arguments": {"city": "Atlantis"}}),
    ("POST", "tools/generate_route/", {"arguments": {"city": "kyoto", "days": 99}}),
    ("POST", "runs/{run}/proposals/prop_none/", {"decision": "approve"}),
    ("POST", "feedback/", {"kind": "down"}),
    ("POST", "trips/", {"title": "", "itinerary": {}}),
    ("PATCH", "trips/{trip}/", {"title": ""}),
    ("POST", "trips/{trip}/edits/", {"edits": [{"op": "remove", "visit": "vis_nobody"}]}),
    ("GET", "trips/{trip}/export/?format=doc", None),
    ("DELETE", "trips/", None),
)


@pytest.fixture(params=LANGUAGES)
def world(request: pytest.FixtureRequest, db: None, saved: dict[str, Any]) -> World:
    with translation.override(LANGUAGES[request.param]):
        return inhabited(request.param, saved["itinerary"], saved["budget"])


def sentences(problem: dict[str, Any]) -> list[str]:
    """The texts of a problem that are for people."""
    faults = problem.get("errors", {})
    field_texts = faults.values() if isinstance(faults, dict) else [[str(fault)] for fault in faults]
    return [problem["detail"], *(text for texts in field_texts for text in texts)]


def called(client: Client, method: str, path: str, body: Any) -> list[str]:
    answer = client.generic(method, f"/api/v1/{path}", "" if body is None else json.dumps(body), "application/json")
    assert answer.status_code >= 400, (method, path, answer.content)
    return sentences(answer.json())


def test_problems_of_the_api_and_mails_are_in_the_readers_language(world: World) -> None:
    texts = [text for m, path, body in CALLS for text in called(world.visitor, m, path.format(**world.ids), body)]
    assert len(texts) > len(CALLS)
    texts = [QUOTED.sub("", text) for text in texts]

    guarded = Client(enforce_csrf_checks=True, headers={"Accept-Language": world.language})
    guarded.cookies = world.visitor.cookies
    (forged,) = called(guarded, "POST", "sessions/", {})
    texts.append(forged.replace("csrftoken", "").replace("X-CSRFToken", ""))

    world.stranger.post("/account/password/reset/", {"email": "ada@example.org"})
    world.stranger.post("/account/password/reset/", {"email": "nobody@example.org"})
    world.staff.post("/account/email/", {"email": "ada2@example.org", "action_add": "1"})
    old, new = "correct horse battery", "staple battery horse"
    world.staff.post("/account/password/change/", {"oldpassword": old, "password1": new, "password2": new})
    assert len(mail.outbox) >= 3
    mails = [text for letter in mail.outbox for text in (letter.subject, *str(letter.body).splitlines())]
    texts += [text.replace("testserver", "") for text in mails]

    assert untranslated(texts, world.language) == []
    assert world.language == "en" or badly_set(texts) == []

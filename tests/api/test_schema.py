"""The OpenAPI schema: valid, without a warning, held by its snapshot, and true to what is sent."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator

from tests.api.caller import Caller, as_nobody
from tests.conftest import PartnerKey
from travelagent.chat import actions

SNAPSHOT = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"
RENEW = "python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml"


def test_the_schema_is_the_released_one(tmp_path: Path) -> None:
    """Fields may be added, none removed or renamed: look at the difference before renewing the snapshot."""
    now = tmp_path / "openapi.yaml"
    with translation.override("en"):
        call_command("spectacular", file=str(now), validate=True, fail_on_warn=True, stdout=StringIO())
    assert now.read_text("utf-8") == SNAPSHOT.read_text("utf-8"), f"if the change is meant: {RENEW}"


@pytest.mark.django_db
def test_anybody_may_read_it() -> None:
    response = as_nobody().get("schema/", Accept="application/vnd.oai.openapi+json")
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.")


@pytest.mark.django_db
def test_it_comes_in_both_forms_and_languages() -> None:
    yaml = as_nobody().get("schema/", Accept="application/vnd.oai.openapi")
    assert yaml["Content-Type"] == "application/vnd.oai.openapi"
    assert yaml.content.startswith(b"openapi: 3.")
    chinese = as_nobody().get("schema/", Accept="application/json", Accept_Language="zh-hans")
    english = as_nobody().get("schema/", Accept="application/json", Accept_Language="en")
    assert chinese.json()["paths"].keys() == english.json()["paths"].keys()
    assert "- automatic\n" in english.json()["components"]["schemas"]["ModeEnum"]["description"]
    assert "- 自动\n" in chinese.json()["components"]["schemas"]["ModeEnum"]["description"]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    generated: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return generated


def test_every_operation_tells_its_errors_and_its_keys(schema: dict[str, Any]) -> None:
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    assert operations
    for operation in operations:
        assert list(operation["responses"]["default"]["content"]) == ["application/problem+json"]
        assert operation["security"] == [{"key": []}, {"site": []}]
        assert operation["description"]


def test_every_operation_and_parameter_says_what_it_is(schema: dict[str, Any]) -> None:
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    for operation in operations:
        assert 0 < len(operation["summary"]) <= 120, operation["operationId"]
        assert "\n" not in operation["summary"]
        for parameter in operation.get("parameters", []):
            assert parameter.get("description"), (operation["operationId"], parameter["name"])
    described = {tag["name"] for tag in schema["tags"] if tag["description"]}
    assert described == {tag for operation in operations for tag in operation["tags"]}


@pytest.mark.django_db
def test_what_is_sent_has_the_fields_of_the_schema(
    schema: dict[str, Any], api: Caller, session: str, partner: PartnerKey
) -> None:
    run = actions.start_run(partner.actor, session, "Hello")
    sent = {
        "Session": api.get(f"sessions/{session}/").json(),
        "PaginatedSessionList": api.get("sessions/").json(),
        "Run": api.get(f"runs/{run.pk}/").json(),
        "Message": api.get(f"sessions/{session}/messages/").json()["results"][0],
        "City": api.get("cities/").json()["results"][0],
        "CityDetail": api.get("cities/kyoto/").json(),
        "Costs": api.get("cities/kyoto/").json()["costs"],
        "Sight": api.get("cities/kyoto/sights/").json()["results"][0],
        "Tool": api.get("tools/").json()["results"][0],
        "Model": api.get("models/").json()["results"][0],
        "ToolCallResult": api.post("tools/get_city_info/", {"arguments": {"city": "kyoto"}}).json(),
    }
    for name, body in sent.items():
        assert sorted(schema["components"]["schemas"][name]["properties"]) == sorted(body), name

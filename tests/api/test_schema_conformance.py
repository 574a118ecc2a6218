"""Whatever is sent that the schema allows: no fault of the server, and answers as the schema has them.

A short run of schemathesis over every operation, on real rows. SCHEMA_EXAMPLES asks for so many random requests of each
operation (`make test-slow`).
"""

import os
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import requests
import schemathesis
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given
from hypothesis import settings as drawing
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.world import belongings
from tests.conftest import PartnerKey
from tests.support.examples import FULL
from tests.support.tables import undone

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "0"))
FEW, FEWEST = 5, 2
"""Requests of each operation with `--full`, and in the default run."""
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]

load_all_checks()
SCHEMA = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))


@pytest.fixture
def ids(partner: PartnerKey, planned: None, public_names: None, settings: Any) -> dict[str, str]:
    """One thing of each kind, under no limit of calls."""
    settings.THROTTLE_READS = settings.THROTTLE_WRITES = settings.THROTTLE_RUNS = 0
    return belongings(partner.actor)


def sent(case: schemathesis.Case, headers: dict[str, str]) -> httpx.Response:
    """What the API answers."""
    request = requests.Request(**case.as_transport_kwargs(base_url="http://testserver", headers=headers)).prepare()
    parts, body = urlsplit(str(request.url)), request.body or b""
    answer = Client(raise_request_exception=False).generic(
        str(request.method),
        parts.path,
        body,
        request.headers.get("Content-Type", "application/octet-stream"),
        headers=dict(request.headers),
        QUERY_STRING=parts.query,
    )
    http_request = httpx.Request(str(request.method), str(request.url), headers=request.headers, content=body)
    content = b"" if answer.streaming else answer.content
    received = httpx.Response(answer.status_code, headers=list(answer.items()), content=content, request=http_request)
    received.elapsed = timedelta(0)
    return received


@pytest.mark.django_db
def test_the_answers_are_as_the_schema_has_them(
    ids: dict[str, str], partner: PartnerKey, subtests: pytest.Subtests
) -> None:
    few = FEW if drawing.get_current_profile_name() == FULL else FEWEST

    def check(case: schemathesis.Case) -> None:
        for name, value in case.path_parameters.items():
            if len(str(value)) % 4:  # three times of four the thing is there
                case.path_parameters[name] = ids.get(name, "get_city_info")
        with undone():
            response = sent(case, partner.headers)
        case.validate_response(response, checks=CHECKS)

    draw = drawing(
        max_examples=EXAMPLES or few,
        deadline=None,
        derandomize=not EXAMPLES,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    operations = [found.ok() for found in SCHEMA.get_all_operations()]
    assert len(operations) > 100
    for operation in operations:
        with subtests.test(operation=operation.label):
            draw(given(operation.as_strategy())(check))()


@pytest.mark.django_db
def test_an_export_that_is_json_is_so_in_the_schema(
    ids: dict[str, str], partner: PartnerKey, subtests: pytest.Subtests
) -> None:
    operation = SCHEMA["/api/v1/trips/{trip}/export/"]["GET"]
    for form in ("json", "geojson"):
        with subtests.test(form=form):
            case = operation.Case(path_parameters={"trip": ids["trip"]}, query={"format": form})
            case.validate_response(sent(case, partner.headers), checks=CHECKS)

"""The examples of the schema run: each is sent, and answered as recorded. `record_examples.py` makes them anew."""

import json
import re
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.api.caller import Caller, Upload, as_partner
from tests.api.test_access_matrix import MATRIX, Row, filled
from tests.api.world import belongings
from tests.conftest import make_partner
from tests.support.tables import undone
from travelagent.api.schema import EXAMPLES

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("public_names", "planned")]

ROWS = list({(row.method, row.path): row for row in reversed(MATRIX)}.values())
TOKEN = "Yp3s6v9yYp3s6v9yYp3s6v"
IDS = {"city": "kyoto", "tool": "get_city_info"}


def name_of(row: Row) -> str:
    return f"{row.method} {row.path.replace('{tool}', '{name}')}"


def answer_body(response: Any) -> Any:
    """The answer's body, of a list one row; None where there is no JSON."""
    if response.get("Content-Type") != "application/json":
        return None
    body = response.json()
    return body["results"][0] if set(body) == {"next", "previous", "results"} else body


def shape(value: Any) -> Any:
    """Names and types."""
    if isinstance(value, dict):
        return {name: shape(item) for name, item in value.items()}
    return [shape(item) for item in value[:1]] if isinstance(value, list) else type(value).__name__


def alike(one: Any, other: Any) -> bool:
    """Whether two shapes are the same as far as they tell: null and an empty list tell nothing."""
    if "NoneType" in (one, other):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return not one or not other or alike(one[0], other[0])
    return bool(one == other) or (one, other) in (("int", "float"), ("float", "int"))


def test_the_examples_run(subtests: pytest.Subtests) -> None:
    """Send each row's example by its owner."""
    key = make_partner("acme")
    api: Caller = as_partner(key)
    ids = {**belongings(key.actor, "One day in Kyoto"), **IDS}
    examples = json.loads(EXAMPLES.read_text("utf-8"))

    def own(text: str) -> str:
        text = re.sub(r"mbr_[0-9A-Za-z]{22}", ids["member"], text)
        return re.sub(r"trv_[0-9A-Za-z]{22}", ids["payer"], text).replace(TOKEN, ids["token"])

    for row in ROWS:
        with subtests.test(row=name_of(row)), undone():
            example = examples[name_of(row)]
            body = example.get("request")
            sent = row.body if isinstance(row.body, Upload) else body and json.loads(own(json.dumps(body)))
            response = api(row.method, filled(row.path, ids) + row.query, sent)
            assert response.status_code == example["status"], response.content
            answer = answer_body(response)
            assert (answer is None) == ("response" not in example)
            if answer is not None:
                assert alike(shape(answer), shape(example["response"])), (answer, example["response"])


def test_every_operation_of_the_schema_shows_its_bodies() -> None:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            bodies = [
                operation.get("requestBody"),
                *(operation["responses"].get(code) for code in ("200", "201", "202")),
            ]
            for body in filter(None, bodies):
                content = body.get("content", {}).get("application/json")
                if content is not None and "export" not in path:
                    assert content.get("examples"), (method, path)


def test_what_is_not_alike_is_told_apart() -> None:
    assert alike(shape({"a": 1, "b": [{"c": None}]}), shape({"a": 2.5, "b": []}))
    assert not alike(shape({"a": 1}), shape({"a": "1"}))
    assert not alike(shape({"a": 1}), shape({"a": 1, "b": 2}))
    assert not alike(shape([{"a": 1}]), shape([{"a": []}]))

"""How the API describes itself in OpenAPI: the two ways to authenticate, the problems and the examples
of every operation."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework.serializers import ListSerializer

from agent_core.schemas import full_schema
from travelagent.api.authentication import KeyAuthentication, SiteAuthentication
from travelagent.api.problems import CONTENT_TYPE
from travelagent.api.serializers.base import ProblemSerializer
from travelagent.briefs.ledger import ENTRIES
from travelagent.briefs.wire import BRIEF


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of partners' keys."""

    target_class = KeyAuthentication
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the OpenAPI security scheme: HTTP bearer."""
        return {"type": "http", "scheme": "bearer", "description": "A partner's key, `tk_…`."}


class SiteScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of the site's own session."""

    target_class = SiteAuthentication
    name = "site"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the OpenAPI security scheme: the session cookie."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The site's own session; what writes needs the header X-CSRFToken too.",
        }


class BriefSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The brief as one component, from its model of Pydantic's."""

    target_class = "travelagent.api.serializers.trip_state.BriefSerializer"

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        schema = full_schema(BRIEF.json_schema(mode="serialization"))
        return _as_openapi(schema, schema.pop("$defs"))


class ItinerarySchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The payload of an itinerary as one component: any object, with the form of its ledger."""

    target_class = "travelagent.api.serializers.itineraries.ItinerarySerializer"

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        ledger = full_schema(ENTRIES.json_schema(mode="serialization"))
        entries = _as_openapi(ledger, ledger.pop("$defs"))
        return {"type": "object", "additionalProperties": {}, "properties": {"ledger": entries}}


def _as_openapi(schema: Any, parts: Mapping[str, Any]) -> Any:
    """Convert a JSON Schema (2020-12) with its `parts` in place to OpenAPI 3.0: without null, constants and tuples."""
    if isinstance(schema, list):
        return [_as_openapi(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        part = parts[schema["$ref"].rpartition("/")[2]]
        return _as_openapi({**part, **{name: value for name, value in schema.items() if name != "$ref"}}, parts)
    dropped = ("anyOf", "const", "default", "prefixItems", "title")
    found = {
        name: {key: _as_openapi(value, parts) for key, value in inner.items()}
        if name == "properties"
        else _as_openapi(inner, parts)
        for name, inner in schema.items()
        if name not in dropped
    }
    if "const" in schema:
        found["enum"] = [schema["const"]]
    if items := schema.get("prefixItems"):
        found["items"] = _as_openapi(items[0], parts)
    if kinds := schema.get("anyOf"):
        others = [_as_openapi(kind, parts) for kind in kinds if kind != {"type": "null"}]
        found = {**others[0], **found} if len(others) == 1 else {**found, "anyOf": others}
        if len(others) < len(kinds):
            found["nullable"] = True
    return found


EXAMPLES = Path(__file__).with_name("examples.json")


@cache
def _examples() -> dict[str, dict[str, Any]]:
    """Return the recorded examples by operation, such as `POST sessions/`.

    Each has `status`, and where there are bodies `request` and `response`.
    """
    examples: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text("utf-8"))
    return examples


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Sent again within 24 hours, with the same request, it gets the first answer; nothing is done twice.",
)


IDS = {
    "city": "The id of a city, such as `kyoto`.",
    "expense": "The id of an expense, `exp_…`.",
    "day": "A day, such as `2026-12-07`.",
    "file": "The id of a file, `file_…`.",
    "feed": "The id of a live calendar, `feed_…`.",
    "comment": "The id of a comment, `cmt_…`.",
    "invite": "The id of an invitation, `inv_…`.",
    "member": "The id of a member of a trip, `mbr_…`.",
    "item": "The id of an entry of a list, `item_…`.",
    "memory": "The id of a memory.",
    "name": "The name of a tool, such as `get_city_info`.",
    "proposal": "The id of a proposal, `prop_…`.",
    "run": "The id of a run, `run_…`.",
    "session": "The id of a session, `ses_…`.",
    "share": "The id of a trip's link, `share_…`.",
    "traveller": "The id of a traveller, `trv_…`.",
    "trip": "The id of a trip, `trip_…`.",
    "webhook": "The id of a webhook, `wh_…`.",
}
"""What stands in a path."""
_FIRST_CLAUSE = re.compile(r"[;.](?:\s|$)")


class ProblemSchema(AutoSchema):
    """Adds to every operation a line that sums it up, what stands in its path, what any of its errors looks like;
    to every POST its `Idempotency-Key`."""

    def get_summary(self) -> str:
        """Return the first clause of the operation's description."""
        description = " ".join(str(self.get_description()).split())
        return _FIRST_CLAUSE.split(description, maxsplit=1)[0]

    def _resolve_path_parameters(self, variables: list[str]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = super()._resolve_path_parameters(variables)  # type: ignore[no-untyped-call]
        return [{**parameter, "description": IDS[parameter["name"]]} for parameter in found]

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        found = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        most = getattr(field, "max_length", None) if isinstance(field, ListSerializer) else None
        return found if most is None else {**found, "maxItems": most}

    def get_override_parameters(self) -> list[Any]:
        return [IDEMPOTENCY_KEY] if self.method == "POST" else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        problem = self._get_response_for_code(ProblemSerializer, "default", [CONTENT_TYPE], direction)  # type: ignore[no-untyped-call]
        return {**bodies, "default": {**problem, "description": "A problem."}}

    def get_examples(self) -> list[OpenApiExample]:
        """Return the recorded request and response of the operation from `examples.json`; of a list one row.

        A 200 for something that exists already looks like the 201 for something created.
        """
        example = _examples().get(f"{self.method} {self.path.removeprefix('/api/v1/')}", {})
        found = []
        if "request" in example:
            found.append(OpenApiExample("Request", example["request"], request_only=True))
        if "response" in example:
            codes = ["200", "201"] if example["status"] == 201 else [str(example["status"])]
            found.append(OpenApiExample("Answer", example["response"], response_only=True, status_codes=codes))
        return found

    def get_tags(self) -> list[str]:
        """Return the first segment of the path: operations are grouped by it."""
        return [self.path.removeprefix("/api/v1/").partition("/")[0]]

"""`If-Match` and `ETag`: the version that a change is made upon, and the one that an answer shows."""

import re

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from travelagent.api.problems import wrong_field

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the version that the change is made upon."
)
ETAG = OpenApiParameter("ETag", str, OpenApiParameter.HEADER, response=True, description="The version.")
_VERSION_TAG = re.compile(r'\s*(?:W/)?"(\d{1,9})"\s*')


def etag(version: int) -> str:
    """Return the `ETag` of a version number."""
    return f'"{version}"'


def base_version(request: Request) -> int | None:
    """Return the version that `If-Match` names; None without the header or for `*`. Raises Problem."""
    given = request.headers.get("If-Match")
    if given is None or given.strip() == "*":
        return None
    tag = _VERSION_TAG.fullmatch(given)
    if tag is None:
        raise wrong_field("If-Match", _("An ETag of this trip, such as %(example)s.") % {"example": '"3"'})
    return int(tag[1])

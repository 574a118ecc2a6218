"""The schema of the API, made once in each form and language: anybody may ask for it, and making it takes a second."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request


class Schema(SpectacularAPIView):
    """The OpenAPI schema, cached by form and language."""

    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return OpenAPI 3, as YAML or JSON by `Accept`."""
        renderer = request.accepted_renderer
        form: Any = type(renderer)
        text = _rendered(form, translation.get_language())
        return HttpResponse(text, content_type=str(renderer.media_type))


@cache
def _rendered(renderer: Any, language: str | None) -> bytes | str:
    with translation.override(language):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        text: bytes | str = renderer().render(schema)
    return text

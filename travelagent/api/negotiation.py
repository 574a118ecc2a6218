"""Which form an answer takes, by the `Accept` header with its q-values (RFC 9110, 12.5.1)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http.request import MediaType
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

MOST_RANGES = 64


class ByQuality(DefaultContentNegotiation):
    """The form of the highest quality, of two alike the first; DRF's own negotiation passes over q-values."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer of the highest quality in `Accept`, and its media type. Raises NotAcceptable (406)."""
        accepted = [MediaType(part) for part in request.headers.get("Accept", "").split(",") if part.strip()]
        for media_range in accepted:
            media_range.params.pop("charset", None)  # every text is in UTF-8, which is what anybody asks for
        best = max(renderers, key=lambda renderer: _quality(renderer, accepted[:MOST_RANGES]))
        if not _quality(best, accepted[:MOST_RANGES]):
            raise NotAcceptable(available_renderers=list(renderers))
        return best, str(best.media_type)


def _quality(renderer: BaseRenderer, accepted: Sequence[Any]) -> float:
    """Return the quality of a media type, 0 to 1: that of the most specific range that matches it."""
    if not accepted:
        return 1.0
    offered = MediaType(renderer.media_type)
    matching = [media_range for media_range in accepted if offered.match(media_range)]
    return float(max(matching, key=lambda media_range: media_range.specificity).quality) if matching else 0.0

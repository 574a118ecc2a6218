"""What the APIs of MediaWiki sites have in common: errors that come with status 200."""

from collections.abc import Mapping
from typing import Any

from travelagent.providers.calls import UnusableAnswer
from travelagent.providers.failures import ProviderError, RateLimited
from travelagent.providers.services import Service

MAXLAG_S = 5
"""The lag of the site's databases above which it is to refuse, as its etiquette asks."""


def check_errors(service: Service, answer: Mapping[str, Any]) -> None:
    """Raise for an answer that is an error: ProviderError where the site asks to wait, else UnusableAnswer."""
    if (error := answer.get("error")) is None:
        return
    if error.get("code") in ("maxlag", "ratelimited"):
        raise ProviderError(RateLimited(service.title, float(MAXLAG_S)))
    raise UnusableAnswer(f"error {error.get('code')}"[:120])

"""A town that the catalogue does not have is fetched, planned, and told with its source; or why it is not to be had."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.assistant.asking import Memory, conversed
from tests.support.public_services.server import PublicServices
from travelagent.briefs.at_hand import TripAtHand
from travelagent.catalog import additions, overlay, source
from travelagent.providers.gate import forget_hosts

TOWN = "ljubljana"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def services(settings: Any) -> Iterator[PublicServices]:
    with PublicServices().serving() as found:
        settings.PROVIDERS = True
        settings.PROVIDER_ADDRESSES = found.addresses
        forget_hosts()
        yield found
    forget_hosts()
    for place in tuple(source.additions()):
        additions.remove(place)
    overlay.refresh()


def asked(text: str) -> Any:
    return conversed(text, Memory(), TripAtHand())

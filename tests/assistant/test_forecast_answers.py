"""`ask_plan` looks up the kept forecast for questions about the weather, cites it, and waits for nothing."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from agent_core.tools import ToolContext, ToolResult
from tests.support.public_services.server import PublicServices
from tests.support.public_services.switched import switched_on
from tests.support.waiting import wait_for_idle_services, waited_for
from travelagent.assistant.tools.ask_plan import ask_plan
from travelagent.briefs.at_hand import TripAtHand

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def services(settings: Any) -> Iterator[PublicServices]:
    """The weather service on this machine."""
    with switched_on(settings) as found:
        yield found


def ask(topic: str, locale: str, on: date) -> ToolResult:
    given = ask_plan.validated({"topic": topic, "about": ["Kyoto"], "dates": [on.isoformat()]}, {"trip": TripAtHand})
    found = ask_plan.function(**given, context=ToolContext("run", "call", locale, lambda fraction, note: None))
    assert isinstance(found, ToolResult)
    return found


@pytest.mark.parametrize("topic", ["weather", "rain"])
def test_the_second_question_has_the_forecast_and_cites_it(services: PublicServices, topic: str) -> None:
    wet = datetime.now(UTC).date() + timedelta(days=1)
    first = ask(topic, "en", wet)
    assert "93%" not in first.value["text"]
    waited_for(lambda: services.requests["open_meteo"] > 0)
    wait_for_idle_services()

    reply = ask(topic, "en", wet)
    assert "93% chance of rain" in reply.value["text"]
    assert (reply.sources[0].url, reply.sources[0].licence) == ("https://open-meteo.com/", "CC BY 4.0")
    assert "降水概率 93%" in ask(topic, "zh", wet).value["text"]


@pytest.mark.parametrize("fault", ["slow", "html", "error"])
def test_a_failing_service_leaves_the_climate(services: PublicServices, fault: Any) -> None:
    services.faults["open_meteo"] = fault
    reply = ask("weather", "en", datetime.now(UTC).date())
    assert "averages" in reply.value["text"]
    assert not any("open-meteo" in source.url for source in reply.sources)


def test_other_topics_ask_no_service(services: PublicServices) -> None:
    ask("food", "en", datetime.now(UTC).date())
    assert not services.requests

"""Each client of another server, at one whose answers are some kB that would become 256 MB: none unpacks them."""

import gzip
from collections.abc import Awaitable, Callable, Iterator

import pytest

from agent_core.messages import HumanMessage
from agent_core.model import ModelError, ModelRequest
from agent_core.models.openai import OpenAIModel
from tests.support.local_server import LocalServer
from tests.support.memory import most_memory
from travelagent.assistant.local_servers import list_models
from travelagent.assistant.remote.connection import connected
from travelagent.mcp_settings import McpServer
from travelagent.pictures.commons import Commons, CommonsError, Sought
from travelagent.plans.values import LocalizedText, Point
from travelagent.providers.failures import ProviderError, TooLarge
from travelagent.providers.http import Limits, Request, fetch
from travelagent.travel.routing import Osrm, RoutedLegs, Valhalla

SWOLLEN = 256_000_000
MOST_BYTES = 60_000_000
"""A few times the largest answer that any client takes, and what importing its library may cost."""
NAME = LocalizedText("Service", "服务")
POINTS = tuple(Point(NAME, lat, 11.0) for lat in (48.0, 48.5))
SECONDS = 20.0


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    packed = gzip.compress(b" " * SWOLLEN, 1)
    with LocalServer({"*": packed}, headers={"content-encoding": "gzip"}).serving() as server:
        yield f"http://127.0.0.1:{server.port}"


async def ask_service(url: str) -> None:
    with pytest.raises(ProviderError) as refused:
        fetch(NAME, Request(url, is_own=True), Limits(SECONDS))
    assert isinstance(refused.value.failure, TooLarge)


async def ask_commons(url: str) -> None:
    with pytest.raises(CommonsError):
        Commons(url, url, "ops@travel.example").find(Sought("Gold", 35.0, 135.7, 1500), SECONDS)


async def ask_osrm(url: str) -> None:
    assert RoutedLegs(Osrm(url), seconds=SECONDS).matrix(POINTS, "medium").estimated.all()


async def ask_valhalla(url: str) -> None:
    assert RoutedLegs(Valhalla(url), seconds=SECONDS).matrix(POINTS, "medium").estimated.all()


async def ask_model(url: str) -> None:
    model = OpenAIModel("any", api_key="none", base_url=f"{url}/v1", direct=True)
    with pytest.raises(ModelError):
        [chunk async for chunk in model.stream(ModelRequest((HumanMessage("hi"),)))]
    await model.aclose()


async def ask_local_models(url: str) -> None:
    assert await list_models([int(url.rpartition(":")[2])]) == {}


async def ask_mcp(url: str) -> None:
    with pytest.raises(ExceptionGroup) as failed:
        async with connected(McpServer("any", ("tool",), url=f"{url}/mcp", timeout_s=SECONDS)):
            raise AssertionError("connected")
    assert "TooLarge" in repr(failed.value)


CLIENTS: dict[str, Callable[[str], Awaitable[None]]] = {
    "a service": ask_service,
    "Commons": ask_commons,
    "OSRM": ask_osrm,
    "Valhalla": ask_valhalla,
    "a model": ask_model,
    "models of this machine": ask_local_models,
    "MCP": ask_mcp,
}


@pytest.mark.parametrize("client", CLIENTS)
async def test_an_answer_that_swells_is_not_unpacked(client: str, url: str) -> None:
    with most_memory(MOST_BYTES):
        await CLIENTS[client](url)

"""A2A on PostgreSQL with two servers and a worker: a task is the same one, whichever server is asked."""

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.cluster import Cluster

pytestmark = [pytest.mark.services, pytest.mark.full]

SECONDS = 120


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, str]]:
    cluster = Cluster(tmp_path_factory.mktemp("scaled"), workers=1)
    try:
        yield cluster, cluster.start()
    finally:
        cluster.close()


@pytest.fixture
def urls(running: tuple[Cluster, str]) -> list[str]:
    return [f"{server.url}/a2a" for server in running[0].web]


@pytest.fixture
async def http(running: tuple[Cluster, str]) -> Any:
    headers = {"Authorization": f"Bearer {running[1]}", "A2A-Version": "1.0"}
    async with httpx.AsyncClient(headers=headers, timeout=SECONDS) as http:
        yield http


def message_body(text: str, *, at_once: bool = False, **more: str) -> dict[str, Any]:
    message = {"messageId": uuid4().hex, "role": "ROLE_USER", "parts": [{"text": text}], **more}
    return {"message": message, "configuration": {"returnImmediately": at_once}}


async def test_one_server_asks_and_another_is_answered(http: httpx.AsyncClient, urls: list[str]) -> None:
    first, second = urls
    waiting = (await http.post(f"{first}/message:send", json=message_body("plan and save"))).json()["task"]
    assert waiting["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
    listed = await http.get(f"{second}/tasks", params={"status": "TASK_STATE_INPUT_REQUIRED"})
    assert waiting["id"] in {task["id"] for task in listed.json()["tasks"]}
    answered = await http.post(f"{second}/message:send", json=message_body("yes", taskId=waiting["id"]))
    assert answered.json()["task"]["status"]["state"] == "TASK_STATE_COMPLETED"

    declined = (await http.post(f"{second}/message:send", json=message_body("plan and save"))).json()["task"]
    answered = await http.post(f"{first}/message:send", json=message_body("no", taskId=declined["id"]))
    assert answered.json()["task"]["status"]["state"] == "TASK_STATE_CANCELED"
    for state, task in (("COMPLETED", waiting), ("CANCELED", declined)):
        page = (await http.get(f"{first}/tasks", params={"status": f"TASK_STATE_{state}"})).json()
        assert [each["id"] for each in page["tasks"]] == [task["id"]]


async def test_the_same_message_to_both_is_one_task(http: httpx.AsyncClient, urls: list[str]) -> None:
    same = message_body("plan", at_once=True)
    answers = await asyncio.gather(*(http.post(f"{url}/message:send", json=same) for url in urls * 4))
    assert {answer.status_code for answer in answers} <= {200, 400}
    assert len({answer.json()["task"]["id"] for answer in answers if answer.status_code == 200}) == 1
    assert (await http.get(f"{urls[0]}/tasks/run_%00")).status_code == 400

"""Every page in every state: for everybody, at any width and in any light, no word forgotten.

A share of the scenes is played, each in the language, width and theme that its name draws; with `--full` every scene in
all of them. A visitor goes from one scene to the next.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.scene_faults import LOOKS, Servers, faults, room_of, stage_of, walk_room
from tests.browser.scenes import SCENES
from tests.browser.scenes.stage import LANGUAGES
from tests.support.server import Server

pytestmark = pytest.mark.browser

ROOMS = ("account", "admin", "explore", "trip", "together")
"""Those of the conversation are in test_every_scene_of_a_conversation.py."""


@pytest.fixture
def servers(offline_server: Server, scripted_server: Server) -> Servers:
    return Servers(offline_server, scripted_server)


def test_each_scene_is_in_a_room() -> None:
    assert {room_of(scene) for scene in SCENES.values()} == {*ROOMS, "chat", "chat_trouble"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_the_scenes_of_a_room(
    browser: Browser, servers: Servers, saved: dict[str, Any], room: str, language: str, subtests: pytest.Subtests
) -> None:
    errors: list[str] = []
    with stage_of(browser, servers, saved, language, errors) as stage:
        walk_room(room, stage, errors, subtests)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.full
def test_a_scene_in_every_look(
    browser: Browser, servers: Servers, saved: dict[str, Any], name: str, language: str
) -> None:
    errors: list[str] = []
    with stage_of(browser, servers, saved, language, errors) as stage:
        found = faults(SCENES[name], stage, errors, [*LOOKS], walk=True)
    assert not found, "\n".join(found)

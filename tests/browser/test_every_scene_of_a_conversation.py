"""The chat page in every state, each in one language, width and theme: see test_every_scene.py."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.scene_faults import Servers, stage_of, walk_room
from tests.browser.scenes.stage import LANGUAGES
from tests.support.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ["chat", "chat_trouble"])
def test_the_scenes_of_a_room(
    browser: Browser,
    offline_server: Server,
    scripted_server: Server,
    saved: dict[str, Any],
    room: str,
    language: str,
    subtests: pytest.Subtests,
) -> None:
    errors: list[str] = []
    with stage_of(browser, Servers(offline_server, scripted_server), saved, language, errors) as stage:
        walk_room(room, stage, errors, subtests)

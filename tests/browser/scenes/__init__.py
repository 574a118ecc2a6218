"""Every page of the product in every state that a person may meet it in, each played in a real Chromium.

One register for all who must see everything: the pictures of `make screenshots`, the accessibility of each state, and
the language of every word on it.
"""

from tests.browser.scenes import account, admin, chat, chat_trouble, explore, together, trip
from tests.browser.scenes.stage import SCENES, Scene, Stage

__all__ = ["SCENES", "Scene", "Stage", "account", "admin", "chat", "chat_trouble", "explore", "together", "trip"]

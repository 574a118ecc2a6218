"""What operators see."""

from tests.browser.scenes.chat import PLAN
from tests.browser.scenes.stage import Stage, scene

OPERATOR, PASSWORD = "operator", "a long walk in the rain"
DJANGOS_STYLE = "Applying inline style"
"""Django's own forms try to, and the policy refuses it; nothing of them is lost."""
MAKE = (
    "from travelagent.accounts.models import User\n"
    f"known = User.objects.filter(username={OPERATOR!r}).exists()\n"
    f"known or User.objects.create_superuser({OPERATOR!r}, '', {PASSWORD!r})"
)


@scene()
def login(stage: Stage) -> None:
    stage.go("/admin/")


@scene()
def index(stage: Stage) -> None:
    _opened(stage, "")


@scene()
def runs(stage: Stage) -> None:
    _opened(stage, "chat/run/")


@scene(DJANGOS_STYLE)
def timeline(stage: Stage) -> None:
    _opened(stage, "chat/run/")
    stage.page.locator("#result_list tbody th a").first.click()
    stage.page.locator(".timeline").wait_for()


@scene()
def usage(stage: Stage) -> None:
    _opened(stage, "usage/")


@scene(DJANGOS_STYLE)
def tools(stage: Stage) -> None:
    _opened(stage, "chat/toolsetting/")


@scene()
def feedback(stage: Stage) -> None:
    _opened(stage, "chat/feedback/")


def _opened(stage: Stage, path: str) -> None:
    """A page of the admin, with a run to be read there."""
    stage.asked(*PLAN)
    stage.offline.manage("shell", "-v", "0", "-c", MAKE)
    page = stage.go(f"/admin/{path}")
    page.locator("[name=username]").fill(OPERATOR)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[type=submit]").click()
    page.wait_for_load_state()

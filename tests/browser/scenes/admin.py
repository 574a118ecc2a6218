"""What operators see."""

from tests.browser.scenes.chat import PLAN
from tests.browser.scenes.stage import Stage, scene
from tests.browser.staffed import OPERATOR, PASSWORD
from tests.support.server import Server

DJANGOS_STYLE = "Applying inline style"
"""Django's own forms try to, and the policy refuses it; nothing of them is lost."""
MAKE = f"from travelagent.accounts.models import User\nUser.objects.create_superuser({OPERATOR!r}, '', {PASSWORD!r})"


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
    page = stage.go(f"/admin/{path}")
    if not page.locator("[name=password]").count():
        return
    stage.answered_page(*PLAN)
    _make_operator(stage.offline)
    stage.go(f"/admin/{path}")
    page.locator("[name=username]").fill(OPERATOR)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[type=submit]").click()
    page.wait_for_load_state()


def _make_operator(server: Server) -> None:
    """Make the account, once a server: a command takes as long to start as the server itself."""
    made = server.data_dir / OPERATOR
    if not made.exists():
        server.manage("shell", "-v", "0", "-c", MAKE)
        made.touch()

"""Signing in, the account and what is remembered."""

from uuid import uuid4

from tests.browser.scenes.stage import Stage, scene

PASSWORD = "a long walk in the rain"


@scene()
def signed_out(stage: Stage) -> None:
    stage.go("/account/")


@scene()
def sign_up(stage: Stage) -> None:
    stage.go("/account/signup/")


@scene()
def sign_up_refused(stage: Stage) -> None:
    _submit(stage, "/account/signup/", username="a", password1="12345", password2="12346")


@scene()
def sign_in(stage: Stage) -> None:
    stage.go("/account/login/")


@scene()
def sign_in_refused(stage: Stage) -> None:
    _submit(stage, "/account/login/", login="nobody", password="wrong")


@scene("429")
def locked(stage: Stage) -> None:
    name = f"n{uuid4().hex[:8]}"
    stage.go("/account/login/")
    while stage.page.locator("[name=login]").count():
        _send(stage, login=name, password="wrong")


@scene()
def forgotten_password(stage: Stage) -> None:
    stage.go("/account/password/reset/")


@scene()
def memories_empty(stage: Stage) -> None:
    stage.go("/memories/")


@scene()
def memories_filled(stage: Stage) -> None:
    stage.answered_page("Remember that I don't eat spicy food", "记住我不吃辣")
    stage.go("/memories/")
    stage.seen("memory")


@scene("404")
def no_such_page(stage: Stage) -> None:
    stage.go("/no/such/page")


@scene()
def signed_in(stage: Stage) -> None:
    _signed_up(stage)
    stage.go("/account/")


@scene()
def change_password(stage: Stage) -> None:
    _signed_up(stage)
    stage.go("/account/password/change/")


@scene()
def sign_out(stage: Stage) -> None:
    _signed_up(stage)
    stage.go("/account/logout/")


def _signed_up(stage: Stage) -> None:
    """Sign up, unless an earlier scene has done so."""
    stage.go("/account/logout/")
    if not stage.page.url.endswith("/account/logout/"):
        _submit(stage, "/account/signup/", username=f"n{uuid4().hex[:8]}", password1=PASSWORD, password2=PASSWORD)


def _submit(stage: Stage, path: str, **fields: str) -> None:
    stage.go(path)
    _send(stage, **fields)


def _send(stage: Stage, **fields: str) -> None:
    """Fill in the form of the page and send it."""
    page = stage.page
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("main form [type=submit], main form button").last.click()
    page.wait_for_load_state()

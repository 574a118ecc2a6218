"""A page used with the keyboard alone: to a control with Tab or Shift+Tab, never by a mouse and never by a script."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

MOST_STOPS = 400
HOLDS = "(all) => all.includes(document.activeElement)"


def tab_to(page: Page, control: Locator, *, back: bool = False) -> None:
    """Go on until the control, or one of those that the locator finds, has the focus."""
    expect(control.first).to_be_attached(timeout=30_000)
    for _ in range(MOST_STOPS):
        if control.evaluate_all(HOLDS):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"{control} is not reached by keyboard")


def enter_on(page: Page, control: Locator, *, back: bool = False) -> None:
    """Go to the control and press it."""
    tab_to(page, control, back=back)
    page.keyboard.press("Enter")


def focused(page: Page) -> str:
    """The test id of what has the focus; empty where it has none."""
    found: str = page.evaluate("() => document.activeElement.dataset.testid ?? ''")
    return found


COMPOSE = """(field, [text, last]) => {
  const tell = ([type, init]) => field.dispatchEvent(
    new (type.startsWith("key") ? KeyboardEvent : CompositionEvent)(type, {bubbles: true, cancelable: true, ...init}));
  tell(["compositionstart", {}]);
  field.value = text;
  field.dispatchEvent(new InputEvent("input", {bubbles: true, isComposing: true}));
  [...last, ["keyup", {key: "Enter"}]].forEach(tell);
}"""


def compose(page: Page, text: str) -> None:
    """Write the text as an input method does: its letters are composed, Enter is pressed, and the word stands there."""
    line = page.context.new_cdp_session(page)
    letters = "jing'du"
    line.send(
        "Input.imeSetComposition", {"text": letters, "selectionStart": len(letters), "selectionEnd": len(letters)}
    )
    for kind in ("rawKeyDown", "keyUp"):
        line.send(
            "Input.dispatchKeyEvent", {"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
        )
    line.send("Input.insertText", {"text": text})


def compose_in(field: Locator, text: str, last: list[list[Any]]) -> None:
    """Write the text into the field with the events of a composition, of which `last` are the browser's last ones."""
    field.evaluate(COMPOSE, [text, last])

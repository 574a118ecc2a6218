"""A page used with the keyboard alone: to a control with Tab or Shift+Tab, never by a mouse and never by a script."""

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

"""The socket's events of a run, let through to the page one part after the other, however quick the server is."""

from playwright.sync_api import BrowserContext, Page

HOLD = """() => {
  const held = (window.heldEvents = []);
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      window.line = this;
    }
    addEventListener(type, listener, ...more) {
      const take = (message) => {
        const {seq, type: kind} = JSON.parse(message.data);
        if (seq) held.push({kind, pass: () => listener(message)});
        else listener(message);
      };
      super.addEventListener(type, type === "message" ? take : listener, ...more);
    }
  };
}"""
PASS = """kind => {
  const held = window.heldEvents;
  const until = held.findIndex((event) => event.kind === kind);
  for (const event of held.splice(0, until + 1)) event.pass();
}"""


def hold(context: BrowserContext) -> None:
    """Hold the events back on every page that the context opens from now on."""
    context.add_init_script(f"({HOLD})()")


def break_line(page: Page) -> None:
    """Close the page's socket under it."""
    page.evaluate("() => window.line.close()")


def let_through(page: Page, kind: str) -> None:
    """Wait for the next event of that type, then give the page all up to it, at once."""
    page.wait_for_function("kind => window.heldEvents.some((event) => event.kind === kind)", arg=kind)
    page.evaluate(PASS, kind)

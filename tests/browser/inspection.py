"""What everybody needs of a page, measured on it: width, targets to press, the focus seen and in order, language."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

OVERFLOW = """() => {
  const {scrollWidth, clientWidth} = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = (each) => each.getBoundingClientRect().right > clientWidth + 1;
  const wide = [...document.body.querySelectorAll("*")].filter(beyond);
  return [`${scrollWidth} px in ${clientWidth}`, ...wide.slice(0, 5).map((each) => each.outerHTML.slice(0, 120))];
}"""

# A control that is shown as something else (a file field in its label) is as large as that; a link in a sentence is as
# large as its words, which WCAG 2.5.8 excepts.
SMALL = """(least) => {
  const controls = "a[href], button, input, select, textarea, summary, [role=button]";
  const inSentence = (each) => each.matches("a") && getComputedStyle(each).display === "inline"
    && each.parentElement.textContent.trim() !== each.textContent.trim();
  const area = (each) => {
    const label = each.matches("input") && each.closest("label");
    return (label || each).getBoundingClientRect();
  };
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !inSentence(each)
      && !each.matches("[type=hidden], .skip, :disabled"))
    .map((each) => [each, area(each)])
    .filter(([, {width, height}]) => width < least - 0.1 || height < least - 0.1)
    .map(([each, {width, height}]) => `${width.toFixed(0)}×${height.toFixed(0)}: ${each.outerHTML.slice(0, 120)}`);
}"""

# Noted whenever Tab comes up: where the focus is, and whether it is on nothing, without a ring, behind something, or
# before where it was. `ended`: the focus was on nothing for the second time, or where it had been first.
STOPS = """() => {
  const walk = (window.walk = {faults: [], ended: false});
  let first, before = null, turns = 0;
  const ringed = (each) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(each);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const stop = () => {
    const at = document.activeElement;
    if (walk.ended) return;
    if (at === document.body || at === null) {
      before = null;
      walk.ended = ++turns === 2;
      return;
    }
    if (at === first) {
      walk.ended = true;
      return;
    }
    const faults = [];
    const around = [at, at.parentElement, at.parentElement?.parentElement].filter(Boolean);
    const onItsClock = at.matches("[type=time], [type=date]") && !at.matches(":focus-visible");  // ringed by Chromium
    if (!onItsClock && !around.some(ringed)) faults.push("no ring");
    const {x, y, width, height} = at.getBoundingClientRect();
    const shown = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([right, down]) => {
      const hit = document.elementFromPoint(x + width * right, y + height * down);
      return hit !== null && (at.contains(hit) || hit.contains(at) || hit.closest("label")?.contains(at));
    });
    if (!shown) faults.push("hidden");
    const back = before?.isConnected && (at.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (back) faults.push("backwards");
    first ??= at;
    before = at;
    walk.faults.push(...faults.map((fault) => `${fault}: ${at.outerHTML.slice(0, 120)}`));
  };
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  addEventListener("keyup", stop, {capture: true});
  walk.leave = () => removeEventListener("keyup", stop, {capture: true});
}"""
MOST_STOPS = 800
AT_ONCE = 20
"""Stops between two looks at what was noted."""

# What a tool was given and gave back is shown as it is, in both languages at once.
UNTOLD = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const host = walk.currentNode.parentElement;
    if (host.matches("script, style, template, pre") || !/\\p{Script=Han}/u.test(walk.currentNode.data)) continue;
    if (!host.closest("[lang]").lang.startsWith("zh")) found.push(host.outerHTML.slice(0, 160));
  }
  return found;
}"""


def overflow(page: Page) -> list[str]:
    """What is wider than the window; empty for a page that scrolls in one direction only."""
    found: list[str] = page.evaluate(OVERFLOW)
    return found


def small_targets(page: Page, least_px: int = 24) -> list[str]:
    """What is pressed and is smaller than that (WCAG 2.5.8)."""
    found: list[str] = page.evaluate(SMALL, least_px)
    return found


def bad_stops(page: Page) -> list[str]:
    """Go once around with Tab: the stops that show no focus, that are hidden, or that come before the one before."""
    page.evaluate(STOPS)
    for _ in range(0, MOST_STOPS, AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        walk: dict[str, Any] = page.evaluate("() => ({faults: window.walk.faults, ended: window.walk.ended})")
        if walk["ended"]:
            page.evaluate("() => window.walk.leave()")
            return list(walk["faults"])
    return [*walk["faults"], f"no end after {MOST_STOPS} stops"]


def untold_chinese(page: Page) -> list[str]:
    """Chinese words that a screen reader would read by the rules of another language."""
    found: list[str] = page.evaluate(UNTOLD)
    return found


# Fields and what is switched on are told by an edge of their own or of the box they are in.
UNFRAMED = """() => {
  const fields = "input:not([type=hidden], .sr), select, textarea";
  const controls = `${fields}, .button, .chip, .send, [aria-pressed=true], [aria-current=true]`;
  const edged = (each) => {
    const {borderTopStyle, borderTopWidth, outlineStyle} = getComputedStyle(each);
    return (borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1) || outlineStyle !== "none";
  };
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.checkVisibility({visibilityProperty: true}) && !edged(each) && !edged(each.parentElement))
    .map((each) => each.outerHTML.slice(0, 120));
}"""


def unframed_controls(page: Page) -> list[str]:
    """The controls that nobody sees once the system takes the backgrounds away."""
    found: list[str] = page.evaluate(UNFRAMED)
    return found


def tree(page: Page) -> list[tuple[str, str, int]]:
    """Return the accessibility tree in reading order: role, name, and the level of a heading or 0."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    known = {node["nodeId"]: node for node in nodes}

    def read(node: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
        if not node["ignored"]:
            yield _value(node, "role"), _value(node, "name"), _level(node)
        for child in node.get("childIds", []):
            if child in known:
                yield from read(known[child])

    return list(read(nodes[0]))


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))


def _level(node: dict[str, Any]) -> int:
    found = [each["value"]["value"] for each in node.get("properties", []) if each["name"] == "level"]
    return int(found[0]) if found else 0


BROKEN_WORDS = """() => {
  const broken = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const {currentNode: node} = texts;
    const word = node.data.trim();
    if (!/^\\p{Script=Han}{2,4}$/u.test(word) || node.parentElement.childNodes.length > 1) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].filter(({width}) => width > 1).map(({top}) => Math.round(top)));
    if (lines.size > 1) broken.push(word);
  }
  return broken;
}"""


def broken_words(page: Page) -> list[str]:
    """Words of two to four Chinese characters that stand alone in their place and still do not keep to one line."""
    found: list[str] = page.evaluate(BROKEN_WORDS)
    return found

"""What a screen reader would speak of a page while it changes, and where the focus goes, as a transcript.

It follows what the readers have in common: a live region is spoken once it has come to rest, politely or at once; what
stands in a region when that itself appears is spoken of an alert only; what is hidden or behind a modal dialog is not
there. A text that was to be spoken and is not has a mark of its own in the transcript.
"""

from playwright.sync_api import BrowserContext, Page

LISTEN = """() => {
  const LIVE = "[aria-live], [role=status], [role=alert], [role=log], output";
  const REST_MS = 30;
  const said = (window.said = []);
  const pending = new Map();
  const isAlert = (region) => region.matches("[role=alert]");
  const isAtomic = (region) => region.matches("[role=alert], [role=status], output, [aria-atomic=true]");
  const isHeard = (region, born) => isThere(region) && (!born || isAlert(region));
  const manner = (region) => region.getAttribute("aria-live") ?? (isAlert(region) ? "assertive" : "polite");
  const isThere = (node) => {
    const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
    return node.isConnected && node.checkVisibility({visibilityProperty: true})
      && !node.closest("[aria-hidden=true], [inert]") && (!modal || modal.contains(node));
  };
  const words = (node) => (node.innerText ?? node.data ?? "").replace(/\\s+/g, " ").trim();
  const speak = (region) => {
    const {added, born} = pending.get(region);
    pending.delete(region);
    if (manner(region) === "off") return;
    const parts = isAtomic(region) ? [region] : [...added].filter((each) => each.isConnected);
    const text = parts.map(words).join(" ");
    if (text) said.push(`${isHeard(region, born) ? manner(region) : "unheard"}: ${text}`);
  };
  const change = (region, nodes = [], born = false) => {
    const known = pending.get(region) ?? {added: new Set(), born, timer: 0};
    clearTimeout(known.timer);
    for (const node of nodes) known.added.add(node);
    known.timer = setTimeout(speak, REST_MS, region);
    pending.set(region, known);
  };
  const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
  const noted = ({type, target, addedNodes}) => {
    const region = elementOf(target)?.closest(LIVE);
    if (type === "attributes") {
      const shown = target.matches(LIVE) ? [target] : [...target.querySelectorAll(LIVE)];
      const told = target.hidden ? [] : shown.filter(words);
      for (const each of told) change(each, each.childNodes, !pending.has(each));
      return;
    }
    if (region) change(region, type === "characterData" ? [target] : addedNodes);
    for (const node of addedNodes) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const born = [node, ...node.querySelectorAll(LIVE)].filter((each) => each.matches(LIVE) && words(each));
      for (const each of born) change(each, each.childNodes, true);
    }
  };
  const observe = () => new MutationObserver((records) => records.forEach(noted)).observe(document.documentElement,
    {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"]});
  if (document.documentElement) observe();
  else document.addEventListener("readystatechange", observe, {once: true});
  document.addEventListener("focusin", ({target}) => {
    const name = target.getAttribute("aria-label") ?? target.labels?.[0]?.innerText ?? words(target);
    said.push(`focus: ${name.trim()}`);
  });
}"""


def listen(context: BrowserContext) -> None:
    """Record the announcements on every page that the context opens from now on."""
    context.add_init_script(f"({LISTEN})()")


def forget(page: Page) -> None:
    """Begin the transcript anew."""
    page.evaluate("() => { window.said.length = 0; }")


def transcript(page: Page, least: int = 0) -> list[str]:
    """Return the page's announcements, once there are at least so many: `polite: …`, `assertive: …`, `focus: …`."""
    page.wait_for_function("least => window.said.length >= least", arg=least)
    lines: list[str] = page.evaluate("() => window.said")
    return lines

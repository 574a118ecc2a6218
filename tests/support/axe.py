"""axe-core in a page: what breaks the Web Content Accessibility Guidelines 2.2, levels A and AA."""

import pytest
from playwright.sync_api import Page

from tests.support.server import ROOT

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const {violations} = await axe.run(document, {runOnly: tags});
  return violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html.slice(0, 160)).join(" | ")}`);
}"""


def violations(page: Page) -> list[str]:
    """The broken rules with the elements that break them; skips the test where axe-core is not installed."""
    if not SOURCE.exists():
        pytest.skip("axe-core is not installed (npm ci)")
    page.evaluate(SOURCE.read_text())
    found: list[str] = page.evaluate(RUN)
    return found

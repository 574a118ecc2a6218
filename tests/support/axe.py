"""axe-core in a page: what breaks the Web Content Accessibility Guidelines 2.2, levels A and AA."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.support.server import ROOT

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (excepted) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const {violations} = await axe.run(document, {runOnly: tags});
  const counts = (id) => ({target}) => !excepted.some(([rule, where]) => rule === id && where === target.join(" "));
  return violations.map(({id, nodes}) => [id, nodes.filter(counts(id))]).filter(([, nodes]) => nodes.length)
    .map(([id, nodes]) => `${id}: ${nodes.map(({html}) => html.slice(0, 160)).join(" | ")}`);
}"""


def violations(page: Page, excepted: Sequence[tuple[str, str]] = ()) -> list[str]:
    """The broken rules with the elements that break them, without those that are `excepted`: pairs of a rule's id and
    an element's selector. Skips the test where axe-core is not installed.
    """
    if not SOURCE.exists():
        pytest.skip("axe-core is not installed (npm ci)")
    page.evaluate(SOURCE.read_text())
    found: list[str] = page.evaluate(RUN, list(excepted))
    return found

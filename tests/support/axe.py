"""axe-core in a page: what breaks the Web Content Accessibility Guidelines 2.2, levels A and AA."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.support.server import ROOT

SOURCE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (excepted) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const {violations} = await axe.run(document, {runOnly: tags});
  const stillSmall = async ({target}) => {  // a control that was half under a bar is measured again in the open
    const control = document.querySelector(target[0]);
    control.scrollIntoView({block: "center", behavior: "instant"});
    return (await axe.run(control, {runOnly: {type: "rule", values: ["target-size"]}})).violations.length > 0;
  };
  const counts = (id) => ({target}) => !excepted.some(([rule, where]) => rule === id && where === target.join(" "));
  const found = [];
  for (const {id, nodes} of violations) {
    const real = [];
    for (const node of nodes.filter(counts(id))) if (id !== "target-size" || await stillSmall(node)) real.push(node);
    if (real.length) found.push([id, real]);
  }
  return found.map(([id, nodes]) => `${id}: ${nodes.map(({html}) => html.slice(0, 160)).join(" | ")}`);
}"""


def violations(page: Page, excepted: Sequence[tuple[str, str]] = ()) -> list[str]:
    """The broken rules with the elements that break them, without those that are `excepted`: pairs of a rule's id and
    an element's selector. Skips the test where axe-core is not installed.
    """
    if not SOURCE.exists():
        pytest.skip("axe-core is not installed (npm ci)")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SOURCE.read_text())
    found: list[str] = page.evaluate(RUN, list(excepted))
    return found

"""The page for operators lists every duty with its period."""

import re

from django.conf import settings

from tests.docs.renew import DOCS

ROW = re.compile(r"^\| `(\w+)` \| (\d+) (s|min|h) \|", re.MULTILINE)
SECONDS = {"s": 1, "min": 60, "h": 3600}


def test_every_duty_is_listed_with_its_period() -> None:
    page = (DOCS / "operations.md").read_text("utf-8")
    section = page.partition("## Duties")[2].partition("\n## ")[0]
    assert {name: int(number) * SECONDS[unit] for name, number, unit in ROW.findall(section)} == settings.DUTIES

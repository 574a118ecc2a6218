"""Every setting that the environment can give stands on the page of the settings, and no other."""

import re

from tests.support.server import ROOT

READ = re.compile(r"(?:env\.\w+|_choice|_at_least)\(\s*\"([A-Z][A-Z_]+)\"")
NAMED = re.compile(r"`([A-Z][A-Z_]+)`")


def test_the_page_names_what_the_settings_read() -> None:
    modules = ("settings.py", "provider_settings.py", "storage_settings.py", "mcp_settings.py")
    source = "".join((ROOT / "travelagent" / module).read_text(encoding="utf-8") for module in modules)
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    named = {name for row in page.splitlines() if row.startswith("|") for name in NAMED.findall(row.split("|")[1])}

    assert named == set(READ.findall(source))

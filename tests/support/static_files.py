"""One list of the static files a process, in place of one for every test client that is made."""

from typing import Any

import pytest
from whitenoise.base import WhiteNoise

_files: dict[tuple[str, str], dict[str, Any]] = {}


def install(patch: pytest.MonkeyPatch) -> None:
    """Let WhiteNoise read and digest each folder once; the collected files do not change during a run."""
    read = WhiteNoise.update_files_dictionary

    def update_files_dictionary(self: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in _files:
            before = dict(self.files)
            read(self, root, prefix)
            _files[root, prefix] = {url: file for url, file in self.files.items() if before.get(url) is not file}
        self.files.update(_files[root, prefix])

    patch.setattr(WhiteNoise, "update_files_dictionary", update_files_dictionary)

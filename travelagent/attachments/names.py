"""The names of files, as people see them and as systems take them."""

import unicodedata
from typing import Final

NAME_BYTES: Final = 255
"""As long a name as common file systems take, in UTF-8."""
SUFFIXES: Final = {
    "application/pdf": (".pdf",),
    "image/jpeg": (".jpg", ".jpeg", ".jpe"),
    "image/png": (".png",),
    "image/webp": (".webp",),
}
"""The endings of a media type's files; the first is given to names that have another one."""
_REPLACED: Final = str.maketrans(dict.fromkeys('<>:"|?*', "_"))
_RESERVED: Final = frozenset(
    {"CON", "PRN", "AUX", "NUL"} | {f"{device}{n}" for device in ("COM", "LPT") for n in "123456789"}
)


def clean_name(name: str, media_type: str) -> str:
    """Return a name without folders, control and format characters, that ends as the media type does."""
    name = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    kept = "".join(c for c in name if unicodedata.category(c)[0] != "C" and c not in "\u2028\u2029")
    kept = " ".join(kept.translate(_REPLACED).split()).strip(". ")
    suffixes = SUFFIXES[media_type]
    suffix = next((end for end in suffixes if kept.lower().endswith(end)), "")
    stem = (kept[: -len(suffix)] if suffix else kept).rstrip(". ") or "file"
    if stem.partition(".")[0].upper() in _RESERVED:
        stem = f"_{stem}"
    suffix = suffix or suffixes[0]
    room = NAME_BYTES - len(suffix)
    return stem.encode()[:room].decode(errors="ignore").rstrip(". ") + suffix

"""Pictures: decoded within limits and written anew, so that only their pixels are kept.

Position, camera, comments, thumbnails, further frames and whatever was appended to the file are not among them. Colours
are brought to sRGB, and the picture is turned according to its EXIF orientation.
"""

import io
import warnings
from contextlib import suppress
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageCms, ImageOps

from travelagent.attachments.values import CheckedFile, UnreadableFile

MOST_PIXELS: Final = 64_000_000
MOST_SIDE: Final = 30_000
KEPT_SIDE: Final = 4096
PREVIEW_SIDE: Final = 480
FORMATS: Final = ("JPEG", "PNG", "WEBP")
KEPT_AS: Final = {**{format: format for format in FORMATS}, "MPO": "JPEG"}
"""Cameras put several JPEGs into one file; Pillow names that MPO, and opens it as a JPEG."""
QUALITY, PREVIEW_QUALITY = 88, 76


def checked_picture(content: bytes) -> CheckedFile:
    """Return the picture written anew. Raises UnreadableFile, and what Pillow raises for a damaged one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limits below are stricter
        try:
            source = Image.open(io.BytesIO(content), formats=FORMATS)
        except Image.DecompressionBombError as error:
            raise _too_many_pixels() from error
    width, height = source.size
    if width * height > MOST_PIXELS or max(width, height) > MOST_SIDE:
        raise _too_many_pixels()
    format = KEPT_AS.get(str(source.format))
    if format is None:
        raise UnreadableFile(_("This file cannot be read."))
    source.draft("RGB", (KEPT_SIDE, KEPT_SIDE))  # JPEG alone: decoded at a fraction where it is much larger
    source.load()
    picture = _plain(source)
    picture.thumbnail((KEPT_SIDE, KEPT_SIDE))
    kept = _written(picture, format)
    small = picture.copy()
    small.thumbnail((PREVIEW_SIDE, PREVIEW_SIDE))
    preview = io.BytesIO()
    small.save(preview, "WEBP", quality=PREVIEW_QUALITY)
    return CheckedFile(f"image/{format.lower()}", kept, preview.getvalue(), *picture.size)


def _plain(source: Image.Image) -> Image.Image:
    """Return the first frame upright in sRGB, with transparency where it has any, and nothing beside the pixels."""
    turned = ImageOps.exif_transpose(source)
    see_through = "transparency" in turned.info or turned.mode in ("LA", "PA", "RGBA", "La", "RGBa")
    if profile := turned.info.get("icc_profile"):
        with suppress(ImageCms.PyCMSError, OSError, ValueError):
            turned = _in_srgb(turned, profile)
    if turned.mode.startswith("I;16"):
        turned = turned.point(lambda value: value / 256).convert("L")
    pixels = turned.convert("RGBA" if see_through else "RGB")
    return Image.frombytes(pixels.mode, pixels.size, pixels.tobytes())


def _in_srgb(picture: Image.Image, profile: bytes) -> Image.Image:
    if picture.mode not in ("RGB", "RGBA", "CMYK"):
        return picture
    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    found = ImageCms.profileToProfile(picture, source, ImageCms.createProfile("sRGB"), outputMode=mode)
    return picture if found is None else found


def _written(picture: Image.Image, format: str) -> bytes:
    written = io.BytesIO()
    if format == "PNG":
        picture.save(written, "PNG", optimize=False, compress_level=6)
    elif format == "WEBP":
        picture.save(written, "WEBP", quality=QUALITY, method=3)
    else:
        picture.convert("RGB").save(written, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return written.getvalue()


def _too_many_pixels() -> UnreadableFile:
    message = _("This picture has too many pixels; at most %(limit)s million are taken.")
    return UnreadableFile(message % {"limit": MOST_PIXELS // 1_000_000})

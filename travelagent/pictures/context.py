"""What every page needs to know of pictures."""

from django.conf import settings
from django.http import HttpRequest


def photographs(request: HttpRequest) -> dict[str, bool]:
    """Return the template context `photographs`: whether pages may ask for photographs of places."""
    return {"photographs": bool(settings.PICTURE_PROVIDER)}

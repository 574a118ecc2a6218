"""What every page is told of pictures."""

from django.conf import settings
from django.http import HttpRequest


def photographs(request: HttpRequest) -> dict[str, bool]:
    """Whether pages may ask for photographs of places."""
    return {"photographs": bool(settings.PICTURE_PROVIDER)}

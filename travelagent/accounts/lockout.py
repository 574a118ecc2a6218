"""The library that locks a name after too many wrong passwords, under a name that operators understand."""

from axes.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LockoutConfig(AppConfig):  # type: ignore[misc]  # the library has no types
    """The app of sign-in protection, with its name in words."""

    verbose_name = _("Sign-in protection")

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """The app of people and partners; `ready` connects the receiver of claims."""

    name = "travelagent.accounts"
    verbose_name = _("People and partners")

    def ready(self) -> None:
        from travelagent.accounts import claims  # noqa: F401  # connects its receiver

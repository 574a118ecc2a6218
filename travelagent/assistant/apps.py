import os

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class AssistantConfig(AppConfig):
    """The app of the assistant; it registers the configured models at start."""

    name = "travelagent.assistant"
    verbose_name = _("Assistant")

    def ready(self) -> None:
        """Offer the models that the settings name. Raises ImproperlyConfigured."""
        from travelagent.assistant.model_registry import configure
        from travelagent.assistant.model_settings import configured_models

        configure(
            configured_models(
                settings.MODELS_FILE,
                os.environ,
                key=settings.OPENAI_API_KEY,
                base_url=settings.OPENAI_BASE_URL,
                model=settings.OPENAI_MODEL,
            )
        )

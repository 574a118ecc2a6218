"""Partners' webhooks in the admin: where events go, and how each delivery fared. Secrets are shown to nobody."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from travelagent.api.models import Webhook, WebhookDelivery, WebhookEvent


class ReadOnlyAdmin(admin.ModelAdmin[Webhook | WebhookDelivery]):
    """Partners make and delete these over the API; operators read them, and give them another try."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    """The admin of partners' webhooks; an operator may enable or disable one."""

    list_display = ("url", "partner", "event_labels", "failing_since", "disabled_at", "created_at")
    list_filter = ("partner", ("disabled_at", admin.EmptyFieldListFilter))
    list_select_related = ("partner",)
    search_fields = ("id", "url")
    fields = ("id", "partner", "url", "event_labels", "failing_since", "disabled_at", "created_at")
    readonly_fields = fields
    actions = ("enable", "disable")

    @admin.display(description=_("events"))
    def event_labels(self, webhook: Webhook) -> str:
        """Return the labels of the events that a webhook subscribes to."""
        return _("; ").join(str(WebhookEvent(event).label) for event in webhook.events)

    @admin.action(description=_("Deliver again to the selected webhooks"), permissions=["change"])
    def enable(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        """Enable the selected webhooks again and forget since when they fail."""
        queryset.update(disabled_at=None, failing_since=None)

    @admin.action(description=_("Deliver nothing more to the selected webhooks"), permissions=["change"])
    def disable(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        """Disable the selected webhooks; those disabled before keep their time."""
        queryset.filter(disabled_at=None).update(disabled_at=timezone.now())


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    """The admin of webhook deliveries; an operator may have failed ones tried again."""

    list_display = ("created_at", "event", "webhook", "status", "attempts", "response_code", "error", "delivered_at")
    list_filter = ("status", "event", "created_at")
    list_select_related = ("webhook",)
    search_fields = ("id", "webhook__url", "webhook__id")
    fields = ("id", *list_display, "next_attempt_at", "data")
    readonly_fields = fields
    actions = ("try_again",)

    @admin.action(description=_("Try the selected deliveries again"), permissions=["change"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> None:
        """Set the selected undelivered deliveries back to pending, with no attempts."""
        again = queryset.exclude(status=WebhookDelivery.Status.DELIVERED)
        again.update(status=WebhookDelivery.Status.PENDING, attempts=0, next_attempt_at=timezone.now())

"""What operators switch: tools with their timeouts, and models, each beside how it has done lately."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Avg, Count, Field, QuerySet, Sum
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from travelagent.chat.failures import Lately, model_failures, tool_failures
from travelagent.chat.labels import label
from travelagent.chat.models import ModelSetting, ModelUse, ToolSetting, ToolUse

LATELY = timedelta(days=30)


class Switches(admin.ModelAdmin[Any]):
    """Rows come from the code or the settings; operators change a few columns. `lately` and `failures` are read once a
    page."""

    class Media:
        css: ClassVar = {"all": ("css/admin.css",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: Field[Any, Any], request: HttpRequest, **kwargs: Any) -> Any:
        """Return the form field with an accessible label: in the list only the heads of the columns name the fields."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.widget.attrs["aria-label"] = db_field.verbose_name
        return field

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        self.lately, self.failures = self.read_lately(), self.read_failures()
        return super().get_queryset(request)

    def read_lately(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the figures of each row's latest calls, by primary key."""
        raise NotImplementedError

    def read_failures(self) -> Mapping[str, Lately]:
        """Return the failure rates of each row, by primary key."""
        raise NotImplementedError

    def figure(self, row: Any, name: str) -> Any:
        """Return a figure of a row's latest calls, 0 where there is none."""
        return self.lately.get(row.pk, {}).get(name) or 0

    @admin.display(description=_("calls in 30 days"))
    def calls(self, row: Any) -> int:
        """Return the number of calls."""
        return int(self.figure(row, "calls"))

    @admin.display(description=_("mean (ms)"))
    def mean_ms(self, row: Any) -> str:
        """Return the mean duration of a call in milliseconds; empty without calls."""
        return f"{self.figure(row, 'ms'):.0f}" if self.figure(row, "calls") else ""

    @admin.display(description=_("failed in 24 hours"))
    def failed_day(self, row: Any) -> str:
        """Return the failure rate of the last day as HTML."""
        return render_to_string("admin/rate.html", {"rate": self.failures.get(row.pk, Lately()).day})

    @admin.display(description=_("failed in 7 days"))
    def failed_week(self, row: Any) -> str:
        """Return the failure rate of the last week as HTML."""
        return render_to_string("admin/rate.html", {"rate": self.failures.get(row.pk, Lately()).week})


@admin.register(ToolSetting)
class ToolSettingAdmin(Switches):
    """The admin of tools: what they do, whether they are enabled, their timeouts."""

    list_display = ("name", "kind", "access", "enabled", "timeout_s", "calls", "failed_day", "failed_week", "mean_ms")
    list_filter = ("writes", "enabled")
    list_editable = ("enabled", "timeout_s")
    fields = ("name", "model_description", "kind", "tags", "parameters", "writes", "enabled", "timeout_s")
    readonly_fields = fields[:-2]

    def read_lately(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the number of calls and their mean duration by tool."""
        uses = ToolUse.objects.filter(at__gte=timezone.now() - LATELY).order_by().values("tool")
        return {row["tool"]: row for row in uses.annotate(calls=Count("pk"), ms=Avg("duration_ms"))}

    def read_failures(self) -> Mapping[str, Lately]:
        """Return the failure rates by tool."""
        return tool_failures()

    @admin.display(description=_("description"))
    def model_description(self, tool: ToolSetting) -> str:
        """Return the description that models get, which is English whatever the reader's language."""
        return format_html('<span lang="en">{}</span>', tool.description)

    @admin.display(description=_("category"), ordering="category")
    def kind(self, tool: ToolSetting) -> str:
        """Return the category of the tool in words."""
        return label(tool.category)

    @admin.display(description=_("access"), ordering="writes")
    def access(self, tool: ToolSetting) -> str:
        """Return whether the tool writes or only reads, in words."""
        return format_html('<span class="badge warn">{}</span>', _("writes")) if tool.writes else str(_("reads only"))


@admin.register(ModelSetting)
class ModelSettingAdmin(Switches):
    """The admin of models: whether they are enabled, their calls, tokens and costs."""

    list_display = (
        "name",
        "label",
        "provided_by",
        "enabled",
        "calls",
        "failed_day",
        "failed_week",
        "mean_ms",
        "tokens",
        "cost",
    )
    list_editable = ("enabled",)
    fields = ("name", "label", "provided_by", "enabled")
    readonly_fields = fields[:-1]

    def read_lately(self) -> Mapping[str, Mapping[str, Any]]:
        """Return calls, mean latency, tokens and costs by model."""
        uses = ModelUse.objects.filter(at__gte=timezone.now() - LATELY).order_by().values("model")
        rows = uses.annotate(
            calls=Count("pk"),
            ms=Avg("latency_ms"),
            prompt=Sum("prompt_tokens"),
            completion=Sum("completion_tokens"),
            usd=Sum("cost_usd"),
        )
        return {row["model"]: row for row in rows}

    def read_failures(self) -> Mapping[str, Lately]:
        """Return the failure rates by model."""
        return model_failures()

    @admin.display(description=_("provider"), ordering="provider")
    def provided_by(self, model: ModelSetting) -> str:
        """Return the provider of the model in words."""
        return label(model.provider)

    @admin.display(description=_("tokens"))
    def tokens(self, model: ModelSetting) -> int:
        """Return the number of prompt and completion tokens."""
        return int(self.figure(model, "prompt") + self.figure(model, "completion"))

    @admin.display(description=_("cost (USD)"))
    def cost(self, model: ModelSetting) -> str:
        """Return what the model cost, in US dollars."""
        return f"{self.figure(model, 'usd'):.2f}"

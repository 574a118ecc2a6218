"""The attribution page: every packaged source with its origin, licence and date."""

from dataclasses import dataclass
from typing import Any

from django.views.generic import TemplateView

from travelagent.catalog.attribution import ATTRIBUTIONS, Attribution
from travelagent.catalog.spoken import spoken
from travelagent.plans.values import LocalizedText

HEADINGS = {
    "heading": LocalizedText("Sources and licences", "数据来源与许可"),
    "intro": LocalizedText(
        "What the catalogue is made of, who made it, and how current it is.",
        "目录由哪些数据构成、出自何处、截至何时。",
    ),
    "services": LocalizedText("What comes from live services", "来自实时服务的数据"),
    "origin": LocalizedText("Origin", "来源"),
    "licence": LocalizedText("Licence", "许可"),
    "as_of": LocalizedText("As of", "截至"),
    "rows": LocalizedText("Rows", "条目数"),
    "source": LocalizedText("Source", "数据"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One source in the page's language."""

    entry: Attribution
    title: str
    origin: str
    licence: str
    note: str


class AttributionView(TemplateView):
    """The page of the sources of the data and their licences."""

    template_name = "catalog/attribution.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the rows and their headings in the active language."""
        rows = [
            Row(entry, *map(spoken, (entry.title, entry.origin, entry.licence, entry.note))) for entry in ATTRIBUTIONS
        ]
        labels = {name: spoken(text) for name, text in HEADINGS.items()}
        return super().get_context_data(rows=rows, labels=labels, **kwargs)

"""The page of the live services: which there are, what is sent to them, and how they are doing."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.views.generic import TemplateView

from travelagent.catalog.spoken import spoken
from travelagent.plans.values import LocalizedText
from travelagent.providers.services import Service
from travelagent.providers.status import BREAKER_WORDS, HostStatus, status

LABELS = {
    "heading": LocalizedText("Live services", "实时数据服务"),
    "intro": LocalizedText(
        "Places beyond the catalogue, texts, photographs, the weather and exchange rates come from these public"
        " services, and only when a place needs them. They are sent what this table names: never your message, never"
        " who asks.",
        "目录之外的地点、简介、照片、天气和汇率来自下列公共服务，仅在某个地点需要时才会查询。发送的内容如表中所列，绝不包含你的消息，也不会透露是谁在查询。",
    ),
    "kept": LocalizedText(
        "Answers are kept on this server with their source, licence and date, so that the same question is not sent"
        " again.",
        "查询结果会连同来源、许可与日期保存在本服务器上，同样的问题不会重复发送。",
    ),
    "switch": LocalizedText(
        "The operator of this site turns all of them off by one setting:",
        "本站运营者用一项设置即可全部关闭：",
    ),
    "now": LocalizedText("On this site they are now:", "本站当前状态："),
    "internal": LocalizedText("a server of this site's operator", "本站运营者的服务器"),
    "service": LocalizedText("Service", "服务"),
    "host": LocalizedText("Host", "主机"),
    "sent": LocalizedText("What is sent", "发送的内容"),
    "licence": LocalizedText("Licence", "许可"),
    "state": LocalizedText("State", "状态"),
    "answers": LocalizedText("Answers kept", "已存结果"),
    "success": LocalizedText("last answer", "上次成功"),
    "failure": LocalizedText("last failure", "上次失败"),
    "others": LocalizedText("What else leaves this server", "本服务器的其他外部请求"),
}
ON, OFF = LocalizedText("on", "开启"), LocalizedText("off", "关闭")
MODELS = LocalizedText(
    "A language model is set up here: it is sent your messages, and the results that its answers are made of.",
    "本站配置了语言模型：你的消息以及生成回答所用的结果会发送给它。",
)
ROUTING = LocalizedText(
    "A routing service is set up here: it is sent the positions of stops.",
    "本站配置了路线服务：各站点的坐标会发送给它。",
)
TILES = LocalizedText(
    "A map service is set up here: your browser loads the map's tiles from it.",
    "本站配置了地图服务：你的浏览器会从该服务加载地图瓦片。",
)
NOTHING = LocalizedText("Nothing.", "没有其他请求。")


@dataclass(frozen=True, slots=True)
class HostRow:
    """A host with its state in the page's language."""

    status: HostStatus
    state: str


@dataclass(frozen=True, slots=True)
class Row:
    """A service in the page's language."""

    service: Service
    title: str
    used_for: str
    sent: str
    licence: str
    hosts: tuple[HostRow, ...]
    kept_answers: int


class ServicesView(TemplateView):
    """The page of the live services."""

    template_name = "providers/services.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return a row for each service, with its state in the active language."""
        rows = []
        for found in status():
            service = found.service
            rows.append(
                Row(
                    service,
                    title=spoken(service.title),
                    used_for=spoken(service.used_for),
                    sent=spoken(service.sent),
                    licence=spoken(service.licence),
                    hosts=tuple(HostRow(host, spoken(BREAKER_WORDS[host.breaker])) for host in found.hosts),
                    kept_answers=found.kept_answers,
                )
            )
        return super().get_context_data(
            rows=rows,
            labels={name: spoken(text) for name, text in LABELS.items()},
            switch=spoken(ON if settings.PROVIDERS else OFF),
            off=spoken(OFF),
            others=[spoken(text) for text in _others()] or [spoken(NOTHING)],
            **kwargs,
        )


def _others() -> list[LocalizedText]:
    """What the operator has set up besides."""
    set_up = {
        MODELS: bool(settings.MODELS_FILE or settings.OPENAI_API_KEY or settings.OPENAI_BASE_URL),
        ROUTING: bool(settings.ROUTING_PROVIDER),
        TILES: bool(settings.MAP_TILE_SERVICE and settings.MAP_TILE_SERVICE.hosts),
    }
    return [text for text, is_set in set_up.items() if is_set]

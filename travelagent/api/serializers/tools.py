"""Tools and models over the wire."""

from typing import Any

from rest_framework import serializers

from agent_core.tools import Tool
from travelagent.api.serializers.base import Body
from travelagent.assistant.model_registry import NamedModel, default_model


class ToolSerializer(serializers.Serializer[Tool]):
    """A tool; `parameters` is the JSON Schema of its arguments, `timeout` in seconds."""

    name = serializers.CharField()
    description = serializers.CharField()
    parameters = serializers.DictField()
    required_params = serializers.SerializerMethodField()
    timeout = serializers.FloatField(source="timeout_s")
    category = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    writes = serializers.BooleanField()
    enabled = serializers.SerializerMethodField()

    def get_required_params(self, tool: Tool) -> list[str]:
        """List the names of the required arguments."""
        return list(tool.parameters.get("required", []))

    def get_enabled(self, tool: Tool) -> bool:
        """State whether the tool may be called."""
        return tool.name in self.context["enabled"]


class ToolCallBody(Body):
    """`arguments` by the tool's own schema."""

    arguments = serializers.DictField(required=False, default=dict)


class ToolCallResult(serializers.Serializer[Any]):
    """What a model would get."""

    result = serializers.JSONField()


class ModelSerializer(serializers.Serializer[NamedModel]):
    """A model on offer."""

    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the contract's word
    provider = serializers.CharField()
    capabilities = serializers.ListField(child=serializers.CharField())
    default = serializers.SerializerMethodField("is_default")

    def is_default(self, model: NamedModel) -> bool:
        """State whether the model is used where none is chosen."""
        return model.name == default_model().name

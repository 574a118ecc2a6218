"""The tools and models: described, and the tools called."""

from asgiref.sync import async_to_sync
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.tools import ToolError
from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.pagination import Whole
from travelagent.api.serializers.tools import ModelSerializer, ToolCallBody, ToolCallResult, ToolSerializer
from travelagent.api.tool_calls import ToolCaller, callable_tool, program_value
from travelagent.api.tool_problems import problem_of
from travelagent.api.views.base import ActorView
from travelagent.assistant.local_models import LIST_WAIT_S
from travelagent.assistant.tools import TOOLS
from travelagent.chat.modelset import offered_models
from travelagent.chat.toolset import enabled_tools


class ToolList(ActorView):
    """The tools."""

    scope = Scope.TOOLS
    pagination_class = Whole

    @extend_schema(responses=ToolSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the tools, with the JSON Schema of their arguments."""
        enabled = enabled_tools()
        rows = [enabled.get(tool.name) or tool for tool in TOOLS]
        context = {"enabled": enabled}
        return Whole().get_paginated_response([ToolSerializer(row, context=context).data for row in rows])


class ToolCall(ActorView):
    """A call of one tool."""

    scope = Scope.TOOLS
    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=ToolCallBody, responses=ToolCallResult)
    def post(self, request: Request, name: str) -> Response:
        """Call one read-only tool. An itinerary or a budget is what the calls of trips take; any other result is what a
        model would get."""
        tool = callable_tool(name)
        arguments = self.body(ToolCallBody)["arguments"]
        caller = ToolCaller(self.actor, self.locale)
        try:
            result = async_to_sync(caller.call)(tool, caller.validated(tool, arguments))
        except ToolError as error:
            raise problem_of(error) from error
        caller.remember(tool, result)
        return Response({"result": program_value(result)})


class ModelList(ActorView):
    """The models on offer."""

    pagination_class = Whole

    @extend_schema(responses=ModelSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the models that a session or a run may name."""
        return Whole().get_paginated_response([ModelSerializer(model).data for model in offered_models(LIST_WAIT_S)])

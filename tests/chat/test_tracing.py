"""Runs as spans by OpenTelemetry's conventions, as a collector gets them: off by default, and never in a run's way."""

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog
from django.test import Client

from agent_core.agent import Agent
from agent_core.events import RunResumed, ToolEnded
from agent_core.messages import Usage, call
from agent_core.model import ModelError
from agent_core.nested import agent_as_tool
from agent_core.runtime import NullSink, Parts
from agent_core.testing import ScriptedModel, calls, text
from agent_core.tools import ToolRegistry, tool
from tests.agent_core.cast import task
from tests.chat.scripted import Listener, listening, supervised
from tests.chat.test_decisions import PLAN, SAVE, decide, paused
from tests.chat.test_runs import begin
from tests.support.collector import Collector, collecting
from tests.support.isolation import ROOT
from tests.support.wire import Endpoint, Reply, called, text_reply, usage
from travelagent.assistant import model_registry
from travelagent.assistant.assembly import assemble
from travelagent.assistant.model_registry import configure
from travelagent.assistant.model_settings import ModelSettings
from travelagent.chat import tracing
from travelagent.chat.hub import Hub
from travelagent.chat.models import Run
from travelagent.chat.supervisor import Supervisor
from travelagent.chat.threads import in_db_thread
from travelagent.chat.tracing.providers import Target, target_of
from travelagent.chat.tracing.spans import RunTrace

stored = pytest.mark.django_db(transaction=True)
QUESTION = "What is Kyoto like?"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Collector]:
    """A collector to which this process sends its spans."""
    for name in os.environ:
        if name.startswith("OTEL_"):
            monkeypatch.delenv(name)
    with collecting() as found:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", found.url)
        settings.TRACING = True
        tracing.start()
        yield found
        tracing.stop()


@pytest.fixture
def content(settings: Any) -> None:
    """Spans hold the words of the conversation; ask for this before the collector."""
    settings.TRACED_CONTENT = True


@pytest.fixture
def offered() -> Iterator[Callable[..., None]]:
    """A function that offers models at endpoints, until the test is over."""
    before = dict(model_registry._MODELS)
    yield lambda **models: configure(models)
    model_registry._MODELS.clear()
    model_registry._MODELS.update(before)


async def worked(run: Run, build: Callable[..., Agent] = assemble) -> Listener:
    """Work a run off, and have its spans sent."""
    hub = Hub()
    supervisor = Supervisor(hub, build)
    await supervisor.start()
    async with listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    await supervisor.stop()
    await asyncio.to_thread(tracing.stop)
    return listener


async def scripted(run: Run, model: ScriptedModel) -> Listener:
    """Work a run off by a scripted model, and have its spans sent."""
    hub = Hub()
    async with supervised(hub, model), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    await asyncio.to_thread(tracing.stop)
    return listener


@stored
async def test_it_works(collector: Collector) -> None:
    run = await in_db_thread(begin)
    await worked(run)

    assert collector.paths == ["/v1/traces"]
    root = collector.one("invoke_agent TravelAgent")
    assert (root.kind, root.parent, root.failed, root.service) == ("internal", "", False, "travelagent")
    assert root.attributes == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "TravelAgent",
        "gen_ai.provider.name": "travelagent",
        "gen_ai.request.model": "offline",
        "gen_ai.conversation.id": run.session_id,
        "travelagent.run.id": run.pk,
        "travelagent.run.status": "succeeded",
    }
    chat = collector.named("chat offline")[0]
    assert (chat.kind, chat.parent, chat.failed) == ("internal", root.id, False)
    assert chat.attributes["gen_ai.response.finish_reasons"] == ["tool_calls"]
    used = collector.named("execute_tool ")[0]
    assert (used.kind, used.parent, used.failed) == ("internal", root.id, False)
    assert used.attributes["gen_ai.tool.name"] == used.name.removeprefix("execute_tool ")
    assert used.attributes["travelagent.tool.status"] == "success"
    assert used.attributes["gen_ai.tool.call.id"]
    assert {span.trace for span in collector.spans} == {root.trace}
    assert all(root.began <= span.began <= span.ended <= root.ended for span in collector.spans)


@stored
async def test_attempts_a_fallback_and_calls_side_by_side(collector: Collector, offered: Callable[..., None]) -> None:
    both = called(("c1", "get_city_info", {"city": "Kyoto"}), ("c2", "get_city_info", {"city": "Nowhere at all"}))
    far = Endpoint(Reply(status=503), Reply(status=429))
    near = Endpoint(Reply([*both.events, usage(11, 5)]), text_reply("It is."))
    async with far.serving(), near.serving():
        offered(
            far=ModelSettings(model="far-1", base_url=far.url, retries=1, fallback="near", default=True),
            near=ModelSettings(model="near-1", base_url=near.url),
        )
        await worked(await in_db_thread(begin))
    assert len(far.requests) == 2

    root = collector.one("invoke_agent TravelAgent")
    first, second = collector.named("chat far-1")
    third, fourth = collector.named("chat near-1")
    assert [span.failed for span in (first, second, third, fourth)] == [True, True, False, False]
    assert [span.attributes.get("error.type") for span in (first, second, third)] == ["503", "429", None]
    assert [s.attributes["travelagent.model.attempt"] for s in (first, second, third, fourth)] == [1, 2, 1, 1]
    fallen_from = [s.attributes.get("travelagent.model.fallback_from") for s in (second, third, fourth)]
    assert fallen_from == [None, "far-1", None]
    assert "gen_ai.response.finish_reasons" not in first.attributes
    assert "gen_ai.usage.input_tokens" not in first.attributes
    assert third.kind == "client"
    assert third.attributes["gen_ai.provider.name"] == "openai"
    assert third.attributes["server.address"] == "127.0.0.1"
    assert f":{third.attributes['server.port']}/" in near.url
    assert third.attributes["gen_ai.response.finish_reasons"] == ["tool_calls"]
    assert 0 < third.attributes["gen_ai.response.time_to_first_chunk"] < 10
    assert (third.attributes["gen_ai.usage.input_tokens"], third.attributes["gen_ai.usage.output_tokens"]) == (11, 5)
    assert (root.attributes["gen_ai.usage.input_tokens"], root.attributes["gen_ai.usage.output_tokens"]) == (18, 6)
    assert (root.attributes["gen_ai.request.model"], root.failed) == ("far-1", False)

    tools = collector.named("execute_tool get_city_info")
    assert {span.parent for span in tools} == {root.id}
    assert {span.attributes["gen_ai.tool.call.id"]: span.failed for span in tools} == {"c1": False, "c2": True}
    refused = next(span for span in tools if span.failed)
    assert refused.attributes["error.type"]
    assert refused.attributes["travelagent.tool.status"] == "failed"


@stored
async def test_a_run_that_fails_says_by_what(collector: Collector) -> None:
    run = await in_db_thread(begin)
    await scripted(run, ScriptedModel([ModelError("no", retryable=False, code="401")]))

    root, chat = collector.one("invoke_agent TravelAgent"), collector.one("chat scripted")
    assert (root.failed, root.attributes["error.type"]) == (True, "model_failed")
    assert root.attributes["travelagent.run.status"] == "failed"
    assert (chat.failed, chat.attributes["error.type"], chat.parent) == (True, "401", root.id)


@stored
async def test_a_run_that_could_not_begin_is_a_failed_span(collector: Collector) -> None:
    def build(wiring: object) -> Agent:
        raise RuntimeError("no such model")

    await worked(await in_db_thread(begin), build)

    root = collector.one("invoke_agent TravelAgent")
    assert (root.failed, root.attributes["error.type"]) == (True, "internal")


@stored
async def test_what_is_resumed_elsewhere_goes_on_in_the_same_trace(collector: Collector) -> None:
    async with paused(ScriptedModel(PLAN, SAVE)) as (run, _, _, proposal):
        await decide(run, proposal, "approve")
    hub = Hub()
    async with supervised(hub, ScriptedModel(text("Saved."))), listening(hub, run.session_id, run.pk) as listener:
        await listener.wait_for("run_finished")
    await asyncio.to_thread(tracing.stop)

    first, second = collector.named("invoke_agent TravelAgent")
    assert (first.parent, second.parent, second.trace) == ("", first.id, first.trace)
    assert first.attributes["travelagent.run.status"] == "awaiting_confirmation"
    assert second.attributes["travelagent.run.resumed"] == "decision"
    assert second.attributes["travelagent.run.status"] == "succeeded"
    assert collector.one("execute_tool create_trip").parent == second.id
    assert (await Run.objects.aget(pk=run.pk)).trace_id == first.trace


@stored
async def test_what_a_dead_process_left_is_one_trace(collector: Collector) -> None:
    run, never = await in_db_thread(begin), asyncio.Event()
    first = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), [never])
    hub = Hub()
    async with supervised(hub, first), listening(hub, run.session_id, run.pk) as before:
        await before.wait_for("evaluation")
        await asyncio.wait_for(first.wait_for_requests(2), 20)
    await scripted(run, ScriptedModel(text("Kyoto it is.")))

    left, taken = collector.named("invoke_agent TravelAgent")
    assert (left.attributes["travelagent.run.status"], left.failed) == ("interrupted", False)
    assert (taken.attributes["travelagent.run.resumed"], taken.parent) == ("recovered", left.id)
    assert [span.parent for span in collector.named("chat ")] == [left.id, left.id, taken.id]


@stored
async def test_a_model_that_a_tool_asks_is_below_the_tool(collector: Collector) -> None:
    step = calls(call("c1", "llm_chat", query="What is a ryokan?"))
    await scripted(await in_db_thread(begin), ScriptedModel(step, [*text("An inn."), Usage(9, 2)]))

    inn, above = collector.named("chat ")[1], collector.one("execute_tool llm_chat")
    assert inn.parent == above.id
    assert inn.attributes["gen_ai.usage.output_tokens"] == 2
    assert above.began <= inn.began <= inn.ended <= above.ended


def traced() -> RunTrace:
    """The trace of a run that is in no database."""
    found = tracing.begin(Run(pk="r1", session_id="s1"))
    assert isinstance(found, RunTrace)
    return found


async def test_a_nested_agent_is_below_the_call_that_it_runs_in(collector: Collector) -> None:
    @tool
    def double(number: int) -> int:
        """Double it."""
        return 2 * number

    small = ScriptedModel(calls(call("i1", "double", number=2)), text("4"), name="small")
    inner = Agent(Parts(small, ToolRegistry([double])))
    outer = ScriptedModel(calls(call("o1", "ask_inner", task="Double 2.")), text("Four."), name="large")
    trace = traced()
    agent = Agent(Parts(outer, ToolRegistry([agent_as_tool(inner, "ask_inner", "Ask.")])))
    await trace.watch(agent).run(task(), sink=trace.sink(NullSink()))
    trace.end()
    tracing.stop()

    root, delegated = collector.one("invoke_agent TravelAgent"), collector.one("execute_tool ask_inner")
    assert delegated.parent == root.id
    assert {span.parent for span in collector.named("chat small")} == {delegated.id}
    assert {span.parent for span in collector.named("chat large")} == {root.id}
    assert collector.one("execute_tool double").parent == delegated.id


async def test_a_call_whose_start_another_process_told_has_its_duration(collector: Collector) -> None:
    trace = traced()
    sink = trace.sink(NullSink())
    sink.emit(RunResumed("recovered", 3))
    sink.emit(ToolEnded("c1", "generate_route", "timeout", 1_500, error={"code": "timeout"}))
    trace.end()
    tracing.stop()

    ended = collector.one("execute_tool generate_route")
    assert ended.ended - ended.began == 1_500_000_000
    assert (ended.failed, ended.attributes["error.type"]) == (True, "timeout")


async def talk_of_secrets(collector: Collector) -> bytes:
    """Have a run worked off in which every text holds a word of its own; return the bytes that were sent."""
    given = calls(call("c1", "get_city_info", city="Zanzibarium"))
    model = ScriptedModel([*text("Let me look. quokka"), *given], text("An answer of wombats."))
    await scripted(await in_db_thread(lambda: begin("Where do capybaras live?")), model)
    assert collector.named("chat ")
    return b"".join(collector.bodies)


@stored
async def test_no_word_of_a_conversation_is_sent(collector: Collector) -> None:
    sent = await talk_of_secrets(collector)

    for word in (b"capybara", b"quokka", b"Zanzibarium", b"wombat", b"TravelAgent, a travel"):
        assert word not in sent
    names = {name for span in collector.spans for name in span.attributes}
    assert names.isdisjoint(
        {
            "gen_ai.input.messages",
            "gen_ai.output.messages",
            "gen_ai.tool.call.arguments",
            "gen_ai.tool.call.result",
        }
    )


@stored
async def test_the_words_are_sent_when_they_are_asked_for(content: None, collector: Collector) -> None:
    await talk_of_secrets(collector)

    root, tool_span = collector.one("invoke_agent TravelAgent"), collector.one("execute_tool get_city_info")
    first, second = collector.named("chat ")
    given = {"role": "user", "parts": [{"type": "text", "content": "Where do capybaras live?"}]}
    assert json.loads(root.attributes["gen_ai.input.messages"]) == [given]
    assert json.loads(root.attributes["gen_ai.output.messages"])[0]["parts"][0]["content"] == "An answer of wombats."
    assert json.loads(tool_span.attributes["gen_ai.tool.call.arguments"]) == {"city": "Zanzibarium"}
    system, *_, human = json.loads(first.attributes["gen_ai.input.messages"])
    assert (system["role"], human) == ("system", given)
    (reply,) = json.loads(first.attributes["gen_ai.output.messages"])
    assert reply["parts"][0] == {"type": "text", "content": "Let me look. quokka"}
    assert reply["parts"][1]["arguments"] == {"city": "Zanzibarium"}
    assert reply["finish_reason"] == "tool_calls"
    roles = [message["role"] for message in json.loads(second.attributes["gen_ai.input.messages"])]
    assert roles[-3:] == ["user", "assistant", "tool"]


@stored
async def test_the_words_are_bounded(content: None, collector: Collector) -> None:
    given = [calls(call(f"c{at}", "get_city_info", city="x" * 30_000)) for at in range(3)]
    await scripted(await in_db_thread(lambda: begin("y" * 5_000)), ScriptedModel(*given, text("z" * 50_000)))

    texts = [v for s in collector.spans for n, v in s.attributes.items() if "messages" in n or "tool.call." in n]
    assert max(map(len, texts)) <= 33_000
    assert max(map(len, texts)) > 3_000
    assert all(json.loads(s.attributes["gen_ai.input.messages"]) for s in collector.named("chat "))


@stored
async def test_log_lines_and_the_admin_name_the_trace(collector: Collector, staff: Client) -> None:
    bound: list[dict[str, Any]] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            bound.append(dict(structlog.contextvars.get_contextvars()))

    handler, logger = Keeping(), logging.getLogger("agent_core.graph")
    logger.addHandler(handler)
    try:
        run = await in_db_thread(begin)
        await scripted(run, ScriptedModel(text("Nice.")))
    finally:
        logger.removeHandler(handler)

    root = collector.one("invoke_agent TravelAgent")
    expected = {"run": run.pk, "session": run.session_id, "trace_id": root.trace, "span_id": root.id}
    assert bound[0] == expected
    page = await in_db_thread(lambda: staff.get(f"/admin/chat/run/{run.pk}/change/", follow=True))
    assert f"<code>{root.trace}</code>" in page.content.decode()


@stored
async def test_a_run_that_is_not_sampled_names_no_trace(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    tracing.stop()
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    tracing.start()
    run = await in_db_thread(begin)
    await scripted(run, ScriptedModel(text("Nice.")))

    assert collector.spans == []
    assert (await Run.objects.aget(pk=run.pk)).trace_id == ""


@stored
async def test_a_fault_of_tracing_harms_no_run(
    collector: Collector, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault of tracing")

    monkeypatch.setattr(RunTrace, "_trace_request", broken)
    model = ScriptedModel(calls(call("c1", "get_city_info", city="Kyoto")), text("Nice."))
    listener = await scripted(await in_db_thread(begin), model)

    assert listener.of("run_finished")[0].data["status"] == "succeeded"
    assert [record.getMessage() for record in caplog.records if record.exc_info] == ["a run is traced no further"]

    monkeypatch.setattr(RunTrace, "__init__", broken)
    tracing.start()
    listener = await scripted(await in_db_thread(begin), ScriptedModel(text("Nice.")))
    assert listener.of("run_finished")[0].data["status"] == "succeeded"


@stored
async def test_a_collector_that_is_gone_harms_no_run_and_holds_no_stop_up(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracing.stop()
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections and answers none
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setattr(tracing, "FLUSH_S", 0.5)
        tracing.start()
        run = await in_db_thread(begin)
        began = time.monotonic()
        listener = await scripted(run, ScriptedModel(text("Nice.")))

    assert listener.of("run_finished")[0].data["status"] == "succeeded"
    assert time.monotonic() - began < 8


@stored
async def test_it_is_off_by_default(settings: Any) -> None:
    assert settings.TRACING is False
    tracing.start()
    run = await in_db_thread(begin)

    trace = tracing.begin(run)
    sink = NullSink()
    assert isinstance(trace, tracing.Untraced)
    assert trace.sink(sink) is sink
    await scripted(run, ScriptedModel(text("Nice.")))
    assert (await Run.objects.aget(pk=run.pk)).traceparent == ""


def test_nothing_of_it_is_imported_at_the_start() -> None:
    code = """
import sys, django
django.setup()
import travelagent.asgi, travelagent.ops.worker, travelagent.ops.management.commands.serve
from travelagent.chat import tracing
tracing.start()
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    environment["DJANGO_SETTINGS_MODULE"] = "travelagent.settings"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)

    assert done.stdout == "[]\n"


@pytest.mark.parametrize(("base_url", "provider", "host", "port"), [
    ("https://api.openai.com/v1", "openai", "api.openai.com", 443),
    ("https://api.deepseek.com", "deepseek", "api.deepseek.com", 443),
    ("https://me.openai.azure.com/openai/v1", "azure.ai.openai", "me.openai.azure.com", 443),
    ("https://eu-aiplatform.googleapis.com/v1", "gcp.vertex_ai", "eu-aiplatform.googleapis.com", 443),
    ("http://localhost:11434/v1", "openai", "localhost", 11434),
    ("http://notapi.x.ai.example", "openai", "notapi.x.ai.example", 80),
])  # fmt: skip
def test_providers(base_url: str, provider: str, host: str, port: int, offered: Callable[..., None]) -> None:
    offered(one=ModelSettings(model="m-1", base_url=base_url))
    assert target_of("one") == Target(provider, "m-1", host, port)

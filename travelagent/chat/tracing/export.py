"""The exporter: spans in batches, over OTLP (HTTP, protobuf), set up by OpenTelemetry's own variables.

The endpoint, headers, timeouts, sampling, the size of batches and the resource's attributes are read by the SDK.
"""

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from travelagent.chat.models import Run
from travelagent.chat.tracing import Trace
from travelagent.chat.tracing.spans import RunTrace

SERVICE = "travelagent"
"""The service's name where no variable gives one."""


class OtlpTracing:
    """A provider of this process alone: not the global one, which belongs to whoever instruments the process."""

    def __init__(self, *, content: bool) -> None:
        named = OTELResourceDetector().detect().attributes.get("service.name")
        resource = Resource.create({} if named else {"service.name": SERVICE})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("travelagent.chat.tracing")
        self._content = content

    def begin(self, run: Run) -> Trace:
        """Return the trace of a run, whose spans are exported by OTLP."""
        return RunTrace(self._tracer, run, content=self._content)

    def shut_down(self) -> None:
        """Export what is left, and end."""
        self._provider.shutdown()

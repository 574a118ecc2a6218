"""What a page costs its reader: how far things jump, how long it cannot answer, how many bytes it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page

CLS_LIMIT = 0.02
"""Of everything that moves by itself, cumulated, without a unit: the share of the window that moved, times how far."""
WEIGHT_LIMIT = 300_000
"""Bytes over the wire, headers included, of everything that a page loads but pictures and the map's tiles."""

WATCH = """
window.vitals = {shifts: [], tasks: []};
const name = ({node}) => node && (node.nodeType === 1 ? node : node.parentElement);
const path = (node) => node ? `${node.localName}${node.id ? "#" + node.id : ""}.${[...node.classList].join(".")}` : "";
new PerformanceObserver((list) => {
  for (const {value, hadRecentInput: prompted, sources} of list.getEntries())
    window.vitals.shifts.push({value, prompted, what: sources.map(name).map(path)});
}).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => window.vitals.tasks.push(...list.getEntries().map((entry) => entry.duration)))
  .observe({type: "longtask", buffered: true});
"""
TAKE = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() =>
  done({shifts: window.vitals.shifts.splice(0), tasks: window.vitals.tasks.splice(0)}), 50)))"""
PAINT = """() => new Promise((done) => new PerformanceObserver((list) => {
  const found = list.getEntriesByName("first-contentful-paint")[0];
  if (found) done(found.startTime);
}).observe({type: "paint", buffered: true}))"""


@dataclass(frozen=True)
class Shift:
    """One jump: its share of the cumulated layout shift, whether a press or key came just before it, what moved."""

    value: float
    prompted: bool
    what: Sequence[str]


@dataclass(frozen=True)
class Vitals:
    """What happened since they were last taken; `tasks` in milliseconds, those of more than 50."""

    shifts: Sequence[Shift]
    tasks: Sequence[float]

    @property
    def shifted(self) -> float:
        """All shifts cumulated, also those right after a press or a key."""
        return sum(shift.value for shift in self.shifts)

    @property
    def unprompted(self) -> float:
        """The shifts that no press or key came before: what browsers report as cumulative layout shift."""
        return sum(shift.value for shift in self.shifts if not shift.prompted)


def watch(context: BrowserContext) -> None:
    """Watch every page that the context opens from now on."""
    context.add_init_script(WATCH)


def vitals(page: Page) -> Vitals:
    """Take what a watched page has seen since the last time."""
    found: dict[str, Any] = page.evaluate(TAKE)
    return Vitals([Shift(**shift) for shift in found["shifts"]], found["tasks"])


def first_paint(page: Page) -> float:
    """Milliseconds from the start of the navigation to the first contentful paint."""
    return float(page.evaluate(PAINT))


class Scales:
    """Weighs what a page takes over the wire from now on, pictures aside; its cache must be empty."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        self._pictures: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on("Network.responseReceived", self._begun)
        session.on("Network.loadingFinished", self._loaded)
        session.send("Network.enable")

    def _begun(self, event: dict[str, Any]) -> None:
        if "/pictures/" in event["response"]["url"]:
            self._pictures.add(event["requestId"])

    def _loaded(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._pictures:
            self.bytes += int(event["encodedDataLength"])

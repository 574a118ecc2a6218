/** The card for a change that waits for the traveller's decision: what exactly would be done, two buttons, until when.
 * A change of the plan is proposed where it takes away more than was mentioned: it is done, or the plan kept as it is. */
import { el } from "./dom.js";
import { decisionText } from "./labels.js";

const shown = (value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

const LABELS = { title: () => gettext("Title"), notes: () => gettext("Notes") };
const label = (name) => LABELS[name]?.() ?? name.replaceAll("_", " ");
/** The server's own names of things, which say nothing to a reader: `trip_…`, `run_…_a1`. */
const isHandle = (value) => typeof value === "string" && /^(?:trip_\w+|\w+_a\d+)$/.test(value);

const OF_PLANS = ["change_route", "generate_route"];
const isOfPlan = (call) => OF_PLANS.includes(call.tool);

function change(call) {
  if (isOfPlan(call)) return el("div", { class: "confirm-call" }, el("p", { text: call.summary }));
  const facts = Object.entries(call.args ?? {}).filter(([, value]) => value !== null && value !== "" && !isHandle(value) && shown(value).length < 400 && !call.summary?.includes(shown(value)));
  return el("div", { class: "confirm-call" },
    el("p", { text: call.summary || call.tool }),
    facts.length ? el("dl", {}, facts.flatMap(([name, value]) => [el("dt", { text: label(name) }), el("dd", { text: shown(value) })])) : null);
}

const question = (isPlan) => (isPlan ? gettext("This would change more than you mentioned") : gettext("May I do this?"));

/** `decide(decision)` is called with "approve" or "reject". */
export function confirmationCard(proposal, { format, decide }) {
  const open = proposal.state === "open";
  const expires = proposal.expires_at ? Date.parse(proposal.expires_at) : null;
  const isPlan = proposal.calls.length > 0 && proposal.calls.every(isOfPlan);
  const words = isPlan ? [gettext("Do this"), gettext("Keep it as it is")] : [gettext("Approve"), gettext("Reject")];
  const buttons = [["approve", words[0], "button"], ["reject", words[1], "button plain"]].map(([decision, text, style]) =>
    el("button", { type: "button", class: style, text, data: { testid: decision } }));
  // A button that is `disabled` would drop the focus.
  const lock = () => { for (const button of buttons) button.ariaDisabled = "true"; };
  buttons.forEach((button) => button.addEventListener("click", () => {
    if (!button.ariaDisabled && decide(button.dataset.testid)) lock();
  }));
  const expiry = el("span", { class: "expiry", text: expires ? interpolate(gettext("Open until %(time)s"), { time: format.moment(expires) }, true) : "" });
  const card = el("div", { class: "confirm", role: "group", tabindex: "-1", "aria-label": open ? gettext("A change that needs your decision") : decisionText(proposal.state), data: { testid: "confirmation", state: proposal.state } },
    el("h3", { text: open ? question(isPlan) : decisionText(proposal.state) }),
    el("div", { class: "confirm-calls" }, proposal.calls.map(change)),
    open ? el("div", { class: "confirm-row" }, buttons, expiry) : null);
  if (open && expires) {
    const left = expires - Date.now();
    const expire = () => { lock(); expiry.textContent = gettext("The time to decide has passed."); };
    if (left <= 0) expire();
    else if (left < 2 ** 31) setTimeout(expire, left);
  }
  return card;
}

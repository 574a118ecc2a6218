/** Travelling together: who belongs to the trip, invitations, what happened lately, and of what one is told. */
import { openDialog } from "../dialog.js";
import { el } from "../dom.js";
import { pick } from "../format.js";
import { Inviting } from "./inviting.js";
import { mentionedText } from "./mentions.js";
import { mentionChoices } from "./reminders.js";
import { options, roleName } from "./roles.js";

const say = (text, values) => interpolate(text, values, true);
const GIVEN = ["viewer", "editor"];
const REDRAWN = ["members", "comments", "plan"];
const SHOWN = 20;

const asked = (text, act) => () => { if (window.confirm(text)) act(); };

class Together {
  /** `ctx`: api, role (one's own), lang, format. */
  constructor(ctx) {
    Object.assign(this, { ctx, owns: ctx.role === "owner", draws: (event) => { if (REDRAWN.includes(event.detail)) this.draw().catch(this.failed); } });
    this.fault = el("p", { class: "fault", role: "alert", hidden: true, data: { testid: "together-fault" } });
    this.failed = (error) => { this.fault.textContent = error.reason ?? error.message; this.fault.hidden = false; };
    this.people = el("ul", { class: "members", "aria-label": gettext("Members"), data: { testid: "members" } });
    this.inviting = this.owns ? new Inviting(ctx, this.failed) : null;
    this.lately = el("ol", { class: "history", data: { testid: "activity" } });
  }

  async open() {
    const notices = el("details", { class: "activity" }, el("summary", { text: gettext("When a comment names me"), data: { testid: "mention-notices" } }));
    notices.addEventListener("toggle", () => mentionChoices(this.ctx).then((node) => notices.append(node), this.failed), { once: true });
    const dialog = openDialog(gettext("Travelling together"), "together-dialog", this.inviting?.node, this.fault, this.people,
      el("details", { class: "activity" }, el("summary", { text: gettext("Recent activity"), data: { testid: "lately" } }), this.lately), notices);
    dialog.addEventListener("click", () => { this.fault.hidden = true; }, { capture: true });
    document.addEventListener("trip-part", this.draws);
    dialog.addEventListener("close", () => document.removeEventListener("trip-part", this.draws));
    await this.draw().catch(this.failed);
  }

  async draw() {
    const { api } = this.ctx;
    const [people, activity] = await Promise.all([api.members(), api.activity(), this.inviting?.draw()]);
    this.people.replaceChildren(...people.map((person) => this.person(person)));
    this.lately.replaceChildren(...activity.slice(0, SHOWN).map((happening) => this.happening(happening)));
  }

  person(person) {
    const { id, name, role, me } = person;
    const { api } = this.ctx;
    const choice = this.owns && id ? el("select", { "aria-label": say(gettext("What %(name)s may do"), { name }), data: { testid: "member-role" }, on: { change: () => this.act(api.changeMember(id, choice.value)) } }, options(GIVEN, roleName, role)) : el("small", { text: roleName(role) });
    const button = (text, testid, click) => el("button", { type: "button", class: "chip", text, "aria-label": say(gettext("%(what)s: %(name)s"), { what: text, name }), data: { testid }, on: { click } });
    const tools = this.owns && id ? [
      button(gettext("Hand over"), "hand-over", asked(say(gettext("Make %(name)s the owner of this trip? You will be able to change it, but no longer to invite or delete."), { name }), () => api.changeMember(id, "owner").then(() => location.reload(), this.failed))),
      button(gettext("Remove"), "remove-member", asked(say(gettext("Remove %(name)s from this trip?"), { name }), () => this.act(api.removeMember(id)))),
    ] : me && id ? [button(gettext("Leave this trip"), "leave", asked(gettext("Leave this trip? You will need a new invitation to come back."), () => api.leave().then(() => location.assign("/trips/"), this.failed)))] : [];
    return el("li", { data: { testid: "member", name, role } }, el("b", {}, el("bdi", { text: me ? say(gettext("%(name)s (you)"), { name }) : name })), choice, tools);
  }

  happening({ kind, at, by, told, stop, text, mentions }) {
    const { lang, format } = this.ctx;
    const what = kind === "comment" ? el("span", {}, say(gettext("on %(stop)s:"), { stop: pick(stop, lang) }), " ", mentionedText(text, mentions))
      : el("span", { text: told.map((each) => pick(each, lang)).join(" ") || gettext("No change.") });
    const names = mentions.some(({ me }) => me) ? gettext("names you") : "";
    return el("li", { data: { testid: "happening", kind } }, what, el("small", { text: [by ? (by.me ? gettext("you") : by.name) : "", names, format.moment(at)].filter(Boolean).join(" · ") }));
  }

  act(work) {
    return work.catch(this.failed).then(() => this.draw()).catch(this.failed);
  }
}

export const showTogether = (ctx) => new Together(ctx).open();

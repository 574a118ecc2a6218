/** The trip as others change it: what they did is shown at once, and who is here. */
import { byId, el } from "../dom.js";
import { dayName } from "../days.js";
import { SessionSocket } from "../socket.js";

const say = (text, values) => interpolate(text, values, true);

/** An owner without an account has no name of their own. */
export const ownerName = () => gettext("Owner of the trip");

export class Live {
  /** `handlers`: changed(part, version, by), role() when one's own role is another one, gone() when the trip is no longer one's own. */
  constructor(trip, handlers) {
    Object.assign(this, { handlers, day: null });
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/trips/${encodeURIComponent(trip)}/`;
    this.socket = new SessionSocket(url, {
      hello: ({ version, role }) => { this.greeted(version, role); },
      event: (frame) => this.take(frame),
      accepted: () => {},
      rejected: (frame) => console.warn("trip:", frame.message),
      state: (name) => { if (name === "gone") handlers.gone(); },
    });
  }

  greeted(version, role) {
    if (this.role && this.role !== role) this.handlers.role();
    this.role = role;
    if (this.day !== null) this.look(this.day);
    this.handlers.changed("plan", version, null);
  }

  take(frame) {
    if (frame.type === "changed") this.handlers.changed(frame.part, frame.version, frame.by);
    else if (frame.type === "presence") this.show(frame.people);
    else if (frame.type === "role") this.handlers.role();
  }

  /** Tells the others which day is looked at, null for all of them. */
  look(day) {
    this.day = day;
    this.socket.send({ type: "here", day });
  }

  show(people) {
    const others = people.filter(({ me }) => !me);
    byId("people").hidden = !others.length;
    byId("people").replaceChildren(...(others.length ? [el("span", { class: "fine", text: gettext("Here now:") }), el("ul", {}, others.map((person) => this.chip(person)))] : []));
  }

  chip({ name, day }) {
    return el("li", { data: { testid: "person", name, day: day ?? "" } }, el("b", { text: name || ownerName() }), day ? el("small", { text: say(gettext("on %(day)s"), { day: dayName(day) }) }) : null);
  }
}

/** The trip is no longer one's own: nothing of it stays on the page. */
function tellGone() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  byId("main").replaceChildren(el("section", { class: "section", role: "alert", data: { testid: "gone" } }, el("h1", { text: gettext("This trip is no longer open to you") }),
    el("p", { text: gettext("Its owner deleted it or removed you from it.") }), el("p", {}, el("a", { class: "button", href: "/trips/", text: gettext("My trips") }))));
}

/** The part of the page that shows a part of the trip. */
const SHOWN_IN = { expenses: "budget", lists: "notes" };

/** Keeps a trip's page up to date with what others change, or oneself on another page. `page`: editor, undo, parts, tabs. */
export function follow(trip, page, announce) {
  const changed = async (part, version, by) => {
    if (part === "members") page.undo.together = true;
    document.dispatchEvent(new CustomEvent("trip-part", { detail: part }));
    if (part === "deleted") return;
    const isNew = await page.editor.refresh(version).catch((error) => { console.warn("trip:", error); return false; });
    if (isNew && by && !by.me) announce(say(gettext("%(name)s changed the trip."), { name: by.name || ownerName() }));
    const tab = SHOWN_IN[part];
    if (!tab || by?.me) return;
    page.parts[tab].upon = 0;
    if (page.tabs.name === tab) page.parts[tab].open();
  };
  return new Live(trip, { changed, role: () => location.reload(), gone: tellGone });
}

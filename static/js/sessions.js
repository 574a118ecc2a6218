/** The rail: the visitor's conversations, searched on the server, renamed and deleted in place. */
import { byId, el, icon } from "./dom.js";

export class Sessions {
  /** `onDeleted(id)` is called after a conversation is gone. */
  constructor({ api, format, current, onDeleted }) {
    Object.assign(this, { api, format, current, onDeleted });
    this.list = byId("sessions");
    this.search = byId("session-search");
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.refresh(), 220);
    });
    this.drawer();
  }

  drawer() {
    const [rail, toggle, veil] = ["rail", "rail-toggle", "rail-veil"].map(byId);
    const show = (open) => {
      rail.classList.toggle("open", open);
      veil.hidden = !open;
      toggle.setAttribute("aria-expanded", String(open));
    };
    toggle.addEventListener("click", () => {
      show(!rail.classList.contains("open"));
      if (rail.classList.contains("open")) rail.querySelector("a").focus();
    });
    veil.addEventListener("click", () => show(false));
    rail.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !rail.classList.contains("open")) return;
      event.stopPropagation();
      show(false);
      toggle.focus();
    });
  }

  async refresh() {
    const asked = this.search.value.trim();
    const query = Symbol("query");
    this.query = query;
    try {
      const sessions = await this.api.sessions(asked);
      if (this.query !== query) return;
      this.list.replaceChildren(...sessions.map((session) => this.item(session)));
      if (this.problem) this.list.prepend(el("li", { class: "sessions-note", role: "alert", text: this.problem }));
      this.problem = "";
      if (!sessions.length) this.note(asked ? gettext("No conversation matches.") : gettext("Your conversations will be listed here."));
    } catch (error) {
      if (this.query === query) this.note(gettext("The list could not be loaded. It will be tried again."));
      console.warn("sessions:", error);
    }
  }

  note(text) {
    this.list.replaceChildren(el("li", { class: "sessions-note", text }));
  }

  item(session) {
    const title = session.title || gettext("New conversation");
    const row = el("li", { class: "session", data: { testid: "session-item", id: session.id }, "aria-current": session.id === this.current ? "true" : null });
    const tool = (name, text, click) => el("button", { type: "button", class: "icon-button", "aria-label": `${text} · ${title}`, title: text, on: { click } }, icon(name));
    row.append(
      el("a", { class: "session-link", href: `/chat/${session.id}`, title },
        el("span", { class: "session-title", text: title }),
        el("span", { class: "session-date", text: this.format.moment(session.last_active_at ?? session.created_at) })),
      el("span", { class: "session-tools" },
        tool("pen", gettext("Rename"), () => this.rename(row, session)),
        tool("bin", gettext("Delete"), () => this.ask(row, session))));
    return row;
  }

  rename(row, session) {
    const input = el("input", { class: "session-rename", value: session.title ?? "", maxlength: "120", "aria-label": gettext("Title of the conversation"), data: { testid: "rename-input" } });
    let done = false;
    const finish = async (save) => {
      if (done) return;
      done = true;
      const title = input.value.trim();
      if (save && title && title !== session.title) await this.attempt(() => this.api.renameSession(session.id, title));
      await this.refresh();
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) finish(true);
      if (event.key === "Escape") { event.stopPropagation(); finish(false); }
    });
    input.addEventListener("blur", () => finish(true));
    row.replaceChildren(input);
    input.select();
  }

  ask(row, session) {
    const no = el("button", { type: "button", text: gettext("Keep"), on: { click: () => this.refresh() } });
    const yes = el("button", { type: "button", class: "danger", text: gettext("Delete"), data: { testid: "delete-confirm" }, on: { click: async () => {
      if (await this.attempt(() => this.api.deleteSession(session.id))) this.onDeleted(session.id);
      await this.refresh();
    } } });
    row.replaceChildren(el("div", { class: "session-ask" }, el("span", { text: gettext("Delete it for good?") }), yes, no));
    no.focus();
  }

  async attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      this.problem = error.message;
      console.warn("sessions:", error);
      return false;
    }
  }
}

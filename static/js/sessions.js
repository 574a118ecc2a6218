/** The rail: the visitor's conversations, searched on the server, renamed and deleted in place. */
import { byId, el, icon, isComposing } from "./dom.js";

export class Sessions {
  /** `onDeleted(id)` is called after a conversation is gone; `announce(text)` speaks to screen readers. */
  constructor({ api, format, announce, current, onDeleted }) {
    Object.assign(this, { api, format, announce, current, onDeleted });
    this.list = byId("sessions");
    this.search = byId("session-search");
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(), 220);
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
    rail.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !rail.contains(relatedTarget)) show(false); });
  }

  /** Lists what was searched for, and tells how much that is. */
  async find() {
    await this.refresh();
    const found = this.list.querySelectorAll(".session").length;
    const text = ngettext("%(count)s conversation found", "%(count)s conversations found", found);
    this.announce(found ? interpolate(text, { count: found }, true) : this.list.textContent);
  }

  async refresh() {
    if (this.renaming) return;
    const asked = this.search.value.trim();
    const query = Symbol("query");
    this.query = query;
    try {
      const sessions = await this.api.sessions(asked);
      if (this.query !== query) return;
      const focus = this.focusAfter();
      this.list.replaceChildren(...sessions.map((session) => this.item(session)));
      focus();
      if (this.problem) this.list.prepend(el("li", { class: "sessions-note", role: "alert", text: this.problem }));
      this.problem = "";
      if (!sessions.length) this.note(asked ? gettext("No conversation matches.") : gettext("Your conversations will be listed here."));
    } catch (error) {
      if (this.query === query) this.note(gettext("The list could not be loaded. It will be tried again."));
      console.warn("sessions:", error);
    }
  }

  /** Keeps the focus in the list while that is drawn anew: on the same control, else on the conversation that took the place. */
  focusAfter() {
    const rows = [...this.list.children];
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    if (index < 0) return () => {};
    const controls = (row) => [...row.querySelectorAll("a, .session-tools button")];
    const control = Math.max(0, controls(rows[index]).indexOf(document.activeElement));
    const { id } = rows[index].dataset;
    return () => {
      const now = [...this.list.querySelectorAll(".session")];
      const same = now.find((row) => row.dataset.id === id);
      const row = same ?? now[Math.min(index, now.length - 1)];
      (row ? controls(row)[same ? control : 0] : this.search).focus();
    };
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
    this.renaming = true;
    this.query = null;  // a list that is on its way would take the field away
    const finish = async (save) => {
      if (done) return;
      done = true;
      this.renaming = false;
      const title = input.value.trim();
      if (save && title && title !== session.title) await this.attempt(() => this.api.renameSession(session.id, title));
      await this.refresh();
    };
    input.addEventListener("keydown", (event) => {
      if (isComposing(event)) return;
      if (event.key === "Enter") finish(true);
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
    this.query = null;
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

/** A text of one's own in a field: kept after a pause in typing, when the field is left and when the page is; it says so. */
const PAUSE_MS = 1000;

export class OwnText {
  /** `save(text)` resolves with whether it was kept; `state` tells. */
  constructor(input, state, save) {
    Object.assign(this, { input, state, save, kept: "", sent: null, contested: null });
    input.addEventListener("input", () => this.typed());
    input.addEventListener("change", () => this.keep());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.keep(); });
  }

  get text() {
    return this.input.value.trim();
  }

  typed() {
    clearTimeout(this.timer);
    this.state.textContent = "";
    this.contested = null;
    this.timer = setTimeout(() => this.keep(), PAUSE_MS);
  }

  async keep() {
    clearTimeout(this.timer);
    const { text } = this;
    if (text === this.kept || text === this.sent || text === this.contested) return;
    this.sent = text;
    const before = this.kept;
    const done = await this.save(text);
    // Somebody else's text came instead: whose is kept is now asked, and leaving the field must not answer.
    if (!done && this.kept !== before) this.contested = text;
    if (this.sent === text) this.sent = null;
    if (this.text === text) this.state.textContent = done ? gettext("Saved.") : gettext("Not saved.");
  }

  /** Shows what is kept now. What was typed meanwhile stays, unless `all` of it is to be as it is kept. */
  show(text, all = false) {
    const typed = this.text !== this.kept;
    this.kept = text;
    if (this.text !== text && (all || !typed)) this.input.value = text;
  }
}

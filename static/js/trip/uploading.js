/** Files on their way to the server: chosen or dropped, sent one after the other, with a bar and a way to stop each. */
import { ApiError, csrfToken } from "../api.js";
import { el, icon } from "../dom.js";

export const MOST_BYTES = 15 * 1024 * 1024;
export const TAKEN = ".pdf,.jpg,.jpeg,.png,.webp,application/pdf,image/jpeg,image/png,image/webp";
export const PICTURES = ".jpg,.jpeg,.png,.webp,image/jpeg,image/png,image/webp";

const say = (text, values) => interpolate(text, values, true);

/** Sends a file; `progress(share)` hears from 0 to 1. `stop()` gives up, and the promise resolves with null. */
export function send(url, file, fields, progress) {
  const request = new XMLHttpRequest();
  const done = new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", file, file.name);
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", csrfToken());
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total ? loaded / total : 0));
    request.addEventListener("load", () => (request.status === 201 ? resolve(request.response) : reject(new ApiError(request.status, request.response ?? {}))));
    request.addEventListener("error", () => reject(new Error(gettext("The connection was lost. Try again."))));
    request.addEventListener("abort", () => resolve(null));
    request.send(form);
  });
  return { done, stop: () => request.abort() };
}

export class Uploads {
  /** A button with its list. `fields()`: what the files belong to; `label`, `testid` and `accept` are those of the button. */
  constructor(kept, { label, testid, accept = TAKEN, fields = () => ({}) }) {
    Object.assign(this, { kept, fields, waiting: Promise.resolve() });
    this.rows = el("ul", { class: "uploads", data: { testid: `${testid}-uploads` } });
    this.input = el("input", { type: "file", class: "sr", multiple: true, accept, data: { testid }, on: { change: () => this.take([...this.input.files]) } });
    this.button = el("label", { class: "button plain file-button" }, icon("plus"), el("span", { text: label }), this.input);
  }

  /** Lets files be dropped on a node. */
  dropOn(node) {
    const over = (on) => (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      node.classList.toggle("over", on);
      if (event.type === "drop") this.take([...event.dataTransfer.files]);
    };
    for (const [type, on] of [["dragenter", true], ["dragover", true], ["dragleave", false], ["drop", false]]) node.addEventListener(type, over(on));
  }

  take(files) {
    for (const file of files) this.add(file);
    this.input.value = "";
  }

  add(file) {
    const bar = el("progress", { max: 1, value: 0, "aria-label": say(gettext("Progress of %(name)s"), { name: file.name }) });
    const state = el("span", { class: "fine", text: gettext("Waiting…") });
    const row = el("li", { data: { testid: "upload" } }, el("span", { class: "upload-name" }, el("b", { text: file.name }), state), bar);
    const stop = el("button", { type: "button", class: "icon-button", "aria-label": say(gettext("Cancel %(name)s"), { name: file.name }), data: { testid: "cancel-upload" } }, icon("close"));
    row.append(stop);
    this.rows.append(row);
    let sending = null;
    let stopped = false;
    const leave = () => {
      row.remove();
      if (document.activeElement === document.body) this.input.focus();
    };
    stop.addEventListener("click", () => {
      stopped = true;
      sending?.stop();
      leave();
    });
    const refuse = (text) => {
      bar.remove();
      row.classList.add("refused");
      state.replaceWith(el("span", { class: "fault", role: "alert", text, data: { testid: "upload-fault" } }));
      stop.setAttribute("aria-label", say(gettext("Dismiss %(name)s"), { name: file.name }));
    };
    if (file.size > MOST_BYTES) {
      refuse(say(gettext("The file is too large; at most %(limit)s MB are taken."), { limit: MOST_BYTES / 1024 / 1024 }));
      return;
    }
    const work = async () => {
      if (stopped) return;
      state.textContent = gettext("Sending…");
      sending = send(this.kept.ctx.api.filesUrl, file, this.fields(), (share) => {
        bar.value = share;
        if (share === 1) state.textContent = gettext("Checking…");
      });
      const made = await sending.done;
      if (!made) return;
      leave();
      this.kept.added(made);
      this.kept.announce(say(gettext("%(name)s attached."), { name: made.name }));
    };
    this.waiting = this.waiting.then(work).catch((error) => {
      console.warn("upload:", error);
      refuse(Object.values(error.problem?.errors ?? {}).flat().join(" ") || error.message);
    });
  }
}

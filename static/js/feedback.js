/** Thumbs under an answer, and "this is wrong" about an answer or a sight; both reach the operators' queue. */
import { openDialog } from "./dialog.js";
import { el, icon } from "./dom.js";

const say = (text, values) => interpolate(text, values, true);

/** `give(fields)` sends feedback; a second thumb replaces the first. */
export function thumbs(run, give) {
  const status = el("span", { class: "sr", role: "status" });
  const thumb = (kind, text) => el("button", { type: "button", class: "thumb", "aria-pressed": "false", "aria-label": text, title: text, data: { testid: `thumb-${kind}` }, on: { click: () => choose(kind) } }, icon(`thumb-${kind}`));
  const both = { up: thumb("up", gettext("Helpful")), down: thumb("down", gettext("Not helpful")) };
  async function choose(kind) {
    try {
      await give({ kind, run });
      for (const [name, button] of Object.entries(both)) button.setAttribute("aria-pressed", String(name === kind));
      status.textContent = gettext("Thank you.");
    } catch (error) {
      status.textContent = error.message;
    }
  }
  return [both.up, both.down, reportButton({ run }, give), status];
}

/** A button that asks what is wrong. `about`: run or sight, and its name for the heading. */
export function reportButton(about, give) {
  const text = about.name ? say(gettext("Something is wrong about %(name)s"), about) : gettext("Something is wrong");
  return el("button", { type: "button", class: "thumb", "aria-label": text, title: text, data: { testid: "report" }, on: { click: () => ask(about, text, give) } }, icon("flag"));
}

function ask({ run, sight }, title, give) {
  const words = el("textarea", { id: "report-text", name: "text", rows: 4, maxlength: 1000, required: true, data: { testid: "report-text" } });
  const told = el("p", { role: "status" });
  const asked = [el("div", { class: "field" }, el("label", { for: "report-text", text: gettext("What is wrong, and where did you read it?") }), words),
    el("div", { class: "actions" }, el("button", { class: "button", text: gettext("Send"), data: { testid: "report-send" } }))];
  const form = el("form", { class: "fields" }, asked, told);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await give({ kind: "wrong_fact", ...(run ? { run } : {}), ...(sight ? { sight } : {}), text: words.value });
      dialog.querySelector("[data-testid=close]").focus();
      for (const part of asked) part.remove();
      told.textContent = gettext("Thank you. Somebody will look into it.");
    } catch (error) {
      told.textContent = error.message;
    }
  });
  const dialog = openDialog(title, "report-dialog", form);
}

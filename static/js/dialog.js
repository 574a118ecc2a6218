/** Modal dialogs: a heading, a body, a way out. */
import { el, icon } from "./dom.js";

/** Opens a dialog with the focus on the first control of its body; returns it. It is gone when it closes. */
export function openDialog(title, testid, ...body) {
  const close = el("button", { type: "button", class: "icon-button", "aria-label": gettext("Close"), data: { testid: "close" }, on: { click: () => dialog.close() } }, icon("close"));
  const dialog = el("dialog", { class: "dialog", "aria-label": title, data: { testid } }, el("header", {}, el("h2", { text: title }), close), el("div", { class: "dialog-body" }, body));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector(".dialog-body :is(input, select, textarea, button)")?.focus();
  return dialog;
}

/** What the buttons, the menus and the keys of a trip's page do. */
import { byId, foldsAway } from "../dom.js";
import { askDates, askDeletion } from "./dialogs.js";
import { propose, showAlternatives, underWay } from "./plans.js";
import { showHistory, showSharing } from "./sharing.js";

/** A menu folds with a press on one of its entries; its summary takes the focus first, and has it again after a dialog. */
function folds(menu) {
  foldsAway(menu);
  menu.addEventListener("click", ({ target }) => {
    if (!menu.open || !target.closest("a, li button")) return;
    menu.querySelector("summary").focus();
    menu.open = false;
  }, { capture: true });
}

/** `page`: the editor, `undo`, ctx, turnTo(view) and remove() of a trip's page. */
export function toolbar(page) {
  const { editor, undo, ctx } = page;
  const on = (id, click) => byId(id).addEventListener("click", click);
  const later = (id, load) => on(id, () => load().catch(ctx.failed));
  on("undo", () => undo.undo());
  on("redo", () => undo.redo());
  on("dates", () => askDates(editor.trip, (start) => propose({ edits: [{ op: "start_date", date: start }] }, ctx)));
  on("replan", () => propose({}, ctx));
  on("alternatives", () => showAlternatives(ctx));
  on("way", () => underWay(editor.trip, ctx));
  on("share", () => showSharing(ctx));
  later("calendar", () => import("./calendar_feed.js").then(({ showCalendars }) => showCalendars(ctx)));
  later("reminders", () => import("./reminders.js").then(({ showReminders }) => showReminders(ctx)));
  later("together", () => import("./together.js").then(({ showTogether }) => showTogether(ctx)));
  on("history", () => showHistory(ctx));
  on("print", () => window.print());
  on("delete", () => askDeletion(editor.trip, () => page.remove()));
  for (const button of byId("view-switch").children) button.addEventListener("click", () => page.turnTo(button.dataset.view));
  for (const menu of document.querySelectorAll(".fold-menu")) folds(menu);
  if (location.hash === "#share" && ctx.role === "owner") showSharing(ctx);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    if (!ctx.edit || !byId("undo")) return;
    if (event.shiftKey) undo.redo();
    else undo.undo();
  });
}

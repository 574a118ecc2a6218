/**
 * The help sheet, and the keys of every page. What has `aria-keyshortcuts` with a single key answers to that key: a field takes
 * the focus, anything else is pressed. The sheet can turn single keys off, for those who speak or tremble into the keyboard.
 */
import { isComposing } from "./dom.js";

const STORED = "single-keys";
const sheet = document.getElementById("help-sheet");
const single = document.getElementById("help-single");

const isWriting = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;
const isModal = () => document.querySelector("dialog[open]") !== null;

function press(control) {
  if (control.matches("input, textarea")) control.focus();
  else control.click();
}

function answer(event) {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
  if (!single.checked || isWriting(event.target) || isModal()) return;
  const controls = document.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  const isThere = (each) => each.checkVisibility({ visibilityProperty: true }) || each.closest(".fold-menu") !== null;
  const control = [...controls].find((each) => isThere(each) && !each.disabled);
  if (!control) return;
  event.preventDefault();
  press(control);
}

single.checked = localStorage.getItem(STORED) !== "off";
single.addEventListener("change", () => localStorage.setItem(STORED, single.checked ? "on" : "off"));
document.getElementById("help").addEventListener("click", () => sheet.showModal());
document.getElementById("help-close").addEventListener("click", () => sheet.close());
document.addEventListener("keydown", answer);

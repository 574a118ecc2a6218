/**
 * The header. The site's links on a narrow page open above it from a button, and fold when the focus goes on. The language is changed
 * at the address where the page is now, which a conversation changes when it begins.
 */
import { byId } from "./dom.js";

const links = byId("site-links");
const menu = [document.querySelector(`[popovertarget="${links.id}"]`), links];

for (const part of menu) {
  part.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || menu.some((each) => each.contains(relatedTarget))) return;
    if (links.matches(":popover-open")) links.hidePopover();
  });
}

document.querySelector("form.languages")?.addEventListener("submit", ({ currentTarget }) => {
  currentTarget.elements.next.value = window.location.pathname + window.location.search;
});

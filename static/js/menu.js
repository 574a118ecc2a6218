/** The site's links on a narrow page: they open above it from the header's button, and fold when the focus goes on. */
import { byId } from "./dom.js";

const links = byId("site-links");
const menu = [document.querySelector(`[popovertarget="${links.id}"]`), links];

for (const part of menu) {
  part.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || menu.some((each) => each.contains(relatedTarget))) return;
    if (links.matches(":popover-open")) links.hidePopover();
  });
}

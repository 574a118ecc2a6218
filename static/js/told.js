/** What the last form came to, above the page, until its button takes it away. */
import { byId } from "./dom.js";

byId("told-close")?.addEventListener("click", () => byId("told").remove());

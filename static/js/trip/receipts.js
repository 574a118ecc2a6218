/** The receipts of an expense, in its form: seen and attached. */
import { el } from "../dom.js";
import { fileLink } from "./files.js";
import { Uploads } from "./uploading.js";

/** Fills `place` with what belongs to the expense of that id. */
export async function showReceipts(place, expense, kept) {
  await kept.load();
  const uploads = new Uploads(kept, { label: gettext("Attach a receipt"), testid: "attach-receipt", fields: () => ({ belongs_to: "expense", target: expense }) });
  const list = el("ul", { class: "file-list" });
  const draw = () => {
    if (place.isConnected) list.replaceChildren(...kept.of("expense", expense).map((file) => el("li", { data: { testid: "receipt" } }, fileLink(file, kept.ctx))));
    else kept.listeners.delete(draw);
  };
  place.replaceChildren(el("h3", { class: "subhead", text: gettext("Receipts") }), list, ...(kept.ctx.edit ? [uploads.rows, uploads.button] : []));
  kept.listeners.add(draw);
  draw();
}

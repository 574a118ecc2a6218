/** Back to what the trip was: undo, redo, an older version. Where several people change it, undo takes back one's own newest change. */
import { byId } from "../dom.js";
import { dropNotice } from "./notice.js";

export class Undo {
  /** `together`: whether others belong to the trip; `announce(text)` speaks to screen readers. */
  constructor(editor, together, announce) {
    Object.assign(this, { editor, together, announce, undone: { versions: [], upon: 0 } });
  }

  async undo() {
    dropNotice();
    if (this.together) {
      if (await this.editor.undoMine()) this.announce(gettext("Undone."));
      return;
    }
    const { version } = this.editor.trip;
    const before = this.redoable;
    if (!(await this.editor.undo())) return;
    this.redoable = [...before, version];
    this.announce(gettext("Undone."));
  }

  /** The versions that were undone, the last one last; none once something else was changed. */
  get redoable() {
    return this.undone.upon === this.editor.trip.version ? this.undone.versions : [];
  }

  set redoable(versions) {
    this.undone = { versions, upon: this.editor.trip.version };
    this.offer();
  }

  /** Says which of both can be done. A button that is `disabled` would drop the focus. */
  offer() {
    byId("undo").disabled = this.editor.trip.version < 2;
    byId("redo").ariaDisabled = String(!this.redoable.length);
  }

  /** Brings back what was undone last. */
  async redo() {
    const left = [...this.redoable];
    const version = left.pop();
    if (!version || !(await this.editor.restore(version))) return;
    this.redoable = left;
    this.announce(gettext("Done again."));
  }

  async restore(version) {
    dropNotice();
    if (await this.editor.restore(version)) this.announce(interpolate(gettext("Version %(number)s is back."), { number: version }, true));
  }
}

/** What is kept with a trip, its files and its journal: loaded when its part of the page is first seen. */
import { byId } from "../dom.js";

export class Kept {
  /** `ctx`: what the trip page shares; `announce(text)` speaks to screen readers. */
  constructor(ctx, announce) {
    Object.assign(this, { ctx, announce, files: [], listeners: new Set() });
  }

  /** Reads the files, once for all who ask at the same time. */
  load() {
    this.loading ??= this.ctx.api.files().then((files) => this.take(files)).finally(() => { this.loading = null; });
    return this.loading;
  }

  /** Somebody changed files, on whichever page: reads them again, once anybody has asked for them. */
  async refresh() {
    if (!this.read) return;
    const files = await this.ctx.api.files();
    if (JSON.stringify(files) !== JSON.stringify(this.files)) this.take(files);
  }

  take(files) {
    this.read = true;
    this.files = files;
    for (const tell of this.listeners) tell();
  }

  of(kind, target) {
    return this.files.filter((file) => file.belongs_to === kind && file.target === target);
  }

  added(file) {
    this.take([...this.files, file]);
  }

  async change(file, fields) {
    const changed = await this.ctx.api.changeFile(file.id, fields);
    this.take(this.files.map((each) => (each.id === changed.id ? changed : each)));
  }

  async remove(file) {
    await this.ctx.api.removeFile(file.id);
    this.take(this.files.filter(({ id }) => id !== file.id));
  }
}

/** Lets the sections of files and journal appear where they are seen; `ctx.kept` holds what they share. */
export function keepWith(ctx, announce) {
  const kept = new Kept(ctx, announce);
  ctx.kept = kept;
  // With an expense its receipts become the trip's.
  document.addEventListener("trip-part", ({ detail }) => { if (detail === "files" || detail === "expenses") kept.refresh().catch(ctx.failed); });
  const appear = async ([entry], observer) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    try {
      const [{ FilesSection }, { Journal }] = await Promise.all([import("./files.js"), import("./journal.js"), kept.load()]);
      new FilesSection(byId("files"), kept).draw();
      await new Journal(byId("journal"), kept).open();
    } catch (error) {
      ctx.failed(error);
      observer.observe(entry.target);
    }
  };
  new IntersectionObserver(appear, { rootMargin: "600px" }).observe(byId("files"));
}

/**
 * Speaks to screen readers through a page's one polite live region. A region that is filled anew with the same words may stay
 * silent, so it is emptied first. What passes quickly is left unsaid: a run of half a second is told by its end alone.
 */
const EMPTY_MS = 60;
const PASSING_MS = 800;

export class Announcer {
  constructor(region) {
    this.region = region;
    this.timer = null;
  }

  /** Now, in place of anything that was about to be said. */
  say(text) {
    clearTimeout(this.timer);
    this.region.textContent = "";
    this.timer = setTimeout(() => { this.region.textContent = text; }, EMPTY_MS);
  }

  /** If nothing else is to be said within a moment. */
  mention(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(text), PASSING_MS);
  }
}

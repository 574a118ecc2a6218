/** Why a change was not made, in the page's language; what was filled in stays where it is. */

const TEXTS = {
  version_conflict: () => gettext("The trip was changed meanwhile; the card shows it as it is now. Look at it, and save again if you still want to."),
  run_active: () => gettext("An answer is under way. Save again when it is complete, or stop it."),
  invalid: () => gettext("One of these values cannot be used. Check them and save again."),
  internal: () => gettext("Something broke on our side. Nothing was changed; save again."),
};

export function problemText(error) {
  const known = TEXTS[error.code]?.();
  if (known) return known;
  if (error.status === undefined) return error.name === "FormFault" ? error.message : gettext("No connection. Nothing was changed; save again when the line is back.");
  const way = error.problem?.relaxation;
  const parts = [error.message, way ? interpolate(gettext("This would help: %(way)s"), { way }, true) : ""].filter(Boolean);
  return parts.join(/\p{Script=Han}/u.test(error.message) ? "" : " ");
}

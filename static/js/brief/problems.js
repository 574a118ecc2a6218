/** Why a change was not made, in the page's language; what was filled in stays where it is. */

const TEXTS = {
  version_conflict: () => gettext("The trip changed in the meantime; the card shows its current version. Check it, and save again if you still want to."),
  run_active: () => gettext("An answer is still being written. Save again when it is complete, or stop it."),
  invalid: () => gettext("One of these values cannot be used. Check them and save again."),
  internal: () => gettext("Something went wrong on our side. Nothing was changed; please save again."),
};

export function problemText(error) {
  const known = TEXTS[error.code]?.();
  if (known) return known;
  if (error.status === undefined) return error.name === "FormFault" ? error.message : gettext("No connection. Nothing was changed; save again when you are back online.");
  const way = error.problem?.relaxation;
  const parts = [error.message, way ? interpolate(gettext("This would help: %(way)s"), { way }, true) : ""].filter(Boolean);
  return parts.join(/\p{Script=Han}/u.test(error.message) ? "" : " ");
}

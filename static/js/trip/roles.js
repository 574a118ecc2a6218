/** What the people of a trip may do, in words. */
import { el } from "../dom.js";

export const roleName = (role) => ({ owner: gettext("owner"), editor: gettext("may change the trip"), viewer: gettext("may read, comment and vote") })[role] ?? role;

export const options = (values, name, chosen) => values.map((value) => el("option", { value, text: name(value), selected: value === chosen }));

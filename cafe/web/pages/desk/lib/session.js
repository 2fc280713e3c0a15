/** Who is signed in, and the cafe that they run. */

import { applyTheme } from "../../shared/theme.js";
import { api } from "./api.js";

/** @import { Role, Session } from "../types" */

/** @type {{ person: Session | null, zone: string, cafe: string }} */
export const session = { person: null, zone: "Europe/Kyiv", cafe: "" };

/** @param {Role} role */
const rank = (role) => PUBLISHED.ROLES.indexOf(role);

/**
 * Whether the person's role is at least this one.
 * @param {Role} least
 */
export const may = (least) => rank(session.person?.role ?? "staff") <= rank(least);

/**
 * How long a text may be, in characters; 0: there is no such text. Of a longer one that is there nothing is cut.
 * @param {string} path its table and its field: `products.name`
 */
export function lengthOf(path) {
  const [table = "", name = ""] = path.split(".");
  return session.person?.lengths[table]?.[name] ?? 0;
}

/** Read what every page of the cafe needs: its name, colours and timezone. */
export async function readCafe() {
  try {
    const response = await fetch("/api/settings", { signal: AbortSignal.timeout(8000) });
    const settings = await response.json();
    session.zone = response.headers.get("X-Cafe-Timezone") ?? session.zone;
    session.cafe = settings.cafe_name ?? "";
    applyTheme(settings.theme);
  } catch {
    // the page's own colours do, and the next request tells what is wrong
  }
}

export async function readSession() {
  session.person = await api.get("/session");
}

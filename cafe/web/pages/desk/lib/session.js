/** Who is signed in, and the cafe that they run. */

import { anyText } from "../../shared/texts.js";
import { applyTheme } from "../../shared/theme.js";
import { api } from "./api.js";

/** @import { Right, Session } from "../types" */

/** @type {{ person: Session | null, zone: string, cafe: string }} */
export const session = { person: null, zone: "Europe/Kyiv", cafe: "" };

/**
 * Whether the person may work in one of these areas; in none given, everybody may.
 * @param {Right[]} areas
 */
export const may = (...areas) => areas.length === 0 || areas.some((area) => session.person?.rights.includes(area));

/** What somebody is here: by the cafe's own word, else by ours. @param {{ role: string, role_name?: string | null }} person */
export const roleText = ({ role, role_name: own }) => own ?? anyText(`role.${role}`);

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

/** Times as people read them. */

import { serverNow } from "./state.js";

/**
 * A time on the cafe's clock, `YYYY-MM-DDTHH:MM`; with its day if that is another one than today.
 * @param {string} moment
 */
export function clockTime(moment) {
  const [day = "", time = ""] = moment.split("T");
  const today = new Date(serverNow() * 1000).toLocaleDateString("sv");
  return day === today ? time : `${day.slice(8)}.${day.slice(5, 7)} ${time}`;
}

/** @param {number} seconds */
export const minutes = (seconds) => Math.max(0, Math.floor(seconds / 60));

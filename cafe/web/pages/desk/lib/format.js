/** Moments on the cafe's clock, in the person's language. */

import { dateFormat } from "../../shared/formats.js";
import { session } from "./session.js";

/**
 * @param {number} moment Unix seconds
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(moment, options) {
  const date = new Date(moment * 1000);
  try {
    return dateFormat({ ...options, timeZone: session.zone }).format(date);
  } catch {
    return dateFormat(options).format(date); // a zone that this browser does not know
  }
}

/** `14:05`. @param {number} moment Unix seconds */
export const clockTime = (moment) => format(moment, { hour: "2-digit", minute: "2-digit" });

/** `5 травня`, with the year where it is another one. @param {number} moment Unix seconds */
export function dayName(moment) {
  const isThisYear = new Date(moment * 1000).getFullYear() === new Date().getFullYear();
  return format(moment, { day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) });
}

/** `5 травня, 14:05`. @param {number} moment Unix seconds */
export const dayAndTime = (moment) => `${dayName(moment)}, ${clockTime(moment)}`;

/** `2026-11-22`, for a field of a date. @param {number} moment Unix seconds */
export const isoDay = (moment) => new Date(moment * 1000).toLocaleDateString("sv", { timeZone: session.zone });

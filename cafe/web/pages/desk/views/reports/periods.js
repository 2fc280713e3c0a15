/** Ranges of days that one asks for most, and days in words. Days are `YYYY-MM-DD`. */

import { currentLanguage } from "../../../shared/texts.js";

/** @import { ReportPeriod } from "../../types" */

const DAY_MS = 86_400_000;

export const PRESETS = ["today", "yesterday", "week", "lastWeek", "month", "lastMonth"];

/** @param {Date} date */
const iso = (date) => date.toISOString().slice(0, 10);

/** @param {string} day @param {number} days */
const shift = (day, days) => iso(new Date(Date.parse(day) + days * DAY_MS));

/** The Monday of a day's week. @param {string} day */
const monday = (day) => shift(day, -((new Date(day).getUTCDay() + 6) % 7));

/**
 * The first day of a month. @param {string} day a day of it
 * @param {number} months how many later
 */
function firstOfMonth(day, months = 0) {
  const date = new Date(day);
  return iso(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

/**
 * @param {string} preset
 * @param {string} today the cafe's
 * @returns {ReportPeriod}
 */
export function presetPeriod(preset, today) {
  switch (preset) {
    case "yesterday":
      return { from: shift(today, -1), to: shift(today, -1) };
    case "week":
      return { from: monday(today), to: today };
    case "lastWeek":
      return { from: shift(monday(today), -7), to: shift(monday(today), -1) };
    case "month":
      return { from: firstOfMonth(today), to: today };
    case "lastMonth":
      return { from: firstOfMonth(today, -1), to: shift(firstOfMonth(today), -1) };
    default:
      return { from: today, to: today };
  }
}

/**
 * The preset that a period is; on a Monday the week so far is the day, and the day it is called.
 * @param {ReportPeriod} period
 * @param {string} today
 */
export const presetOf = ({ from, to }, today) =>
  PRESETS.find((preset) => {
    const period = presetPeriod(preset, today);
    return period.from === from && period.to === to;
  }) ?? "";

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(currentLanguage().region, { ...options, timeZone: "UTC" });

/**
 * `15 червня`, `1–30 червня 2025 р.`
 * @param {ReportPeriod} period
 */
export function periodText({ from, to }) {
  const year = String(new Date().getFullYear());
  const isThisYear = from.startsWith(year) && to.startsWith(year);
  const long = format({ day: "numeric", month: "long", ...(!isThisYear && { year: "numeric" }) });
  return from === to ? long.format(new Date(from)) : long.formatRange(new Date(from), new Date(to));
}

/** `15 червня`. @param {string} day */
export const longDay = (day) => format({ day: "numeric", month: "long" }).format(new Date(day));

/** `15.06`. @param {string} day */
export const shortDay = (day) => format({ day: "2-digit", month: "2-digit" }).format(new Date(day));

const A_MONDAY = "2024-01-01";

/** `пн`. @param {number} weekday 0 is Monday */
export const shortWeekday = (weekday) => format({ weekday: "short" }).format(new Date(shift(A_MONDAY, weekday)));

/** `червень 2026 р.` @param {string} month `YYYY-MM` */
export const monthText = (month) => format({ month: "long", year: "numeric" }).format(new Date(`${month}-01`));

/** `06.26`. @param {string} month `YYYY-MM` */
export const shortMonth = (month) => `${month.slice(5)}.${month.slice(2, 4)}`;

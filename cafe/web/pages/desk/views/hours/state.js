/** What the hours' view knows: how the day stands, the stored hours, and what the person has changed of them. */

import { api } from "../../lib/api.js";
import { isSame, stillMine } from "../../lib/draft.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Day } from "../../day-types" */
/** @import { Item } from "../../types" */

export const DAYS = /** @type {const} */ (["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);

/** @typedef {(typeof DAYS)[number]} DayKey */
/** @typedef {{ from: string, to: string }} Range */
/** @typedef {{ date: string, hours: string[], message: string, message_en: string }} SpecialDay */

export const MESSAGES = [
  "announcement_enabled",
  "announcement_message",
  "announcement_message_en",
  "force_closed",
  "force_closed_message",
  "force_closed_message_en",
  "allow_orders_outside_hours",
];

export const state = {
  /** @type {Day | null} */
  day: null,
  /** @type {Record<DayKey, string[]> | null} */
  week: null,
  /** @type {SpecialDay[]} */
  specialDays: [],
  /** @type {Item} */
  settings: {},
  /** @type {{ mode: "simple" | "week", from: string, to: string, week: Record<DayKey, Range[]> }} */
  draft: { mode: "simple", from: "", to: "", week: emptyWeek() },
  /** @type {Item} */
  messages: {},
  /** @type {Problem[]} */
  problems: [],
};

/** @returns {Record<DayKey, Range[]>} */
function emptyWeek() {
  return { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
}

/** @param {string} text */
export function parseRange(text) {
  const [from = "", to = ""] = text.split("-");
  return { from, to: to === "24:00" ? "00:00" : to };
}

/** @param {Range} range */
export const writeRange = ({ from, to }) => `${from}-${to === "00:00" ? "24:00" : to}`;

/** @param {string[]} ranges */
export const shownRanges = (ranges) => ranges.map((range) => range.replace("-", "–")).join(", ");

/** What is stored, as the form has it. */
export function resetDraft() {
  const { work_hours_from: from, work_hours_to: to } = /** @type {Record<string, string>} */ (state.settings);
  const week = emptyWeek();
  for (const day of DAYS) {
    week[day] = state.week ? state.week[day].map(parseRange) : [{ from: from ?? "", to: to ?? "" }];
  }
  state.draft = { mode: state.week ? "week" : "simple", from: from ?? "", to: to ?? "", week };
  state.problems = [];
}

/**
 * Take new times for every day. Days that a week would begin with follow, so that who goes on to the days of the week
 * finds there what they typed.
 * @param {Range} times
 */
export function writeTimes({ from, to }) {
  const { draft } = state;
  const before = writeRange(draft);
  for (const day of state.week ? [] : DAYS) {
    if (draft.week[day].map(writeRange).join() === before) draft.week[day] = [{ from, to }];
  }
  draft.from = from;
  draft.to = to;
}

export function resetMessages() {
  state.messages = pick(state.settings, MESSAGES);
}

/** The settings of the messages that the person has changed. */
export const changedMessages = () => MESSAGES.filter((key) => state.messages[key] !== state.settings[key]);

/** The days of the week that the person has changed; all of them where there was no week. */
export const changedDays = () =>
  DAYS.filter((day) => state.draft.week[day].map(writeRange).join() !== state.week?.[day].join());

/** The two times of every day that the person has changed, by setting. */
export const changedTimes = () =>
  /** @type {const} */ ([
    ["work_hours_from", state.draft.from],
    ["work_hours_to", state.draft.to],
  ]).filter(([key, time]) => state.settings[key] !== time);

/** Whether the form of the hours differs from what is stored. */
export function areHoursChanged() {
  if (state.draft.mode === "week") return state.week === null || changedDays().length > 0;
  return state.week !== null || changedTimes().length > 0;
}

export async function readDay() {
  state.day = await api.get("/day");
}

const TIMES = ["work_hours_from", "work_hours_to"];

/**
 * Some of the settings.
 * @param {Item} settings
 * @param {string[]} keys
 */
export const pick = (settings, keys) => Object.fromEntries(keys.map((key) => [key, settings[key]]));

/**
 * Read everything. A form in which something is typed stays as it is, and with it what its person saw, so that somebody
 * else's change meanwhile is noticed.
 */
export async function readHours() {
  const [week, special, settings] = await Promise.all(
    ["hours", "special_days", "settings"].map((table) => api.get(`/catalogue/${table}`)),
  );
  await readDay();
  const [fresh] = settings.items;
  const isLoaded = "work_hours_from" in state.settings;
  const keepsHours = isLoaded && areHoursChanged();
  const keepsMessages = isLoaded && changedMessages().length > 0;
  const seen = { ...(keepsHours && pick(state.settings, TIMES)), ...(keepsMessages && pick(state.settings, MESSAGES)) };
  if (!keepsHours) state.week = week.items[0] ?? null;
  state.specialDays = special.items;
  state.settings = { ...fresh, ...seen };
  if (!keepsHours) resetDraft();
  if (!keepsMessages) resetMessages();
}

/** Read everything; of the messages only what nobody else has changed stays as it is typed. */
export async function rebaseMessages() {
  const { messages, settings } = state;
  const mine = pick(messages, changedMessages());
  resetMessages();
  try {
    await readHours();
  } finally {
    Object.assign(state.messages, stillMine(mine, settings, state.settings));
  }
}

/** Read everything; of the hours only what nobody else has changed stays as it is typed. */
export async function rebaseHours() {
  const { draft, week, settings } = state;
  const days = week && /** @type {Item} */ (pick(draft.week, changedDays()));
  const times = Object.fromEntries(changedTimes());
  resetDraft();
  try {
    await readHours();
  } catch (error) {
    state.draft = draft;
    throw error;
  }
  if (isSame(week, state.week)) state.draft.mode = draft.mode;
  if (days && state.week) Object.assign(state.draft.week, stillMine(days, week, state.week));
  const { work_hours_from: from = state.draft.from, work_hours_to: to = state.draft.to } =
    /** @type {Record<string, string>} */ (stillMine(times, settings, state.settings));
  writeTimes({ from, to });
}

/** What a person has typed into a form, beside what was there: only what differs is saved. */

/** @import { Problem } from "../../shared/types" */
/** @import { Edit, Item } from "../types" */

/** Digits become a number; anything else stays as it is, for the server to say what is wrong with it. @param {string | number} text */
export function wholeNumber(text) {
  const digits = String(text).replace(/\s/g, "").replace("−", "-");
  return /^-?\d{1,15}$/.test(digits) ? Number(digits) : String(text).trim();
}

/** The same, where a blank field means that there is none. @param {string} text */
export const optionalNumber = (text) => (text.trim() === "" ? null : wholeNumber(text));

/** A table does not care in which order it was written. @param {unknown} value */
const sorted = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;

/** Whether two values are stored alike. @param {unknown} one @param {unknown} other */
export const isSame = (one, other) => JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));

/**
 * What stays of a person's changes when they leave to others what those have changed meanwhile.
 * @param {Item} mine
 * @param {Item} before what they saw
 * @param {Item} fresh what is there now
 * @returns {Item}
 */
export const stillMine = (mine, before, fresh) =>
  Object.fromEntries(Object.entries(mine).filter(([name]) => isSame(before[name], fresh[name])));

/** The problems of a refused request by their fields, without the number of the edit. @param {Problem[]} problems */
export const byField = (problems) =>
  problems.map((problem) => ({ ...problem, field: problem.field.replace(/^edits\.\d+\.?/, "") }));

/** A draft of one item of a table. */
export class Draft {
  /**
   * @param {string} table
   * @param {string | null} key null: a new item
   * @param {Item} item as it is stored, or what a new one begins with
   */
  constructor(table, key, item) {
    this.table = table;
    this.key = key;
    this.item = item;
    /** @type {Item} */
    this.typed = {};
    /** @type {Problem[]} */
    this.problems = [];
  }

  /** The value of a field as it is now. @param {string} field */
  value(field) {
    return field in this.typed ? this.typed[field] : this.item[field];
  }

  /** The same as text. @param {string} field */
  text(field) {
    return String(this.value(field) ?? "");
  }

  /** @param {string} field @param {unknown} value */
  set(field, value) {
    if (isSame(value, this.item[field]) || (value === "" && !this.item[field])) delete this.typed[field];
    else this.typed[field] = value;
    this.problems = this.problems.filter(
      (problem) => problem.field !== field && !problem.field.startsWith(`${field}.`),
    );
  }

  /** The server refused it, alone among the edits. @param {Problem[]} problems */
  refuse(problems) {
    this.problems = byField(problems);
  }

  /** What is typed is stored now. */
  keep() {
    this.item = { ...this.item, ...this.typed };
    this.typed = {};
  }

  /** Take over what others have changed meanwhile. @param {Item} fresh */
  rebase(fresh) {
    this.typed = stillMine(this.typed, this.item, fresh);
    this.item = fresh;
    this.problems = [];
  }

  get isDirty() {
    return Object.keys(this.typed).length > 0;
  }

  /** What saving it means; a new item is saved whole. @returns {Edit} */
  edit() {
    const { table, key, item, typed } = this;
    if (key === null) return { table, key, seen: null, values: { ...item, ...typed } };
    const seen = Object.fromEntries(Object.keys(typed).map((field) => [field, item[field] ?? null]));
    return { table, key, seen, values: { ...typed } };
  }

  /** Deleting it means this. @param {string[]} fields that were seen @returns {Edit} */
  deletion(fields) {
    const seen = Object.fromEntries(fields.map((field) => [field, this.item[field] ?? null]));
    return { table: this.table, key: this.key, seen, values: null };
  }
}

/** Saving edits: tells what went wrong in words, lets the person decide between theirs and somebody else's, offers undo. */

import { ask } from "../../shared/dialog.js";
import { html } from "../../shared/html.js";
import { OfflineError, RefusedError } from "../../shared/request.js";
import { anyText, hasText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "./api.js";
import { clockTime } from "./format.js";
import { t } from "./texts.js";

/** @import { Problem } from "../../shared/types" */
/** @import { Change, Conflict, Edit } from "../types" */

/**
 * What became of it: `saved` (`change` is null if everything was so already), `theirs` (somebody else's values stay: read
 * anew), `invalid` (`problems` belong to fields), `failed` (told in a toast; nothing is known to be saved).
 * @typedef {{ state: "saved", change: Change | null } | { state: "theirs" } | { state: "invalid", problems: Problem[] } | { state: "failed" }} Outcome
 */

/**
 * Make edits, all or none.
 * @param {Edit[]} edits
 * @param {{ onUndo?: () => unknown, isQuiet?: boolean }} options `onUndo`: read anew after the person took it back
 * @returns {Promise<Outcome>}
 */
export async function save(edits, { onUndo = () => {}, isQuiet = false } = {}) {
  try {
    const { change } = await api.post("/edits", { edits });
    if (!isQuiet) toastSaved(change, onUndo);
    return { state: "saved", change };
  } catch (error) {
    if (error instanceof RefusedError && error.code === "changed") {
      const { conflicts } = /** @type {{ conflicts: Conflict[] }} */ (error.body);
      const isMine = await askWhose(conflicts, edits);
      return isMine ? save(rebased(edits, conflicts), { onUndo, isQuiet }) : { state: "theirs" };
    }
    if (error instanceof RefusedError && error.code === "invalid") return invalid(error.problems);
    tellFailure(error);
    return { state: "failed" };
  }
}

/** @type {Record<number, "error.forbidden" | "error.notFound">} */
const WORDS = { 403: "error.forbidden", 404: "error.notFound" };

/**
 * Tell in a toast why a request did not work; what is not about the request is a bug and goes on.
 * @param {unknown} error
 */
export function tellFailure(error) {
  if (error instanceof OfflineError) showToast(t("error.offline"), { tone: "bad" });
  else if (error instanceof RefusedError) {
    if (error.status === 401 || error.code === "confirm") return; // the page has asked who it is
    const id = error.code === "outcome_unknown" ? "error.unknown" : WORDS[error.status];
    showToast(id ? t(id) : (error.problems[0]?.message ?? t("error.failed")), { tone: "bad" });
  } else throw error;
}

/**
 * @param {Problem[]} problems
 * @returns {Outcome}
 */
function invalid(problems) {
  showToast(problems.length === 1 ? (problems[0]?.message ?? "") : t("error.checkFields"), { tone: "bad" });
  return { state: "invalid", problems };
}

/**
 * @param {Change | null} change
 * @param {() => unknown} onUndo
 */
function toastSaved(change, onUndo) {
  const action =
    change &&
    (() =>
      undo(change.id)
        .then((isDone) => isDone && onUndo())
        .catch(tellFailure));
  showToast(t("saved"), { tone: "good", label: t("undo"), action });
}

/**
 * Take a change back; tells how it went.
 * @param {number} id
 * @returns {Promise<boolean>}
 */
export async function undo(id) {
  try {
    await api.post(`/changes/${id}/undo`);
    showToast(t("undone"), { tone: "good" });
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "changed") {
      const { conflicts } = /** @type {{ conflicts: Conflict[] }} */ (error.body);
      showToast(`${t("conflict.title")}. ${who(conflicts[0])}`, { tone: "bad" });
    } else tellFailure(error);
    return false;
  }
}

/** @param {Conflict | undefined} conflict */
const who = (conflict) =>
  conflict?.by ? t("conflict.by", { name: conflict.by, time: conflict.at ? clockTime(conflict.at) : "" }) : "";

/**
 * A value in words.
 * @param {unknown} value
 */
export function valueText(value) {
  if (value === null || value === undefined || value === "") return t("empty.value");
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) {
    return value.join(", ") || t("empty.value");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * What a field is called, where the desk has a word for it.
 * @param {string} table
 * @param {string} field
 */
export function fieldText(table, field) {
  for (const id of [`field.${table}.${field}`, `field.${field}`]) if (hasText(id)) return anyText(id);
  return field;
}

/** @param {Conflict} conflict of a whole item */
function wholeText({ current, by }) {
  if (current !== null) return t("conflict.exists");
  return by ? t("conflict.gone", { name: by }) : t("conflict.goneUnknown");
}

/**
 * Show both and ask which is to stay; true: the person's own.
 * @param {Conflict[]} conflicts
 * @param {Edit[]} edits
 */
export function askWhose(conflicts, edits) {
  const rows = conflicts.map((conflict) => {
    const edit = edits[conflict.edit];
    if (!conflict.field) return html`<p>${wholeText(conflict)}</p>`;
    return html`<div class="conflict"><p><b>${fieldText(edit?.table ?? "", conflict.field)}</b> <span class="muted">${who(conflict)}</span></p>
      <dl><div><dt>${t("conflict.theirs")}</dt><dd>${valueText(conflict.current)}</dd></div>
      <div><dt>${t("conflict.mine")}</dt><dd>${valueText(edit?.values?.[conflict.field])}</dd></div></dl></div>`;
  });
  return ask(t("conflict.title"), { yes: t("conflict.useMine"), no: t("conflict.keepTheirs"), text: rows });
}

/**
 * The same edits by somebody who has seen what is there now.
 * @param {Edit[]} edits
 * @param {Conflict[]} conflicts
 */
function rebased(edits, conflicts) {
  return edits
    .map((edit, number) => {
      const own = conflicts.filter((conflict) => conflict.edit === number);
      const whole = own.find((conflict) => !conflict.field);
      if (whole) return { ...edit, seen: /** @type {Edit["seen"]} */ (whole.current) };
      const current = Object.fromEntries(own.map((conflict) => [conflict.field, conflict.current]));
      return { ...edit, seen: edit.seen && { ...edit.seen, ...current } };
    })
    .filter((edit) => edit.values !== null || edit.seen !== null); // what is gone need not be deleted
}

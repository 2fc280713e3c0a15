/** Changing one field of a row where it stands: Enter saves, Escape leaves, an error stays at the field. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { t } from "../../lib/texts.js";
import { changeItems, findDish } from "./state.js";

/** @type {{ slug: string, field: "" | "price" | "name", text: string, error: string }} */
export const editing = { slug: "", field: "", text: "", error: "" };

const input = () => /** @type {HTMLInputElement | null} */ (document.getElementById("in-place"));

/**
 * @param {string} slug
 * @param {"price" | "name"} field
 * @param {string} text
 * @param {string} error
 */
function open(slug, field, text, error) {
  Object.assign(editing, { slug, field, text, error });
  draw();
  queueMicrotask(() => {
    input()?.focus();
    if (!error) input()?.select();
  });
}

/** Leave it as it is; the focus goes back to where the field was. */
function close() {
  const { slug, field } = editing;
  const hadFocus = document.activeElement === input();
  Object.assign(editing, { slug: "", field: "", text: "", error: "" });
  draw();
  if (!hadFocus) return;
  queueMicrotask(() => {
    /** @type {HTMLElement | null} */
    const button = document.querySelector(
      `[data-action="menu.edit"][data-field="${field}"][data-slug="${CSS.escape(slug)}"]`,
    );
    button?.focus();
  });
}

/**
 * What the text means as a value of the field; null if it means none.
 * @param {"price" | "name"} field
 * @param {string} text
 */
function meaningOf(field, text) {
  if (field === "name") return text.trim() || null;
  const digits = text.replace(/[\s₴]|грн/gu, "");
  return /^\d{1,8}$/.test(digits) ? Number(digits) : null;
}

async function commit() {
  const { slug, field } = editing;
  const dish = findDish(slug);
  const text = input()?.value ?? "";
  if (field === "" || !dish) return;
  const value = meaningOf(field, text);
  if (value === null) {
    open(slug, field, text, t(`menu.${field}.wrong`));
    return;
  }
  close();
  if (value === dish[field]) return;
  const outcome = await changeItems("products", [{ slug, values: { [field]: value } }]);
  if (outcome.state === "invalid") open(slug, field, text, outcome.problems[0]?.message ?? "");
}

actions["menu.edit"] = ({ dataset }) => {
  const dish = findDish(dataset.slug ?? "");
  const field = dataset.field === "price" ? "price" : "name";
  if (dish) open(dish.slug, field, String(dish[field]), "");
};
actions["menu.commit"] = commit;

/** @param {KeyboardEvent} event */
function leave(event) {
  if (event.key !== "Escape" || event.target !== input()) return;
  event.stopPropagation();
  close();
}

/** Who goes on elsewhere has finished here. @param {FocusEvent} event */
function finish(event) {
  if (event.target !== input() || !editing.field) return;
  const dish = findDish(editing.slug);
  const text = input()?.value ?? "";
  // What is not valid was only tried: it must not hold anybody back who taps elsewhere.
  if (dish && meaningOf(editing.field, text) === null) close();
  else commit();
}

let isListening = false;

export function listenToRows() {
  if (isListening) return;
  isListening = true;
  document.addEventListener("keydown", leave);
  document.addEventListener("focusout", finish);
}

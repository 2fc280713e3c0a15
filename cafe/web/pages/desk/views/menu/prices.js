/** Many prices at once: a rule, a table of what it would do, and one change of all that stays ticked. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { announce } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, segments } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { nameOf } from "./rows.js";
import { findDish, menu, readMenu } from "./state.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { View } from "../../types" */

/** @typedef {{ slug: string, category: string, price: number, new_price: number }} NewPrice */

/** @type {{ categories: Set<string>, by: "percent" | "sum", amount: string, step: string, rounding: string, prices: NewPrice[] | null, left: Set<string>, problems: Problem[], isSaving: boolean }} */
const state = {
  categories: new Set(),
  by: "percent",
  amount: "",
  step: "1",
  rounding: "nearest",
  prices: null,
  left: new Set(),
  problems: [],
  isSaving: false,
};

const chosen = () => (state.prices ?? []).filter(({ slug }) => !state.left.has(slug));

const chips = () => html`<div class="chips wrapping" role="group" aria-label="${t("prices.what")}">
  <button type="button" class="chip" data-action="prices.category" data-slug="" aria-pressed="${String(state.categories.size === 0)}">${t("prices.all")}</button>
  ${menu.categories.map(
    (
      each,
    ) => html`<button type="button" class="chip" data-key="c-${each.slug}" data-action="prices.category" data-slug="${each.slug}"
      aria-pressed="${String(state.categories.has(each.slug))}">${nameOf(each)}</button>`,
  )}</div>`;

const rule = () => html`<form class="card stack" data-submit="prices.look" data-key="rule">
  <h2>${t("prices.what")}</h2>${chips()}<h2>${t("prices.how")}</h2>
  ${segments({
    name: "prices-by",
    label: t("prices.how"),
    value: state.by,
    change: "prices.set",
    choices: [
      { value: "percent", label: t("prices.percent") },
      { value: "sum", label: t("prices.sum") },
    ],
  })}
  ${field({ name: "prices-amount", label: t("prices.by"), value: state.amount, suffix: state.by === "percent" ? "%" : "₴", inputmode: "text", hint: t("prices.by.hint"), input: "prices.set", maxlength: 8, error: errorOf(state.problems, "amount") || errorOf(state.problems, "percent") })}
  ${segments({ name: "prices-step", label: t("prices.step"), value: state.step, change: "prices.set", choices: ["1", "5", "10"].map((value) => ({ value, label: t(/** @type {"prices.step.1"} */ (`prices.step.${value}`)) })) })}
  ${segments({
    name: "prices-rounding",
    label: t("prices.rounding"),
    value: state.rounding,
    change: "prices.set",
    choices: [
      { value: "nearest", label: t("prices.nearest") },
      { value: "up", label: t("prices.up") },
    ],
  })}
  <button class="button full-width">${t("prices.look")}</button></form>`;

/** @param {NewPrice} price */
function row({ slug, price, new_price: wanted }) {
  const dish = findDish(slug);
  const name = dish ? nameOf(dish) : slug;
  return html`<tr data-key="p-${slug}"><td><label class="tick"><input type="checkbox" data-change="prices.tick" value="${slug}"
      aria-label="${t("prices.take", { name })}" ${booleanAttribute("checked", !state.left.has(slug))}><span>${name}</span></label></td>
    <td class="number price-old">${money(price)}</td><td class="number"><b>${money(wanted)}</b></td></tr>`;
}

function preview() {
  if (state.prices === null) return "";
  if (state.prices.length === 0)
    return html`<div class="empty" data-key="none">${icon("tag")}<p>${t("prices.nothing")}</p></div>`;
  const count = chosen().length;
  return html`<section class="card" data-key="preview"><h2 id="prices-table" tabindex="-1">${t("prices.table")}</h2>
    <div class="table-wrap" tabindex="0" role="region" aria-labelledby="prices-table"><table class="table"><thead><tr><th>${t("prices.dish")}</th><th class="number">${t("prices.old")}</th><th class="number">${t("prices.new")}</th></tr></thead>
    <tbody>${state.prices.map(row)}</tbody></table></div></section>
    <div class="save-bar" data-key="bar"><button type="button" class="button" data-action="prices.save" aria-busy="${String(state.isSaving)}"
      ${booleanAttribute("disabled", count === 0)}>${t("prices.save", { count })}</button></div>`;
}

/** @type {View} */
export const pricesPage = {
  async load() {
    await readMenu();
    Object.assign(state, { prices: null, problems: [], left: new Set(), isSaving: false });
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <div class="stack" data-key="prices">${rule()}${preview()}</div>`,
  title: () => t("prices.title"),
};

async function look() {
  const typed = state.amount
    .replace(/[\s%₴+]/g, "")
    .replace("−", "-")
    .replace(",", ".");
  const amount = Number(typed || "0");
  if (Number.isNaN(amount)) {
    Object.assign(state, { prices: null, problems: [{ field: "amount", message: t("prices.wrong") }] });
    draw();
    return;
  }
  try {
    const answer = await api.look("/menu/prices", {
      ...(state.by === "percent" ? { percent: amount } : { amount }),
      step: Number(state.step),
      rounding: state.rounding,
      ...(state.categories.size > 0 ? { categories: [...state.categories] } : { all: true }),
    });
    Object.assign(state, { prices: answer.prices, problems: [], left: new Set() });
    announce(t("prices.save", { count: answer.prices.length }));
    queueMicrotask(() => queueMicrotask(() => document.getElementById("prices-table")?.focus()));
  } catch (error) {
    state.prices = null;
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
  }
  draw();
}

async function change() {
  if (state.isSaving) return;
  state.isSaving = true;
  draw();
  const edits = chosen().map(({ slug, price, new_price: wanted }) => ({
    table: "products",
    key: slug,
    seen: { price },
    values: { price: wanted },
  }));
  const outcome = await save(edits, { onUndo: () => go("#/menu") });
  state.isSaving = false;
  if (outcome.state === "saved") go("#/menu");
  else if (outcome.state === "theirs") await look();
  draw();
}

actions["prices.category"] = ({ dataset }) => {
  const slug = dataset.slug ?? "";
  if (slug === "") state.categories.clear();
  else if (!state.categories.delete(slug)) state.categories.add(slug);
  state.prices = null;
  draw();
};
actions["prices.set"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  Object.assign(state, { [name.replace("prices-", "")]: value, prices: null });
  draw();
};
actions["prices.look"] = look;
actions["prices.tick"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  if (checked) state.left.delete(value);
  else state.left.add(value);
  draw();
};
actions["prices.save"] = change;

/**
 * The dialog in which the staff change an order: fewer or more of its lines, and other dishes. What it comes to is told
 * before anything happens.
 */

import { actions } from "./delegate.js";
import { openDialog, openedDialog } from "./dialog.js";
import { draw } from "./drawing.js";
import { money } from "./formats.js";
import { booleanAttribute, html } from "./html.js";
import { COMMON_ICONS, drawIcon } from "./icons.js";
import { anyText } from "./texts.js";

/** @import { EditedOrder, EditOutcome, MenuDish, WantedEdit } from "./types" */

const MOST_FOUND = 8;
const PATIENCE_MS = 250; // several presses are asked about once

/**
 * What the dialog needs of its page. `preview` and `save` throw what `problemOf` puts into words; nothing is done twice.
 * @typedef {object} Page
 * @property {() => Promise<MenuDish[]>} loadMenu
 * @property {(id: number, wanted: WantedEdit) => Promise<EditOutcome>} preview
 * @property {(id: number, wanted: WantedEdit, isAgreed: boolean) => Promise<void>} save
 * @property {(error: unknown) => string} problemOf
 */

/** @typedef {{ dish: MenuDish, quantity: number, options: { id: number, quantity: number }[] | undefined }} Added */

/**
 * The order that is being changed, with what is wanted of it; `choosing` is a dish whose options are still to choose.
 * @typedef {object} Editing
 * @property {EditedOrder} order
 * @property {Page} page
 * @property {Record<number, number>} quantities
 * @property {Added[]} added
 * @property {number | null} zone the delivery zone that is wanted; null: it stays
 * @property {MenuDish[] | null} menu
 * @property {string} search
 * @property {{ dish: MenuDish, chosen: Set<number> } | null} choosing
 * @property {EditOutcome | null} outcome
 * @property {string} problem
 * @property {boolean} isBusy
 */

/** @type {Editing | null} */
let editing = null;
let timer = 0;

/** @param {EditedOrder} order @param {Page} page */
export function openOrderEditor(order, page) {
  const mine = {
    order,
    page,
    quantities: {},
    added: [],
    zone: null,
    menu: null,
    search: "",
    choosing: null,
    outcome: null,
  };
  editing = { ...mine, problem: "", isBusy: false };
  const opened = editing;
  openDialog(
    () => anyText("edit.title", { number: order.number }),
    editorBody,
    () => {
      if (editing === opened) editing = null;
    },
  );
  page.loadMenu().then(
    (menu) => {
      opened.menu = menu;
      draw();
    },
    (error) => {
      opened.problem = page.problemOf(error);
      draw();
    },
  );
}

const icon = (/** @type {keyof typeof COMMON_ICONS} */ name) => drawIcon(COMMON_ICONS[name]);

/** @param {string} name @param {number} count @param {{ of: string, id: number, isFull?: boolean }} options */
const stepper = (
  name,
  count,
  { of, id, isFull = false },
) => html`<div class="stepper" role="group" aria-label="${name}">
  <button type="button" data-key="less" data-action="edit.less" data-of="${of}" data-id="${id}" aria-label="${anyText("edit.less", { name })}"
    ${count === 0 && html`aria-disabled="true"`}>${icon("minus")}</button>
  <span class="count" role="status">${count}</span>
  <button type="button" data-key="more" data-action="edit.more" data-of="${of}" data-id="${id}" aria-label="${anyText("edit.more", { name })}"
    ${isFull && html`aria-disabled="true"`}>${icon("plus")}</button></div>`;

/** @param {Added} added */
const nameOf = ({ dish, options }) => {
  const chosen = (dish.option_groups ?? [])
    .flatMap((group) => group.options)
    .filter(({ id }) => options?.some((each) => each.id === id));
  return chosen.length > 0 ? `${dish.name} (${chosen.map(({ name }) => name).join(", ")})` : dish.name;
};

/** @param {Editing} state */
const rows = ({ order, quantities, added }) => html`<ul class="edit-lines">
  ${order.lines.map(
    (line) => html`<li data-key="line-${line.id}"><span>${line.name}</span>
      ${stepper(line.name, quantities[line.id] ?? line.quantity, { of: "line", id: line.id, isFull: line.product_id === null })}</li>`,
  )}
  ${added.map(
    (each, at) => html`<li data-key="added-${at}"><span>+ ${nameOf(each)}</span>
      ${stepper(nameOf(each), each.quantity, { of: "added", id: at })}</li>`,
  )}</ul>`;

/** The dishes that a search finds: all of whose words are in the name. @param {Editing} state */
function found({ menu, search }) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!menu || words.length === 0) return [];
  return menu.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, MOST_FOUND);
}

/** The delivery zones to choose from. @param {Editing} state */
const zoneChoice = ({ order, zone }) =>
  order.zones &&
  html`<div class="field" data-key="zone"><label for="edit-zone">${anyText("edit.zone")}</label>
    <select id="edit-zone" data-change="edit.zone">
      ${order.zone_id === null && html`<option value="">${anyText("edit.zone.none")}</option>`}
      ${order.zones.map(
        ({ id, name, fee }) =>
          html`<option value="${id}" ${booleanAttribute("selected", id === (zone ?? order.zone_id))}>${name}: ${money(fee)}</option>`,
      )}</select></div>`;

/** @param {Editing} state */
const adding = (state) => html`<div class="field">
    <label for="edit-search">${anyText("edit.add")}</label>
    <input id="edit-search" type="search" autocomplete="off" maxlength="60" data-input="edit.search" value="${state.search}">
  </div>
  <ul class="edit-found">${found(state).map(
    ({
      id,
      name,
      price,
    }) => html`<li data-key="dish-${id}"><button type="button" class="button soft small" data-action="edit.dish" data-id="${id}">
      ${icon("plus")}${name} · ${money(price)}</button></li>`,
  )}</ul>`;

/** @param {NonNullable<Editing["choosing"]>} choosing */
const choice = ({ dish, chosen }) => html`<div class="stack order-editor" data-key="choice">
  <h3>${dish.name}</h3>
  ${(dish.option_groups ?? []).map(
    (group) => html`<fieldset data-key="group-${group.id}"><legend>${group.name}</legend>
      <div class="cluster">${group.options
        .filter((option) => option.is_available)
        .map(
          (
            option,
          ) => html`<button type="button" class="chip" data-key="option-${option.id}" data-action="edit.option" data-id="${option.id}"
            aria-pressed="${String(chosen.has(option.id))}">${option.name}${option.price_delta !== 0 && ` ${option.price_delta > 0 ? "+" : "−"}${money(Math.abs(option.price_delta))}`}</button>`,
        )}</div></fieldset>`,
  )}
  <div class="question-buttons">
    <button type="button" class="button soft" data-action="edit.dropChoice">${anyText("cancel")}</button>
    <button type="button" class="button" data-action="edit.takeChoice">${anyText("edit.take")}</button>
  </div></div>`;

/** What it comes to, and the ways to have it so. @param {Editing} state */
function result({ order, outcome, problem, isBusy }) {
  const busy = html`aria-busy="${String(isBusy)}"`;
  if (problem) return html`<p class="field-error" role="alert" data-key="problem">${problem}</p>`;
  if (!outcome) return html`<p class="muted" data-key="hint">${anyText("edit.hint")}</p>`;
  const asks = order.asks_guest && (outcome.changes.includes("+") || outcome.total > outcome.total_before);
  return html`<div class="stack" data-key="outcome"><p role="status"><b>${anyText("edit.total", { before: money(outcome.total_before), sum: money(outcome.total) })}</b>
      ${outcome.to_return > 0 && html`<br>${anyText("edit.returns", { sum: money(outcome.to_return) })}`}
      ${outcome.balance > 0 && html`<br>${anyText("edit.balance", { sum: money(outcome.balance) })}`}</p>
    ${
      asks
        ? html`<button type="button" class="button full-width" data-key="propose" data-action="edit.propose" ${busy}>${anyText("edit.propose")}</button>
          <button type="button" class="button soft full-width" data-key="agreed" data-action="edit.save" ${busy}>${anyText("edit.agreed")}</button>`
        : html`<button type="button" class="button full-width" data-key="save" data-action="edit.save" ${busy}>${anyText("edit.save")}</button>`
    }</div>`;
}

function editorBody() {
  if (!editing) return "";
  if (editing.choosing) return choice(editing.choosing);
  return html`<div class="stack order-editor">${rows(editing)} ${adding(editing)} ${zoneChoice(editing)} ${result(editing)}</div>`;
}

/** @param {Editing} state @returns {WantedEdit} */
const wantedOf = ({ order, quantities, added, zone }) => ({
  seen: order.seen,
  lines: Object.entries(quantities).map(([id, quantity]) => ({ id: Number(id), quantity })),
  items: added.map(({ dish, quantity, options }) => ({ product_id: dish.id, quantity, ...(options && { options }) })),
  ...(zone !== null && { zone_id: zone }),
});

/** Ask what it comes to, once nobody presses any more. */
function askSoon() {
  clearTimeout(timer);
  const state = editing;
  if (!state) return;
  Object.assign(state, { outcome: null, problem: "" });
  draw();
  if (Object.keys(state.quantities).length === 0 && state.added.length === 0 && state.zone === null) return;
  timer = setTimeout(() => askNow(state), PATIENCE_MS);
}

/** @param {Editing} state */
async function askNow(state) {
  const wanted = wantedOf(state);
  const isSame = () => editing === state && JSON.stringify(wantedOf(state)) === JSON.stringify(wanted);
  try {
    const outcome = await state.page.preview(state.order.id, wanted);
    if (isSame()) state.outcome = outcome;
  } catch (error) {
    if (isSame()) state.problem = state.page.problemOf(error);
  }
  draw();
}

/** @param {HTMLElement} element @param {number} by */
function step({ dataset }, by) {
  const state = editing;
  if (!state) return;
  const id = Number(dataset.id);
  if (dataset.of === "added") {
    const added = state.added[id];
    if (!added) return;
    added.quantity += by;
    if (added.quantity < 1) state.added.splice(id, 1);
  } else {
    const line = state.order.lines.find((each) => each.id === id);
    if (!line) return;
    const quantity = Math.max(0, (state.quantities[id] ?? line.quantity) + by);
    if (quantity === line.quantity) delete state.quantities[id];
    else state.quantities[id] = quantity;
  }
  askSoon();
}

/** @param {MenuDish} dish @param {Added["options"]} options */
function add(dish, options) {
  if (!editing) return;
  const same = editing.added.find(
    (each) => each.dish.id === dish.id && JSON.stringify(each.options) === JSON.stringify(options),
  );
  if (same) same.quantity += 1;
  else editing.added.push({ dish, quantity: 1, options });
  editing.search = "";
  editing.choosing = null;
  askSoon();
}

/** @param {boolean} isAgreed */
async function save(isAgreed) {
  const state = editing;
  if (!state?.outcome || state.isBusy) return;
  const { close } = openedDialog();
  state.isBusy = true;
  draw();
  try {
    await state.page.save(state.order.id, { ...wantedOf(state), expected_total: state.outcome.total }, isAgreed);
    close();
  } catch (error) {
    Object.assign(state, { problem: state.page.problemOf(error), outcome: null });
  }
  state.isBusy = false;
  draw();
}

actions["edit.less"] = (element) => step(element, -1);
actions["edit.more"] = (element) => step(element, 1);
actions["edit.search"] = (element) => {
  if (editing) editing.search = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["edit.dish"] = ({ dataset }) => {
  const dish = editing?.menu?.find(({ id }) => id === Number(dataset.id));
  if (!editing || !dish) return;
  const groups = dish.option_groups ?? [];
  if (groups.length === 0) {
    add(dish, undefined);
    return;
  }
  const usual = groups
    .flatMap(({ options }) => options)
    .filter(({ is_default, is_available }) => is_default && is_available);
  editing.choosing = { dish, chosen: new Set(usual.map(({ id }) => id)) };
  draw();
};
actions["edit.option"] = ({ dataset }) => {
  const choosing = editing?.choosing;
  const id = Number(dataset.id);
  const group = choosing?.dish.option_groups?.find(({ options }) => options.some((option) => option.id === id));
  if (!choosing || !group) return;
  const { chosen } = choosing;
  const isOn = chosen.has(id);
  if (group.max === 1) for (const option of group.options) chosen.delete(option.id);
  if (isOn && (group.max !== 1 || group.min === 0)) chosen.delete(id);
  else chosen.add(id);
  draw();
};
actions["edit.dropChoice"] = () => {
  if (editing) editing.choosing = null;
  draw();
};
actions["edit.takeChoice"] = () => {
  const choosing = editing?.choosing;
  if (choosing)
    add(
      choosing.dish,
      [...choosing.chosen].map((id) => ({ id, quantity: 1 })),
    );
};
actions["edit.zone"] = (element) => {
  if (!editing) return;
  const chosen = Number(/** @type {HTMLSelectElement} */ (element).value) || null;
  editing.zone = chosen === (editing.order.zone_id ?? null) ? null : chosen;
  askSoon();
};
actions["edit.propose"] = () => save(false);
actions["edit.save"] = () => save(true);

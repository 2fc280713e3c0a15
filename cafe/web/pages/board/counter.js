/**
 * Selling to a guest at the counter, with and without a network: from a menu that is kept here, under a number that is this
 * tablet's own. The server gets the sale as an act like any other.
 */

import { actions } from "../shared/delegate.js";
import { openDialog } from "../shared/dialog.js";
import { html } from "../shared/html.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { counterView } from "./counter-view.js";
import { icon } from "./icons.js";
import { keepAct, sendActs } from "./queue.js";
import { isAlone, setState, state } from "./state.js";
import { countSale, findMenu, keep } from "./store.js";
import { t } from "./texts.js";

/** @import { Board, CounterDish, CounterMenu, Selling, SoldLine } from "./types" */

const NEW = /** @type {const} */ ({ order_type: "dine_in", is_handed_out: true, given: 0, choosing: null, sold: null });

/** @type {CounterMenu | null} */
let menu = null;
let readFor = -1;
/** @type {Selling} */
const selling = { ...NEW, category: 0, lines: [] };

/** Have the menu at hand before it is needed: at each change of it. @param {Board} board */
export async function readMenu({ catalogue }) {
  if (readFor === catalogue) return;
  readFor = catalogue;
  try {
    menu = await api.counterMenu();
    await keep("menu", menu);
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    readFor = -1; // the next board asks again
  }
}

export const counterButton = () =>
  html`<button type="button" class="tool" data-key="counter" data-action="counter" aria-haspopup="dialog">${icon("cash")}<span>${t("counter")}</span></button>`;

/** @param {Partial<Selling>} changes */
function change(changes) {
  Object.assign(selling, changes);
  setState();
}

/** What the guest pays, with the discount for taking it along. */
function sums() {
  const items = selling.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const percent = selling.order_type === "pickup" ? (menu?.pickup_percent ?? 0) : 0;
  return { percent, total: items - Math.min(items, Math.floor((items * percent + 50) / 100)) };
}

/** @param {CounterDish} dish */
const optionsOf = ({ groups = [] }) => groups.flatMap(({ options }) => options);

/** @param {CounterDish} dish @param {Map<number, number>} pieces @param {string} note */
function add(dish, pieces, note) {
  const chosen = optionsOf(dish).filter(({ id }) => pieces.has(id));
  const names = chosen.map(({ id, name }) => ((pieces.get(id) ?? 1) > 1 ? `${name} ×${pieces.get(id)}` : name));
  const isUsual = optionsOf(dish).every(({ id, is_default: isDefault }) => (pieces.get(id) ?? 0) === Number(isDefault));
  const more = chosen.reduce((sum, { id, price_delta: delta }) => sum + delta * (pieces.get(id) ?? 1), 0);
  /** @type {SoldLine} */
  const line = {
    product_id: dish.id,
    category_id: dish.category_id,
    name: isUsual || names.length === 0 ? dish.name : `${dish.name} (${names.join(", ")})`,
    quantity: 1,
    price: Math.max(0, dish.price + more),
    ...(optionsOf(dish).length > 0 && { options: chosen.map(({ id }) => ({ id, quantity: pieces.get(id) ?? 1 })) }),
    note,
  };
  const isSame = (/** @type {SoldLine} */ other) => JSON.stringify({ ...other, quantity: 1 }) === JSON.stringify(line);
  const same = selling.lines.find(isSame);
  if (same) same.quantity += 1;
  else selling.lines.push(line);
  change({ choosing: null });
}

/** @param {HTMLElement} element */
const dishOf = ({ dataset }) =>
  menu?.categories.flatMap(({ dishes }) => dishes).find(({ id }) => id === Number(dataset.id));

/** @param {HTMLElement} element */
function pick(element) {
  const dish = dishOf(element);
  if (!dish) return;
  const usual = optionsOf(dish).filter(({ is_default: isDefault }) => isDefault);
  const pieces = new Map(usual.map(({ id }) => [id, 1]));
  if (optionsOf(dish).length === 0 && !dish.notes) add(dish, pieces, "");
  else change({ choosing: { dish, pieces, note: "" } });
}

/** One piece more of an option, or none after the last; of a group that takes one, instead of the other. @param {HTMLElement} element */
function choose({ dataset }) {
  const { choosing } = selling;
  const id = Number(dataset.id);
  const group = choosing?.dish.groups?.find(({ options }) => options.some((each) => each.id === id));
  const option = group?.options.find((each) => each.id === id);
  if (!choosing || !group || !option) return;
  const { pieces } = choosing;
  const had = pieces.get(id) ?? 0;
  if (group.max === 1) for (const other of group.options) pieces.delete(other.id);
  const count = group.options.reduce((sum, each) => sum + (pieces.get(each.id) ?? 0), 0);
  if (had < option.max_quantity && count < group.max) pieces.set(id, group.max === 1 ? 1 : had + 1);
  else if (group.max === 1 && group.min > 0) pieces.set(id, 1);
  else pieces.delete(id);
  setState();
}

/** Whether as much is chosen as each group asks for. */
function isChosen() {
  const { choosing } = selling;
  const count = (/** @type {{ id: number }[]} */ options) =>
    options.reduce((sum, { id }) => sum + (choosing?.pieces.get(id) ?? 0), 0);
  return (choosing?.dish.groups ?? []).every(({ min, max, options }) => count(options) >= min && count(options) <= max);
}

/** @param {HTMLElement} element @param {number} by */
function step({ dataset }, by) {
  const line = selling.lines[Number(dataset.at)];
  if (!line) return;
  line.quantity += by;
  change({ lines: selling.lines.filter(({ quantity }) => quantity > 0) });
}

/** The guest has paid. @param {HTMLElement} element */
async function sell({ dataset }) {
  const { lines, order_type, is_handed_out, given } = selling;
  if (lines.length === 0) return;
  const { percent, total } = sums();
  selling.lines = []; // a second tap sells nothing
  const number = `T${state.read?.device_id ?? 0}-${await countSale()}`;
  const payment = dataset.payment === "terminal" ? "terminal" : "cash";
  await keepAct({ kind: "sale", number, order_type, payment, percent, total, is_handed_out, lines }, number);
  change({ sold: { number, total, rest: payment === "cash" ? Math.max(0, given - total) : 0 } });
  if (!isAlone()) await sendActs();
}

/** Each sale begins anew. */
function begin() {
  change({ ...NEW, category: 0, lines: [] });
}

async function open() {
  menu ??= (await findMenu()) ?? null;
  if (!menu) {
    showToast(t("counter.noMenu"), { tone: "bad" });
    return;
  }
  if (selling.sold) begin();
  openDialog(
    () => t("counter.title"),
    () => menu && counterView(menu, selling, { ...sums(), isChosen: isChosen() }),
  );
}

Object.assign(actions, {
  counter: open,
  "counter.new": begin,
  "counter.category": (/** @type {HTMLElement} */ { dataset }) => change({ category: Number(dataset.at) }),
  "counter.dish": pick,
  "counter.option": choose,
  "counter.note": (/** @type {HTMLElement} */ element) => {
    if (selling.choosing) selling.choosing.note = /** @type {HTMLInputElement} */ (element).value.trim();
  },
  "counter.take": () => {
    const { choosing } = selling;
    if (choosing && isChosen()) add(choosing.dish, choosing.pieces, choosing.note);
  },
  "counter.drop": () => change({ choosing: null }),
  "counter.less": (/** @type {HTMLElement} */ element) => step(element, -1),
  "counter.more": (/** @type {HTMLElement} */ element) => step(element, 1),
  "counter.type": (/** @type {HTMLElement} */ { dataset }) =>
    change({ order_type: dataset.type === "pickup" ? "pickup" : "dine_in" }),
  "counter.end": (/** @type {HTMLElement} */ { dataset }) => change({ is_handed_out: dataset.end === "now" }),
  "counter.given": (/** @type {HTMLElement} */ element) =>
    change({ given: Number(/** @type {HTMLInputElement} */ (element).value.replaceAll(/\D/g, "")) }),
  "counter.pay": sell,
});

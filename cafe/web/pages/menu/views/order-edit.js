/** Changing an order of one's own until cooking begins, and answering a change that the cafe proposes. */

import { money } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { haptic } from "../../shared/telegram.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../api.js";
import { cartTotals, reloadCart, whenSynced } from "../cart.js";
import { notice, stepper } from "../components.js";
import { setState } from "../state.js";
import { t } from "../texts.js";
import { lookAgain } from "./order-live.js";
import { shown } from "./order-state.js";

/** @import { EditOutcome, OrderDetails } from "../order-types" */

const PATIENCE_MS = 300; // several taps are asked about once

/**
 * What somebody wants of the order on screen; null while nobody changes it.
 * @type {{ seen: number, quantities: Record<number, number>, hasCart: boolean, outcome: EditOutcome | null, problem: string } | null}
 */
let wish = null;
let timer = 0;
let isBusy = false;

/** Another order is on screen. */
export function forgetEdit() {
  clearTimeout(timer);
  wish = null;
  isBusy = false;
}

/** @param {OrderDetails | null} details */
export const editButton = (details) =>
  details?.edit &&
  !wish &&
  html`<button type="button" class="button soft" data-key="edit" data-action="editOrder">${t("order.edit")}</button>`;

/** What came of the order since it was placed. @param {import("../types").Order} order */
export const changesOf = ({ changes = [], balance = 0 }) =>
  (changes.length > 0 || balance > 0) &&
  html`<div class="order-changes" data-key="changes">
    ${changes.map(({ text }, at) => html`<p class="muted" data-key="${at}">${t("order.edited", { changes: text })}</p>`)}
    ${balance > 0 && html`<p><b>${t("order.balance", { sum: money(balance) })}</b></p>`}
  </div>`;

/** @param {OrderDetails | null} details */
export function proposalSection(details) {
  const proposal = details?.proposal;
  if (!proposal) return "";
  const { number, text, total, total_before: before } = proposal;
  return html`<section class="panel" data-key="proposal-${number}" role="alert">
    <h2 class="panel-title">${t("order.proposal")}</h2>
    <p>${text}</p>
    <p>${t("order.proposal.total", { before: money(before), sum: money(total) })}</p>
    <div class="confirm-buttons">
      <button type="button" class="button soft" data-action="declineEdit" data-number="${number}">${t("order.proposal.no")}</button>
      <button type="button" class="button" data-action="agreeToEdit" data-number="${number}">${t("order.proposal.yes")}</button>
    </div>
  </section>`;
}

/** @param {OrderDetails | null} details */
export function editSection(details) {
  const editable = details?.edit;
  if (!wish || !editable) return "";
  const { quantities, hasCart, outcome, problem } = wish;
  const { count, total } = cartTotals();
  return html`<section class="panel order-edit" data-key="edit-form">
    <h2 class="panel-title">${t("order.edit")}</h2>
    <ul>${editable.lines.map(
      (line) => html`<li data-key="line-${line.id}" class="spread">
        <span>${line.name}</span>${stepper(line, quantities[line.id] ?? line.quantity, { of: "Edited", isFull: line.product_id === null })}</li>`,
    )}</ul>
    ${
      count > 0 &&
      html`<ul class="checkbox-list" data-key="cart"><li><label>
        <input type="checkbox" data-change="addCartToOrder" ${booleanAttribute("checked", hasCart)} />
        <span>${t("order.edit.cart", { sum: money(total) })}</span></label></li></ul>`
    }
    ${count === 0 && html`<p class="muted">${t("order.edit.hint")}</p>`}
    ${problem && notice(problem, { tone: "bad" })}
    ${
      outcome &&
      html`<p role="status" data-key="outcome">${t("order.proposal.total", { before: money(outcome.total_before), sum: money(outcome.total) })}
        ${outcome.to_return > 0 && html`<br>${t("order.edit.returns", { sum: money(outcome.to_return) })}`}
        ${outcome.balance > 0 && html`<br>${t("order.balance", { sum: money(outcome.balance) })}`}</p>`
    }
    <div class="confirm-buttons">
      <button type="button" class="button soft" data-action="keepOrder">${t("order.edit.keep")}</button>
      <button type="button" class="button" data-action="saveOrder" aria-busy="${String(isBusy)}" ${!outcome && html`aria-disabled="true"`}>${t("order.edit.save")}</button>
    </div>
  </section>`;
}

/** What is asked of the server. @param {NonNullable<typeof wish>} wanted */
const wantedOf = ({ seen, quantities, hasCart }) => ({
  seen,
  lines: Object.entries(quantities).map(([id, quantity]) => ({ id: Number(id), quantity })),
  add_cart: hasCart,
});

/** Ask what the wish comes to, once nobody taps any more. */
function askSoon() {
  clearTimeout(timer);
  if (wish) Object.assign(wish, { outcome: null, problem: "" });
  setState();
  timer = setTimeout(ask, PATIENCE_MS);
}

async function ask() {
  const asked = wish;
  const id = shown.order?.id;
  if (!asked || !id) return;
  if (Object.keys(asked.quantities).length === 0 && !asked.hasCart) return;
  const before = JSON.stringify(wantedOf(asked));
  await whenSynced();
  try {
    const outcome = await api.previewEdit(id, wantedOf(asked));
    if (wish === asked && JSON.stringify(wantedOf(asked)) === before) asked.outcome = outcome;
  } catch (error) {
    if (wish === asked) asked.problem = problemOf(error);
  }
  setState();
}

/** @param {unknown} error */
const problemOf = (error) => (error instanceof RefusedError && error.message ? error.message : t("offline.action"));

/** @param {HTMLElement} element @param {number} by */
function step({ dataset }, by) {
  const line = shown.details?.edit?.lines.find(({ id }) => id === Number(dataset.id));
  if (!wish || !line) return;
  const quantity = Math.max(0, (wish.quantities[line.id] ?? line.quantity) + by);
  if (quantity === line.quantity) delete wish.quantities[line.id];
  else wish.quantities[line.id] = quantity;
  askSoon();
}

async function save() {
  const wanted = wish;
  const id = shown.order?.id;
  if (!wanted?.outcome || !id || isBusy) return;
  isBusy = true;
  setState();
  try {
    await api.editOrder(id, { ...wantedOf(wanted), expected_total: wanted.outcome.total });
    haptic("success");
    showToast(t("order.edit.done"), { tone: "good" });
    forgetEdit();
    if (wanted.hasCart) await reloadCart();
  } catch (error) {
    haptic("error");
    Object.assign(wanted, { problem: problemOf(error), outcome: null });
  }
  isBusy = false;
  await lookAgain();
}

/** @param {HTMLElement} element @param {boolean} agrees */
async function answer({ dataset }, agrees) {
  const id = shown.order?.id;
  if (!id) return;
  try {
    await api.answerEdit(id, Number(dataset.number), agrees);
    haptic("success");
    showToast(t(agrees ? "order.edit.done" : "order.proposal.kept"), { tone: "good" });
  } catch (error) {
    haptic("error");
    showToast(problemOf(error), { tone: "bad" });
  }
  await lookAgain();
}

/** The order was read anew: what was wanted of an older one is void. */
export function checkEdit() {
  if (wish && shown.details?.edit?.seen !== wish.seen) forgetEdit();
}

export const editActions = {
  editOrder: () => {
    const seen = shown.details?.edit?.seen;
    if (seen === undefined) return;
    wish = { seen, quantities: {}, hasCart: false, outcome: null, problem: "" };
    setState();
  },
  keepOrder: () => {
    forgetEdit();
    setState();
  },
  lessEdited: (/** @type {HTMLElement} */ element) => step(element, -1),
  moreEdited: (/** @type {HTMLElement} */ element) => step(element, 1),
  addCartToOrder: (/** @type {HTMLElement} */ element) => {
    if (!wish) return;
    wish.hasCart = /** @type {HTMLInputElement} */ (element).checked;
    askSoon();
  },
  saveOrder: save,
  agreeToEdit: (/** @type {HTMLElement} */ element) => answer(element, true),
  declineEdit: (/** @type {HTMLElement} */ element) => answer(element, false),
};

/** Changing the order that is shown, and what was changed of it. */

import { actions } from "../../../shared/delegate.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { openOrderEditor } from "../../../shared/order-editor.js";
import { OfflineError, RefusedError, send } from "../../../shared/request.js";
import { currentLocale } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { rereadOrder } from "./reading.js";
import { orderState } from "./state.js";
import { timeOf } from "./words.js";

/** @import { MenuDish } from "../../../shared/types" */
/** @import { Order } from "../../order-types" */

/** @returns {Promise<MenuDish[]>} */
async function loadMenu() {
  const response = await send(`/api/products?locale=${currentLocale()}`, {
    method: "GET",
    headers: {},
    body: null,
    timeout: 15_000,
  });
  if (!response.ok) throw new OfflineError(`status ${response.status}`);
  return response.json();
}

/** @param {unknown} error */
function problemOf(error) {
  if (!(error instanceof RefusedError)) return t("edit.offline");
  if (error.code === "refund_limit") {
    const { limit } = /** @type {{ limit: number }} */ (error.body);
    return t("refunds.refused.limit", { limit: money(limit) });
  }
  return error.code === "forbidden" ? t("refunds.refused.role") : error.message || t("edit.offline");
}

const page = {
  loadMenu,
  problemOf,
  preview: (/** @type {number} */ id, /** @type {object} */ wanted) =>
    api.post(`/orders/${id}/edits`, { ...wanted, preview: true }),
  save: async (/** @type {number} */ id, /** @type {object} */ wanted, /** @type {boolean} */ isAgreed) => {
    const { is_proposed } = await api.post(`/orders/${id}/edits`, { ...wanted, is_agreed: isAgreed });
    showToast(t(is_proposed ? "edit.told.proposed" : "edit.told.saved"), { tone: "good" });
    orderState.pressed += 1;
    await rereadOrder(id);
  },
};

/** The part of an order's acts that changes what it consists of. @param {Order} order */
export const editAct = ({ edit }) =>
  edit &&
  html`<div class="cluster" data-key="edit"><button type="button" class="button soft small" data-action="order.edit" aria-haspopup="dialog">${icon("pencil")}${t("edit.begin")}</button></div>`;

/** What was changed, what the guest is asked about, and what is still to take. @param {Order} order */
export const editNotes = ({ changes = [], proposal, balance = 0 }) =>
  (changes.length > 0 || proposal || balance > 0) &&
  html`<ul class="order-edits">
    ${changes.map(({ at, text }, index) => html`<li data-key="edit-${index}" class="muted">${timeOf(at)} · ${t("edit.changed", { changes: text })}</li>`)}
    ${proposal && html`<li data-key="proposal"><b>${t("edit.proposed", { changes: proposal.text, sum: money(proposal.total) })}</b></li>`}
    ${balance > 0 && html`<li data-key="balance"><b>${t("edit.balance", { sum: money(balance) })}</b></li>`}
  </ul>`;

actions["order.edit"] = () => {
  const { order } = orderState;
  if (order?.edit) openOrderEditor({ id: order.id, number: order.number, ...order.edit }, page);
};

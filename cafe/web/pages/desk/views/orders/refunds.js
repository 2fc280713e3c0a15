/** An order's money that went back, is on its way back, or must go back. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { rereadOrder } from "./reading.js";
import { exactOf, kopiykasOf } from "./refund-choice.js";
import { openRefund } from "./refund-dialog.js";
import { orderState } from "./state.js";
import { exactMoney, exactSums } from "./words.js";

/** @import { OfferedRefund, RefundOffer } from "../../order-types" */

const TONES = { requested: "", asked: "", unknown: "bad", held: "bad", unclear: "bad", done: "good", refused: "bad" };

/** What it was for, in words. @param {OfferedRefund} refund */
const goods = ({ lines, has_delivery }) =>
  [
    ...lines.map(({ name, quantity }) => (quantity > 1 ? t("refunds.pieces", { name, quantity }) : name)),
    has_delivery ? t("orders.delivery") : "",
  ]
    .filter(Boolean)
    .join(", ");

/** What somebody can say of a refund that does not end by itself. @param {OfferedRefund} refund */
const answers = ({
  id,
  reference,
  state,
}) => html`<p class="muted refund-reference">${t("refunds.reference", { reference })}</p>
  <div class="cluster">${(state === "held" ? ["resume", "off"] : ["found", "lost"]).map(
    (answer) =>
      html`<button type="button" class="button soft small" data-action="refund.resolve" data-id="${id}" data-answer="${answer}"
        aria-busy="${String(orderState.busy === `resolve-${id}-${answer}`)}">${anyText(`refunds.${answer}`)}</button>`,
  )}</div>`;

/** @param {OfferedRefund} refund */
function refundItem(refund) {
  const { id, money, state, way, reason, actor, problem } = refund;
  const isTold = state === "refused" || state === "held";
  const more = [anyText(`orders.refund.way.${way}`), goods(refund), reason, actor, isTold && problem];
  return html`<li data-key="refund-${id}" class="refund">
    <p class="spread"><b class="numbers">${exactMoney(money)}</b>
      <span class="refund-state ${TONES[state]}">${anyText(`refunds.state.${state}`)}</span></p>
    <p class="moment-more">${more.filter(Boolean).join(" · ")}</p>
    ${(state === "held" || state === "unclear") && orderState.refunds?.may_refund && answers(refund)}</li>`;
}

/** @param {RefundOffer["debts"][number]} debt */
const debtButton = ({ id, money }) =>
  html`<button type="button" class="button full-width" data-key="debt-${id}" data-action="refund.debt" data-id="${id}" aria-haspopup="dialog">${icon("cash")}${t("refunds.debt", { sum: exactMoney(money) })}</button>`;

/** The part of an order's acts that is about money back. */
export function moneyBack() {
  const { refunds: offer } = orderState;
  const isOffered = offer?.may_refund && (offer.whole || offer.debts.length > 0);
  if (!offer || (!isOffered && offer.refunds.length === 0)) return "";
  return html`<div role="group" aria-label="${t("refunds.title")}" data-key="money-back" class="stack-small">
    <p class="muted act-label" aria-hidden="true">${t("refunds.title")}</p>
    ${offer.refunds.length > 0 && html`<ul class="refunds">${offer.refunds.map(refundItem)}</ul>`}
    ${offer.may_refund && offer.debts.map(debtButton)}
    ${
      offer.may_refund &&
      offer.whole &&
      html`<button type="button" class="button soft small" data-key="begin" data-action="refund.begin" aria-haspopup="dialog">${icon("undo")}${t("refunds.begin")}</button>`
    }</div>`;
}

/** What went back, in words; empty if nothing did. */
export function refundedText() {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { state, money } of orderState.refunds?.refunds ?? [])
    if (state === "done") sums.set(money.currency, (sums.get(money.currency) ?? 0) + kopiykasOf(money));
  return exactSums([...sums].map(([currency, kopiykas]) => exactOf(kopiykas, currency)));
}

actions["refund.begin"] = () => openRefund(null);
actions["refund.debt"] = ({ dataset }) => openRefund(Number(dataset.id));
actions["refund.resolve"] = async ({ dataset }) => {
  const { order, refunds: offer, busy } = orderState;
  const refund = offer?.refunds.find(({ id }) => id === Number(dataset.id));
  if (!order || !refund || busy) return;
  const sum = exactMoney(refund.money);
  const isDone = dataset.answer === "found";
  const isResumed = dataset.answer === "resume";
  const yes = t(refund.state === "held" ? "refunds.yes" : "refunds.note");
  if (!(await ask(anyText(`refunds.${dataset.answer}Sure`, { sum }), { yes }))) return;
  orderState.busy = `resolve-${refund.id}-${dataset.answer}`;
  orderState.pressed += 1;
  draw();
  try {
    const path = `/orders/${order.id}/refunds/${refund.id}`;
    await (isResumed ? api.post(`${path}/resume`) : api.post(`${path}/resolve`, { done: isDone }));
    showToast(isResumed ? t("refunds.told.going", { sum }) : t("refunds.told.noted"), { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.status === 404)
      showToast(t("refunds.refused.resolved"), { tone: "bad" });
    else tellFailure(error);
  } finally {
    orderState.busy = "";
    draw();
  }
  await rereadOrder(order.id);
};

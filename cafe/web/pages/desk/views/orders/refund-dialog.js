/** The dialog that gives money back: what, how, why; the sum is told and asked about before anything happens. */

import { actions } from "../../../shared/delegate.js";
import { openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { field, segments, switchField } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { session } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import {
  amountOf,
  kopiykasOf,
  modesOf,
  newChoice,
  OWN,
  paymentOf,
  REASONS,
  reasonOf,
  sumText,
} from "./refund-choice.js";
import { give, isSure } from "./refund-giving.js";
import { orderState } from "./state.js";
import { exactMoney } from "./words.js";

/** @import { RefundOffer } from "../../order-types" */
/** @import { Choice, Mode } from "./refund-choice.js" */

/** @typedef {"" | "what" | "amount" | "reason"} Place where something is wrong */

/** @type {{ choice: Choice | null, wrong: string, place: Place }} */
const dialog = { choice: null, wrong: "", place: "" };

/** @param {Place} place */
const errorAt = (place) => (dialog.place === place ? dialog.wrong : "");

/** @param {Place} place */
const alertAt = (place) =>
  errorAt(place) &&
  html`<p class="field-error" role="alert" data-key="wrong">${icon("warning")}<span>${errorAt(place)}</span></p>`;

/** @param {RefundOffer["lines"][number]} line @param {number} chosen pieces */
function lineRow({ id, name, left, amounts }, chosen) {
  const sum = amounts[Math.max(chosen, 1) - 1];
  const step = (/** @type {"less" | "more"} */ kind, /** @type {number} */ by, /** @type {boolean} */ isOff) =>
    html`<button type="button" data-action="refund.pieces" data-line="${id}" data-by="${by}" aria-label="${t(`refunds.${kind}`, { name })}"
      ${isOff && html`aria-disabled="true"`}>${icon(by > 0 ? "plus" : "minus")}</button>`;
  return html`<li data-key="line-${id}" class="refund-line">
    <div><p><b>${name}</b></p><p class="muted numbers">${t("refunds.linePrice", { count: Math.max(chosen, 1), sum: sum ? exactMoney(sum) : "" })}</p></div>
    <div class="stepper" role="group" aria-label="${name}">${step("less", -1, chosen === 0)}
      <span class="count" role="status">${chosen}</span>${step("more", 1, chosen === left)}</div></li>`;
}

/** @param {RefundOffer} offer @param {Choice} choice */
const linesPart = (offer, { pieces, hasDelivery }) => html`<div data-key="lines">
  <ul class="refund-lines">${offer.lines.map((line) => lineRow(line, pieces[line.id] ?? 0))}</ul>
  ${
    offer.delivery &&
    switchField({
      name: "refund-delivery",
      label: t("refunds.delivery", { sum: exactMoney(offer.delivery) }),
      isOn: hasDelivery,
      change: "refund.delivery",
    })
  }</div>`;

/** @param {RefundOffer} offer @param {Choice} choice */
function amountPart(offer, choice) {
  const left = paymentOf(offer, choice)?.money;
  return field({
    name: "refund-amount",
    label: t("refunds.amount"),
    value: choice.amount,
    suffix: left?.currency === "UAH" ? "₴" : left?.currency,
    inputmode: "decimal",
    maxlength: 12,
    hint: left ? t("refunds.left", { sum: exactMoney(left) }) : "",
    error: errorAt("amount"),
    input: "refund.amount",
  });
}

/** @param {RefundOffer} offer @param {Choice} choice */
function whatPart(offer, choice) {
  if (choice.mode === "lines") return linesPart(offer, choice);
  if (choice.mode === "amount") return amountPart(offer, choice);
  return html`<p data-key="all">${t("refunds.all", { sum: sumText(offer, choice) })}</p>`;
}

/** @param {Choice} choice */
const reasonPart = ({
  reason,
  own,
}) => html`<fieldset data-key="why" class="refund-why"><legend>${t("refunds.why")}</legend>
  <div class="cluster">${REASONS.map(
    (each) =>
      html`<button type="button" class="chip" data-action="refund.reason" data-reason="${each}" aria-pressed="${String(each === reason)}">${t(`refunds.reason.${each}`)}</button>`,
  )}</div>
  ${reason === OWN && field({ name: "refund-own", label: t("refunds.reasonOwn"), value: own, of: "refunds.reason", input: "refund.own" })}
  ${alertAt("reason")}</fieldset>`;

function refundForm() {
  const { choice } = dialog;
  const offer = orderState.refunds;
  const payment = choice && offer && paymentOf(offer, choice);
  if (!payment) return "";
  const { limit } = offer;
  const choices = modesOf(offer).map((value) => ({ value, label: t(`refunds.mode.${value}`) }));
  const isNothing = amountOf(offer, choice) === 0;
  return html`<form class="stack refund-form" data-submit="refund.give" novalidate>
    ${choice.debt === null && segments({ name: "refund-mode", label: t("refunds.what"), value: choice.mode, choices, change: "refund.mode" })}
    ${whatPart(offer, choice)}
    ${
      payment.provider
        ? switchField({
            name: "refund-in-person",
            label: t("refunds.inPerson"),
            hint: t("refunds.inPersonHint"),
            isOn: choice.isInPerson,
            change: "refund.inPerson",
          })
        : html`<p data-key="by-hand">${t("refunds.byHand")}</p>`
    }
    ${reasonPart(choice)}
    ${limit !== null && session.person?.role !== "owner" && !errorAt("what") && html`<p class="muted" data-key="limit">${t("refunds.limit", { limit: money(limit) })}</p>`}
    ${alertAt("what")}
    <button class="button full-width" data-key="give" aria-busy="${String(orderState.busy === "refund")}">${
      isNothing ? t("refunds.giveNothing") : t("refunds.give", { sum: sumText(offer, choice) })
    }</button></form>`;
}

/** @param {Place} place @param {string} wrong */
function complain(place, wrong) {
  Object.assign(dialog, { place, wrong });
  draw();
}

/** Whether it can be asked for; tells what is wrong. @param {RefundOffer} offer @param {Choice} choice */
function isClear(offer, choice) {
  const left = paymentOf(offer, choice)?.money;
  const amount = amountOf(offer, choice);
  const place = choice.mode === "amount" ? "amount" : "what";
  if (amount === 0) complain(place, t(choice.mode === "amount" ? "refunds.wrong.amount" : "refunds.wrong.nothing"));
  else if (left && amount > kopiykasOf(left)) complain(place, t("refunds.wrong.tooMuch", { sum: exactMoney(left) }));
  else if (reasonOf(choice)) return true;
  else complain("reason", t("refunds.wrong.reason"));
  return false;
}

/** Let somebody give money back: a part of the order's own payment, or one that must go back. @param {number | null} debt */
export function openRefund(debt) {
  const offer = orderState.refunds;
  if (!offer) return;
  Object.assign(dialog, { choice: newChoice(offer, debt), wrong: "", place: "" });
  openDialog(() => t("refunds.begin"), refundForm);
}

/** @param {Partial<Choice>} changes */
function choose(changes) {
  if (dialog.choice) Object.assign(dialog.choice, changes);
  Object.assign(dialog, { wrong: "", place: "" });
  draw();
}

const typedIn = (/** @type {HTMLElement} */ element) => /** @type {HTMLInputElement} */ (element).value;
const isOn = (/** @type {HTMLElement} */ element) => /** @type {HTMLInputElement} */ (element).checked;

actions["refund.mode"] = (element) => choose({ mode: /** @type {Mode} */ (typedIn(element)) });
actions["refund.pieces"] = ({ dataset }) => {
  const line = orderState.refunds?.lines.find(({ id }) => id === Number(dataset.line));
  const pieces = dialog.choice?.pieces;
  if (!line || !pieces) return;
  const wanted = (pieces[line.id] ?? 0) + Number(dataset.by);
  choose({ pieces: { ...pieces, [line.id]: Math.min(Math.max(wanted, 0), line.left) } });
};
actions["refund.delivery"] = (element) => choose({ hasDelivery: isOn(element) });
actions["refund.inPerson"] = (element) => choose({ isInPerson: isOn(element) });
actions["refund.amount"] = (element) => choose({ amount: typedIn(element) });
actions["refund.reason"] = ({ dataset }) => choose({ reason: dataset.reason ?? "" });
actions["refund.own"] = (element) => choose({ own: typedIn(element) });
actions["refund.give"] = async () => {
  const { choice } = dialog;
  const { order, refunds: offer, busy } = orderState;
  if (!choice || !order || !offer || busy || !isClear(offer, choice) || !(await isSure(offer, choice))) return;
  const refusal = await give(order.id, offer, choice);
  if (refusal) complain("what", refusal);
};

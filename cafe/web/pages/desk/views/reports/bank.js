/** The banks' own lists of payments beside ours: how they were compared, and what did not match. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { dayAndTime, dayName } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { amountText } from "./amounts.js";

/** @import { ExactMoney } from "../../order-types" */
/** @import { BankComparison, BankDifference, PaymentSide, Statements } from "../../types" */

/** @type {{ found: Statements }} */
const state = { found: { banks: [], differences: [], count: 0 } };

export async function readBank() {
  state.found = await api.get("/statements");
}

/** @param {ExactMoney} sum */
const exact = ({ amount, currency }) => amountText(Number(amount), "money", currency);

export function bankLink() {
  const { count } = state.found;
  const words = count ? t("reports.bank.linkDiffers", { count }) : t("reports.bank.link");
  return html`<p class="toolbar-line"><a class="button soft small" href="#/reports/bank">${icon(count ? "warning" : "card")}${words}</a></p>`;
}

/** @param {BankComparison} bank */
function standing(bank) {
  const at = dayAndTime(bank.compared_at ?? bank.began_at);
  if (bank.failing_since !== null)
    return html`<p class="bank-trouble">${icon("warning")}<span><b>${t("reports.bank.failing", { at })}</b><br>${bank.problem}</span></p>`;
  return html`<p class="muted">${bank.compared_at === null ? t("reports.bank.first") : t("reports.bank.compared", { at })}</p>`;
}

/** @param {BankComparison} bank */
const bankCard = (bank) => html`<section class="card stack" data-key="b-${bank.provider}">
  <header><h2>${PUBLISHED.PROVIDERS[bank.provider]}</h2>${standing(bank)}</header>
  ${
    bank.since !== null &&
    html`<dl class="report-figures">${[
      [t("reports.bank.payments", { day: dayName(bank.since) }), String(bank.payments)],
      [t("reports.bank.amount"), exact(bank.amount)],
      [t("reports.bank.returned"), exact(bank.returned)],
      [t("reports.bank.fee"), bank.fee ? exact(bank.fee) : t("reports.bank.feeUntold")],
    ].map(([name, value]) => html`<div><dt>${name}</dt><dd class="numbers"><b>${value}</b></dd></div>`)}</dl>`
  }</section>`;

/** @param {PaymentSide | null} side */
function sideText(side) {
  if (!side) return t("reports.bank.unpaid");
  const paid = exact(side.paid);
  const isBack = side.returned !== null && Number(side.returned.amount) > 0;
  return isBack && side.returned ? t("reports.bank.back", { paid, returned: exact(side.returned) }) : paid;
}

/** @param {BankDifference} difference */
const differenceRow = ({
  id,
  provider,
  invoice_id: invoice,
  kind,
  order,
  here,
  there,
  made_at: at,
}) => html`<li class="row bank-difference" data-key="d-${id}">
  <span class="row-main"><b>${anyText(`reports.bank.kind.${kind}`)}</b>
    <span class="muted">${PUBLISHED.PROVIDERS[provider]}, ${dayAndTime(at)}</span>
    <span class="numbers">${t("reports.bank.here")}: <b>${sideText(here)}</b> · ${t("reports.bank.there")}: <b>${sideText(there)}</b></span>
    <span class="muted">${anyText(`reports.bank.hint.${kind}`)}</span>
    <span class="muted bank-number">${t("reports.bank.id", { id: invoice })}</span></span>
  <span class="bank-acts">${order && html`<a class="button soft small" href="#/orders/${order.id}">${t("reports.bank.order", { number: order.number })}</a>`}
    <button type="button" class="button soft small" data-action="bank.settle" data-id="${id}">${icon("check")}${t("reports.bank.settle")}</button></span></li>`;

function differencesView() {
  const { banks, differences, count } = state.found;
  const isKnown = banks.every((bank) => bank.compared_at !== null && bank.failing_since === null);
  if (count === 0) return isKnown && html`<p class="bank-good">${icon("check")}<b>${t("reports.bank.good")}</b></p>`;
  return html`<section class="stack" data-key="differences"><h2>${t("reports.bank.differ", { count })}</h2>
    ${count > differences.length && html`<p class="muted">${t("reports.bank.newest", { count: differences.length })}</p>`}
    <ul class="rows">${differences.map(differenceRow)}</ul></section>`;
}

export function bankView() {
  const { banks, count } = state.found;
  const back = html`<p><a class="back-link" href="#/reports">${icon("back")}${t("back")}</a></p>`;
  if (banks.length === 0 && count === 0)
    return html`${back}<div class="empty">${icon("card")}<p>${t("reports.bank.none")}</p></div>`;
  return html`${back}<p class="lead">${t("reports.bank.about")}</p>
    <p class="toolbar-line"><button type="button" class="button" data-action="bank.compare">${t("reports.bank.compare")}</button></p>
    <div role="status" class="stack-large">${differencesView()}
      <div class="bank-cards">${banks.map(bankCard)}</div></div>`;
}

actions["bank.compare"] = async () => {
  try {
    state.found = await api.postSlowly("/statements/compare");
  } catch (error) {
    tellFailure(error);
  }
  draw();
};
actions["bank.settle"] = async ({ dataset }) => {
  const isSure = await ask(t("reports.bank.settleSure"), {
    yes: t("reports.bank.settle"),
    text: t("reports.bank.settleText"),
  });
  if (!isSure) return;
  try {
    state.found = await api.post(`/statements/${dataset.id}/settle`);
    showToast(t("reports.bank.settled"), { tone: "good" });
  } catch (error) {
    tellFailure(error);
  }
  draw();
};

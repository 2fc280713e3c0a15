/** What stands above the board: that there is no network and what waits for it, and what became of acts that were not done. */

import { money } from "../shared/formats.js";
import { html } from "../shared/html.js";
import { icon } from "./icons.js";
import { isAlone, state } from "./state.js";
import { t } from "./texts.js";
import { clockTime } from "./times.js";

/** @import { Act, ChangedOrder, SaleBody } from "./types" */

/** A time by the server's clock as people read it. @param {number} seconds */
function told(seconds) {
  const at = new Date(seconds * 1000);
  const time = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  return clockTime(`${at.toLocaleDateString("sv")}T${time}`);
}

/** What a screen without a network is good for, and how much waits; empty while nothing does. */
export function aloneBar() {
  const count = state.acts.length;
  if (!isAlone()) return count > 0 && html`<b>${t("alone.sending", { count })}</b>`;
  return html`<b>${t("alone.since", { time: told(state.aloneSince ?? 0) })}${count > 0 && `, ${t("alone.waits", { count })}`}</b>
    <span>${t("alone.without")}</span>`;
}

/** @param {ChangedOrder} order */
function late({ number, status, actor }) {
  const values = { number, status: t(`status.${status}`), actor };
  return t(actor ? "press.late" : "press.late.nobody", values);
}

/**
 * Why a press on an order changed nothing.
 * @param {string} code
 * @param {string} number
 * @param {ChangedOrder} [order] as it stands
 */
export function reason(code, number, order) {
  if (code === "changed" && order) return late(order);
  if (code === "too_late") return t("press.tooLate", { number });
  if (code === "given_back") return t("press.givenBack", { number });
  if (code === "already_paid") return t("press.paid", { number });
  if (code === "not_paid") return t("press.notPaid", { number });
  if (code === "marks_missing") return t("press.marks", { number });
  return t(code === "not_found" ? "press.gone" : "press.failed", { number });
}

/** @param {Act} act */
function outcomeText({ number, body, outcome }) {
  if (!("total" in body)) return reason(outcome?.error ?? "", number, outcome?.order);
  const { total } = /** @type {SaleBody} */ (body);
  const values = { number, order: outcome?.order?.number ?? "", total: money(total) };
  if (outcome?.outcome === "refused") return t("sale.refused", values);
  const expected = outcome?.expected ?? total;
  const isOpen = body.is_handed_out && outcome?.order?.status === "confirmed";
  const texts = [
    expected !== total && t("sale.differs", { ...values, expected: money(expected) }),
    isOpen && t("sale.marks", values),
  ];
  return texts.filter(Boolean).join(" ");
}

/** Each until somebody has read it. */
export const toldRows = () =>
  state.told.map(
    (act) => html`<div class="told" data-key="told${act.seq}" role="alert">${icon("note")}<p>${outcomeText(act)}</p>
      <button type="button" class="soft" data-action="dismiss" data-seq="${act.seq}">${t("told.read")}</button></div>`,
  );

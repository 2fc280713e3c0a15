/** What is ordered, and what it comes to. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { cartLines, cartTotals } from "../cart.js";
import { fieldError, orderLines, priceSummary } from "../components.js";
import { draft } from "../draft.js";
import { currentAmounts } from "../orderability.js";
import { pageUrl } from "../router.js";
import { state } from "../state.js";
import { t } from "../texts.js";

/**
 * A total that the server told, in the place of the one that the page reckons.
 * @type {{ told: number, reckoned: number } | null}
 */
let correction = null;

/** @param {number | null} told by the server; null: as the page reckons */
export function correctTotal(told) {
  correction = told === null ? null : { told, reckoned: currentAmounts().total };
}

/** What the order costs, as far as is known. */
export function amountsToPay() {
  const amounts = currentAmounts();
  return amounts.total === correction?.reckoned ? { ...amounts, total: correction.told } : amounts;
}

/** The dishes, with the way back to them. */
export const ordered = () => html`${orderLines(cartLines())}
  <a class="link-button" href="${pageUrl({ page: "cart" })}">${t("choice.change")}</a>`;

export const folded = () => html`<details class="panel folded" data-key="dishes">
    <summary>${t("cart.items", { count: cartTotals().count })} <b>${money(amountsToPay().total)}</b></summary>${ordered()}
  </details>`;

/** @param {string | undefined} refusal of the code */
export function summary(refusal) {
  const trouble = refusal || (state.promo.percent === 0 && state.promo.message); // why the code does not count, or not yet
  return html`<div class="panel" data-key="sum">
      <h2 class="panel-title">${t("sum.title")}</h2>
      ${priceSummary(amountsToPay(), { type: draft.type, promoCode: state.promo.code })}
      ${
        trouble &&
        html`${fieldError("used-promo", trouble)}
        <button type="button" class="button soft" data-action="dropPromo">${t("promo.remove")}</button>`
      }
    </div>`;
}

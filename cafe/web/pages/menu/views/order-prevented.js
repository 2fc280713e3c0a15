/** That an order for later cannot be made as it was ordered, and what its guest can do. */

import { html } from "../../shared/html.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { cancelButton } from "./order-acts.js";
import { editButton } from "./order-edit.js";

/** @import { OrderDetails } from "../order-types" */

/** @param {OrderDetails | null} details */
export function preventedSection(details) {
  const { prevented, order } = details ?? {};
  if (!prevented || !order) return "";
  const { modes, dishes } = prevented;
  const phone = state.settings?.phone;
  return html`<section class="panel" data-key="prevented" role="alert">
    <h2 class="panel-title">${t("order.prevented", { modes: modes.join(", ") })}</h2>
    <p>${dishes.length > 0 ? t("order.prevented.dishes", { names: dishes.join(", ") }) : t("order.prevented.type", { type: t(`type.${order.order_type}`) })}</p>
    <p>${t("order.prevented.text")}</p>
    <div class="confirm-buttons is-stacked">${editButton(details ?? null)}
      ${phone && html`<a class="button soft" href="tel:${phone.replace(/[^\d+]/g, "")}">${t("order.call")}</a>`}
      ${order.can_cancel && cancelButton(order)}</div>
  </section>`;
}

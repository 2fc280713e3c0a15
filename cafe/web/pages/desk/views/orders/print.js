/** An order's pages on paper once more, at one of the cafe's printers. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { orderState } from "./state.js";

/** @import { Order } from "../../order-types" */

const PAGES = /** @type {const} */ (["ticket", "bill", "receipt"]);

/** The part of an order's acts that prints. @param {Order} order */
export const printAct = ({ printers = [] }) =>
  printers.length > 0 &&
  html`<div role="group" aria-label="${t("orders.paper")}"><p class="muted act-label" aria-hidden="true">${t("orders.paper")}</p>
    <div class="cluster">${printers.map(
      ({ id, name }) =>
        html`<button type="button" class="chip" data-key="p${id}" data-action="order.printAt" data-printer="${id}" aria-haspopup="dialog">${name}</button>`,
    )}</div></div>`;

/** @param {string} printer */
const pagesOf = (printer) =>
  html`<div class="question-buttons">${PAGES.map(
    (page) =>
      html`<button type="button" class="button soft" data-action="order.printPage" data-printer="${printer}" data-page="${page}">${t(`printers.page.${page}`)}</button>`,
  )}</div>`;

actions["order.printAt"] = ({ dataset: { printer = "" } }) => {
  const name = orderState.order?.printers?.find(({ id }) => String(id) === printer)?.name ?? "";
  openDialog(
    () => t("orders.paper.what", { name }),
    () => pagesOf(printer),
  );
};
actions["order.printPage"] = async ({ dataset: { printer, page } }) => {
  closeDialog();
  try {
    await api.post(`/printers/${printer}/orders`, { order: orderState.order?.id, page });
    showToast(t("orders.paper.told"), { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) showToast(t("orders.paper.refused"), { tone: "bad" });
    else tellFailure(error);
  }
};

/** Changing an order at the screen. */

import { actions } from "../shared/delegate.js";
import { html } from "../shared/html.js";
import { openOrderEditor } from "../shared/order-editor.js";
import { RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/** @import { WantedEdit } from "../shared/types" */
/** @import { Ticket } from "./types" */

/** The order whose panel is open. @type {Ticket | null} */
let shown = null;

const page = {
  loadMenu: api.menu,
  problemOf: (/** @type {unknown} */ error) =>
    error instanceof RefusedError && error.message ? error.message : t("edit.offline"),
  preview: api.previewEdit,
  save: async (/** @type {number} */ id, /** @type {WantedEdit} */ wanted, /** @type {boolean} */ isAgreed) => {
    const { is_proposed } = await api.edit(id, wanted, isAgreed);
    showToast(t(is_proposed ? "edit.told.proposed" : "edit.told.saved"), { tone: "good" });
  },
};

/** What was changed, and the button to change more. @param {Ticket} ticket */
export function editPart(ticket) {
  shown = ticket;
  const { changes = [], proposal, edit } = ticket;
  return html`<div data-key="edit">
    ${changes.map((text, at) => html`<p class="quiet" data-key="${at}">${t("edit.changed", { changes: text })}</p>`)}
    ${proposal && html`<p><b>${t("edit.proposed", { changes: proposal.text, sum: String(proposal.total) })}</b></p>`}
    ${edit && html`<button type="button" class="soft" data-action="editOrder">${icon("note")}${t("edit.begin")}</button>`}
  </div>`;
}

Object.assign(actions, {
  editOrder: () => {
    if (shown?.edit) openOrderEditor({ id: shown.id, number: shown.number, ...shown.edit }, page);
  },
});

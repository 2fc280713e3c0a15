/** What does not fit on an order's card: its guest, and what can be done with its paper and money. Each of `PARTS` draws some. */

import { actions } from "../shared/delegate.js";
import { openDialog, openedDialog } from "../shared/dialog.js";
import { html, safeUrl } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { editPart } from "./edits.js";
import { icon } from "./icons.js";
import { moneyLine } from "./money.js";
import { findOrder, setState } from "./state.js";
import { t } from "./texts.js";

/** @import { Renderable } from "../shared/types" */
/** @import { Order, Ticket } from "./types" */

/** @type {{ id: number, ticket: Ticket | null, wrong: string }} */
const panel = { id: 0, ticket: null, wrong: "" };

/** A phone as it is dialled. @param {string} phone */
const dialled = (phone) => `tel:${phone.replace(/[^+0-9]/g, "")}`;

/** @param {string} text @param {string} label */
const copyButton = (text, label) =>
  html`<button type="button" class="icon-button" data-action="copy" data-text="${text}" aria-label="${label}">${icon("copy")}</button>`;

/** @param {Ticket} ticket */
const guestPart = ({
  name,
  phone,
  address,
  map_url: map,
  zone,
  address_comment: comment,
}) => html`<div class="contacts" data-key="guest">
  ${name && html`<p>${name}</p>`}
  ${phone && html`<p class="contact"><a class="soft" href="${safeUrl(dialled(phone))}">${icon("phone")}${phone}</a>${copyButton(phone, t("order.copyPhone"))}</p>`}
  ${
    address &&
    html`<p class="contact"><a class="soft" href="${safeUrl(map ?? "")}" target="_blank" rel="noopener noreferrer">${icon("map")}${address}</a>${copyButton(address, t("order.copyAddress"))}</p>`
  }
  ${zone && html`<p class="quiet">${t("order.zone", { zone })}</p>`}
  ${comment && html`<p class="note">${icon("note")}${comment}</p>`}
  ${!phone && !address && html`<p class="quiet">${t("order.noContacts")}</p>`}
</div>`;

/** @param {Ticket} ticket */
const actsPart = ({ id, is_paid: isPaid }) => html`<div class="pair" data-key="acts">
  <button type="button" class="soft" data-action="print" data-order="${id}">${icon("print")}${t("print")}</button>
  ${
    (isPaid || findOrder(id)?.status === "completed") &&
    html`<button type="button" class="soft" data-action="refund" data-order="${id}">${icon("undo")}${t("refund.open")}</button>`
  }
</div>`;

/** In their order; another kind of act is one more. @type {((ticket: Ticket, order: Order | undefined) => Renderable)[]} */
const PARTS = [(ticket, order) => moneyLine(order ?? ticket), guestPart, editPart, actsPart];

function panelView() {
  const { id, ticket, wrong } = panel;
  if (wrong) return html`<p class="error" role="alert">${wrong}</p>`;
  if (!ticket) return html`<p aria-busy="true">${t("loading")}</p>`;
  return PARTS.map((part) => part(ticket, findOrder(id)));
}

/** @param {HTMLElement} element */
async function open(element) {
  const id = Number(element.dataset.order);
  const number = findOrder(id)?.number ?? "";
  Object.assign(panel, { id, ticket: null, wrong: "" });
  openDialog(() => t("order.title", { number }), panelView);
  const { isOpen } = openedDialog();
  try {
    const ticket = await api.ticket(id);
    if (isOpen()) panel.ticket = ticket;
  } catch (error) {
    if (!isOpen()) return;
    panel.wrong = t(error instanceof RefusedError ? "press.gone" : "order.offline", { number });
  }
  setState();
}

Object.assign(actions, {
  order: open,
  async copy(/** @type {HTMLElement} */ { dataset }) {
    try {
      await navigator.clipboard.writeText(dataset.text ?? "");
      showToast(t("order.copied"));
    } catch {
      showToast(t("order.copyFailed"), { tone: "bad" }); // without https, or not allowed
    }
  },
});

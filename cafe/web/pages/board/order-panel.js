/** What does not fit on an order's card: its guest, and what can be done with its paper and money. Each of `PARTS` draws some. */

import { actions } from "../shared/delegate.js";
import { openDialog, openedDialog } from "../shared/dialog.js";
import { booleanAttribute, html, safeUrl } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { editPart } from "./edits.js";
import { icon } from "./icons.js";
import { moneyLine } from "./money.js";
import { printAt } from "./printers.js";
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
  courier,
  address_comment: comment,
}) => html`<div class="contacts" data-key="guest">
  ${name && html`<p>${name}</p>`}
  ${phone && html`<p class="contact"><a class="soft" href="${safeUrl(dialled(phone))}">${icon("phone")}${phone}</a>${copyButton(phone, t("order.copyPhone"))}</p>`}
  ${
    address &&
    html`<p class="contact"><a class="soft" href="${safeUrl(map ?? "")}" target="_blank" rel="noopener noreferrer">${icon("map")}${address}</a>${copyButton(address, t("order.copyAddress"))}</p>`
  }
  ${zone && html`<p class="quiet">${t("order.zone", { zone })}</p>`}
  ${courier && html`<p class="quiet">${t("order.courier", { name: courier.name })}</p>`}
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

/** Who on shift is to bring it. @param {Ticket} ticket */
const courierPart = ({ courier, couriers = [] }) => {
  const chosen = courier?.state ? courier.id : null;
  const nobody = chosen === null ? [] : [{ id: "", label: t("courier.none") }];
  const people = couriers.map(({ id, name, carries }) => ({
    id,
    label: carries ? t("courier.carries", { name, count: carries }) : name,
  }));
  return (
    (people.length > 0 || chosen !== null) &&
    html`<div class="pair choice" data-key="couriers" role="group" aria-label="${t("courier.choose")}"><p>${t("courier.choose")}</p>${[
      ...people,
      ...nobody,
    ].map(
      ({ id, label }) =>
        html`<button type="button" class="chip" data-key="c${id}" data-action="courier" data-staff="${id}" aria-pressed="${String(id === chosen)}" ${booleanAttribute("disabled", id === chosen)}>${label}</button>`,
    )}</div>`
  );
};

/** In their order; another kind of act is one more. @type {((ticket: Ticket, order: Order | undefined) => Renderable)[]} */
const PARTS = [
  (ticket, order) => moneyLine(order ?? ticket),
  guestPart,
  courierPart,
  editPart,
  actsPart,
  ({ id }) => printAt(id),
];

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

/** Give the order to somebody, or to nobody; if that is not possible any more, show it as it is. @param {HTMLElement} element */
async function assign({ dataset: { staff } }) {
  const { id, ticket } = panel;
  const { isOpen } = openedDialog();
  if (!ticket) return;
  try {
    const changed = await api.assign(id, staff ? Number(staff) : null);
    if (isOpen() && panel.id === id) panel.ticket = changed;
  } catch (error) {
    const isRefused = error instanceof RefusedError;
    showToast(t(isRefused ? "courier.refused" : "order.offline", { number: ticket.number }), { tone: "bad" });
    if (isRefused) await reread(id, isOpen);
  }
  setState();
}

/** @param {number} id @param {() => boolean} isOpen */
async function reread(id, isOpen) {
  try {
    const ticket = await api.ticket(id);
    if (isOpen() && panel.id === id) panel.ticket = ticket;
  } catch (error) {
    if (isOpen() && panel.id === id)
      panel.wrong = t(error instanceof RefusedError ? "press.gone" : "order.offline", { number: "" });
  }
}

Object.assign(actions, {
  order: open,
  courier: assign,
  async copy(/** @type {HTMLElement} */ { dataset }) {
    try {
      await navigator.clipboard.writeText(dataset.text ?? "");
      showToast(t("order.copied"));
    } catch {
      showToast(t("order.copyFailed"), { tone: "bad" }); // without https, or not allowed
    }
  },
});

/** Giving money back for lines of an order: what, why, and who with their PIN. Sums in kopiykas. */

import { actions } from "../shared/delegate.js";
import { openDialog, openedDialog } from "../shared/dialog.js";
import { money } from "../shared/formats.js";
import { booleanAttribute, html } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { icon } from "./icons.js";
import { readBoard } from "./live.js";
import { exactMoney } from "./money.js";
import { pinFields, pinRefusal } from "./pin.js";
import { findOrder, setState } from "./state.js";
import { t } from "./texts.js";

/** @import { OfferedLine, RefundOffer } from "./types" */

const NEW = {
  /** @type {RefundOffer | null} */
  offer: null,
  /** @type {Record<number, number>} */
  pieces: {},
  hasDelivery: false,
  /** @type {string} */
  reason: PUBLISHED.REFUND_REASONS[0],
  person: 0,
  isPinAsked: false,
  isBusy: false,
  wrong: "",
};

const refund = { id: 0, ...NEW };

/** @param {Partial<typeof refund>} changes */
function change(changes) {
  Object.assign(refund, { wrong: "" }, changes);
  setState();
}

/** @param {RefundOffer} offer */
function amountOf({ lines, delivery }) {
  const sums = lines.map(({ id, amounts }) => amounts[(refund.pieces[id] ?? 0) - 1] ?? 0);
  return sums.reduce((sum, line) => sum + line, refund.hasDelivery ? delivery : 0);
}

/** @param {OfferedLine} line */
function lineRow({ id, name, left, amounts }) {
  const chosen = refund.pieces[id] ?? 0;
  const step = (/** @type {"less" | "more"} */ kind, /** @type {number} */ by, /** @type {boolean} */ isOff) =>
    html`<button type="button" class="icon-button" data-action="refundPieces" data-line="${id}" data-by="${by}"
      aria-label="${t(`refund.${kind}`, { name })}" ${booleanAttribute("disabled", isOff)}>${icon(by > 0 ? "plus" : "minus")}</button>`;
  return html`<li data-key="rl${id}"><p>${name}<span class="quiet">${exactMoney(amounts[Math.max(chosen, 1) - 1] ?? 0)}</span></p>
    <div class="stepper" role="group" aria-label="${name}">${step("less", -1, chosen === 0)}<b role="status">${chosen}</b>${step("more", 1, chosen === left)}</div></li>`;
}

/** @param {RefundOffer} offer */
function choiceView(offer) {
  const amount = amountOf(offer);
  return html`<ul class="rows">${offer.lines.map(lineRow)}</ul>
    ${
      offer.delivery > 0 &&
      html`<label class="switch"><input type="checkbox" role="switch" data-change="refundDelivery" ${booleanAttribute("checked", refund.hasDelivery)} />
      <span>${t("refund.delivery", { sum: exactMoney(offer.delivery) })}</span></label>`
    }
    <div class="pair" role="group" aria-label="${t("refund.why")}">${PUBLISHED.REFUND_REASONS.map(
      (reason) =>
        html`<button type="button" class="chip" data-action="refundReason" data-reason="${reason}" aria-pressed="${String(reason === refund.reason)}">${t(`refund.reason.${reason}`)}</button>`,
    )}</div>
    ${refund.wrong && html`<p class="error" role="alert">${refund.wrong}</p>`}
    <button type="button" class="step" data-key="next" data-action="refundNext" ${booleanAttribute("disabled", amount === 0)}>${
      amount === 0 ? t("refund.nothingChosen") : t("refund.next", { sum: exactMoney(amount) })
    }</button>`;
}

/** @param {RefundOffer} offer */
function pinView(offer) {
  const sum = exactMoney(amountOf(offer));
  return html`<form class="pin" data-submit="refundGive" data-key="pin">
    <p>${t(offer.to_card ? "refund.toCard" : "refund.inPerson", { sum })}</p>
    ${pinFields({
      people: offer.people,
      chosen: refund.person,
      action: "refundPerson",
      label: t("refund.who"),
      wrong: refund.wrong,
    })}
    <button class="step" aria-busy="${String(refund.isBusy)}">${t("refund.give", { sum })}</button>
    <button type="button" class="soft" data-action="refundBack">${t("back")}</button>
  </form>`;
}

function refundView() {
  const { offer, wrong, isPinAsked } = refund;
  if (!offer)
    return wrong ? html`<p class="error" role="alert">${wrong}</p>` : html`<p aria-busy="true">${t("loading")}</p>`;
  if (offer.people.length === 0) return html`<p>${t("refund.nobody")}</p>`;
  if (offer.lines.length === 0 && offer.delivery === 0) return html`<p>${t("refund.nothing")}</p>`;
  return isPinAsked ? pinView(offer) : choiceView(offer);
}

/** @param {HTMLElement} element */
async function open(element) {
  const id = Number(element.dataset.order);
  const number = findOrder(id)?.number ?? "";
  Object.assign(refund, NEW, { id, pieces: {} });
  openDialog(() => t("refund.title", { number }), refundView);
  const { isOpen } = openedDialog();
  try {
    const offer = await api.refunds(id);
    if (isOpen()) change({ offer, person: offer.people[0]?.id ?? 0 });
  } catch (error) {
    if (isOpen()) change({ wrong: t(error instanceof RefusedError ? "press.gone" : "refund.offline", { number }) });
  }
}

/**
 * What is said of a refusal.
 * @param {RefusedError} error
 */
function refusalText(error) {
  const { code, body } = error;
  const { limit = 0 } = /** @type {{ limit?: number }} */ (body);
  const refusal = pinRefusal(error);
  if (refusal) return refusal;
  if (code === "refund_limit") return t("refund.limit", { limit: money(limit) });
  if (code === "refund_role") return t("refund.role");
  if (code === "provider_unavailable") return t("refund.provider");
  return t(code === "changed" ? "refund.changed" : "refund.failed");
}

/** @param {RefusedError} error */
function refuse(error) {
  const { offer } = /** @type {{ offer?: RefundOffer }} */ (error.body);
  const wrong = refusalText(error);
  if (offer) change({ offer, pieces: {}, hasDelivery: false, isPinAsked: false, wrong });
  else change({ wrong });
}

/** @param {HTMLElement} form */
async function give(form) {
  const { offer, id, pieces, hasDelivery, reason, person, isBusy } = refund;
  const pin = String(new FormData(/** @type {HTMLFormElement} */ (form)).get("pin"));
  if (!offer || isBusy) return;
  const lines = offer.lines.map((line) => ({ id: line.id, quantity: pieces[line.id] ?? 0 }));
  const wish = { seen: offer.seen, lines: lines.filter(({ quantity }) => quantity > 0), delivery: hasDelivery, reason };
  const { isOpen, close } = openedDialog();
  change({ isBusy: true });
  try {
    const { refund: done } = await api.refund(id, { ...wish, staff: person, pin });
    close();
    showToast(t(`refund.done.${done.way === "person" ? "person" : "card"}`, { sum: exactMoney(done.amount) }));
    readBoard();
  } catch (error) {
    if (!isOpen()) return;
    /** @type {HTMLFormElement} */ (form).reset();
    if (error instanceof RefusedError) refuse(error);
    else change({ wrong: t("refund.offline") });
  } finally {
    change({ isBusy: false, wrong: refund.wrong });
  }
}

Object.assign(actions, {
  refund: open,
  refundPieces(/** @type {HTMLElement} */ { dataset }) {
    const line = refund.offer?.lines.find(({ id }) => id === Number(dataset.line));
    if (!line) return;
    const wanted = (refund.pieces[line.id] ?? 0) + Number(dataset.by);
    change({ pieces: { ...refund.pieces, [line.id]: Math.min(Math.max(wanted, 0), line.left) } });
  },
  refundDelivery: (/** @type {HTMLElement} */ field) =>
    change({ hasDelivery: /** @type {HTMLInputElement} */ (field).checked }),
  refundReason: (/** @type {HTMLElement} */ { dataset }) => change({ reason: dataset.reason ?? "" }),
  refundPerson: (/** @type {HTMLElement} */ { dataset }) => change({ person: Number(dataset.id) }),
  refundNext: () => change({ isPinAsked: true }),
  refundBack: () => change({ isPinAsked: false }),
  refundGive: give,
});

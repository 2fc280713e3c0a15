/** What can be done with an order. Each part of `PARTS` draws one kind of it: another kind is one more. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { askDeskMarks } from "../../lib/marks.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { editAct } from "./edit.js";
import { printAct } from "./print.js";
import { rereadOrder } from "./reading.js";
import { moneyBack } from "./refunds.js";
import { orderState } from "./state.js";
import { timeOf } from "./words.js";

/** @import { Renderable } from "../../../shared/types" */
/** @import { Order } from "../../order-types" */
/** @import { MissingMark, Problem } from "../../../shared/types" */
/** @import { IconName } from "../../types" */

const REASONS = PUBLISHED.CANCEL_REASONS;
const OWN = "own";

/** @type {{ reason: string, problems: Problem[] }} */
const dialog = { reason: "", problems: [] };

/**
 * A button that does something with the order; `more` are its data.
 * @param {string} act
 * @param {Renderable} label
 * @param {{ tone?: string, more?: Renderable, iconName?: IconName }} options
 */
const button = (act, label, { tone = "soft small", more = "", iconName } = {}) =>
  html`<button type="button" class="button ${tone}" data-action="order.${act}" ${more}
    aria-busy="${String(orderState.busy === act)}">${iconName && icon(iconName)}${label}</button>`;

/** @param {Order} order */
const next = ({ acts }) =>
  acts.next &&
  button(acts.is_payment_asked ? "askPayment" : "move", t("orders.next", { status: acts.next.label }), {
    tone: "full-width",
    iconName: "next",
  });

/** @param {Order} order */
const promises = ({ acts }) =>
  acts.can_promise &&
  html`<div role="group" aria-label="${t("orders.promise")}"><p class="muted act-label" aria-hidden="true">${t("orders.promise")}</p>
    <div class="cluster">${PUBLISHED.READY_MINUTES.map((minutes) =>
      button("promise", t("orders.minutes", { minutes }), { more: html`data-minutes="${minutes}"` }),
    )}</div></div>`;

/** Who on shift is to bring it. @param {Order} order */
const courier = ({ courier: has, acts: { couriers = [] } }) => {
  const people = couriers.map(({ id, name, carries }) => ({
    id,
    label: carries ? t("orders.courier.carries", { name, count: carries }) : name,
  }));
  const chosen = has?.state ? has.id : null;
  const choices = chosen === null ? people : [...people, { id: null, label: t("orders.courier.none") }];
  return (
    (people.length > 0 || chosen !== null) &&
    html`<div role="group" aria-label="${t("orders.courier.choose")}"><p class="muted act-label" aria-hidden="true">${t("orders.courier.choose")}</p>
    <div class="cluster">${choices.map(
      ({ id, label }) =>
        html`<button type="button" class="chip" data-action="order.courier" data-staff="${id ?? ""}" aria-pressed="${String(id === chosen)}"
        ${booleanAttribute("disabled", id === chosen)}>${label}</button>`,
    )}</div></div>`
  );
};

/** Whom a message about the order's status reaches. @param {Order} order */
const whom = ({ acts: { resend_to: to } }) =>
  [
    to.chat && t("orders.whom.chat"),
    to.followers > 0 && t("orders.whom.followers", { count: to.followers }),
    to.browsers > 0 && t("orders.whom.browsers", { count: to.browsers }),
  ]
    .filter(Boolean)
    .join(", ");

/** @param {Order} order */
const resends = (order) => {
  const { acts } = order;
  return (
    acts.resend.length > 0 &&
    html`<div role="group" aria-label="${t("orders.resend")}"><p class="muted act-label" aria-hidden="true">${t("orders.resend")}</p>
    <div class="cluster">${acts.resend.map((what) =>
      button("resend", anyText(`orders.resend.${what}`), { more: html`data-what="${what}"` }),
    )}</div>
    ${acts.resend.includes("status") && html`<p class="field-hint">${t("orders.resendTo", { whom: whom(order) })}</p>`}</div>`
  );
};

/** @param {Order} order */
const ends = ({ acts }) =>
  (acts.back || acts.can_cancel) &&
  html`<div class="cluster">
    ${acts.back && button("back", t("orders.stepBack", { status: acts.back.label }), { iconName: "undo" })}
    ${acts.can_cancel && button("askReason", t("orders.cancel"), { tone: "bad small", iconName: "close" })}</div>`;

/** In the order of the card. */
const PARTS = [next, promises, courier, editAct, printAct, resends, moneyBack, ends];

/** @param {Order} order */
export function orderActs(order) {
  const parts = PARTS.map((part) => part(order)).filter(Boolean);
  return (
    parts.length > 0 && html`<section class="card stack order-acts" aria-label="${t("orders.acts")}">${parts}</section>`
  );
}

/**
 * Do something with the order that is shown; on an outdated page it is shown as it is now.
 * @param {string} act
 * @param {Record<string, unknown>} values
 * @param {string} told what is said when it is done
 * @returns {Promise<Problem[] | null>} what is wrong with the values; null once it is over
 */
async function press(act, values, told) {
  const { order } = orderState;
  if (!order || orderState.busy) return null;
  orderState.busy = act;
  orderState.pressed += 1;
  draw();
  try {
    const changed = await api.post(`/orders/${order.id}/${act}`, { seen: order.status, ...values });
    show(changed);
    showToast(told || changed.status_label, { tone: "good" });
    rereadOrder(order.id); // its money may have to go back now
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") return error.problems;
    if (error instanceof RefusedError && error.code === "marks_missing") {
      askOrderMarks(order, /** @type {MissingMark[]} */ (error.body.missing), () => press(act, values, told));
      return null;
    }
    if (error instanceof RefusedError && "order" in error.body)
      tellRefusal(error.code, /** @type {Order} */ (error.body.order));
    else tellFailure(error);
  } finally {
    orderState.busy = "";
    draw();
  }
  return null;
}

/**
 * Have the excise marks scanned that an order needs first.
 * @param {Order} order
 * @param {MissingMark[]} missing
 * @param {() => void} done
 */
function askOrderMarks({ id, number }, missing, done) {
  /** @param {string} mark @param {MissingMark} of */
  const send = async (mark, { drink, ingredient }) =>
    (await api.post(`/orders/${id}/marks`, { mark, ...(drink ? { drink } : { ingredient }) })).missing;
  askDeskMarks(t("marks.title", { number }), missing, send, done);
}

/** Show an order as it is now, unless another one is shown by now. @param {Order} order */
function show(order) {
  if (orderState.order?.id === order.id) orderState.order = order;
}

/** @param {string} code @param {Order} order as it is now */
function tellRefusal(code, order) {
  show(order);
  const last = order.events.findLast(({ kind }) => ["status", "back", "cancelled"].includes(kind));
  const text = t("orders.refused.changed", {
    status: order.status_label,
    name: last?.actor || "—",
    time: timeOf(last?.at ?? null),
  });
  showToast(code === "changed" ? text : anyText(`orders.refused.${code}`), { tone: "bad" });
}

/** @param {string} reason */
const reasonOption = (
  reason,
) => html`<label class="order-reason"><input type="radio" name="reason" value="${reason}" data-change="order.reason"
  ${booleanAttribute("checked", dialog.reason === reason)}><span>${anyText(`orders.reason.${reason}`)}</span></label>`;

const reasonDialog = () => html`<form class="stack" data-submit="order.cancel">
  <fieldset><legend>${t("orders.reasonHint")}</legend>${[...REASONS, OWN].map(reasonOption)}</fieldset>
  ${
    dialog.reason === OWN &&
    field({
      name: "order-reason",
      label: t("orders.reasonOwn"),
      of: "orders.reason",
      error: errorOf(dialog.problems, "reason"),
    })
  }
  <button class="button bad full-width" aria-busy="${String(orderState.busy === "cancel")}">${t("orders.cancelYes")}</button></form>`;

/** Of one whose payment went back nothing may be taken, too. */
const mayBeFree = () => orderState.order?.acts.may_be_free ?? false;

const paymentDialog =
  () => html`<div class="stack"><p>${t(mayBeFree() ? "orders.givenBackHint" : "orders.paymentHint")}</p>
  <div class="question-buttons">
    ${button("paid", t("orders.paidCash"), { tone: "", more: html`data-payment="cash"`, iconName: "cash" })}
    ${button("paid", t("orders.paidTerminal"), { tone: "", more: html`data-payment="terminal"`, iconName: "card" })}
    ${mayBeFree() && button("handOut", t("orders.paidNothing"), { tone: "soft" })}
  </div></div>`;

actions["order.move"] = () => press("move", { to: orderState.order?.acts.next?.status }, "");
actions["order.back"] = () => press("back", {}, "");
actions["order.promise"] = ({ dataset }) => {
  const minutes = Number(dataset.minutes);
  return press("promise", { minutes }, t("orders.told.promise", { minutes }));
};
actions["order.courier"] = ({ dataset: { staff } }) => {
  const name = orderState.order?.acts.couriers?.find(({ id }) => String(id) === staff)?.name ?? "";
  const told = staff ? t("orders.told.courier", { name }) : t("orders.told.nobody");
  return press("courier", { staff: staff ? Number(staff) : null }, told);
};
actions["order.resend"] = ({ dataset }) => {
  const { order } = orderState;
  const isToMany = order && dataset.what === "status";
  const told = isToMany ? t("orders.told.resendTo", { whom: whom(order) }) : t("orders.told.resend");
  return press("resend", { what: dataset.what }, told);
};
actions["order.askPayment"] = () => openDialog(() => t("orders.howPaid"), paymentDialog);
actions["order.paid"] = async ({ dataset }) => {
  await press("paid", { payment: dataset.payment }, "");
  closeDialog();
};
actions["order.handOut"] = async () => {
  await press("move", { to: orderState.order?.acts.next?.status }, "");
  closeDialog();
};
actions["order.askReason"] = () => {
  Object.assign(dialog, { reason: REASONS[0], problems: [] });
  openDialog(() => t("orders.whyCancel"), reasonDialog);
};
actions["order.reason"] = (element) => {
  dialog.reason = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["order.cancel"] = async (form) => {
  const own = /** @type {HTMLInputElement | null} */ (form.querySelector("#order-reason"))?.value;
  const values = dialog.reason === OWN ? { reason: own } : { reason_id: dialog.reason };
  const { isOpen, close } = openedDialog();
  const problems = await press("cancel", values, "");
  if (!problems) close();
  else if (isOpen()) {
    dialog.problems = problems;
    draw();
  }
};

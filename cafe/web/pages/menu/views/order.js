/** One order: how far it is, what to pay, where it goes; for its owner, or read-only for anyone with the link. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { haptic } from "../../shared/telegram.js";
import { announce } from "../../shared/toast.js";
import { api } from "../api.js";
import { emptyState, icon, offlineMessage, skeleton } from "../components.js";
import { apiUrl, launch } from "../launch.js";
import { ownOrder, ownOrderByToken } from "../own-orders.js";
import { navigate, pageUrl, trackingToken } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { cancelButton, trackUrl } from "./order-acts.js";
import { courierActions, courierSection } from "./order-courier.js";
import { checkEdit, editActions, editButton, editSection, forgetEdit, proposalSection } from "./order-edit.js";
import { orderedSection, orderFacts } from "./order-facts.js";
import { followActions, followBox } from "./order-follow.js";
import { lookAgain, startFollowing, stopFollowing } from "./order-live.js";
import { askBank, awaitsBank, celebrate, forgetPayment, paymentActions, paymentSection } from "./order-payment.js";
import { preventedSection } from "./order-prevented.js";
import { isOwn, shown } from "./order-state.js";
import { statusHero } from "./order-status.js";
import { statusLabel, statusText } from "./order-texts.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { Order, Screen } from "../types" */

const REDRAW_MS = 15_000; // the minutes that are left

let redrawTimer = 0;

/** @param {Order} order @param {OrderDetails | null} details */
const ownButtons = (order, details) => html`<div class="panel order-buttons" data-key="buttons">
  ${editButton(details)}
  <button type="button" class="button soft" data-action="repeatOrder" data-id="${order.id}">${icon("repeat")}${t("order.repeat")}</button>
  ${trackUrl() && html`<button type="button" class="button soft" data-action="shareOrder">${icon("share")}${t("order.share")}</button>`}
  <a class="link-button" href="${pageUrl({ page: "orders" })}">${t("order.all")}</a>
  ${order.can_cancel && cancelButton(order)}
</div>`;

function view() {
  const { order, details, trouble } = shown;
  if (trouble === "missing") {
    return emptyState({
      iconName: "receipt",
      title: t("order.notFound"),
      text: t("order.notFound.hint"),
      link: html`<a class="button" href="${pageUrl({ page: "orders" })}">${t("orders")}</a>`,
    });
  }
  if (!order) return trouble === "offline" ? offlineMessage("reloadOrder") : skeleton();
  return html`<div class="order-columns">
      <div data-key="progress">
        ${statusHero(order, details, trouble === "stale")} ${courierSection(order, details)} ${preventedSection(details)} ${proposalSection(details)} ${paymentSection(order, details)} ${followBox(order)}
      </div>
      <div data-key="about">${orderFacts(order, details)} ${orderedSection(order)} ${editSection(details)} ${isOwn() && ownButtons(order, details)}</div>
    </div>
    ${!isOwn() && html`<p class="muted text-center">${t("track.text")}</p>`}`;
}

/**
 * The order of the address: the person's own with everything about it, else by its tracking token where this device knows it.
 * @returns {Promise<{ order: Order, details: OrderDetails | null }>}
 */
async function fetchOrder() {
  const { order: id, token } = state.route;
  if (id === undefined) return { order: await api.track(token ?? ""), details: null };
  try {
    const details = await api.orderDetails(id);
    return { order: details.order, details };
  } catch (error) {
    const known = ownOrder(id)?.token;
    if (!(error instanceof RefusedError && known)) throw error;
    return { order: await api.track(known), details: null };
  }
}

/** Read the order; a change of its state is spoken. */
async function load() {
  const { route } = state;
  const isLeft = () => state.route !== route && state.route.order !== route.order;
  try {
    const fresh = await fetchOrder();
    if (isLeft()) return;
    const { order: before } = shown;
    Object.assign(shown, fresh, { trouble: "" });
    checkEdit();
    if (before) tellChange(before, fresh.order);
  } catch (error) {
    if (isLeft()) return;
    const isMissing = error instanceof RefusedError && error.status === 404;
    if (isMissing) Object.assign(shown, { order: null, details: null, trouble: "missing" });
    else shown.trouble = shown.order ? "stale" : "offline";
  }
  setState();
  askBank(); // which may take its time
}

/**
 * @param {Order} before
 * @param {Order} now
 */
function tellChange(before, now) {
  if (before.payment_status !== "paid" && now.payment_status === "paid" && now.status !== "cancelled") celebrate();
  else if (!before.is_held && now.is_held) announce(t("order.held.text", { sum: money(now.total) }));
  else if (before.status !== now.status) {
    haptic("success");
    announce(`${statusLabel(now)}. ${statusText(now)}`);
  }
}

/** Where its stream is. Inside Telegram nobody is recognised there, so that the tracking token has to do. */
function streamUrl() {
  const { order, token: shared } = state.route;
  if (!shown.order) return "";
  const token = shared ?? (launch.initData || !shown.details ? trackingToken(trackUrl()) : null);
  return apiUrl(token ? `checkout/track/${encodeURIComponent(token)}/stream` : `orders/${order}/stream`);
}

async function enter() {
  Object.assign(shown, { order: null, details: null, trouble: "" });
  forgetPayment();
  forgetEdit();
  const own = state.route.page === "track" ? ownOrderByToken(state.route.token) : null;
  if (own) {
    navigate({ page: "order", order: own.id }, { replace: true });
    return;
  }
  clearInterval(redrawTimer);
  redrawTimer = setInterval(setState, REDRAW_MS);
  await startFollowing({
    read: load,
    stream: streamUrl,
    version: () => shown.details?.version ?? "",
    isUrgent: () => awaitsBank(shown.order),
    isOver: () => shown.trouble === "missing" || shown.order?.status === "cancelled",
    isDone: () => shown.order?.status === "completed", // for a while it can be called back
  });
}

function leave() {
  clearInterval(redrawTimer);
  stopFollowing();
}

function title() {
  if (shown.order) return t("order", { number: shown.order.number });
  return t(isOwn() ? "nav.orders" : "track");
}

/** @type {Screen} */
export const orderScreen = { title, view, enter, leave };

/** The person is back (from the bank, another tab, a locked phone): look at once. */
export const refreshOrder = lookAgain;

export const orderActions = {
  reloadOrder: lookAgain,
  ...paymentActions,
  ...followActions,
  ...editActions,
  ...courierActions,
};

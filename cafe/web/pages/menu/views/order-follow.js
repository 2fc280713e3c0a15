/** A box on an order's page: being told how it is getting on without looking at the page. */

import { html } from "../../shared/html.js";
import { drawIcon } from "../../shared/icons.js";
import { currentLocale } from "../../shared/texts.js";
import { announce, showToast } from "../../shared/toast.js";
import { api } from "../api.js";
import { notice } from "../components.js";
import { launch } from "../launch.js";
import { ownOrder, updateOwnOrder } from "../own-orders.js";
import { trackingToken } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { trackUrl } from "./order-acts.js";
import { isOver } from "./order-state.js";

/** @import { Order } from "../types" */
/** @import { FollowWays } from "../order-types" */

const BELL = drawIcon("M6 17V11a6 6 0 0 1 12 0v6l2 1.5H4L6 17zM10 21h4");

const PLANE = drawIcon("M21 4L3 11.5l6 2 9-6.5-6.5 7.5v5.5l3-4 4 2.5z");

/** @type {FollowWays} */
let ways = {};
let hasAskedServer = false;
/** The browser asks the person. */
let isAsking = false;

async function askForWays() {
  hasAskedServer = true;
  try {
    ways = await api.followWays();
    setState();
  } catch {
    hasAskedServer = false; // the next drawing, a poll later, asks again
  }
}

/** Inside Telegram the chat tells; some browsers know push only of pages on the home screen. */
const knowsPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/**
 * Who may do something with the order hears of it in Telegram anyway, when they are in it.
 * @param {Order} order
 */
export function followBox(order) {
  const { id } = order;
  const isOwn = state.route.page === "order";
  if (isOver(order) || (isOwn && launch.inTelegram)) return null;
  if (!hasAskedServer) askForWays();
  const token = isOwn ? trackingToken(trackUrl()) : state.route.token;
  const canPush = isOwn && ways.push_key && knowsPush();
  const hasChat = ways.bot && token;
  if (!canPush && !hasChat) return null;
  const isPossible = hasChat || Notification.permission !== "denied";
  return html`<section class="panel follow" data-key="follow">
    <div><h2 class="panel-title" tabindex="-1">${t("follow")}</h2>${isPossible && html`<p class="muted">${t("follow.text")}</p>`}</div>
    ${canPush && pushPart(id)}
    ${
      hasChat &&
      html`<a class="button soft full-width" data-key="telegram" data-external target="_blank" rel="noopener"
      href="https://t.me/${ways.bot}?start=follow_${token}">${PLANE}${t("follow.telegram")}</a>`
    }
  </section>`;
}

/** @param {number} id */
function pushPart(id) {
  if (Notification.permission === "denied") return notice(t("follow.push.refused"));
  const isOn = Notification.permission === "granted" && ownOrder(id)?.isPushed;
  const label = t(isAsking ? "follow.push.asking" : "follow.push");
  return [
    isOn && notice(t("follow.push.on"), { tone: "good", iconName: "check" }),
    html`<button type="button" class="button soft full-width" data-key="push" data-action="${isOn ? "stopPush" : "startPush"}"
      data-id="${id}" aria-busy="${isAsking ? "true" : "false"}">${!isOn && BELL}${isOn ? t("follow.push.off") : label}</button>`,
  ];
}

/** @param {number} id */
async function startPush(id) {
  if ((await Notification.requestPermission()) !== "granted") {
    if (Notification.permission === "denied") announce(t("follow.push.refused"));
    return;
  }
  await navigator.serviceWorker.register("service-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: ways.push_key ?? "" };
  const renew = async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  };
  // A subscription of before, for another key of this cafe, stands in the way.
  const subscription = await pushManager.subscribe(options).catch(renew);
  const { subscribed: isPushed } = await api.subscribe(id, { ...subscription.toJSON(), locale: currentLocale() });
  updateOwnOrder(id, { isPushed });
  if (isPushed) announce(t("follow.push.on"));
}

/** @param {number} id */
async function stopPush(id) {
  await api.unsubscribe(id);
  updateOwnOrder(id, { isPushed: false });
  announce(t("follow.push.stopped"));
}

/**
 * Do it, once at a time; what fails is said.
 * @param {(id: number) => Promise<void>} work
 */
const once = (work) => async (/** @type {HTMLElement} */ button) => {
  if (isAsking) return;
  isAsking = true;
  setState();
  try {
    await work(Number(button.dataset.id));
  } catch {
    showToast(t("follow.push.failed"), { tone: "bad" });
  } finally {
    isAsking = false;
    setState();
    queueMicrotask(() => keepFocus(button)); // after the drawing
  }
};

/**
 * A button that is not offered any more leaves the keyboard at the box's title.
 * @param {HTMLElement} button
 */
function keepFocus(button) {
  if (button.isConnected || document.activeElement !== document.body) return;
  /** @type {HTMLElement | null} */ (document.querySelector(".follow h2"))?.focus();
}

export const followActions = { startPush: once(startPush), stopPush: once(stopPush) };

/** What a person does with an order of theirs, in the list and on its own screen: cancel, repeat, share. */

import { byId, html, patch } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { localStore } from "../../shared/storage.js";
import { haptic, openLink } from "../../shared/telegram.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../api.js";
import { cartLines, replaceCart, setQuantity, whenSynced } from "../cart.js";
import { confirmDialog } from "../confirm.js";
import { ownOrder } from "../own-orders.js";
import { navigate } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { lookAgain } from "./order-live.js";
import { showFresh, shown } from "./order-state.js";
import { cancelWarning } from "./order-texts.js";

/** @import { Order } from "../types" */

/** What may be shared of the order on screen: the page that anybody may see. */
export const trackUrl = () => shown.details?.track_url ?? (shown.order && ownOrder(shown.order.id)?.trackUrl) ?? null;

/** @param {Order} order */
export const cancelButton = (order) => html`<button type="button" class="link-button cancel-order" data-key="cancel"
  data-action="cancelOrder" data-id="${order.id}" data-number="${order.number}" data-warning="${cancelWarning(order)}">${t("order.cancel")}</button>`;

/** @param {unknown} error */
function showFailure(error) {
  haptic("error");
  showToast(error instanceof RefusedError && error.message ? error.message : t("offline.action"), { tone: "bad" });
}

/**
 * Ask what becomes of the cart that is there; an empty answer is a no.
 * @returns {Promise<string>}
 */
function askAboutCart() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("confirm"));
  patch(
    dialog,
    html`<form method="dialog">
      <h2 id="confirm-title">${t("order.repeat.ask")}</h2>
      <p id="confirm-text">${t("order.repeat.text")}</p>
      <div class="confirm-buttons is-stacked">
        <button value="add" class="button" autofocus>${t("order.repeat.add")}</button>
        <button value="replace" class="button soft">${t("order.repeat.replace")}</button>
        <button value="" class="link-button">${t("order.repeat.no")}</button>
      </div>
    </form>`,
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

/** @param {number} id */
async function repeat(id) {
  await whenSynced();
  const before = cartLines();
  const answer = before.length > 0 ? await askAboutCart() : "add";
  if (!answer) return;
  const isReplaced = answer === "replace";
  if (isReplaced) replaceCart(await api.clearCart());
  try {
    const { cart, skipped } = await api.repeat(id);
    replaceCart(cart);
    haptic("success");
    if (skipped.length > 0) setState({ notices: [t("cart.skipped", { names: skipped.join(", ") })] });
    else showToast(t("order.repeated"), { tone: "good" });
  } catch (error) {
    if (isReplaced) for (const line of before) setQuantity(line, line.quantity);
    throw error;
  }
  navigate({ page: "cart" });
}

/** @param {Order} order */
async function share({ number }) {
  const link = new URL(trackUrl() ?? "", location.origin).href;
  const text = t("order.share.text", { number });
  // Telegram's own sharing first: its web views have no other, or an unfit one.
  if (openLink(`https://t.me/share/url?${new URLSearchParams({ url: link, text })}`)) return;
  if (navigator.share) {
    await navigator.share({ title: text, url: link }).catch(() => {}); // closed without sharing
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    showToast(t("order.copied"), { tone: "good" });
  } catch {
    showToast(t("order.copy.failed", { link }));
  }
}

const LAST_SEEN = "lastOrders";
const MOST_LAST_SEEN = 10;

/** Read the orders; without a network those that were seen last are shown, once more as they were. */
export async function loadOrders() {
  try {
    const orders = await api.orders();
    localStore.set(LAST_SEEN, orders.slice(0, MOST_LAST_SEEN));
    setState({ orders, ordersFailed: false });
  } catch {
    const known = localStore.get(LAST_SEEN, /** @type {Order[]} */ ([]));
    setState({ orders: state.orders ?? (known.length > 0 ? known : null), ordersFailed: true });
  }
}

/** @param {DOMStringMap} data */
async function cancel({ id, number = "", warning = "" }) {
  const question = t("order.cancel.ask", { number });
  const words = { text: warning, yes: t("order.cancel.yes"), no: t("order.cancel.no") };
  if (!(await confirmDialog(question, words))) return;
  let isCancelled = false;
  try {
    showFresh(await api.cancel(Number(id)));
    isCancelled = true;
    haptic("success");
    showToast(t("order.cancelled"));
  } catch (error) {
    showFailure(error);
  }
  await (state.route.page === "orders" ? loadOrders() : lookAgain());
  const focused = document.activeElement;
  if (focused !== document.body && !(isCancelled && focused?.matches("[data-action=cancelOrder]"))) return;
  /** @type {HTMLElement | null} */ (document.querySelector("#header h1"))?.focus(); // the button went away, or is about to
}

export const orderActs = {
  repeatOrder: (/** @type {HTMLElement} */ { dataset }) => repeat(Number(dataset.id)).catch(showFailure),
  cancelOrder: (/** @type {HTMLElement} */ { dataset }) => cancel(dataset),
  shareOrder: () => shown.order && share(shown.order),
};

/** Presses on orders: each is sent once, answered with the board, and never lost without a word. */

import { actions } from "../shared/delegate.js";
import { closeDialog } from "../shared/dialog.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { becomeUnpaired, nextQuestion, readBoard, showBoard } from "./live.js";
import { askOrderMarks } from "./marks.js";
import { askPayment } from "./money.js";
import { findOrder, setState, state } from "./state.js";
import { t } from "./texts.js";

/** @import { MissingMark } from "../shared/types" */
/** @import { ChangedOrder, Press } from "./types" */

const SETTLE_MS = 700;

/**
 * When each order was last moved from here, and each line marked: a second tap within a moment was meant for the button before.
 * @type {{ order: Map<number, number>, line: Map<number, number> }}
 */
const pressedAt = { order: new Map(), line: new Map() };

/** @param {Map<number, number>} pressed @param {number} id */
const isSecondTap = (pressed, id) => performance.now() - (pressed.get(id) ?? Number.NEGATIVE_INFINITY) < SETTLE_MS;

/** @param {HTMLElement} element */
const orderOf = (element) => Number(element.dataset.order);

/**
 * @param {number} order
 * @param {Press} press
 * @returns {Promise<boolean>} whether it was done
 */
async function send(order, press) {
  const number = findOrder(order)?.number ?? "";
  const question = nextQuestion();
  state.unsaved.delete(order);
  state.pressed.add(order);
  setState();
  try {
    showBoard(await api.press(order, press), question);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) refuse(error, order, number, press);
    else if (error instanceof OfflineError) {
      state.unsaved.set(order, press);
      showToast(t("press.offline", { number }), { tone: "bad" });
    } else throw error;
    return false;
  } finally {
    state.pressed.delete(order);
    setState();
  }
}

/**
 * @param {RefusedError} error
 * @param {number} order
 * @param {string} number
 * @param {Press} press
 */
function refuse(error, order, number, press) {
  const { body } = press;
  if (error.status === 401) {
    becomeUnpaired();
    return;
  }
  if (error.code === "not_paid") {
    askPayment(order, String(body.seen));
    return;
  }
  if (error.code === "marks_missing") {
    const missing = /** @type {MissingMark[]} */ (error.body.missing);
    askOrderMarks(order, number, missing, () => send(order, press));
    return;
  }
  showToast(reason(error, number), { tone: "bad" });
  readBoard();
}

/**
 * @param {RefusedError} error
 * @param {string} number
 */
function reason({ code, body: { order } }, number) {
  if (code === "changed" && order) return late(order);
  if (code === "too_late") return t("press.tooLate", { number });
  if (code === "given_back") return t("press.givenBack", { number });
  if (code === "already_paid") return t("press.paid", { number });
  return t(code === "not_found" ? "press.gone" : "press.failed", { number });
}

/** @param {ChangedOrder} order */
function late({ number, status, actor }) {
  const values = { number, status: t(`status.${status}`), actor };
  return t(actor ? "press.late" : "press.late.nobody", values);
}

/** @param {HTMLElement} element */
async function step(element) {
  const order = findOrder(orderOf(element));
  if (!order?.next || state.pressed.has(order.id)) return;
  if (isSecondTap(pressedAt.order, order.id)) return;
  if (order.next === "completed" && order.is_payment_asked) {
    askPayment(order.id, order.status);
    return;
  }
  const isByKeys = element.matches(":focus-visible");
  if (await send(order.id, { path: "move", body: { seen: order.status, to: order.next } })) {
    pressedAt.order.set(order.id, performance.now());
  }
  // The card stands in another column now; whoever uses keys goes on from there.
  if (isByKeys && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (document.querySelector(`.card[data-id="${order.id}"] .step`))?.focus();
  }
}

/** @param {HTMLElement} element */
async function line(element) {
  const [order, id] = [orderOf(element), Number(element.dataset.line)];
  if (isSecondTap(pressedAt.line, id)) return;
  pressedAt.line.set(id, performance.now());
  const isDone = element.getAttribute("aria-pressed") !== "true";
  state.tapped.set(id, isDone);
  await send(order, { path: `lines/${id}`, body: { is_done: isDone } });
  state.tapped.delete(id);
  setState();
}

Object.assign(actions, {
  step,
  line,
  back(/** @type {HTMLElement} */ element) {
    const order = findOrder(orderOf(element));
    if (order && !state.pressed.has(order.id)) send(order.id, { path: "back", body: { seen: order.status } });
  },
  retry(/** @type {HTMLElement} */ element) {
    const unsaved = state.unsaved.get(orderOf(element));
    if (unsaved) send(orderOf(element), unsaved);
  },
  paid(/** @type {HTMLElement} */ element) {
    const { seen, payment } = element.dataset;
    closeDialog();
    send(orderOf(element), { path: "paid", body: { seen, payment } });
  },
  handOut(/** @type {HTMLElement} */ element) {
    closeDialog();
    send(orderOf(element), { path: "move", body: { seen: element.dataset.seen, to: "completed" } });
  },
});

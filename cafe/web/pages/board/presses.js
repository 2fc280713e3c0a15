/** Presses on orders: each is sent once, answered with the board; without an answer it waits here, and is never lost. */

import { actions } from "../shared/delegate.js";
import { closeDialog } from "../shared/dialog.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { becomeUnpaired, nextQuestion, readBoard, showBoard } from "./live.js";
import { askOrderMarks } from "./marks.js";
import { askPayment } from "./money.js";
import { keepAct, sendActs, takeBack } from "./queue.js";
import { findOrder, isAlone, setState, state } from "./state.js";
import { reason } from "./told.js";

/** @import { MissingMark } from "../shared/types" */
/** @import { ActBody, Press } from "./types" */

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

/** A press as it waits for the server. @param {Press} press @returns {Omit<ActBody, "id" | "at">} */
function actOf({ path, body }) {
  const [kind, lineId] = path.split("/");
  return lineId
    ? { kind: "line", line: Number(lineId), ...body }
    : { kind: /** @type {"move" | "back" | "paid"} */ (kind), ...body };
}

/** Keep a press until the server answers. @param {number} id @param {Press} press @param {boolean} isTried */
async function keepPress(id, press, isTried = false) {
  const order = findOrder(id);
  if (order)
    await keepAct({ ...actOf(press), ...(order.sale ? { sale: order.sale } : { order: id }) }, order.number, isTried);
}

/**
 * @param {number} order
 * @param {Press} press
 * @returns {Promise<boolean>} whether it was done, or will be
 */
async function send(order, press) {
  const number = findOrder(order)?.number ?? "";
  const question = nextQuestion();
  state.pressed.add(order);
  setState();
  try {
    if (isAlone() || state.acts.length > 0) {
      await keepPress(order, press); // after what was done before it
      if (!isAlone()) sendActs();
    } else showBoard(await api.press(order, press), question);
    return true;
  } catch (error) {
    if (error instanceof OfflineError) {
      await keepPress(order, press, true);
      readBoard();
      return true;
    }
    if (!(error instanceof RefusedError)) throw error;
    refuse(error, order, number, press);
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
  showToast(reason(error.code, number, error.body.order), { tone: "bad" });
  readBoard();
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
  async back(/** @type {HTMLElement} */ element) {
    const order = findOrder(orderOf(element));
    if (!order || state.pressed.has(order.id) || (await takeBack(order))) return;
    send(order.id, { path: "back", body: { seen: order.status } });
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

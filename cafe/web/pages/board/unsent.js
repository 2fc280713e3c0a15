/** The board as it will be once the server has what was done here, and as time goes by without it. */

/** @import { Act, ActBody, Board, Order, SaleBody, Section } from "./types" */
/** @import { OrderStatus } from "../shared/types" */

/** @type {OrderStatus[]} */
const COLLECTED = ["new", "confirmed", "cooking", "ready", "completed"];
/** @type {OrderStatus[]} */
const DELIVERED = ["new", "confirmed", "cooking", "ready", "courier", "completed"];
const PREPARING = 15 * 60; // what a sale that is to be made may take, in seconds
const MADE = ["ready", "courier", "completed"];

/** @param {Pick<Order, "order_type">} order */
const stepsOf = ({ order_type: type }) => (type === "delivery" ? DELIVERED : COLLECTED);

/** @param {Order} order @param {number} now @returns {Section} */
function sectionOf({ status, section, due_at: due, waits_since: start }, now) {
  if (MADE.includes(status)) return "ready";
  if (now > due) return "late";
  if (status === "new") return "new";
  return status === "confirmed" && section === "later" && now < start ? "later" : "cooking";
}

/** Whether an act is about an order. @param {ActBody} body @param {Order} order */
export const isAbout = (body, order) => (order.sale ? body.sale === order.sale : body.order === order.id);

/** @param {Order} order @param {OrderStatus} status @param {number} now @returns {Order} */
function moved(order, status, now) {
  const steps = stepsOf(order);
  const next = steps[steps.indexOf(status) + 1] ?? null;
  const owes = (!order.is_paid && order.total > 0) || Boolean(order.balance) || order.may_be_free === true;
  const changed = { ...order, status, next, is_payment_asked: next === "completed" && owes };
  return { ...changed, section: sectionOf(changed, now) };
}

/** An order after an act that is about it. @param {Order} order @param {ActBody} body @param {number} now @returns {Order} */
function after(order, body, now) {
  if (body.kind === "line") {
    const lines = order.lines.map((line) =>
      line.id === body.line ? { ...line, is_done: body.is_done === true } : line,
    );
    return { ...order, lines };
  }
  if (body.seen !== order.status) return order; // the server has it already, or will refuse it
  if (body.kind === "move" && body.to) return moved(order, body.to, now);
  if (body.kind === "paid") return { ...moved(order, "completed", now), is_paid: true };
  const before = body.kind === "back" && stepsOf(order)[stepsOf(order).indexOf(order.status) - 1];
  return before ? moved(order, before, now) : order;
}

/**
 * A sale as an order that nobody has numbered yet.
 * @param {Act} act
 * @param {SaleBody} sale
 * @param {number} ahead by how many seconds the server's clock is ahead of this device's
 * @returns {Order}
 */
const soldOrder = ({ seq, number }, { id, at, order_type: type, total, lines }, ahead) => ({
  id: -seq,
  sale: id,
  number,
  order_type: type,
  status: "confirmed",
  section: "cooking",
  next: "cooking",
  waits_since: at + ahead,
  due_at: at + ahead + PREPARING,
  due: "",
  is_promised: false,
  is_scheduled: false,
  table_number: null,
  name: "",
  is_paid: true,
  payment_method: "cash",
  total,
  is_payment_asked: false,
  can_step_back: false,
  lines: lines.map(({ name, quantity, note, category_id: category }, place) => ({
    id: -(seq * 100 + place),
    name,
    quantity,
    note,
    is_done: false,
    category_id: category,
    allergens: [],
  })),
});

/** What is to be made, by its name as it was chosen. @param {Order[]} orders */
function countPieces(orders) {
  /** @type {Map<string, Board["pieces"][number]>} */
  const pieces = new Map();
  const lines = orders
    .filter(({ section }) => section !== "ready" && section !== "later")
    .flatMap((order) => order.lines);
  for (const { name, quantity, category_id, is_done } of lines) {
    if (is_done) continue;
    const sum = (pieces.get(name)?.quantity ?? 0) + quantity;
    pieces.set(name, { name, quantity: sum, category_id });
  }
  return [...pieces.values()].sort((one, other) => other.quantity - one.quantity);
}

/**
 * @param {Board} board as the server has it
 * @param {Act[]} acts that it does not have, in their order; those with an outcome are not on this board yet
 * @param {number} now by the server's clock, in Unix seconds
 * @param {boolean} isAlone whether there is no network
 * @returns {Board}
 */
export function withActs(board, acts, now, isAlone) {
  if (acts.length === 0 && !isAlone) return board;
  const ahead = now - Date.now() / 1000;
  const sold = acts.flatMap((act) =>
    isToMake(act) ? [soldOrder(act, /** @type {SaleBody} */ (act.body), ahead)] : [],
  );
  const all = [...board.orders, ...sold].map((order) => {
    const own = acts.filter(({ body }) => isAbout(body, order));
    const changed = own.reduce((before, { body }) => after(before, body, now), order);
    const last = own.findLast(({ outcome }) => !outcome);
    return {
      ...changed,
      section: isAlone ? sectionOf(changed, now) : changed.section,
      can_step_back: last ? !last.isTried && last.body.kind !== "line" : order.can_step_back && !isAlone,
      is_unsent: own.some(({ outcome }) => !outcome) || acts.some((act) => act.body.id === order.sale && !act.outcome),
    };
  });
  const orders = all.filter(({ status }) => status !== "completed").sort((one, other) => one.due_at - other.due_at);
  const done = board.done.map((order) => ({ ...order, can_step_back: order.can_step_back && !isAlone }));
  return {
    ...board,
    orders,
    pieces: countPieces(orders),
    done: [...all.filter(({ status }) => status === "completed"), ...done],
  };
}

/** @param {Act} act */
const isToMake = ({ body }) => body.kind === "sale" && !body.is_handed_out;

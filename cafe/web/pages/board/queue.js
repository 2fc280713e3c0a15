/**
 * Acts that the server does not have yet: kept before anything shows them, sent in their order as soon as it answers, each
 * under an id by which it is done once. A refused one is told until somebody has read it.
 */

import { actions } from "../shared/delegate.js";
import { newKey } from "../shared/once.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { becomeUnpaired, nextQuestion, readBoard } from "./live.js";
import { refreshBoard, setState, state } from "./state.js";
import { addAct, changeAct, dropAct, listActs } from "./store.js";
import { t } from "./texts.js";
import { isAbout } from "./unsent.js";

/** @import { Act, ActBody, Order, Outcome, SaleBody } from "./types" */

const MOST = 20; // in one request
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
const UNREADABLE = [400, 413];

let isSending = false;
let pause = 0;
let sendAt = 0;

/** Read what was left here by an earlier visit. */
export async function readActs() {
  const all = await listActs();
  refreshBoard({ acts: all.filter(({ outcome }) => !outcome), told: all.filter(({ outcome }) => outcome) });
}

/**
 * Keep an act; it is sent in its turn.
 * @param {Omit<ActBody, "id" | "at"> | Omit<SaleBody, "id" | "at">} what
 * @param {string} number
 * @param {boolean} isTried whether the server may have it already
 */
export async function keepAct(what, number, isTried = false) {
  const body = { ...what, id: newKey(), at: Math.floor(Date.now() / 1000) };
  const act = await addAct({ number, body, ...(isTried && { isTried }) });
  refreshBoard({ acts: [...state.acts, act] });
}

/** Take back the last act with an order, if it was never sent; whether it was. @param {Order} order */
export async function takeBack(order) {
  const last = state.acts.findLast(({ body }) => isAbout(body, order));
  if (!last || last.isTried) return false;
  refreshBoard({ acts: state.acts.filter((act) => act !== last) });
  await dropAct(last);
  return true;
}

/** Send what waits. */
export async function sendActs() {
  if (isSending || state.acts.length === 0 || performance.now() < sendAt) return;
  isSending = true;
  try {
    while (state.acts.length > 0) await sendSome(state.acts.slice(0, MOST));
    pause = 0;
    await readBoard();
  } catch (error) {
    if (error instanceof RefusedError && error.status === 401) becomeUnpaired();
    else if (error instanceof OfflineError)
      readBoard(); // which finds out whether there is a network
    else if (!(error instanceof RefusedError)) throw error;
    pause = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pause));
    sendAt = performance.now() + pause;
  } finally {
    isSending = false;
  }
}

/** @param {Act[]} acts */
async function sendSome(acts) {
  for (const act of acts) {
    act.isTried = true;
    await changeAct(act);
  }
  const outcomes = await outcomesOf(acts);
  if (outcomes.length === 0) throw new OfflineError("no outcome");
  for (const outcome of outcomes) {
    const act = acts.find(({ body }) => body.id === outcome.id);
    if (act) await settle(act, outcome);
  }
}

/**
 * What became of acts; one that the server cannot even read is refused, and holds up none of the others.
 * @param {Act[]} acts
 * @returns {Promise<Outcome[]>}
 */
async function outcomesOf(acts) {
  try {
    return (await api.send(acts.map(({ body }) => body))).outcomes;
  } catch (error) {
    const [first] = acts;
    if (!(error instanceof RefusedError && UNREADABLE.includes(error.status)) || !first) throw error;
    if (acts.length > 1) return outcomesOf([first]);
    return [/** @type {Outcome} */ ({ id: first.body.id, outcome: "refused", error: "invalid" })];
  }
}

/** @param {Act} act @param {Outcome} outcome */
async function settle(act, outcome) {
  const settled = { ...act, outcome, since: nextQuestion() };
  const isDone = outcome.outcome === "done";
  const isTold = isToTell(settled);
  await (isTold ? changeAct(settled) : dropAct(act));
  refreshBoard({
    acts: state.acts.filter((other) => other !== act),
    sent: isDone ? [...state.sent, settled] : state.sent,
    told: isTold ? [...state.told, settled] : state.told,
  });
  if (!isTold && act.body.kind === "sale")
    showToast(t("sale.sent", { number: act.number, order: outcome.order?.number ?? "" }));
}

/** Whether somebody has to read what became of an act. @param {Act} act */
const isToTell = ({ body, outcome }) =>
  outcome?.outcome === "refused" ||
  ("total" in body && body.total !== outcome?.expected) ||
  (body.kind === "sale" && body.is_handed_out && outcome?.order?.status === "confirmed");

Object.assign(actions, {
  async dismiss(/** @type {HTMLElement} */ { dataset }) {
    const act = state.told.find(({ seq }) => seq === Number(dataset.seq));
    if (!act) return;
    setState({ told: state.told.filter((other) => other !== act) });
    await dropAct(act);
  },
});

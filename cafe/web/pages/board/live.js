/**
 * Keeps the board fresh: the stream hints at a change, the board is read again; reading every few seconds is the net
 * below it. Where nothing answers, the last board goes on; after half a minute that is alarming.
 */

import { OfflineError, RefusedError } from "../shared/request.js";
import { api, STREAM } from "./api.js";
import { isAlone, refreshBoard, setState, state } from "./state.js";
import { findBoard, forgetOrders, keep } from "./store.js";

/** @import { Board } from "./types" */

const POLL_MS = 10_000;
const POLL_AGAIN_MS = 3000; // while nothing answers
const LOST_MS = 30_000;
const TICK_MS = 1000;
const REOPEN_MS = 15_000; // after the server has refused a stream

let answeredAt = performance.now();
let askedAt = 0;
let isAsking = false;
let lastAsked = 0;
let lastShown = 0;
/** @type {EventSource | null} */
let stream = null;
let reopenAt = 0;
/** @type {(board: Board) => void} */
let onBoard = () => {};

/**
 * Show a board that came as the answer to the question of this number; an older answer changes nothing.
 * @param {Board} board
 * @param {number} question
 */
export function showBoard(board, question) {
  answeredAt = performance.now();
  if (question < lastShown) return;
  lastShown = question;
  const sent = state.sent.filter(({ since = 0 }) => since > question);
  refreshBoard({ phase: "board", read: board, sent, readAt: performance.now(), isLost: false, aloneSince: null });
  keep("board", board);
  onBoard(board);
}

/** Number a question to the server: answers may overtake each other. */
export function nextQuestion() {
  lastAsked += 1;
  return lastAsked;
}

/** Nobody is paired here, or no longer: what guests ordered is not for whoever has the tablet now. */
export function becomeUnpaired() {
  stream?.close();
  stream = null;
  setState({ phase: "pairing", board: null, read: null, isLost: false, aloneSince: null });
  forgetOrders();
}

/** Nothing answers: go on with what was read last, also before a restart. */
async function becomeAlone() {
  if (isAlone()) return;
  const kept = state.read ? null : await findBoard();
  if (!state.read && !kept) return;
  const readAt = kept ? performance.now() - kept.age : state.readAt;
  const read = kept ? kept.board : state.read;
  refreshBoard({ phase: "board", read, readAt, aloneSince: read?.now ?? 0 });
}

export async function readBoard() {
  const question = nextQuestion();
  isAsking = true;
  askedAt = performance.now();
  try {
    showBoard(await api.board(), question);
    openStream();
  } catch (error) {
    if (error instanceof RefusedError && error.status === 401) becomeUnpaired();
    else if (error instanceof OfflineError) await becomeAlone();
    else if (!(error instanceof RefusedError)) throw error;
  } finally {
    isAsking = false;
  }
}

function openStream() {
  if (stream || performance.now() < reopenAt) return;
  const opened = new EventSource(STREAM);
  stream = opened;
  opened.addEventListener("changed", ({ data }) => {
    if (data !== state.board?.version) readBoard();
  });
  opened.addEventListener("error", () => {
    if (opened.readyState !== EventSource.CLOSED || stream !== opened) return;
    stream = null; // refused: too many screens, or this one is no longer paired
    reopenAt = performance.now() + REOPEN_MS;
    readBoard();
  });
}

function tick() {
  if (state.phase === "pairing") return;
  const now = performance.now();
  const isAnswered = answeredAt >= askedAt;
  if (!isAsking && now - askedAt > (isAnswered ? POLL_MS : POLL_AGAIN_MS)) readBoard();
  const isLost = state.phase === "board" && now - answeredAt > LOST_MS;
  if (isAlone()) refreshBoard({ isLost });
  else setState({ isLost });
}

/** @param {(board: Board) => void} callback called with each board that is shown */
export function startLive(callback) {
  onBoard = callback;
  setInterval(tick, TICK_MS);
  addEventListener("online", readBoard);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && readBoard());
  return readBoard();
}

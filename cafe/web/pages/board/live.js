/**
 * Keeps the board fresh: the stream hints at a change, the board is read again; reading every few seconds is the net
 * below it. After half a minute without an answer the connection counts as lost.
 */

import { RefusedError } from "../shared/request.js";
import { api, STREAM } from "./api.js";
import { setState, state } from "./state.js";

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
  setState({ phase: "board", board, readAt: performance.now(), isLost: false });
  onBoard(board);
}

/** Number a question to the server: answers may overtake each other. */
export function nextQuestion() {
  lastAsked += 1;
  return lastAsked;
}

/** Nobody is paired here, or no longer. */
export function becomeUnpaired() {
  stream?.close();
  stream = null;
  setState({ phase: "pairing", board: null, isLost: false });
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
  setState({ isLost: state.phase === "board" && now - answeredAt > LOST_MS });
}

/** How long nothing has answered, in milliseconds. */
export const silence = () => performance.now() - answeredAt;

/** @param {(board: Board) => void} callback called with each board that is shown */
export function startLive(callback) {
  onBoard = callback;
  setInterval(tick, TICK_MS);
  addEventListener("online", readBoard);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && readBoard());
  return readBoard();
}

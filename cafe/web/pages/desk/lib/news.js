/** What happens in the cafe meanwhile: the stream hints at it, and asking every few seconds is the net below. */

import { RefusedError } from "../../shared/request.js";
import { api, hasToken } from "./api.js";
import { ring } from "./bell.js";
import { session } from "./session.js";

/** @import { News } from "../types" */

const POLL_MS = 20_000;
const REOPEN_MS = 15_000; // after the server has refused a stream

/** As last told; null until then. @type {{ last: News | null }} */
export const news = { last: null };

/** @type {EventSource | null} */
let stream = null;
let reopensAt = 0;
/** @type {(parts: Set<keyof News>, placed: number) => void} */
let onNews = () => {};

/** @param {News} told */
function take(told) {
  const before = news.last;
  news.last = told;
  if (!before) {
    onNews(new Set(), 0);
    return;
  }
  const names = /** @type {(keyof News)[]} */ (Object.keys(told));
  const parts = new Set(names.filter((name) => told[name] !== before[name]));
  if (parts.size === 0) return;
  const placed = Math.max(told.newest - before.newest, 0);
  if (placed > 0 && told.waiting > 0) ring();
  onNews(parts, placed);
}

function openStream() {
  // What is kept inside Telegram instead of a cookie, a browser's streams cannot send.
  if (stream || hasToken() || performance.now() < reopensAt) return;
  const opened = new EventSource("/api/desk/news/stream");
  stream = opened;
  opened.addEventListener("changed", ({ data }) => take(JSON.parse(data)));
  opened.addEventListener("replaced", () => {
    opened.close(); // by another window of this browser: asking does for this one
    reopensAt = Number.POSITIVE_INFINITY;
    stream = null;
  });
  opened.addEventListener("error", () => {
    if (opened.readyState !== EventSource.CLOSED || stream !== opened) return;
    stream = null; // refused: too many of them, or nobody is signed in here any more
    reopensAt = performance.now() + REOPEN_MS;
    look();
  });
}

async function look() {
  if (!session.person) return;
  try {
    take(await api.get("/news"));
    openStream();
  } catch (error) {
    if (error instanceof RefusedError && error.status === 401) stopListening(); // the page has asked who it is
  }
}

export function stopListening() {
  stream?.close();
  stream = null;
}

/**
 * Before the first view is read, so that nothing happens unseen in between.
 * @param {typeof onNews} callback told which parts have changed, and how many orders were placed meanwhile
 */
export function startNews(callback) {
  onNews = callback;
  setInterval(look, POLL_MS);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  return look();
}

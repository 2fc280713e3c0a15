/**
 * Keeps the cart fresh while somebody looks at it inside Telegram, where the chat fills the same one: a stream hints at each
 * change. It is read by `fetch`, as only a header says who looks, and browsers' own streams send none.
 */

import { apiUrl, launch } from "./launch.js";

const AGAIN_MS = 3000;
const GROWTH = 2;
const SLOWEST_MS = 60_000;
const HINT = /^data: (.+)$/m;

/** @type {AbortController | null} */
let listening = null;
/** What the cart was when it was heard of last. */
let known = "";
let isReplaced = false;
let look = () => {};

/** @param {string} event a block of the stream */
function hear(event) {
  if (event.startsWith("event: replaced")) isReplaced = true;
  if (!event.startsWith("event: changed")) return;
  const version = HINT.exec(event)?.[1] ?? "";
  if (version !== known) look(); // the first time, too: it may have changed before anybody listened
  known = version;
}

/** @param {AbortSignal} signal */
async function listenOnce(signal) {
  const headers = { "X-Platform-Init-Data": launch.initData };
  const response = await fetch(apiUrl("cart/stream"), { headers, signal });
  if (response.status !== 200 || !response.body) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) hear(event);
  }
  return true;
}

/** @param {AbortController} ours */
async function listen(ours) {
  let pause = AGAIN_MS;
  while (!ours.signal.aborted && !isReplaced) {
    const wasHeard = await listenOnce(ours.signal).catch(() => false);
    pause = wasHeard ? AGAIN_MS : Math.min(pause * GROWTH, SLOWEST_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function begin() {
  if (listening || document.visibilityState !== "visible") return;
  listening = new AbortController();
  listen(listening);
}

function rest() {
  listening?.abort();
  listening = null;
}

/** @param {() => void} onChange what to do when the cart has changed, here or elsewhere */
export function followCart(onChange) {
  look = onChange;
  document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? begin() : rest()));
  begin();
}

/**
 * Keeps an order's page fresh while somebody looks at it: a stream hints at each change, and asking now and then is the net
 * below it, more often while there is no stream.
 */

/**
 * @typedef {object} Followed
 * @property {() => Promise<void>} read
 * @property {() => string} stream the address of its stream, once that is known
 * @property {() => string} version what was read last
 * @property {() => boolean} isUrgent whether to ask often although there is a stream
 * @property {() => boolean} isOver nothing will change any more
 * @property {() => boolean} isDone only its stream still tells of a change, as long as there is one
 */

const FIRST_MS = 5000;
const GROWTH = 1.3;
const SLOWEST_MS = 30_000;
const NET_MS = 60_000; // with a stream: it may have died unheard
const REOPEN_MS = 60_000; // after the server refused one

/** @type {Followed | null} */
let followed = null;
/** @type {EventSource | null} */
let stream = null;
let reopenAt = 0;
let looks = 0;
let lookTimer = 0;
let isLooking = false;
let isHinted = false;

/** @param {Followed} order */
export function startFollowing(order) {
  stopFollowing();
  followed = order;
  reopenAt = 0;
  return lookAgain();
}

export function stopFollowing() {
  followed = null;
  rest();
}

/** Nobody looks: close the stream, ask no more. */
function rest() {
  clearTimeout(lookTimer);
  closeStream();
}

function closeStream() {
  stream?.close();
  stream = null;
}

/** Something has happened, or the person is back: look at once, and often at first. */
export function lookAgain() {
  looks = 0;
  return look();
}

async function look() {
  clearTimeout(lookTimer);
  const order = followed;
  if (!order || document.visibilityState !== "visible") return;
  isHinted = true;
  // What is said during an answer's way may be newer than the answer.
  while (isHinted && !isLooking) {
    isLooking = true;
    isHinted = false;
    await order.read();
    isLooking = false;
  }
  if (order !== followed) return;
  if (order.isOver()) {
    rest();
    return;
  }
  openStream(order);
  planNext();
}

function planNext() {
  clearTimeout(lookTimer);
  const isQuiet = stream?.readyState === EventSource.OPEN && !followed?.isUrgent();
  lookTimer = setTimeout(look, isQuiet ? NET_MS : Math.min(FIRST_MS * GROWTH ** looks, SLOWEST_MS));
  looks += 1;
}

/** @param {Followed} order */
function openStream(order) {
  const address = order.stream();
  if (stream || !address || performance.now() < reopenAt) return;
  const opened = new EventSource(address);
  stream = opened;
  let isOpen = false;
  opened.addEventListener("open", () => {
    isOpen = true;
    planNext();
  });
  opened.addEventListener("changed", ({ data }) => {
    if (data !== order.version()) lookAgain();
  });
  opened.addEventListener("replaced", () => giveUp(Number.POSITIVE_INFINITY));
  opened.addEventListener("error", () => {
    if (stream !== opened) return;
    if (opened.readyState === EventSource.CLOSED && order.isDone()) rest();
    else if (opened.readyState === EventSource.CLOSED) giveUp(REOPEN_MS);
    else if (isOpen) planNext();
    isOpen = false;
  });
}

/**
 * Ask instead, for so long.
 * @param {number} duration
 */
function giveUp(duration) {
  closeStream();
  reopenAt = performance.now() + duration;
  if (followed) planNext();
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") rest();
  else if (!isLooking) lookAgain(); // unless the page's own return was faster
});

// Of an order that is over nothing else tells: money may go back weeks later.
navigator.serviceWorker?.addEventListener("message", lookAgain);

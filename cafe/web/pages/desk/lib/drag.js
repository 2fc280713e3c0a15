/**
 * Dragging items of lists to another place, by a handle: with mouse, finger or pen, and with the arrow keys.
 *
 * A handle has `data-drag` with the name of who takes the drop; it lies in an element with `data-drag-item`, and that in one
 * with `data-drag-list`. Nothing is moved here: whoever takes the drop draws the new order.
 */

/**
 * @typedef {object} Drop
 * @property {string} item
 * @property {string} list where it was dropped
 * @property {number} index among the list's other items
 */

/** @typedef {{ drop: (drop: Drop) => unknown, step: (item: string, by: -1 | 1) => unknown }} Receiver */

/**
 * By name; modules add theirs.
 * @type {Record<string, Receiver>}
 */
export const drags = {};

const EDGE = 90; // pixels at the window's edges where the page scrolls along
const STEP = 14;
/** @type {Record<string, -1 | 1>} */
const ARROWS = { ArrowUp: -1, ArrowDown: 1 };

/**
 * @typedef {object} Dragging
 * @property {Receiver} receiver
 * @property {HTMLElement} handle
 * @property {HTMLElement} item
 * @property {number} startY within the page
 * @property {number} y within the window
 * @property {HTMLElement} line where it would go
 * @property {Drop | null} drop
 */

/** @type {Dragging | null} */
let dragging = null;

/** @param {PointerEvent} event */
function begin(event) {
  const handle = /** @type {Element} */ (event.target).closest("[data-drag]");
  const item = handle?.closest("[data-drag-item]");
  if (!(handle instanceof HTMLElement && item instanceof HTMLElement) || event.button !== 0 || dragging) return;
  const receiver = drags[handle.dataset.drag ?? ""];
  if (!receiver) return;
  handle.setPointerCapture(event.pointerId);
  const line = document.createElement("div");
  line.className = "drag-line";
  document.body.append(line);
  dragging = { receiver, handle, item, startY: event.clientY + scrollY, y: event.clientY, line, drop: null };
  item.classList.add("is-dragged");
  requestAnimationFrame(follow);
}

/** @param {PointerEvent} event */
function move(event) {
  if (!dragging) return;
  dragging.y = event.clientY;
  event.preventDefault();
}

function follow() {
  if (!dragging) return;
  const { item, y, startY } = dragging;
  if (y < EDGE) scrollBy(0, -STEP);
  if (y > innerHeight - EDGE) scrollBy(0, STEP);
  item.style.transform = `translateY(${y + scrollY - startY}px)`;
  aim(dragging);
  requestAnimationFrame(follow);
}

/**
 * The list that is nearest to a height of the window.
 * @param {number} y
 */
function nearestList(y) {
  /** @type {HTMLElement | null} */
  let nearest = null;
  let least = Number.POSITIVE_INFINITY;
  for (const list of document.querySelectorAll("[data-drag-list]")) {
    const { top, bottom } = list.getBoundingClientRect();
    const distance = Math.max(top - y, y - bottom, 0);
    if (distance < least && list instanceof HTMLElement) [nearest, least] = [list, distance];
  }
  return nearest;
}

/**
 * Find where it would go, and draw the line there.
 * @param {Dragging} now
 */
function aim(now) {
  const list = nearestList(now.y);
  if (!list) return;
  const others = [...list.querySelectorAll("[data-drag-item]")].filter((each) => each !== now.item);
  const boxes = others.map((each) => each.getBoundingClientRect());
  const index = boxes.filter((box) => box.top + box.height / 2 < now.y).length;
  const frame = list.getBoundingClientRect();
  const top = boxes[index]?.top ?? boxes.at(-1)?.bottom ?? frame.top;
  Object.assign(now.line.style, { top: `${top}px`, left: `${frame.left}px`, width: `${frame.width}px` });
  now.drop = { item: now.item.dataset.dragItem ?? "", list: list.dataset.dragList ?? "", index };
}

/** @param {boolean} isDropped */
function end(isDropped) {
  if (!dragging) return;
  const { item, line, receiver, drop, y, startY } = dragging;
  const isMoved = Math.abs(y + scrollY - startY) > 4;
  dragging = null;
  line.remove();
  item.classList.remove("is-dragged");
  item.style.transform = "";
  if (isDropped && isMoved && drop) receiver.drop(drop);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.key === "Escape") end(false);
  const handle = /** @type {Element} */ (event.target).closest?.("[data-drag]");
  const by = ARROWS[event.key];
  const item = handle?.closest("[data-drag-item]");
  if (!by || !(handle instanceof HTMLElement && item instanceof HTMLElement)) return;
  event.preventDefault();
  drags[handle.dataset.drag ?? ""]?.step(item.dataset.dragItem ?? "", by);
}

let isListening = false;

export function listenToDragging() {
  if (isListening) return;
  isListening = true;
  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", () => end(true));
  document.addEventListener("pointercancel", () => end(false));
  document.addEventListener("keydown", press);
}

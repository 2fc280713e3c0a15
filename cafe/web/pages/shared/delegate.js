/** Hands events to what they mean: an element names its action in `data-action`, `data-change`, `data-input`, `data-submit`. */

/** @typedef {(element: HTMLElement) => unknown} Action */

/**
 * By name; modules add theirs.
 * @type {Record<string, Action>}
 */
export const actions = {};

/** @type {Element | null} */
let lastPressed = null;

/** Does what was pressed or sent. @type {(action: Action, element: HTMLElement) => unknown} */
let press = (action, element) => action(element);

/** @param {HTMLElement} element @param {string | undefined} name */
function run(element, name) {
  const action = actions[name ?? ""];
  if (action) press(action, element);
}

/** @param {MouseEvent} event */
function handleClick(event) {
  const target = /** @type {HTMLElement} */ (event.target).closest("[data-action]");
  // The second half of a double tap is for what was under the first, not for what appeared there meanwhile.
  if (event.detail > 1 && target !== lastPressed) return;
  lastPressed = target;
  if (target instanceof HTMLElement) run(target, target.dataset.action);
}

/** @param {Event} event */
function handleChange(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  actions[target.dataset.change ?? ""]?.(target);
}

/** @param {Event} event */
function handleInput(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  actions[target.dataset.input ?? ""]?.(target);
}

/** @param {Event} event */
function handleSubmit(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!target.dataset.submit) return;
  event.preventDefault();
  run(target, target.dataset.submit);
}

/** @param {typeof press} pressing what a page does about presses, where that is more than to act */
export function listenToPage(pressing = press) {
  press = pressing;
  document.addEventListener("click", handleClick);
  document.addEventListener("change", handleChange);
  document.addEventListener("input", handleInput);
  document.addEventListener("submit", handleSubmit);
}

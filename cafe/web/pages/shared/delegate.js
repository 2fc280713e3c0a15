/** Hands events to what they mean: an element names its action in `data-action`, `data-change`, `data-input`, `data-submit`. */

/** @import { Action, Actions } from "./types" */

/**
 * By name; modules add theirs.
 * @type {Actions}
 */
export const actions = {};

/** What a page does about presses, where that is more than to act. */
const page = {
  /** Does what was pressed or sent. @type {(action: Action, element: HTMLElement) => unknown} */
  press: (action, element) => action(element),
  /** @type {(target: HTMLElement | null, event: MouseEvent) => unknown} `target` is what can be pressed there */
  click: (target) => target && run(target, target.dataset.action),
};

/** @type {HTMLElement | null} */
let lastPressed = null;

/** @param {HTMLElement} element @param {string | undefined} name */
export function run(element, name) {
  const action = actions[name ?? ""];
  if (action) page.press(action, element);
}

/** @param {Event} event */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** @param {MouseEvent} event */
function handleClick(event) {
  const target = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-action], a[href]"));
  // The second half of a double tap is for what was under the first, not for what appeared there meanwhile.
  if (event.detail > 1 && target !== lastPressed) {
    event.preventDefault();
    return;
  }
  lastPressed = target;
  page.click(target, event);
}

/** @param {Partial<typeof page>} ways */
export function listenToPage(ways = {}) {
  Object.assign(page, ways);
  addEventListener("click", handleClick);
  addEventListener("change", (event) => actions[targetOf(event).dataset?.change ?? ""]?.(targetOf(event)));
  addEventListener("input", (event) => actions[targetOf(event).dataset?.input ?? ""]?.(targetOf(event)));
  addEventListener("submit", (event) => {
    const form = targetOf(event);
    if (!form.dataset.submit) return;
    event.preventDefault();
    run(form, form.dataset.submit);
  });
}

/** While what a button began runs, the button is busy; pressing it again then, or right after, is the same act. */

import { done } from "../../shared/once.js";

/** @import { Action } from "../../shared/types" */

const SETTLE_MS = 700; // the second click was meant for the button as it was before

/**
 * What was pressed, by what it does, until it is over.
 * @type {Map<string, { element: HTMLElement, isOver: boolean }>}
 */
const pressed = new Map();

/** @param {HTMLElement} element */
const nameOf = ({ dataset }) => JSON.stringify({ ...dataset });

/** What shows that it is busy: of a form the button that sends it. @param {HTMLElement} element */
const buttonOf = (element) =>
  element instanceof HTMLFormElement ? element.querySelector("button:not([type='button'])") : element;

/** Show on the buttons what is under way; the page does so at each drawing. */
export function markPressed() {
  for (const [name, { element, isOver }] of pressed) {
    if (nameOf(element) !== name) continue; // it is another button by now
    buttonOf(element)?.setAttribute(isOver ? "aria-disabled" : "aria-busy", "true");
  }
}

/**
 * Do what was pressed, unless it is being done.
 * @param {Action} action
 * @param {HTMLElement} element
 */
export function press(action, element) {
  const name = nameOf(element);
  const known = pressed.get(name);
  if (known && !(known.isOver && known.element !== element)) return;
  const { count } = done;
  const result = action(element);
  if (!(result instanceof Promise)) return;
  const mine = { element, isOver: false };
  pressed.set(name, mine);
  markPressed();
  const forget = () => {
    if (pressed.get(name) === mine) pressed.delete(name);
    buttonOf(element)?.removeAttribute("aria-disabled");
  };
  result.finally(() => {
    mine.isOver = true;
    buttonOf(element)?.removeAttribute("aria-busy");
    if (done.count === count) forget();
    else {
      markPressed();
      setTimeout(forget, SETTLE_MS);
    }
  });
}

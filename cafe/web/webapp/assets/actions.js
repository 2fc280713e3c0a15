/** Hands taps, typing, forms and links to what they mean: an element names its action in `data-do`, `data-input`, … */

import { goBack, navigateTo } from "./routes.js";
import { openOutside } from "./telegram.js";

/** What elements can ask for, by name; screens add theirs when they arrive. */
export const actions = {};

export function goOutside(url) {
  if (!openOutside(url)) location.assign(url);
}

const sheet = () => document.getElementById("sheet");

let pressed = null;

function press(event) {
  const target = event.target.closest("[data-do], a[href]");
  // The second half of a double tap is for what was under the first, not for what appeared there meanwhile.
  if (event.detail > 1 && target !== pressed) {
    event.preventDefault();
    return;
  }
  pressed = target;
  if (!target) {
    if (event.target === sheet()) goBack(); // the backdrop
    return;
  }
  const { do: action, outside } = target.dataset;
  if (action) {
    if (outside === undefined) event.preventDefault();
    const stepper = target.closest("[data-stepper]");
    actions[action]?.(target);
    if (stepper) queueMicrotask(() => keepFocus(stepper));
  }
  if (outside !== undefined) {
    if (openOutside(target.href)) event.preventDefault();
  } else if (!action) {
    followLink(target, event);
  }
}

/** When the pressed button went away with the last piece, the plus beside it keeps the keyboard's place. */
function keepFocus(stepper) {
  if ([document.body, sheet()].includes(document.activeElement)) stepper.querySelector('[data-key="more"]')?.focus();
}

function followLink(link, event) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  navigateTo(link.search, { replace: "replace" in link.dataset });
}

export function listenToPage() {
  addEventListener("click", press);
  addEventListener("input", ({ target }) => actions[target.dataset?.input]?.(target));
  addEventListener("change", ({ target }) => actions[target.dataset?.change]?.(target));
  addEventListener("submit", (event) => {
    const action = event.target.dataset.submit;
    if (!action) return;
    event.preventDefault();
    actions[action]?.(event.target);
  });
  sheet().addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
}

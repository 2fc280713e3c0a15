/** Rows that are moved sideways: by a finger, by the focus, and for mice by arrows where they are cut. */

import { html } from "../../shared/html.js";
import { icon } from "../components.js";

/** @import { Renderable } from "../../shared/types" */

const STEP = 0.8; // of what is seen

/** @param {-1 | 1} direction */
const arrow = (direction) => html`<button type="button" class="row-arrow" data-key="arrow${direction}"
  data-action="moveRow" data-by="${direction}" tabindex="-1" aria-hidden="true">${icon("back")}</button>`;

/**
 * @param {Renderable} items of a list
 * @param {string} className
 */
export const row = (items, className) => html`<ul class="row ${className}">${items}</ul>${arrow(-1)}${arrow(1)}`;

export const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** @param {Element} list */
function markCut(list) {
  const { scrollLeft, clientWidth, scrollWidth } = list;
  list.classList.toggle("is-cut-before", scrollLeft > 1);
  list.classList.toggle("is-cut-after", scrollLeft + clientWidth < scrollWidth - 1);
}

/** After drawing, and when the window has another width. */
export function markCutRows() {
  for (const list of document.querySelectorAll("#menu .row")) markCut(list);
}

addEventListener("resize", markCutRows, { passive: true });
document.addEventListener(
  "scroll",
  ({ target }) => target instanceof Element && target.matches(".row") && markCut(target),
  { capture: true, passive: true },
);

export const rowActions = {
  moveRow(/** @type {HTMLElement} */ { dataset, parentElement }) {
    const list = parentElement?.querySelector(".row");
    list?.scrollBy({ left: Number(dataset.by) * list.clientWidth * STEP, behavior: scrollBehavior() });
  },
};

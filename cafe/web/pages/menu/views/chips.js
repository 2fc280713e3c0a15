/** The categories, as chips above the menu or a rail beside it: they follow the scroll and lead to their dishes. */

import { byId, html, patch } from "../../shared/html.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { row, scrollBehavior } from "./rows.js";

/** @import { Category } from "../types" */

const CHIPS_MARGIN = 72; // a heading this far under the chips is being read
const JUMP_MS = 900;

const rail = matchMedia("(min-width: 1200px)");

/** @param {Category[]} categories */
export function renderChips(categories) {
  const place = byId("chips");
  place.setAttribute("aria-label", t("menu.categories"));
  place.hidden = categories.length < 2;
  const items = categories.map(
    ({ id, name }) => html`<li data-key="chip${id}">
      <button type="button" data-action="toCategory" data-id="${id}">${name}</button>
    </li>`,
  );
  patch(place, row(items, ""));
}

/** @type {IntersectionObserver[]} */
let observers = [];
/** Light the chip anew where nothing crossed a line: after coming back from another screen. */
export let showReadCategory = () => {};
let isJumping = false; // on the way to a tapped chip's category, past others that should not light up
for (const sign of ["wheel", "touchmove"]) {
  const stopJumping = () => {
    isJumping = false; // the person scrolls: they lead now
  };
  addEventListener(sign, stopJumping, { passive: true });
}

/** @param {Element} section */
const categoryOf = (section) => (section.getAttribute("data-key") ?? "").slice(1);

/** Light the chip of the category that is being read; at the page's end the last one, which may never reach the top. */
export function watchSections() {
  for (const observer of observers) observer.disconnect();
  const all = [...document.querySelectorAll("#sections .category")];
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) {
    observers = [];
    highlightChip(undefined);
    return;
  }
  let isAtEnd = false;
  // A line just under the sticky chips: exactly one section crosses it.
  const line = (rail.matches ? 0 : byId("chips").offsetHeight) + CHIPS_MARGIN;
  const show = () => {
    if (isJumping || byId("menu").hidden) return;
    const read = all.filter((section) => section.getBoundingClientRect().top <= line).at(-1) ?? first;
    highlightChip(categoryOf(isAtEnd && scrollY > 0 ? last : read));
  };
  showReadCategory = show;
  const rootMargin = `-${line}px 0px -${Math.max(0, innerHeight - line - 2)}px 0px`;
  const reading = new IntersectionObserver(show, { rootMargin });
  for (const section of all) reading.observe(section);
  const ending = new IntersectionObserver((entries) => {
    isAtEnd = Boolean(entries.at(-1)?.isIntersecting);
    show();
  });
  ending.observe(byId("menu-end"));
  observers = [reading, ending];
  show();
}

rail.addEventListener("change", watchSections);

/** @param {string | undefined} category */
function highlightChip(category) {
  for (const chip of byId("chips").querySelectorAll("li button")) {
    if (!(chip instanceof HTMLElement)) continue;
    const isCurrent = chip.dataset.id === category;
    if (isCurrent === chip.hasAttribute("aria-current")) continue;
    if (!isCurrent) {
      chip.removeAttribute("aria-current");
      continue;
    }
    chip.setAttribute("aria-current", "true");
    const list = byId("chips").firstElementChild;
    list?.scrollTo({
      left: chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2,
      top: chip.offsetTop - (list.clientHeight - chip.offsetHeight) / 2,
      behavior: scrollBehavior(),
    });
  }
}

/** Once what was changed is drawn. */
const drawn = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))));

const nextFrame = () => new Promise(requestAnimationFrame);

export const chipActions = {
  async toCategory(/** @type {HTMLElement} */ { dataset: { id } }) {
    const find = () => document.querySelector(`#sections [data-key="c${id}"]`);
    if (!find() && state.query) {
      setState({ query: "" });
      await drawn();
    }
    const section = find();
    if (!section) return;
    isJumping = true;
    highlightChip(id);
    section.scrollIntoView({ behavior: scrollBehavior(), block: "start" });
    await new Promise((resolve) => {
      addEventListener("scrollend", resolve, { once: true });
      setTimeout(resolve, JUMP_MS); // where scrollend is not known or nothing had to move
    });
    await nextFrame();
    await nextFrame();
    // Cards that were never seen may be higher than they had been taken for.
    if (isJumping) section.scrollIntoView({ block: "start" });
    isJumping = false;
  },
};

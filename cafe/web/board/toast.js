/** A short message at the screen's edge. */

import { byId, html, patch } from "../webapp/assets/lib/html.js";

const SHOWN_MS = 6000;

let timer = 0;

/**
 * @param {string} text
 * @param {"" | "bad"} tone
 */
export function showToast(text, tone = "") {
  patch(byId("toast"), html`<p class="toast ${tone}">${text}</p>`);
  clearTimeout(timer);
  timer = setTimeout(() => patch(byId("toast"), ""), SHOWN_MS);
}

/** The real mini-app beside the settings, told of every change before it is saved. */

import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";

/** @import { Item } from "../../types" */

const ADDRESS = "/webapp/?preview";
const wide = matchMedia("(min-width: 1240px)"); // as in settings.css

/** @type {{ isAsked: boolean, draft: Item }} */
const state = { isAsked: false, draft: {} };

/** Whether the mini-app stands beside the settings, or was asked for on a narrow screen. */
export const isPreviewShown = () => wide.matches || state.isAsked;

export function togglePreview() {
  state.isAsked = !state.isAsked;
  draw();
}

/** @param {string} title */
export const previewFrame = (title) =>
  html`<iframe id="preview" class="preview-frame" src="${ADDRESS}" title="${title}"></iframe>`;

const frame = () => /** @type {HTMLIFrameElement | null} */ (document.getElementById("preview"))?.contentWindow ?? null;

function send(isStored = false) {
  frame()?.postMessage({ kind: "cafe-preview", draft: state.draft, isStored }, location.origin);
}

/** @param {Item} draft settings as they would be, in place of the stored ones; `theme` is derived from the accent */
export function showDraft(draft) {
  state.draft = draft;
  send();
}

/** What is stored has changed: the mini-app reads it anew. */
export function showStored() {
  state.draft = {};
  send(true);
}

/** @param {MessageEvent} event */
function hear({ origin, source, data }) {
  if (origin === location.origin && source === frame() && data?.kind === "cafe-preview-ready") send();
}

/** Answer the mini-app when it is ready, as long as the settings are open. */
export function startPreview() {
  addEventListener("message", hear);
  wide.addEventListener("change", draw);
}

export function endPreview() {
  removeEventListener("message", hear);
  wide.removeEventListener("change", draw);
  Object.assign(state, { isAsked: false, draft: {} });
}

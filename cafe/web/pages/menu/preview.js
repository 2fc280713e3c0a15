/** Shows what the owner is about to save: the desk frames this page and tells it every change before it is stored. */

import { currentLocale } from "../shared/texts.js";

/** @import { AccentColors } from "../shared/types" */
/** @import { PublicSettings } from "./types" */

/** @typedef {Record<string, unknown> & { theme?: AccentColors }} Draft */

const DRAFT = "cafe-preview";
const READY = "cafe-preview-ready";

/** What the settings have between commas. */
const LISTS = ["order_types", "payments", "checkout_questions", "dine_in_asks"];

/** @type {Draft} */
let draft = {};

/** The page around this one, if it is of our own origin: nobody else's frame is listened to. */
function ownFrame() {
  try {
    return window.parent !== window && window.parent.location.origin === location.origin ? window.parent : null;
  } catch {
    return null;
  }
}

/**
 * Take drafts from the desk, and say that we are ready for them.
 * @param {(isStored: boolean) => void} onDraft `isStored`: what the server tells has changed too
 */
export function listenToDrafts(onDraft) {
  const frame = ownFrame();
  if (!frame) return;
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== location.origin || source !== frame || data?.kind !== DRAFT) return;
    draft = data.draft ?? {};
    onDraft(data.isStored === true);
  });
  frame.postMessage({ kind: READY }, location.origin);
}

/**
 * The settings with the draft over them, in the page's language.
 * @param {PublicSettings} settings
 * @returns {PublicSettings}
 */
export function withDraft(settings) {
  const drafted = [...Object.keys(settings), ...LISTS].flatMap((key) => {
    const english = currentLocale() === "uk" ? "" : draft[`${key}_en`];
    const value = english || draft[key];
    if (value === undefined) return [];
    return [[key, LISTS.includes(key) ? String(value).split(",").filter(Boolean) : value]];
  });
  return { ...settings, ...Object.fromEntries(drafted) };
}

/** What every view has at hand: help on it, and a search over everything. Both are fetched when they are first asked for. */

import { actions } from "../shared/delegate.js";
import { html } from "../shared/html.js";
import { OfflineError } from "../shared/request.js";
import { icon } from "./lib/icons.js";
import { tellFailure } from "./lib/save.js";
import { session } from "./lib/session.js";
import { readLaterTexts, t } from "./lib/texts.js";
import { route } from "./router.js";

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

const isAnyDialogOpen = () => document.querySelector("dialog[open]") !== null;

export const atHandButtons =
  () => html`<button type="button" class="icon-button top-search" data-key="find" data-action="finder.open"
    aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" aria-label="${t("search")}">${icon("search")}<span class="top-search-words">${t("search")}</span><kbd aria-hidden="true">${KEYS}</kbd></button>
  <button type="button" class="icon-button" data-key="help" data-action="help.open" aria-haspopup="dialog" aria-label="${t("help")}" title="${t("help")}">${icon("help")}</button>`;

/**
 * Fetch a dialog with its texts, and open it unless another one is open by then.
 * @param {() => Promise<{ open: () => void }>} fetchDialog
 */
async function openFetched(fetchDialog) {
  const parts = Promise.all([fetchDialog(), readLaterTexts()]).catch((error) => {
    throw new OfflineError("a part of the page", { cause: error });
  });
  try {
    const [{ open }] = await parts;
    if (!isAnyDialogOpen()) open();
  } catch (error) {
    tellFailure(error);
  }
}

actions["help.open"] = () => openFetched(() => import("./help.js"));
actions["finder.open"] = () => openFetched(() => import("./finder.js"));

/** By its place, as on a Cyrillic layout the key has another letter. @param {KeyboardEvent} event */
const isFinderKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }) =>
  code === "KeyK" && (ctrlKey || metaKey) && !altKey && !shiftKey;

export function listenForFinderKey() {
  addEventListener("keydown", (event) => {
    if (!isFinderKey(event) || !session.person || !route.section) return;
    event.preventDefault(); // browsers search the web by it
    if (!event.repeat && !isAnyDialogOpen()) actions["finder.open"]?.(document.body);
  });
}

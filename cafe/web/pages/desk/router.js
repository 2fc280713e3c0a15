/** Which view the address names: `#/menu/latte?tab=options`. Views are loaded when they are first needed. */

import { ask, closeDialog, isDialogOpen } from "../shared/dialog.js";
import { draw } from "../shared/drawing.js";
import { whenAnswered } from "./lib/api.js";
import { may } from "./lib/session.js";
import { t } from "./lib/texts.js";

/** @import { Section, View } from "./types" */

/** @type {Section[]} */
let sections = [];

/**
 * While another address of the same section loads, its view stays and shows the one before.
 * @type {{ section: Section | null, view: View | null, error: unknown, isLoading: boolean }}
 */
export const route = { section: null, view: null, error: null, isLoading: true };

let shown = location.hash;
let isForced = false;
let isAsking = false;
let opened = 0;
/** The number of the entry of the browser's history that is shown; each bears its own. */
let entry = 0;

export const allowedSections = (all = sections) =>
  all.filter(({ areas, isShown }) => may(...areas) && (isShown?.() ?? true));

/** @param {string} hash */
function parse(hash, all = sections) {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [name = "", ...rest] = path.split("/").map(decodeURIComponent);
  const allowed = allowedSections(all);
  const section = allowed.find((each) => each.name === name) ?? allowed.find((each) => !each.isSkipped?.()) ?? null;
  return { section, path: section?.name === name ? rest : [], params: new URLSearchParams(query) };
}

/** Load the view that the address names, and draw it. */
export async function openAddress() {
  const { section, path, params } = parse(location.hash);
  if (!section) return;
  opened += 1;
  const mine = opened; // of two addresses in quick succession, the answers for the first may come last
  const isOther = route.section !== section;
  if (isOther) route.view?.leave?.();
  Object.assign(route, { section, error: null, isLoading: true, ...(isOther && { view: null }) });
  shown = location.hash;
  entry = history.state?.entry ?? entry + 1;
  history.replaceState({ entry }, "");
  draw();
  try {
    const { view } = await section.open();
    await whenAnswered();
    if (mine === opened) await view.load(path, params);
    if (mine === opened) Object.assign(route, { view, isLoading: false });
  } catch (error) {
    if (mine === opened) Object.assign(route, { error, isLoading: false });
  }
  draw();
}

/**
 * Go to another view or another state of this one, without asking whether something may be lost.
 * @param {string} address such as `#/menu/latte`
 * @param {{ replaces?: boolean }} options
 */
export async function go(address, { replaces = false } = {}) {
  isForced = true;
  if (replaces) history.replaceState({ entry }, "", address);
  else history.pushState(null, "", address);
  await follow();
}

/**
 * Go where a link would lead: who would lose something is asked first.
 * @param {string} address
 * @returns {Promise<boolean>} whether they went
 */
export async function visit(address) {
  if (address !== location.hash) {
    history.pushState(null, "", address);
    return follow();
  }
  if (!route.view?.isDirty?.()) await openAddress();
  return true;
}

/** Ask whether what is typed may be lost. The address is the other one already: who stays is led back to theirs. */
async function mayLeave() {
  if (isAsking) return false; // the answer is about wherever they are by then
  isAsking = true;
  const words = { yes: t("leave.yes"), no: t("leave.no"), text: t("leave.text"), tone: /** @type {const} */ ("bad") };
  const answer = await ask(t("leave.question"), words);
  isAsking = false;
  const hasLeft = location.hash !== shown;
  if (hasLeft && !answer) history.go(entry - (history.state?.entry ?? entry + 1));
  return hasLeft && answer;
}

/** @returns {Promise<boolean>} whether the address is another one, and stays */
async function follow() {
  if (location.hash === shown && !isForced) return false;
  const isOurs = isForced; // a dialog may go on to another address by itself, as the filters do
  if (!isForced && route.view?.isDirty?.() && !(await mayLeave())) return false;
  isForced = false;
  if (!isOurs && isDialogOpen()) closeDialog(); // it was about what is left
  const isOther = parse(location.hash).section !== route.section;
  await openAddress();
  if (isOther) document.getElementById("main")?.focus();
  scrollTo(0, 0);
  return true;
}

/** Have the view that the address names fetched while other things are read. @param {Section[]} all */
export function expectView(all) {
  const opening = parse(location.hash, all).section?.open();
  opening?.catch(() => {}); // it is opened once more, and that failure is shown
}

/** @param {Section[]} all in the order of the navigation */
export function startRouter(all) {
  sections = all;
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  addEventListener("beforeunload", (event) => {
    if (route.view?.isDirty?.()) event.preventDefault();
  });
  return openAddress();
}

/** The view that is open follows what happens, but never under the hands of who reads, points or types: then a line says what waits. */

import { actions } from "../shared/delegate.js";
import { isDialogOpen } from "../shared/dialog.js";
import { draw } from "../shared/drawing.js";
import { byId, html } from "../shared/html.js";
import { startNews } from "./lib/news.js";
import { t } from "./lib/texts.js";
import { route } from "./router.js";

const LOOK_MS = 1000; // whether the hands are off again
const TOUCH_MS = 3000;
const QUIET_MS = 20_000; // what nothing hints at, such as a message that was sent, is seen by then
const FIELDS = "input:not([type='checkbox'], [type='radio']), textarea, select";

/** What has changed since the view at this address was read, and is not shown yet. */
const waiting = { address: "", isAny: false, placed: 0, isReading: false };
let shownAt = 0;
let touchedAt = Number.NEGATIVE_INFINITY;

/** Whether something that is pressed, read or typed in now would move. */
function isInHand() {
  const main = byId("main");
  if (isDialogOpen() || route.isLoading || document.querySelector("[aria-busy='true'].button")) return true;
  if (document.activeElement?.matches(FIELDS) && main.contains(document.activeElement)) return true;
  if (performance.now() - touchedAt < TOUCH_MS) return true;
  const isPointing = matchMedia("(hover: hover)").matches && main.querySelector(":is(a, button, label):hover");
  return Boolean(isPointing) || Boolean(route.view?.isReading?.());
}

const isWaiting = () => waiting.isAny && waiting.address === location.hash;

/** Show what waits, once nobody minds. */
async function show({ isPressed = false } = {}) {
  const { view } = route;
  const isDue = isWaiting() || (!document.hidden && performance.now() - shownAt > QUIET_MS);
  if (!isDue || waiting.isReading || !view?.refresh || (!isPressed && isInHand())) return;
  Object.assign(waiting, { isAny: false, placed: 0, isReading: true });
  shownAt = performance.now();
  await view.refresh().catch(() => {}); // the next time will do, and the next press tells what is wrong
  waiting.isReading = false;
  draw();
}

/** The line that tells of it, where it lies over nothing that could be pressed. */
export function newsLine() {
  const { follows } = route.view ?? {};
  if (!isWaiting() || !follows || isDialogOpen()) return "";
  const count = follows.includes("orders") ? waiting.placed : 0;
  return html`<button type="button" class="news-line" data-action="news.show">${count > 0 ? t("news.orders", { count }) : t("news.any")}</button>`;
}

export function startFollowing() {
  document.addEventListener("pointerdown", () => {
    touchedAt = performance.now();
  });
  setInterval(show, LOOK_MS);
  return startNews((parts, placed) => {
    if (route.view?.follows?.some((part) => parts.has(part))) {
      const before = isWaiting() ? waiting.placed : 0;
      Object.assign(waiting, { address: location.hash, isAny: true, placed: before + placed });
      show();
    }
    draw();
  });
}

actions["news.show"] = async () => {
  await show({ isPressed: true });
  scrollTo({ top: 0 });
};

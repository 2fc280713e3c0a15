/** Starts the page and keeps what it shows fresh. */

import { actions } from "../shared/delegate.js";
import { onDraw } from "../shared/drawing.js";
import { pastText } from "../shared/formats.js";
import { byId, html, patch } from "../shared/html.js";
import { localStore, sessionStore } from "../shared/storage.js";
import { closeApp, connect } from "../shared/telegram.js";
import { currentLanguage, currentLocale, nextLanguage, useTexts } from "../shared/texts.js";
import { applyTheme } from "../shared/theme.js";
import { announce, showToast, toastActions } from "../shared/toast.js";
import { api, listenToResponses } from "./api.js";
import { cartLines, onMenuChange, onNetwork, reloadCart, showKeptCart } from "./cart.js";
import { listenToClicks } from "./clicks.js";
import { initialTexts, launch, loadTexts } from "./launch.js";
import { loadNeeds } from "./needs.js";
import { loadAllTimes } from "./offered-times.js";
import { keepTypeOffered, orderabilityActions } from "./orderability.js";
import { goBack, navigate, showAddress, startRouter } from "./router.js";
import { loadAll, onReturn, render } from "./screens.js";
import { setMenu, setState, state } from "./state.js";
import { loadSuggestions } from "./suggestions.js";
import { t } from "./texts.js";
import { menuActions } from "./views/menu.js";
import { sheetActions } from "./views/sheets.js";

/** @import { Locale } from "../shared/types" */
/** @import { PublicSettings } from "./types" */
/** @import { PageMessage } from "../shared/worker/types" */

const MENU_MAX_AGE_MS = 60_000; // how long the menu and settings are trusted without asking again
const CART_RETRY_MS = 5000;
const KEPT_RETRY_MS = 4000;
const SAME_RETURN_MS = 1000;
const IDLE_AT_LATEST_MS = 4000;
const IDLE_GUESS_MS = 1500;

let loadedAt = 0;
/**
 * When the answers came that the service worker had kept, by what they tell; the others came from the cafe.
 * @type {Map<string, number>}
 */
const kept = new Map();
let keptTimer = 0;

/**
 * The settings as the server tells them.
 * @type {PublicSettings | null}
 */
let toldSettings = null;
/** What the desk's preview shows in their place; elsewhere they are shown as they are. */
let drafted = (/** @type {PublicSettings} */ settings) => settings;
let isPreview = false;

function showSettings() {
  if (!toldSettings) return;
  const settings = drafted(toldSettings);
  applyTheme(settings.theme, { isKept: !isPreview });
  state.settings = settings;
  keepTypeOffered();
  setState({ loadFailed: false });
}

async function startPreview() {
  const { listenToDrafts, withDraft } = await import("./preview.js");
  isPreview = true;
  drafted = withDraft;
  listenToDrafts((isStored) => (isStored ? loadMenu() : showSettings()));
}

let watching = 0;

/** What is closed or paused now opens by itself; meanwhile orders may be taken for later. */
function followTheKitchen() {
  clearTimeout(watching);
  if (state.areOrdersTaken && state.paused.length === 0) return;
  loadAllTimes();
  watching = setTimeout(loadMenu, MENU_MAX_AGE_MS);
}

/** Read settings and menu. The page stays as it is when that fails and there is something to show. */
async function loadMenu() {
  const locale = currentLocale();
  try {
    const menu = Promise.all([api.settings(locale), api.categories(locale), api.products(locale)]);
    const suggestions = await loadSuggestions(locale, menu);
    const [settings, categories, products] = await menu;
    if (locale !== currentLocale()) return;
    toldSettings = settings;
    setMenu(categories, products, suggestions);
    showSettings();
    showAge();
    loadedAt = Date.now();
    followTheKitchen();
  } catch {
    if (state.settings) return;
    setState({ loadFailed: true });
    clearTimeout(keptTimer);
    keptTimer = setTimeout(loadMenu, KEPT_RETRY_MS); // nobody has to come back or press: in the desk's frame no event would tell
  }
}

/** Say that the menu is not the cafe's present one, and ask for that again and again. */
function showAge() {
  const keptAt = kept.size > 0 ? Math.min(...kept.values()) : 0;
  clearTimeout(keptTimer);
  if (keptAt) {
    keptTimer = setTimeout(loadMenu, KEPT_RETRY_MS);
    if (!state.keptAt) announce(t("offline.menu", { time: pastText(keptAt, state.timezone) }));
  }
  setState({ keptAt });
}

async function loadCart() {
  try {
    await reloadCart();
  } catch {
    showKeptCart();
    if (!state.isOffline) setTimeout(loadCart, CART_RETRY_MS); // else the cart asks itself
    return;
  }
  syncLocale();
  await recoverOrder();
}

let returnedAt = 0;

/** The person is back: what they see may have changed elsewhere. Several signs of one return count once. */
function handleReturn() {
  if (document.visibilityState !== "visible" || Date.now() - returnedAt < SAME_RETURN_MS) return;
  returnedAt = Date.now();
  for (const refresh of onReturn) refresh();
  if (state.loadFailed || state.keptAt || Date.now() - loadedAt > MENU_MAX_AGE_MS) loadMenu();
  if (state.isOffline) loadCart();
  else if (state.cart) followTheChat();
}

const followTheChat = () => reloadCart().then(tellChange, () => {});

/** @param {boolean} hasChanged whether the cart is not what the person saw when they were about to order it */
function tellChange(hasChanged) {
  if (hasChanged && state.route.page === "checkout") showToast(t("cart.changed"), { tone: "bad" });
}

function listenForReturn() {
  document.addEventListener("visibilitychange", handleReturn);
  addEventListener("focus", handleReturn);
  addEventListener("pageshow", ({ persisted }) => persisted && handleReturn());
  addEventListener("offline", loadMenu); // what is kept says how old it is
  addEventListener("online", () => {
    returnedAt = 0;
    handleReturn();
  });
}

/** @param {Locale} locale */
async function showLocale(locale) {
  if (locale === currentLocale()) return;
  useTexts(locale, await loadTexts(locale));
  localStore.set("locale", locale);
  if (location.search.includes("lang=")) navigate(state.route, { replace: true });
  setState();
  await loadMenu();
}

/** @param {Locale} locale */
async function switchLanguage(locale) {
  const [isStored] = await Promise.all([storeLocale(locale), showLocale(locale)]);
  if (!isStored) showToast(t("cafe.language.failed"), { tone: "bad" });
  announce(currentLanguage().name);
}

let isLocaleTold = false;
/** What the server was told last, or said; of those who told nothing it takes Telegram's language, else Ukrainian. */
const toldLocale = () => localStore.get("toldLocale", launch.spokenLocale);

/** @param {Locale} locale */
async function storeLocale(locale) {
  isLocaleTold = true;
  try {
    await api.setLocale(locale);
    localStore.set("toldLocale", locale);
    if (state.cart?.items.some((line) => line.line_id)) await reloadCart(); // the server words what was chosen
  } catch {
    isLocaleTold = false;
  }
  return isLocaleTold;
}

/**
 * A guest's language goes with the first thing of a visit that the server is to keep: who only looks leaves nothing there.
 * Another one than Ukrainian is told in each such visit, for the server may have forgotten the guest.
 */
function tellLocale() {
  const locale = currentLocale();
  const isKnown = locale === "uk" && toldLocale() === "uk";
  if (!launch.inTelegram && !isLocaleTold && !isKnown) storeLocale(locale);
}

/**
 * As the server says it, when it does.
 * @type {Locale | null}
 */
let storedLocale = null;

/**
 * In Telegram a language that was chosen in the chat since counts here too; it is not told back, for the next choice there
 * may come before that. Elsewhere the server is told at once of the browser's where it keeps a cart already.
 */
function syncLocale() {
  if (launch.inTelegram) {
    if (!storedLocale) return;
    const isNews = storedLocale !== toldLocale();
    localStore.set("toldLocale", storedLocale);
    if (isNews) showLocale(storedLocale);
  } else if (cartLines().length > 0 && toldLocale() !== currentLocale()) {
    tellLocale();
  }
}

/** An order that was sent before a reload, its answer lost, is looked for; of one that was not sent its guest is asked. */
async function recoverOrder() {
  if (!state.cart || !localStore.get("attempt", null)) return;
  const { recoverAttempt, unansweredAttempt } = await import("./own-orders.js");
  const result = await recoverAttempt(state.cart);
  if (result) navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
  else if (unansweredAttempt() && ["menu", "cart"].includes(state.route.page)) navigate({ page: "checkout" });
}

Object.assign(actions, toastActions, menuActions, sheetActions, orderabilityActions, {
  back: goBack,
  closeSheet: goBack,
  closeApp,
  reload() {
    setState({ loadFailed: false });
    loadMenu();
  },
  reloadPage: () => location.reload(),
  skip: () => byId("main").focus(),
  otherLocale: () => switchLanguage(nextLanguage().code),
  locale: (/** @type {HTMLInputElement} */ field) => switchLanguage(field.value),
});

/**
 * A notification was tapped while this page was open.
 * @param {MessageEvent<PageMessage>} event
 */
function handleWorkerMessage({ data }) {
  if (data.kind === "open") showAddress(new URL(data.url, location.href).search);
}

/** The service worker shows the last menu without a network. Telegram's clients can neither install a page nor do without one. */
function registerWorker() {
  const { serviceWorker } = navigator; // browsers have none on addresses without https
  if (!serviceWorker || launch.inTelegram || isPreview) return;
  // The first one has seen nothing of this visit: the menu is read once more for it to keep.
  serviceWorker.addEventListener("message", handleWorkerMessage);
  if (!serviceWorker.controller) serviceWorker.addEventListener("controllerchange", loadMenu, { once: true });
  serviceWorker.register("service-worker.js").catch(() => {}); // the page works without
}

function prepareMore() {
  loadAll();
  registerWorker();
}

async function start() {
  listenToResponses({
    session: (trouble) => setState({ sessionTrouble: trouble }),
    locale: (locale) => {
      storedLocale = locale;
    },
    settings: setState,
    writing: tellLocale,
    kept: (name, at) => (at ? kept.set(name, at) : kept.delete(name)),
  });
  onMenuChange(loadMenu);
  onNetwork(loadCart);
  startRouter(launch.track && state.route.page !== "track" ? { page: "track", token: launch.track } : null);
  listenToClicks();
  listenForReturn();
  if (launch.inTelegram) {
    connect({ theme: launch.telegramTheme, onReturn: handleReturn, onReady: () => setState() });
  }
  useTexts(launch.locale, await initialTexts);
  onDraw(render);
  setState();
  if (sessionStore.get("forgotten", false)) showToast(t("forget.done"), { tone: "good" });
  sessionStore.remove("forgotten");
  if (launch.isPreview) await startPreview();
  if (state.needs.size > 0) await loadNeeds(); // nothing is shown that does not suit
  await Promise.all([loadMenu(), loadCart()]);
  import("./look-around.js").then(({ lookAround }) => lookAround(loadMenu, followTheChat));
  if ("requestIdleCallback" in window) requestIdleCallback(prepareMore, { timeout: IDLE_AT_LATEST_MS });
  else setTimeout(prepareMore, IDLE_GUESS_MS);
}

start().catch(() => {
  // Not even the texts could be loaded: these words must do.
  patch(
    byId("main"),
    html`<div class="empty-state" role="alert">
      <h2>Немає зв'язку · No connection</h2>
      <button type="button" class="button" data-action="reloadPage">Спробувати ще раз · Try again</button>
    </div>`,
  );
});

/** Starts the page and keeps what it shows fresh. */

import { actions, listenToPage } from "./actions.js";
import { api, listenToResponses } from "./api.js";
import { onMenuChange, reloadCart } from "./cart.js";
import { initialTexts, launch, loadTexts } from "./launch.js";
import { byId, html, patch } from "./lib/html.js";
import { currentLocale, otherLocale, setLocale, t } from "./lib/i18n.js";
import { localStore, sessionStore } from "./lib/storage.js";
import { closeApp, connect } from "./lib/telegram.js";
import { applyTheme } from "./lib/theme.js";
import { goBack, navigate, startRouter } from "./router.js";
import { loadAll, onReturn, render } from "./screens.js";
import { onStateChange, setMenu, setState, state } from "./state.js";
import { showToast, toastActions } from "./toast.js";
import { menuActions } from "./views/menu.js";
import { sheetActions } from "./views/sheets.js";

/** @import { Locale } from "../types" */

const MENU_MAX_AGE_MS = 60_000; // how long the menu and settings are trusted without asking again
const CART_RETRY_MS = 5000;
const SAME_RETURN_MS = 1000;
const IDLE_AT_LATEST_MS = 4000;
const IDLE_GUESS_MS = 1500;

let loadedAt = 0;

/** Read settings and menu. The page stays as it is when that fails and there is something to show. */
async function loadMenu() {
  const locale = currentLocale();
  try {
    const [settings, categories, products] = await Promise.all([
      api.settings(locale),
      api.categories(locale),
      api.products(locale),
    ]);
    if (locale !== currentLocale()) return;
    applyTheme(settings.theme);
    setMenu(categories, products);
    setState({ settings, loadFailed: false });
    loadedAt = Date.now();
  } catch {
    if (!state.settings) setState({ loadFailed: true });
  }
}

async function loadCart() {
  try {
    await reloadCart();
  } catch {
    setTimeout(loadCart, CART_RETRY_MS); // the menu can be read meanwhile
  }
}

let returnedAt = 0;

/** The person is back: what they see may have changed elsewhere. Several signs of one return count once. */
function handleReturn() {
  if (document.visibilityState !== "visible" || Date.now() - returnedAt < SAME_RETURN_MS) return;
  returnedAt = Date.now();
  for (const refresh of onReturn) refresh();
  if (state.loadFailed || Date.now() - loadedAt > MENU_MAX_AGE_MS) loadMenu();
  if (state.cart) reloadCart().catch(() => {});
}

function listenForReturn() {
  document.addEventListener("visibilitychange", handleReturn);
  addEventListener("focus", handleReturn);
  addEventListener("pageshow", ({ persisted }) => persisted && handleReturn());
  addEventListener("online", () => {
    returnedAt = 0;
    handleReturn();
  });
}

/** @param {Locale} locale */
async function changeLocale(locale) {
  if (locale === currentLocale()) return;
  setLocale(locale, await (locale === launch.locale ? initialTexts : loadTexts(locale)));
  localStore.set("locale", locale);
  setState();
  await Promise.all([loadMenu(), storeLocale(locale)]);
}

/** @param {Locale} locale */
async function storeLocale(locale) {
  try {
    await api.setLocale(locale);
    if (state.cart?.items.some((line) => line.line_id)) await reloadCart(); // the server words what was chosen
  } catch {
    showToast(t("cafe.language.failed"), { tone: "bad" });
  }
}

/**
 * As the server says it, when it does.
 * @type {Locale | null}
 */
let storedLocale = null;

/** In Telegram the server's word counts, for the chat can change it; elsewhere the browser's, which the server is told. */
function syncLocale() {
  const locale = currentLocale();
  if (!launch.inTelegram) {
    if ((storedLocale ?? "uk") !== locale) storeLocale(locale);
  } else if (storedLocale) {
    changeLocale(storedLocale);
  }
}

/** An order that was sent before a reload, its answer lost, is looked for. */
async function recoverOrder() {
  if (!state.cart || !localStore.get("attempt", null)) return;
  const { recoverAttempt } = await import("./own-orders.js");
  const result = await recoverAttempt(state.cart);
  if (result) navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
}

Object.assign(actions, toastActions, menuActions, sheetActions, {
  back: goBack,
  closeSheet: goBack,
  closeApp,
  reload() {
    setState({ loadFailed: false });
    loadMenu();
  },
  reloadPage: () => location.reload(),
  skip: () => byId("main").focus(),
  otherLocale: () => changeLocale(otherLocale()),
  locale: (/** @type {HTMLInputElement} */ field) => changeLocale(field.value === "en" ? "en" : "uk"),
});

async function start() {
  listenToResponses({
    session: (trouble) => setState({ sessionTrouble: trouble }),
    locale: (locale) => {
      storedLocale = locale;
    },
    settings: setState,
  });
  onMenuChange(loadMenu);
  startRouter(launch.track && state.route.page !== "track" ? { page: "track", token: launch.track } : null);
  listenToPage();
  listenForReturn();
  if (launch.inTelegram) {
    connect({ theme: launch.telegramTheme, onReturn: handleReturn, onReady: () => setState() });
  }
  setLocale(launch.locale, await initialTexts);
  onStateChange(render);
  setState();
  if (sessionStore.get("forgotten", false)) showToast(t("forget.done"), { tone: "good" });
  sessionStore.remove("forgotten");
  await Promise.all([loadMenu(), loadCart()]);
  if (state.cart) {
    syncLocale();
    await recoverOrder();
  }
  if ("requestIdleCallback" in window) requestIdleCallback(loadAll, { timeout: IDLE_AT_LATEST_MS });
  else setTimeout(loadAll, IDLE_GUESS_MS);
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

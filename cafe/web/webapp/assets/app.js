/** Starts the page and keeps what it shows fresh. */

import { actions, listenToPage } from "./actions.js";
import { api, listen } from "./api.js";
import { refresh as refreshCart, whenMenuChanged } from "./cart.js";
import { html, patch } from "./html.js";
import { currentLocale, otherLocale, speak, t } from "./i18n.js";
import { launch } from "./launch.js";
import { goBack, navigate, startRoutes } from "./routes.js";
import { draw, loadAll, onReturn } from "./screens.js";
import { change, setMenu, state, whenChanged } from "./state.js";
import { device } from "./storage.js";
import { closeApp, connect } from "./telegram.js";
import { wear } from "./theme.js";
import { menuActions } from "./views/menu.js";
import { sheetActions } from "./views/sheets.js";
import { toast, toastActions } from "./words.js";

const FRESH_MS = 60_000; // how long the menu and settings are trusted without asking again
const CART_AGAIN_MS = 5000;

let loadedAt = 0;

/** Read settings and menu. The page stays as it is when that fails and there is something to show. */
async function loadMenu() {
  const locale = currentLocale();
  try {
    const [settings, categories, products] = await Promise.all([
      api.settings(),
      api.categories(locale),
      api.products(locale),
    ]);
    if (locale !== currentLocale()) return;
    wear(settings.theme);
    setMenu(categories, products);
    change({ settings, loadFailed: false });
    loadedAt = Date.now();
  } catch {
    if (!state.settings) change({ loadFailed: true });
  }
}

async function loadCart() {
  try {
    await refreshCart();
  } catch {
    setTimeout(loadCart, CART_AGAIN_MS); // the menu can be read meanwhile
  }
}

let returnedAt = 0;

/** The person is back: what they see may have changed elsewhere. Several signs of one return count once. */
function returned() {
  if (document.visibilityState !== "visible" || Date.now() - returnedAt < 1000) return;
  returnedAt = Date.now();
  onReturn.forEach((look) => look());
  if (state.loadFailed || Date.now() - loadedAt > FRESH_MS) loadMenu();
  if (state.cart) refreshCart().catch(() => {});
}

function listenForReturn() {
  document.addEventListener("visibilitychange", returned);
  addEventListener("focus", returned);
  addEventListener("pageshow", ({ persisted }) => persisted && returned());
  addEventListener("online", () => {
    returnedAt = 0;
    returned();
  });
}

async function changeLocale(locale) {
  if (locale === currentLocale()) return;
  await speak(locale);
  device.set("locale", locale);
  change();
  await Promise.all([loadMenu(), storeLocale(locale)]);
}

async function storeLocale(locale) {
  try {
    await api.setLocale(locale);
  } catch {
    toast(t("cafe.language.failed"), { tone: "bad" });
  }
}

let storedLocale = null; // as the server says, when it does

/** In Telegram the server's word counts, for the chat can change it; elsewhere the browser's, which the server is told. */
function agreeOnLocale() {
  const locale = currentLocale();
  if (!launch.inTelegram) {
    if ((storedLocale ?? "uk") !== locale) storeLocale(locale);
  } else if (storedLocale) {
    changeLocale(storedLocale);
  }
}

async function recoverOrder() {
  if (!device.get("attempt")) return;
  const { recover } = await import("./placing.js");
  const result = await recover(state.cart);
  if (result) navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
}

Object.assign(actions, toastActions, menuActions, sheetActions, {
  back: goBack,
  closeSheet: goBack,
  closeApp,
  reload() {
    change({ loadFailed: false });
    loadMenu();
  },
  reloadPage: () => location.reload(),
  skip: () => document.getElementById("main").focus(),
  otherLocale: () => changeLocale(otherLocale()),
  locale: (field) => changeLocale(field.value),
});

async function start() {
  listen({
    session: (kind) => change({ sessionTrouble: kind }),
    locale: (locale) => {
      storedLocale = locale;
    },
    timezone: (timezone) => change({ timezone }),
  });
  whenMenuChanged(loadMenu);
  startRoutes(launch.track && state.route.page !== "track" ? { page: "track", token: launch.track } : null);
  listenToPage();
  listenForReturn();
  connect({ onReturn: returned, onReady: () => change() });
  await speak(launch.locale);
  whenChanged(draw);
  change();
  await Promise.all([loadMenu(), loadCart()]);
  if (state.cart) {
    agreeOnLocale();
    await recoverOrder();
  }
  if ("requestIdleCallback" in window) requestIdleCallback(loadAll, { timeout: 4000 });
  else setTimeout(loadAll, 1500);
}

start().catch(() => {
  // Not even the texts could be loaded: these words must do.
  patch(
    document.getElementById("main"),
    html`<div class="nothing" role="alert">
      <h2>Немає зв'язку · No connection</h2>
      <button type="button" class="button" data-do="reloadPage">Спробувати ще раз · Try again</button>
    </div>`,
  );
});

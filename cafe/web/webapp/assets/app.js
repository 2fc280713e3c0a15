/** The page's heart: starts it, draws the state, and hands taps, typing and links to what they mean. */

import { api, listen, Unanswered } from "./api.js";
import { refresh as refreshCart, totals, whenMenuChanged } from "./cart.js";
import { html, patch } from "./html.js";
import { currentLocale, otherLocale, speak, t } from "./i18n.js";
import { launch } from "./launch.js";
import { retry, waiting } from "./parts.js";
import { goBack, navigate, navigateTo, startRoutes } from "./routes.js";
import { change, setMenu, state, whenChanged } from "./state.js";
import { device } from "./storage.js";
import { backButton, closeApp, connect, isConnected, mainButton, openOutside } from "./telegram.js";
import { wear } from "./theme.js";
import { toast, toastActions } from "./toast.js";
import { drawMenu, menuActions } from "./views/menu.js";
import { bar, cartBar, homeHeader, pageHeader, reopen, tabs } from "./views/shell.js";
import { sheetActions, sheetView } from "./views/sheets.js";

const FRESH_MS = 60_000; // how long the menu and settings are trusted without asking again

const part = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 1000px)");

/** Screens other than the menu arrive when they are first needed, or when the menu has had its time. */
const pages = {};
const sources = {
  cart: async () => {
    const { page, cartActions, cartAside, checkPromo } = await import("./views/cart.js");
    Object.assign(actions, cartActions);
    pages.aside = cartAside;
    startPromo(checkPromo);
    return page;
  },
  checkout: async () => {
    await load("cart");
    const { page, checkoutActions } = await import("./views/checkout.js");
    Object.assign(actions, checkoutActions);
    return page;
  },
  order: async () => {
    const { page, orderActions, lookAgain } = await import("./views/order.js");
    const { ordersActions } = await import("./views/orders.js");
    Object.assign(actions, orderActions, ordersActions);
    onReturn.push(lookAgain);
    return page;
  },
  track: () => load("order"),
  orders: async () => {
    await load("order");
    return (await import("./views/orders.js")).page;
  },
  cafe: async () => (await import("./views/cafe.js")).page,
};
const onReturn = [];
const arriving = {};

async function load(name) {
  arriving[name] ??= sources[name]();
  try {
    pages[name] = await arriving[name];
  } catch (error) {
    delete arriving[name];
    throw error;
  }
  return pages[name];
}

let shown = { place: null, page: null };
let pageFailed = false;

/** Tell the screens when one is left and another entered. */
function follow(route) {
  const place = `${route.page}/${route.order ?? route.token ?? ""}`;
  if (place === shown.place) return;
  shown.page?.leave?.();
  shown = { place, page: null };
  pageFailed = false;
  if (route.page === "menu") return;
  const arrived = () => {
    if (shown.place !== place || shown.page) return;
    shown.page = pages[route.page];
    shown.page.enter?.(route);
    change();
  };
  if (pages[route.page]) arrived();
  else
    load(route.page).then(arrived, () => {
      pageFailed = true;
      change();
    });
}

function draw() {
  const { route, settings, sessionTrouble } = state;
  if (sessionTrouble) {
    drawReopen(sessionTrouble);
    return;
  }
  follow(route);
  const isMenu = route.page === "menu";
  const page = shown.page;
  part("menu").hidden = !isMenu;
  part("page").hidden = isMenu;
  document.body.dataset.page = route.page;
  const next = isMenu ? (settings ? cartBar() : null) : (page?.bar?.() ?? null);
  if (isMenu) drawMenu();
  else patch(part("page"), page ? page.view() : pageFailed ? retry("reloadPage") : waiting(3));
  if (isMenu && settings) patch(part("header"), homeHeader());
  const hasNativeBack = drawBack(!isMenu || Boolean(route.product || route.filter));
  if (!isMenu) patch(part("header"), pageHeader(page?.title() ?? "", !hasNativeBack));
  patch(part("nav"), tabs());
  part("nav").setAttribute("aria-label", t("nav.label"));
  part("skip").textContent = t("skip");
  drawAside(isMenu);
  drawSheet(route);
  drawBar(next);
  document.title = [isMenu ? "" : page?.title(), settings?.cafe_name].filter(Boolean).join(" · ") || t("menu.title");
  page?.after?.();
  if (state.arrival) arrive(state.arrival);
}

/** After a step to another screen: from its top (or where it was left), its title for screen readers. */
function arrive({ scroll }) {
  state.arrival = null;
  scrollTo(0, scroll);
  document.querySelector("#header h1")?.focus({ preventScroll: true });
}

function drawReopen(kind) {
  for (const id of ["menu", "aside", "top"]) part(id).hidden = true;
  part("page").hidden = false;
  part("bar").replaceChildren();
  part("sheet").close();
  mainButton(null);
  backButton(null);
  patch(part("page"), reopen(kind, isConnected()));
}

const drawBack = (isNeeded) => backButton(isNeeded ? goBack : null);

function drawAside(isMenu) {
  const isShown = isMenu && wide.matches && Boolean(state.settings);
  part("aside").hidden = !isShown;
  document.body.classList.toggle("has-aside", isShown);
  if (!isShown) return;
  part("aside").setAttribute("aria-label", t("cart"));
  if (pages.aside) patch(part("aside"), pages.aside());
  else load("cart").then(() => change(), () => {});
}

function drawBar(next) {
  const step = next && (() => (next.href ? navigateTo(next.href) : actions[next.action]()));
  const isNative = mainButton(
    next && { text: [next.text, next.amount].filter(Boolean).join(" · "), isBusy: next.isBusy, action: step },
  );
  patch(part("bar"), next && !isNative ? bar(next) : null);
  document.body.classList.toggle("has-bar", Boolean(next) && !isNative);
}

let opener = null;

function drawSheet(route) {
  const sheet = part("sheet");
  const view = sheetView(route);
  if (!view) {
    if (!sheet.open) return;
    sheet.close();
    opener?.focus?.({ preventScroll: true });
    return;
  }
  patch(sheet, view);
  if (sheet.open) return;
  opener = document.activeElement;
  sheet.showModal();
  sheet.scrollTop = 0;
  part("sheet-title")?.focus({ preventScroll: true });
}

let isLoadedAt = 0;

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
    isLoadedAt = Date.now();
    part("sections").removeAttribute("aria-busy");
  } catch {
    if (!state.settings) change({ loadFailed: true });
  }
}

async function loadCart() {
  try {
    await refreshCart();
  } catch {
    setTimeout(loadCart, 5000); // the menu can be read meanwhile
  }
}

/** The person is back: what they see may have changed elsewhere. */
let returnedAt = 0;
function returned() {
  if (document.visibilityState !== "visible" || Date.now() - returnedAt < 1000) return;
  returnedAt = Date.now();
  onReturn.forEach((look) => look());
  if (state.loadFailed || Date.now() - isLoadedAt > FRESH_MS) loadMenu();
  if (state.cart) refreshCart().catch(() => {});
}

/** A code kept with the form is checked again when the page opens and when the cart changes. */
function startPromo(checkPromo) {
  const { promo_code: code } = device.get("draft", {});
  if (code && !state.promo.code) {
    state.promo = { ...state.promo, code };
    checkPromo();
  }
  let seen = totals().total;
  setInterval(() => {
    const { total } = totals();
    if (total === seen || state.promo.percent === 0) return;
    seen = total;
    checkPromo();
  }, 1000);
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

/** In Telegram the server's word on the language counts (the chat can change it); elsewhere the browser's, which the server is told. */
let storedLocale = null;
function agreeOnLocale() {
  const locale = currentLocale();
  if (launch.inTelegram) {
    if (storedLocale && storedLocale !== locale) changeLocale(storedLocale);
  } else if ((storedLocale ?? "uk") !== locale) {
    storeLocale(locale);
  }
}

function goOutside(url) {
  if (!openOutside(url)) location.assign(url);
}

const actions = {
  ...toastActions,
  ...menuActions,
  ...sheetActions,
  back: goBack,
  closeSheet: goBack,
  closeApp,
  reload: () => {
    change({ loadFailed: false });
    loadMenu();
    if (!state.cart) loadCart();
  },
  reloadPage: () => location.reload(),
  skip: () => part("main").focus(),
  otherLocale: () => changeLocale(otherLocale()),
  locale: (field) => changeLocale(field.value),
};

function press(event) {
  const target = event.target.closest("[data-do], a[href]");
  if (!target) {
    if (event.target === part("sheet")) goBack(); // the backdrop
    return;
  }
  const action = target.dataset.do;
  if (action) {
    if (!("outside" in target.dataset)) event.preventDefault();
    const focusKey = target.dataset.key && target.closest("[data-stepper]");
    actions[action]?.(target, event, { goOutside });
    if (focusKey) queueMicrotask(() => keepFocus(focusKey));
  }
  if (target.href && "outside" in target.dataset) {
    if (openOutside(target.href)) event.preventDefault();
  } else if (target.href && !action) {
    followLink(target, event);
  }
}

/** When the pressed button went away with the last piece, the plus beside it keeps the keyboard's place. */
function keepFocus(place) {
  if (document.activeElement !== document.body && document.activeElement !== part("sheet")) return;
  place.querySelector('[data-key="more"]')?.focus();
}

function followLink(link, event) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  navigateTo(link.search, { replace: "replace" in link.dataset });
}

function listenToPage() {
  addEventListener("click", press);
  addEventListener("input", ({ target }) => actions[target.dataset?.input]?.(target));
  addEventListener("change", ({ target }) => actions[target.dataset?.change]?.(target));
  addEventListener("submit", (event) => {
    const action = event.target.dataset.submit;
    if (!action) return;
    event.preventDefault();
    actions[action]?.(event.target);
  });
  part("sheet").addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
  document.addEventListener("visibilitychange", returned);
  addEventListener("focus", returned);
  addEventListener("pageshow", ({ persisted }) => persisted && returned());
  addEventListener("online", () => {
    returnedAt = 0;
    returned();
  });
  wide.addEventListener("change", () => change());
}

async function recoverOrder() {
  if (!device.get("attempt")) return;
  const { recover } = await import("./placing.js");
  const result = await recover(state.cart);
  if (result) navigate({ page: "order", order: result.order_id, isNew: true }, { replace: true });
}

async function start() {
  listen({
    session: (kind) => state.sessionTrouble ?? change({ sessionTrouble: kind }),
    locale: (locale) => {
      storedLocale = locale;
    },
    timezone: (timezone) => change({ timezone }),
  });
  whenMenuChanged(loadMenu);
  startRoutes(launch.track && state.route.page !== "track" ? { page: "track", token: launch.track } : null);
  listenToPage();
  connect({ onReturn: returned, onReady: () => change() });
  await speak(launch.locale);
  whenChanged(draw);
  change();
  await Promise.all([loadMenu(), loadCart()]);
  if (state.cart) agreeOnLocale();
  await recoverOrder();
  const others = () => Object.keys(sources).forEach((name) => load(name).catch(() => {}));
  if ("requestIdleCallback" in window) requestIdleCallback(others, { timeout: 4000 });
  else setTimeout(others, 1500);
}

start().catch((error) => {
  // Not even the texts could be loaded: the page's own words must do.
  const text = error instanceof TypeError || error instanceof Unanswered ? "Немає зв'язку · No connection" : "Помилка · Error";
  patch(part("main"), html`<div class="nothing" role="alert"><h2>${text}</h2>
    <button type="button" class="button" data-do="reloadPage">Спробувати ще раз · Try again</button></div>`);
});

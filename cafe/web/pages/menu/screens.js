/** The screens and what stands around them: which one is on show, drawn from the state. */

import { actions } from "../shared/delegate.js";
import { byId, html, patch } from "../shared/html.js";
import { isConnected, setBackButton, setMainButton } from "../shared/telegram.js";
import { currentLocale, nextLanguage, useTexts } from "../shared/texts.js";
import { icon, logo, offlineMessage, openingStatus, skeleton, stepButton, wideScreen } from "./components.js";
import { loadLaterTexts } from "./launch.js";
import { loadNeeds } from "./needs.js";
import { goBack, navigateTo, pageUrl, screenKey } from "./router.js";
import { setState, state } from "./state.js";
import { t } from "./texts.js";
import { showReadCategory } from "./views/chips.js";
import { menuBar, renderMenu } from "./views/menu.js";
import { loadChoice, sheetView } from "./views/sheets.js";

/** @import { Renderable } from "../shared/types" */
/** @import { Bar, IconName, Route, Screen } from "./types" */

/** @typedef {Exclude<Route["page"], "menu">} ScreenName */

wideScreen.addEventListener("change", () => setState());

/**
 * What to look at again when the person comes back to the page.
 * @type {(() => void)[]}
 */
export const onReturn = [];

/** @type {(() => Renderable) | null} */
let cartAside = null;

/** @type {Promise<unknown> | null} */
let styles = null;

/** Bring the look of what comes after the menu. */
function loadStyles() {
  styles ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: new URL("later.css", import.meta.url).href, onload: resolve });
    link.onerror = () => {
      styles = null;
      link.remove();
      reject(new Error("no styles"));
    };
    document.head.append(link);
  });
  return styles;
}

/** Bring the look and the texts of what comes after the menu. */
async function loadLater() {
  await loadStyles();
  const locale = currentLocale();
  const texts = await loadLaterTexts(locale);
  if (locale === currentLocale()) useTexts(locale, texts); // else the change has brought them, too
}

/**
 * Screens other than the menu arrive when they are first needed, or when the menu has had its time.
 * @type {Record<ScreenName, () => Promise<Screen>>}
 */
const loaders = {
  cart: async () => {
    const view = await import("./views/cart.js");
    Object.assign(actions, view.cartActions);
    cartAside = view.cartAside;
    return view.cartScreen;
  },
  checkout: async () => {
    await load("cart");
    const view = await import("./views/checkout.js");
    Object.assign(actions, view.checkoutActions);
    loadLater()
      .then(() => import("./views/unsent.js"))
      .then(view.takeUnsent, () => {}); // before it is needed
    return view.checkoutScreen;
  },
  order: async () => {
    await loadLater();
    const view = await import("./views/order.js");
    const { ordersActions } = await import("./views/orders.js");
    Object.assign(actions, view.orderActions, ordersActions);
    onReturn.push(view.refreshOrder);
    return view.orderScreen;
  },
  track: () => load("order"),
  orders: async () => {
    await load("order");
    return (await import("./views/orders.js")).ordersScreen;
  },
  cafe: async () => {
    await loadLater();
    const view = await import("./views/about.js");
    Object.assign(actions, view.aboutActions);
    return view.aboutScreen;
  },
};

/** @type {Partial<Record<ScreenName, Screen>>} */
const screens = {};
/** @type {Partial<Record<ScreenName, Promise<Screen>>>} */
const loading = {};

/**
 * @param {ScreenName} name
 * @returns {Promise<Screen>}
 */
async function load(name) {
  loading[name] ??= loaders[name]();
  try {
    const screen = await loading[name];
    screens[name] = screen;
    return screen;
  } catch (error) {
    delete loading[name];
    throw error;
  }
}

/** Fetch every screen, so that the next step is there at once. */
export function loadAll() {
  for (const name of /** @type {ScreenName[]} */ (Object.keys(loaders))) load(name).catch(() => {});
  loadChoice().catch(() => {});
  loadNeeds().catch(() => {});
}

/** @type {{ key: string, screen: Screen | null, hasFailed: boolean }} */
let shown = { key: "", screen: null, hasFailed: false };

/**
 * Tell the screens when one is left and another entered.
 * @param {Route} route
 */
function followRoute(route) {
  const key = screenKey(route);
  if (key === shown.key) return;
  shown.screen?.leave?.();
  shown = { key, screen: null, hasFailed: false };
  const { page } = route;
  if (page === "menu") return;
  const enter = (/** @type {Screen} */ screen) => {
    if (shown.key !== key || shown.screen) return;
    shown.screen = screen;
    screen.enter?.();
    setState();
  };
  if (screens[page]) {
    enter(screens[page]);
    return;
  }
  load(page).then(enter, () => {
    shown.hasFailed = true;
    setState();
  });
}

export function render() {
  const { route, settings, sessionTrouble } = state;
  if (sessionTrouble) {
    renderReopen(sessionTrouble);
    return;
  }
  followRoute(route);
  const isMenu = route.page === "menu";
  const isWaiting = isMenu && !settings && !state.loadFailed;
  byId("menu-skeleton").hidden = !isWaiting;
  byId("menu").hidden = !isMenu || isWaiting;
  byId("page").hidden = isMenu;
  document.body.dataset.page = route.page;
  if (isMenu) patch(byId("page"), ""); // ids and radio groups of a hidden screen would meet those of the aside
  if (isMenu && !isWaiting) renderMenu();
  else if (!isMenu) renderPage();
  renderFrame(isMenu, route);
  renderAside(isMenu);
  renderSheet(route);
  renderBar(currentBar(isMenu));
  shown.screen?.after?.();
  if (state.arrival) arrive(state.arrival);
}

/**
 * The screen, once it has what it is drawn from.
 * @returns {Screen | null}
 */
const readyScreen = () => (state.settings || !shown.screen?.needsSettings ? shown.screen : null);

function renderPage() {
  const ready = readyScreen();
  if (ready) patch(byId("page"), ready.view());
  else if (shown.hasFailed) patch(byId("page"), offlineMessage("reloadPage"));
  else patch(byId("page"), shown.screen && state.loadFailed ? offlineMessage("reload") : skeleton());
}

/**
 * @param {boolean} isMenu
 * @returns {Bar | null | undefined}
 */
function currentBar(isMenu) {
  if (isMenu) return state.settings && menuBar();
  return readyScreen()?.bar?.();
}

/**
 * @param {boolean} isMenu
 * @param {Route} route
 */
function renderFrame(isMenu, { product, filter }) {
  const title = isMenu ? "" : (shown.screen?.title() ?? "");
  const hasNativeBack = setBackButton(!isMenu || product || filter ? goBack : null);
  if (!isMenu) patch(byId("header"), pageHeader(title, !hasNativeBack));
  else if (state.settings) patch(byId("header"), homeHeader(state.settings.cafe_name));
  patch(byId("nav"), tabs());
  byId("nav").setAttribute("aria-label", t("nav.label"));
  byId("skip-link").textContent = t("skip");
  const cafe = state.settings?.cafe_name;
  document.title = (isMenu && cafe ? t("title", { cafe }) : [title, cafe].filter(Boolean).join(" · ")) || t("nav.menu");
}

/** @type {{ page: "menu" | "orders" | "cafe", iconName: IconName }[]} */
const TABS = [
  { page: "menu", iconName: "menu" },
  { page: "orders", iconName: "receipt" },
  { page: "cafe", iconName: "info" },
];
const TAB_OF = {
  menu: "menu",
  cart: "menu",
  checkout: "menu",
  orders: "orders",
  order: "orders",
  track: "orders",
  cafe: "cafe",
};

const tabs = () => html`<ul>
  ${TABS.map(
    ({ page, iconName }) => html`<li>
      <a href="${pageUrl({ page })}" ${TAB_OF[state.route.page] === page && html`aria-current="page"`}>${icon(iconName)}<span>${t(`nav.${page}`)}</span></a>
    </li>`,
  )}
</ul>`;

/** @param {string} cafeName */
function homeHeader(cafeName) {
  const { code, name, short } = nextLanguage();
  return html`<div class="brand" data-key="brand">
  ${logo()}
  <div class="brand-text"><h1 tabindex="-1">${cafeName}</h1>${openingStatus()}</div>
  <button type="button" class="language-button" data-action="otherLocale" lang="${code}" aria-label="${short} – ${name}">
    ${short}
  </button>
</div>`;
}

/**
 * @param {string} title
 * @param {boolean} hasOwnBack
 */
const pageHeader = (title, hasOwnBack) => html`<div class="title" data-key="title">
  ${
    hasOwnBack &&
    html`<button type="button" class="icon-button" data-action="back" aria-label="${t("back")}">${icon("back")}</button>`
  }
  <h1 tabindex="-1">${title}</h1>
</div>`;

/**
 * After a step to another screen: from its top (or where it was left), its title for screen readers.
 * @param {{ scroll: number }} arrival
 */
function arrive({ scroll }) {
  state.arrival = null;
  scrollTo(0, scroll);
  showReadCategory();
  /** @type {HTMLElement | null} */ (document.querySelector("#header h1"))?.focus({ preventScroll: true });
}

/** @param {"expired" | "invalid"} trouble */
function renderReopen(trouble) {
  for (const id of ["menu-skeleton", "menu", "aside", "top"]) byId(id).hidden = true;
  byId("page").hidden = false;
  patch(byId("bar"), "");
  closeSheet();
  setMainButton(null);
  setBackButton(null);
  patch(
    byId("page"),
    html`<div class="empty-state" role="alert">
  <span class="empty-state-icon">${icon("clock")}</span>
  <h1 tabindex="-1">${t("session.expired")}</h1>
  <p>${t(`session.${trouble}.text`)}</p>
  ${isConnected() && html`<button type="button" class="button" data-action="closeApp">${t("close")}</button>`}
</div>`,
  );
}

/** @param {boolean} isMenu */
function renderAside(isMenu) {
  const isWide = wideScreen.matches && state.settings !== null;
  const pane = isWide && (isMenu ? cartAside : readyScreen()?.aside)?.();
  const isShown = isWide && Boolean(isMenu || pane);
  byId("aside").hidden = !isShown;
  document.body.classList.toggle("has-aside", isShown);
  if (!isShown) {
    patch(byId("aside"), "");
    return;
  }
  byId("aside").setAttribute("aria-label", t("cart"));
  if (pane) patch(byId("aside"), pane);
  else
    load("cart").then(
      () => setState(),
      () => {},
    );
}

/** @param {Bar | null | undefined} bar */
function renderBar(bar) {
  const isNative = setMainButton(
    bar
      ? {
          text: [bar.text, bar.amount, bar.note].filter(Boolean).join(" · "),
          isBusy: bar.isBusy ?? false,
          isOff: bar.isOff ?? false,
          action: () => (bar.href ? navigateTo(bar.href) : actions[bar.action ?? ""]?.(byId("bar"))),
        }
      : null,
  );
  const isShown = Boolean(bar) && !isNative;
  patch(byId("bar"), isShown && bar && stepButton(bar, "bar-button"));
  byId("bar").setAttribute("aria-label", bar?.text ?? "");
  document.body.classList.toggle("has-bar", isShown);
}

const sheet = () => /** @type {HTMLDialogElement} */ (byId("sheet"));

function closeSheet() {
  sheet().close();
  sheet().before(byId("messages"));
}

/**
 * What had the focus before the sheet opened.
 * @type {Element | null}
 */
let opener = null;
/** What the open sheet is about: from a dish that has run out one goes to another like it. */
let shownProduct = /** @type {Route["product"]} */ (null);

/** @param {Route} route */
function renderSheet(route) {
  const view = sheetView(route);
  if (!view) {
    if (!sheet().open) return;
    closeSheet();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    return;
  }
  patch(byId("sheet-content"), view);
  const isSame = sheet().open && shownProduct === route.product;
  shownProduct = route.product;
  if (isSame) return;
  if (!sheet().open) {
    // What is outside an open dialog can be neither seen, pressed nor heard.
    sheet().append(byId("messages"));
    opener = document.activeElement;
    sheet().showModal();
  }
  sheet().scrollTop = 0;
  document.getElementById("sheet-title")?.focus({ preventScroll: true });
}

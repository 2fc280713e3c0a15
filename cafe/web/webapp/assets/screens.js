/** The screens and what stands around them: which one is on show, drawn from the state. */

import { actions } from "./actions.js";
import { patch } from "./html.js";
import { t } from "./i18n.js";
import { bar, cartBar, homeHeader, pageHeader, reopen, retry, tabs, waiting } from "./parts.js";
import { goBack, navigateTo } from "./routes.js";
import { change, state } from "./state.js";
import { backButton, isConnected, mainButton } from "./telegram.js";
import { drawMenu } from "./views/menu.js";
import { sheetView } from "./views/sheets.js";

const part = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 1000px)");
wide.addEventListener("change", () => change());

/** Looks to take when the person comes back to the page. */
export const onReturn = [];

/** Screens other than the menu arrive when they are first needed, or when the menu has had its time. */
const sources = {
  cart: async () => {
    const { page, cartActions, cartAside } = await import("./views/cart.js");
    Object.assign(actions, cartActions);
    pages.aside = cartAside;
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
const pages = {};
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

/** Fetch every screen, so that the next step is there at once. */
export const loadAll = () => Object.keys(sources).forEach((name) => load(name).catch(() => {}));

let shown = { place: null, page: null, hasFailed: false };

/** Tell the screens when one is left and another entered. */
function follow(route) {
  const place = `${route.page}/${route.order ?? route.token ?? ""}`;
  if (place === shown.place) return;
  shown.page?.leave?.();
  shown = { place, page: null, hasFailed: false };
  if (route.page === "menu") return;
  const enter = () => {
    if (shown.place !== place || shown.page) return;
    shown.page = pages[route.page];
    shown.page.enter?.();
    change();
  };
  if (pages[route.page]) {
    enter();
    return;
  }
  load(route.page).then(enter, () => {
    shown.hasFailed = true;
    change();
  });
}

export function draw() {
  const { route, settings, sessionTrouble } = state;
  if (sessionTrouble) {
    drawReopen(sessionTrouble);
    return;
  }
  follow(route);
  const isMenu = route.page === "menu";
  const isWaiting = isMenu && !settings && !state.loadFailed;
  part("skeleton").hidden = !isWaiting;
  part("menu").hidden = !isMenu || isWaiting;
  part("page").hidden = isMenu;
  document.body.dataset.page = route.page;
  if (isMenu && !isWaiting) drawMenu();
  else if (!isMenu) drawPage();
  drawFrame(isMenu, route);
  drawAside(isMenu);
  drawSheet(route);
  drawBar(isMenu ? settings && cartBar() : isReady() && shown.page.bar?.());
  shown.page?.after?.();
  if (state.arrival) arrive(state.arrival);
}

/** Whether the screen has what it is drawn from. */
const isReady = () => Boolean(shown.page && (state.settings || !shown.page.needsMenu));

function drawPage() {
  const { page, hasFailed } = shown;
  if (isReady()) patch(part("page"), page.view());
  else if (hasFailed) patch(part("page"), retry("reloadPage"));
  else patch(part("page"), page && state.loadFailed ? retry("reload") : waiting(3));
}

function drawFrame(isMenu, { product, filter }) {
  const title = isMenu ? "" : (shown.page?.title() ?? "");
  const hasNativeBack = backButton(!isMenu || product || filter ? goBack : null);
  if (!isMenu) patch(part("header"), pageHeader(title, !hasNativeBack));
  else if (state.settings) patch(part("header"), homeHeader());
  patch(part("nav"), tabs());
  part("nav").setAttribute("aria-label", t("nav.label"));
  part("skip").textContent = t("skip");
  document.title = [title, state.settings?.cafe_name].filter(Boolean).join(" · ") || t("menu.title");
}

/** After a step to another screen: from its top (or where it was left), its title for screen readers. */
function arrive({ scroll }) {
  state.arrival = null;
  scrollTo(0, scroll);
  document.querySelector("#header h1")?.focus({ preventScroll: true });
}

function drawReopen(kind) {
  for (const id of ["skeleton", "menu", "aside", "top"]) part(id).hidden = true;
  part("page").hidden = false;
  patch(part("bar"), "");
  part("sheet").close();
  mainButton(null);
  backButton(null);
  patch(part("page"), reopen(kind, isConnected()));
}

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
  const step = () => (next.href ? navigateTo(next.href) : actions[next.action]());
  const isNative = mainButton(
    next && { text: [next.text, next.amount].filter(Boolean).join(" · "), isBusy: next.isBusy, action: step },
  );
  const isShown = Boolean(next) && !isNative;
  patch(part("bar"), isShown && bar(next));
  part("bar").setAttribute("aria-label", next?.text ?? "");
  document.body.classList.toggle("has-bar", isShown);
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

/** The cart: its lines, the promo code, what is missing for delivery, and every amount before ordering. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { haptic } from "../../shared/telegram.js";
import { announce } from "../../shared/toast.js";
import { api } from "../api.js";
import { cartLines, cartTotals, clearCart, hasUntold, lineKey, removeLine, setQuantity, whenSynced } from "../cart.js";
import {
  emptyState,
  fieldError,
  icon,
  isChosen,
  notice,
  picture,
  priceSummary,
  radioGroup,
  skeleton,
  stepButton,
  stepper,
} from "../components.js";
import { draft, saveDraft } from "../draft.js";
import { isAvoided, needs } from "../needs.js";
import { loadTimes } from "../offered-times.js";
import { currentAmounts, currentTerms, missingText, obstacle, orderTypes, standing } from "../orderability.js";
import { navigate, pageUrl } from "../router.js";
import { NO_PROMO, setState, state } from "../state.js";
import { t } from "../texts.js";

/** @import { OrderType } from "../../shared/types" */
/** @import { Bar, CartLine, OrderAmounts, Screen } from "../types" */

/**
 * The product's name and the words for the choice, where the server named the line in the page's language.
 * @param {string} name
 * @param {string} product
 */
const splitName = (name, product) =>
  product && name.startsWith(`${product} (`) ? [product, name.slice(product.length + 2, -1)] : [name, ""];

/** @param {CartLine} line */
function cartLine(line) {
  const { product_id: product, line_id: lineId = 0, name, note, unavailable, quantity } = line;
  const known = state.productsById.get(product);
  const url = pageUrl({ page: state.route.page, product, line: known && isChosen(known) ? lineId : null });
  const id = lineKey(line);
  const warning = needs?.warningOf(
    known,
    line.allergens ?? known?.allergens ?? [],
    line.diets ?? known?.diets ?? [],
  ).text;
  const [title, choice] = splitName(name, known?.name ?? "");
  return html`<li class="cart-line" data-key="l${id}">
  ${picture(line, { sizes: "72px" })}
  <div class="cart-line-text">
    <p class="cart-line-name"><a href="${url}">${title}</a></p>
    ${!lineId && html`<p class="muted">${line.weight}</p>`}
  </div>
  <b class="cart-line-total">${money(line.line_total)}</b>
  ${choice && html`<p class="muted">${choice}</p>`}
  ${note && html`<p class="muted">${t("note.said", { note })}</p>`}
  ${warning && html`<p class="cart-line-warning">${warning}</p>`}
  ${
    unavailable &&
    html`<div class="cart-line-gone" data-key="gone">
    ${fieldError(`line-${lineId}`, t("choice.gone", { names: unavailable.join(", ") }))}
    <a class="link-button" href="${url}" aria-label="${t("choice.change")}: ${name}">${t("choice.change")}</a>
  </div>`
  }
  <div data-stepper>${stepper({ id, name }, quantity, { of: "Line", last: "trash" })}</div>
</li>`;
}

/** The ways to get it; those that the staff have paused are off. */
export const typeChoice = () =>
  radioGroup({
    name: "type",
    label: t("type"),
    chosen: draft.type,
    action: "orderType",
    options: orderTypes().map((value) => ({
      value,
      text: t(`type.${value}`),
      iconName: value,
      isOff: state.paused.includes(value),
    })),
  });

/**
 * A few dishes that are enough for a delivery, the cheapest first.
 * @param {number} missing
 */
function enough(missing) {
  const dishes = state.products.filter((product) => product.price >= missing && !isAvoided(product));
  return dishes.sort((one, other) => one.price - other.price).slice(0, 3);
}

/**
 * How far it is to the least order for delivery, or to a free one.
 * @param {OrderAmounts} amounts
 */
export function deliveryGoal({ items, missingForMinimum, missingForFreeDelivery, fee }) {
  if (draft.type !== "delivery") return null;
  const { minimum, freeFrom: threshold } = currentTerms();
  if (missingForMinimum > 0) {
    return html`${goal(items, minimum, missingText(), "warn")}
    <ul class="enough" data-stepper>${enough(missingForMinimum).map(
      (product) => html`<li data-key="e${product.id}">${picture(product, { sizes: "48px" })}
        <span>${product.name} <b>${money(product.price)}</b></span>${stepper(product, 0, { opensSheet: isChosen(product) })}</li>`,
    )}</ul>`;
  }
  if (missingForFreeDelivery > 0) {
    return goal(items, threshold, t("free.missing", { amount: money(missingForFreeDelivery) }));
  }
  return threshold > 0 && fee === 0 ? goal(1, 1, t("free.reached"), "good") : null;
}

/**
 * @param {number} value
 * @param {number} max
 * @param {string} text
 * @param {"" | "warn" | "good"} tone
 */
const goal = (value, max, text, tone = "") => html`<div class="delivery-goal ${tone}">
    <p>${text}</p>
    <progress value="${value}" max="${max}" aria-label="${text}"></progress>
  </div>`;

function promo() {
  const { code, percent, message, isChecking } = state.promo;
  if (percent > 0) {
    return html`<div class="promo is-applied" data-key="promo-on">
      ${icon("tag")}<p>${t("promo.applied", { code, percent })}</p>
      <button type="button" class="icon-button" data-action="removePromo" aria-label="${t("promo.remove")}">${icon("close")}</button>
    </div>`;
  }
  return html`<form class="promo" data-key="promo-off" data-submit="applyPromo" novalidate>
    <label for="promo">${t("promo.have")}</label>
    <div class="promo-row">
      <input id="promo" name="promo" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="done"
        value="${code}" placeholder="${t("promo")}" maxlength="64"
        aria-invalid="${message ? "true" : "false"}" aria-describedby="error-promo" data-input="typePromo" />
      <button type="submit" class="button soft" aria-busy="${isChecking ? "true" : "false"}">${t("promo.apply")}</button>
    </div>
    ${fieldError("promo", message)}
  </form>`;
}

export const cartNotices = () => [
  hasUntold() && notice(t("cart.untold"), { tone: "bad", iconName: "cloud" }),
  ...state.notices.map((text) => notice(text, { tone: "bad" })),
];

/** @param {{ isAside?: boolean }} options */
export function cartContent({ isAside = false } = {}) {
  if (!state.cart) return skeleton();
  const lines = cartLines();
  if (lines.length === 0) {
    return html`${cartNotices()}${emptyState({
      iconName: "bag",
      title: t("cart.empty"),
      text: t("cart.empty.hint"),
      link: !isAside && html`<a class="button" href="${pageUrl({ page: "menu" })}">${t("cart.toMenu")}</a>`,
    })}`;
  }
  const amounts = currentAmounts();
  return html`${!isAside && standing()}${cartNotices()}
    <ul class="cart-lines">${lines.map(cartLine)}</ul>
    <button type="button" class="link-button clear-cart" data-action="clearCart">${t("cart.clear")}</button>
    <div class="panel">${typeChoice()}${deliveryGoal(amounts)}</div>
    <div class="panel">${promo()}</div>
    <div class="panel">${priceSummary(amounts, { type: draft.type, promoCode: state.promo.code })}</div>`;
}

/** @returns {Bar | null} */
function cartBar() {
  if (!state.cart || cartTotals().count === 0) return null;
  const reason = obstacle();
  return {
    text: reason || t("cart.checkout"),
    amount: money(currentAmounts().total),
    href: pageUrl({ page: "checkout" }),
    isOff: Boolean(reason),
  };
}

/** @param {Bar | null} step */
export const asideFooter = (step) =>
  step && html`<div class="aside-footer" data-key="go">${stepButton(step, "full-width")}</div>`;

/** The cart beside the menu on a wide screen. */
export const cartAside = () =>
  html`<h2 tabindex="-1">${t("cart")}</h2>${cartContent({ isAside: true })}${asideFooter(cartBar())}`;

/** @type {Screen} */
export const cartScreen = {
  title: () => t("cart"),
  needsSettings: true,
  view: () => cartContent(),
  bar: cartBar,
  enter: checkPromo,
  leave: () => setState({ notices: [] }),
};

/** Ask the server about the code for the cart as it is now. */
export async function checkPromo() {
  const { code } = state.promo;
  if (!code.trim()) {
    if (state.promo.message) removePromo(); // what was said of another one is over
    return;
  }
  setState({ promo: { ...state.promo, isChecking: true } });
  await whenSynced();
  try {
    const answer = await api.checkPromo(code);
    if (state.promo.code !== code) return;
    saveDraft({ promo_code: answer.code });
    setState({ promo: { ...NO_PROMO, code: answer.code, percent: answer.discount_percent } });
  } catch (error) {
    if (state.promo.code !== code) return;
    const isRefused = error instanceof RefusedError && error.body.valid === false;
    const message = (error instanceof RefusedError && error.message) || t("promo.failed");
    const percent = isRefused ? 0 : state.promo.percent; // without an answer it is as good as it was
    setState({ promo: { code, percent, message, isChecking: false } });
  }
}

export function removePromo() {
  saveDraft({ promo_code: "" });
  setState({ promo: NO_PROMO });
}

// A code kept with the half-filled form comes back with it.
if (draft.promo_code && !state.promo.code) {
  state.promo = { ...state.promo, code: draft.promo_code };
  checkPromo();
}

/** The field gives way to what it did, or comes back: say so, and put the focus there. @param {string} text @param {string} selector */
function tellPromo(text, selector) {
  announce(text);
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus());
}

/**
 * In the cart the last piece leaves with an undo; elsewhere it just goes.
 * @param {1 | -1} change
 */
function changeLine(change) {
  return (/** @type {HTMLElement} */ { dataset }) => {
    const line = cartLines().find((other) => lineKey(other) === dataset.id);
    if (!line) return;
    const quantity = line.quantity + change;
    if (quantity > 0) setQuantity(line, quantity);
    else removeLine(line);
  };
}

/**
 * Show the lines that cannot be ordered as they are, the first of them under the fingers.
 * @param {string} message
 */
export function showUnavailable(message) {
  setState({ notices: [message].filter(Boolean) });
  navigate({ page: "cart" }, { replace: true });
  const focusLine = () =>
    /** @type {HTMLElement | null} */ (document.querySelector("#page .cart-line .link-button"))?.focus();
  queueMicrotask(focusLine); // once the cart is drawn
}

export const cartActions = {
  clearCart,
  orderType(/** @type {HTMLInputElement} */ field) {
    saveDraft({ type: /** @type {OrderType} */ (field.value) });
    haptic("selection");
    setState();
    loadTimes(draft.type);
  },
  typePromo(/** @type {HTMLInputElement} */ field) {
    state.promo = { ...state.promo, code: field.value };
  },
  async applyPromo() {
    await checkPromo();
    const { code, percent } = state.promo;
    if (percent > 0) tellPromo(t("promo.applied", { code, percent }), "[data-action=removePromo]");
  },
  removePromo() {
    removePromo();
    tellPromo(t("promo.removed"), "#promo");
  },
  moreLine: changeLine(1),
  lessLine: changeLine(-1),
};

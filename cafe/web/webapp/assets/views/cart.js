/** The cart: its lines, the promo code, what is missing for delivery, and every amount before ordering. */

import { api, Refused } from "../api.js";
import { clear, lines, quantityOf, remove, settled, totals, want } from "../cart.js";
import { draft, keepDraft } from "../form.js";
import { html } from "../html.js";
import { money, t } from "../i18n.js";
import { bill, choices, icon, nothing, notice, picture, stepper, waiting } from "../parts.js";
import { amounts } from "../rules.js";
import { change, state } from "../state.js";
import { haptic } from "../telegram.js";

export const currentAmounts = () => amounts(totals().total, draft.type, state.settings, state.promo.percent);

const line = (item) => html`<li class="line" data-key="l${item.product_id}">
  ${picture(item)}
  <div class="line-text">
    <p class="line-name"><a href="?page=${state.route.page}&product=${item.product_id}">${item.name}</a></p>
    <p class="quiet">${item.weight}</p>
  </div>
  <b class="line-total">${money(item.line_total)}</b>
  <div data-stepper="${item.product_id}">${stepper(item, { last: "trash" })}</div>
</li>`;

export const typeChoice = () =>
  choices({
    name: "type",
    label: t("type"),
    chosen: draft.type,
    change: "orderType",
    options: ["delivery", "pickup", "dine_in"].map((value) => ({ value, text: t(`type.${value}`), picture: value })),
  });

function goal({ items, missingForMinimum, missingForFreeDelivery, fee }) {
  if (draft.type !== "delivery") return null;
  const { min_delivery_order_amount: minimum, free_delivery_threshold: threshold } = state.settings;
  const bar = (now, of, text, tone = "") => html`<div class="goal ${tone}">
    <p>${text}</p>
    <progress value="${now}" max="${of}" aria-label="${text}"></progress>
  </div>`;
  if (missingForMinimum > 0) return bar(items, minimum, t("minimum.missing", { amount: money(missingForMinimum) }), "warn");
  if (missingForFreeDelivery > 0) return bar(items, threshold, t("free.missing", { amount: money(missingForFreeDelivery) }));
  return threshold > 0 && fee === 0 ? bar(1, 1, t("free.reached"), "good") : null;
}

function promo() {
  const { code, percent, message, isChecking } = state.promo;
  if (percent > 0) {
    return html`<div class="promo is-applied" data-key="promo-on">
      ${icon("tag")}<p>${t("promo.applied", { code, percent })}</p>
      <button type="button" class="icon-button" data-do="removePromo" aria-label="${t("promo.remove")}">${icon("close")}</button>
    </div>`;
  }
  return html`<form class="promo" data-key="promo-off" data-submit="applyPromo" novalidate>
    <label for="promo">${t("promo.have")}</label>
    <div class="promo-row">
      <input id="promo" name="promo" autocomplete="off" autocapitalize="characters" spellcheck="false" enterkeyhint="done"
        value="${code}" placeholder="${t("promo")}" maxlength="64"
        aria-invalid="${message ? "true" : "false"}" aria-describedby="promo-error" data-input="typePromo" />
      <button type="submit" class="button soft" aria-busy="${isChecking ? "true" : "false"}">${t("promo.apply")}</button>
    </div>
    <p class="field-error" id="promo-error" role="alert">${message}</p>
  </form>`;
}

export const cartNotices = () => state.notices.map((text) => notice(text, { tone: "bad" }));

function content({ isAside = false } = {}) {
  if (!state.cart) return waiting(3);
  const shown = lines();
  if (shown.length === 0) {
    return html`${cartNotices()}${nothing({
      sign: "bag",
      title: t("cart.empty"),
      text: t("cart.empty.hint"),
      link: !isAside && html`<a class="button" href="?">${t("cart.toMenu")}</a>`,
    })}`;
  }
  const sums = currentAmounts();
  return html`${cartNotices()}
    <ul class="lines">${shown.map(line)}</ul>
    <button type="button" class="textual clear-cart" data-do="clearCart">${t("cart.clear")}</button>
    <div class="block">${typeChoice()}${goal(sums)}</div>
    <div class="block">${promo()}</div>
    <div class="block">${bill(sums, { type: draft.type, promoCode: state.promo.code })}</div>`;
}

const goOn = () => ({
  text: t("cart.checkout"),
  amount: money(currentAmounts().total),
  href: "?page=checkout",
});

/** The cart beside the menu on a wide screen. */
export const cartAside = () => html`<h2>${t("cart")}</h2>
  ${content({ isAside: true })}
  ${totals().count > 0 &&
  html`<div class="aside-foot" data-key="go">
    <a class="button wide" href="?page=checkout">${t("cart.checkout")} <b>${money(currentAmounts().total)}</b></a>
  </div>`}`;

export const page = {
  title: () => t("cart"),
  needsMenu: true,
  view: () => content(),
  bar: () => (state.cart && totals().count > 0 ? goOn() : null),
  enter: checkPromo,
  leave: () => change({ notices: [] }),
};

/** Ask the server about the code for the cart as it is now. */
export async function checkPromo() {
  const { code } = state.promo;
  if (!code.trim()) return;
  change({ promo: { ...state.promo, isChecking: true } });
  await settled();
  try {
    const answer = await api.checkPromo(code);
    if (state.promo.code !== code) return;
    keepDraft({ promo_code: answer.code });
    change({ promo: { code: answer.code, percent: answer.discount_percent, message: "", isChecking: false } });
  } catch (error) {
    if (state.promo.code !== code) return;
    const message = error instanceof Refused ? error.message : t("promo.failed");
    change({ promo: { code, percent: 0, message, isChecking: false } });
  }
}

// A code kept with the half-filled form comes back with it.
if (draft.promo_code && !state.promo.code) {
  state.promo = { ...state.promo, code: draft.promo_code };
  checkPromo();
}

export const cartActions = {
  clearCart: clear,
  orderType(field) {
    keepDraft({ type: field.value });
    haptic("selection");
    change();
  },
  typePromo(field) {
    state.promo = { ...state.promo, code: field.value };
  },
  applyPromo: checkPromo,
  removePromo() {
    keepDraft({ promo_code: "" });
    change({ promo: { code: "", percent: 0, message: "", isChecking: false } });
  },
  /** In the cart the last piece leaves with an undo; elsewhere it just goes. */
  less(button) {
    const id = Number(button.dataset.id);
    const quantity = quantityOf(id);
    if (quantity === 1 && button.closest(".line")) remove(id);
    else want(id, quantity - 1);
  },
};

/** Small pieces of markup that several screens share. */

import { quantityOf } from "./cart.js";
import { address, flag, html } from "./html.js";
import { money, t } from "./i18n.js";
import { icon } from "./icons.js";

/** A product's picture over a quiet sign that stays where there is none. */
export const picture = (product, { isEager = false } = {}) => html`<span class="picture">
  ${icon("menu")}
  ${address(product.image_url) &&
  html`<img src="${address(product.image_url)}" alt="" width="400" height="400" decoding="async"
    loading="${isEager ? "eager" : "lazy"}" />`}
</span>`;

/** Plus, and once there is something to take away, the number and minus. */
export function stepper(product, { last = "minus" } = {}) {
  const { name } = product;
  const id = product.product_id ?? product.id;
  const count = quantityOf(id);
  const label = count > 0 ? t("product.quantity", { name, count }) : name;
  return html`<div class="stepper ${count > 0 ? "is-on" : ""}" role="group" aria-label="${label}">
    ${count > 0 &&
    html`<button type="button" data-key="less" data-do="less" data-id="${id}" aria-label="${t("product.less", { name })}">
        ${icon(count > 1 ? "minus" : last)}
      </button>
      <span data-key="count" class="count">${count}</span>`}
    <button type="button" data-key="more" data-do="more" data-id="${id}"
      aria-label="${t(count > 0 ? "product.more" : "product.addTo", { name })}">${icon("plus")}</button>
  </div>`;
}

/** A row of exclusive choices; works as radio buttons for keyboards and screen readers. */
export const choices = ({ name, label, options, chosen, change }) => html`<fieldset class="choices">
  <legend class="for-ears">${label}</legend>
  ${options.map(
    ({ value, text, picture: sign }) => html`<label class="choice">
      <input type="radio" name="${name}" value="${value}" data-change="${change}" ${flag("checked", value === chosen)} />
      <span>${sign && icon(sign)}${text}</span>
    </label>`,
  )}
</fieldset>`;

/** The amounts of an order as a small bill. */
export function bill(amounts, { type, promoCode } = {}) {
  const row = (label, value, tone = "") => html`<div class="${tone}"><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<dl class="bill">
    ${row(t("sum.items"), money(amounts.items))}
    ${amounts.discount > 0 && row(t("sum.discount"), `−${money(amounts.discount)}`, "good")}
    ${amounts.promo > 0 && row(t("sum.promo", { code: promoCode }), `−${money(amounts.promo)}`, "good")}
    ${type === "delivery" && row(t("sum.delivery"), amounts.fee > 0 ? money(amounts.fee) : t("sum.free"))}
    ${row(t("sum.total"), money(amounts.total), "total")}
  </dl>`;
}

/** A screen that has nothing to list: says so and where to go. */
export const nothing = ({ sign, title, text, link }) => html`<div class="nothing">
  <span class="nothing-sign">${icon(sign)}</span>
  <h2>${title}</h2>
  <p>${text}</p>
  ${link}
</div>`;

export const notice = (text, { tone = "", sign = "info", more } = {}) => html`<div class="notice ${tone}">
  ${icon(sign)}
  <div>${text && html`<p>${text}</p>`}${more}</div>
</div>`;

/** Grey shapes in the place of what is on its way. */
export const waiting = (count = 3) => html`<div class="waiting" aria-busy="true">
  ${Array.from({ length: count }, () => html`<span class="bone"></span>`)}
</div>`;

export const retry = (action) => html`<div class="nothing" role="alert">
  <span class="nothing-sign">${icon("cloud")}</span>
  <h2>${t("offline.title")}</h2>
  <p>${t("offline.text")}</p>
  <button type="button" class="button" data-do="${action}">${t("retry")}</button>
</div>`;

/** Pieces of markup that several screens share, and the frame around them. */

import { quantityOf, totals } from "./cart.js";
import { address, flag, html } from "./html.js";
import { money, otherLocale, t } from "./i18n.js";
import { state } from "./state.js";

const PATHS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L21 21",
  filter: "M4 7h16M7 12h10M10 17h4",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  bag: "M6 8h12l1 12H5L6 8zM9 8V7a3 3 0 0 1 6 0v1",
  menu: "M5 9h11v5a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5V9zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8 3v2.5M12 3v2.5",
  receipt: "M6 3h12v18l-3-2-3 2-3-2-3 2V3zM9 8h6M9 12h6",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.6v.1",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  pin: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  phone: "M6.5 3h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4.5 5.2 2 2 0 0 1 6.5 3z",
  camera: "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.2 6.8v.1",
  delivery: "M3 6h11v10H3V6zM14 9h4l3 4v3h-7V9zM7 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 15.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  pickup: "M4 10l1.5-6h13L20 10M4 10v10h16V10M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 20v-5h4v5",
  dine_in: "M3 9h18M12 9v11M8 20h8M5 9l1-4h12l1 4",
  cash: "M3 6h18v12H3V6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6.5 12h.1M17.5 12h.1",
  card: "M3 6h18v12H3V6zM3 10h18M6.5 14.5h4",
  share: "M12 15V4M8 7.5L12 3.5l4 4M5 13v6.5h14V13",
  repeat: "M4 11a8 8 0 0 1 14-4.5L20 9M20 4v5h-5M20 13a8 8 0 0 1-14 4.5L4 15M4 20v-5h5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  cloud: "M4 4l16 16M8.5 8.5A5.5 5.5 0 0 0 7 19h11M11 6.2A6 6 0 0 1 18 11a4 4 0 0 1 3 6.3",
  tag: "M4 4h8l8.5 8.5-8 8L4 12V4zM8 8v.1",
  speaker: "M4 10v4h3l7 4V6l-7 4H4zM17.5 9a4 4 0 0 1 0 6",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9z",
  pan: "M4 11h12v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-4zM16 12h5M7 4v3M10 3v4M13 4v3",
};

/** A line icon on a 24 by 24 field; decoration only, so hidden from screen readers. */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${PATHS[name]}" /></svg>`;

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

export const choices = ({ name, label, options, chosen, change }) => html`<fieldset class="choices">
  <legend class="for-ears">${label}</legend>
  ${options.map(
    ({ value, text, picture: sign }) => html`<label class="choice">
      <input type="radio" name="${name}" value="${value}" data-change="${change}" ${flag("checked", value === chosen)} />
      <span>${sign && icon(sign)}${text}</span>
    </label>`,
  )}
</fieldset>`;

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

const status = () => {
  const { settings } = state;
  if (settings.force_closed) return t("closed.now");
  if (!settings.is_open) return t("closed.opens", { time: settings.work_hours_from });
  if (settings.work_hours_from === settings.work_hours_to) return t("open.always");
  return t("open.until", { time: settings.work_hours_to });
};

export const isServing = () => state.settings.is_open && !state.settings.force_closed;

export const statusLine = () =>
  html`<p class="open ${isServing() ? "is-open" : ""}"><span class="dot"></span>${status()}</p>`;

/** The cafe's logo, or its first letter. */
export function emblem() {
  const { cafe_name: name, logo_url: logo } = state.settings;
  if (address(logo ?? "") && logo) return html`<img class="emblem" src="${address(logo)}" alt="" width="48" height="48" />`;
  return html`<span class="emblem" aria-hidden="true">${[...name][0]}</span>`;
}

const LANGUAGES = { uk: ["УКР", "Українська"], en: ["EN", "English"] };

const TABS = [
  { page: "menu", href: "?", sign: "menu" },
  { page: "orders", href: "?page=orders", sign: "receipt" },
  { page: "cafe", href: "?page=cafe", sign: "info" },
];
const HOME = { menu: "menu", cart: "menu", checkout: "menu", orders: "orders", order: "orders", track: "orders", cafe: "cafe" };

export const tabs = () => html`<ul>
  ${TABS.map(
    ({ page, href, sign }) => html`<li>
      <a href="${href}" ${HOME[state.route.page] === page && html`aria-current="page"`}>${icon(sign)}<span>${t(`nav.${page}`)}</span></a>
    </li>`,
  )}
</ul>`;

export const homeHeader = () => html`<div class="brand" data-key="brand">
  ${emblem()}
  <div class="brand-text"><h1 tabindex="-1">${state.settings.cafe_name}</h1>${statusLine()}</div>
  <button type="button" class="language" data-do="otherLocale" lang="${otherLocale()}" aria-label="${LANGUAGES[otherLocale()][1]}">
    ${LANGUAGES[otherLocale()][0]}
  </button>
</div>`;

export const pageHeader = (title, hasOwnBack) => html`<div class="title" data-key="title">
  ${hasOwnBack &&
  html`<button type="button" class="icon-button" data-do="back" aria-label="${t("back")}">${icon("back")}</button>`}
  <h1 tabindex="-1">${title}</h1>
</div>`;

export function cartBar() {
  const { count, total } = totals();
  if (count === 0) return null;
  return { text: t("cart"), count, amount: money(total), href: "?page=cart" };
}

export const bar = ({ text, count, amount, href, action, isBusy }) => {
  const content = html`${count && html`<span class="bar-count" aria-hidden="true">${count}</span>`}<span class="bar-text">${text}</span>
    ${count && html`<span class="for-ears">${t("cart.items", { count })}</span>`}<b>${amount}</b>`;
  return href
    ? html`<a class="button bar-button" data-key="link" href="${href}">${content}</a>`
    : html`<button type="button" class="button bar-button" data-key="button" data-do="${action}" aria-busy="${isBusy ? "true" : "false"}">
        ${content}
      </button>`;
};

export const reopen = (kind, canClose) => html`<div class="nothing" role="alert">
  <span class="nothing-sign">${icon("clock")}</span>
  <h1 tabindex="-1">${t("session.expired")}</h1>
  <p>${t(`session.${kind}.text`)}</p>
  ${canClose && html`<button type="button" class="button" data-do="closeApp">${t("close")}</button>`}
</div>`;

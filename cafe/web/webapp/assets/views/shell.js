/** What stands around the screens: header, sections, the bar with the next step, and the page that asks to be reopened. */

import { totals } from "../cart.js";
import { address, html } from "../html.js";
import { money, otherLocale, t } from "../i18n.js";
import { icon } from "../icons.js";
import { state } from "../state.js";
import { statusLine } from "./menu.js";

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
/** Which tab a page belongs to. */
const HOME = { menu: "menu", cart: "menu", checkout: "menu", orders: "orders", order: "orders", track: "orders", cafe: "cafe" };

export const tabs = () => html`<ul>
  ${TABS.map(
    ({ page, href, sign }) => html`<li>
      <a href="${href}" ${HOME[state.route.page] === page && html`aria-current="page"`}>${icon(sign)}<span>${t(`nav.${page}`)}</span></a>
    </li>`,
  )}
</ul>`;

/** The header of the menu: who we are and whether we are open. */
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

/** On the menu the next step is the cart. */
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

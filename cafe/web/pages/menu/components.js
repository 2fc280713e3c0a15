/** Pieces of markup that several screens share. */

import { dayText, money, wallClock } from "../shared/formats.js";
import { booleanAttribute, html, safeUrl } from "../shared/html.js";
import { COMMON_ICONS, drawIcon } from "../shared/icons.js";
import { loadedSettings, state } from "./state.js";
import { atTime, t } from "./texts.js";

/** @import { OrderType, Renderable } from "../shared/types" */
/** @import { Bar, IconName, PriceSummary, Product, PublicSettings } from "./types" */

/** Whether there is room for a pane beside the screen. */
export const wideScreen = matchMedia("(min-width: 1000px)");

export const ICONS = {
  ...COMMON_ICONS,
  filter: "M4 7h16M7 12h10M10 17h4",
  pin: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  camera:
    "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.2 6.8v.1",
  pickup:
    "M4 10l1.5-6h13L20 10M4 10v10h16V10M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M10 20v-5h4v5",
  app: "M7.5 3h9v18h-9V3zM11 18h2",
  share: "M12 15V4M8 7.5L12 3.5l4 4M5 13v6.5h14V13",
  repeat: "M4 11a8 8 0 0 1 14-4.5L20 9M20 4v5h-5M20 13a8 8 0 0 1-14 4.5L4 15M4 20v-5h5",
  cloud: "M4 4l16 16M8.5 8.5A5.5 5.5 0 0 0 7 19h11M11 6.2A6 6 0 0 1 18 11a4 4 0 0 1 3 6.3",
  speaker: "M4 10v4h3l7 4V6l-7 4H4zM17.5 9a4 4 0 0 1 0 6",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9z",
  new: "M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2L12 3z",
  popular: "M12 3c.5 4 5 6 5 11a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5 0 2 .8 3 1.8 3C11.5 9.5 10 7 12 3z",
  spicy: "M16 7c3 0 4 2 3.5 5C18.6 17.5 13 20.5 5 20c5-1 8-4 8-9 0-2.5 1-4 3-4zM16.5 7c0-2 1-3.5 3-4",
  vegetarian: "M5 19C4 9 9 4 20 4c0 11-5 16-13 14M5 21c1-6 4-9.500 9-12",
  pan: "M4 11h12v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-4zM16 12h5M7 4v3M10 3v4M13 4v3",
};

/** @param {IconName} name */
export const icon = (name) => drawIcon(ICONS[name]);

/**
 * The address of a picture; ours gets the version of all of them, under which browsers keep it for ever.
 * @param {string} url
 */
const pictureUrl = (url) => safeUrl(url).replace(/^\/webapp\/pictures\/(?=[\w.-]+$)/, `$&${state.pictures}`);

/**
 * The widths of a picture that was uploaded, for the browser to choose from; nothing for others.
 * @param {string} url
 * @param {string} sizes how wide it is shown
 */
function widths(url, sizes) {
  const small = url.replace(/^(\/webapp\/uploads\/[0-9a-f]{64})-800\.webp$/, "$1-320.webp");
  return small !== url && html`srcset="${small} 320w, ${url} 800w" sizes="${sizes}"`;
}

/**
 * A product's picture over a quiet icon that stays where there is none.
 * @param {{ image_url: string }} product
 * @param {{ isEager?: boolean, sizes?: string }} options `sizes` is how wide it is shown
 */
export function picture(product, { isEager = false, sizes = "(min-width: 700px) 220px, 160px" } = {}) {
  const url = pictureUrl(product.image_url);
  return html`<span class="picture">
  ${icon("menu")}
  ${url && html`<img src="${url}" ${widths(url, sizes)} alt="" width="400" height="400" decoding="async" loading="${isEager ? "eager" : "lazy"}" />`}
</span>`;
}

/**
 * Whether there is something to choose for it: its sheet adds it to the cart.
 * @param {Product} product
 */
export const isChosen = ({ option_groups: groups, notes: takesNote }) => Boolean(groups?.length || takesNote);

/**
 * Plus, and once there is something to take away, the number and minus.
 * @param {{ id: number | string, name: string }} item
 * @param {number} count
 * @param {object} options
 * @param {string} [options.of] what is counted, the end of the actions' names: pieces of a product in the cart, or others
 * @param {IconName} [options.last] what takes the last piece away
 * @param {number} [options.min]
 * @param {boolean} [options.isFull] no more
 * @param {boolean} [options.opensSheet] more of it is a choice to make, and less of it too
 */
export function stepper({ id, name }, count, options = {}) {
  const { of = "", last = "minus", min = 0, isFull = false, opensSheet = false } = options;
  const isInCart = of === "" || of === "Line";
  const button = (
    /** @type {"less" | "more"} */ key,
    /** @type {string} */ label,
    /** @type {IconName} */ iconName,
    isOff = false,
  ) =>
    html`<button type="button" data-key="${key}" data-action="${key}${of}" data-id="${id}" aria-label="${label}"
      ${isOff && html`aria-disabled="true"`} ${opensSheet && html`aria-haspopup="dialog"`}>${icon(iconName)}</button>`;
  return html`<div class="stepper" role="group" aria-label="${count > 0 && isInCart ? t("product.quantity", { name, count }) : name}">
    ${count > 0 && !opensSheet && button("less", t("product.less", { name }), count > 1 ? "minus" : last, count <= min)}
    ${count > 0 && html`<span data-key="count" class="count">${count}</span>`}
    ${button("more", t(count > 0 || !isInCart ? "product.more" : "product.addTo", { name }), "plus", isFull)}
  </div>`;
}

/**
 * The way on; where it is off, the reason in its place.
 * @param {Bar} bar
 * @param {string} modifier
 */
export function stepButton({ text, note, count, amount, href, action, isBusy, isOff }, modifier) {
  if (isOff) {
    return html`<button type="button" class="button ${modifier}" data-key="off" aria-disabled="true">${text}</button>`;
  }
  const content = html`${count && html`<span class="bar-count" aria-hidden="true">${count}</span>`}<span class="bar-text">${text}${note && html`<small>${note}</small>`}</span>
    ${count && html`<span class="visually-hidden">${t("cart.items", { count })}</span>`}<b>${amount}</b>`;
  return href
    ? html`<a class="button ${modifier}" data-key="link" href="${href}">${content}</a>`
    : html`<button type="button" class="button ${modifier}" data-key="button" data-action="${action}" aria-busy="${isBusy ? "true" : "false"}">
        ${content}
      </button>`;
}

/**
 * @param {object} group
 * @param {string} group.name
 * @param {string} group.label
 * @param {{ value: string, text: Renderable, iconName?: IconName, isOff?: boolean }[]} group.options
 * @param {string} group.chosen
 * @param {string} group.action what a choice does
 */
export const radioGroup = ({ name, label, options, chosen, action }) => html`<fieldset class="radio-group">
  <legend class="visually-hidden">${label}</legend>
  ${options.map(
    ({ value, text, iconName, isOff = false }) => html`<label class="radio-option">
      <input type="radio" name="${name}" value="${value}" data-change="${action}" ${booleanAttribute("checked", value === chosen)}
        ${booleanAttribute("disabled", isOff)} />
      <span>${iconName && icon(iconName)}${text}</span>
    </label>`,
  )}
</fieldset>`;

/** @param {PriceSummary} amounts */
function feeText({ fee, feeFrom }) {
  if (feeFrom !== undefined) return t("sum.from", { amount: money(feeFrom) });
  return fee > 0 ? money(fee) : t("sum.free");
}

/**
 * @param {PriceSummary} amounts
 * @param {{ type: OrderType, promoCode: string | null }} order
 */
export function priceSummary(amounts, { type, promoCode }) {
  const row = (/** @type {string} */ label, /** @type {string} */ value, modifier = "") =>
    html`<div class="${modifier}"><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<dl class="price-summary">
    ${row(t("sum.items"), money(amounts.items))}
    ${amounts.discount > 0 && row(t("sum.discount"), `−${money(amounts.discount)}`, "good")}
    ${amounts.promo > 0 && row(t("sum.promo", { code: promoCode }), `−${money(amounts.promo)}`, "good")}
    ${type === "delivery" && row(t("type.delivery"), feeText(amounts))}
    ${row(t("sum.total"), money(amounts.total), "total")}
  </dl>`;
}

/**
 * What is or was ordered.
 * @param {{ name: string, quantity: number, price: number, note?: string | null }[]} lines
 */
export const orderLines = (lines) => html`<ul class="order-lines">
  ${lines.map(
    ({ name, quantity, price, note }) =>
      html`<li><span class="quantity">${quantity} ×</span><span>${name} ${note && html`<small class="muted">${t("note.said", { note })}</small>`}</span><b>${money(price * quantity)}</b></li>`,
  )}
</ul>`;

/** @param {{ iconName: IconName, title: string, text: Renderable, link?: Renderable }} content */
export const emptyState = ({ iconName, title, text, link }) => html`<div class="empty-state">
  <span class="empty-state-icon">${icon(iconName)}</span>
  <h2>${title}</h2>
  <p>${text}</p>
  ${link}
</div>`;

/**
 * What is wrong with a field, or the place for it.
 * @param {string} id
 * @param {string | false | undefined} message
 */
export const fieldError = (id, message) =>
  html`<p class="field-error" id="error-${id}" role="alert">${message && html`${icon("info")}${message}`}</p>`;

/**
 * @param {string} text
 * @param {{ tone?: "" | "accent" | "good" | "bad" | "facts", iconName?: IconName, more?: Renderable }} options
 */
export const notice = (text, { tone = "", iconName = "info", more } = {}) => html`<div class="notice ${tone}">
  ${icon(iconName)}
  <div>${text && html`<p>${text}</p>`}${more}</div>
</div>`;

/** Grey shapes in the place of what is on its way. */
export const skeleton = (count = 3) => html`<div class="loading" aria-busy="true">
  ${Array.from({ length: count }, () => html`<span class="skeleton"></span>`)}
</div>`;

/**
 * No network, and a button that tries again.
 * @param {string} action
 */
export const offlineMessage = (action) => html`<div class="empty-state" role="alert">
  <span class="empty-state-icon">${icon("cloud")}</span>
  <h2>${t("offline.title")}</h2>
  <p>${t("offline.text")}</p>
  <button type="button" class="button" data-action="${action}">${t("retry")}</button>
</div>`;

/** @param {PublicSettings} settings */
export const isAlwaysOpen = (settings) => settings.work_hours_from === settings.work_hours_to;

/** Whether nobody knows when the cafe closes or opens next. */
const neverTurns = () => state.turnsAt === "never";

/**
 * A moment ahead on the cafe's clock, `YYYY-MM-DDTHH:MM`, within a sentence.
 * @param {string} at
 */
export function momentText(at) {
  const [day = "", time = ""] = at.split("T");
  const ahead = daysAhead(day);
  return ahead > 1 ? t("time.day", { day: dayText(day), time }) : atTime(time, ahead === 1);
}

/**
 * The same as what is wanted: an order for 18:00, for tomorrow, 08:15.
 * @param {string} at
 */
export function wantedText(at) {
  const [day = "", time = ""] = at.split("T");
  const ahead = daysAhead(day);
  if (ahead === 0) return time;
  return `${ahead === 1 ? t("day.tomorrow").toLocaleLowerCase() : dayText(day)}, ${time}`;
}

/** When the closed cafe opens next. */
export function openingTime() {
  const { work_hours_from: from, work_hours_to: to } = loadedSettings();
  const [, now = ""] = wallClock(state.timezone);
  return state.turnsAt ? momentText(state.turnsAt) : atTime(from, from < to && to <= now);
}

/** @param {string} day */
function daysAhead(day) {
  const [today = ""] = wallClock(state.timezone);
  return (Date.parse(day) - Date.parse(today)) / 86_400_000;
}

/** That the cafe is closed, and when it opens. */
export const closedText = () => (neverTurns() ? t("closed.hours") : t("closed.opens", { time: openingTime() }));

/** @param {PublicSettings} settings */
function openText(settings) {
  if (state.turnsAt ? neverTurns() : isAlwaysOpen(settings)) return t("open.always");
  const [day = "", time = settings.work_hours_to] = state.turnsAt.split("T");
  return t("open.until", { time: daysAhead(day) > 1 ? `${dayText(day)}, ${time}` : time });
}

/** @param {PublicSettings} settings */
export const isServing = (settings) => settings.is_open && !settings.force_closed;

/** @param {PublicSettings} settings */
function openingText(settings) {
  if (state.keptAt) return t("offline.title"); // the hours may be others by now
  if (isServing(settings)) return openText(settings);
  if (state.areOrdersTaken) return t("closed.taking");
  return settings.force_closed ? t("closed.now") : closedText();
}

export function openingStatus() {
  const settings = loadedSettings();
  const modifier = isServing(settings) && !state.keptAt ? "is-open" : "";
  return html`<p class="opening-status ${modifier}"><span class="status-dot"></span><span>${openingText(settings)}</span></p>`;
}

/** The cafe's logo, or its first letter. */
export function logo() {
  const { cafe_name: name, logo_url: logoUrl } = loadedSettings();
  const url = logoUrl && pictureUrl(logoUrl);
  if (url) return html`<img class="logo" src="${url}" alt="" width="48" height="48" />`;
  return html`<span class="logo" aria-hidden="true">${[...name][0]}</span>`;
}

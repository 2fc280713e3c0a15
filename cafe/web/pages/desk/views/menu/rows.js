/** A dish's row in the menu's list: its price, name and stop are changed in place. */

import { money } from "../../../shared/formats.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { ownText } from "../../../shared/texts.js";
import { clockTime, dayName } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { lengthOf, may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { dishAddress, thumb } from "./addresses.js";
import { editing } from "./inplace.js";
import { ENDLESS, isStopped, serverNow } from "./state.js";

/** @import { MenuDish } from "../../types" */

const DAY = 86_400;

/**
 * A name as the person reads it: English unless their language is Ukrainian, if there is an English one.
 * @param {{ name: string, name_en: string }} item
 */
export const nameOf = ({ name, name_en: english }) => ownText(name, english);

/** @param {number} moment Unix seconds */
export const untilText = (moment) =>
  moment - serverNow() < DAY ? clockTime(moment) : `${dayName(moment)}, ${clockTime(moment)}`;

/** @param {MenuDish} dish */
function stopBadge(dish) {
  if (!isStopped(dish)) return false;
  const isEndless = dish.stopped_until >= ENDLESS;
  const text = isEndless ? t("menu.stopped") : t("menu.stoppedUntil", { time: untilText(dish.stopped_until) });
  return html`<span class="badge bad">${text}</span>`;
}

/** @param {MenuDish} dish */
const badges = (dish) => html`<p class="dish-badges">${stopBadge(dish)}
  ${!dish.active && html`<span class="badge">${t("menu.hidden")}</span>`}
  ${dish.missing.map((what) => html`<span class="badge quiet">${t(`menu.no.${what}`)}</span>`)}</p>`;

/**
 * @param {MenuDish} dish
 * @param {"price" | "name"} field
 */
function editor(dish, field) {
  const { error, text } = editing;
  const label = field === "price" ? t("menu.price", { name: nameOf(dish) }) : t("menu.name");
  return html`<form class="in-place" data-submit="menu.commit" data-key="edit-${field}">
    <input id="in-place" value="${text}" aria-label="${label}" autocomplete="off" maxlength="${lengthOf("products.name")}" lang="${field === "name" ? "uk" : ""}"
      inputmode="${field === "price" ? "numeric" : "text"}" enterkeyhint="done" aria-invalid="${String(Boolean(error))}" aria-describedby="in-place-error">
    <p id="in-place-error" class="field-error" role="alert">${error && html`${icon("warning")}<span>${error}</span>`}</p></form>`;
}

/** @param {MenuDish} dish */
function dishName(dish) {
  if (editing.slug === dish.slug && editing.field === "name") return editor(dish, "name");
  const shown = nameOf(dish);
  if (!may("menu")) return html`<b data-key="name">${shown}</b>`;
  return html`<a data-key="name" href="${dishAddress(dish.slug)}">${shown}</a>
    <button type="button" class="icon-button dish-rename" data-key="rename" data-action="menu.edit" data-field="name" data-slug="${dish.slug}"
      aria-label="${t("menu.rename", { name: shown })}">${icon("pencil")}</button>`;
}

/** @param {MenuDish} dish */
function dishPrice(dish) {
  if (editing.slug === dish.slug && editing.field === "price") return editor(dish, "price");
  if (!may("menu")) return html`<span class="dish-price numbers" data-key="price">${money(dish.price)}</span>`;
  return html`<button type="button" class="dish-price numbers" data-key="price" data-action="menu.edit" data-field="price" data-slug="${dish.slug}"
    aria-label="${t("menu.changePrice", { name: nameOf(dish), price: money(dish.price) })}">${money(dish.price)}</button>`;
}

/** @param {MenuDish} dish */
const offerSwitch = (
  dish,
) => html`<label class="switch dish-switch"><input type="checkbox" role="switch" data-change="menu.offered"
  data-slug="${dish.slug}" aria-label="${t("menu.offered", { name: nameOf(dish) })}" ${booleanAttribute("checked", dish.active && !isStopped(dish))} ${booleanAttribute("disabled", !dish.active)}>
  <span class="switch-track" aria-hidden="true"></span></label>`;

/** @param {MenuDish} dish */
export const dishRow = (dish) => html`<li class="dish ${dish.active ? "" : "is-hidden"}" data-key="d-${dish.slug}">
  ${may("menu") ? html`<a class="dish-thumb" data-key="thumb" href="${dishAddress(dish.slug)}" tabindex="-1" aria-hidden="true">${thumb(dish.image_url)}</a>` : html`<span class="dish-thumb" data-key="still">${thumb(dish.image_url)}</span>`}
  <div class="dish-name">${dishName(dish)}</div>
  <div class="dish-more">${badges(dish)}</div>
  ${dishPrice(dish)}
  ${offerSwitch(dish)}
  <button type="button" class="icon-button dish-acts" data-action="menu.acts" data-slug="${dish.slug}" aria-haspopup="dialog"
    aria-label="${t("menu.acts", { name: nameOf(dish) })}">${icon("more")}</button>
</li>`;

/** A row while the order is changed. @param {MenuDish} dish */
export const sortRow = (dish) => html`<li class="dish-sort" data-key="d-${dish.slug}" data-drag-item="${dish.slug}">
  <button type="button" class="icon-button drag-handle" data-drag="menu" aria-label="${t("menu.sort.handle", { name: nameOf(dish) })}">${icon("drag")}</button>
  ${thumb(dish.image_url)}<span class="row-main">${nameOf(dish)}</span>
  ${steps("dish", dish.slug, nameOf(dish))}</li>`;

/**
 * @param {"dish" | "category"} kind
 * @param {string} slug
 * @param {string} shown
 */
export const steps = (
  kind,
  slug,
  shown,
) => html`<button type="button" class="icon-button" data-action="menu.step" data-kind="${kind}"
    data-slug="${slug}" data-by="-1" aria-label="${t("menu.up", { name: shown })}">${icon("up")}</button>
  <button type="button" class="icon-button" data-action="menu.step" data-kind="${kind}" data-slug="${slug}" data-by="1"
    aria-label="${t("menu.down", { name: shown })}">${icon("down")}</button>`;

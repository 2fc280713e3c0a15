/** Dishes as cards, in the menu's grid and in rows. */

import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { icon, isChosen, picture, stepper } from "../components.js";
import { needs } from "../needs.js";
import { pageUrl } from "../router.js";
import { t } from "../texts.js";

/** @import { Product, SoldOut } from "../types" */

/** @param {{ id: number, name: string }} product */
const title = ({ id, name }) => html`<h3><a href="${pageUrl({ page: "menu", product: id })}">${name}</a></h3>`;

/**
 * Drawn; in words for those who cannot see them, and where there is room.
 * @param {Product} product
 */
export const markList = ({ marks = [] }) =>
  marks.length > 0 &&
  html`<ul class="marks">${marks.map((mark) => html`<li class="mark-${mark}">${icon(mark)}<span>${t(`mark.${mark}`)}</span></li>`)}</ul>`;

/** With which option it is what somebody asks for. @param {Product} product */
const way = (product) => needs?.wayText(product) && html` <span class="see-similar">${needs.wayText(product)}</span>`;

/**
 * @param {Product} product
 * @param {number} quantity
 */
export const cardStepper = (product, quantity) => stepper(product, quantity, { opensSheet: isChosen(product) });

/**
 * @param {Product} product
 * @param {number} quantity in the cart
 */
const place = (product, quantity) =>
  html`<div class="card-stepper" data-stepper="${product.id}">${cardStepper(product, quantity)}</div>`;

/**
 * Where a card is drawn.
 * @param {{ id: number }} dish
 */
export const cardPlace = ({ id }, modifier = "") => html`<li class="card ${modifier}" data-key="p${id}" data-own></li>`;

/**
 * @param {Product} product
 * @param {number} quantity
 * @param {boolean} isEager whether its picture is among the first to be seen
 */
export const card = (product, quantity, isEager) => html`${picture(product, { isEager })}
  ${title(product)}
  ${markList(product)}
  <p class="card-footer"><b>${money(product.price)}</b> <span>${product.weight}</span>${way(product)}</p>
  ${place(product, quantity)}`;

/**
 * A small card, for a row.
 * @param {Product} product
 * @param {number} quantity
 */
export const tile = (product, quantity) => html`<li class="card tile" data-key="t${product.id}">
  ${picture(product, { isEager: true, sizes: "160px" })}
  ${title(product)}
  ${markList(product)}
  <p class="card-footer"><b>${money(product.price)}</b>${way(product)}</p>
  ${place(product, quantity)}
</li>`;

export const soldOutBadge = () => html`<span class="sold-out-badge">${t("soldOut")}</span>`;

/** @param {SoldOut} dish */
export const soldOutCard = (dish) => html`${picture(dish)}
  ${title(dish)}
  <p class="card-footer">${soldOutBadge()} <span class="see-similar">${t("soldOut.similar")}</span></p>`;

/** The menu's addresses, and its pictures as they are shown here. */

import { html, safeUrl } from "../../../shared/html.js";
import { icon } from "../../lib/icons.js";

/**
 * The smaller file of an uploaded picture; other pictures have but one.
 * @param {string} url
 */
const small = (url) => url.replace(/^(\/webapp\/uploads\/[0-9a-f]{64})-800\.webp$/, "$1-320.webp");

/** A dish's picture, small. @param {string} url */
export const thumb = (url) => html`<span class="thumb">${icon("camera")}
  ${url && html`<img src="${safeUrl(small(url))}" alt="" width="56" height="56" loading="lazy" decoding="async">`}</span>`;

/** The address of a dish's page. @param {string} slug */
export const dishAddress = (slug) => `#/menu/dish/${encodeURIComponent(slug)}`;

/** The address of a new dish's page. @param {string} category */
export const newDishAddress = (category) => `#/menu/dish?category=${encodeURIComponent(category)}`;

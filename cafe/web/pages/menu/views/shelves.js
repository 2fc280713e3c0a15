/** Rows above the menu: what this person orders again, and what everybody orders. */

import { html } from "../../shared/html.js";
import { cartQuantities } from "../cart.js";
import { isAvoided } from "../needs.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { tile } from "./cards.js";
import { row } from "./rows.js";

/** @import { Product, Suggestions } from "../types" */

/**
 * Those of some products that can be had and are not avoided.
 * @param {number[]} ids
 */
const productsOf = (ids) =>
  ids.flatMap((id) => {
    const product = state.productsById.get(id);
    return product && !isAvoided(product) ? [product] : [];
  });

/** @param {Product[]} products */
export function tiles(products) {
  const quantities = cartQuantities();
  return row(
    products.map((product) => tile(product, quantities.get(product.id) ?? 0)),
    "tiles",
  );
}

/**
 * @param {"again" | "popular"} name
 * @param {number[]} ids
 */
function shelf(name, ids) {
  const products = productsOf(ids);
  return (
    products.length > 0 &&
    html`<section class="shelf" data-key="${name}" aria-labelledby="shelf-${name}">
  <h2 id="shelf-${name}">${t(`menu.${name}`)}</h2>
  <div class="shelf-row">${tiles(products)}</div>
</section>`
  );
}

export const popularShelf = () => shelf("popular", state.suggestions.popular);

/**
 * What is in the first row is not in the second, too.
 * @param {Suggestions} suggestions
 */
export function shelves({ again, popular }) {
  return [
    shelf("again", again),
    shelf(
      "popular",
      popular.filter((id) => !again.includes(id)),
    ),
  ];
}

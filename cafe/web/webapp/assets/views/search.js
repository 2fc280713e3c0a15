/** What a search over the menu goes through: names, descriptions and categories, in both languages. */

import { api } from "../api.js";
import { otherLocale } from "../lib/i18n.js";
import { searchOver } from "../lib/search.js";
import { setState, state } from "../state.js";

/** @import { Category, Locale, Product, SoldOut } from "../../types" */

/** @param {Category[]} categories */
const namesById = (categories) => new Map(categories.map(({ id, name }) => [id, name]));

/** @type {{ from: unknown[], find: (query: string) => boolean[] }} */
let search = { from: [], find: () => [] };

/**
 * The dishes that the query means, those that have run out too; all of them without one.
 * @returns {(Product | SoldOut)[]}
 */
export function findDishes() {
  const { products, soldOut, categories, otherNames, query } = state;
  const dishes = [...products, ...soldOut];
  if (!query.trim()) return dishes;
  const from = [products, soldOut, categories, otherNames];
  if (from.some((value, index) => value !== search.from[index])) {
    const names = namesById(categories);
    const texts = dishes.map((dish) => {
      const description = "description" in dish ? dish.description : "";
      return `${dish.name} ${description} ${names.get(dish.category_id)} ${otherNames.get(dish.id) ?? ""}`;
    });
    search = { from, find: searchOver(texts) };
  }
  const isFound = search.find(query);
  return dishes.filter((_, index) => isFound[index]);
}

/**
 * The language that the search's other names are in, or are asked for.
 * @type {Locale | null}
 */
let otherNamesLocale = null;

/** Names in the other language, so that a search finds both; asked for once somebody searches. */
export async function loadOtherNames() {
  const locale = otherLocale();
  if (otherNamesLocale === locale) return;
  otherNamesLocale = locale;
  state.otherNames = new Map();
  try {
    const [categories, products] = await Promise.all([api.categories(locale), api.products(locale)]);
    if (otherNamesLocale !== locale) return;
    const names = namesById(categories);
    const otherName = products.map(
      ({ id, category_id: category, name }) => /** @type {const} */ ([id, `${name} ${names.get(category)}`]),
    );
    setState({ otherNames: new Map(otherName) });
  } catch {
    otherNamesLocale = null; // the search goes on in one language, and asks again next time
  }
}

/** What a search over the menu goes through: names, descriptions, choices and categories, in both languages; and diets. */

import { searchOver } from "../../shared/search.js";
import { ownersOtherLocale } from "../../shared/texts.js";
import { api } from "../api.js";
import { needs } from "../needs.js";
import { setState, state } from "../state.js";

/** @import { Locale } from "../../shared/types" */
/** @import { Category, Product, SoldOut } from "../types" */

/**
 * What can be chosen for a dish.
 * @param {Product | SoldOut} dish
 */
const choices = (dish) =>
  (("option_groups" in dish && dish.option_groups) || [])
    .flatMap(({ name, options }) => [name, ...options.filter(({ is_available: is }) => is).map((each) => each.name)])
    .join(" ");

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
      return `${dish.name} ${description} ${choices(dish)} ${names.get(dish.category_id)} ${otherNames.get(dish.id) ?? ""}`;
    });
    search = { from, find: searchOver(texts) };
  }
  const isFound = search.find(query);
  const { asks, rest } = needs?.searched() ?? { asks: [], rest: "" };
  const isNamed = rest ? search.find(rest) : dishes.map(() => true);
  return dishes.filter(
    (dish, index) => isFound[index] || (asks.length > 0 && isNamed[index] && needs?.isSearched(dish)),
  );
}

/**
 * The language that the search's other names are in, or are asked for.
 * @type {Locale | null}
 */
let otherNamesLocale = null;

/** Names in the other language, so that a search finds both; asked for once somebody searches. */
export async function loadOtherNames() {
  const locale = ownersOtherLocale();
  if (otherNamesLocale === locale) return;
  otherNamesLocale = locale;
  state.otherNames = new Map();
  try {
    const [categories, products] = await Promise.all([api.categories(locale), api.products(locale)]);
    if (otherNamesLocale !== locale) return;
    const names = namesById(categories);
    const otherName = products.map(
      (each) => /** @type {const} */ ([each.id, `${each.name} ${choices(each)} ${names.get(each.category_id)}`]),
    );
    setState({ otherNames: new Map(otherName) });
  } catch {
    otherNamesLocale = null; // the search goes on in one language, and asks again next time
  }
}

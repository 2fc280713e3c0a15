/** The dish whose page is open: as it was read, and as the person has changed it. */

import { api } from "../../lib/api.js";
import { isSame, stillMine, wholeNumber } from "../../lib/draft.js";
import { portionsOf, recipeOf } from "./recipe.js";
import { menu, readMenu } from "./state.js";

/** @import { TaxGroup } from "./fiscal.js" */
/** @import { Portion } from "./recipe.js" */
/** @import { Problem } from "../../../shared/types" */
/** @import { Dish, Ingredient, Item, OfferedGroup, OptionGroup } from "../../types" */

const NEW = {
  slug: "",
  category: "",
  name: "",
  name_en: "",
  description: "",
  description_en: "",
  weight: "",
  weight_en: "",
  price: "",
  image_url: "",
  active: true,
  notes: false,
  no_allergens: false,
  tax: "",
  uktzed: "",
  barcode: "",
  unit: "",
  excise: false,
};

/**
 * `before` is null for a new dish. What is listed is edited as rows, so that half-typed ones have a place.
 * @typedef {{ group: string, min: string, max: string, makes: string[] }} Offered
 * @type {{ before: Dish | null, dish: Dish, recipe: Portion[], offered: Offered[], ingredients: Ingredient[], groups: OptionGroup[], taxes: TaxGroup[], problems: Problem[], isSaving: boolean, isOpen: boolean }}
 */
export const open = {
  before: null,
  dish: blank(""),
  recipe: [],
  offered: [],
  ingredients: [],
  groups: [],
  taxes: [],
  problems: [],
  isSaving: false,
  isOpen: false,
};

/** @param {string} category @returns {Dish} */
function blank(category) {
  return { ...NEW, category, allergens: [], marks: [], diets: [], recipe: {}, options: [], available: [] };
}

/**
 * @param {string | undefined} slug
 * @param {string} category of a new dish
 */
export async function readDish(slug, category) {
  const query = slug === undefined ? "" : `?slug=${encodeURIComponent(slug)}`;
  const [answer] = await Promise.all([api.get(`/menu/dish${query}`), readMenu()]);
  const { ingredients, option_groups: groups, tax_groups: taxes } = answer;
  Object.assign(open, { ingredients, groups, taxes, problems: [], isSaving: false });
  take(answer.dish, answer.dish ?? blank(category || menu.categories[0]?.slug || ""));
}

/** @param {Dish | null} before @param {Dish} dish what the form begins with */
function take(before, dish) {
  open.before = before;
  open.dish = structuredClone(dish);
  open.recipe = portionsOf(open.dish.recipe);
  open.offered = open.dish.options.map(rowOf);
  open.isOpen = true;
}

/** @param {OfferedGroup} option @returns {Offered} */
const rowOf = (option) =>
  typeof option === "string"
    ? { group: option, min: "", max: "", makes: [] }
    : {
        group: option.group,
        min: String(option.min ?? ""),
        max: String(option.max ?? ""),
        makes: option.makes ?? [],
      };

/** @param {Offered} row @returns {OfferedGroup} */
function optionOf({ group, min, max, makes }) {
  const said = {
    ...(min !== "" && { min: wholeNumber(min) }),
    ...(max !== "" && { max: wholeNumber(max) }),
    ...(makes.length > 0 && { makes }),
  };
  return Object.keys(said).length > 0 ? /** @type {OfferedGroup} */ ({ group, ...said }) : group;
}

/** What the form says now, as the catalogue has it. @returns {Item} */
function written() {
  const { slug: _slug, id: _id, stopped_until: _stop, sort_order: _place, ...dish } = open.dish;
  return {
    ...dish,
    price: wholeNumber(dish.price),
    recipe: recipeOf(open.recipe),
    options: open.offered.filter(({ group }) => group).map(optionOf),
  };
}

/** What is different from what was read; for a new dish all of it that says something. @returns {Item} */
export function changes() {
  const before = open.before;
  const isOther = (/** @type {[string, unknown]} */ [name, value]) =>
    before
      ? !isSame(value, before[name])
      : value !== "" && JSON.stringify(value) !== "[]" && JSON.stringify(value) !== "{}";
  return Object.fromEntries(Object.entries(written()).filter(isOther));
}

export function isDirty() {
  if (!open.isOpen) return false;
  const changed = Object.keys(changes());
  return open.before
    ? changed.length > 0
    : changed.some((name) => !["category", "active", "notes", "no_allergens", "excise"].includes(name));
}

/** Take over what others have changed meanwhile. @param {Dish} fresh */
export function rebase(fresh) {
  take(fresh, { ...fresh, ...stillMine(changes(), open.before ?? {}, fresh) });
}

/** The menu as the desk holds it, read at once and changed by edits; what is drawn comes from here. */

import { draw } from "../../../shared/drawing.js";
import { api } from "../../lib/api.js";
import { save, tellFailure } from "../../lib/save.js";

/** @import { Edit, Item, MenuAllergen, MenuCategory, MenuDish } from "../../types" */
/** @import { Outcome } from "../../lib/save.js" */

/** `stopped_until` of what is stopped until somebody offers it again. */
export const ENDLESS = 4_102_444_800;
const STEP = 10; // between places in an order, so that one dish can be put between two without touching the others

/** @type {{ categories: MenuCategory[], dishes: MenuDish[], allergens: MenuAllergen[], opensAt: number, readAt: number, now: number }} */
export const menu = { categories: [], dishes: [], allergens: [], opensAt: 0, readAt: 0, now: 0 };

export async function readMenu() {
  const answer = await api.get("/menu");
  Object.assign(menu, {
    categories: answer.categories,
    dishes: answer.products,
    allergens: answer.allergens,
    opensAt: answer.opens_at,
    now: answer.now,
    readAt: Date.now(),
  });
}

export async function readMenuAndDraw() {
  await readMenu();
  draw();
}

/** The server's time; Unix seconds. */
export const serverNow = () => menu.now + (Date.now() - menu.readAt) / 1000;

/** @param {string} slug */
export const findDish = (slug) => menu.dishes.find((dish) => dish.slug === slug);
/** @param {string} slug */
export const findCategory = (slug) => menu.categories.find((category) => category.slug === slug);
/** @param {string} category */
export const dishesOf = (category) => menu.dishes.filter((dish) => dish.category === category);
/** @param {MenuDish} dish */
export const isStopped = (dish) => dish.stopped_until > serverNow();

/**
 * @param {Item} item
 * @param {string[]} names
 * @returns {Item}
 */
export const pick = (item, names) => Object.fromEntries(names.map((name) => [name, item[name] ?? null]));

/**
 * Change items of a table: shown at once, and put back if the server does not take it.
 * @param {"products" | "categories"} table
 * @param {{ slug: string, values: Item }[]} changes
 * @returns {Promise<Outcome>}
 */
export async function changeItems(table, changes) {
  const items = () =>
    /** @type {Item[]} */ (/** @type {unknown} */ (table === "products" ? menu.dishes : menu.categories));
  /** @type {Edit[]} */
  const edits = [];
  for (const { slug, values } of changes) {
    const item = items().find((each) => each.slug === slug);
    if (!item) continue;
    edits.push({ table, key: slug, seen: pick(item, Object.keys(values)), values });
    Object.assign(item, values);
  }
  arrange();
  draw();
  const outcome = await save(edits, { onUndo: readMenuAndDraw });
  if (outcome.state !== "saved") {
    for (const { key, seen } of edits) {
      const item = items().find((each) => each.slug === key);
      if (item) Object.assign(item, seen);
    }
    arrange();
  }
  if (outcome.state === "theirs") await readMenu().catch(tellFailure);
  draw();
  return outcome;
}

/** Put everything in the order in which guests see it. */
function arrange() {
  const byPlace = (/** @type {{ sort_order: number }} */ one, /** @type {{ sort_order: number }} */ other) =>
    one.sort_order - other.sort_order;
  menu.categories.sort(byPlace);
  menu.dishes = menu.categories.flatMap(({ slug }) => dishesOf(slug).sort(byPlace));
}

/**
 * The changes that put an item at a place among others, whose order is given; as few as can be.
 * @param {{ slug: string, sort_order: number }[]} others
 * @param {{ slug: string, sort_order: number }} item
 * @param {number} index
 */
function placed(others, item, index) {
  const before = others[index - 1]?.sort_order;
  const after = others[index]?.sort_order;
  if (before === undefined && after === undefined) return [{ slug: item.slug, values: { sort_order: STEP } }];
  if (after === undefined) return [{ slug: item.slug, values: { sort_order: (before ?? 0) + STEP } }];
  const between = before === undefined ? after - STEP : Math.floor((before + after) / 2);
  if (before === undefined || between > before) return [{ slug: item.slug, values: { sort_order: between } }];
  const all = [...others.slice(0, index), item, ...others.slice(index)];
  return all
    .map(({ slug, sort_order: place }, number) => ({ slug, place, values: { sort_order: (number + 1) * STEP } }))
    .filter(({ place, values, slug }) => place !== values.sort_order || slug === item.slug)
    .map(({ slug, values }) => ({ slug, values }));
}

/**
 * Move a dish, also to another category.
 * @param {string} slug
 * @param {string} category
 * @param {number} index among the category's other dishes
 */
export async function moveDish(slug, category, index) {
  const dish = findDish(slug);
  if (!dish) return;
  const own = dishesOf(category);
  if (dish.category === category && own.indexOf(dish) === index) return;
  const changes = placed(
    own.filter((each) => each !== dish),
    dish,
    index,
  ).map((change) =>
    change.slug === slug && dish.category !== category ? { ...change, values: { ...change.values, category } } : change,
  );
  await changeItems("products", changes);
}

/**
 * Move a dish by one place; from a category's edge to the next category.
 * @param {string} slug
 * @param {-1 | 1} by
 */
export async function stepDish(slug, by) {
  const dish = findDish(slug);
  if (!dish) return;
  const index = dishesOf(dish.category).indexOf(dish) + by;
  if (index >= 0 && index < dishesOf(dish.category).length) return moveDish(slug, dish.category, index);
  const neighbour = menu.categories[menu.categories.findIndex((each) => each.slug === dish.category) + by];
  if (neighbour) await moveDish(slug, neighbour.slug, by < 0 ? dishesOf(neighbour.slug).length : 0);
}

/**
 * @param {string} slug
 * @param {-1 | 1} by
 */
export async function stepCategory(slug, by) {
  const others = menu.categories.filter((each) => each.slug !== slug);
  const index = menu.categories.findIndex((each) => each.slug === slug) + by;
  const category = findCategory(slug);
  if (category && index >= 0 && index <= others.length)
    await changeItems("categories", placed(others, category, index));
}

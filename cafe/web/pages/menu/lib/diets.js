/**
 * What a search says of diets: 'лате без лактози', 'gluten-free', 'веганське'. Only what the cafe has stated counts: of a dish
 * without a list of allergens nobody knows.
 */

/** @import { Product, SoldOut } from "../types" */

/** @type {[RegExp, string[]][]} */
const ALLERGEN_WORDS = [
  [/^(?:глют|злак|пшени|борошн|gluten|wheat)/, ["gluten"]],
  [/^(?:молок|молоч|лакто|milk|dairy|lactose)/, ["milk"]],
  [/^(?:яйц|яєць|яєч|egg)/, ["eggs"]],
  [/^(?:горіх|nut)/, ["nuts", "peanuts"]],
  [/^(?:арахіс|peanut)/, ["peanuts"]],
  [/^(?:со[їяєю]|soy)/, ["soy"]],
  [/^(?:риб|fish)/, ["fish"]],
  [/^(?:морепродукт|seafood)/, ["fish", "crustaceans", "molluscs"]],
  [/^(?:кунжут|sesame)/, ["sesame"]],
  [/^(?:селер|celery)/, ["celery"]],
  [/^(?:гірчи|mustard)/, ["mustard"]],
];
const WITHOUT = /(?:^|\s)(?:без\s*|no\s+|without\s+)(\p{L}+)|(\p{L}+)(?:-|\s)free(?=\s|$)/giu;
const VEGETARIAN = /(?:^|\s)(?:вегетар|vegetar)\p{L}*/giu;
const VEGAN = /(?:^|\s)(?:веган|vegan|пісн)\p{L}*/giu;
const OF_ANIMALS = ["milk", "eggs", "fish", "crustaceans", "molluscs"];

/**
 * @typedef {object} Diet
 * @property {string} rest what else was asked for
 * @property {(dish: Product | SoldOut) => boolean} suits
 */

/**
 * The diet that a query asks for; null if it asks for none.
 * @param {string} query
 * @returns {Diet | null}
 */
export function dietOf(query) {
  /** @type {Set<string>} */
  const avoided = new Set();
  let isMarked = false;
  const rest = query
    .replace(WITHOUT, (text, after = "", before = "") => {
      const codes = ALLERGEN_WORDS.find(([words]) => words.test((after || before).toLowerCase()))?.[1];
      for (const code of codes ?? []) avoided.add(code);
      return codes ? " " : text;
    })
    .replace(VEGAN, () => {
      for (const code of OF_ANIMALS) avoided.add(code);
      isMarked = true;
      return " ";
    })
    .replace(VEGETARIAN, () => {
      isMarked = true;
      return " ";
    });
  if (avoided.size === 0 && !isMarked) return null;
  return {
    rest: rest.trim(),
    suits: (dish) =>
      "allergens" in dish &&
      (!isMarked || Boolean(dish.marks?.includes("vegetarian"))) &&
      (avoided.size === 0 || (dish.allergens.length > 0 && !dish.allergens.some(({ code }) => avoided.has(code)))),
  };
}

/** What a dish has and is with what was chosen: only what the cafe has said. */

/** @import { Allergen, Diet, Option, Product } from "./types" */

/** @param {Product} product */
const ownOf = ({ allergens, base_allergens: own = allergens }) => own;

/** Whether the cafe has said what a dish contains, be it none of the 14. @param {Product} product */
export const isStated = (product) => product.no_allergens || ownOf(product).length > 0;

/** @param {Product} product */
export const groupsOf = ({ option_groups: groups = [] }) => groups;

/**
 * What a dish comes with; with another option in the place of one, or beside them where there is room.
 * @param {Product} product
 * @param {Option} [other]
 */
export const chosenWith = (product, other) =>
  groupsOf(product).flatMap(({ max, options }) => {
    const defaults = options.filter((option) => option.is_default);
    if (!other || !options.includes(other)) return defaults;
    const kept = max > 1 ? defaults : [];
    return kept.length < max ? [...kept, other] : kept;
  });

/**
 * A dish with what was chosen: without what options take away, and with what they add.
 * @param {Product} product
 * @param {Option[]} chosen
 */
export function allergensWith(product, chosen) {
  const gone = new Set(chosen.flatMap(({ without = [] }) => without.map(({ code }) => code)));
  const all = [
    ...ownOf(product).filter(({ code }) => !gone.has(code)),
    ...chosen.flatMap(({ allergens = [] }) => allergens),
  ];
  return [...new Map(all.map((allergen) => [allergen.code, allergen])).values()];
}

/**
 * A dish keeps a diet if what was chosen beyond its defaults has it, too. It gets another if something was chosen of each
 * group that decides on it, and everything that was chosen has it. The server does the same.
 * @param {Product} product
 * @param {Option[]} chosen
 */
export function dietsWith(product, chosen) {
  const { diets = [], base_diets: own = diets } = product;
  const groups = groupsOf(product);
  const allergens = allergensWith(product, chosen);
  const known = [...own, ...groups.flatMap(({ makes = [] }) => makes)];
  return Object.entries(PUBLISHED.DIETS).flatMap(([code, refuting]) => {
    const has = (/** @type {Diet[]} */ list = []) => list.some((diet) => diet.code === code);
    const deciding = groups.filter(({ makes }) => has(makes));
    const isKept = has(own) && chosen.every((option) => option.is_default || has(option.diets));
    const isMade =
      deciding.length > 0 &&
      deciding.every(({ options }) => options.some((option) => chosen.includes(option))) &&
      chosen.every((option) => has(option.diets));
    const isRefuted = allergens.some((allergen) => refuting.includes(allergen.code));
    return (isKept || isMade) && !isRefuted ? known.filter((diet) => diet.code === code).slice(0, 1) : [];
  });
}

/** Diets without those that follow from others of them. @param {Diet[]} diets */
export const namedDiets = (diets) =>
  diets.filter(({ code }) => !diets.some((diet) => PUBLISHED.IMPLIED_DIETS[diet.code]?.includes(code)));

/** Its name without what stands in brackets or after a comma. @param {Allergen} allergen */
export const shortLabel = ({ label }) => label.split(/ \(|,/)[0] ?? label;

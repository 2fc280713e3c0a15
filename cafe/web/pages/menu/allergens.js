/** What dishes have of the allergens that somebody avoids; where the cafe has said nothing, nothing is promised. */

import { state } from "./state.js";
import { t } from "./texts.js";

/** @import { Allergen, Option, Product } from "./types" */

/** @param {Product} product */
const ownOf = ({ allergens, base_allergens: own = allergens }) => own;

/** Whether the cafe has said what a dish contains, be it none of the 14. @param {Product} product */
export const isStated = (product) => product.no_allergens || ownOf(product).length > 0;

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

/** Its name without what stands in brackets or after a comma. @param {Allergen} allergen */
export const shortLabel = ({ label }) => label.split(/ \(|,/)[0] ?? label;

/** Those of some allergens that are avoided. @param {Allergen[]} allergens */
export const avoidedOf = (allergens) => allergens.filter(({ code }) => state.avoided.has(code));

/** @param {Product} product */
const hasAvoided = ({ allergens }) => avoidedOf(allergens).length > 0;

/** @param {Product} product */
const isUncertain = (product) => state.avoided.size > 0 && !isStated(product);

/** Whether a dish, as it comes, is not known to be without what is avoided. @param {Product} product */
export const isAvoided = (product) => hasAvoided(product) || isUncertain(product);

/** What the filter does to some dishes; empty where it hides none. @param {Product[]} products */
export function hiddenText(products) {
  const avoided = products.filter(hasAvoided).length;
  const uncertain = products.filter((product) => !hasAvoided(product) && isUncertain(product)).length;
  return [
    avoided > 0 && t("filter.hidden", { count: avoided }),
    uncertain > 0 && t("filter.uncertain", { count: uncertain }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What somebody should know who avoids something; empty where there is nothing to say.
 * @param {Product | undefined} product
 * @param {Allergen[]} allergens of what was chosen
 */
export function warningText(product, allergens) {
  const avoided = avoidedOf(allergens);
  if (avoided.length > 0) return t("allergens.avoided", { names: avoided.map(shortLabel).join(", ") });
  return product && isUncertain(product) ? t("allergens.uncertain") : "";
}

/** Allergens that occur in this menu, whatever is chosen, by their labels. */
export function knownAllergens() {
  const options = state.products.flatMap(({ option_groups: groups = [] }) => groups.flatMap((group) => group.options));
  const all = [
    ...state.products.flatMap((product) => [...product.allergens, ...ownOf(product)]),
    ...options.flatMap(({ allergens = [] }) => allergens),
  ];
  const known = new Map(all.map((allergen) => [allergen.code, allergen]));
  return [...known.values()].sort((one, other) => one.label.localeCompare(other.label));
}

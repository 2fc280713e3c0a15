/** The filter: what somebody needs of a dish, which dishes suit as they come or with another choice, and what is hidden. */

import { money } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { localStore } from "../../shared/storage.js";
import { allergensWith, chosenWith, dietsWith, groupsOf, isStated, shortLabel } from "../contents.js";
import { asksOf } from "../lib/diets.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";

/** @import { Allergen, Ask, Diet, Option, Product, SoldOut } from "../types" */

/** @param {string} code */
const isDiet = (code) => code in PUBLISHED.DIETS;

/** @returns {Ask[]} */
const needed = () => [...state.needs].map((code) => (isDiet(code) ? { diet: code } : { without: [code] }));

/**
 * @param {Product} product
 * @param {Option[]} chosen
 * @param {Ask[]} asks
 */
function suits(product, chosen, asks) {
  const allergens = allergensWith(product, chosen);
  const diets = dietsWith(product, chosen);
  return asks.every(
    ({ diet, without }) =>
      diets.some(({ code }) => code === diet) ||
      (without && isStated(product) && !allergens.some(({ code }) => without.includes(code))),
  );
}

/**
 * How a dish suits: null as it comes, by an option, or undefined not at all.
 * @param {Product} product
 * @param {Ask[]} asks
 * @returns {Option | null | undefined}
 */
function wayTo(product, asks) {
  if (asks.length === 0 || suits(product, chosenWith(product), asks)) return null;
  return groupsOf(product)
    .flatMap(({ options }) => options)
    .find((option) => option.is_available && !option.is_default && suits(product, chosenWith(product, option), asks));
}

/** @param {Ask[]} asks */
const search = (asks) => ({ asks, ways: /** @type {Map<number, Option | null | undefined>} */ (new Map()) });

/** What is asked for now, by the filter, by the search, and by both; and the ways to it, which each card asks for. */
let known = { from: /** @type {unknown[]} */ ([]), needs: search([]), query: search([]), both: search([]) };

function current() {
  const from = [state.products, state.needs, state.query];
  if (from.some((value, index) => value !== known.from[index])) {
    const { asks } = asksOf(state.query);
    known = { from, needs: search(needed()), query: search(asks), both: search([...needed(), ...asks]) };
  }
  return known;
}

/**
 * @param {Product} product
 * @param {"needs" | "query" | "both"} which
 */
function knownWay(product, which) {
  const { asks, ways } = current()[which];
  if (!ways.has(product.id)) ways.set(product.id, wayTo(product, asks));
  return ways.get(product.id);
}

/** What the search says of diets, and its other words. */
export const searched = () => asksOf(state.query);

/** Whether a dish suits what the search says of diets. @param {Product | SoldOut} dish */
export const isSearched = (dish) => "allergens" in dish && knownWay(dish, "query") !== undefined;

/** Whether a dish does not suit the filter, whatever is chosen. @param {Product} product */
export const isUnfit = (product) => knownWay(product, "needs") === undefined;

/** The option with which a dish suits filter and search, else the filter; none where it does as it comes. @param {Product} product */
export const optionFor = (product) => knownWay(product, "both") ?? knownWay(product, "needs") ?? undefined;

/** The same in words. @param {Product} product */
export function wayText(product) {
  const option = optionFor(product);
  if (!option) return "";
  const { name, price_delta: delta } = option;
  return t("card.with", { name: delta > 0 ? `${name}, +${money(delta)}` : name });
}

const avoidsAllergens = () => [...state.needs].some((code) => !isDiet(code));

/** @param {Product} product */
const isUncertain = (product) => avoidsAllergens() && !isStated(product);

/** What the filter does to some dishes; empty where it hides none. @param {Product[]} products */
export function hiddenText(products) {
  const hidden = products.filter(isUnfit);
  const uncertain = hidden.filter(isUncertain).length;
  const count = hidden.length - uncertain;
  return [count > 0 && t("filter.hidden", { count }), uncertain > 0 && t("filter.uncertain", { count: uncertain })]
    .filter(Boolean)
    .join(" ");
}

/**
 * What somebody should know who needs something: empty where there is nothing to say, and whether it is known to be bad.
 * @param {Product | undefined} product
 * @param {Allergen[]} allergens of what was chosen
 * @param {Diet[]} diets likewise
 */
export function warningOf(product, allergens, diets) {
  const avoided = allergens.filter(({ code }) => state.needs.has(code));
  const lacking = knownDiets().filter(({ code }) => state.needs.has(code) && !diets.some((diet) => diet.code === code));
  const parts = [
    avoided.length > 0 && t("allergens.avoided", { names: avoided.map(shortLabel).join(", ") }),
    lacking.length > 0 && t("diets.lacking", { names: lacking.map(({ label }) => label).join(", ") }),
    product && avoided.length === 0 && isUncertain(product) && t("allergens.uncertain"),
  ];
  return { text: parts.filter(Boolean).join(" "), isBad: avoided.length + lacking.length > 0 };
}

/** Allergens that occur in this menu, whatever is chosen, by their labels. */
function knownAllergens() {
  const groups = state.products.flatMap(groupsOf);
  const all = [
    ...state.products.flatMap(({ allergens, base_allergens: own = [] }) => [...allergens, ...own]),
    ...groups.flatMap(({ options }) => options).flatMap(({ allergens = [] }) => allergens),
  ];
  const byCode = new Map(all.map((allergen) => [allergen.code, allergen]));
  return [...byCode.values()].sort((one, other) => one.label.localeCompare(other.label));
}

/** Diets that a dish of this menu has or can have, in their order. */
function knownDiets() {
  const all = [
    ...state.products.flatMap(({ diets = [] }) => diets),
    ...state.products.flatMap(groupsOf).flatMap(({ makes = [] }) => makes),
  ];
  return Object.keys(PUBLISHED.DIETS).flatMap((code) => all.filter((diet) => diet.code === code).slice(0, 1));
}

/** @param {{ code: string, label: string, emoji?: string }} need */
const box = ({ code, label, emoji }) => html`<li data-key="${code}">
  <label>
    <input type="checkbox" value="${code}" data-change="need" ${booleanAttribute("checked", state.needs.has(code))} />
    ${emoji && html`<span aria-hidden="true">${emoji}</span>`}<span>${label}</span>
  </label>
</li>`;

/** What the sheet shows below its title. */
export function filterFields() {
  const diets = knownDiets();
  return html`${diets.length > 0 && html`<h3>${t("filter.diets")}</h3><ul class="checkbox-list">${diets.map(box)}</ul>`}
  <h3>${t("filter.title")}</h3>
  <p class="muted">${t("filter.text")}</p>
  <ul class="checkbox-list">${knownAllergens().map(box)}</ul>
  <p class="muted" role="status">${hiddenText(state.products)}</p>
  <div class="sheet-footer">
    ${
      state.needs.size > 0 &&
      html`<button type="button" class="button soft" data-key="reset" data-action="resetFilter">${t("filter.reset")}</button>`
    }
    <button type="button" class="button" data-key="apply" data-action="closeSheet">${t("filter.apply")}</button>
  </div>`;
}

/** @param {Set<string>} codes */
function setNeeds(codes) {
  localStore.set("avoided", [...codes]);
  setState({ needs: codes });
}

export const filterActions = {
  need(/** @type {HTMLInputElement} */ { value, checked }) {
    const codes = new Set(state.needs);
    if (checked) codes.add(value);
    else codes.delete(value);
    setNeeds(codes);
  },
  resetFilter() {
    setNeeds(new Set());
    const title = document.getElementById("sheet-title") ?? document.querySelector("#header h1");
    /** @type {HTMLElement | null} */ (title)?.focus({ preventScroll: true }); // its button goes
  },
};

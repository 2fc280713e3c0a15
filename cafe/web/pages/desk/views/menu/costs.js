/** What dishes and options cost to make and leave of their price, as they are typed: the server's figures. */

import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { numberText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";

/**
 * `groups` are those whose default options a dish includes.
 * @typedef {{ recipe: Record<string, number | string>, price: number | string, groups?: string[], option?: boolean }} TypedPortion
 * @typedef {{ cost: number | null, margin: number | null, percent: number | null, missing: string[], has_recipe: boolean }} PortionCost
 */

const PAUSE_MS = 300; // while somebody goes on typing

/** @type {{ owner: string, asked: string, costs: PortionCost[], timer: number }} */
const state = { owner: "", asked: "", costs: [], timer: 0 };

const isNumber = (/** @type {unknown} */ value) => typeof value === "number";

/** @param {TypedPortion} portion half-typed amounts are left out */
const sent = ({ recipe, price, ...rest }) => ({
  ...rest,
  recipe: Object.fromEntries(Object.entries(recipe).filter(([, amount]) => isNumber(amount))),
  price: isNumber(price) ? price : 0,
});

/** @param {string} asked */
async function read(asked) {
  /** @type {{ portions: PortionCost[] } | null} */
  const answer = await api.look("/menu/costs/look", JSON.parse(asked)).catch(() => null); // the form does without
  if (state.asked !== asked) return;
  state.costs = answer?.portions ?? [];
  draw();
}

/**
 * What is known of some portions by now; what has changed is asked for.
 * @param {string} owner whose they are: those of another are forgotten
 * @param {TypedPortion[]} portions
 */
function costsOf(owner, portions) {
  const asked = JSON.stringify({ portions: portions.map(sent) });
  if (asked === state.asked && owner === state.owner) return state.costs;
  const isNew = owner !== state.owner;
  if (isNew) state.costs = [];
  Object.assign(state, { owner, asked });
  clearTimeout(state.timer);
  state.timer = setTimeout(read, isNew ? 0 : PAUSE_MS, asked);
  return state.costs;
}

/** Forget them: when the page is opened anew, they may be others. */
export function forgetCosts() {
  Object.assign(state, { owner: "", asked: "", costs: [] });
}

/** @param {number | null} percent */
const share = (percent) => (percent === null ? "" : html` <span class="muted">${numberText(percent)}\u00a0%</span>`);

/** @param {PortionCost} portion @param {boolean} isOption */
function facts({ cost, margin, percent, missing, has_recipe: hasRecipe }, isOption) {
  if (!hasRecipe) return isOption ? "" : html`<p class="field-hint">${t("dish.cost.noRecipe")}</p>`;
  if (cost === null || margin === null) {
    const names = missing.join(", ");
    return html`<p class="field-hint">${t(names ? "dish.cost.unknown" : "dish.cost.tooMuch", { names })}
      ${names && html`<a href="#/stock">${t("dish.cost.toStock")}</a>`}</p>`;
  }
  return html`<dl class="cost-facts numbers">
    <div><dt>${t(isOption ? "group.option.cost" : "dish.cost")}</dt><dd>${money(cost)}</dd></div>
    <div><dt>${t("dish.margin")}</dt><dd class="${margin < 0 ? "is-less" : ""}">${money(margin)}${share(percent)}</dd></div></dl>`;
}

/** What each of these portions costs, for who sees money. @param {string} owner @param {TypedPortion[]} portions */
export function costFacts(owner, portions) {
  if (!may("reports")) return portions.map(() => "");
  const costs = costsOf(owner, portions);
  return portions.map(({ option = false }, at) => {
    const cost = costs[at];
    return cost ? facts(cost, option) : "";
  });
}
